"""Bars: which part of a list is visible, and how far work is done."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw.marks import Box, Mark, Picture, Plate, TouchArea
from display.sizes import Sizes

LEAST = 24
"""The least width of a scroll bar in pixels, so that a finger can hit it."""


def width(sizes: Sizes) -> int:
    """Return how wide a scroll bar is."""
    return max(LEAST, sizes.row * 2 // 3)


def scroll_bar(box: Box, first: int, shown: int, count: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a bar that shows which part of the list is visible; touching its halves scrolls."""
    upper, lower = box.rows(2)
    track = box.middle(sizes.gap + 2, max(0, box.h - 2 * sizes.row))
    yield Plate(track, "well", "edge", track.w // 2)
    thumb = Box(track.x, track.y + track.h * first // count, track.w, max(track.w, track.h * shown // count))
    yield Plate(thumb, "accent", None, track.w // 2)
    top, bottom = box.split_top(sizes.row)[0], Box(box.x, box.bottom - sizes.row, box.w, sizes.row)
    yield Picture(top.inset(sizes.gap), "up", "accent" if first else "edge")
    yield Picture(bottom.inset(sizes.gap), "down", "accent" if first + shown < count else "edge")
    yield TouchArea(upper, "button:up")
    yield TouchArea(lower, "button:down")


def progress(share: float, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a bar that is full from the left as far as the work is done."""
    yield Plate(box, "well", "edge", sizes.radius)
    if done := round(share * box.w):
        yield Plate(box._replace(w=done), "accent", None, sizes.radius)
