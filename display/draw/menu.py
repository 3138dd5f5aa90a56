"""A list to choose from, with text above it."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, Touch
from display.theme import DUST, GOLD, INK, JOINT, SAND, STONE, Sizes
from display.view import Item, Menu


def layout(menu: Menu, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the menu; as many items as have room, the one under the cursor always among them."""
    if menu.text or menu.icon:
        above, box = box.split_top(_text_height(menu, box, sizes), sizes.pad)
        yield from _words(menu, above, sizes)
    if menu.items:
        yield from rows(menu, box, sizes)


def rows(menu: Menu, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the items alone; higher rows where there is room, a bar at the side where there is not."""
    count = len(menu.items)
    least = _least(menu.items, sizes)
    shown = min(count, max(1, (box.h + sizes.gap) // (least + sizes.gap)))
    first = min(max(0, menu.cursor - shown // 2), count - shown)
    if shown < count:
        box, bar = box.split_right(sizes.row, sizes.gap)
        yield from _scroll_bar(bar, first, shown, count, sizes)
    height = min(sizes.row_most, (box.h + sizes.gap) // shown - sizes.gap)
    area = box if shown < count else box.split_top(shown * (height + sizes.gap) - sizes.gap)[0]
    for index, place in enumerate(area.rows(shown, sizes.gap), first):
        yield from row(menu.items[index], place, sizes, index == menu.cursor)


def row(item: Item, box: Box, sizes: Sizes, chosen: bool) -> Iterator[Mark]:
    """Yield one item: token and icons, then label and detail."""
    ink, weaker = (INK, INK) if chosen else (SAND, DUST)
    yield Plate(box, GOLD if chosen else STONE, None if chosen else JOINT, sizes.radius)
    inside = box.inset(sizes.pad * 3 // 4, 0)
    side = min(round(box.h * 0.78), round(sizes.row * 1.25))
    if item.colour:
        place, inside = inside.split_left(side, sizes.gap)
        yield Token(place, item.colour)
    for name in item.icons:
        place, inside = inside.split_left(side, sizes.gap)
        yield Picture(place, name, ink)
    lines = text.line_height(sizes.body) + text.line_height(sizes.small)
    if item.detail and box.h >= lines:
        block = inside.middle(inside.w, lines)
        upper, lower = block.split_top(text.line_height(sizes.body))
        yield Label(upper, item.label, sizes.body, ink, bold=True)
        yield Label(lower, item.detail, sizes.small, weaker)
    elif item.detail:
        wanted = min(text.width(item.label, sizes.body, bold=True), inside.w * 3 // 5)
        before, after = inside.split_left(wanted, sizes.pad)
        yield Label(before, item.label, sizes.body, ink, bold=True)
        yield Label(after, item.detail, sizes.small, weaker, align="right")
    else:
        yield Label(inside, item.label, sizes.body, ink, bold=True, lines=2)
    if item.target:
        yield Touch(box, item.target)


def _least(items: tuple[Item, ...], sizes: Sizes) -> int:
    if any(item.detail for item in items):
        return max(sizes.row, text.line_height(sizes.body) + text.line_height(sizes.small) + 2)
    return sizes.row


def _text_height(menu: Menu, box: Box, sizes: Sizes) -> int:
    """Return how high the text is, leaving room for three items at least."""
    items = min(3, len(menu.items)) * (_least(menu.items, sizes) + sizes.gap) + (sizes.pad if menu.items else 0)
    words = _words_box(menu, box, sizes)[1]
    lines = sum(len(text.wrap(line, words.w, sizes.body)) for line in menu.text)
    wanted = max(lines * text.line_height(sizes.body) + sizes.gap, _icon_side(sizes) if menu.icon else 0)
    return max(text.line_height(sizes.body), min(wanted, box.h - items))


def _icon_side(sizes: Sizes) -> int:
    return round(sizes.header * 1.4)


def _words_box(menu: Menu, box: Box, sizes: Sizes) -> tuple[Box, Box]:
    return box.split_left(_icon_side(sizes), sizes.pad) if menu.icon else box.split_left(0)


def _words(menu: Menu, box: Box, sizes: Sizes) -> Iterator[Mark]:
    side, words = _words_box(menu, box, sizes)
    if menu.icon:
        yield Picture(side, menu.icon, GOLD)
    yield Label(words, "\n".join(menu.text), sizes.body, SAND, lines=99)


def _scroll_bar(box: Box, first: int, shown: int, count: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield a bar that shows which part of the list is seen; its two halves scroll."""
    upper, lower = box.rows(2)
    track = box.middle(sizes.gap + 2, box.h - 2 * sizes.row)
    yield Plate(track, STONE, JOINT, track.w // 2)
    thumb = Box(track.x, track.y + track.h * first // count, track.w, max(track.w, track.h * shown // count))
    yield Plate(thumb, GOLD, None, track.w // 2)
    yield Picture(box.split_top(sizes.row)[0].inset(sizes.gap), "up", GOLD if first else JOINT)
    yield Picture(
        Box(box.x, box.bottom - sizes.row, box.w, sizes.row).inset(sizes.gap),
        "down",
        GOLD if first + shown < count else JOINT,
    )
    yield Touch(upper, "button:up")
    yield Touch(lower, "button:down")
