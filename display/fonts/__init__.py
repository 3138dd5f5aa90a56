"""The two weights of our one typeface, opened once a size.

Why: a bundled font looks the same on every device and has every letter of the three languages. Lato (SIL Open Font
License, see `Lato-OFL.txt`) is narrow enough for a small panel, and has arrows and guillemets too.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame.font

FILES = {False: "Lato-Medium.ttf", True: "Lato-Bold.ttf"}
"""File by whether the weight is bold."""


@lru_cache(maxsize=32)
def font(size: int, bold: bool = False) -> pygame.font.Font:
    """Return the typeface at `size` pixels an em."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(Path(__file__).with_name(FILES[bold]), size)
