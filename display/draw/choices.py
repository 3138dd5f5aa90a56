"""How one choice of a page looks: what fills its cell, its plate with its key, and the bar beside a list.

Why all cells of a grid are filled alike: whoever looks for one of them compares pictures of one size in one place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from display.draw import text
from display.draw.frame import share_width
from display.draw.marks import Label, Mark, Picture, Plate, Rect, Token, TouchArea, remember
from display.theme import Sizes, Tint
from display.view import Button, Item, Menu

LABEL_LINES = 2
"""The most lines of a label beside a picture."""


def least_picture(sizes: Sizes) -> int:
    """The least side of a picture that is told from another across the table."""
    return round(sizes.main.capitals * 1.5)


def is_crowded(items: Iterable[Item], box: Rect, sizes: Sizes) -> bool:
    """Whether the pictures of an item without a label would be too small in such a box."""
    return any(squares_in(len(item.icons), box)[0].w < least_picture(sizes) for item in items if is_counted(item))


def is_counted(item: Item) -> bool:
    """Whether an item has the same picture several times."""
    return not item.label and len(item.icons) > len(set(item.icons))


def beside(items: Iterable[Item], box: Rect, sizes: Sizes, cap: int = 0) -> int:
    """The side of the pictures that all items have beside their labels; 0 if it is larger above them.

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
        fits = [text.fit(_beside(item, words, sizes)) for item in labelled]
        if all(fit.unbroken and not (is_usual and fit.is_narrow) for fit in fits):
            return side
    return 0


def _beside(item: Item, words: Rect, sizes: Sizes, ink: Tint = "text") -> Label:
    lines = text.lines_inside(words.h, sizes.main, LABEL_LINES)
    return text.inside(Label(words, item.label, sizes.main, ink, lines=lines))


@remember
def content(item: Item, box: Rect, sizes: Sizes, ink: Tint, side: int = 0, cap: int = 0) -> Iterator[Mark]:
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
        yield Token(places[0], item.colour, face=item.face or dict(sizes.faces).get(item.colour))
    for name, spot in zip(item.icons, places[bool(item.colour) :], strict=True):
        yield Picture(spot, name, ink)


@remember
def put_one_picture(item: Item, box: Rect, sizes: Sizes, ink: Tint, *, is_capped: bool) -> Iterator[Mark]:
    """Yield a picture once, and before it how often it lies there, unless a cap has that place."""
    column, place = box.split_left(text.width("×3", sizes.main), 1)
    if not is_capped:
        yield Label(column, f"×{len(item.icons)}", sizes.main, ink, "centre")
    yield from content(Item("", item.icons[:1]), place, sizes, ink)


def can_be_summed(box: Rect, sizes: Sizes) -> bool:
    """Whether such a box has room for a number and a picture."""
    return box.w >= text.width("×3", sizes.main) + box.h * 3 // 4


@remember
def put_each_picture(item: Item, box: Rect, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
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


def squares_in(count: int, box: Rect) -> tuple[Rect, ...]:
    """`count` square places as large as possible, in the best number of lines."""
    if count == 1:
        return (box.middle(min(box.w, box.h), min(box.w, box.h)),)
    sides = {lines: min(box.h // lines, box.w // math.ceil(count / lines)) for lines in range(1, count + 1)}
    lines, side = max(sides.items(), key=lambda entry: (entry[1], -entry[0]))
    across = math.ceil(count / lines)
    places: list[Rect] = []
    for line, band in enumerate(box.middle(box.w, side * lines).rows(lines)):
        here = min(across, count - line * across)
        places += band.middle(side * here, side).columns(here)
    return tuple(places)


CHOICE_LINES = 2
"""The most lines of choices side by side."""


def plate(box: Rect, chosen: bool, sizes: Sizes) -> Plate:
    """What a choice lies on."""
    return Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)


def mark_choice(box: Rect, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield what a choice of pictures lies on: under the cursor in a golden frame, for some things are golden."""
    yield plate(box, chosen, sizes)
    if chosen:
        yield Plate(box.inset(frame_of(sizes)), "plate", "ink", max(1, sizes.radius - frame_of(sizes)))


def frame_of(sizes: Sizes) -> int:
    """Thickness of a golden frame."""
    return max(4, round(sizes.main.capitals * 0.32))


def cap_side(sizes: Sizes) -> int:
    """The side in pixels of a cap in a line of words."""
    return sizes.note.capitals + 4


def corner_side(sizes: Sizes) -> int:
    """The side in pixels of a cap in the corner of something large."""
    return round(sizes.note.capitals * 1.8)


def held_picture(key: Button) -> str:
    """The picture of a button that has to be held."""
    return f"hold_{key}"


def key_cap(
    key: Button, box: Rect, sizes: Sizes, *, side: int = 0, is_right: bool = False, is_held: bool = False
) -> Iterator[Mark]:
    """Yield a cap in the upper left corner of a box, or in the right one; a ring if the button has to be held.

    Its side is that of a cap in a line of words if it is 0.
    """
    side = side or cap_side(sizes)
    cap = Rect(box.right - 2 - side if is_right else box.x + 2, box.y + 2, side, side)
    if is_held:
        yield Picture(cap.inset(-1), held_picture(key), "accent")
        return
    yield from key_plate(key, cap, sizes)


def key_plate(key: Button, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a button as a cap that fills a square box."""
    yield Plate(box, "plate", "edge", sizes.radius // 2)
    yield Picture(box.middle(box.w * 3 // 4, box.w * 3 // 4), key, "text")


def split_choices(menu: Menu, box: Rect, sizes: Sizes) -> tuple[Rect, tuple[Mark, ...]]:
    """What remains of a box above the choices, and the choices side by side at its foot.

    Each is as wide as its words need, in brief ones where whole ones have no room beside each other. Where brief ones
    have none either, all but the one under the cursor are icons.
    """
    if not menu.items:
        return box, ()
    for items, widths, lines in _try_words(menu, box, sizes):
        high = max(sizes.row, lines * text.line_height(sizes.main) + 2 * sizes.gap)
        above, below = box.split_bottom(high, sizes.gap)
        marks = [
            mark
            for number, (item, place) in enumerate(zip(items, share_width(below, widths, sizes.gap), strict=True))
            for mark in _side_by_side(item, place, number == menu.cursor, lines, sizes)
        ]
        if all(text.fit(mark).whole for mark in marks if isinstance(mark, Label)):
            break
    return above, tuple(marks)


def _try_words(menu: Menu, box: Rect, sizes: Sizes) -> Iterator[tuple[tuple[Item, ...], list[int], int]]:
    """Yield the choices with their words or without, how wide each is to be, and in how many lines; the best first."""
    brief = tuple(replace(item, label=item.brief or item.label) for item in menu.items)
    icons = tuple(
        item if number == menu.cursor else replace(item, label="" if item.icons else item.label)
        for number, item in enumerate(menu.items)
    )
    alike, aside = [1] * len(menu.items), [sizes.row] * len(menu.items)
    aside[menu.cursor] = box.w - (len(menu.items) - 1) * (sizes.row + sizes.gap)
    yield menu.items, alike, 1
    for items in (menu.items, brief):
        needed = (math.ceil(text.width(item.label, sizes.main) * text.NARROW) for item in items)
        yield items, [wide + 2 * sizes.gap + 2 for wide in needed], 1
    yield icons, aside, 1
    yield menu.items, alike, CHOICE_LINES
    yield icons, aside, CHOICE_LINES


def _side_by_side(item: Item, place: Rect, chosen: bool, lines: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice with its words on so many lines at most, or as its icon."""
    ink: Tint = "ink" if chosen else "text"
    yield plate(place, chosen, sizes)
    if item.label:
        yield text.inside(Label(place.inset(sizes.gap, 2), item.label, sizes.main, ink, "centre", lines))
    else:
        yield Picture(place.inset(sizes.gap), item.icons[0], ink)
    if item.target:
        yield TouchArea(place, item.target)


LEAST_BAR = 24
"""The least width of a scroll bar in pixels, so that a finger can hit it."""


def bar_width(sizes: Sizes) -> int:
    """Width of a scroll bar."""
    return max(LEAST_BAR, sizes.row * 2 // 3, sizes.fingertip)


def scroll_bar(box: Rect, first: int, shown: int, count: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a bar that shows which part of the list is visible; touching its halves scrolls."""
    upper, lower = box.rows(2)
    track = box.middle(sizes.gap + 2, max(0, box.h - 2 * sizes.row))
    yield Plate(track, "well", "edge", track.w // 2)
    thumb = Rect(track.x, track.y + track.h * first // count, track.w, max(track.w, track.h * shown // count))
    yield Plate(thumb, "accent", None, track.w // 2)
    top, bottom = box.split_top(sizes.row)[0], Rect(box.x, box.bottom - sizes.row, box.w, sizes.row)
    yield Picture(top.inset(sizes.gap), "up", "accent" if first else "edge")
    yield Picture(bottom.inset(sizes.gap), "down", "accent" if first + shown < count else "edge")
    yield TouchArea(upper, "button:up")
    yield TouchArea(lower, "button:down")


def progress(share: float, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a bar that is full from the left as far as the work is done."""
    yield Plate(box, "well", "edge", sizes.radius)
    if done := round(share * box.w):
        yield Plate(box._replace(w=done), "accent", None, sizes.radius)
