"""Our icons, by name, size and colour.

Why: each icon is one hand-written SVG file on a field of 48x48 with strokes of 3 to 4, so that it is readable at 16
pixels. Parts in `currentColor` take the colour of the text beside them. Other parts have their own colours and a dark
edge, so that they are visible on dark and on gold.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

import pygame

from display.svg import document, raster, tone
from display.theme import RGB

LINEN: RGB = (255, 248, 232)

INK = 'stroke="#20140c" stroke-width="2.'
"""How the dark edge of coloured icons begins; a broader line is a gap between two parts."""
RIM = 2.6
"""How broad a rim is, on the field of 48x48."""

_WIDTH = re.compile(r'stroke-width="([0-9.]+)"')
_PAINT = re.compile(r'(fill|stroke)="(?!none)([^"]*)"')

_UNKNOWN = document(
    '<circle cx="24" cy="24" r="19" fill="none" stroke="currentColor" stroke-width="4"/>'
    '<path d="M17 19 a7 7 0 1 1 10 6.5 q-3 1.5 -3 5" fill="none" stroke="currentColor" stroke-width="4.5"'
    ' stroke-linecap="round"/><circle cx="24" cy="36.5" r="2.8" fill="currentColor"/>',
    48,
    48,
)


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: RGB = LINEN, rim: RGB | None = None) -> pygame.Surface:
    """The icon `name`, `size` pixels square; a question mark if there is none.

    `rim` surrounds what has a dark edge, which would be lost on black.
    """
    drawing = _drawing(name)
    if rim and INK in drawing:
        drawing = document(_with_rim(name, tone(rim)), 48, 48)
    return raster(drawing.replace("currentColor", tone(colour)), size, size)


@cache
def _with_rim(name: str, rim: str) -> str:
    """The parts of an icon over a silhouette of themselves that is broader by a rim."""
    parts = inside(name, "currentColor")
    silhouette = _WIDTH.sub(lambda width: f'stroke-width="{float(width[1]) + 2 * RIM}"', parts)
    silhouette = _PAINT.sub(lambda paint: f'{paint[1]}="{"none" if paint[2] == "currentColor" else rim}"', silhouette)
    share = 48 / (48 + 2 * RIM)
    return f'<g transform="translate(24 24) scale({share:.3f}) translate(-24 -24)">{silhouette}{parts}</g>'


def inside(name: str, colour: str = tone(LINEN)) -> str:
    """An icon as part of a larger drawing, on its field of 48x48; `colour` as the drawing writes it."""
    body = _drawing(name).replace("currentColor", colour)
    return body[body.index(">") + 1 : body.rindex("</svg>")]


@cache
def icon_names() -> frozenset[str]:
    return frozenset(path.stem for path in Path(__file__).parent.glob("*.svg"))


@cache
def _drawing(name: str) -> str:
    if name not in icon_names():
        return _UNKNOWN
    return Path(__file__).with_name(f"{name}.svg").read_text(encoding="utf-8")
