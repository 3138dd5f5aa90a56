"""How strong each level is: the heat of its choices, and how many games it won when that was measured.

Each row is a heat, the games won, and the games played, over fixed seeds; who shares a victory has a share of it. Half
of 400 games won means 45 to 55 %, and half of 100 means 40 to 60.

`make bots` measures against the same opponents, and says which label is wrong: the mummy against the box's own hunters
at full strength; hunters against a mummy that stands for a person, who keeps each hunter's last two faces in mind and
walks where somebody may then be; in L'or du pharaon players who go for the nearest treasure; in Maudite Momie people
who look at their cards and play by the best rule of thumb, while the box hears all backs. None of it promises anything
about people. La malédiction is measured on each map of the program: on an owner's map, what holds on the map `practice`
is about right at best.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import msgspec

ONE_PERSON = "one person"
"""The table of La malédiction at which one person plays two pawns."""


class Level(msgspec.Struct, frozen=True):
    """One level: how heated it chooses (`seat.draw_option`), and what was measured."""

    heat: float
    wins: float
    games: int

    @property
    def rate(self) -> int:
        """Games that it wins of 100: its label."""
        return round(100 * self.wins / self.games)


def _levels(*measured: tuple[float, float, int]) -> tuple[Level, ...]:
    return tuple(Level(*one) for one in measured)


MEASURED: Mapping[tuple[str, Hashable], tuple[Level, ...]] = {
    ("mummy", 2): _levels((0.3, 110, 400), (0.2, 167, 400), (0.13, 219, 400), (0.06, 304, 400), (0.0, 362, 400)),
    ("mummy", 3): _levels((0.35, 89, 400), (0.2, 166, 400), (0.09, 249, 400), (0.05, 307, 400), (0.0, 350, 400)),
    ("mummy", 4): _levels((0.3, 149, 400), (0.2, 205, 400), (0.13, 266, 400), (0.08, 315, 400), (0.0, 357, 400)),
    ("mummy", ONE_PERSON): _levels((0.7, 97, 400), (0.4, 175, 400), (0.2, 278, 400), (0.08, 353, 400), (0.0, 396, 400)),
    ("hunters", 2): _levels((1.6, 35, 400), (1, 93, 400), (0.7, 115, 400), (0.4, 169, 400), (0.0, 200, 400)),
    ("hunters", 3): _levels((2, 13, 400), (1.3, 42, 400), (0.9, 101, 400), (0.55, 147, 400), (0.0, 218, 400)),
    ("hunters", 4): _levels((1.3, 12, 400), (0.9, 42, 400), (0.6, 87, 400), (0.25, 137, 400), (0.0, 143, 400)),
    ("hunters", ONE_PERSON): _levels((1.6, 3, 400), (0.7, 26, 400), (0.5, 61, 400), (0.3, 74, 400), (0.0, 81, 400)),
    ("pharaoh", 2): _levels((0.3, 8, 100), (0.2, 25, 100), (0.1, 43.5, 100), (0.05, 62, 100), (0.0, 75, 100)),
    ("pharaoh", 3): _levels((0.3, 6, 100), (0.2, 17, 100), (0.1, 26, 100), (0.05, 48, 100), (0.0, 59.5, 100)),
    ("pharaoh", 4): _levels((0.3, 5, 100), (0.2, 13.5, 100), (0.1, 32, 100), (0.05, 42, 100), (0.0, 52, 100)),
    ("momie", 2): _levels((4, 91, 400), (2, 100, 400), (1, 138, 400), (0.5, 164, 400), (0.0, 194.5, 400)),
    ("momie", 3): _levels((4, 33, 400), (2, 50.5, 400), (1, 73.5, 400), (0.4, 91.5, 400), (0.0, 131, 400)),
    ("momie", 4): _levels((4, 26.5, 400), (1.8, 41, 400), (0.8, 53.5, 400), (0.3, 69.8, 400), (0.0, 103, 400)),
    ("momie", 5): _levels((4, 19, 400), (2, 26, 400), (1, 41.5, 400), (0.4, 49, 400), (0.0, 69, 400)),
    ("momie", 6): _levels((5, 11.5, 400), (1.8, 16.5, 400), (0.9, 32.8, 400), (0.4, 39.5, 400), (0.0, 69.5, 400)),
}
"""The levels of each kind of player at each kind of table, the weakest first; of La malédiction on `PRACTICE`."""
PRACTICE, SMALL = "practice", "small"
"""The program's maps."""
WON_ON_SMALL: Mapping[tuple[str, Hashable], tuple[int, ...]] = {
    ("mummy", 2): (168, 196, 227, 269, 277),
    ("mummy", ONE_PERSON): (209, 261, 312, 358, 377),
    ("hunters", 2): (83, 114, 130, 139, 157),
    ("hunters", ONE_PERSON): (22, 28, 41, 45, 49),
}
"""How many of 400 games the same levels won on the map `SMALL`, whose cards are enough for two hunters (P03)."""
MEASURED_ON: Mapping[str, Mapping[tuple[str, Hashable], tuple[Level, ...]]] = {
    PRACTICE: MEASURED,
    SMALL: {
        key: tuple(Level(level.heat, wins, 400) for level, wins in zip(MEASURED[key], won, strict=True))
        for key, won in WON_ON_SMALL.items()
    },
}
"""What was measured on each map."""


def heat_of(kind: str, table: Hashable, level: int) -> float:
    """How heated a player of this kind chooses at such a table."""
    return MEASURED[kind, table][level - 1].heat


KINDS = {("malediction", "mummy"): "mummy", ("malediction", "hunter"): "hunters"}
"""What the kinds of seats are called above; in other games all seats are alike."""
OTHER_KINDS = {"or_du_pharaon": "pharaoh", "maudite_momie": "momie"}


def win_rate(game: str, kind: str, players: int, level: int, place: str = PRACTICE) -> int | None:
    """How many of 100 games a seat has won at a table of so many players; None if nobody has measured it.

    `place` is the map, if the game has some.
    """
    table: Hashable = players
    if game == "malediction":
        table = ONE_PERSON if players == FEWEST_PLAYERS else players - 1
    name = KINDS.get((game, kind)) or OTHER_KINDS[game]
    levels = MEASURED_ON[place].get((name, table))
    return levels[level - 1].rate if levels else None


FEWEST_PLAYERS = 2
"""With so many, one person plays two pawns in La malédiction."""
