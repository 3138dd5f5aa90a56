"""Vector drawings turned into pixels, and our icons, by name, size and colour.

Why: plates, tokens and icons are all drawn as SVG, because pygame draws no smooth edges itself. The results are
cached, so a screen is composed of ready pictures.

Each icon is one hand-written SVG file on a field of 48x48 with strokes of 3 to 4, so that it is readable at 16
pixels. Parts in `currentColor` take the colour of the text beside them. Other parts have their own colours and a dark
edge, so that they are visible on dark and on gold.
"""

from __future__ import annotations

import io
import re
from functools import cache, lru_cache
from pathlib import Path

import pygame

from display.theme import RGB

_SCREEN_ORDER = pygame.Surface((1, 1), pygame.SRCALPHA)


def raster(drawing: str, width: int, height: int) -> pygame.Surface:
    """An SVG document as a picture of `width` x `height`, in the channel order that is fastest to copy."""
    return pygame.image.load_sized_svg(io.BytesIO(drawing.encode()), (width, height)).convert(_SCREEN_ORDER)


def document(body: str, width: float, height: float) -> str:
    """An SVG document around a drawing on a field of this size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{body}</svg>'
    )


def tone(colour: RGB) -> str:
    """A colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def fade(name: str, above: RGB, below: RGB) -> str:
    """The definition of a gradient from the upper to the lower edge of whatever is filled with it.

    In percent, because the loader reads plain numbers as pixels.
    """
    return (
        f'<linearGradient id="{name}" x1="0%" y1="0%" x2="0%" y2="100%"><stop offset="0" stop-color="{tone(above)}"/>'
        f'<stop offset="1" stop-color="{tone(below)}"/></linearGradient>'
    )


def fast_surface(width: int, height: int) -> pygame.Surface:
    """A surface, usually of 32 bits a pixel, whose rows lie an odd number of pixels apart in memory.

    Why: where rows begin at multiples of 16 bytes, SDL copies a part of them past the processor's cache, and writes
    each end of a row on its own (`SDL_BlitCopy`, SDL 2.32.10, on x86). A part of 150x30 pixels then takes 11 µs, not 1.
    """
    return pygame.Surface((width | 1, height)).subsurface((0, 0, width, height))


LINEN: RGB = (255, 248, 232)

INK = 'stroke="#20140c" stroke-width="2.'
"""How the dark edge of coloured icons begins; a broader line is a gap between two parts."""
RIM = 2.6
"""Width of a rim, on the field of 48x48."""

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
