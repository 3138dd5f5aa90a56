"""The bench: what the referee does, measured beside its strongest peers and the physical limit, in the same run.

`make bench` measures every topic, prints all rows, stores the figures in `history/`, draws the chart and renews the
table of `docs/speed.md`. `ROWS=press` measures some rows, and `JUDGE=1` ends with an error if a goal is missed or a
figure got worse.

`rows` says what a row is and how it is measured, `figures` what becomes of what was measured. `press`, `running`,
`phones`,
`voice` and `work` hold the topics: the work of their rows, theirs and ours.

Why ratios: a figure in milliseconds says as much about the machine as about the program. A peer that does the same work
is slow on a slow machine, too. All take turns within one repetition, so that a busy moment hits all of them.
"""
