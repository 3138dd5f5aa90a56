"""Cells and sides of a rectangular grid: "c4" is column c, row 4, and a1 is top left."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from firmware_py.words import words

Cell: TypeAlias = str
"""Column letter and row number, such as "c4"; a1 is top left."""

Side: TypeAlias = Literal["N", "E", "S", "W"]
SIDES: tuple[Side, ...] = get_args(Side)
"""Clockwise."""
SIDE_WORDS = {"N": words("north"), "E": words("east"), "S": words("south"), "W": words("west")}
"""What the sides of a cell are called."""


@lru_cache(maxsize=1024)  # cached: every frame and every view asks for the same few hundred names
def cell_name(row: int, column: int) -> Cell:
    """The name of the cell in a row and a column, both counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(maxsize=1024)  # cached: every frame and every view asks for the same few hundred names
def cell_position(cell: Cell) -> tuple[int, int]:
    """The row and the column of a cell, both counted from 0."""
    return int(cell[1:]) - 1, ord(cell[0]) - ord("a")
