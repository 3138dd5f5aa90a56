"""Hands at the magnetic board: when a move is accepted, and how often another one is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hands_judged import Outcome, judged
from judge_hands import APART, names

from bench.rows import Row, Sample, Sampler, Topic, at_most

UNSEEN = f"left out is what no sensor can tell apart, and what happens unseen: {', '.join(APART)}"
BOARDS = {"serial": "sensors", "i2c": "switches"}
ROUNDS = 5
"""Of all disturbances, each with chances of its own."""


@contextmanager
def _hands() -> Iterator[Sampler]:
    each = len(names(("serial",), 1, ""))
    cases = names(tuple(BOARDS), each * ROUNDS, "")

    def sample() -> Mapping[str, Sample]:
        outcomes = [judged(name) for name in cases]
        figures: dict[str, Sample] = {}
        for board in BOARDS:
            figures |= _figures(board, [one for one in outcomes if one.turn.kind == board])
        return figures

    yield sample


def _figures(board: str, outcomes: list[Outcome]) -> Mapping[str, Sample]:
    counted = [one for one in outcomes if not one.turn.undecidable and disturbance(one) not in APART]
    known = [one.latency_s for one in counted if one.latency_s is not None]
    cable = [value for one in outcomes for value in (one.reported_s, one.back_s) if value is not None]
    return {
        f"hands-{board}-wrong": Sample(sum(one.verdict in ("wrong", "inferred") for one in outcomes)),
        f"hands-{board}-p95": Sample(known),
        f"hands-{board}-cable": Sample(max(cable, default=0.0)),
    }


def disturbance(outcome: Outcome) -> str:
    """Return what disturbs a move, in words."""
    return outcome.turn.name.split(".")[2].replace("_", " ")


def _rows(board: str, sensors: str) -> Iterator[Row]:
    alone = "no other board follows a game by its rules; all in simulated time, disturbances of every kind"
    yield Row(
        f"hands-{board}-wrong", f"{sensors}: moves played that nobody made, in {ROUNDS} rounds of disturbances", "",
        goals=(at_most(0),), unfair=alone, counts=True,
    )  # fmt: skip
    yield Row(
        f"hands-{board}-p95", f"{sensors}: from rest to the accepted move, 95th percentile", "s",
        percentile=95, goals=(at_most(2.0),), unfair=f"{alone}; {UNSEEN}", counts=True,
    )  # fmt: skip
    yield Row(
        f"hands-{board}-cable", f"{sensors}: a pulled cable reported, and a board found again, at most", "s",
        goals=(at_most(0.9),), unfair=alone, counts=True,
    )  # fmt: skip


HANDS = Topic(
    "hands", tuple(row for board, sensors in BOARDS.items() for row in _rows(board, sensors)), _hands, repeats=1
)
