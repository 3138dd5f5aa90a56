"""The drawing of a map as the editor changes it: walls, and what the cells hold."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from display.view import Square
from firmware_py.games.malediction.map_files import MapDrawing, Problem, endless, find_oddities, read_maze
from firmware_py.games.malediction.maze import COLOURS, FLOOR, SOLID, is_mission, mission_words
from firmware_py.pages.malediction.pictures import BUILT
from firmware_py.pages.texts import MARK_COLOURS
from firmware_py.words import Words, words

DISPLACED = {"ST": ("ST",), "DU": ("DU", "DS"), "SA": ("SA", "DS"), "DS": ("DU", "SA", "DS")}
"""What leaves its old cell when this content is drawn elsewhere, because a map has it only once."""

MOST_UNDONE = 60
"""Most changes that can be undone."""

Point = tuple[int, int]
"""A place of the drawing, row and column from 0. Both odd: a cell. One of them even: a wall."""


def size_of(drawing: MapDrawing) -> tuple[int, int]:
    """Numbers of rows and columns of a drawing."""
    return (len(drawing.lines) - 1) // 2, (len(drawing.lines[0]) - 1) // 4


def is_even(drawing: MapDrawing) -> bool:
    """Whether the drawing has whole rows and columns in lines of one length."""
    lines = drawing.lines
    wide, high = len(lines[0]) if lines else 0, len(lines)
    return wide > 4 and wide % 4 == 1 and high > 2 and high % 2 == 1 and all(len(line) == wide for line in lines)


def is_on(drawing: MapDrawing, point: Point) -> bool:
    """Whether a point is a cell, or a wall inside the border."""
    rows, columns = size_of(drawing)
    return 1 <= point[0] < 2 * rows and 1 <= point[1] < 2 * columns and bool(point[0] % 2 or point[1] % 2)


def content_at(drawing: MapDrawing, row: int, column: int) -> str:
    """What a cell holds."""
    return drawing.lines[2 * row + 1][4 * column + 1 : 4 * column + 4].strip()


def has_wall(drawing: MapDrawing, point: Point) -> bool:
    """Whether a wall is drawn at a point, or the point is the border."""
    row, column = point
    rows, columns = size_of(drawing)
    if row in (0, 2 * rows) or column in (0, 2 * columns):
        return True
    return drawing.lines[row][2 * column] != " "


def put_text(drawing: MapDrawing, row: int, start: int, text: str) -> MapDrawing:
    """Write `text` into a line of the drawing."""
    lines = list(drawing.lines)
    lines[row] = lines[row][:start] + text + lines[row][start + len(text) :]
    return msgspec.structs.replace(drawing, map=tuple(lines))


def toggle_wall(drawing: MapDrawing, point: Point) -> MapDrawing:
    """Add a wall at a point, or remove the one that is there."""
    row, column = point
    wall = has_wall(drawing, point)
    if row % 2:
        return put_text(drawing, row, 2 * column, " " if wall else "|")
    return put_text(drawing, row, 2 * column - 1, "   " if wall else "---")


def put_content(drawing: MapDrawing, row: int, column: int, content: str) -> MapDrawing:
    """Put `content` into a cell; what a map has only once leaves its old cell.

    If a mission is replaced, its name goes too.
    """
    rows, columns = size_of(drawing)
    for other in range(rows * columns):
        where = divmod(other, columns)
        if content_at(drawing, *where) in DISPLACED.get(content, ()):
            drawing = put_text(drawing, 2 * where[0] + 1, 4 * where[1] + 1, "   ")
    left = content_at(drawing, row, column)
    objects = {code: name for code, name in drawing.objects.items() if code != left}
    return put_text(msgspec.structs.replace(drawing, objects=objects), 2 * row + 1, 4 * column + 1, f"{content:3}")


def solid_rock(rows: int, columns: int) -> MapDrawing:
    """A drawing of solid rock."""
    walls, cells = "+" + "---+" * columns, "|" + "## |" * columns
    return MapDrawing((walls, *(line for _ in range(rows) for line in (cells, walls))), mummy_die=(1, 2, 3, 4, 5, 6))


def open_passage(drawing: MapDrawing, cell: tuple[int, int], other: tuple[int, int]) -> MapDrawing:
    """Open a passage between two neighbouring cells."""
    for row, column in (cell, other):
        if content_at(drawing, row, column) == SOLID:
            drawing = put_content(drawing, row, column, FLOOR)
    point = cell[0] + other[0] + 1, cell[1] + other[1] + 1
    return toggle_wall(drawing, point) if has_wall(drawing, point) else drawing


def toggle_mission(drawing: MapDrawing, cell: tuple[int, int], colour: str) -> MapDrawing:
    """Put the colour's next mission on a cell, or remove the one that is there.

    A cell with a building does not change, nor does any cell once the colour has no number left.
    """
    here = content_at(drawing, *cell)
    if is_mission(here) and here[0] == colour:
        return put_content(drawing, *cell, FLOOR)
    code = next((code for code in free_missions(drawing) if code[0] == colour), "")
    can_hold = code and (is_mission(here) or here in (FLOOR, SOLID))
    return put_content(drawing, *cell, code) if can_hold else drawing


def free_missions(drawing: MapDrawing) -> tuple[str, ...]:
    """The next mission of each colour that has one left."""
    rows, columns = size_of(drawing)
    drawn_codes = {content_at(drawing, *divmod(index, columns)) for index in range(rows * columns)}
    free = ((f"{colour}{digit}" for digit in "1234567890") for colour in COLOURS)
    return tuple(code for codes in free if (code := next((c for c in codes if c not in drawn_codes), "")))


def squares_of(drawing: MapDrawing) -> tuple[Square, ...]:
    """The cells of a drawing as squares."""
    return _squares_of(drawing.lines)


@lru_cache(maxsize=4)
def _squares_of(lines: tuple[str, ...]) -> tuple[Square, ...]:
    """The same, cached: a page is drawn often."""
    drawing = MapDrawing(lines, mummy_die=())
    rows, columns = size_of(drawing)
    found = []
    for index in range(rows * columns):
        row, column = divmod(index, columns)
        content = content_at(drawing, row, column)
        middle = (2 * row + 1, 2 * column + 1)
        sides = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
        walls = {
            side: has_wall(drawing, (middle[0] + down, middle[1] + right)) for side, (down, right) in sides.items()
        }
        mission = is_mission(content)
        found.append(
            Square(
                open="".join(side for side, wall in walls.items() if not wall),
                solid=content == "##",
                icon=BUILT.get(content, ""),
                mark=content if mission else "",
                colour=MARK_COLOURS[content[0]] if mission else None,
            )
        )
    return tuple(found)


def problems_of(drawing: MapDrawing) -> tuple[Problem, ...]:
    """What is still wrong in a drawing."""
    return _check(drawing.lines, drawing.mummy_die, drawing.pawns, tuple(drawing.objects.items()))[0]


def oddities_of(drawing: MapDrawing) -> tuple[Words, ...]:
    """What is odd about a drawing that can be played."""
    return _check(drawing.lines, drawing.mummy_die, drawing.pawns, tuple(drawing.objects.items()))[1]


@lru_cache(maxsize=4)
def _check(
    lines: tuple[str, ...],
    mummy_die: tuple[int, ...],
    pawns: tuple[str, ...],
    objects: tuple[tuple[str, str], ...],
) -> tuple[tuple[Problem, ...], tuple[Words, ...]]:
    """What is wrong and what is odd in a drawing, cached: a page is drawn often."""
    maze, problems = read_maze(MapDrawing(lines, mummy_die, pawns=pawns, objects=dict(objects)))
    problems = (*problems, *(endless(maze) if maze else ()))
    return problems, find_oddities(maze) if maze and not problems else ()


KINDS: tuple[tuple[str, Words, str], ...] = (
    ("", words("nothing: a corridor"), "empty"),
    ("##", words("solid rock"), "wall"),
    ("ST", words("the stairs"), "stairs"),
    ("DU", words("the dungeon"), "dungeon"),
    ("SA", words("the sarcophagus"), "sarcophagus"),
    ("DS", words("dungeon and sarcophagus in one"), "dungeon"),
)
"""What a cell can hold besides a mission: its code, its label and its icon."""


def content_words(content: str, drawn: str) -> Words:
    """What a cell holds, and the name of what is drawn on a mission."""
    if is_mission(content):
        return mission_words(content, drawn)
    return next((label for kind, label, _ in KINDS[1:] if kind == content), words("corridor"))
