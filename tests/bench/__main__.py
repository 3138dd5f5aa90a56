"""`python -m bench [--rows NAMES] [--judge]`: measure, print, store figures and chart."""

from __future__ import annotations

import argparse
import sys
import time

from cached_bytecode import cache_bytecode

from bench import figures
from bench.phones import EVENTS, PHONES
from bench.press import DRAWN, PRESSED
from bench.rows import Result, Topic, measured
from bench.running import IDLE, STARTED
from bench.voice import SPOKEN
from bench.work import RATES, RESUMED

TOPICS: tuple[Topic, ...] = (PRESSED, DRAWN, STARTED, IDLE, RESUMED, SPOKEN, PHONES, EVENTS, RATES)
"""In the order of the table."""


def main() -> int:
    """Return 0; if it is told to judge, 1 when a goal is missed or a figure is worse than before beyond the noise."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--rows", default="", help="rows or topics, separated by spaces; all of them if left out")
    parser.add_argument("--judge", action="store_true", help="end with 1 if a goal is missed or a figure got worse")
    options = parser.parse_args()
    cache_bytecode()
    begun_s, wanted = time.monotonic(), options.rows.split()
    results: list[Result] = []
    for topic in TOPICS:
        rows = [row for row in topic.rows if not wanted or {row.name, topic.name}.intersection(wanted)]
        found = list(measured(topic, rows)) if rows else []
        for result in found:
            print(figures.line(result), flush=True)
        results += found
    if not results:
        parser.error(f"no such rows; there are: {' '.join(figures.names(TOPICS))}")
    worse, day = figures.judged(results)
    print("\n".join([*worse, f"\nFigures that are worse than those of {day}, beyond the noise: {len(worse)}."]))
    print(f"\nmeasured in {time.monotonic() - begun_s:.0f} s on {figures.machine()}")
    if not wanted:
        figures.publish(figures.store(results))
    return 1 if options.judge and (worse or any(map(figures.missed, results))) else 0


if __name__ == "__main__":
    sys.exit(main())
