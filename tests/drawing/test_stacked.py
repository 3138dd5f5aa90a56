"""Pieces on one square of a maze."""

from itertools import combinations

import pytest

from display.draw.marks import Box
from display.draw.maze_pieces import BODY, stacked


@pytest.mark.parametrize("side", [15, 23, 37])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_few_pawns_are_seen_whole(count: int, side: int) -> None:
    """None stands before the body of another, only before its feet, and all are nearly as high as their square.

    A quarter of the square at most is covered of its neighbours.
    """
    square = Box(100, 100, side, side)
    places = stacked(count, square)
    assert all(place.h >= side * (1 if count < 3 else 0.8) for place in places)
    for one, two in combinations(places, 2):
        body = round(one.h * BODY)
        assert abs(one.x - two.x) >= body - 1 or abs(one.y - two.y) >= one.h * 0.6, (one, two)
        assert abs(one.centre[0] - two.centre[0]) + body <= side * 1.5
        assert abs(one.y - two.y) + one.h <= side * 1.5


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_pieces_on_one_square_are_all_seen(count: int) -> None:
    """However many pieces share a square, each has a place of its own of which most stays uncovered."""
    places = stacked(count, Box(100, 100, 37, 24))
    assert len(set(places)) == count
    for one, other in combinations(places, 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= one.w * 0.6, (one, other)
