"""Which keys lead to a card, or to what is in its middle: each key names an area of a grid, until one cell is left.

Why the areas lie like the keys: nobody has to move a cursor, and the same card always has the same keys. Six buttons
lead to each of the eighteen cards in two presses, four buttons in three. An encoder turns through the areas instead.

Why one key leads to no card: eighteen leave it free, and with one press it tells what is most like the answer before:
the same card once more, or another guardian or amulet.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.view import Button
from firmware_py.config.settings import ButtonLayout
from firmware_py.games.maudite_momie.cards import TREASURES, Card, Centre, Treasure

Another: TypeAlias = Literal["same", "middle"]
"""What is told after an answer by the free key: the same card once more, or another guardian or amulet."""
Cell: TypeAlias = Card | Centre | Another
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


def _column(*cells: Cell) -> Grid:
    """Return three cells above each other, a key for each."""
    areas = tuple(Area(key, (row, 0), (row, 0), cell) for row, (key, cell) in enumerate(zip(ROWS, cells, strict=True)))
    return Grid(tuple((cell,) for cell in cells), areas)


def _cross(up: Cell, left: Cell, ok: Cell, right: Cell, down: Cell) -> Grid:
    """Return cells that lie like the keys."""
    places: tuple[tuple[Button, int, int, Cell], ...] = (
        ("ok", 1, 1, ok),
        ("up", 0, 1, up),
        ("left", 1, 0, left),
        ("right", 1, 2, right),
        ("down", 2, 1, down),
    )
    areas = tuple(Area(key, (row, column), (row, column), cell) for key, row, column, cell in places)
    return Grid(((None, up, None), (left, ok, right), (None, down, None)), areas)


def _numbers(treasure: Treasure) -> Grid:
    return _column(*(Card(treasure, number) for number in NUMBERS))


def _first_five(number: Number) -> Grid:
    """Return the treasures but for the last one, so many of each on a card."""
    left, up, ok, down, right = (Card(treasure, number) for treasure in TREASURES[:-1])
    return _cross(up, left, ok, right, down)


def _three(treasures: tuple[Treasure, ...]) -> Grid:
    """Return the cards of three treasures: a row for each number, and a key for each row."""
    rows = tuple(tuple(Card(treasure, number) for treasure in treasures) for number in NUMBERS)
    areas = tuple(
        Area(key, (row, 0), (row, len(cards) - 1), _column(*cards))
        for row, (key, cards) in enumerate(zip(ROWS, rows, strict=True))
    )
    return Grid(rows, areas)


ALL_CARDS = tuple(tuple(Card(treasure, number) for treasure in TREASURES) for number in NUMBERS)
LAST = len(TREASURES) - 1
HALF = len(TREASURES) // 2

CARDS: dict[ButtonLayout, Grid] = {
    "six": Grid(
        ALL_CARDS,
        (
            *(Area(key, (row, 0), (row, LAST - 1), _first_five(NUMBERS[row])) for row, key in enumerate(ROWS)),
            Area("right", (0, LAST), (2, LAST), _numbers(TREASURES[-1])),
        ),
    ),
    "four": Grid(
        ALL_CARDS,
        (
            Area("up", (0, 0), (2, HALF - 1), _three(TREASURES[:HALF])),
            Area("down", (0, HALF), (2, LAST), _three(TREASURES[HALF:])),
        ),
    ),
}
"""How the treasures of a card are told, by the buttons."""

ANOTHER_KEY: dict[ButtonLayout, tuple[Button, int]] = {"six": ("left", 0), "four": ("ok", HALF)}
"""The key that leads to no card, and before which column of the grid of cards its cell lies."""

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


def with_another(layout: ButtonLayout, last: Card | None) -> Grid:
    """Return the grid of all cards with a column for the free key: the same as the last card, in the row of its number.

    Without one it leads to another guardian or amulet, and fills the column.
    """
    grid, (key, at) = CARDS[layout], ANOTHER_KEY[layout]
    another: Another = "same" if last else "middle"
    filled = (last.count - 1, last.count - 1) if last else (0, len(grid.rows) - 1)
    column = (another if filled[0] <= row <= filled[1] else None for row in range(len(grid.rows)))
    rows = tuple((*row[:at], cell, *row[at:]) for row, cell in zip(grid.rows, column, strict=True))
    moved = (_right_of(area) if area.first[1] >= at else area for area in grid.areas)
    free = Area(key, (filled[0], at), (filled[1], at), another)
    return Grid(rows, tuple(sorted((*moved, free), key=lambda area: area.first[1])))


def _right_of(area: Area) -> Area:
    """Return an area one column further to the right."""
    (top, left), (bottom, right) = area.first, area.last
    return replace(area, first=(top, left + 1), last=(bottom, right + 1))


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
