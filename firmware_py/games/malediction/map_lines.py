"""The lines of a drawn map: what each cell holds, which sides are open, and everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from firmware_py.games.malediction.map_problems import Problem, Problems
from firmware_py.games.malediction.maze import (
    DUNGEON,
    DUNGEON_AND_SARCOPHAGUS,
    FURNITURE,
    MOST_COLUMNS,
    MOST_ROWS,
    NOT_FLOOR,
    SARCOPHAGUS,
    SIDES,
    STAIRS,
    STEP,
    Side,
    exits_of,
    is_mission,
)
from firmware_py.games.malediction.movement import cells_within
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.words import Words, plain, words

MOST_NAMED = 6
"""How many unreachable cells a problem names at most."""

_FURNITURE_WORDS = {
    STAIRS: words("the stairs"),
    DUNGEON: words("the dungeon"),
    SARCOPHAGUS: words("the sarcophagus"),
}
"""What a map must have exactly once."""


class Grid(msgspec.Struct, frozen=True):
    """What was drawn, as far as it can be read; cells row by row."""

    columns: int
    contents: tuple[str, ...]
    open_sides: tuple[str, ...]
    problems: Problems

    @property
    def exits(self) -> tuple[tuple[Cell, Cell, Cell, Cell], ...]:
        """Where a step to each side leads, in the form of `Maze.exits`."""
        return exits_of(self.contents, self.open_sides, self.columns)

    def cells_with(self, kind: str) -> list[Cell]:
        """Return the cells that hold the stairs, a dungeon or a sarcophagus."""
        kinds = {kind} if kind == STAIRS else {kind, DUNGEON_AND_SARCOPHAGUS}
        return [self.name(index) for index, content in enumerate(self.contents) if content in kinds]

    def name(self, index: int) -> Cell:
        """Return the name of a cell by its place in `contents`."""
        return cell_name(index // self.columns, index % self.columns)


def read_lines(lines: tuple[str, ...]) -> tuple[Grid | None, Problems]:
    """Return what is drawn, and everything that is wrong with it in reading order.

    The grid is None if the drawing cannot be read at all; then there is a problem.
    """
    columns, problem = _columns(lines)
    if problem is not None:
        return None, (problem,)
    if len(lines) > 2 * MOST_ROWS + 1:
        return None, (Problem(words("a map has {most} rows at most.", most=MOST_ROWS), 2 * MOST_ROWS + 2, 1),)
    missing = _missing_line(lines)
    if missing and not _lacks_only_the_last(lines):  # no line has a certain meaning
        return None, missing
    foot = ("+" + "---+" * columns,) if missing else ()
    grid = _read_grid((*lines, *foot), columns)
    found = [*missing, *grid.problems, *_furniture_problems(grid), *_reach_problems(grid)]
    return grid, tuple(sorted(found, key=lambda problem: (problem.line, problem.column)))


def _columns(lines: tuple[str, ...]) -> tuple[int, Problem | None]:
    """Return how many columns line 1 has, or its problem."""
    first = lines[0] if lines else ""
    columns = (len(first) - 1) // 4
    if columns < 1 or len(first) != 4 * columns + 1:
        why = words("the first line of the map is a + and, for each column, --- and a + again.")
        return 0, Problem(why, 1, len(first) + 1)
    if columns > MOST_COLUMNS:
        why = words("a map has {most} columns at most, one for each letter.", most=MOST_COLUMNS)
        return 0, Problem(why, 1, 4 * MOST_COLUMNS + 2)
    return columns, None


def _read_grid(lines: tuple[str, ...], columns: int) -> Grid:
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
    return Grid(columns, contents, open_sides, problems)


def _missing_line(lines: tuple[str, ...]) -> Problems:
    if len(lines) % 2 and len(lines) > 1:
        return ()
    why = words("a map has a line for each row, one between rows, and one above and below all.")
    return (Problem(why, len(lines), 1),)


def _lacks_only_the_last(lines: tuple[str, ...]) -> bool:
    """Return whether lines of walls and of cells alternate, and the last is one of cells."""
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
                yield Problem(words("a + is missing here."), number, at + 1)


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
            yield _at(cell, words("{code} is already on {cell}.", code=content, cell=first[content]))
        elif is_mission(content):
            first[content] = cell
        elif content not in FURNITURE:
            found = words("a tab") if "\t" in content else plain(content)
            why = words("a cell holds nothing, ##, ST, DU, SA, DS or a mission such as R1; not {found}.", found=found)
            yield _at(cell, why)


def _furniture_problems(grid: Grid) -> Iterator[Problem]:
    for kind, name in _FURNITURE_WORDS.items():
        cells = grid.cells_with(kind)
        if not cells:
            yield Problem(words("still missing: {kind}.", kind=name), 1, 1)
        for cell in cells[1:]:
            yield _at(cell, words("on {cell} already: {kind}.", kind=name, cell=cells[0]))


def _reach_problems(grid: Grid) -> Iterator[Problem]:
    """Report the floor without a path from the stairs, and the floor without one from the dungeon."""
    names = [grid.name(index) for index in range(len(grid.contents))]
    exits = dict(zip(names, grid.exits, strict=True))
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
    """Return the sentence that cells cannot be reached: some by name, and how many more."""
    cells = tuple(map(plain, lost[:MOST_NAMED]))
    if len(lost) > MOST_NAMED:
        cells = (*cells[:-1], words("{cell} and {more} more", cell=cells[-1], more=len(lost) - MOST_NAMED))
    return words("no path leads from {kind} to {cells}: open one, or draw rock there.", kind=kind, cells=cells)


def _at(cell: Cell, why: Words, *others: Cell) -> Problem:
    row, column = cell_position(cell)
    return Problem(why, 2 * row + 2, 4 * column + 2, cells=(cell, *others))
