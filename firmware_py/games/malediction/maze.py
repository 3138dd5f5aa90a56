"""The map of the pyramid as a value: cells, walls, and where one step may lead.

Why the exits of a cell are computed once: no piece ever enters solid rock, the stairs or the dungeon (P20, P33). So
hunters and mummy have the same steps from cell to cell, and no rule needs to check walls again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import msgspec

from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.words import NOTHING, Words, plain, words

Side: TypeAlias = Literal["N", "E", "S", "W"]
SIDES: tuple[Side, ...] = get_args(Side)
STEP: dict[Side, tuple[int, int]] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""What a step to a side adds to row and column."""

FLOOR, SOLID, STAIRS, DUNGEON, SARCOPHAGUS, DUNGEON_AND_SARCOPHAGUS = "", "##", "ST", "DU", "SA", "DS"
FURNITURE = (FLOOR, SOLID, STAIRS, DUNGEON, SARCOPHAGUS, DUNGEON_AND_SARCOPHAGUS)
"""What a cell can hold besides a mission."""
NOT_FLOOR = frozenset({SOLID, STAIRS, DUNGEON, DUNGEON_AND_SARCOPHAGUS})
"""Contents of the cells that no piece enters by a step (P20, P22, P33); a sarcophagus apart is floor (P44)."""

COLOURS = ("R", "B", "W", "G", "Y")
"""The colours of mission cards; the colours of the pawns have nothing to do with them (P05)."""
COLOUR_WORDS: dict[str, Words] = {
    "R": words("red missions"),
    "B": words("blue missions"),
    "W": words("white missions"),
    "G": words("green missions"),
    "Y": words("yellow missions"),
}
PAWNS = ("red", "turquoise", "blue", "purple")
"""The pawns of the printed box."""
FEWEST_HUNTERS, MOST_HUNTERS = 2, 4
"""How many pawns one game has."""
PAWN_WORDS: dict[str, Words] = {
    "red": words("red pawn"),
    "turquoise": words("turquoise pawn"),
    "blue": words("blue pawn"),
    "purple": words("purple pawn"),
}

OBJECTS = (
    *(words("scarab"), words("jackal"), words("cobra"), words("ibis"), words("falcon")),
    *(words("jug"), words("necklace"), words("bracelet"), words("ring"), words("mirror")),
    *(words("scroll"), words("mask"), words("harp"), words("drum"), words("sandal")),
    *(words("lotus"), words("palm"), words("reed"), words("fig")),
    *(words("sun"), words("eye"), words("crown"), words("star")),
)
"""What is drawn on the shipped maps, listed here for the translators; owners name their own objects."""

MOST_COLUMNS = 26
"""One for each letter."""
MOST_ROWS = 99
"""More are neither printed nor shown; and the time to read a map grows with its rows."""
_CELL = re.compile(r"[a-z][1-9][0-9]{0,5}")


class Maze(msgspec.Struct, frozen=True, dict=True):
    """A map on which the game can be played; tuples have one entry a cell, row by row from the top left.

    It stays the same for a whole game. So what follows from it is computed once.
    """

    name: str
    pawns: tuple[str, ...]
    mummy_die: tuple[int, ...]
    objects: dict[str, str]
    """What is drawn on a mission's cell, by its code; not every code has an entry."""
    columns: int
    contents: tuple[str, ...]
    """What each cell holds: one of `FURNITURE`, or a mission's code."""
    open_sides: tuple[str, ...]
    """The sides of each cell where no wall is drawn, as letters of `NESW`."""
    exits: tuple[tuple[Cell, Cell, Cell, Cell], ...]
    """Where a step to each of `SIDES` leads; "" at a wall, at the edge, and before a cell that no piece enters."""
    stairs: Cell
    dungeon: Cell
    sarcophagus: Cell

    @property
    def rows(self) -> int:
        """How many rows the map has."""
        return len(self.contents) // self.columns

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell's name, row by row."""
        return tuple(cell_name(row, column) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def missions(self) -> dict[str, Cell]:
        """The cell of every mission, by its code, in the order of `COLOURS` and numbers."""
        found = {content: cell for cell, content in zip(self.cells, self.contents, strict=True) if is_mission(content)}
        return {code: found[code] for code in in_card_order(found)}

    def has(self, cell: str) -> bool:
        """Return whether `cell` is the name of a cell of this map, whatever stands there."""
        if not _CELL.fullmatch(cell):
            return False
        row, column = cell_position(cell)
        return row < self.rows and column < self.columns

    def content(self, cell: Cell) -> str:
        """Return what a cell of this map holds."""
        return self.contents[self._index(cell)]

    def is_floor(self, cell: Cell) -> bool:
        """Return whether a piece can enter a cell of this map by a step."""
        return self.content(cell) not in NOT_FLOOR

    def mission(self, cell: Cell) -> str | None:
        """Return the code of the mission on a cell of this map, or None."""
        content = self.content(cell)
        return content if is_mission(content) else None

    def steps(self, cell: Cell) -> dict[Side, Cell]:
        """Return the cells one step away from a cell of this map, by the side on which they lie."""
        return self._steps[cell]

    @cached_property
    def _steps(self) -> dict[Cell, dict[Side, Cell]]:
        return {
            cell: {side: to for side, to in zip(SIDES, exits, strict=True) if to}
            for cell, exits in zip(self.cells, self.exits, strict=True)
        }

    def has_wall(self, cell: Cell, side: Side) -> bool:
        """Return whether a wall is drawn on that side of a cell of this map; the outer border is one."""
        return side not in self.open_sides[self._index(cell)]

    def _index(self, cell: Cell) -> int:
        row, column = cell_position(cell)
        return row * self.columns + column


def is_mission(content: str) -> bool:
    """Return whether what a cell holds is a mission's code: a colour's letter and a digit."""
    return len(content) == 2 and content[0] in COLOURS and content[1] in "0123456789"


def in_card_order(codes: Iterable[str]) -> tuple[str, ...]:
    """Return mission codes in the order of `COLOURS`, then by number."""
    return tuple(sorted(codes, key=lambda code: (COLOURS.index(code[0]), code)))


def pawn_words(pawn: str) -> Words:
    """Return the name of a pawn in a sentence; pawns named by an owner are not translated."""
    return PAWN_WORDS.get(pawn) or plain(pawn)


def mission_words(code: str, drawn: str) -> Words:
    """Return the name of a mission in a sentence: its code, and what is drawn on its cell if that is known."""
    return words("{code} ({object})", code=code, object=object_words(drawn)) if drawn else plain(code)


def object_words(drawn: str) -> Words:
    """Return what is drawn on a cell, for a sentence, if anything is; objects named by an owner are not translated."""
    return next((known for known in OBJECTS if known.message == drawn), plain(drawn) if drawn else NOTHING)


def exits_of(
    contents: tuple[str, ...], open_sides: tuple[str, ...], columns: int
) -> tuple[tuple[Cell, Cell, Cell, Cell], ...]:
    """Return `Maze.exits` of a map: a step needs an open side and a cell that may be entered (P20, P22, P33)."""

    def step(index: int, side: Side) -> Cell:
        if side not in open_sides[index] or contents[index] == SOLID:
            return ""
        down, right = STEP[side]
        row, column = index // columns + down, index % columns + right
        return "" if contents[row * columns + column] in NOT_FLOOR else cell_name(row, column)

    return tuple((step(i, "N"), step(i, "E"), step(i, "S"), step(i, "W")) for i in range(len(contents)))
