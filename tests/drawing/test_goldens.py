"""The screens look as they did when somebody last looked at them.

After a wanted change: `make goldens`, look at the pictures, commit them.
"""

from pathlib import Path

import pygame
import pytest
from pictures_alike import look_alike
from sample_views import SAMPLES, SIZES
from shown.golden_screens import SCREENS

from display.draw import draw

CASES = [pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}") for name in SAMPLES for size in SIZES]


@pytest.mark.parametrize(("name", "size"), CASES)
def test_the_screen_looks_as_before(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    """A sample view is drawn like its golden picture, within what versions of the libraries change."""
    surface = pygame.Surface(size)
    draw(SAMPLES[name], surface)
    golden = pygame.image.load(SCREENS / f"{name}-{size[0]}x{size[1]}.png")
    if not look_alike(surface, golden):
        pygame.image.save(surface, tmp_path / "drawn.png")
        pytest.fail(f"see {tmp_path / 'drawn.png'}")


def test_every_golden_has_its_view() -> None:
    """No picture is left behind by a view that is gone."""
    expected = {f"{name}-{width}x{height}.png" for name in SAMPLES for width, height in SIZES}
    assert {path.name for path in SCREENS.iterdir()} == expected
