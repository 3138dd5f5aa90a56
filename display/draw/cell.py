"""What lies in a cell of a grid, or in a slot: its pictures, and its label or how many they are.

Why all cells of a grid are filled alike: whoever looks for one of them compares pictures of one size in one place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby

from display.draw import text
from display.draw.marks import Box, Label, Mark, Picture, Token, kept
from display.sizes import Sizes
from display.theme import Tint
from display.view import Item

LABEL_LINES = 2
"""The most lines of a label beside a picture."""


def least_picture(sizes: Sizes) -> int:
    """Return the least side of a picture that is told from another across the table."""
    return round(sizes.main.capitals * 1.5)


def is_crowded(items: Iterable[Item], box: Box, sizes: Sizes) -> bool:
    """Return whether the pictures of an item without a label would be too small in such a box."""
    return any(squares_in(len(item.icons), box)[0].w < least_picture(sizes) for item in items if is_counted(item))


def is_counted(item: Item) -> bool:
    """Return whether an item has the same picture several times."""
    return not item.label and len(item.icons) > len(set(item.icons))


def beside(items: Iterable[Item], box: Box, sizes: Sizes, cap: int = 0) -> int:
    """Return the side of the pictures that all items have beside their labels; 0 if it is larger above them.

    `cap` is the width that is left for a cap.
    """
    labelled = [item for item in items if item.label and item.icons]
    above = min(box.h - text.line_height(sizes.main), box.w)
    most = min(box.h, box.w // 2)
    for side, is_usual in (
        *((side, True) for side in range(most, max(above, most * 4 // 5), -1)),
        *((side, False) for side in range(most, above, -1)),
    ):
        words = box.split_left(cap + side, sizes.gap)[1]
        fits = [text.fitted(_beside(item, words, sizes)) for item in labelled]
        if all(fit.unbroken and not (is_usual and fit.is_narrow) for fit in fits):
            return side
    return 0


def _beside(item: Item, words: Box, sizes: Sizes, ink: Tint = "text") -> Label:
    lines = text.lines_inside(words.h, sizes.main, LABEL_LINES)
    return text.inside(Label(words, item.label, sizes.main, ink, lines=lines))


@kept
def content(item: Item, box: Box, sizes: Sizes, ink: Tint, side: int = 0, cap: int = 0) -> Iterator[Mark]:
    """Yield pictures and label: beside each other if `side` says how large the pictures are, else above each other."""
    pictures = len(item.icons) + bool(item.colour)
    if not pictures:
        yield text.inside(Label(box, item.label, sizes.main, ink, "centre"))
        return
    place = box
    if item.label and side:
        place, words = box.split_left(cap)[1].split_left(side, sizes.gap)
        yield _beside(item, words, sizes, ink)
    elif item.label:
        place, below = box.split_bottom(text.line_height(sizes.main) + sizes.main.capitals // 7)  # for tails
        words = below.split_top(text.line_height(sizes.main))[0].inset(-2, 0)
        yield text.inside(Label(words, item.label, sizes.main, ink, "centre"), below)
    places = squares_in(pictures, place)
    if item.colour:
        yield Token(places[0], item.colour)
    for name, spot in zip(item.icons, places[bool(item.colour) :], strict=True):
        yield Picture(spot, name, ink)


@kept
def counted(item: Item, box: Box, sizes: Sizes, ink: Tint, *, is_capped: bool) -> Iterator[Mark]:
    """Yield a picture once, and before it how often it lies there, unless a cap has that place."""
    column, place = box.split_left(text.width("×3", sizes.main), 1)
    if not is_capped:
        yield Label(column, f"×{len(item.icons)}", sizes.main, ink, "centre")
    yield from content(Item("", item.icons[:1]), place, sizes, ink)


def can_be_summed(box: Box, sizes: Sizes) -> bool:
    """Return whether such a box has room for a number and a picture."""
    return box.w >= text.width("×3", sizes.main) + box.h * 3 // 4


@kept
def summed(item: Item, box: Box, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    """Yield each picture once in a line, and before it how often it lies there, if not once."""
    groups = [(name, len(list(same))) for name, same in groupby(item.icons)]
    signs = [f"×{count}" if count > 1 else "" for _, count in groups]
    wide = [text.width(sign, sizes.main) + 1 if sign else 0 for sign in signs]
    side = min(box.h, (box.w - sum(wide)) // len(groups))
    rest = box.middle(sum(wide) + side * len(groups), box.h)
    for (name, _), sign, room in zip(groups, signs, wide, strict=True):
        number, rest = rest.split_left(room)
        place, rest = rest.split_left(side)
        if sign:
            yield Label(number, sign, sizes.main, ink)
        yield Picture(place, name, ink)


def squares_in(count: int, box: Box) -> tuple[Box, ...]:
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
