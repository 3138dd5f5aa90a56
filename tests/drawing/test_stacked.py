"""Pieces on one square of a maze."""

from itertools import combinations

import pytest

from display.draw.marks import Box
from display.draw.maze_grid import stacked


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_pieces_on_one_square_are_all_seen(count: int) -> None:
    """However many pieces share a square, each has a place of its own of which most stays uncovered."""
    places = stacked(count, Box(100, 100, 37, 24))
    assert len(set(places)) == count
    for one, other in combinations(places, 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= one.w * 0.6, (one, other)
