"""Players as beings: their token with eyes, arms and legs; it acts in a hat and cheers below a crown.

Why the token itself: from across the table its shape is the largest thing there is, and whoever cheers at the end is
the one who acted.
"""

from __future__ import annotations

from collections.abc import Iterator

from display.draw.marks import Box, Drawing, Mark
from display.draw.paint import OUTLINES
from display.icons import inside
from display.theme import SHAPES
from display.view import Colour

ARMS_UP = "M-8 3 Q-20 3 -20.5 -10 M8 3 Q20 3 20.5 -10 M-5 8 V19 h-4 M5 8 V19 h4"
ARMS_DOWN = "M-8 3 Q-17 5 -19 14 M8 3 Q17 5 19 14 M-5 8 V21 h-4 M5 8 V21 h4"

FACE = (
    '<g fill="@linen" stroke="@ink" stroke-width="1.2"><circle cx="-4.4" cy="-1" r="3.6"/>'
    '<circle cx="4.4" cy="-1" r="3.6"/></g><circle cx="-3.8" cy="-1.4" r="1.7" fill="@ink"/>'
    '<circle cx="5" cy="-1.4" r="1.7" fill="@ink"/><path d="M-4.6 4.4 Q0 10.4 4.6 4.4 Z" fill="@ink"/>'
)

HAT, HAT_LIT, HAT_SHADE = "#a8703c", "#c98f52", "#7c4c24"
HAT_SVG = (
    '<g stroke="@ink" stroke-width="2.2" stroke-linejoin="round">'
    f'<path d="M-10 -2 C-10 -11.6 -5 -13 0 -10.6 C5 -13 10 -11.6 10 -2 Z" fill="{HAT}"/>'
    f'<path d="M-21 0.4 C-13 -4.6 -6 -3.4 0 -3.4 C6 -3.4 13 -4.6 21 0.4 C14 5.6 -14 5.6 -21 0.4 Z" fill="{HAT}"/></g>'
    f'<path d="M3 -10.6 C8 -11.4 9 -9 9 -3.4 H4.6 Z" fill="{HAT_SHADE}"/>'
    '<path d="M-9.6 -4.6 H9.6 V-2 Q0 -3.6 -9.6 -2 Z" fill="@ink"/>'
    f'<path d="M-17 0 C-11 -2.6 -5 -2 0 -2" stroke="{HAT_LIT}" stroke-width="1.2" fill="none" stroke-linecap="round"/>'
)
"""A broad hat around the middle of its brim."""


def token(colour: Colour) -> str:
    """Return a player's token on a field of 32x32, as a group around its middle."""
    return "".join(_layer(colour, role, thick) for role, thick in (("linen", 8), ("ink", 4.4), (colour, 0)))


def _layer(colour: Colour, role: str, thick: float) -> str:
    outline = OUTLINES[SHAPES[colour]]
    style = f'fill="@{role}" stroke="@{role}" stroke-width="{thick}" stroke-linejoin="round"'
    return f'<g transform="translate(-16 -16)">{outline.format(style=style)}</g>'


def cheering(colour: Colour) -> str:
    """Return a player's token that cheers below a crown: arms up, large eyes; around its middle, some 50 units high."""
    crown = f'<g transform="translate(0 -17.5) scale(0.417) translate(-24 -24)">{inside("crown")}</g>'
    return _being(colour, ARMS_UP) + crown


def acting(colour: Colour) -> str:
    """Return a player's token in a hat, as large as one that cheers."""
    return f'{_being(colour, ARMS_DOWN)}<g transform="translate(0 -12.4) scale(0.76)">{HAT_SVG}</g>'


def _being(colour: Colour, limbs: str) -> str:
    drawn = "".join(
        f'<path d="{limbs}" fill="none" stroke="@{role}" stroke-width="{limb}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>{_layer(colour, role, thick)}'
        for role, limb, thick in (("linen", 7.6, 8), ("ink", 4.2, 4.4))
    )
    return drawn + _layer(colour, colour, 0) + FACE


def portrait(colour: Colour, box: Box) -> Iterator[Mark]:
    """Yield the player who acts at the foot of a box, as large as fits."""
    side = min(box.w, box.h)
    place = Box(box.x + (box.w - side) // 2, box.bottom - side, side, side)
    yield Drawing(place, f'<g transform="translate(24 25.6) scale(0.93)">{acting(colour)}</g>')
