"""The names of cards and of their sides, and where the cards lie.

Why positions are coordinates: the start card lies in the square, or just outside it beside one card. As one more
position it needs no special case.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta

from firmware_py.words import Words, plain, words

Side: TypeAlias = Literal["N", "E", "S", "W"]
Sides: TypeAlias = Annotated[str, Meta(pattern=r"\A(?=[NESW])N?E?S?W?\Z", examples=["NS", "ESW"])]
"""Open sides as letters in the order of `SIDES`; at least one is open."""
Cell: TypeAlias = Annotated[str, Meta(pattern=r"\A(?:[a-f][1-6]|start)\Z", examples=["a1", "f6", "start"])]
"""A card's name: column `a` to `f` from west to east, row `1` to `6` from north to south; or the start card."""
GridCell: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-f][1-6]\Z", examples=["a1", "f6"])]
"""A cell of the square, by its column and row."""
Position: TypeAlias = tuple[int, int]
"""Column (west to east) and row (north to south), counted from 1; the start card may lie at 0 or 7."""

SIDES: tuple[Side, ...] = get_args(Side)
"""Clockwise."""
STEPS: dict[Side, Position] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: dict[Side, Side] = {"N": "S", "E": "W", "S": "N", "W": "E"}

SIZE = 6
START = "start"
GRID = tuple(column + row for column in "abcdef" for row in "123456")
"""The cells of the square, sorted as text."""


def position(cell: GridCell) -> Position:
    """Return the column and row of a cell of the square, counted from 1."""
    return ord(cell[0]) - ord("a") + 1, int(cell[1])


def beyond(place: Position, side: Side) -> Position:
    """Return the place that touches `place` on `side`."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def outward_sides(cell: GridCell) -> tuple[Side, ...]:
    """Return the sides of a cell that point out of the square; none unless it is in the outer row."""
    places = {side: beyond(position(cell), side) for side in SIDES}
    return tuple(side for side, (column, row) in places.items() if not (1 <= column <= SIZE and 1 <= row <= SIZE))


@cache
def turned(open_sides: str, turns: int) -> str:
    """Return the open sides of a card after that many quarter turns clockwise."""
    after = {SIDES[(SIDES.index(side) + turns) % 4] for side in SIDES if side in open_sides}
    return "".join(side for side in SIDES if side in after)


def place_words(cell: str) -> Words:
    """Return the name of a card in a sentence."""
    return words("the start card") if cell == START else plain(cell)


def where_words(cell: str) -> Words:
    """Return where something lies or stands: on which card."""
    return words("on the start card") if cell == START else words("on {place}", place=cell)
