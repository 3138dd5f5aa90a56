"""How strong each level is: the heat of its choices, and how many games it won when that was measured.

Each row is a heat, the games won, and the games played, over fixed seeds; who shares a victory has a share of it. The
games are few: of 60, half of them won means 38 to 62 % (`interval`). A level of no game is not measured yet.

`make bots` measures against the same opponents: the mummy against the box's own hunters at full strength, on the map
`practice`; hunters against a mummy that walks to a likely cell; in L'or du pharaon players of the demonstration; in
Maudite Momie people who look at their cards and play by the best rule of thumb, while the box hears all backs. None of
it promises anything about people, and on an owner's map it is about right at best.
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
    ("hunters", 2): _levels((1.0, 4, 60), (0.7, 4, 60), (0.4, 8, 60), (0.2, 8, 60), (0.0, 7, 60)),
    ("hunters", 3): _levels((1.0, 6, 80), (0.5, 14, 80), (0.2, 16, 60), (0.1, 21, 60), (0.0, 28, 80)),
    ("hunters", 4): _levels((1.0, 2, 60), (0.7, 6, 60), (0.4, 9, 60), (0.2, 17, 60), (0.0, 10, 60)),
    ("hunters", ONE_PERSON): _levels((1.0, 1, 200), (0.7, 2, 200), (0.4, 4, 200), (0.2, 4, 200), (0.0, 3, 60)),
    ("pharaoh", 2): _levels((0.2, 0, 0), (0.1, 24, 60), (0.05, 35, 60), (0.02, 0, 0), (0.0, 78, 100)),
    ("pharaoh", 3): _levels((0.2, 0, 0), (0.1, 9, 40), (0.05, 18, 40), (0.02, 0, 0), (0.0, 22, 40)),
    ("pharaoh", 4): _levels((0.2, 4, 40), (0.1, 7, 40), (0.05, 12, 40), (0.02, 17, 40), (0.0, 17, 40)),
    ("momie", 2): _levels((4.0, 57.5, 300), (2.0, 78, 300), (1.0, 95, 300), (0.5, 133.5, 300), (0.0, 146, 300)),
    ("momie", 3): _levels((4.0, 26.5, 300), (2.0, 36, 300), (1.0, 58, 300), (0.5, 69, 300), (0.0, 101, 300)),
    ("momie", 4): _levels((4.0, 20.5, 300), (2.0, 33.3, 300), (1.0, 37, 300), (0.5, 41, 300), (0.0, 70, 300)),
    ("momie", 5): _levels((4.0, 9.5, 300), (2.0, 17.3, 300), (1.0, 23, 300), (0.5, 40, 300), (0.0, 58, 300)),
    ("momie", 6): _levels((4.0, 12.5, 400), (2.0, 9.5, 300), (1.0, 23.5, 300), (0.5, 40, 300), (0.0, 51, 300)),
}
"""The levels of each kind of player at each kind of table, the weakest first."""


def heat_of(kind: str, table: Hashable, level: int) -> float:
    """How heated a player of this kind chooses at such a table."""
    return MEASURED[kind, table][level - 1].heat


KINDS = {("malediction", "mummy"): "mummy", ("malediction", "hunter"): "hunters"}
"""What the kinds of seats are called above; in other games all seats are alike."""
OTHER_KINDS = {"or_du_pharaon": "pharaoh", "maudite_momie": "momie"}


def win_rate(game: str, kind: str, players: int, level: int) -> int | None:
    """How many of 100 games a seat has won at a table of so many players; None if that is not measured."""
    table: Hashable = players
    if game == "malediction":
        table = ONE_PERSON if players == FEWEST_PLAYERS else players - 1
    name = KINDS.get((game, kind)) or OTHER_KINDS[game]
    measured = MEASURED[name, table][level - 1]
    return round(100 * measured.wins / measured.games) if measured.games else None


FEWEST_PLAYERS = 2
"""With so many, one person plays two pawns in La malédiction."""
