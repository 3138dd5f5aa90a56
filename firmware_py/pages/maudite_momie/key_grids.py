"""Which keys lead to a card, or to what is in its middle: each key names an area of a grid, until one cell is left.

Why the areas lie like the keys: nobody has to move a cursor, and the same card always has the same keys. Six buttons
lead to each of the eighteen cards in two presses, four buttons in three. An encoder turns through the areas instead.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from display.view import Button
from firmware_py.config.settings import ButtonLayout
from firmware_py.games.maudite_momie.cards import TREASURES, Card, Centre, Treasure

Cell: TypeAlias = Card | Centre
"""What can be entered; of a card, its treasures."""
Number: TypeAlias = Literal[1, 2, 3]
NUMBERS: tuple[Number, ...] = get_args(Number)
ROWS: tuple[Button, ...] = ("up", "ok", "down")
"""The keys that lie above each other."""


class Area(msgspec.Struct, frozen=True):
    """Cells of a grid that one key chooses together: a rectangle, both corners included."""

    key: Button
    first: tuple[int, int]
    """Row and column of the upper left cell."""
    last: tuple[int, int]
    """Row and column of the lower right cell."""
    then: Grid | Cell
    """The grid in which to choose among them, or the one cell."""


class Grid(msgspec.Struct, frozen=True):
    """Cells as they lie on the page, and the areas that keys choose; None where nothing lies."""

    rows: tuple[tuple[Cell | None, ...], ...]
    areas: tuple[Area, ...]


def _column(*cells: Cell, keys: tuple[Button, ...] = ROWS) -> Grid:
    """Return cells above each other, a key for each."""
    areas = tuple(Area(key, (row, 0), (row, 0), cell) for row, (key, cell) in enumerate(zip(keys, cells, strict=True)))
    return Grid(tuple((cell,) for cell in cells), areas)


def _cross(up: Cell, left: Cell, ok: Cell | None, right: Cell, down: Cell) -> Grid:
    """Return cells that lie like the keys."""
    places: tuple[tuple[Button, int, int, Cell | None], ...] = (
        ("ok", 1, 1, ok),
        ("up", 0, 1, up),
        ("left", 1, 0, left),
        ("right", 1, 2, right),
        ("down", 2, 1, down),
    )
    areas = tuple(Area(key, (row, column), (row, column), cell) for key, row, column, cell in places if cell)
    return Grid(((None, up, None), (left, ok, right), (None, down, None)), areas)


def _numbers(treasure: Treasure) -> Grid:
    return _column(*(Card(treasure, number) for number in NUMBERS))


def _inner(number: Number) -> Grid:
    """Return the treasures that lie between the first and the last one, so many of each on a card."""
    left, up, down, right = (Card(treasure, number) for treasure in TREASURES[1:-1])
    return _cross(up, left, None, right, down)


def _pairs(number: Number) -> Grid:
    """Return all treasures, so many of each on a card: two in each row."""
    cards = tuple(Card(treasure, number) for treasure in TREASURES)
    rows = tuple(cards[start : start + 2] for start in range(0, len(cards), 2))
    areas = tuple(
        Area(key, (row, 0), (row, 1), _column(*pair, keys=("up", "down")))
        for row, (key, pair) in enumerate(zip(ROWS, rows, strict=True))
    )
    return Grid(rows, areas)


ALL_CARDS = tuple(tuple(Card(treasure, number) for treasure in TREASURES) for number in NUMBERS)
LAST = len(TREASURES) - 1

CARDS: dict[ButtonLayout, Grid] = {
    "six": Grid(
        ALL_CARDS,
        (
            *(Area(key, (row, 1), (row, LAST - 1), _inner(NUMBERS[row])) for row, key in enumerate(ROWS)),
            Area("left", (0, 0), (2, 0), _numbers(TREASURES[0])),
            Area("right", (0, LAST), (2, LAST), _numbers(TREASURES[-1])),
        ),
    ),
    "four": Grid(
        ALL_CARDS,
        tuple(Area(key, (row, 0), (row, LAST), _pairs(NUMBERS[row])) for row, key in enumerate(ROWS)),
    ),
}
"""How the treasures of a card are told, by the buttons."""

MIDDLES: dict[ButtonLayout, Grid] = {
    "six": _cross("amulet", "mummy", "empty", "werewolf", "frank"),
    "four": Grid(
        ((None, "amulet", None), (None, "empty", None), ("mummy", "werewolf", "frank")),
        (
            Area("up", (0, 1), (0, 1), "amulet"),
            Area("ok", (1, 1), (1, 1), "empty"),
            Area("down", (2, 0), (2, 2), _column("mummy", "werewolf", "frank")),
        ),
    ),
}
"""How what is in the middle of a card is told, by the buttons."""


def reached(root: Grid, keys: tuple[Button, ...]) -> Grid | Cell | None:
    """Return what keys lead to, one after the other; None if they lead nowhere."""
    at: Grid | Cell = root
    for key in keys:
        areas = at.areas if isinstance(at, Grid) else ()
        found = next((area for area in areas if area.key == key), None)
        if found is None:
            return None
        at = found.then
    return at


def keys_to(root: Grid, cell: Cell) -> tuple[Button, ...]:
    """Return the keys that lead to a cell, which lies somewhere in the grid."""
    for area in root.areas:
        if area.then == cell:
            return (area.key,)
        if isinstance(area.then, Grid) and any(cell in row for row in area.then.rows):
            return (area.key, *keys_to(area.then, cell))
    raise LookupError(cell)
