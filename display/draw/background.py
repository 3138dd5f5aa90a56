"""The night behind everything: a dark warm sky, and pyramids so faint that text over them stays clear."""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.svg import document, raster, tone
from display.theme import DUSK, GOLD, NIGHT, mix

_STARS = ((31, 62), (96, 84), (152, 58), (211, 97), (268, 66), (327, 88), (389, 60), (447, 92), (64, 128), (421, 134))


@lru_cache(maxsize=2)
def background(width: int, height: int) -> pygame.Surface:
    """Return the background for a screen of `width` x `height` pixels."""
    sky = (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{tone(NIGHT)}"/><stop offset="0.45" stop-color="{tone(NIGHT)}"/>'
        f'<stop offset="1" stop-color="{tone(DUSK)}"/></linearGradient></defs>'
        '<rect width="480" height="320" fill="url(#sky)"/>'
    )
    star = tone(mix(NIGHT, GOLD, 0.22))
    stars = "".join(f'<circle cx="{x}" cy="{y}" r="0.9" fill="{star}"/>' for x, y in _STARS)
    lit, shade = tone(mix(NIGHT, DUSK, 0.9)), tone(mix(NIGHT, DUSK, 0.25))
    pyramids = (
        f'<path d="M300 292 L382 176 L414 292 Z" fill="{lit}"/><path d="M382 176 L468 292 H414 Z" fill="{shade}"/>'
        f'<path d="M190 292 L246 214 L266 292 Z" fill="{lit}"/><path d="M246 214 L304 292 H266 Z" fill="{shade}"/>'
        f'<path d="M96 292 L132 242 L146 292 Z" fill="{lit}"/><path d="M132 242 L170 292 H146 Z" fill="{shade}"/>'
    )
    scale_x, scale_y = width / 480, height / 320
    scene = f'<g transform="scale({scale_x} {scale_y})">{sky}{stars}{pyramids}</g>'
    surface = pygame.Surface((width, height))
    surface.blit(raster(document(scene, width, height), width, height), (0, 0))
    return surface
