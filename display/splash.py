"""The first picture after switching on: name and emblem, drawn with few modules loaded."""

from __future__ import annotations

import pygame

from display.fonts import font
from display.icons import icon
from display.theme import GOLD, NIGHT

EMBLEM = "mummy"


def draw_splash(title: str, surface: pygame.Surface) -> None:
    """Draw the picture over the whole of `surface`."""
    width, height = surface.get_size()
    side = min(width, height) // 3
    emblem, name = icon(EMBLEM, side, GOLD), font(side // 4, bold=True).render(title, True, GOLD)
    surface.fill(NIGHT)
    surface.blit(emblem, ((width - side) // 2, height // 2 - side))
    surface.blit(name, ((width - name.get_width()) // 2, height // 2 + side // 3))
