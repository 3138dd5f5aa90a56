"""The cover of a game: its scene from top to bottom with its name and who plays; beside it what can be chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from display.draw import cell, frame, menu, text
from display.draw.marks import Box, Drawing, Label, Mark, Plate
from display.draw.scenes import scene_svg
from display.sizes import Sizes
from display.view import Cover, Item, View

WIDE = 0.3
"""How much of the page's width the scene takes."""

MOST_LINES = 3
"""The most lines of the game's name."""


def page(view: View, cover: Cover, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole page above the foot; the scene names the game, so the head does not."""
    scene, beside = box.split_left(round(box.w * WIDE))
    head, rest = frame.head(replace(view, title=""), beside, sizes)
    yield from _scene(view, cover, scene, sizes)
    yield from head
    yield from menu.layout(cover, rest, sizes)


def _scene(view: View, cover: Cover, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the scene, and on its dark foot the game's name and everybody's token."""
    name = Label(Box(0, 0, box.w - 2 * sizes.gap, box.h), view.title, sizes.main, "linen", "centre", MOST_LINES)
    words = len(text.fitted(name).lines) * text.line_height(sizes.main)
    side = round(sizes.main.capitals * 1.7)
    lines = math.ceil(len(cover.seats) * (side + sizes.gap) / (name.box.w + sizes.gap))
    picture, foot = box.split_bottom(words + lines * (side + sizes.gap) + 2 * sizes.gap)
    yield Drawing(picture, scene_svg(view.world, 48 * picture.w / max(1, picture.h)))
    yield Plate(foot, "ink")
    above, below = foot.inset(sizes.gap).split_top(words)
    yield replace(name, box=above)
    abreast = math.ceil(len(cover.seats) / max(1, lines))
    for number, line in enumerate(below.rows(lines) if lines else ()):
        yield from _seats(cover.seats[number * abreast :][:abreast], line.middle(line.w, side), sizes)


def _seats(seats: tuple[Item, ...], line: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield tokens side by side in the middle of a line, and what stands for somebody with a role."""
    wide = len(seats) * (line.h + sizes.gap) - sizes.gap
    for seat, place in zip(seats, line.middle(wide, line.h).columns(len(seats), sizes.gap), strict=True):
        yield from cell.content(seat, place, sizes, "linen")
