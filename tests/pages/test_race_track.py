"""The score track as a picture: how many squares, in which order, and where the tokens stand."""

from itertools import combinations, pairwise

import pytest

from display.draw.marks import Box
from display.draw.race import stacked, track

BOX = Box(10, 80, 460, 200)


@pytest.mark.parametrize("finish", [30, 35])
def test_the_track_is_a_closed_ring(finish: int) -> None:
    """Each square touches the next, the last one the first, and none lies over another."""
    squares = track(finish, BOX)
    assert len(squares) == finish + 1
    for one, other in (*pairwise(squares), (squares[-1], squares[0])):
        assert touch(one, other), (one, other)
    for one, other in combinations(squares, 2):
        assert not overlap(one, other)


def test_thirty_six_squares_are_the_rim_of_twelve_by_eight() -> None:
    """The squares 0 to 35 close the ring exactly: twelve across, eight down."""
    squares = track(35, BOX)
    assert len({square.x for square in squares}) == 12
    assert len({square.y for square in squares}) == 8


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_tokens_on_one_square_are_all_seen(count: int) -> None:
    """However many tokens share a square, each has a place of its own of which most stays uncovered."""
    places = stacked(count, Box(100, 100, 37, 24))
    assert len(set(places)) == count
    for one, other in combinations(places, 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= one.w * 0.6, (one, other)


def touch(one: Box, other: Box) -> bool:
    return overlap(Box(one.x - 3, one.y - 3, one.w + 6, one.h + 6), other)


def overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
