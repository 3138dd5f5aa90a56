"""A grid to pick from, and above it the slots picked so far."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from display.draw import text
from display.draw.choice import cap_side, key_cap, plate
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, TouchArea
from display.sizes import Sizes
from display.theme import Tint
from display.view import Area, Item, Picker

NO_BREAK = "\u00a0"
NOWHERE = (-1, -1)
"""Where the cursor is if it is on no cell."""


def layout(picker: Picker, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield slots, grid and summary, from top to bottom."""
    if picker.slots:
        above, box = box.split_top(sizes.slot, sizes.gap)
        yield from _slots(picker, above, sizes)
    if picker.summary:
        lines = _summary_lines(picker, box, sizes)
        box, words = box.split_bottom(text.line_height(sizes.note) * len(lines), sizes.gap)
        for line, place in zip(lines, words.rows(len(lines)), strict=True):
            yield Label(place, line, sizes.note, "lesser", "centre", briefer=picker.summary[-1:])
    yield from _grid(picker, box, sizes)


def _summary_lines(picker: Picker, box: Box, sizes: Sizes) -> tuple[str, ...]:
    """Return the summary one point a line if there is room, else joined in at most two lines."""
    left = box.h - len(picker.rows) * round(sizes.row * 1.1)
    if len(picker.summary) <= max(1, left // text.line_height(sizes.note)):
        return picker.summary
    points = (point.replace(" ", NO_BREAK) for point in picker.summary)
    wrapped = text.wrap("  ·  ".join(points), box.w, sizes.note)
    return wrapped if len(wrapped) <= 2 else (wrapped[0], " ".join(wrapped[1:]))


def _slots(picker: Picker, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the slots; without room for all they scroll, and the one being filled stays visible."""
    natural = max(_slot_width(slot, sizes) for slot in picker.slots)
    least = min(natural, round(sizes.slot * 0.85))
    shown = min(len(picker.slots), (box.w + sizes.gap) // (least + sizes.gap))
    first = min(max(0, picker.current - shown // 2), len(picker.slots) - shown)
    width = min(natural, (box.w + sizes.gap) // shown - sizes.gap)
    area = box.middle(shown * (width + sizes.gap) - sizes.gap, box.h)
    for index, place in enumerate(area.columns(shown, sizes.gap), first):
        slot, current = picker.slots[index], index == picker.current
        filled = bool(slot.label or slot.icons)
        yield Plate(
            place, "plate" if filled else "well", "accent" if current else "edge", sizes.radius, 2.5 if current else 1
        )
        yield from content(slot, place.inset(sizes.gap, 2), sizes, "text")
        if slot.target:
            yield TouchArea(place, slot.target)


def _slot_width(slot: Item, sizes: Sizes) -> int:
    icons = len(slot.icons) * round(sizes.slot * 0.7)
    return max(round(sizes.slot * 1.5), icons + text.width(slot.label, sizes.main) + 3 * sizes.gap)


def _lattice(picker: Picker, box: Box, gap: int, sizes: Sizes) -> tuple[Box, tuple[Box, ...], tuple[Box, ...]]:
    """Return where the grid lies, its columns and its lines."""
    across, most = max(len(row) for row in picker.rows), round(sizes.row_most * 1.5)
    height = min(most, (box.h + gap) // len(picker.rows) - gap)
    width = max(2 * height, *(_wanted(cell, height, sizes) for row in picker.rows for cell in row))
    area = box.middle(min(box.w, across * (width + gap) - gap), len(picker.rows) * (height + gap) - gap)
    return area, area.columns(across, gap), area.rows(len(picker.rows), gap)


def _grid(picker: Picker, box: Box, sizes: Sizes) -> Iterator[Mark]:
    gap = min(sizes.gap, 4)
    area, columns, lines = _lattice(picker, box, gap, sizes)
    at = picker.cursor or NOWHERE
    if picker.column_wide:
        column = columns[at[1]]
        yield Plate(Box(column.x - 2, area.y - 2, column.w + 4, area.h + 4), "cursor", None, sizes.radius + 2)
    together: set[tuple[int, int]] = set()
    for one in picker.areas:
        yield from _area(one, picker.rows, columns, lines, sizes)
        together |= set(_within(one))
    for row, (cells, line) in enumerate(zip(picker.rows, lines, strict=True)):
        for column_index, (cell, column) in enumerate(zip(cells, columns, strict=False)):
            place = Box(column.x, line.y, column.w, line.h)
            chosen = column_index == at[1] and (picker.column_wide or row == at[0])
            if (row, column_index) not in together:
                yield from _cell(cell, place, sizes, chosen)
            if cell.target:
                yield TouchArea(Box(place.x, place.y, place.w + gap, place.h + gap), cell.target)


def _within(area: Area) -> Iterator[tuple[int, int]]:
    (top, left), (bottom, right) = area.first, area.last
    return product(range(top, bottom + 1), range(left, right + 1))


def _area(
    area: Area, rows: tuple[tuple[Item, ...], ...], columns: tuple[Box, ...], lines: tuple[Box, ...], sizes: Sizes
) -> Iterator[Mark]:
    """Yield the cells of an area on one plate; all are as small as the one that the cap stands beside."""
    (top, left), (bottom, right) = area.first, area.last
    width, height = columns[right].right - columns[left].x, lines[bottom].bottom - lines[top].y
    whole = Box(columns[left].x, lines[top].y, width, height)
    ink: Tint = "ink" if area.is_chosen else "text"
    narrowest = min(column.w for column in columns)
    yield plate(whole, area.is_chosen, sizes)
    for row, column in _within(area):
        place = Box(columns[column].x, lines[row].y, narrowest, lines[row].h).inset(sizes.gap, 2)
        if area.key:
            beside = place.split_left(cap_side(sizes) - sizes.gap)[1]
            place = beside if column == left else place.middle(beside.w, beside.h)
        yield from content(rows[row][column], place, sizes, ink)
    if area.key:
        yield from key_cap(area.key, whole, sizes)


def _wanted(cell: Item, height: int, sizes: Sizes) -> int:
    """Return how wide a cell must be for its pictures and its whole label side by side."""
    label = text.width(cell.label, sizes.main)
    if cell.key and not cell.label:
        return len(cell.icons) * height + cap_side(sizes) + 4 * sizes.gap
    return len(cell.icons) * height + label + 4 * sizes.gap if cell.icons and cell.label else label + 4 * sizes.gap


def _cell(cell: Item, box: Box, sizes: Sizes, chosen: bool) -> Iterator[Mark]:
    if not cell.label and not cell.icons:
        return
    yield plate(box, chosen, sizes)
    inside = box.inset(sizes.gap, 2)
    if cell.key and not cell.label:
        inside = inside.split_left(cap_side(sizes) - sizes.gap)[1]
    yield from content(cell, inside, sizes, "ink" if chosen else "text")
    if cell.key:
        yield from key_cap(cell.key, box, sizes)


def content(item: Item, box: Box, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    """Yield icons and label within `box`, beside or above each other, whichever makes the icons larger."""
    pictures = len(item.icons) + bool(item.colour)
    if not pictures:
        yield Label(box, item.label, sizes.main, ink, "centre")
        return
    place = box
    if item.label:
        line, wide = text.line_height(sizes.main), text.width(item.label, sizes.main)
        beside = min(box.h, (box.w - wide - sizes.gap) // pictures, round(sizes.row * 1.6))
        if beside >= min(box.h - line, box.w // pictures):
            both = box.middle(beside * pictures + sizes.gap + wide, box.h)
            place, words = both.split_left(beside * pictures, sizes.gap)
            yield Label(words, item.label, sizes.main, ink)
        else:
            place, below = box.split_bottom(line)
            yield Label(below.inset(-2, 0), item.label, sizes.main, ink, "centre")
    places = _places(pictures, place)
    if item.colour:
        yield Token(places[0], item.colour)
    for name, spot in zip(item.icons, places[bool(item.colour) :], strict=True):
        yield Picture(spot, name, ink)


def _places(count: int, box: Box) -> tuple[Box, ...]:
    """Return `count` square places as large as possible, in the best number of lines."""
    if count == 1:
        return (box.middle(min(box.w, box.h), min(box.w, box.h)),)
    sides = {lines: min(box.h // lines, box.w // math.ceil(count / lines)) for lines in range(1, count + 1)}
    lines, side = max(sides.items(), key=lambda entry: (entry[1], -entry[0]))
    across = math.ceil(count / lines)
    places: list[Box] = []
    for line, band in enumerate(box.middle(box.w, side * lines).rows(lines)):
        here = min(across, count - line * across)
        places += band.middle(side * here, side).columns(here)
    return tuple(places)
