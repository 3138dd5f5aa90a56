"""What tests of windows share."""

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture
def unseen_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open windows on SDL's dummy driver, and close every one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()
