"""Our three typefaces, opened once a size; a size is the height of capitals as they are drawn.

Why: bundled fonts look the same on every device. Yanone Kaffeesatz (SIL Open Font License) is narrow and warm, for
whatever is read at arm's length or across the table. Its figures hang below the line, so Bebas Neue (SIL Open Font
License) gives the digits. Roboto Condensed (Apache License 2.0) stays clear where text is small.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

import pygame.font

Face: TypeAlias = Literal["main", "digits", "note"]

FILES: dict[Face, str] = {
    "main": "YanoneKaffeesatz-Bold.otf",
    "digits": "BebasNeue-Bold.otf",
    "note": "RobotoCondensed-Bold.ttf",
}
CAPITALS: dict[Face, float] = {"main": 0.7, "digits": 0.7, "note": 0.711}
"""Height of each face's capitals, as a share of the em."""


@lru_cache(maxsize=48)
def font(face: Face, capitals: int) -> pygame.font.Font:
    """A face in the smallest size whose capitals are at least `capitals` pixels high."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(Path(__file__).with_name(FILES[face]), math.ceil(capitals / CAPITALS[face]))
