"""The picture of an explanation: icons with short labels side by side, or a small map."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import pyramid, race, text
from display.draw.marks import Box, Label, Mark, Picture, Token, TouchArea
from display.draw.maze_grid import Grid, squares
from display.sizes import Sizes, Type
from display.view import Item, MazePlan, PyramidPlan, Race


def layout(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture as large as fits into the middle of its box; nothing of it can be touched.

    Rows and columns have no names: no explanation speaks of them.
    """
    match picture:
        case PyramidPlan():
            marks = pyramid.stage(picture, box, sizes, is_named=False)
        case MazePlan():
            marks = squares(_grid(picture, box), sizes, is_named=False)
        case _:
            marks = _signs(picture, box, sizes)
    return (mark for mark in marks if not isinstance(mark, TouchArea))


def wordless(picture: Race | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a game as it stands, as large as fits, without names and numbers, which would be too small to read."""
    marks = race.lanes(picture, box, sizes) if isinstance(picture, Race) else layout(picture, box, sizes)
    return (mark for mark in marks if not isinstance(mark, Label))


def side(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> int:
    """Return the side in pixels of a map's cards or cells in a box; of signs in a row the height that they may have."""
    match picture:
        case PyramidPlan():
            return next(iter(pyramid.places_of(picture, box, sizes, is_named=False).values())).w
        case MazePlan():
            return _grid(picture, box).side
    return box.h


def _grid(maze: MazePlan, box: Box) -> Grid:
    """Return the whole maze in the middle of a box, with room for the outer wall, which is half as thick as others."""
    rows = len(maze.squares) // maze.columns
    side = min(box.h // rows, box.w // maze.columns)
    wall = side // 16 + 3
    side = min((box.h - 2 * wall) // rows, (box.w - 2 * wall) // maze.columns)
    return Grid(maze, box.middle(side * maze.columns, side * rows), side, 0, 0, maze.columns, rows)


def _signs(items: tuple[Item, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items side by side: icons in a row, then the label; an item without icons is a sign between them."""
    gap = sizes.gap * 2
    widths = [_width(item, box.h, sizes) for item in items]
    side = box.h
    while side > sizes.main.capitals and sum(widths) + gap * (len(items) - 1) > box.w:
        side -= 2
        widths = [_width(item, side, sizes) for item in items]
    place = box.middle(sum(widths) + gap * (len(items) - 1), side)
    for item, width in zip(items, widths, strict=True):
        here, place = place.split_left(width, gap)
        yield from _sign(item, here, side, sizes)


def _label_size(side: int, sizes: Sizes) -> Type:
    return sizes.great if side >= 2 * sizes.great.capitals else sizes.main


def _width(item: Item, side: int, sizes: Sizes) -> int:
    """Return the width of an item whose icons have sides of `side` pixels."""
    label = text.width(item.label, _label_size(side, sizes)) if item.label else 0
    pictures = side * (len(item.icons) + bool(item.colour))
    return pictures + label + (sizes.gap if pictures and label else 0)


def _sign(item: Item, box: Box, side: int, sizes: Sizes) -> Iterator[Mark]:
    for name in item.icons:
        place, box = box.split_left(side)
        yield Picture(place.inset(1), name, "lesser" if item.is_dimmed else "accent")
    if item.colour:
        place, box = box.split_left(side)
        yield Token(place.inset(side // 8), item.colour)
    if item.label:
        gap = sizes.gap if item.icons or item.colour else 0
        yield Label(box.split_left(gap)[1], item.label, _label_size(side, sizes))
