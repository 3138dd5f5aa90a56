"""Boards as text again: the drawing of a board, a picture with the names of rows and columns, and a board's file."""

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


def drawn(board: Maze) -> MapDrawing:
    """Return the drawing of a board, with every wall and every blank in place: `read_maze` gives the board back."""
    lines = []
    for row in range(board.rows):
        cells = _row(board, row)
        lines.append(_wall_line(board, cells, "N"))
        shown = ((" " if not board.has_wall(cell, "W") else "|") + f"{board.content(cell):3}" for cell in cells)
        lines.append("".join(shown) + "|")
    lines.append(_wall_line(board, _row(board, board.rows - 1), "S"))
    return MapDrawing(tuple(lines), board.mummy_die, board.name, board.pawns, board.objects)


def _row(board: Maze, row: int) -> list[Cell]:
    return [cell_name(row, column) for column in range(board.columns)]


def _wall_line(board: Maze, cells: list[Cell], side: Side) -> str:
    return "+" + "".join(("---" if board.has_wall(cell, side) else "   ") + "+" for cell in cells)


def labelled(board: Maze) -> tuple[str, ...]:
    """Return the lines of a board's map with column letters above and row numbers before it."""
    letters = "".join(f"{cell_name(0, column)[0]:^4}" for column in range(board.columns))
    lines = [f"    {letters}".rstrip()]
    for number, line in enumerate(drawn(board).lines):
        label = f"{(number + 1) // 2:2}" if number % 2 else "  "
        lines.append(f"{label} {line}")
    return tuple(lines)


def blank(rows: int, columns: int) -> Maze:
    """Return an open hall with the stairs bottom left, and dungeon and sarcophagus top right: a board to be edited."""
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
    """Return the text of a board's file, which reads as the same drawing."""
    lines = [f"name = {_toml(drawing.name)}", f"pawns = [{', '.join(map(_toml, drawing.pawns))}]"]
    lines += [f"mummy_die = {list(drawing.mummy_die)}", "map = '''", *drawing.lines, "'''"]
    if drawing.objects:
        lines += ["", "[objects]", *(f"{_toml(code)} = {_toml(text)}" for code, text in drawing.objects.items())]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    """Return text as a TOML string, which escapes what JSON escapes, and the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
