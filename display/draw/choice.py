"""What every choice has: its plate, gold under the cursor, and its button as a cap; and choices side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from display.draw import text
from display.draw.foot import shared
from display.draw.marks import Box, Label, Mark, Picture, Plate, TouchArea
from display.sizes import Sizes
from display.theme import Tint
from display.view import Button, Item, Menu

MOST_LINES = 2
"""The most lines of choices side by side."""


def plate(box: Box, chosen: bool, sizes: Sizes) -> Plate:
    """Return what a choice lies on."""
    return Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)


def pictured(box: Box, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield what a choice of pictures lies on: under the cursor in a golden frame, for some things are golden."""
    yield plate(box, chosen, sizes)
    if chosen:
        yield Plate(box.inset(frame_of(sizes)), "plate", "ink", max(1, sizes.radius - frame_of(sizes)))


def frame_of(sizes: Sizes) -> int:
    """Return how thick a golden frame is."""
    return max(4, round(sizes.main.capitals * 0.32))


def cap_side(sizes: Sizes) -> int:
    """Return the side in pixels of a cap in a line of words."""
    return sizes.note.capitals + 4


def corner_side(sizes: Sizes) -> int:
    """Return the side in pixels of a cap in the corner of something large."""
    return round(sizes.note.capitals * 1.8)


def held_picture(key: Button) -> str:
    """Return the picture of a button that has to be held."""
    return f"hold_{key}"


def key_cap(
    key: Button, box: Box, sizes: Sizes, *, side: int = 0, is_right: bool = False, is_held: bool = False
) -> Iterator[Mark]:
    """Yield a cap in the upper left corner of a box, or in the right one; a ring if the button has to be held.

    Its side is that of a cap in a line of words if it is 0.
    """
    side = side or cap_side(sizes)
    cap = Box(box.right - 2 - side if is_right else box.x + 2, box.y + 2, side, side)
    if is_held:
        yield Picture(cap.inset(-1), held_picture(key), "accent")
        return
    yield from key_plate(key, cap, sizes)


def key_plate(key: Button, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a button as a cap that fills a square box."""
    yield Plate(box, "plate", "edge", sizes.radius // 2)
    yield Picture(box.middle(box.w * 3 // 4, box.w * 3 // 4), key, "text")


def split_choices(menu: Menu, box: Box, sizes: Sizes) -> tuple[Box, tuple[Mark, ...]]:
    """Return what remains of a box above the choices, and the choices side by side at its foot.

    Where their words have no room beside each other, all but the one under the cursor are icons.
    """
    if not menu.items:
        return box, ()
    others = len(menu.items) - 1
    alike, aside = [1] * (others + 1), [sizes.row] * (others + 1)
    aside[menu.cursor] = box.w - others * (sizes.row + sizes.gap)
    for lines, widths in product((1, MOST_LINES), (alike, aside)):
        high = max(sizes.row, lines * text.line_height(sizes.main) + 2 * sizes.gap)
        above, below = box.split_bottom(high, sizes.gap)
        places = tuple(shared(below, widths, sizes.gap))
        marks = [
            mark
            for number, (item, place) in enumerate(zip(menu.items, places, strict=True))
            for chosen in (number == menu.cursor,)
            for mark in _side_by_side(item, place, chosen, lines if chosen or widths is alike else 0, sizes)
        ]
        if all(text.fitted(mark).whole for mark in marks if isinstance(mark, Label)):
            break
    return above, tuple(marks)


def _side_by_side(item: Item, place: Box, chosen: bool, lines: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice with its words on so many lines at most, or as its icon."""
    ink: Tint = "ink" if chosen else "text"
    yield plate(place, chosen, sizes)
    if lines:
        yield text.inside(Label(place.inset(sizes.gap, 2), item.label, sizes.main, ink, "centre", lines))
    else:
        yield Picture(place.inset(sizes.gap), item.icons[0] if item.icons else "info", ink)
    if item.target:
        yield TouchArea(place, item.target)
