"""The ground behind everything: the colours of a world, darker towards the foot, and its motif."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import pygame

from display.svg import copied_in_parts, document, fade, raster, tone
from display.theme import RGB, Look, mix, palette
from display.view import World


@lru_cache(maxsize=4)
def background(width: int, height: int, look: Look) -> pygame.Surface:
    """Return the background for a screen of `width` x `height` pixels."""
    tones = palette(look)
    top, foot = tones["top"], tones["foot"]
    drawing = f'<defs>{fade("sky", top, foot)}</defs><rect width="{width}" height="{height}" fill="url(#sky)"/>'
    if look.has_motif:
        drawing += "".join(MOTIFS[look.world](width, height, mix(top, tones["edge"], 0.09)))
    surface = copied_in_parts(width, height)
    surface.blit(raster(document(drawing, width, height), width, height), (0, 0))
    return surface


def _no_motif(width: int, height: int, colour: RGB) -> Iterator[str]:  # noqa: ARG001 - as every motif is drawn
    return iter(())


def _bandages(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield slanting bands, as a mummy is wrapped."""
    wide = height / 9
    for number in range(-4, int(width / wide / 3) + 2):
        x = number * 3 * wide
        yield (
            f'<path d="M{x} {height} L{x + height * 0.5} 0 h{wide} L{x + wide} {height} Z" fill="{tone(colour)}" '
            'fill-opacity="0.8"/>'
        )


def _steps(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield a pyramid's steps at the foot."""
    step = height / 12
    for level in range(5):
        inset = (level + 1) * width / 14
        yield (
            f'<rect x="{inset}" y="{height - (level + 1) * step}" width="{width - 2 * inset}" height="{step - 2}" '
            f'fill="{tone(colour)}" fill-opacity="0.55"/>'
        )


def _meander(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield a meander along the foot and the head."""
    side = height / 24
    for y in (height - 5.5 * side, side / 2):
        path = "".join(
            f"M{x} {y + 4 * side} v{-4 * side} h{4 * side} v{3 * side} h{-2 * side} v{-side}"
            for x in (number * 6 * side for number in range(int(width / side / 6) + 1))
        )
        yield f'<path d="{path}" fill="none" stroke="{tone(colour)}" stroke-width="{side * 0.7}"/>'


MOTIFS: dict[World, Callable[[int, int, RGB], Iterator[str]]] = {
    "home": _no_motif,
    "crypt": _bandages,
    "desert": _steps,
    "maze": _meander,
}
