"""A moment of the game as a poster: its picture from edge to edge, what happened in great letters, and its sign."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate
from display.draw.posters import poster_svg
from display.sizes import Sizes
from display.theme import Tint
from display.view import Moment

SIGNS: dict[str, tuple[str, Tint, Tint]] = {
    "bust": ("warning", "loss", "on_loss"),
    "collapse": ("warning", "loss", "on_loss"),
    "mission": ("gain", "gain", "on_gain"),
    "win": ("crown", "linen", "ink"),
}
"""The sign of each kind of moment that is no loss, its ground, and its colour."""
LOSS: tuple[str, Tint, Tint] = ("loss", "loss", "on_loss")

MOST_LINES = 3


def layout(body: Moment, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    side = 2 * sizes.great.capitals
    wide = box.w - side - 4 * sizes.pad
    fits = text.block_height(body.text, wide, sizes.great) <= MOST_LINES * text.line_height(sizes.great)
    size = sizes.great if fits else sizes.main
    high = text.block_height(body.text, wide, size, MOST_LINES)
    picture, foot = box.split_bottom(max(side, high) + 2 * sizes.pad)
    yield Drawing(picture, poster_svg(body.kind, 48 * picture.w / max(1, picture.h), body.colour))
    yield Plate(foot, "ink")
    sign, words = foot.inset(sizes.pad).split_left(side, 2 * sizes.pad)
    icon, ground, ink = SIGNS.get(body.kind, LOSS)
    chip = sign.middle(side, side)
    yield Plate(chip, ground, None, sizes.radius)
    yield Picture(chip.inset(side // 8), icon, ink)
    yield Label(words, body.text, size, "linen", lines=MOST_LINES)
