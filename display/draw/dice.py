"""Dice in a row, and the tray of those that are locked."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw.marks import Box, Label, Mark, Picture, Plate, TouchArea
from display.sizes import Sizes
from display.theme import Tint
from display.view import Item

MOST_IN_A_ROW = 6


def row(items: tuple[Item, ...], current: int, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield dice side by side, in two rows if there are many; the one under the cursor is on gold, if it is usable."""
    gap = sizes.gap
    across = len(items) if len(items) <= MOST_IN_A_ROW else (len(items) + 1) // 2
    down = -(-len(items) // across)
    side = min((box.h + gap) // down - gap, (box.w + gap) // across - gap, round(sizes.row * 1.7))
    area = box.middle(across * (side + gap) - gap, down * (side + gap) - gap)
    places = (place for line in area.rows(down, gap) for place in line.columns(across, gap))
    for index, (item, place) in enumerate(zip(items, places, strict=False)):
        chosen = index == current
        yield _plate(item, place, chosen, sizes)
        if item.icons:
            ink: Tint = "edge" if item.is_dimmed else "ink" if chosen else "text"
            yield Picture(place.inset(max(2, side // 10)), item.icons[0], ink)
        elif item.label:
            yield Label(place, item.label, sizes.main, "ink" if chosen else "text", "centre")
        if item.target:
            yield TouchArea(place, item.target)


def _plate(item: Item, place: Box, chosen: bool, sizes: Sizes) -> Plate:
    """Return what a die lies on; a dimmed one has a frame under the cursor, and no gold."""
    if item.is_dimmed:
        return Plate(place, "well", "cursor" if chosen else "edge", sizes.radius, 2.5 if chosen else 1)
    return Plate(place, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)


def tray(locked: tuple[int, int], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the tray: a place for every die, the locked ones lying in it."""
    count, places = locked
    side = min(box.h - 4, (box.w - sizes.gap) // places - 3)
    area = Box(box.x, box.y, min(box.w, places * (side + 3) + 5), box.h).middle(places * (side + 3) + 5, side + 4)
    yield Plate(area, "well", "loss" if count == places else "edge", sizes.radius)
    for index, place in enumerate(area.inset(3, 2).columns(places, 3)):
        spot = place.middle(side, side)
        if index < count:
            yield Plate(spot, "loss", None, max(2, side // 5))
            yield Picture(spot.inset(max(1, side // 10)), "mummy", "on_loss")
        else:
            yield Plate(spot.inset(1), None, "edge", max(2, side // 5))
