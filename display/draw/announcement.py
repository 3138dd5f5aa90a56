"""Something to be read aloud: a sign, a headline in the largest type that fits, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import dice, menu, text
from display.draw.marks import Box, Label, Mark, Picture, Plate
from display.theme import GOLD, JOINT, SAND, STONE, Sizes
from display.view import Announcement

LARGEST = 2.0
"""How much larger than the largest ordinary text a headline may be."""

WAYS = ((30, True), (30, False), (15, False))
"""How announcements are laid out, best first: the sign's share of the width in percent, and with the tray or without.

What is read aloud must be there whole; the tray stands on the next page, too.
"""


def layout(body: Announcement, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the announcement on a plate of its own; choices, if any, at its foot."""
    if body.choices.items:
        height = (sizes.row + sizes.gap) * min(3, len(body.choices.items))
        box, below = box.split_bottom(height, sizes.gap)
        yield from menu.layout(body.choices, below, sizes)
    yield Plate(box, STONE, JOINT, sizes.radius)
    yield Plate(box.split_left(sizes.gap)[0].inset(0, sizes.radius), GOLD, None, 2)
    inside = box.inset(sizes.pad * 3 // 2, sizes.gap)
    ways = [tuple(_content(body, inside, sizes, share, has_tray)) for share, has_tray in WAYS]
    yield from next((marks for marks in ways if all(map(_is_whole, marks))), ways[-1])


def _content(body: Announcement, box: Box, sizes: Sizes, share: int, has_tray: bool) -> Iterator[Mark]:
    """Yield the sign on its share of the width, the words, and the tray if it is to be seen."""
    if body.icon:
        side = min(box.h * 3 // 4, box.w * share // 100)
        place, box = box.split_left(side, sizes.pad)
        yield Picture(place, body.icon, GOLD)
    if body.tray and has_tray:
        box, tray = box.split_bottom(round(sizes.row * 1.2), sizes.gap)
        yield from dice.tray(body.tray, tray, sizes)
    yield from _words(body, box, sizes)


def _is_whole(mark: Mark) -> bool:
    return not isinstance(mark, Label) or text.fitted(mark).whole


def _words(body: Announcement, box: Box, sizes: Sizes) -> tuple[Label, Label]:
    """Return the headline, and below it what goes with it, which has the room that it needs."""
    lines = sum(len(text.wrap(line, box.w, sizes.strong)) for line in body.lines)
    least = len(text.wrap(body.headline, box.w, sizes.strong, bold=True)) * text.line_height(sizes.strong)
    wanted = lines * text.line_height(sizes.strong)
    head, below = box.split_bottom(min(wanted, max(box.h // 2, box.h - least)))
    headline = Label(head, body.headline, _size(body.headline, head, sizes), GOLD, bold=True, lines=4)
    return headline, Label(below, "\n".join(body.lines), sizes.strong, SAND, lines=max(1, lines))


def _size(headline: str, box: Box, sizes: Sizes) -> int:
    """Return the largest size in which the headline keeps its words whole."""
    for size in range(round(sizes.large * LARGEST), sizes.strong, -2):
        wrapped = text.wrap(headline, box.w, size, bold=True)
        fits = all(text.width(line, size, bold=True) <= box.w for line in wrapped)
        if fits and len(wrapped) <= text.room(box.h, size, 4):
            return size
    return sizes.strong
