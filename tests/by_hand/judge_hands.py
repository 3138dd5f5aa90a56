"""Judge what the device makes of hands at the magnetic board: `make hands`, or `MOVES=10000 make hands`.

It draws that many moves for each kind of board, over all disturbances, and prints a line for each; then the cases that
failed, by name. `judge_hands.py --only NAME` plays one of them again, and tells what the hands did and what was made of
it.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence

from hand_cases import HUNTERS, MUMMYS, SWITCHES_ONLY, drawn_turn
from hands_judged import IN_TIME_S, Outcome, judged, reported

HANGS_S = 60
"""A case that takes so long never ends: simulated time stands still."""
FAILED = ("hangs", "wrong", "inferred", "late", "asked", "silent", "disagrees")
APART = ("cable", "dead", "dead on path", "fast dead on path", "past a hunter")
"""Disturbances that are left out of the share of all: what happened unseen is asked for rightly."""


def names(boards: Sequence[str], moves: int, only: str) -> list[str]:
    """Return the names of as many cases for each board."""
    rows = [("hunter", name) for name in HUNTERS] + [("mummy", name) for name in MUMMYS]
    rows = [(mover, name) for mover, name in rows if only in f"{mover}.{name.replace(' ', '_')}"]
    each = -(-moves // len(rows))
    return [
        f"{board}.{mover}.{name.replace(' ', '_')}.{count}"
        for count in range(each)
        for board in boards
        for mover, name in rows
        if board == "i2c" or name not in SWITCHES_ONLY
    ]


class Hang(BaseException):
    """A case does not end."""


def ended(name: str) -> Outcome:
    """Return what becomes of a case, also if it never ends."""

    def hangs(*_: object) -> None:
        raise Hang

    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANGS_S)
    try:
        return judged(name)
    except Hang:
        return Outcome(drawn_turn(name), "hangs")
    finally:
        signal.alarm(0)


def share(part: int, whole: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / whole:.1f}" if whole else "–"


def percentile(values: list[float], part: float) -> str:
    """Return a percentile of latencies in seconds."""
    return f"{sorted(values)[min(len(values) - 1, int(part * len(values)))]:.2f}" if values else "–"


def line(title: str, all_of: list[Outcome]) -> str:
    """Return a row of the table."""
    found = [outcome for outcome in all_of if not outcome.turn.undecidable]
    counts = Counter(outcome.verdict for outcome in found)
    wrong = counts["wrong"] + counts["inferred"] + counts["hangs"]
    good = counts["accepted"] + counts["resting"]
    latencies = [outcome.latency_s for outcome in found if outcome.latency_s is not None]
    failed = " ".join(f"{name} {counts[name]}" for name in FAILED if counts[name])
    guessed = sum(outcome.verdict == "wrong" for outcome in all_of if outcome.turn.undecidable)
    failed += f" (open: wrong {guessed})" if guessed else ""
    questions = sum(bool(outcome.questions) for outcome in found)
    again = sum(outcome.announced > 1 for outcome in found)
    values = (
        len(all_of),
        wrong,
        share(good, len(found)),
        share(questions, len(found)),
        percentile(latencies, 0.5),
        percentile(latencies, 0.95),
        again,
        len(all_of) - len(found),
    )
    cells = (f"{value:>{width}}" for value, (_, width) in zip(values, COLUMNS, strict=True))
    return " ".join([f"{title:32}", *cells, f" {failed}"])


COLUMNS = ("moves", 6), ("wrong", 5), ("in 2 s", 6), ("asked", 6), ("p50", 5), ("p95", 5), ("again", 5), ("open", 5)
HEAD = " ".join([f"{'hands':32}", *(f"{name:>{width}}" for name, width in COLUMNS), " failed"])


def table(outcomes: list[Outcome]) -> str:
    """Return the table of all outcomes."""
    lines = []
    for board in dict.fromkeys(outcome.turn.kind for outcome in outcomes):
        of_board = [outcome for outcome in outcomes if outcome.turn.kind == board]
        lines += ["", f"board: {board}", HEAD]
        for mover in ("hunter", "mummy"):
            rows: dict[str, list[Outcome]] = {}
            for outcome in of_board:
                if outcome.turn.name.split(".")[1] == mover:
                    rows.setdefault(outcome.turn.name.split(".")[2].replace("_", " "), []).append(outcome)
            lines += [line(f"{mover}: {name}", found) for name, found in rows.items()]
            counted = [outcome for name, found in rows.items() if name not in APART for outcome in found]
            lines.append(line(f"{mover}: all but cable, dead, past a hunter", counted))
            plain = [*rows.get("plain", ()), *rows.get("fast", ()), *rows.get("corners", ()), *rows.get("askew", ())]
            lines.append(line(f"{mover}: nothing else touched", plain))
            used = [outcome for outcome in plain if len(outcome.turn.path) == outcome.turn.state.steps]
            if mover == "mummy":
                lines.append(line("mummy: all steps used", used))
        for what, found in (("reported", [o.reported_s for o in of_board]), ("back", [o.back_s for o in of_board])):
            known = [value for value in found if value is not None]
            lines.append(
                f"cable {what}: {len(known)} times, p50 {percentile(known, 0.5)} s, at most {percentile(known, 1.0)} s"
            )
    return "\n".join(lines)


def failures(outcomes: list[Outcome], most: int) -> str:
    """Return the names of failed cases, the worst first."""
    found = [outcome for outcome in outcomes if outcome.verdict in FAILED]
    found.sort(key=lambda outcome: FAILED.index(outcome.verdict))
    open_too = [
        f"{o.verdict:9} {o.turn.name}  {o.why}" + (f" ({o.turn.undecidable})" if o.turn.undecidable else "")
        for o in found
    ]
    return "\n".join(open_too[:most])


def main() -> None:
    """Judge hands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("moves", type=int, nargs="?", default=1000, help="moves for each board")
    parser.add_argument("--board", choices=("serial", "i2c"), help="one board only")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many minutes")
    parser.add_argument(
        "--rows", default="", metavar="TEXT", help="disturbances with this in mover.name, as mummy.catch"
    )
    parser.add_argument("--only", metavar="CASE", help="one case by its name, reported at length")
    parser.add_argument("--failed", type=int, default=60, help="so many failed cases are named")
    chosen = parser.parse_args()
    if chosen.only:
        print(reported(judged(chosen.only)))
        return
    began_s, outcomes = time.monotonic(), []
    for name in names((chosen.board,) if chosen.board else ("serial", "i2c"), chosen.moves, chosen.rows):
        if time.monotonic() > began_s + 60 * chosen.minutes:
            break
        outcomes.append(ended(name))
        if len(outcomes) % 500 == 0:
            print(f"{len(outcomes)} moves in {time.monotonic() - began_s:.0f} s", file=sys.stderr, flush=True)
    print(table(outcomes))
    print(f"\n{len(outcomes)} moves in {time.monotonic() - began_s:.0f} s; in time is within {IN_TIME_S} s")
    print(failures(outcomes, chosen.failed))


if __name__ == "__main__":
    main()
