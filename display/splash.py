"""The first picture after switching on: name and emblem, drawn with few modules loaded."""

from __future__ import annotations

import pygame

from display.fonts import font
from display.icons import icon
from display.theme import Look, palette

EMBLEM = "mummy"
WAITING = "saving"


def draw_splash(title: str, surface: pygame.Surface, *, is_waiting: bool = False) -> None:
    """Draw the picture over the whole of `surface`; with an hourglass if it `is_waiting` for a slow disk."""
    width, height = surface.get_size()
    tones = palette(Look())
    side = min(width, height) // 3
    emblem, name = icon(EMBLEM, side, tones["accent"]), font("main", side // 5).render(title, True, tones["text"])
    surface.fill(tones["top"])
    surface.blit(emblem, ((width - side) // 2, height // 2 - side))
    surface.blit(name, ((width - name.get_width()) // 2, height // 2 + side // 3))
    hourglass = icon(WAITING, side // 3, tones["text"])  # read now, because a card that stalls reads nothing either
    if is_waiting:
        surface.blit(hourglass, (width - side // 2, height - side // 2))
