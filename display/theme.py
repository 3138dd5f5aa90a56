"""Every colour and every size of the screen: an Egyptian night, sand and gold by lamplight.

Why: each role has one colour, so that the contrast of every pair can be checked. No player is distinguished by colour
alone, because each colour of tokens has its own shape.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from display.view import Colour

RGB: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = Literal["circle", "square", "triangle", "diamond", "star", "hexagon", "cross"]

WHITE: RGB = (255, 255, 255)
NIGHT: RGB = (20, 14, 12)
"""The darkest ground."""
DUSK: RGB = (38, 26, 20)
"""The lightest tone of the background, at its foot."""
LAPIS: RGB = (28, 36, 68)
"""The header while no player must act."""
STONE: RGB = (54, 38, 27)
"""Plates that lie on the background."""
BLOCK: RGB = (68, 48, 34)
"""Plates that lie on plates: key caps, slots."""
JOINT: RGB = (104, 77, 51)
"""Edges between plates."""
SAND: RGB = (250, 234, 204)
"""Text."""
DUST: RGB = (214, 186, 146)
"""Secondary text."""
GOLD: RGB = (244, 192, 74)
"""The item under the cursor; also titles and scores."""
TRACK: RGB = (92, 68, 47)
TRACK_FIFTH: RGB = (118, 88, 58)
"""Squares of the score track; every fifth is lighter, so that they are easy to count."""
INK: RGB = (32, 20, 12)
"""Text and icons on gold and on other bright plates."""
TURQUOISE: RGB = (94, 216, 203)
"""Icons, and what is in progress: the slot being filled, a button being held."""
GOOD: RGB = (120, 214, 140)
WARNING: RGB = (255, 158, 74)
ERROR: RGB = (255, 128, 110)

NOTICES: dict[Literal["good", "saving", "warning", "error"], RGB] = {
    "good": GOOD,
    "saving": TURQUOISE,
    "warning": WARNING,
    "error": ERROR,
}

PLAYERS: dict[Colour, RGB] = {
    "red": (240, 92, 66),
    "blue": (56, 134, 244),
    "green": (30, 190, 130),
    "yellow": (250, 220, 70),
    "purple": (222, 150, 235),
    "white": (250, 246, 236),
    "turquoise": (64, 190, 172),
}
"""Tones that differ for every kind of colour blindness, even where the shapes are too small to be seen."""

SHAPES: dict[Colour, Shape] = {
    "red": "circle",
    "blue": "square",
    "green": "triangle",
    "yellow": "star",
    "purple": "diamond",
    "white": "hexagon",
    "turquoise": "cross",
}

TEXT_ON: tuple[tuple[RGB, RGB], ...] = (
    *((text, ground) for text in (SAND, DUST, GOLD) for ground in (NIGHT, DUSK, STONE)),
    *((text, BLOCK) for text in (SAND, DUST)),
    (GOLD, LAPIS),
    (SAND, TRACK),
    (SAND, TRACK_FIFTH),
    *((INK, ground) for ground in (GOLD, TURQUOISE, GOOD, WARNING, ERROR)),
    (TURQUOISE, STONE),
)
"""Every pair of text and ground that is used; a test checks their contrast."""


class Sizes(NamedTuple):
    """Lengths in pixels for one size of screen."""

    width: int
    height: int
    small: int
    """Text: notes and clauses."""
    body: int
    """Text: items of a list."""
    strong: int
    """Text: the prompt."""
    large: int
    """Text: the name of the player who must act."""
    pad: int
    """Distance to the screen's edge and between groups."""
    gap: int
    """Distance between neighbours of one group."""
    radius: int
    header: int
    prompt: int
    footer: int
    row: int
    """The least height of a list's row, and of a touch area."""
    row_most: int
    slot: int
    """Height of what has been entered."""


@lru_cache
def sizes_for(width: int, height: int) -> Sizes:
    """Return the lengths for a screen of `width` x `height` pixels; designed at 480x320, never too small to read."""
    scale = min(width / 480, height / 320)

    def px(length: int, least: int = 1) -> int:
        return max(least, round(length * scale))

    return Sizes(
        width=width,
        height=height,
        small=px(14, 12),
        body=px(17, 13),
        strong=px(19, 15),
        large=px(23, 18),
        pad=px(10, 6),
        gap=px(5, 3),
        radius=px(7, 4),
        header=px(44, 32),
        prompt=px(30, 22),
        footer=px(34, 27),
        row=px(28, 24),
        row_most=px(62),
        slot=px(36, 27),
    )


TOUCH_SCALE = 1.4
"""How much higher rows and footer are on a device without buttons."""


@lru_cache
def for_touch(sizes: Sizes) -> Sizes:
    """Return the lengths for a device without buttons."""
    return sizes._replace(footer=round(sizes.footer * TOUCH_SCALE), row=round(sizes.row * TOUCH_SCALE))


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Return the colour that holds `share` (0 to 1) of `second`, the rest of `first`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def lit(colour: RGB) -> RGB:
    """Return the tone of a plate at its upper edge, where the lamplight falls."""
    return mix(colour, WHITE, 0.07)


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: RGB) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
