"""A headline in the largest type that fits, and the lines below it."""

from __future__ import annotations

from display.draw import text
from display.draw.marks import Box, Label
from display.sizes import Sizes, Type
from display.theme import Tint
from display.view import Announcement

POSTERS = (2.0, 1.5, 1.0)
"""The sizes that a headline may have, in great type..."""
LEAST_POSTER = 1.25
"""...and the least by which it is larger than the lines; beside a picture it has a colour and a rule of its own."""


def words(
    body: Announcement, box: Box, size: Type, sizes: Sizes, ink: Tint, posters: tuple[float, ...] = POSTERS
) -> tuple[Label, ...]:
    """Return the headline, and below it the lines, as far as there is room."""
    if not body.lines:
        return (Label(box, body.headline, _size(body.headline, box, sizes, posters), ink, lines=4),)
    lines = sum(text.block_height(line, box.w, size) for line in body.lines)
    least = text.block_height(body.headline, box.w, sizes.main, 4)
    head, below = box.split_bottom(min(lines, max(box.h // 2, box.h - least)), sizes.gap)
    largest = _size(body.headline, head, sizes, posters)
    count = sum(len(text.wrap(line, box.w, size)) for line in body.lines)
    return (
        Label(head, body.headline, largest, ink, lines=4),
        Label(below, "\n".join(body.lines), size, ink, lines=count),
    )


def _size(headline: str, box: Box, sizes: Sizes, posters: tuple[float, ...]) -> Type:
    """Return the largest type in which no word of the headline is broken."""
    for size in (*map(sizes.great.times, posters), sizes.main.times(LEAST_POSTER)) if posters else ():
        wrapped = text.wrap(headline, box.w, size)
        fits = all(text.width(line, size) <= box.w for line in wrapped)
        if fits and len(wrapped) <= 4 and inked(len(wrapped), size) <= box.h:
            return size
    return sizes.main


def inked(lines: int, size: Type) -> float:
    """Return how high so many lines are, with accents above and tails below."""
    return (lines - 1) * text.line_height(size) + size.capitals * (2 * text.INKED - 1)
