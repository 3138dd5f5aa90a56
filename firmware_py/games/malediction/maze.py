"""The map of the pyramid as a value: cells, walls, and who reaches which cell, by paths, arrow slides or steps.

Why the exits of a cell are computed once: no piece ever enters solid rock, the stairs or the dungeon (P20, P33). So
hunters and mummy have the same steps from cell to cell, and no rule needs to check walls again.

Why sets of cells and not paths: only a hunter's last cell matters, and a path of exactly n steps may turn back
(P18). So the cells after n steps are all neighbours of the cells after n - 1. That takes microseconds on any map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import msgspec

from firmware_py.grid import SIDES, Cell, Side, cell_name, cell_position
from firmware_py.words import NOTHING, Words, plain, words

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
"""Numbers of pawns that a game can have."""
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

    def __hash__(self) -> int:
        return hash((self.contents, self.exits, self.mummy_die))

    @property
    def rows(self) -> int:
        """Number of rows."""
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
        """Whether `cell` is the name of a cell of this map, whatever stands there."""
        return cell in self._steps

    def content(self, cell: Cell) -> str:
        """What a cell of this map holds."""
        return self.contents[self.index_of(cell)]

    def is_floor(self, cell: Cell) -> bool:
        """Whether a piece can enter a cell of this map by a step."""
        return self.content(cell) not in NOT_FLOOR

    def mission(self, cell: Cell) -> str | None:
        """The code of the mission on a cell of this map, or None."""
        content = self.content(cell)
        return content if is_mission(content) else None

    def steps(self, cell: Cell) -> dict[Side, Cell]:
        """The cells one step away from a cell of this map, by the side on which they lie."""
        return self._steps[cell]

    @cached_property
    def _steps(self) -> dict[Cell, dict[Side, Cell]]:
        return {
            cell: {side: to for side, to in zip(SIDES, exits, strict=True) if to}
            for cell, exits in zip(self.cells, self.exits, strict=True)
        }

    def has_wall(self, cell: Cell, side: Side) -> bool:
        """Whether a wall is drawn on that side of a cell of this map; the outer border is one."""
        return side not in self.open_sides[self.index_of(cell)]

    def index_of(self, cell: Cell) -> int:
        """The index of a cell in reading order."""
        row, column = cell_position(cell)
        return row * self.columns + column


def is_mission(content: str) -> bool:
    """Whether a cell's content is a mission's code: a colour's letter and a digit."""
    return len(content) == 2 and content[0] in COLOURS and content[1] in "0123456789"


def in_card_order(codes: Iterable[str]) -> tuple[str, ...]:
    """Mission codes in the order of `COLOURS`, then by number."""
    return tuple(sorted(codes, key=lambda code: (COLOURS.index(code[0]), code)))


def pawn_words(pawn: str) -> Words:
    """The name of a pawn in a sentence; pawns named by an owner are not translated."""
    return PAWN_WORDS.get(pawn) or plain(pawn)


def mission_words(code: str, drawn: str) -> Words:
    """The name of a mission in a sentence: its code, and what is drawn on its cell if that is known."""
    return words("{code} ({object})", code=code, object=object_words(drawn)) if drawn else plain(code)


def object_words(drawn: str) -> Words:
    """The drawing on a cell in a sentence, if there is one; objects named by an owner are not translated."""
    return next((known for known in OBJECTS if known.message == drawn), plain(drawn) if drawn else NOTHING)


def exits_of(
    contents: tuple[str, ...], open_sides: tuple[str, ...], columns: int
) -> tuple[tuple[Cell, Cell, Cell, Cell], ...]:
    """The `Maze.exits` of a map: a step needs an open side and a cell that may be entered (P20, P22, P33)."""

    def step(index: int, side: Side) -> Cell:
        if side not in open_sides[index] or contents[index] == SOLID:
            return ""
        down, right = STEP[side]
        row, column = index // columns + down, index % columns + right
        return "" if contents[row * columns + column] in NOT_FLOOR else cell_name(row, column)

    return tuple((step(i, "N"), step(i, "E"), step(i, "S"), step(i, "W")) for i in range(len(contents)))


Face: TypeAlias = Literal["1", "2", "3", "4", "arrow"]
FACES: tuple[Face, ...] = get_args(Face)
"""The faces with which a hunter moves."""


def hunter_ends(maze: Maze, start: Cell, face: Face, mummy: Cell, others: Iterable[Cell]) -> frozenset[Cell]:
    """The cells where a hunter on `start` may end with a face; `others` are the other hunters' cells.

    Stairs and dungeon can be left but not entered (P20); the exits of the maze already leave them out.
    """
    if face == "arrow":
        return _slide_ends(maze, start, mummy, frozenset(others))
    return _exact_ends(maze, start, int(face), mummy) - frozenset(others)


def _exact_ends(maze: Maze, start: Cell, length: int, mummy: Cell) -> frozenset[Cell]:
    """The ends of all paths of exactly that length; they may revisit cells and cross hunters (P18, P21, P24)."""
    ends = frozenset({start})
    for _ in range(length):
        ends = frozenset(to for cell in ends for to in maze.steps(cell).values() if to != mummy)
    return ends


def _slide_ends(maze: Maze, start: Cell, mummy: Cell, others: frozenset[Cell]) -> frozenset[Cell]:
    """The cells to which the arrow leads: as far as possible in each direction, at least one cell (P22, P23)."""
    ends = set()
    for side in maze.steps(start):
        cell = start
        while (to := maze.steps(cell).get(side)) is not None and to != mummy and to not in others:
            cell = to
        if cell != start:
            ends.add(cell)
    return frozenset(ends)


def is_blocked(maze: Maze, start: Cell, mummy: Cell, others: Iterable[Cell]) -> bool:
    """Whether no face at all can be played from `start` (P26)."""
    taken = frozenset(others)
    return not any(hunter_ends(maze, start, face, mummy, taken) for face in FACES)


def distances(maze: Maze, starts: Iterable[Cell], closed: Cell = "") -> dict[Cell, int]:
    """How many steps each cell is from the nearest start, by paths that do not enter `closed`.

    Cells to which no path leads are left out.
    """
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for to in maze.steps(here).values():
            if to != closed and to not in found:
                found[to] = found[here] + 1
                waiting.append(to)
    return found


def mummy_paths(maze: Maze, start: Cell, steps: int, hunters: Iterable[Cell]) -> dict[Cell, tuple[Cell, ...]]:
    """One shortest path to every cell where the mummy may end with up to `steps`, its own cell first (P32).

    The mummy stops on the first hunter it meets (P34), so no path leads through one.
    """
    taken = frozenset(hunters)
    paths: dict[Cell, tuple[Cell, ...]] = {start: ()}
    newest = [start]
    for _ in range(steps):
        ends = {}
        for cell in newest:
            for to in () if cell in taken else maze.steps(cell).values():
                if to not in paths and to not in ends:
                    ends[to] = (*paths[cell], to)
        if not ends:
            break
        paths |= ends
        newest = list(ends)
    return paths


def cells_within(exits: Callable[[Cell], Iterable[Cell]], start: Cell) -> frozenset[Cell]:
    """Every cell that `exits` lead to from `start`, however far; "" is no cell."""
    seen: set[Cell] = set()
    waiting = [start]
    while waiting:
        for to in exits(waiting.pop()):
            if to and to not in seen:
                seen.add(to)
                waiting.append(to)
    return frozenset(seen)
