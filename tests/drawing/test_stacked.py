"""Pieces on one square of a maze."""

from itertools import combinations, pairwise

import pytest

from display.draw.marks import Box
from display.draw.maze_pieces import BODY, stacked


@pytest.mark.parametrize("side", [15, 23, 37])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_pawns_stand_as_high_as_their_square(count: int, side: int) -> None:
    """Each shows half of its body at least, and a quarter of the square at most is covered of its neighbours."""
    square = Box(100, 100, side, side)
    places = stacked(count, square)
    body = round(side * BODY)
    assert all(place.h == side for place in places)
    assert all(two.x - one.x >= body * 0.48 for one, two in pairwise(places))
    over = (places[-1].centre[0] - places[0].centre[0] + body - side) / 2
    assert over <= side / 4


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_pieces_on_one_square_are_all_seen(count: int) -> None:
    """However many pieces share a square, each has a place of its own of which most stays uncovered."""
    places = stacked(count, Box(100, 100, 37, 24))
    assert len(set(places)) == count
    for one, other in combinations(places, 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= one.w * 0.6, (one, other)
