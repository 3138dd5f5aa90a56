"""A list whose chief choices are pictures, the one under the cursor wide; the other choices are small at the foot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from display.draw import text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, TouchArea
from display.draw.scenes import scene_svg
from display.sizes import Sizes
from display.view import Item, Menu

WIDE = 2.4
"""How much wider the chosen picture is than its neighbours."""


def layout(menu: Menu, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the pictures side by side, and a bar with all other choices below them."""
    pictures = [number for number, item in enumerate(menu.items) if item.scene]
    others = [number for number in range(len(menu.items)) if number not in pictures]
    above, bar = box.split_bottom(round(sizes.row * 1.2), sizes.gap)
    for number, place in zip(pictures, _columns(menu, pictures, above, sizes), strict=True):
        yield from _scene(menu.items[number], place, number == menu.cursor, sizes)
    yield from _bar(menu, others, bar, sizes)


def _columns(menu: Menu, pictures: list[int], box: Box, sizes: Sizes) -> Iterator[Box]:
    """Yield the places of the pictures; all are as wide as each other if the cursor is on none of them."""
    shares = [WIDE if number == menu.cursor else 1.0 for number in pictures]
    left = float(box.x)
    room = box.w - sizes.pad * (len(shares) - 1)
    for share in shares:
        wide = room * share / sum(shares)
        yield Box(round(left), box.y, round(wide), box.h)
        left += wide + sizes.pad


def _scene(item: Item, box: Box, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield one picture with its name on a dark foot; gold frames the chosen one, which tells more."""
    pad = sizes.gap
    name = Label(Box(0, 0, box.w - 2 * pad, box.h), item.label, sizes.main, "linen", "centre", 3)
    lines = len(text.fitted(name).lines)
    note = text.line_height(sizes.note) if item.detail and chosen else 0
    picture, foot = box.split_bottom(lines * text.line_height(sizes.main) + note + 2 * pad)
    yield Drawing(picture, scene_svg(item.scene or "home", 48 * picture.w / max(1, picture.h)))
    yield Plate(foot, "ink")
    words, below = foot.inset(pad).split_bottom(note)
    yield replace(name, box=words)
    if note:
        yield Label(below, item.detail, sizes.note, "linen", "centre")
    yield Plate(box, None, "ink", 2, 2)
    if chosen:
        yield Plate(box.inset(-3), None, "ink", 4, 6)
        yield Plate(box.inset(-2), None, "cursor", 4, 3.4)
    if item.target:
        yield TouchArea(box, item.target)


def _bar(menu: Menu, numbers: list[int], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the choices without a picture: a wide first one if it has details, the rest as icons in the corner.

    The words of an icon under the cursor stand before it.
    """
    wide = [number for number in numbers[:1] if menu.items[number].detail]
    small = [number for number in numbers if number not in wide]
    rest, corner = box.split_right(len(small) * (box.h + sizes.gap) - sizes.gap, sizes.pad)
    for number, place in zip(small, corner.columns(max(1, len(small)), sizes.gap), strict=False):
        yield from _icon(menu.items[number], place, number == menu.cursor, sizes)
    if menu.cursor in small:
        yield Label(rest, menu.items[menu.cursor].label, sizes.main, "text", "right", 2)
    elif wide:
        yield from _wide(menu.items[wide[0]], rest, wide[0] == menu.cursor, sizes)


def _icon(item: Item, box: Box, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice as its icon alone."""
    yield Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)
    yield Picture(box.inset(box.h // 6), item.icons[0] if item.icons else "info", "ink" if chosen else "accent")
    if item.target:
        yield TouchArea(box, item.target)


def _wide(item: Item, box: Box, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield the choice to go on: its sign, its words, and how the game stood where there is room."""
    yield Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)
    sign, words = box.inset(sizes.gap, 1).split_left(box.h - sizes.gap, sizes.gap)
    yield Picture(sign.inset(2), item.icons[0] if item.icons else "resume", "ink" if chosen else "accent")
    label = Label(words, item.label, sizes.main, "ink" if chosen else "text", lines=2)
    wide = min(words.w, text.width(item.label, sizes.main))
    after = words.split_left(wide, sizes.pad)[1]
    detail = Label(after, item.detail, sizes.note, "ink" if chosen else "lesser", "right", 2)
    yield label
    if after.w > sizes.band and text.fitted(detail).whole:
        yield detail
    if item.target:
        yield TouchArea(box, item.target)
