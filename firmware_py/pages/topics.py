"""Explanations as data: each names its clauses, its words and its picture; sketches draw small maps from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_args

import msgspec

from display.view import Colour, DrawnPath, Figure, Ground, Item, MazePiece, MazePlan, PyramidPlan, Square, Tile
from display.view.text import OPENINGS
from firmware_py.config.settings import Controls
from firmware_py.words import Words

SIDES_OF = {sign: sides for sides, sign in OPENINGS.items()}
"""The open sides of a tile or a square by their character, such as "NE" for `┗`."""

Illustration: TypeAlias = tuple[Item, ...] | PyramidPlan | MazePlan


BUTTONS: tuple[Controls, ...] = ("four", "six")
"""The controls with a button for each thing on a page."""


class Topic(msgspec.Struct, frozen=True):
    """One thing that is explained. The clauses are never shown; a test finds each of them in some topic."""

    clauses: tuple[str, ...]
    title: Words
    text: tuple[Words, ...]
    picture: Illustration
    controls: tuple[Controls, ...] = get_args(Controls)
    """The controls of the devices on which it is true."""


def signs(*parts: str) -> tuple[Item, ...]:
    """Return icons and labels side by side: "amulet amulet" are icons, "=10" is a label, "mummy =1" is both."""
    items = []
    for part in parts:
        icons, _, label = part.partition("=")
        items.append(Item(label, tuple(icons.split())))
    return tuple(items)


def sketch(
    *rows: str,
    figures: Mapping[str, tuple[Figure, ...]] | None = None,
    lanterns: Mapping[str, tuple[Colour, ...]] | None = None,
    discs: Mapping[str, tuple[str, ...]] | None = None,
    badges: Mapping[str, str] | None = None,
    doomed: str = "",
    path: DrawnPath | None = None,
) -> PyramidPlan:
    """Return a small pyramid; each row holds signs such as `┗`, `(╸)` start, `[╺]` chamber, `?` hidden, `.` fallen.

    Places are named `0.0` for the upper left one, column before row.
    """
    tiles = []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line.split()):
            name = f"{column}.{row}"
            ground, sides = _ground(sign)
            tiles.append(
                Tile(
                    name,
                    column,
                    row,
                    ground,
                    sides,
                    (figures or {}).get(name, ()),
                    (lanterns or {}).get(name, ()),
                    (discs or {}).get(name, ()),
                    badge=(badges or {}).get(name, ""),
                    doomed=name in doomed.split(),
                )
            )
    return PyramidPlan(tuple(tiles), path=path)


def _ground(sign: str) -> tuple[Ground, str]:
    match sign:
        case "?":
            return "hidden", ""
        case ".":
            return "gone", ""
    sides = SIDES_OF[sign.strip("()[]")]
    return ("start" if sign[0] == "(" else "chamber" if sign[0] == "[" else "path"), sides


BUILT = {"S": "stairs", "D": "dungeon", "A": "sarcophagus"}
MARKS: dict[str, Colour] = {"R": "red", "B": "blue", "W": "white", "G": "green", "Y": "yellow"}


def maze_sketch(
    *rows: str,
    pawns: Mapping[int, Colour] | None = None,
    mummy: int | None = None,
    lit: tuple[int, ...] = (),
    path: tuple[int, ...] = (),
) -> MazePlan:
    """Return a small maze; each row holds signs such as `╺`, `S╺` stairs, `D╸` dungeon, `R1━` mission, `#` rock.

    Squares are numbered from 0 in reading order.
    """
    found = [sign for row in rows for sign in row.split()]
    pieces = tuple(MazePiece(at, colour, active=True) for at, colour in (pawns or {}).items())
    if mummy is not None:
        pieces = (*pieces, MazePiece(mummy, icon="mummy"))
    squares = tuple(map(_square, found))
    return MazePlan(len(rows[0].split()), squares, pieces, lit=lit, path=path)


def _square(sign: str) -> Square:
    if sign == "#":
        return Square(solid=True)
    code, opening = sign[:-1], sign[-1]
    colour = MARKS.get(code[:1])
    return Square(SIDES_OF[opening], icon=BUILT.get(code, ""), mark=code if colour else "", colour=colour)
