"""Choices that are told apart by large pictures, in columns; the one under the cursor at least has words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from display.draw import cell, text
from display.draw.choice import frame_of, pictured, plate
from display.draw.marks import Box, Label, Mark, TouchArea
from display.sizes import Sizes
from display.view import Item, Menu

ACROSS = 3
"""How many columns the pictures lie in."""

AIR = 2
"""How far words stay from the edge of their plate at least, in pixels."""


def layout(menu: Menu, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items as large pictures in columns, with their words below where there is room.

    Where there is none, the words of the item under the cursor stand right above or below it, in a line between the
    rows; an item without a picture shows brief words. Up and down lead down the columns.
    """
    gap, down = min(sizes.gap, 4), -(-len(menu.items) // ACROSS)
    wide = (box.w - (ACROSS - 1) * gap) // ACROSS
    box = box.split_left(ACROSS * (wide + gap) - gap)[0]  # columns of one width
    is_named = _has_names(menu, wide, (box.h + gap) // down - gap, sizes)
    between = 0 if is_named else text.line_height(sizes.main) + AIR + gap
    high = min((box.h - between + gap) // down - gap, max(2 * sizes.row_most, wide * 5 // 4))
    if not is_named:
        high = min(high, round(wide * 1.15))
    above = -(-down // 2)
    rows = [box.y + (high + gap) * row + (between if row >= above else 0) for row in range(down)]
    places = [Box(column.x, y, column.w, high) for column in box.columns(ACROSS, gap) for y in rows]
    if between and menu.cursor >= 0:
        tag = Box(box.x, box.y + above * (high + gap), box.w, between - gap)
        yield from _tag(menu.items[menu.cursor], places[menu.cursor], tag, sizes)
    for index, (item, place) in enumerate(zip(menu.items, places, strict=False)):
        yield from pictured(place, index == menu.cursor, sizes)
        yield from _content(item, place, is_named, sizes)
        yield TouchArea(place, item.target)


def _has_names(menu: Menu, wide: int, high: int, sizes: Sizes) -> bool:
    """Return whether below each picture, in a place of this size, there is room for its words."""
    line = text.line_height(sizes.main)
    named = Box(0, 0, wide - 2 * frame_of(sizes) + 4, line)
    labels = (Label(named, item.label, sizes.main) for item in menu.items)
    return high - line >= 2 * sizes.main.capitals and all(text.fitted(label).whole for label in labels)


def _content(item: Item, place: Box, is_named: bool, sizes: Sizes) -> Iterator[Mark]:
    if is_named:
        yield from cell.content(item, place.inset(frame_of(sizes), frame_of(sizes) + AIR), sizes, "text")
    else:
        shown = replace(item, label="" if item.icons else item.brief)
        yield from cell.content(shown, place.inset(2), sizes, "text")


def _tag(item: Item, place: Box, line: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the words of the picture at `place` in a line above or below it, on a golden tag that is joined to it."""
    words = Label(line.inset(sizes.gap, 0), item.label, sizes.main, "ink", "centre")
    wide = min(line.w, math.ceil(text.width(item.label, sizes.main) * text.fitted(words).share) + 2 * sizes.gap + 2)
    x = min(max(line.x, place.centre[0] - wide // 2), line.right - wide)
    top, bottom = (place.bottom - 1, line.bottom) if place.y < line.y else (line.y, place.y + 1)
    yield plate(Box(x, top, wide, bottom - top), True, sizes)
    yield text.inside(replace(words, box=Box(x + sizes.gap, line.y, wide - 2 * sizes.gap, line.h)), line.inset(0, 1))
