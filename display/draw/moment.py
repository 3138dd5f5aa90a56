"""A moment of the game as a poster: its picture from edge to edge, what happened in great letters, and its sign."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Sign
from display.draw.posters import poster_svg
from display.sizes import Sizes, Type
from display.theme import Tint
from display.view import Actor, Moment

SIGNS: dict[str, tuple[str, Tint, Tint]] = {
    "bust": ("warning", "loss", "on_loss"),
    "collapse": ("warning", "loss", "on_loss"),
    "mission": ("gain", "gain", "on_gain"),
    "win": ("crown", "linen", "ink"),
}
"""The sign of each kind of moment that is no loss, its ground, and its colour."""
LOSS: tuple[str, Tint, Tint] = ("loss", "loss", "on_loss")

POSTERS = (2.0, 1.5, 1.0)
"""The sizes that the title may have, in great type; the largest that fits."""

FOOT = 1.65
"""The height of the place of the title, with the tails of its letters, in heights of capitals."""


def layout(body: Moment, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen: the picture, what happened, and the name of whoever it happened to on their colour."""
    actor = body.actor
    rest, below = box.split_bottom(text.line_height(sizes.great) if actor else 0)
    room = rest.w - 2 * sizes.pad
    size = next((size for size in map(sizes.great.times, POSTERS) if _wide(body.title, size) <= room), sizes.great)
    picture, foot = rest.split_bottom(round(size.capitals * FOOT))
    yield Drawing(picture, poster_svg(body.kind, 48 * picture.w / max(1, picture.h), actor.colour if actor else None))
    yield Plate(foot, "ink")
    icon, ground, ink = SIGNS.get(body.kind, LOSS)
    sign, words = foot.middle(_wide(body.title, size), foot.h).split_left(size.capitals, sizes.pad)
    chip = sign.middle(sign.w, sign.w)
    yield Plate(chip, ground, None, sizes.radius)
    yield Picture(chip.inset(chip.w // 8), icon, ink)
    yield text.inside(Label(words.inset(0, 2), body.title, size, "linen"))
    if actor:
        yield from _whom(actor, below, sizes)


def _wide(title: str, size: Type) -> int:
    """Return how wide a title is with its sign."""
    return size.capitals * 3 // 2 + text.width(title, size)


def _whom(actor: Actor, box: Box, sizes: Sizes) -> Iterator[Mark]:
    yield Plate(box, actor.colour)
    side = sizes.great.capitals
    wide = min(box.w - 4 * sizes.pad, side + 2 * sizes.pad + text.width(actor.name, sizes.great))
    sign, name = box.middle(wide, box.h).split_left(side, 2 * sizes.pad)
    yield Sign(sign, actor.colour)
    yield Label(name, actor.name, sizes.great, "ink", is_name=True)
