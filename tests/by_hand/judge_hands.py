"""Judge what the device makes of hands at the magnetic board: `make hands`, or `MOVES=10000 make hands`.

It draws that many moves for each kind of board, over all disturbances, and prints a line for each; then the cases that
failed, by name. `judge_hands.py --only NAME` plays one of them again, and tells what the hands did and what was made of
it. With `--kept FILE` each outcome is a line of that file as soon as it is known, and what is in it is not played
again: a run that was cut goes on where it was, and two boards may be judged at once, each with its file.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import msgspec
from hand_cases import HUNTERS, MUMMYS, SENSORS_ONLY, SWITCHES_ONLY, drawn_turn
from hand_turns import Turn
from hands_judged import IN_TIME_S, Outcome, judged, reported

HANGS_S = 60
"""A case that takes so long never ends: simulated time stands still."""
FAILED = ("hangs", "wrong", "inferred", "late", "asked", "silent", "disagrees")
APART = ("cable", "dead", "dead on path", "fast dead on path", "past a hunter")
"""Disturbances that are left out of the share of all: what happened unseen is asked for rightly."""


def names(boards: Sequence[str], moves: int, only: str) -> list[str]:
    """The names of as many cases for each board."""
    rows = [("hunter", name) for name in HUNTERS] + [("mummy", name) for name in MUMMYS]
    rows = [(mover, name) for mover, name in rows if only in f"{mover}.{name.replace(' ', '_')}"]
    each = -(-moves // len(rows))
    return [
        f"{board}.{mover}.{name.replace(' ', '_')}.{count}"
        for count in range(each)
        for board in boards
        for mover, name in rows
        if name not in (SENSORS_ONLY if board == "i2c" else SWITCHES_ONLY)
    ]


class Kept(msgspec.Struct, frozen=True):
    """What the table needs of an outcome."""

    name: str
    verdict: str
    why: str
    undecidable: str
    latency_s: float | None
    questions: int
    announced: int
    reported_s: float | None
    back_s: float | None
    uses_all_steps: bool
    fastest_m_per_s: float
    """The fastest slide of the mover."""
    longest_rest_s: float
    """The longest rest of the mover on its way."""

    @property
    def board(self) -> str:
        """The kind of board."""
        return self.name.split(".")[0]

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return self.name.split(".")[1]

    @property
    def hands(self) -> str:
        """What hands do."""
        return self.name.split(".")[2].replace("_", " ")


def kept(outcome: Outcome) -> Kept:
    """What the table needs of an outcome."""
    turn = outcome.turn
    return Kept(
        turn.name,
        outcome.verdict,
        outcome.why,
        turn.undecidable,
        outcome.latency_s,
        outcome.questions,
        outcome.announced,
        outcome.reported_s,
        outcome.back_s,
        len(turn.path) == turn.state.steps,
        *pace(turn),
    )


def pace(turn: Turn) -> tuple[float, float]:
    """The fastest slide of the mover, and its longest rest on its way."""
    if turn.mover not in turn.hands:
        return 0.0, 0.0
    hand = turn.hands[turn.mover]
    slides = [float(found[1]) for _, says in hand.deeds if (found := re.search(r"slid .* at ([\d.]+) m/s", says))]
    rests = [after_s - at_s for (at_s, before), (after_s, after) in pairwise(hand.path) if before == after]
    return max(slides, default=0.0), max(rests, default=0.0)


class Hang(BaseException):
    """A case does not end."""


def ended(name: str) -> Outcome:
    """What becomes of a case, also if it never ends."""

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
    """A share in per cent."""
    return f"{100 * part / whole:.1f}" if whole else "–"


def percentile(values: list[float], part: float) -> str:
    """A percentile of latencies in seconds."""
    return f"{sorted(values)[min(len(values) - 1, int(part * len(values)))]:.2f}" if values else "–"


def line(title: str, all_of: list[Kept]) -> str:
    """A row of the table."""
    found = [outcome for outcome in all_of if not outcome.undecidable]
    counts = Counter(outcome.verdict for outcome in found)
    wrong = counts["wrong"] + counts["inferred"] + counts["hangs"]
    good = counts["accepted"] + counts["resting"]
    latencies = [outcome.latency_s for outcome in found if outcome.latency_s is not None]
    failed = " ".join(f"{name} {counts[name]}" for name in FAILED if counts[name])
    guessed = sum(outcome.verdict == "wrong" for outcome in all_of if outcome.undecidable)
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


def table(outcomes: list[Kept]) -> str:
    """The table of all outcomes."""
    lines = []
    for board in dict.fromkeys(outcome.board for outcome in outcomes):
        of_board = [outcome for outcome in outcomes if outcome.board == board]
        lines += ["", f"board: {board}", HEAD]
        for mover in ("hunter", "mummy"):
            rows: dict[str, list[Kept]] = {}
            for outcome in of_board:
                if outcome.mover == mover:
                    rows.setdefault(outcome.hands, []).append(outcome)
            lines += [line(f"{mover}: {name}", found) for name, found in rows.items()]
            counted = [outcome for name, found in rows.items() if name not in APART for outcome in found]
            lines.append(line(f"{mover}: all but cable, dead, past a hunter", counted))
            plain = [*rows.get("plain", ()), *rows.get("fast", ()), *rows.get("corners", ()), *rows.get("askew", ())]
            lines.append(line(f"{mover}: nothing else touched", plain))
            used = [outcome for outcome in plain if outcome.uses_all_steps]
            if mover == "mummy":
                lines.append(line("mummy: all steps used", used))
        for what, found in (("reported", [o.reported_s for o in of_board]), ("back", [o.back_s for o in of_board])):
            known = [value for value in found if value is not None]
            lines.append(
                f"cable {what}: {len(known)} times, p50 {percentile(known, 0.5)} s, at most {percentile(known, 1.0)} s"
            )
    return "\n".join(lines)


def failures(outcomes: list[Kept], most: int) -> str:
    """The names of failed cases, the worst first."""
    found = [outcome for outcome in outcomes if outcome.verdict in FAILED]
    found.sort(key=lambda outcome: FAILED.index(outcome.verdict))
    open_too = [f"{o.verdict:9} {o.name}  {o.why}" + (f" ({o.undecidable})" if o.undecidable else "") for o in found]
    return "\n".join(open_too[:most])


def kept_in(file: Path | None) -> dict[str, Kept]:
    """The outcomes that a file has, by name; a line that was cut is none."""
    found: dict[str, Kept] = {}
    for each in file.read_bytes().splitlines() if file and file.exists() else ():
        with suppress(msgspec.DecodeError):
            outcome = msgspec.json.decode(each, type=Kept)
            found[outcome.name] = outcome
    return found


def keep(outcome: Kept, file: Path | None) -> Kept:
    """Add an outcome to a file, and return it."""
    if file:
        with file.open("ab") as end:
            end.write(b"\n" + msgspec.json.encode(outcome))
    return outcome


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
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where outcomes are kept, to go on after a cut")
    chosen = parser.parse_args()
    if chosen.only:
        print(reported(judged(chosen.only)))
        return
    known = kept_in(chosen.kept)
    began_s, outcomes = time.monotonic(), []
    for name in names((chosen.board,) if chosen.board else ("serial", "i2c"), chosen.moves, chosen.rows):
        if time.monotonic() > began_s + 60 * chosen.minutes:
            break
        outcomes.append(known.get(name) or keep(kept(ended(name)), chosen.kept))
        if len(outcomes) % 500 == 0:
            print(f"{len(outcomes)} moves in {time.monotonic() - began_s:.0f} s", file=sys.stderr, flush=True)
    print(table(outcomes))
    print(f"\n{len(outcomes)} moves in {time.monotonic() - began_s:.0f} s; in time is within {IN_TIME_S} s")
    print(failures(outcomes, chosen.failed))


if __name__ == "__main__":
    main()
