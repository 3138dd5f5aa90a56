"""Hands at the magnetic board: when a move is accepted, and how often another one is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from board_hands import Hands
from hands_judged import Outcome, judged
from judge_hands import APART, names
from malediction_table import GRID, game, moving

from bench.rows import Row, Sample, Sampler, Topic, at_least, at_most

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
    good = sum(one.verdict in ("accepted", "resting") for one in counted)
    known = [one.latency_s for one in counted if one.latency_s is not None]
    cable = [value for one in outcomes for value in (one.reported_s, one.back_s) if value is not None]
    return {
        f"hands-{board}-wrong": Sample(sum(one.verdict in ("wrong", "inferred") for one in outcomes)),
        f"hands-{board}-accepted": Sample(100 * good / len(counted)),
        f"hands-{board}-p50": Sample(known),
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
        f"hands-{board}-accepted", f"{sensors}: legal moves accepted by themselves within 2 s", "%",
        goals=(at_least(99),), unfair=f"{alone}; {UNSEEN}", more_is_better=True, counts=True,
    )  # fmt: skip
    for percent, most in ((50, 0.35), (95, 2.0)):
        yield Row(
            f"hands-{board}-p{percent}", f"{sensors}: from rest to the accepted move, {percent}th percentile", "s",
            percentile=percent, goals=(at_most(most),), unfair=f"{alone}; {UNSEEN}", counts=True,
        )  # fmt: skip
    yield Row(
        f"hands-{board}-cable", f"{sensors}: a pulled cable reported, and a board found again, at most", "s",
        goals=(at_most(0.9),), unfair=alone, counts=True,
    )  # fmt: skip


HANDS = Topic(
    "hands", tuple(row for board, sensors in BOARDS.items() for row in _rows(board, sensors)), _hands, repeats=1
)


@contextmanager
def _noise() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        with Hands("serial", game(GRID, 3, **moving())) as hands:
            hands.magnets.noisy = dict.fromkeys(range(30), 20.0)
            begun_s = time.process_time()
            hands.run(NOISY_S)
            return {"hands-noise": Sample(100 * (time.process_time() - begun_s) / NOISY_S)}

    yield sample


NOISY_S = 3.0

NOISE = Topic(
    "noise",
    (
        Row(
            "hands-noise",
            "processor, to follow the board of sensors while 30 of its 100 report noise",
            "%",
            goals=(at_most(50),),
            unfair="no other program does this work; in simulated time, and the simulated board takes a part of it",
        ),
    ),
    _noise,
)
