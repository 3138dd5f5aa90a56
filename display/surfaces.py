"""Surfaces of which parts are copied again and again."""

from __future__ import annotations

import pygame


def copied_in_parts(width: int, height: int) -> pygame.Surface:
    """Return a surface, usually of 32 bits a pixel, whose rows lie an odd number of pixels apart in memory.

    Why: where rows begin at multiples of 16 bytes, SDL copies a part of them past the processor's cache, and writes
    each end of a row on its own (`SDL_BlitCopy`, SDL 2.32.10, on x86). A part of 150x30 pixels then takes 11 µs, not 1.
    """
    return pygame.Surface((width | 1, height)).subsurface((0, 0, width, height))
