"""Boards as their owners write them: the drawing, everything that is wrong with it, and the board that it means.

    +---+---+---+     walls are drawn, openings are left blank; three characters say what a cell holds:
    |R1     |B2 |     nothing (floor), ## (solid), ST (stairs), DU (dungeon), SA (sarcophagus), DS (dungeon and
    +   +---+   +     sarcophagus in one), or a mission: colour letter R B W G Y and a digit
    |ST       DS|
    +---+---+---+

Why problems are collected: an owner copies his box by hand, and wants to hear of all slips at once, each with its
place. Only a drawing whose first line does not say how many columns there are stops the reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from firmware_py.games.malediction.maze import (
    COLOUR_WORDS,
    COLOURS,
    DUNGEON,
    DUNGEON_AND_SARCOPHAGUS,
    FURNITURE,
    MOST_COLUMNS,
    NOT_FLOOR,
    PAWNS,
    SARCOPHAGUS,
    SIDES,
    STAIRS,
    STEP,
    Maze,
    Side,
    exits_of,
    is_mission,
)
from firmware_py.games.malediction.movement import cells_within
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.words import Words, plain, words, words_n

MOST_HUNTERS, FEWEST_HUNTERS = 4, 2
MOST_NAMED = 6
"""So many cells out of reach are named; of half a map one needs no list."""


class MapDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as it is written in a file or a record."""

    map: str | tuple[str, ...]
    """The lines of the map; as one text, a final newline ends the last line and begins no other."""
    mummy_die: tuple[int, ...]
    name: str = ""
    pawns: tuple[str, ...] = PAWNS
    objects: dict[str, str] = {}
    """What is drawn on a mission's cell, by its code."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The map line by line."""
        if isinstance(self.map, tuple):
            return self.map
        return tuple(self.map.removesuffix("\n").split("\n"))


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where: line and column of the map, counted from 1, or line 0 for another key.

    `cells` are those that it is about, if any; the first of them stands at line and column.
    """

    why: Words
    line: int = 0
    column: int = 0
    key: str = "map"
    cells: tuple[Cell, ...] = ()

    @property
    def words(self) -> Words:
        """The problem with its place, as one sentence."""
        if self.line == 0:
            return words("{key}: {why}", key=self.key, why=self.why)
        return words("map line {line}, column {column}: {why}", line=self.line, column=self.column, why=self.why)


Problems = tuple[Problem, ...]


def read_keys(keys: dict[str, Any]) -> tuple[MapDrawing | None, Problems]:
    """Return the drawing that a file's keys make, or None and every key that is unknown, missing or of a wrong type."""
    types = {field.name: field.type for field in msgspec.structs.fields(MapDrawing)}
    problems = [Problem(words("there is no such key."), key=key) for key in keys if key not in types]
    for field in msgspec.structs.fields(MapDrawing):
        if field.name in keys:
            try:
                msgspec.convert(keys[field.name], field.type)
            except msgspec.ValidationError:
                problems.append(Problem(_wanted(field.name), key=field.name))
        elif field.required:
            problems.append(Problem(words("this key is missing."), key=field.name))
    return (None if problems else msgspec.convert(keys, MapDrawing)), tuple(problems)


def legible(keys: dict[str, Any]) -> MapDrawing | None:
    """Return the drawing that those keys make which can be read, a die of one face in want of one; None without a map.

    So the slips in the map are told together with those in the keys.
    """
    read: dict[str, Any] = {"mummy_die": (1,)}
    for field in msgspec.structs.fields(MapDrawing):
        with suppress(KeyError, msgspec.ValidationError):
            read[field.name] = msgspec.convert(keys[field.name], field.type)
    return MapDrawing(**read) if "map" in read else None


def _wanted(key: str) -> Words:
    match key:
        case "map":
            return words("the map is one text, or a list of lines.")
        case "mummy_die":
            return words("the mummy die is a list of whole numbers.")
        case "pawns":
            return words("the pawns are a list of names.")
        case "objects":
            return words("the objects are a table of texts by mission.")
        case _:
            return words("the name is a text.")


def read_maze(drawing: MapDrawing) -> tuple[Maze | None, Problems]:
    """Return the board that is drawn, or None and everything that is wrong with the drawing, in reading order."""
    problems = list(_problems_beside_the_map(drawing))
    columns, problem = _columns(drawing.lines)
    if problem is not None:
        return None, (*problems, problem)
    missing = _missing_line(drawing.lines)
    if missing and not _lacks_only_the_last(drawing.lines):  # nobody knows which line means what
        return None, (*problems, *missing)
    foot = ("+" + "---+" * columns,) if missing else ()
    grid = _read_grid((*drawing.lines, *foot), columns)
    found = [*missing, *grid.problems, *_furniture_problems(grid), *_reach_problems(grid)]
    problems += sorted(found, key=lambda problem: (problem.line, problem.column))
    if problems:
        return None, tuple(problems)
    return grid.board(drawing), ()


def _problems_beside_the_map(drawing: MapDrawing) -> Iterator[Problem]:
    if not drawing.mummy_die:
        yield Problem(words("the mummy die needs a face at least."), key="mummy_die")
    if any(face < 0 for face in drawing.mummy_die):
        yield Problem(words("a face of the mummy die is 0 or more."), key="mummy_die")
    if len(set(drawing.pawns)) < len(drawing.pawns) or "" in drawing.pawns:
        yield Problem(words("every pawn needs a name of its own."), key="pawns")
    if len(drawing.pawns) < FEWEST_HUNTERS:
        yield Problem(words("at least two pawns are needed."), key="pawns")
    for code in drawing.objects:
        if not is_mission(code):
            yield Problem(words("{code} is no mission: a colour R B W G Y and a digit.", code=code), key="objects")


_FURNITURE_WORDS = {
    STAIRS: words("the stairs"),
    DUNGEON: words("the dungeon"),
    SARCOPHAGUS: words("the sarcophagus"),
}
"""What a map must have exactly once."""


# --- the map ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Grid:
    """What was drawn, as far as it could be read; cells row by row."""

    columns: int
    contents: tuple[str, ...]
    open_sides: tuple[str, ...]
    problems: Problems

    def board(self, drawing: MapDrawing) -> Maze:
        """Return the board, once exactly one stairs, dungeon and sarcophagus are known to be there."""
        return Maze(
            drawing.name,
            drawing.pawns,
            drawing.mummy_die,
            drawing.objects,
            self.columns,
            self.contents,
            self.open_sides,
            exits_of(self.contents, self.open_sides, self.columns),
            *(self.cells_with(kind)[0] for kind in (STAIRS, DUNGEON, SARCOPHAGUS)),
        )

    def cells_with(self, kind: str) -> list[Cell]:
        """Return the cells that hold the stairs, a dungeon or a sarcophagus."""
        kinds = {kind} if kind == STAIRS else {kind, DUNGEON_AND_SARCOPHAGUS}
        return [self.name(index) for index, content in enumerate(self.contents) if content in kinds]

    def name(self, index: int) -> Cell:
        """Return the name of a cell by its place in `contents`."""
        return cell_name(index // self.columns, index % self.columns)


def _columns(lines: tuple[str, ...]) -> tuple[int, Problem | None]:
    """Return how many columns line 1 fixes, or the problem that leaves it open."""
    first = lines[0] if lines else ""
    columns = (len(first) - 1) // 4
    if columns < 1 or len(first) != 4 * columns + 1:
        why = words("the first line is a + and, for each column, --- and a + again.")
        return 0, Problem(why, 1, len(first) + 1)
    if columns > MOST_COLUMNS:
        why = words("a map has {most} columns at most, one for each letter.", most=MOST_COLUMNS)
        return 0, Problem(why, 1, 4 * MOST_COLUMNS + 2)
    return columns, None


def _read_grid(lines: tuple[str, ...], columns: int) -> _Grid:
    rows = (len(lines) - 1) // 2
    padded = tuple(line.ljust(4 * columns + 1) for line in lines)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    contents = tuple(padded[2 * row + 1][4 * column + 1 : 4 * column + 4].strip(" ") for row, column in places)

    def is_open(row: int, column: int, side: Side) -> bool:
        down, right = STEP[side]
        inside = 0 <= row + down < rows and 0 <= column + right < columns
        return inside and padded[2 * row + 1 + down][4 * column + 2 + 2 * right] == " "

    open_sides = tuple("".join(side for side in SIDES if is_open(*at, side)) for at in places)
    problems = (
        *_length_problems(lines, columns),
        *_corner_problems(lines, columns),
        *_wall_problems(padded, columns),
        *_content_problems(contents, columns),
    )
    return _Grid(columns, contents, open_sides, problems)


def _missing_line(lines: tuple[str, ...]) -> Problems:
    if len(lines) % 2 and len(lines) > 1:
        return ()
    why = words("a map has a line for each row, one between rows, and one above and below all.")
    return (Problem(why, len(lines), 1),)


def _lacks_only_the_last(lines: tuple[str, ...]) -> bool:
    """Return whether walls and cells take turns down to a last line of cells."""
    return len(lines) % 2 == 0 and all(line.startswith("+") == (at % 2 == 0) for at, line in enumerate(lines))


def _length_problems(lines: tuple[str, ...], columns: int) -> Iterator[Problem]:
    for number, line in enumerate(lines, start=1):
        if len(line) > 4 * columns + 1:
            yield Problem(words("this line is longer than the first."), number, 4 * columns + 2)


def _corner_problems(lines: tuple[str, ...], columns: int) -> Iterator[Problem]:
    for number, line in enumerate(lines, start=1):
        drawn = len(line) if number == 1 else len(line.rstrip(" "))
        for at in range(0, 4 * columns + 1, 4):
            if number % 2 and at < drawn and line[at] != "+":
                yield Problem(words("here a + is missing."), number, at + 1)


def _wall_problems(padded: tuple[str, ...], columns: int) -> Iterator[Problem]:
    for number, line in enumerate(padded, start=1):
        for at in range(0, 4 * columns + 1, 4):
            if number % 2 == 0 and line[at] not in "| ":
                yield Problem(words("between two cells there is | (a wall) or a space (open)."), number, at + 1)
            if number % 2 and at < 4 * columns and line[at + 1 : at + 4] not in ("---", "   "):
                yield Problem(words("between two + there is --- (a wall) or three spaces (open)."), number, at + 2)


def _content_problems(contents: tuple[str, ...], columns: int) -> Iterator[Problem]:
    first: dict[str, Cell] = {}
    for index, content in enumerate(contents):
        cell = cell_name(index // columns, index % columns)
        if is_mission(content) and content in first:
            yield _at(cell, words("{code} stands on {cell} already.", code=content, cell=first[content]))
        elif is_mission(content):
            first[content] = cell
        elif content not in FURNITURE:
            why = words("a cell holds nothing, ##, ST, DU, SA, DS or a mission such as R1; not {found}.", found=content)
            yield _at(cell, why)


def _furniture_problems(grid: _Grid) -> Iterator[Problem]:
    for kind, name in _FURNITURE_WORDS.items():
        cells = grid.cells_with(kind)
        if not cells:
            yield Problem(words("still missing: {kind}.", kind=name), 1, 1)
        for cell in cells[1:]:
            yield _at(cell, words("on {cell} already: {kind}.", kind=name, cell=cells[0]))


def _reach_problems(grid: _Grid) -> Iterator[Problem]:
    """Report the floor that nobody can walk to, once for the stairs and once for the dungeon."""
    names = [grid.name(index) for index in range(len(grid.contents))]
    exits = dict(zip(names, exits_of(grid.contents, grid.open_sides, grid.columns), strict=True))
    floor = [name for name, content in zip(names, grid.contents, strict=True) if content not in NOT_FLOOR]
    for kind in (STAIRS, DUNGEON):
        starts = grid.cells_with(kind)
        if len(starts) != 1:
            continue
        reached = cells_within(lambda cell: exits[cell], starts[0])
        lost = [cell for cell in floor if cell not in reached]
        if lost:
            yield _at(lost[0], _unreachable(_FURNITURE_WORDS[kind], lost), *lost[1:])


def _unreachable(kind: Words, lost: list[Cell]) -> Words:
    """Return that cells are out of reach: some of them by name, and how many more."""
    cells = tuple(map(plain, lost[:MOST_NAMED]))
    if len(lost) > MOST_NAMED:
        cells = (*cells[:-1], words("{cell} and {more} more", cell=cells[-1], more=len(lost) - MOST_NAMED))
    return words("nobody comes from {kind} to {cells}: open a way, or draw rock there.", kind=kind, cells=cells)


def _at(cell: Cell, why: Words, *others: Cell) -> Problem:
    row, column = cell_position(cell)
    return Problem(why, 2 * row + 2, 4 * column + 2, cells=(cell, *others))


# --- what is odd, but can be played ----------------------------------------------------------------------------------


def warnings(board: Maze) -> tuple[Words, ...]:
    """Return what is odd about a board on which one can play all the same."""
    hunters = min(MOST_HUNTERS, len(board.pawns))
    counts = Counter(code[0] for code in board.missions)
    few = (
        words_n(
            "{colour}: {count} is too few, each of {hunters} hunters draws one.",
            "{colour}: {count} are too few, each of {hunters} hunters draws one.",
            counts[colour],
            colour=COLOUR_WORDS[colour],
            hunters=hunters,
        )
        for colour in COLOURS
        if counts[colour] < hunters
    )
    unused = (
        words("objects: no cell holds {code}.", code=code) for code in board.objects if code not in board.missions
    )
    lacking = [words("without a mission of every colour no hunter can win.")] if len(counts) < len(COLOURS) else []
    parted = [] if is_whole(board) else [words("the corridors fall into parts; nobody walks across.")]
    return (*lacking, *parted, *few, *unused)


def is_whole(board: Maze) -> bool:
    """Return whether one can walk from any floor to any other: else the mummy may be locked up in a corner."""
    floor = [cell for cell in board.cells if board.is_floor(cell)]
    return not floor or {floor[0], *cells_within(lambda cell: board.steps(cell).values(), floor[0])} == set(floor)
