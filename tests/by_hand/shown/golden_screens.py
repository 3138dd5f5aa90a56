"""Draw every sample view at every size: `make goldens` (tests/goldens/screens)."""

from pathlib import Path

import pygame
from places import GOLDENS
from sample_views import SAMPLES, SIZES

from display.draw import draw

SCREENS = GOLDENS / "screens"


def make(folder: Path = SCREENS) -> None:
    """Write one PNG a sample and size into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in SIZES:
        surface = pygame.Surface((width, height))
        for name, view in SAMPLES.items():
            draw(view, surface)
            pygame.image.save(surface, folder / f"{name}-{width}x{height}.png")
