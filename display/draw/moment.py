"""A moment of the game as a poster: the world from edge to edge, what happened in great letters, and its sign."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate
from display.draw.scenes import scene_svg
from display.sizes import Sizes
from display.theme import Tint
from display.view import Moment, View

SIGNS: dict[str, tuple[str, Tint, Tint]] = {
    "loss": ("loss", "loss", "on_loss"),
    "alarm": ("warning", "loss", "on_loss"),
    "win": ("crown", "linen", "ink"),
}
"""The sign of each kind of moment, its ground, and its colour."""

MOST_LINES = 3


def layout(view: View, body: Moment, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    side = 2 * sizes.great.capitals
    wide = box.w - side - 4 * sizes.pad
    fits = text.block_height(body.text, wide, sizes.great) <= MOST_LINES * text.line_height(sizes.great)
    size = sizes.great if fits else sizes.main
    high = text.block_height(body.text, wide, size, MOST_LINES)
    picture, foot = box.split_bottom(max(side, high) + 2 * sizes.pad)
    yield Drawing(picture, scene_svg(view.world, 48 * picture.w / max(1, picture.h)))
    yield Plate(foot, "ink")
    sign, words = foot.inset(sizes.pad).split_left(side, 2 * sizes.pad)
    icon, ground, ink = SIGNS[body.kind]
    chip = sign.middle(side, side)
    yield Plate(chip, ground, None, sizes.radius)
    yield Picture(chip.inset(side // 8), icon, ink)
    yield Label(words, body.text, size, "linen", lines=MOST_LINES)
