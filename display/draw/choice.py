"""What every choice has: its plate, gold under the cursor, and its button as a cap; and choices side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

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

    Each is as wide as its words need, in brief ones where whole ones have no room beside each other. Where brief ones
    have none either, all but the one under the cursor are icons.
    """
    if not menu.items:
        return box, ()
    for items, widths, lines in _worded(menu, box, sizes):
        high = max(sizes.row, lines * text.line_height(sizes.main) + 2 * sizes.gap)
        above, below = box.split_bottom(high, sizes.gap)
        marks = [
            mark
            for number, (item, place) in enumerate(zip(items, shared(below, widths, sizes.gap), strict=True))
            for mark in _side_by_side(item, place, number == menu.cursor, lines, sizes)
        ]
        if all(text.fitted(mark).whole for mark in marks if isinstance(mark, Label)):
            break
    return above, tuple(marks)


def _worded(menu: Menu, box: Box, sizes: Sizes) -> Iterator[tuple[tuple[Item, ...], list[int], int]]:
    """Yield the choices with their words or without, how wide each is to be, and in how many lines; the best first."""
    brief = tuple(replace(item, label=item.brief or item.label) for item in menu.items)
    icons = tuple(
        item if number == menu.cursor else replace(item, label="" if item.icons else item.label)
        for number, item in enumerate(menu.items)
    )
    alike, aside = [1] * len(menu.items), [sizes.row] * len(menu.items)
    aside[menu.cursor] = box.w - (len(menu.items) - 1) * (sizes.row + sizes.gap)
    yield menu.items, alike, 1
    for items in (menu.items, brief):
        needed = (math.ceil(text.width(item.label, sizes.main) * text.NARROW) for item in items)
        yield items, [wide + 2 * sizes.gap + 2 for wide in needed], 1
    yield icons, aside, 1
    yield menu.items, alike, MOST_LINES
    yield icons, aside, MOST_LINES


def _side_by_side(item: Item, place: Box, chosen: bool, lines: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice with its words on so many lines at most, or as its icon."""
    ink: Tint = "ink" if chosen else "text"
    yield plate(place, chosen, sizes)
    if item.label:
        yield text.inside(Label(place.inset(sizes.gap, 2), item.label, sizes.main, ink, "centre", lines))
    else:
        yield Picture(place.inset(sizes.gap), item.icons[0], ink)
    if item.target:
        yield TouchArea(place, item.target)
