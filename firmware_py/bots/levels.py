"""How strong each level is: the heat of its choices, and how many games it won when that was measured.

What was measured is a player against named opponents of `make bots`, over a fixed list of seeds, on the shipped map
`practice`. It says nothing certain of people, and on an owner's map it is about right at best. Who shares a victory has
a share of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import sqrt

import msgspec

NORMAL_95 = 1.96
"""Standard deviations to each side that hold 95 % of a normal distribution."""


ONE_PERSON = "one person"
"""The table of La malédiction at which one person plays two pawns."""


class Level(msgspec.Struct, frozen=True):
    """One level: how heated it chooses (`seat.chosen`), and what was measured."""

    heat: float
    wins: float = 0.0
    games: int = 0


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return between which win rates the true one lies with 95 % certainty (Wilson's interval); 0 to 1 of no game."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, NORMAL_95**2
    middle = rate + square / (2 * games)
    half = NORMAL_95 * sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    return max(0.0, (middle - half) / (1 + square / games)), min(1.0, (middle + half) / (1 + square / games))


def _levels(*measured: tuple[float, float, int]) -> tuple[Level, ...]:
    return tuple(Level(*one) for one in measured)


MEASURED: Mapping[tuple[str, Hashable], tuple[Level, ...]] = {
    ("mummy", 2): _levels((0.25, 15, 80), (0.15, 29, 80), (0.1, 44, 80), (0.03, 55, 80), (0.0, 108, 120)),
    ("mummy", 3): _levels((0.15, 20, 80), (0.1, 28, 80), (0.06, 39, 80), (0.03, 49, 80), (0.0, 238, 300)),
    ("mummy", 4): _levels((0.25, 19, 80), (0.15, 35, 80), (0.1, 41, 80), (0.06, 54, 80), (0.0, 101, 120)),
    ("mummy", ONE_PERSON): _levels((0.7, 27, 80), (0.4, 38, 80), (0.15, 50, 80), (0.06, 65, 80), (0.0, 118, 120)),
    ("hunters", 2): _levels((4.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.5, 0, 0), (0.0, 0, 0)),
    ("hunters", 3): _levels((4.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.5, 0, 0), (0.0, 0, 0)),
    ("hunters", 4): _levels((4.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.5, 0, 0), (0.0, 0, 0)),
    ("hunters", ONE_PERSON): _levels((4.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.5, 0, 0), (0.0, 0, 0)),
    **{
        ("momie", players): _levels((8.0, 0, 0), (4.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.0, 0, 0))
        for players in range(2, 7)
    },
    ("pharaoh", 2): _levels((0.4, 0, 0), (0.2, 0, 0), (0.1, 0, 0), (0.05, 0, 0), (0.0, 0, 0)),
    ("pharaoh", 3): _levels((0.4, 0, 0), (0.2, 0, 0), (0.1, 0, 0), (0.05, 0, 0), (0.0, 0, 0)),
    ("pharaoh", 4): _levels((0.4, 0, 0), (0.2, 0, 0), (0.1, 0, 0), (0.05, 0, 0), (0.0, 0, 0)),
}
"""The levels of each kind of player at each kind of table, the weakest first."""


def heat_of(kind: str, table: Hashable, level: int) -> float:
    """Return how heated a player of this kind chooses at such a table."""
    return MEASURED[kind, table][level - 1].heat
