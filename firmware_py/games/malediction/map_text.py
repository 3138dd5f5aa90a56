"""Maps as text: the drawing of a map, a drawing with row and column names, and a map's file."""

from __future__ import annotations

import json

from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.games.malediction.maze import (
    DUNGEON_AND_SARCOPHAGUS,
    FLOOR,
    PAWNS,
    SIDES,
    STAIRS,
    STEP,
    Maze,
    Side,
    exits_of,
)
from firmware_py.grid import Cell, cell_name


def drawn(maze: Maze) -> MapDrawing:
    """Return the complete drawing of a map; `read_maze` turns it back into the same value."""
    lines = []
    for row in range(maze.rows):
        cells = _row(maze, row)
        lines.append(_wall_line(maze, cells, "N"))
        shown = ((" " if not maze.has_wall(cell, "W") else "|") + f"{maze.content(cell):3}" for cell in cells)
        lines.append("".join(shown) + "|")
    lines.append(_wall_line(maze, _row(maze, maze.rows - 1), "S"))
    return MapDrawing(tuple(lines), maze.mummy_die, maze.name, maze.pawns, maze.objects)


def _row(maze: Maze, row: int) -> list[Cell]:
    return [cell_name(row, column) for column in range(maze.columns)]


def _wall_line(maze: Maze, cells: list[Cell], side: Side) -> str:
    return "+" + "".join(("---" if maze.has_wall(cell, side) else "   ") + "+" for cell in cells)


def labelled(maze: Maze) -> tuple[str, ...]:
    """Return the lines of a map with column letters above and row numbers on the left."""
    letters = "".join(f"{cell_name(0, column)[0]:^4}" for column in range(maze.columns))
    lines = [f"    {letters}".rstrip()]
    for number, line in enumerate(drawn(maze).lines):
        label = f"{(number + 1) // 2:2}" if number % 2 else "  "
        lines.append(f"{label} {line}")
    return tuple(lines)


def blank(rows: int, columns: int) -> Maze:
    """Return a new map for the editor: one open hall, stairs bottom left, dungeon and sarcophagus top right."""
    contents = [FLOOR] * (rows * columns)
    contents[(rows - 1) * columns], contents[columns - 1] = STAIRS, DUNGEON_AND_SARCOPHAGUS
    open_sides = tuple(
        "".join(s for s in SIDES if 0 <= row + STEP[s][0] < rows and 0 <= column + STEP[s][1] < columns)
        for row in range(rows)
        for column in range(columns)
    )
    exits = exits_of(tuple(contents), open_sides, columns)
    top_right = cell_name(0, columns - 1)
    return Maze(
        name="",
        pawns=PAWNS,
        mummy_die=(1, 2, 3, 4, 5, 6),
        objects={},
        columns=columns,
        contents=tuple(contents),
        open_sides=open_sides,
        exits=exits,
        stairs=cell_name(rows - 1, 0),
        dungeon=top_right,
        sarcophagus=top_right,
    )


def as_toml(drawing: MapDrawing) -> str:
    """Return the text of a map's TOML file, which `map_files.read_file` reads as the same drawing."""
    lines = [f"name = {_toml(drawing.name)}", f"pawns = [{', '.join(map(_toml, drawing.pawns))}]"]
    lines += [f"mummy_die = {list(drawing.mummy_die)}", "map = '''", *drawing.lines, "'''"]
    if drawing.objects:
        lines += ["", "[objects]", *(f"{_toml(code)} = {_toml(text)}" for code, text in drawing.objects.items())]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    """Return text as a TOML string; it escapes what JSON escapes, and the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
