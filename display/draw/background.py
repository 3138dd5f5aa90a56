"""The night behind everything: a dark warm sky, a little lighter towards the horizon."""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.svg import document, fade, raster
from display.theme import DUSK, NIGHT


@lru_cache(maxsize=2)
def background(width: int, height: int) -> pygame.Surface:
    """Return the background for a screen of `width` x `height` pixels."""
    sky = f'<defs>{fade("sky", NIGHT, DUSK)}</defs><rect width="{width}" height="{height}" fill="url(#sky)"/>'
    surface = pygame.Surface((width, height))
    surface.blit(raster(document(sky, width, height), width, height), (0, 0))
    return surface
