"""Surfaces of which parts are copied again and again."""

import pytest

from display.draw.background import background
from display.svg import copied_in_parts
from display.theme import Look

SIZES = ((320, 240), (480, 320), (800, 480), (240, 320), (323, 241))


@pytest.mark.parametrize("size", SIZES)
def test_rows_do_not_begin_at_multiples_of_16_bytes(size: tuple[int, int]) -> None:
    """It is as large as asked for, and SDL's slow way to copy a part of it is out of reach."""
    for surface in (copied_in_parts(*size), background(*size, Look())):
        assert surface.get_size() == size
        assert surface.get_pitch() % 16
