"""The bench: what the referee does, measured beside its strongest peers and the physical limit, in the same run.

`make bench` measures every topic, prints all rows, stores the figures in `history/`, draws the chart and renews the
table of `docs/speed.md`. `ROWS=paths` measures some rows, `RUNS=3` runs three times and joins that, and `JUDGE=1` ends
with an error if a goal is missed or a figure got worse.

`rows` says what a row is, `measuring` how it is measured, `topics` which there are. `report`, `history`, `chart` and
`page` say what becomes of the figures. Each other module is a topic: the work of its rows, theirs and ours.

Why ratios: a figure in milliseconds says as much about the machine as about the program. A peer that does the same work
is slow on a slow machine, too. All take turns within one repetition, so that a busy moment hits all of them.
"""
