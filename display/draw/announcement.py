"""An announcement: a sign, a headline in the largest type that fits, further lines; the picture of an explanation.

What is read aloud stands on paper, the only paper there is; the curtain is a plate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from display.draw import dice, frame, menu, pyramid, race, text
from display.draw.choices import split_choices
from display.draw.marks import Label, Mark, Picture, Plate, Rect, Token, TouchArea
from display.draw.maze_grid import MazeGrid, squares
from display.theme import RGB, Sizes, Tint, Type
from display.view import Announcement, Item, MazePlan, PyramidPlan, Race

HEADLINES = (2.0, 1.5, 1.0)
"""The sizes that a headline may have, in great type..."""
LEAST_POSTER = 1.25
"""...and the least by which it is larger than the lines; beside a picture it has a colour and a rule of its own."""


def headline_labels(
    body: Announcement, box: Rect, size: Type, sizes: Sizes, ink: Tint, posters: tuple[float, ...] = HEADLINES
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


def _headline_size(headline: str, box: Rect, sizes: Sizes, posters: tuple[float, ...]) -> Type:
    """The largest type in which no word of the headline is broken."""
    for size in (*map(sizes.great.times, posters), sizes.main.times(LEAST_POSTER)) if posters else ():
        wrapped = text.wrap(headline, box.w, size)
        fits = all(text.width(line, size) <= box.w for line in wrapped)
        if fits and len(wrapped) <= 4 and _ink_height(len(wrapped), size) <= box.h:
            return size
    return sizes.main


def _ink_height(lines: int, size: Type) -> float:
    """Height of these lines, with accents above and tails below."""
    return (lines - 1) * text.line_height(size) + size.capitals * (2 * text.INKED - 1)


PAPER: RGB = (246, 231, 196)
PAPER_EDGE: RGB = (184, 156, 120)
ROD: RGB = (166, 95, 46)
"""The paper is the same by day and by night."""


class _Arrangement(NamedTuple):
    """One way to lay out an announcement."""

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
    """Largest height of the rows of choices."""
    least: int
    """The least share of a picture above the words."""
    is_abreast: bool = False
    """Whether the choices stand side by side, where there are no buttons: a finger needs height more than width."""


def layout(body: Announcement, box: Rect, sizes: Sizes) -> Iterator[Mark]:
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


def _whole(body: Announcement, box: Rect, sizes: Sizes, room: _Room) -> Iterator[Mark]:
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


def _above_guard(body: Announcement, box: Rect, sizes: Sizes, least: int, most: int) -> Iterator[Mark]:
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
        yield from explanation(body, inside, sizes, least)
        return
    ink: Tint = "ink" if body.is_read else "text"
    laid_out = (tuple(_content(body, inside, sizes, one, ink)) for one in ARRANGEMENTS)
    yield from next((marks for marks in laid_out if _is_good(marks, body)), _last(body, inside, sizes, ink))


def _last(body: Announcement, box: Rect, sizes: Sizes, ink: Tint) -> tuple[Mark, ...]:
    return tuple(_content(body, box, sizes, ARRANGEMENTS[-1], ink))


def _paper(box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a sheet between two rods."""
    rod = max(6, sizes.pad)
    yield Plate(box.inset(sizes.pad, rod // 2), PAPER, PAPER_EDGE)
    for edge in (box.split_top(rod)[0], box.split_bottom(rod)[1]):
        yield Plate(edge, ROD, "ink", rod // 2, 1.5)


def _guard_places(items: tuple[Item, ...], box: Rect, sizes: Sizes, most: int) -> tuple[int, list[int]]:
    """The height of the guard's line, and how wide each item wants to be; two lines of words if one is cut.

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


def _guard(items: tuple[Item, ...], line: Rect, wanted: list[int], sizes: Sizes, most: int) -> Iterator[Mark]:
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
    """Height of a line of the guard: that of a row, or what its words need where all else is cramped."""
    return max(sizes.row if most > 1 else text.line_height(sizes.main) + 4, dice.strip_height(sizes))


def _content(body: Announcement, box: Rect, sizes: Sizes, arrangement: _Arrangement, ink: Tint) -> Iterator[Mark]:
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


LEAST_ABOVE, LEAST_AT_ALL, LEAST_BESIDE = 24, 15, (45, 33, 24)
"""The least share of the height in percent that a picture above the words has, or has at all, and of the width..."""

WORTH_NARROW_LINES = 1.25
"""...beside them, where it must be so many times as large, for short lines are worse to read."""

MOST_ABOVE = 60
"""The most of the height that a picture above the words takes, in percent."""


class _Illustrated(NamedTuple):
    """A picture's place, and the words above which or beside which it stands."""

    picture: Rect
    words: tuple[Label, ...]
    place: Rect
    """Where the words stand."""
    gap: int
    """What lies between headline and lines."""


def _picture(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture as large as fits into the middle of its box; nothing of it can be touched.

    Rows and columns have no names: no explanation speaks of them.
    """
    match picture:
        case PyramidPlan():
            marks = pyramid.stage(picture, box, sizes, is_named=False)
        case MazePlan():
            marks = squares(_grid(picture, box), sizes, is_named=False)
        case _:
            marks = _signs(picture, box, sizes)
    return (mark for mark in marks if not isinstance(mark, TouchArea))


def thumbnail(picture: Race | PyramidPlan | MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a game as it stands, as large as fits, without names and numbers, which would be too small to read."""
    marks = race.lanes(picture, box, sizes) if isinstance(picture, Race) else _picture(picture, box, sizes)
    return (mark for mark in marks if not isinstance(mark, Label))


def explanation(body: Announcement, box: Rect, sizes: Sizes, least: int) -> Iterator[Mark]:
    """Yield the picture above the words, or a map beside them if it is clearly larger there.

    Words are condensed where they leave it too little, and at last they are a note. The headline has a colour of its
    own, for it may be no larger than the words.
    """
    candidates: list[_Illustrated] = []
    for size, is_narrow in product((sizes.main, sizes.note), (False, True)):
        candidates = [
            candidate
            for candidate in (_above(body, box, size, sizes, least), *_beside(body, box, size, sizes))
            if all(fit.whole and (is_narrow or not fit.is_narrow) for fit in map(text.fit, candidate.words))
        ]
        if candidates:
            break
    best = max(
        candidates or (_above(body, box, sizes.note, sizes, least),),
        key=lambda candidate: _worth(body, candidate, sizes),
    )
    yield from _picture(body.picture, best.picture, sizes)
    place = best.place
    title, *lines = best.words
    here, place = place.split_top(_height(title), best.gap)
    yield from _headline(replace(title, box=here), sizes)
    for word in lines:
        here, place = place.split_top(_height(word), best.gap)
        yield replace(word, box=here)


def _headline(title: Label, sizes: Sizes) -> Iterator[Mark]:
    """Yield a headline after an upright rule, for in high contrast its colour hardly tells it from the words."""
    box, size = title.box, title.type
    rule, beside = box.split_left(max(4, sizes.gap), sizes.gap)
    moved = replace(title, box=beside)
    if len(text.fit(moved).lines) > len(text.fit(title).lines):
        yield title
        return
    high = (len(text.fit(moved).lines) - 1) * text.line_height(size) + size.capitals + 4
    yield Plate(rule.middle(rule.w, high), "accent")
    yield moved


def _worth(body: Announcement, candidate: _Illustrated, sizes: Sizes) -> float:
    """Size of the picture, counted as less if the words beside it have short lines."""
    is_beside = candidate.picture.right < candidate.place.x
    return _side(body.picture, candidate.picture, sizes) / (WORTH_NARROW_LINES if is_beside else 1)


def _above(body: Announcement, box: Rect, size: Type, sizes: Sizes, least: int) -> _Illustrated:
    words, high, gap = _lay_words(body, box.split_top(box.h * least // 100, sizes.gap)[1], size, sizes)
    picture, place = box.split_bottom(high, sizes.gap)
    return _Illustrated(picture.middle(picture.w, box.h * MOST_ABOVE // 100), words, place, gap)


def _beside(body: Announcement, box: Rect, size: Type, sizes: Sizes) -> Iterator[_Illustrated]:
    """Yield the places that a map may have at the left of the words, as signs are in a row."""
    if isinstance(body.picture, tuple):
        return
    for share in LEAST_BESIDE:
        picture, rest = box.split_left(box.w * share // 100, sizes.pad)
        words, high, gap = _lay_words(body, rest, size, sizes)
        yield _Illustrated(picture, words, rest.middle(rest.w, high), gap)


def _lay_words(body: Announcement, box: Rect, size: Type, sizes: Sizes) -> tuple[tuple[Label, ...], int, int]:
    """Headline and lines for a box, how high they are together, and the gap between them."""
    title, *lines = headline_labels(body, box, size, sizes, "text", ())
    words = (replace(title, colour="accent"), *lines)
    heights = [_height(word) for word in words]
    gap = max(0, min(2 * sizes.gap, box.h - sum(heights)))
    return words, min(sum(heights) + gap * (len(words) - 1), box.h), gap


def _height(label: Label) -> int:
    """Height of a label's lines, with the tails of the last."""
    lines = len(text.fit(label).lines)
    return (lines - 1) * text.line_height(label.type) + round(label.type.capitals * text.INKED)


def _side(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Rect, sizes: Sizes) -> int:
    """The side in pixels of a map's cards or cells in a box; of signs in a row the height that they may have."""
    match picture:
        case PyramidPlan():
            return next(iter(pyramid.places_of(picture, box, sizes, is_named=False).values())).w
        case MazePlan():
            return _grid(picture, box).side
    return box.h


def _grid(maze: MazePlan, box: Rect) -> MazeGrid:
    """The whole maze in the middle of a box, with room for the outer wall, which is half as thick as others."""
    rows = len(maze.squares) // maze.columns
    side = min(box.h // rows, box.w // maze.columns)
    wall = side // 16 + 3
    side = min((box.h - 2 * wall) // rows, (box.w - 2 * wall) // maze.columns)
    return MazeGrid(maze, box.middle(side * maze.columns, side * rows), side, 0, 0, maze.columns, rows)


def _signs(items: tuple[Item, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items side by side: icons in a row, then the label; an item without icons is a sign between them."""
    gap = sizes.gap * 2
    widths = [_width(item, box.h, sizes) for item in items]
    side = box.h
    while side > sizes.main.capitals and sum(widths) + gap * (len(items) - 1) > box.w:
        side -= 2
        widths = [_width(item, side, sizes) for item in items]
    place = box.middle(sum(widths) + gap * (len(items) - 1), side)
    for item, width in zip(items, widths, strict=True):
        here, place = place.split_left(width, gap)
        yield from _sign(item, here, side, sizes)


def _label_size(side: int, sizes: Sizes) -> Type:
    return sizes.great if side >= 2 * sizes.great.capitals else sizes.main


def _width(item: Item, side: int, sizes: Sizes) -> int:
    """The width of an item whose icons have sides of `side` pixels."""
    label = text.width(item.label, _label_size(side, sizes)) if item.label else 0
    pictures = side * (len(item.icons) + bool(item.colour))
    return pictures + label + (sizes.gap if pictures and label else 0)


def _sign(item: Item, box: Rect, side: int, sizes: Sizes) -> Iterator[Mark]:
    for name in item.icons:
        place, box = box.split_left(side)
        yield Picture(place.inset(1), name, "lesser" if item.is_dimmed else "accent")
    if item.colour:
        place, box = box.split_left(side)
        yield Token(place.inset(side // 8), item.colour)
    if item.label:
        gap = sizes.gap if item.icons or item.colour else 0
        yield Label(box.split_left(gap)[1], item.label, _label_size(side, sizes))
