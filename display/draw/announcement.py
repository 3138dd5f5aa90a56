"""An announcement: a sign, a headline in the largest type that fits, and further lines.

What is read aloud stands on paper, the only paper there is; the curtain is a plate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from display.draw import dice, frame, illustration, menu, text
from display.draw.choices import split_choices
from display.draw.illustration import LEAST_ABOVE, LEAST_AT_ALL
from display.draw.marks import Box, Label, Mark, Picture, Plate
from display.theme import RGB, Sizes, Tint, Type
from display.view import Announcement, Item

HEADLINES = (2.0, 1.5, 1.0)
"""The sizes that a headline may have, in great type..."""
LEAST_POSTER = 1.25
"""...and the least by which it is larger than the lines; beside a picture it has a colour and a rule of its own."""


def headline_labels(
    body: Announcement, box: Box, size: Type, sizes: Sizes, ink: Tint, posters: tuple[float, ...] = HEADLINES
) -> tuple[Label, ...]:
    """The headline, and below it the lines, as far as there is room."""
    if not body.lines:
        return (Label(box, body.headline, _headline_size(body.headline, box, sizes, posters), ink, lines=4),)
    lines = sum(text.block_height(line, box.w, size) for line in body.lines)
    least = text.block_height(body.headline, box.w, sizes.main, 4)
    head, below = box.split_bottom(min(lines, max(box.h // 2, box.h - least)), sizes.gap)
    largest = _headline_size(body.headline, head, sizes, posters)
    count = sum(len(text.wrap(line, box.w, size)) for line in body.lines)
    return (
        Label(head, body.headline, largest, ink, lines=4),
        Label(below, "\n".join(body.lines), size, ink, lines=count),
    )


def _headline_size(headline: str, box: Box, sizes: Sizes, posters: tuple[float, ...]) -> Type:
    """The largest type in which no word of the headline is broken."""
    for size in (*map(sizes.great.times, posters), sizes.main.times(LEAST_POSTER)) if posters else ():
        wrapped = text.wrap(headline, box.w, size)
        fits = all(text.width(line, size) <= box.w for line in wrapped)
        if fits and len(wrapped) <= 4 and _ink_height(len(wrapped), size) <= box.h:
            return size
    return sizes.main


def _ink_height(lines: int, size: Type) -> float:
    """How high so many lines are, with accents above and tails below."""
    return (lines - 1) * text.line_height(size) + size.capitals * (2 * text.INKED - 1)


PAPER: RGB = (246, 231, 196)
PAPER_EDGE: RGB = (184, 156, 120)
ROD: RGB = (166, 95, 46)
"""The paper is the same by day and by night."""


class _Arrangement(NamedTuple):
    """How an announcement can be laid out."""

    share: int
    """The sign's share of the width in percent."""
    has_strip: bool
    """Whether the counts of the game are shown."""
    is_small: bool = False
    """Whether what stands below the headline is written as a note."""


ARRANGEMENTS = (
    _Arrangement(28, True),
    _Arrangement(15, True),
    _Arrangement(0, True),
    _Arrangement(15, True, True),
    _Arrangement(0, True, True),
    _Arrangement(0, False),
    _Arrangement(0, False, True),
)
"""Best first. What is read aloud must fit whole; the counts are on the next page as well."""


class _Room(NamedTuple):
    """What choices and picture get, where the words need the rest."""

    row: int
    """How high the rows of the choices may be."""
    least: int
    """The least share of a picture above the words."""
    is_abreast: bool = False
    """Whether the choices stand side by side, where there are no buttons: a finger needs height more than width."""


def layout(body: Announcement, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the announcement on its paper; choices, if any, at its foot, in lower rows if picture or words need room.

    Why lower rows only there: high ones are better for fingers, but not where all else is cramped.
    """
    marks: tuple[Mark, ...] = ()
    for room in _rooms(body, sizes):
        marks = tuple(_whole(body, box, sizes._replace(row=room.row), room))
        if _has_room(marks, body, sizes):
            break
    yield from marks


def _rooms(body: Announcement, sizes: Sizes) -> Iterator[_Room]:
    """Yield what choices and picture may get, best first.

    A map needs its cards and cells large more than a finger needs rows of some height between.
    """
    words = max(sizes.finger, text.line_height(sizes.main) + 1)
    lowest = min(sizes.row, words) if body.choices.items else sizes.row
    rows = (sizes.row, (sizes.row + lowest) // 2, lowest)
    if sizes.finger and body.picture and len(body.choices.items) > 1:
        yield from (_Room(row, least, True) for least in (LEAST_ABOVE, LEAST_AT_ALL) for row in rows)
    yield _Room(sizes.row, LEAST_ABOVE)
    if body.picture:
        if isinstance(body.picture, tuple):
            yield _Room(rows[1], LEAST_ABOVE)
        yield _Room(lowest, LEAST_ABOVE)
        yield _Room(lowest, LEAST_AT_ALL)


def _has_room(marks: tuple[Mark, ...], body: Announcement, sizes: Sizes) -> bool:
    """Whether all is whole in the usual cut, and what stands below the headline no note and not close to it."""
    labels = [mark for mark in marks if isinstance(mark, Label)]
    headlines = [label.box for label in labels if label.text == body.headline]
    below = [label for label in labels if label.text == "\n".join(body.lines)]
    return all(map(_is_usual, labels)) and not any(
        label.type == sizes.note or label.box.y - box.bottom < sizes.gap for box in headlines for label in below
    )


def _is_usual(label: Label) -> bool:
    """Whether a label is whole in the usual cut."""
    fit = text.fit(label)
    return fit.whole and not fit.is_narrow


def _whole(body: Announcement, box: Box, sizes: Sizes, room: _Room) -> Iterator[Mark]:
    if room.is_abreast:
        box, choices = split_choices(body.choices, box, sizes)
        yield from choices
    elif body.choices.items:
        height = (sizes.row + sizes.gap) * min(3, len(body.choices.items))
        box, below = box.split_bottom(height, sizes.gap)
        yield from menu.layout(body.choices, below, sizes)
    for most in (2, 1) if body.guard else (0,):
        marks = tuple(_above_guard(body, box, sizes, room.least, most))
        if all(map(_is_inside, marks)):
            break
    yield from marks


def _above_guard(body: Announcement, box: Box, sizes: Sizes, least: int, most: int) -> Iterator[Mark]:
    """Yield the guard, if any, in so many lines at most, and all above it."""
    if body.guard:
        height, places = _guard_places(body.guard, box, sizes, most)
        box, below = box.split_bottom(height, max(1, sizes.gap - 2))
        yield from _guard(body.guard, below, places, sizes, most)
    if body.is_read and not body.picture:
        yield from _paper(box, sizes)
    else:
        yield Plate(box, "plate", "edge", sizes.radius)
    inside = box.inset(sizes.pad * 3 // 2, sizes.gap + sizes.pad // 2)
    if body.picture:
        yield from illustration.explanation(body, inside, sizes, least)
        return
    ink: Tint = "ink" if body.is_read else "text"
    laid_out = (tuple(_content(body, inside, sizes, one, ink)) for one in ARRANGEMENTS)
    yield from next((marks for marks in laid_out if _is_good(marks, body)), _last(body, inside, sizes, ink))


def _last(body: Announcement, box: Box, sizes: Sizes, ink: Tint) -> tuple[Mark, ...]:
    return tuple(_content(body, box, sizes, ARRANGEMENTS[-1], ink))


def _paper(box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a sheet between two rods."""
    rod = max(6, sizes.pad)
    yield Plate(box.inset(sizes.pad, rod // 2), PAPER, PAPER_EDGE)
    for edge in (box.split_top(rod)[0], box.split_bottom(rod)[1]):
        yield Plate(edge, ROD, "ink", rod // 2, 1.5)


def _guard_places(items: tuple[Item, ...], box: Box, sizes: Sizes, most: int) -> tuple[int, list[int]]:
    """Return the height of the guard's line, and how wide each item wants to be; two lines of words if one is cut.

    `most`: the most lines of words, for what is above may need the room.
    """
    height = _guard_height(sizes, most)
    side = height - sizes.gap
    share = 1 if most > 1 else text.NARROW
    wanted = [
        len(item.icons) * (side + sizes.gap) + math.ceil(text.width(item.label, sizes.main) * share) + 2 * sizes.gap
        for item in items
    ]
    is_long = most > 1 and sum(wanted) > box.w - sizes.gap
    return (2 * text.line_height(sizes.main) + 2 if is_long else height), wanted


def _guard(items: tuple[Item, ...], line: Box, wanted: list[int], sizes: Sizes, most: int) -> Iterator[Mark]:
    """Yield side by side who must look away, and who opens the next page by what; each as wide as its words need."""
    side = _guard_height(sizes, most) - sizes.gap
    for place, item in zip(frame.share_width(line, wanted, sizes.gap), items, strict=True):
        yield Plate(place, "plate", "accent", sizes.radius)
        rest = place.inset(sizes.gap, 1)
        for name in item.icons:
            sign, rest = rest.split_left(side, sizes.gap)
            yield Picture(sign, name, "accent")
        yield text.inside(Label(rest, item.label, sizes.main, lines=most), place.inset(0, 1))


def _guard_height(sizes: Sizes, most: int) -> int:
    """How high a line of the guard is: as a row, or as its words need where all else is cramped."""
    return max(sizes.row if most > 1 else text.line_height(sizes.main) + 4, dice.strip_height(sizes))


def _content(body: Announcement, box: Box, sizes: Sizes, arrangement: _Arrangement, ink: Tint) -> Iterator[Mark]:
    """Yield the counts if they are shown, the sign on its share of the width, and the words."""
    if body.tray and arrangement.has_strip:
        box, line = box.split_bottom(dice.strip_height(sizes), sizes.gap)
        yield from dice.whole_strip(body, line, sizes, ink)
    if body.icon and arrangement.share:
        side = min(box.h * 3 // 4, box.w * arrangement.share // 100)
        place, box = box.split_left(side, sizes.pad)
        yield Picture(place, body.icon, ink)
    yield from headline_labels(body, box, sizes.note if arrangement.is_small else sizes.main, sizes, ink)


def _is_good(marks: tuple[Mark, ...], body: Announcement) -> bool:
    """Whether all is written whole and apart, and the headline clearly larger than what stands below it."""
    sizes = {label.text: label.type.capitals for label in marks if isinstance(label, Label)}
    below = sizes.get("\n".join(body.lines), 0)
    return all(map(_is_inside, marks)) and sizes[body.headline] >= 1.2 * below


def _is_inside(mark: Mark) -> bool:
    """Whether a mark is no label that is cut, or whose letters leave its box with their accents and tails."""
    if not isinstance(mark, Label):
        return True
    fit = text.fit(mark)
    return fit.whole and _ink_height(len(fit.lines), mark.type) <= mark.box.h
