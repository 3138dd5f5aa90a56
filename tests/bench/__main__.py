"""`python -m bench [--rows NAMES] [--go-on] [--runs COUNT] [--judge]`: measure, print, store figures and chart.

Why several runs are processes of their own: what one keeps would make the next one faster.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from cached_bytecode import cache_bytecode

from bench import history, report
from bench.chart import draw_chart
from bench.measuring import Result, measured
from bench.page import write_table
from bench.topics import TOPICS


def main() -> int:
    """Return 0; if it is told to judge, 1 when a goal is missed or a figure is worse than before beyond the noise."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--rows", default="", help="rows or topics, separated by spaces; all of them if left out")
    parser.add_argument(
        "--go-on", action="store_true", help="leave out the topics that an interrupted run has measured"
    )
    parser.add_argument("--runs", type=int, default=1, help="measure everything so many times, and store that as one")
    parser.add_argument("--judge", action="store_true", help="end with 1 if a goal is missed or a figure got worse")
    options = parser.parse_args()
    if options.runs > 1:
        is_good = several(options.runs, ["--go-on"] if options.go_on else [])
    else:
        is_good = once(options.rows.split(), options.go_on, parser)
    return 1 if options.judge and not is_good else 0


def once(wanted: Sequence[str], go_on: bool, parser: argparse.ArgumentParser) -> bool:
    """Measure these rows, or all and publish them; return whether all is well."""
    cache_bytecode()
    begun_s = time.monotonic()
    done = history.interrupted() if go_on else {}
    results: list[Result] = []
    for topic in TOPICS:
        rows = [row for row in topic.rows if not wanted or {row.name, topic.name}.intersection(wanted)]
        if not rows:
            continue
        found = done.get(topic.name) or list(measured(topic, rows))
        results += found
        print(f"\n=== {topic.name}, {time.monotonic() - begun_s:.0f} s", flush=True)
        if not wanted:
            history.keep(topic.name, found)
        for result in found:
            print(report.line(result), flush=True)
    if not results:
        parser.error(f"no such rows; there are: {' '.join(report.names(TOPICS))}")
    is_good = judged(results)
    print(f"\nmeasured in {time.monotonic() - begun_s:.0f} s on {history.machine()}")
    if not wanted:
        history.finish()
        publish(history.finished_runs(1))
    return is_good


def judged(results: Sequence[Result]) -> bool:
    """Print what is worse than before; return whether nothing is, and every goal is reached."""
    before = history.baseline()
    worse = report.worse(results, before)
    day = before["measured"][:10] if before else "any day"
    print("\n".join([*worse, f"\nFigures that are worse than those of {day}, beyond the noise: {len(worse)}."]))
    return not worse and not any(report.missed(result) for result in results)


def several(count: int, first: Sequence[str]) -> bool:
    """Measure so many runs, the first with these options; print how far they differ, judge and publish them as one."""
    for options in (first, *[()] * (count - 1)):
        before = history.finished_runs(1).keys()
        subprocess.run([sys.executable, "-m", "bench", *options], check=False)
        if history.finished_runs(1).keys() == before:
            print("The run did not end; `GO_ON=1` goes on with it.", file=sys.stderr)
            return False
    runs = history.finished_runs(count)
    for line in report.between(list(runs.values())):
        print(line)
    publish(runs)
    return judged(history.together(runs.values()))


def publish(runs: Mapping[str, history.Run]) -> None:
    """Put the figures of these runs into history, chart and paper."""
    record = history.store(runs)
    draw_chart(record)
    write_table(record)


if __name__ == "__main__":
    sys.exit(main())
