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


MEASURED: Mapping[tuple[str, Hashable], tuple[Level, ...]] = {
    ("mummy", 2): tuple(map(Level, (0.4, 0.25, 0.1, 0.04, 0.0))),
    ("mummy", 3): tuple(map(Level, (0.4, 0.25, 0.1, 0.04, 0.0))),
    ("mummy", 4): tuple(map(Level, (0.4, 0.25, 0.1, 0.04, 0.0))),
    ("mummy", "two pawns of one"): tuple(map(Level, (0.4, 0.25, 0.1, 0.04, 0.0))),
    ("hunters", 2): tuple(map(Level, (3.0, 1.5, 0.8, 0.4, 0.0))),
    ("hunters", 3): tuple(map(Level, (3.0, 1.5, 0.8, 0.4, 0.0))),
    ("hunters", 4): tuple(map(Level, (3.0, 1.5, 0.8, 0.4, 0.0))),
    ("hunters", "two pawns of one"): tuple(map(Level, (3.0, 1.5, 0.8, 0.4, 0.0))),
}
"""The levels of each kind of player at each kind of table, the weakest first."""


def heat_of(kind: str, table: Hashable, level: int) -> float:
    """Return how heated a player of this kind chooses at such a table."""
    return MEASURED[kind, table][level - 1].heat
