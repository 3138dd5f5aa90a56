"""Vector drawings turned into pixels.

Why: plates, tokens and icons are all drawn as SVG, because pygame draws no smooth edges itself. The results are
cached, so a screen is composed of ready pictures.
"""

from __future__ import annotations

import io

import pygame

from display.theme import RGB

_SCREEN_ORDER = pygame.Surface((1, 1), pygame.SRCALPHA)


def raster(drawing: str, width: int, height: int) -> pygame.Surface:
    """An SVG document as a picture of `width` x `height`, in the channel order that is fastest to copy."""
    return pygame.image.load_sized_svg(io.BytesIO(drawing.encode()), (width, height)).convert(_SCREEN_ORDER)


def document(body: str, width: float, height: float) -> str:
    """Return `body` as an SVG document with the given coordinates."""
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
