"""An announcement: a sign, a headline in the largest type that fits, and further lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from display.draw import frame, illustration, menu, strip, text
from display.draw.marks import Box, Label, Mark, Picture, Plate
from display.theme import GOLD, JOINT, SAND, STONE, TURQUOISE, Sizes
from display.view import Announcement, Item

LARGEST = 2.0
"""How much larger than the largest ordinary text a headline may be."""

LARGER = 1.25
"""How much larger than its lines a headline is at least."""


class Arrangement(NamedTuple):
    """How an announcement can be laid out."""

    share: int
    """The sign's share of the width in percent."""
    has_strip: bool
    """Whether the counts of the game are shown."""
    lines: Literal["strong", "body", "small"]
    """The text size of the lines below the headline."""


ARRANGEMENTS = (
    Arrangement(30, True, "strong"),
    Arrangement(15, True, "strong"),
    Arrangement(15, True, "body"),
    Arrangement(15, True, "small"),
    Arrangement(0, True, "body"),
    Arrangement(30, False, "strong"),
    Arrangement(15, False, "strong"),
    Arrangement(15, False, "body"),
    Arrangement(15, False, "small"),
)
"""Best first. What is read aloud must fit whole; the counts are on the next page as well."""

ILLUSTRATED: tuple[tuple[int, Literal["strong", "body", "small"]], ...] = (
    (45, "strong"),
    (33, "strong"),
    (45, "body"),
    (33, "body"),
    (45, "small"),
    (33, "small"),
    (24, "small"),
)
"""The picture's share of the height in percent, and the text size of the lines; best first."""


def layout(body: Announcement, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the announcement on a plate of its own; choices, if any, at its foot."""
    if body.choices.items:
        height = (sizes.row + sizes.gap) * min(3, len(body.choices.items))
        box, below = box.split_bottom(height, sizes.gap)
        yield from menu.layout(body.choices, below, sizes)
    if body.guard:
        box, below = box.split_bottom(max(sizes.row, strip.height(sizes)), sizes.gap)
        yield from _guard(body.guard, below, sizes)
    yield Plate(box, STONE, JOINT, sizes.radius)
    yield Plate(box.split_left(sizes.gap)[0].inset(0, sizes.radius), GOLD, None, 2)
    inside = box.inset(sizes.pad * 3 // 2, sizes.gap)
    if body.picture:
        yield from _illustrated(body, inside, sizes)
        return
    laid_out = (tuple(_content(body, inside, sizes, one)) for one in ARRANGEMENTS)
    yield from next(
        (marks for marks in laid_out if all(map(_is_as_wanted, marks))), _content(body, inside, sizes, ARRANGEMENTS[-1])
    )


def _illustrated(body: Announcement, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture above the words, as large as they leave room for."""
    for share, size in ILLUSTRATED:
        picture, below = box.split_top(box.h * share // 100, sizes.gap)
        words = _words(body, below, getattr(sizes, size), sizes, most=sizes.large)
        if all(map(_is_as_wanted, words)):
            break
    yield from illustration.layout(body.picture, picture, sizes)
    yield from words


def _guard(items: tuple[Item, ...], line: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield side by side who must look away, and who opens the next page by what; each as wide as its words need."""
    side = line.h - sizes.gap
    wanted = [
        len(item.icons) * (side + sizes.gap) + text.width(item.label, sizes.body, bold=True) + 2 * sizes.gap
        for item in items
    ]
    for place, item in zip(frame.shared(line, wanted, sizes.gap), items, strict=True):
        yield Plate(place, STONE, TURQUOISE, sizes.radius)
        rest = place.inset(sizes.gap, sizes.gap // 2)
        for name in item.icons:
            sign, rest = rest.split_left(side, sizes.gap)
            yield Picture(sign, name, TURQUOISE)
        yield Label(rest, item.label, sizes.body, SAND, bold=True)


def _content(body: Announcement, box: Box, sizes: Sizes, arrangement: Arrangement) -> Iterator[Mark]:
    """Yield the counts if they are shown, the sign on its share of the width, and the words."""
    if body.tray and arrangement.has_strip:
        box, line = box.split_bottom(strip.height(sizes), sizes.gap)
        yield from strip.whole(body, line, sizes)
    if body.icon and arrangement.share:
        side = min(box.h * 3 // 4, box.w * arrangement.share // 100)
        place, box = box.split_left(side, sizes.pad)
        yield Picture(place, body.icon, GOLD)
    yield from _words(body, box, getattr(sizes, arrangement.lines), sizes)


def _is_as_wanted(mark: Mark) -> bool:
    """Return whether no text is cut or made smaller."""
    return not isinstance(mark, Label) or (text.fitted(mark).whole and text.fitted(mark).size == mark.size)


def _words(body: Announcement, box: Box, size: int, sizes: Sizes, most: int = 0) -> tuple[Label, ...]:
    """Return the headline, of at most this size if one is given, and below it the lines, as far as there is room."""
    most = most or round(sizes.large * LARGEST)
    least = round(size * LARGER)
    if not body.lines:
        return (Label(box, body.headline, _size(body.headline, box, least, most), GOLD, bold=True, lines=4),)
    lines = sum(len(text.wrap(line, box.w, size)) for line in body.lines)
    headline = len(text.wrap(body.headline, box.w, least, bold=True)) * text.line_height(least)
    head, below = box.split_bottom(min(lines * text.line_height(size), max(box.h // 2, box.h - headline)))
    largest = _size(body.headline, head, least, most)
    return (
        Label(head, body.headline, largest, GOLD, bold=True, lines=4),
        Label(below, "\n".join(body.lines), size, SAND, lines=lines),
    )


def _size(headline: str, box: Box, least: int, most: int) -> int:
    """Return the largest size, from `most` down to `least`, in which no word of the headline is broken."""
    for size in range(most, least, -2):
        wrapped = text.wrap(headline, box.w, size, bold=True)
        fits = all(text.width(line, size, bold=True) <= box.w for line in wrapped)
        if fits and len(wrapped) <= text.lines_that_fit(box.h, size, 4):
            return size
    return least
