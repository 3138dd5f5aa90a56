"""The night behind everything: a dark warm sky, a little lighter towards the horizon."""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.svg import document, raster, tone
from display.theme import DUSK, NIGHT


@lru_cache(maxsize=2)
def background(width: int, height: int) -> pygame.Surface:
    """Return the background for a screen of `width` x `height` pixels."""
    sky = (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0.2" stop-color="{tone(NIGHT)}"/><stop offset="1" stop-color="{tone(DUSK)}"/>'
        f'</linearGradient></defs><rect width="{width}" height="{height}" fill="url(#sky)"/>'
    )
    surface = pygame.Surface((width, height))
    surface.blit(raster(document(sky, width, height), width, height), (0, 0))
    return surface
