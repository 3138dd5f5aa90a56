"""A pawn that rests underway: the move that is played is the one it ends on, and how soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product

from board_hands import Hands
from malediction_table import GRID, game, moving

from bench.hands import BOARDS
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.games.malediction.actions import Move

RESTS_S = (0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0, 2.0)
SEEDS = range(5)
PATIENCE_S = 2.0


def rested(board: str, rest_s: float, seed: int) -> tuple[bool, float]:
    """Return whether a move is played that nobody made, and how long after its last rest the pawn has moved.

    With a 3 the pawn could end on the cell on which it rests, too.
    """
    with Hands(board, game(GRID, 3, **moving("3")), seed=seed) as hands:
        hands.slide("red", "d2", each_s=0.3)
        hands.run(rest_s)
        ended_s = hands.slide("red", "d1", "c1", each_s=0.3)
        hands.run(PATIENCE_S)
        return hands.played != [Move("Ada", to="c1")], hands.inferences[-1][0] - ended_s


@contextmanager
def _rests() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        figures: dict[str, Sample] = {}
        for board in BOARDS:
            wrong, delays = zip(*(rested(board, *one) for one in product(RESTS_S, SEEDS)), strict=True)
            figures |= {f"rests-{board}-wrong": Sample(sum(wrong)), f"rests-{board}-delay": Sample(max(delays))}
        return figures

    yield sample


def _rows(board: str, sensors: str) -> tuple[Row, Row]:
    pawn = f"a pawn that rests underway, {RESTS_S[0]} to {RESTS_S[-1]:g} s"
    alone = "no other board follows a game by its rules; all in simulated time"
    wrong = Row(f"rests-{board}-wrong", f"{sensors}: moves played that nobody made, by {pawn}", "", unfair=alone,
                goals=(at_most(0),), counts=True)  # fmt: skip
    delay = Row(f"rests-{board}-delay", f"{sensors}: from rest to the accepted move at most, of {pawn}", "s",
                unfair=alone, goals=(at_most(0.36),), counts=True)  # fmt: skip
    return wrong, delay


RESTS = Topic(
    "rests", tuple(row for board, sensors in BOARDS.items() for row in _rows(board, sensors)), _rests, repeats=1
)
