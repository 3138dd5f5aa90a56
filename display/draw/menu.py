"""A list to choose from, with text above it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from display.draw import choices, text
from display.draw.choices import cap_side, frame_of, held_picture, key_cap, mark_choice, plate
from display.draw.marks import Label, Mark, Picture, Plate, Rect, Token, TouchArea, remember
from display.draw.text import short_form
from display.theme import Sizes, Tint
from display.view import PICTURES_ACROSS, Bar, Item, Menu

PICTURE_AIR = 2
"""Least distance of words from the edge of their plate, in pixels."""


def picture_columns(menu: Menu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items as large pictures in columns, with their words below where there is room.

    Where there is none, the words of the item under the cursor stand right above or below it, in a line between the
    rows; an item without a picture shows brief words. Up and down lead down the columns.
    """
    gap, down = min(sizes.gap, 4), -(-len(menu.items) // PICTURES_ACROSS)
    wide = (box.w - (PICTURES_ACROSS - 1) * gap) // PICTURES_ACROSS
    box = box.split_left(PICTURES_ACROSS * (wide + gap) - gap)[0]  # columns of one width
    is_named = _has_names(menu, wide, (box.h + gap) // down - gap, sizes)
    between = 0 if is_named else text.line_height(sizes.main) + PICTURE_AIR + gap
    high = min((box.h - between + gap) // down - gap, max(2 * sizes.row_most, wide * 5 // 4))
    if not is_named:
        high = min(high, round(wide * 1.15))
    above = -(-down // 2)
    rows = [box.y + (high + gap) * row + (between if row >= above else 0) for row in range(down)]
    places = [Rect(column.x, y, column.w, high) for column in box.columns(PICTURES_ACROSS, gap) for y in rows]
    if between and menu.cursor >= 0:
        tag = Rect(box.x, box.y + above * (high + gap), box.w, between - gap)
        yield from _tag(menu.items[menu.cursor], places[menu.cursor], tag, sizes)
    for index, (item, place) in enumerate(zip(menu.items, places, strict=False)):
        yield from mark_choice(place, index == menu.cursor, sizes)
        yield from _content(item, place, is_named, sizes)
        yield TouchArea(place, item.target)


def _has_names(menu: Menu, wide: int, high: int, sizes: Sizes) -> bool:
    """Whether below each picture, in a place of this size, there is room for its words."""
    line = text.line_height(sizes.main)
    named = Rect(0, 0, wide - 2 * frame_of(sizes) + 4, line)
    labels = (Label(named, item.label, sizes.main) for item in menu.items)
    return high - line >= 2 * sizes.main.capitals and all(text.fit(label).whole for label in labels)


def _content(item: Item, place: Rect, is_named: bool, sizes: Sizes) -> Iterator[Mark]:
    if is_named:
        yield from choices.content(item, place.inset(frame_of(sizes), frame_of(sizes) + PICTURE_AIR), sizes, "text")
    else:
        shown = replace(item, label="" if item.icons else item.brief)
        yield from choices.content(shown, place.inset(2), sizes, "text")


def _tag(item: Item, place: Rect, line: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the words of the picture at `place` in a line above or below it, on a golden tag that is joined to it."""
    words = Label(line.inset(sizes.gap, 0), item.label, sizes.main, "ink", "centre")
    wide = min(line.w, math.ceil(text.width(item.label, sizes.main) * text.fit(words).share) + 2 * sizes.gap + 2)
    x = min(max(line.x, place.centre[0] - wide // 2), line.right - wide)
    top, bottom = (place.bottom - 1, line.bottom) if place.y < line.y else (line.y, place.y + 1)
    yield plate(Rect(x, top, wide, bottom - top), True, sizes)
    yield text.inside(replace(words, box=Rect(x + sizes.gap, line.y, wide - 2 * sizes.gap, line.h)), line.inset(0, 1))


MOST_LINES = 3
"""The most lines of a label."""

LONG = 12
"""Longer names come from elsewhere: so many letters can be written on the device."""

LISTED = 0.5
"""The least share of the width for a list to be read beside a map."""

SIDES = 4
"""Number of icon sizes tried between the largest and the least."""

BAR = 0.28
"""How much of a row's width a bar takes."""

AIR = 2
"""How far words stay from the edge of their row at least, in pixels."""


def layout(menu: Menu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the menu with as many items as fit; the one under the cursor is always visible."""
    if menu.text:
        above, box = box.split_top(_text_height(menu, box, sizes), sizes.gap)
        yield from _words(menu, above, sizes)
    elif menu.icon:
        aside, box = box.split_left(box.w // 4, sizes.pad)
        side = 3 * sizes.row
        yield Picture(aside.middle(side, side), menu.icon, "accent")
    if menu.share is not None:
        yield from choices.progress(menu.share, box.middle(box.w, sizes.row), sizes)
    if menu.items:
        yield from picture_columns(menu, box, sizes) if menu.is_pictured else rows(menu, box, sizes)


def rows(menu: Menu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items: higher rows where there is room, a scroll bar where there is not; close rows share a plate."""
    menu = _people_shortened(menu, sizes)
    count = len(menu.items)
    least, gap = _least(menu.items, box, sizes)
    shown = min(count, _room(box, least, gap))
    first = _first(menu, shown)
    if shown < count:
        box, bar = box.split_right(choices.bar_width(sizes), sizes.gap)
        yield from choices.scroll_bar(bar, first, shown, count, sizes)
    height = min(sizes.row_most, (box.h + gap) // shown - gap)
    area = box if shown < count else box.split_top(shown * (height + gap) - gap)[0]
    places = area.rows(shown, gap)
    menu = _all_brief(menu, places[0], sizes, _picture_side(menu.items[first : first + shown], places[0], sizes))
    side = _picture_side(menu.items[first : first + shown], places[0], sizes)
    is_close = gap < sizes.gap
    if is_close:
        yield Plate(area, "plate", "edge", sizes.radius)
    for index, place in enumerate(places, first):
        item, chosen = menu.items[index], index == menu.cursor
        is_bare = is_close or not item.target
        is_parted = menu.cursor not in (index - 1, index) if is_close else not menu.items[index - 1].target
        if is_bare and first < index and is_parted:
            yield Plate(Rect(place.x + sizes.pad, place.y - gap // 2 - 1, place.w - 2 * sizes.pad, 1), "edge")
        yield from row(item, place, sizes, chosen and bool(item.target), side, is_plate=not is_bare)


def _all_brief(menu: Menu, box: Rect, sizes: Sizes, side: int) -> Menu:
    """A list with the brief words of all its choices, if one has no room for others in rows like `box`.

    "Porter…" below "to b6" would look like something else than the other places for the porter. So would "d1: out"
    above "start" of what is only read; there it is the lines with the same icons that are alike.
    """
    brief = [item for item in menu.items if item.brief and item.icons]
    fits = zip(brief, _labels(tuple(brief), box, sizes, side), strict=True)
    short = {_kind(item) for item, fit in fits if " ".join(fit.lines) == item.brief != item.label}
    items = (
        replace(item, label=item.brief) if item.brief and item.icons and _kind(item) in short else item
        for item in menu.items
    )
    return replace(menu, items=tuple(items)) if short else menu


def _kind(item: Item) -> tuple[str, ...]:
    """What is alike in a list: all choices, and what is read beside the same icons."""
    return () if item.target else item.icons


def _people_shortened(menu: Menu, sizes: Sizes) -> Menu:
    """A list of people with short forms of long names, each of which only one of them can mean."""
    names = [item.label for item in menu.items]
    if max(map(len, names)) <= LONG or not all(item.is_name for item in menu.items):
        return menu
    forms = (short_form(name, names, sizes) for name in names)
    items = (replace(item, brief=form) for item, form in zip(menu.items, forms, strict=True))
    return replace(menu, items=tuple(items))


def _first(menu: Menu, shown: int) -> int:
    """The first of so many items that are shown: around the cursor, or where lines are read, as far as it is."""
    hidden = len(menu.items) - shown
    if hidden and not all(item.target for item in menu.items):
        return round(hidden * menu.cursor / (len(menu.items) - 1))
    return min(max(0, menu.cursor - shown // 2), hidden)


def fits(menu: Menu, box: Rect, sizes: Sizes) -> bool:
    """Whether all items of a menu without text fit at once."""
    least, count = _heights(menu.items, box.w, sizes)[1], len(menu.items)
    return bool(menu.text) or count * (least + 1) - 1 <= box.h


@remember
def row(item: Item, box: Rect, sizes: Sizes, chosen: bool, side: int, *, is_plate: bool = True) -> Iterator[Mark]:
    """Yield one item: token and icons with sides of `side` pixels, then label and detail.

    If it is 0 there are no icons, but those without which a brief label would not be understood. Unless `is_plate`, it
    is read only, or lies on a plate with its neighbours and has one of its own under the cursor only. A choice at its
    end takes the room of the icons where the label needs it.
    """
    if chosen or is_plate:
        yield plate(box, chosen, sizes)
    inside, end = box.split_right(end_width(item, box, sizes))
    side = side or (_least_side(sizes) if item.brief else 0)
    yield from _end(item, end, sizes, chosen)
    if item.end and not item.brief and not _is_unbroken(item, _split(item, inside, sizes, side)[1], sizes):
        side = 0
    pictures, words = _split(item, inside, sizes, side)
    if item.key:
        cap, pictures = pictures.split_left(cap_side(sizes), sizes.gap)
        yield from key_cap(item.key, cap.middle(cap.w, cap.w), sizes)
    yield from _pictures(item, pictures, sizes, chosen, side)
    yield from _words_of(item, words, sizes, chosen)
    if item.bar:
        place = box.inset(sizes.pad * 3 // 4, 0).split_right(_bar_width(item, box))[1]
        yield from _bar(item.bar, place.middle(place.w, max(8, sizes.main.capitals * 4 // 5)))
    if item.target:
        yield TouchArea(box, item.target)


def end_width(item: Item, box: Rect, sizes: Sizes) -> int:
    """How wide the end of a row is, in which another choice stands."""
    if item.end is None:
        return 0
    pictures = (len(item.end.icons) + 1) * (_least_side(sizes) + sizes.gap)
    name = text.width(item.end.label, sizes.main) + sizes.gap
    wide = _ring_side(sizes) + pictures + 2 * sizes.gap
    return wide + name if 2 * (wide + name) <= box.w else wide


def _ring_side(sizes: Sizes) -> int:
    return round(sizes.note.capitals * 1.55)


def _is_unbroken(item: Item, words: Rect, sizes: Sizes) -> bool:
    return all(text.fit(label).unbroken for label in _words_of(item, words, sizes, chosen=False))


def _end(item: Item, box: Rect, sizes: Sizes, chosen: bool) -> Iterator[Mark]:
    """Yield the choice at the end of a row: the ring of its button, the token, and the name where there is room."""
    if item.end is None:
        return
    yield Plate(Rect(box.x, box.y + sizes.gap, 1, box.h - 2 * sizes.gap), "edge")
    ink: Tint = "ink" if chosen else "accent"
    ring, rest = box.split_left(sizes.gap)[1].split_left(_ring_side(sizes), sizes.gap)
    yield Picture(ring.middle(ring.w, ring.w), held_picture("ok"), ink)
    for name in item.end.icons:
        place, rest = rest.split_left(_least_side(sizes), sizes.gap)
        yield Picture(place.middle(place.w, place.w), name, ink)
    token, rest = rest.split_left(_least_side(sizes), sizes.gap)
    if item.end.colour:
        yield Token(token.middle(token.w, token.w), item.end.colour, face=dict(sizes.faces).get(item.end.colour))
    if rest.w >= text.width(item.end.label, sizes.main):
        yield Label(rest, item.end.label, sizes.main, "ink" if chosen else "text")


def _pictures(item: Item, box: Rect, sizes: Sizes, chosen: bool, side: int) -> Iterator[Mark]:
    if item.colour:
        place, box = box.split_left(side or sizes.main.capitals, sizes.gap + 2)
        yield Token(place, item.colour, face=item.face or dict(sizes.faces).get(item.colour))
    for name in item.icons if side else ():
        place, box = box.split_left(side, sizes.gap + 2)
        yield Picture(place, name, "ink" if chosen else "lesser" if item.is_dimmed else "accent")


def _split(item: Item, box: Rect, sizes: Sizes, side: int) -> tuple[Rect, Rect]:
    """The parts of a row for its pictures and for its words."""
    icons = len(item.icons) * (side + sizes.gap + 2) if side else 0
    token = (side or sizes.main.capitals) + sizes.gap + 2 if item.colour else 0
    cap = cap_side(sizes) + sizes.gap if item.key else 0
    pictures, words = box.inset(sizes.pad * 3 // 4, AIR).split_left(cap + icons + token)
    return pictures, words.split_right(_bar_width(item, box), sizes.pad if item.bar else 0)[0]


def _bar_width(item: Item, box: Rect) -> int:
    return round(box.w * BAR) if item.bar else 0


def _bar(bar: Bar, box: Rect) -> Iterator[Mark]:
    """Yield a share in a groove, the bounds of what is sure as a line with ends, and a notch where chance alone is."""
    yield Plate(box, "well", "edge", 3)
    inside = box.inset(1)
    part, rest = inside.split_left(round(inside.w * bar.share))
    if bar.rest and rest.w:
        yield Plate(rest, bar.rest, "ink", 2)
    if part.w:
        yield Plate(part, bar.colour or "accent", "ink", 2)
    if bar.fair is not None:
        at = inside.x + round(inside.w * bar.fair)
        yield Plate(Rect(at - 2, box.y - 3, 4, box.h + 6), "linen", "ink", 1)
    if bar.between is not None:
        low, high = (inside.x + round(inside.w * bound) for bound in bar.between)
        for line in (
            Rect(low, box.centre[1] - 1, high - low, 3),
            *(Rect(x - 1, box.y + 1, 3, box.h - 2) for x in (low, high)),
        ):
            yield Plate(line.inset(-1), "ink", None, 1)
            yield Plate(line, "linen", None, 1)


def _picture_side(items: tuple[Item, ...], box: Rect, sizes: Sizes) -> int:
    """How large the icons of rows like `box` are: smaller, or 0 (left out), where labels need the room.

    Beside an icon a brief label is good enough, if nothing else lets the others have theirs; beside icons that tell
    items apart, a condensed one, in several lines where rows are high. A brief label that is but a place does not say
    what is done there: then the icons are large.
    """
    most = min(round(box.h * 0.76), round(sizes.row * 1.6))
    least = min(most, _least_side(sizes))
    larger = range(most, least, -max(1, (most - least) // SIDES))
    fewest = _lines(items, box, sizes, least)
    worth_it = (side for side in larger if side == most or _lines(items, box, sizes, side) <= fewest)
    for side in (*worth_it, least):
        if _are_whole(items, box, sizes, side, is_brief=False):
            return side
    return _close_side(items, box, sizes, larger)


def _close_side(items: tuple[Item, ...], box: Rect, sizes: Sizes, larger: range) -> int:
    """How large icons are where no size lets whole labels have the usual cut: large beside brief labels."""
    least = larger.stop
    shown = list(_labels(items, box, sizes, least))
    if _are_whole(items, box, sizes, least, is_brief=True):
        return next((side for side in larger if list(_labels(items, box, sizes, side)) == shown), least)
    return least if _tell_apart(items) and all(fit.unbroken for fit in shown) else 0


def _labels(items: tuple[Item, ...], box: Rect, sizes: Sizes, side: int) -> Iterator[text.Fitted]:
    """Yield how the labels fit in rows like `box`, beside icons of this size."""
    for item in items:
        yield text.fit(next(_words_of(item, _split(item, box, sizes, side)[1], sizes, chosen=False)))


def _lines(items: tuple[Item, ...], box: Rect, sizes: Sizes, side: int) -> int:
    return sum(len(fit.lines) for fit in _labels(items, box, sizes, side))


def _are_whole(items: tuple[Item, ...], box: Rect, sizes: Sizes, side: int, is_brief: bool) -> bool:
    return all(_is_whole(item, _split(item, box, sizes, side)[1], sizes, is_brief) for item in items)


def _tell_apart(items: tuple[Item, ...]) -> bool:
    """Whether items have different icons or tokens, which then are worth more than labels in the usual cut."""
    return any(item.icons for item in items) and len({(item.icons, item.colour) for item in items} - {((), None)}) > 1


def _least_side(sizes: Sizes) -> int:
    return sizes.main.capitals + 4


def _is_whole(item: Item, words: Rect, sizes: Sizes, is_brief: bool) -> bool:
    """Whether the whole label has room, and the detail too where the row is high enough for two lines."""
    label, *detail = _words_of(item, words, sizes, chosen=False)
    fit = text.fit(label if is_brief else replace(label, briefer=()))
    widest = words._replace(w=words.w + words.h)  # a detail that has no room there either is not waited for
    is_shown = bool(detail) or len(list(_words_of(item, widest, sizes, chosen=False))) == 1
    return fit.whole and not fit.is_narrow and (is_shown or not item.detail or words.h < _two_lines(sizes))


def _two_lines(sizes: Sizes) -> int:
    """The height of a label with its detail below, and the tails of the detail's letters."""
    return text.line_height(sizes.main) + sizes.note.capitals + _tail(sizes)


def _tail(sizes: Sizes) -> int:
    return round(sizes.note.capitals * 0.25)


def _words_of(item: Item, box: Rect, sizes: Sizes, chosen: bool) -> Iterator[Label]:
    """Yield the label, and the detail below it, or after it in a low row, or below it on two lines in a very high one.

    There is no detail if the label needs the room. Of one in several lines the first stands there alone where the
    others have no room.
    """
    ink: Tint = "ink" if chosen else "lesser" if item.is_dimmed else "text"
    weaker: Tint = "ink" if chosen else "lesser"
    label = text.width(item.label, sizes.main)
    beside = _detail_within(box.w - label - sizes.pad, item, sizes)
    is_wide = label + sizes.pad + text.width(beside, sizes.note) <= box.w
    room = box.h - (_tail(sizes) if is_wide else 0)
    if item.detail and (parts := _above_detail(1, room, item, box, sizes, ink, weaker)):
        yield from parts
    elif item.detail and is_wide:
        before, after = box.split_left(label, sizes.pad)
        yield text.inside(Label(before, item.label, sizes.main, ink))
        yield Label(after, beside, sizes.note, weaker, "right")
    elif item.detail and (parts := _above_detail(2, box.h, item, box, sizes, ink, weaker)):
        yield from parts
    else:
        briefer = (item.brief,) if item.brief else ()
        lines = text.lines_inside(box.h, sizes.main, MOST_LINES)
        yield text.inside(Label(box, item.label, sizes.main, ink, "left", lines, briefer, item.is_name))


def _above_detail(
    lines: int, room: int, item: Item, box: Rect, sizes: Sizes, ink: Tint, weaker: Tint
) -> tuple[Label, ...]:
    """The label, and below it the detail on so many lines; nothing where they have no room."""
    more = (lines - 1) * text.line_height(sizes.note)
    high = _two_lines(sizes) + more
    block = box.middle(box.w, high)
    if lines == 1:  # few details have tails
        block = block._replace(y=block.y + min(_tail(sizes) // 2, box.bottom - block.bottom))
    first, rest = block.split_top(sizes.main.capitals + 2)
    second = rest.split_bottom(_tail(sizes))[0].split_bottom(sizes.note.capitals + more)[1]
    detail = _detail_within(second.w / text.NARROW, item, sizes) if lines == 1 else item.detail.replace("\n", " · ")
    parts = (
        text.inside(Label(first, item.label, sizes.main, ink), box.split_top(second.y - box.y)[0]),
        Label(second, detail, sizes.note, weaker, lines=lines),
    )
    return parts if room >= high and all(text.fit(part).whole for part in parts) else ()


def _detail_within(room: float, item: Item, sizes: Sizes) -> str:
    whole = item.detail.replace("\n", " · ")
    return whole if text.width(whole, sizes.note) <= room else item.detail.partition("\n")[0]


def _room(box: Rect, height: int, gap: int) -> int:
    """How many rows of this height have room, at least 1."""
    return max(1, (box.h + gap) // (height + gap))


def _least(items: tuple[Item, ...], box: Rect, sizes: Sizes) -> tuple[int, int]:
    """How high rows must be at least, and the gap between them.

    The line for details, then the gap, then icons are dropped if all items fit at once without them. Details stay where
    they alone distinguish two items. Labels in two lines are never cut.
    """
    for side in (_least_side(sizes), 0) if _tell_apart(items) else (0,):
        roomy, least = _heights(items, box.w, sizes, side)
        for height, gap in ((roomy, sizes.gap), (least, sizes.gap), (least, 1)):
            if _room(box, height, gap) >= len(items):
                return height, gap
    side = _least_side(sizes) if _tell_apart(items) else 0
    return _heights(items, box.w - choices.bar_width(sizes) - sizes.gap, sizes, side)[0], sizes.gap


def _heights(items: tuple[Item, ...], width: int, sizes: Sizes, side: int = 0) -> tuple[int, int]:
    """How high rows are with all details and air around them, and without what nothing depends on.

    `side` is that of the icons beside the labels; 0 where labels may have their room.
    """
    whole = Rect(0, 0, width, 0)
    rooms = ((item, _split(item, whole, sizes, side)[1].w) for item in items)
    lines = max(
        (len(text.wrap(item.brief or item.label, words, sizes.main, is_narrow=True)) for item, words in rooms),
        default=1,
    )
    block = (min(lines, MOST_LINES) - 1) * text.line_height(sizes.main) + sizes.main.capitals
    reach = sizes.main.capitals // 2  # of tails, and of what is higher than capitals
    line, airy = max(sizes.row, block + reach + 1), max(sizes.row, block + reach + AIR)
    roomy = max(airy, _two_lines(sizes) + 4) if any(item.detail for item in items) else airy
    return roomy, roomy if len({item.label for item in items}) < len(items) else line


def _text_height(menu: Menu, box: Rect, sizes: Sizes) -> int:
    """The height of the text: it leaves room for three items, or for fewer if it would not fit otherwise.

    It becomes a note before it takes the room of the last item.
    """
    words = _words_box(menu, box, sizes)[1]
    row, pad = _least(menu.items, box, sizes)[0] + sizes.gap, sizes.gap if menu.items else 0
    bar = 2 * choices.LEAST_BAR if len(menu.items) > 1 else 0
    rooms = [box.h - max(min(items, len(menu.items)) * row, bar) - pad for items in (3, 2, 1)]
    needed = {
        size: sum(text.block_height(line, words.w, size) for line in menu.text) for size in (sizes.main, sizes.note)
    }
    fits = ((high, room) for high in needed.values() for room in rooms if room >= high)
    high, room = next(fits, (needed[sizes.note], rooms[-1]))
    return max(text.line_height(sizes.main), min(max(high, _icon_side(sizes) if menu.icon else 0), room))


def _icon_side(sizes: Sizes) -> int:
    return 2 * sizes.row


def _words_box(menu: Menu, box: Rect, sizes: Sizes) -> tuple[Rect, Rect]:
    return box.split_left(_icon_side(sizes), sizes.pad) if menu.icon else box.split_left(0)


def _words(menu: Menu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    side, words = _words_box(menu, box, sizes)
    if menu.icon:
        yield Picture(side, menu.icon, "accent")
    paragraphs = "\n".join(menu.text)
    long = sum(text.block_height(line, words.w, sizes.main) for line in menu.text) > words.h
    yield Label(words, paragraphs, sizes.note if long else sizes.main, lines=99)
