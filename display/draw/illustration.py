"""The picture of an explanation, icons with short labels or a small map; and its words below or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from display.draw import announcement, pyramid, race, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, TouchArea
from display.draw.maze_grid import MazeGrid, squares
from display.theme import Sizes, Type
from display.view import Announcement, Item, MazePlan, PyramidPlan, Race

LEAST_ABOVE, LEAST_AT_ALL, LEAST_BESIDE = 24, 15, (45, 33, 24)
"""The least share of the height in percent that a picture above the words has, or has at all, and of the width..."""

WORTH_NARROW_LINES = 1.25
"""...beside them, where it must be so many times as large, for short lines are worse to read."""

MOST_ABOVE = 60
"""The most of the height that a picture above the words takes, in percent."""


class _Illustrated(NamedTuple):
    """A picture's place, and the words above which or beside which it stands."""

    picture: Box
    words: tuple[Label, ...]
    place: Box
    """Where the words stand."""
    gap: int
    """What lies between headline and lines."""


def _layout(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
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


def thumbnail(picture: Race | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a game as it stands, as large as fits, without names and numbers, which would be too small to read."""
    marks = race.lanes(picture, box, sizes) if isinstance(picture, Race) else _layout(picture, box, sizes)
    return (mark for mark in marks if not isinstance(mark, Label))


def explanation(body: Announcement, box: Box, sizes: Sizes, least: int) -> Iterator[Mark]:
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
    yield from _layout(body.picture, best.picture, sizes)
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
    """How large the picture is, counted as less if the words beside it have short lines."""
    is_beside = candidate.picture.right < candidate.place.x
    return _side(body.picture, candidate.picture, sizes) / (WORTH_NARROW_LINES if is_beside else 1)


def _above(body: Announcement, box: Box, size: Type, sizes: Sizes, least: int) -> _Illustrated:
    words, high, gap = _set(body, box.split_top(box.h * least // 100, sizes.gap)[1], size, sizes)
    picture, place = box.split_bottom(high, sizes.gap)
    return _Illustrated(picture.middle(picture.w, box.h * MOST_ABOVE // 100), words, place, gap)


def _beside(body: Announcement, box: Box, size: Type, sizes: Sizes) -> Iterator[_Illustrated]:
    """Yield the places that a map may have at the left of the words, as signs are in a row."""
    if isinstance(body.picture, tuple):
        return
    for share in LEAST_BESIDE:
        picture, rest = box.split_left(box.w * share // 100, sizes.pad)
        words, high, gap = _set(body, rest, size, sizes)
        yield _Illustrated(picture, words, rest.middle(rest.w, high), gap)


def _set(body: Announcement, box: Box, size: Type, sizes: Sizes) -> tuple[tuple[Label, ...], int, int]:
    """Return headline and lines for a box, how high they are together, and the gap between them."""
    title, *lines = announcement.headline_labels(body, box, size, sizes, "text", ())
    words = (replace(title, colour="accent"), *lines)
    heights = [_height(word) for word in words]
    gap = max(0, min(2 * sizes.gap, box.h - sum(heights)))
    return words, min(sum(heights) + gap * (len(words) - 1), box.h), gap


def _height(label: Label) -> int:
    """How high the lines of a label are, with the tails of the last."""
    lines = len(text.fit(label).lines)
    return (lines - 1) * text.line_height(label.type) + round(label.type.capitals * text.INKED)


def _side(picture: tuple[Item, ...] | PyramidPlan | MazePlan, box: Box, sizes: Sizes) -> int:
    """The side in pixels of a map's cards or cells in a box; of signs in a row the height that they may have."""
    match picture:
        case PyramidPlan():
            return next(iter(pyramid.places_of(picture, box, sizes, is_named=False).values())).w
        case MazePlan():
            return _grid(picture, box).side
    return box.h


def _grid(maze: MazePlan, box: Box) -> MazeGrid:
    """The whole maze in the middle of a box, with room for the outer wall, which is half as thick as others."""
    rows = len(maze.squares) // maze.columns
    side = min(box.h // rows, box.w // maze.columns)
    wall = side // 16 + 3
    side = min((box.h - 2 * wall) // rows, (box.w - 2 * wall) // maze.columns)
    return MazeGrid(maze, box.middle(side * maze.columns, side * rows), side, 0, 0, maze.columns, rows)


def _signs(items: tuple[Item, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
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


def _sign(item: Item, box: Box, side: int, sizes: Sizes) -> Iterator[Mark]:
    for name in item.icons:
        place, box = box.split_left(side)
        yield Picture(place.inset(1), name, "lesser" if item.is_dimmed else "accent")
    if item.colour:
        place, box = box.split_left(side)
        yield Token(place.inset(side // 8), item.colour)
    if item.label:
        gap = sizes.gap if item.icons or item.colour else 0
        yield Label(box.split_left(gap)[1], item.label, _label_size(side, sizes))
