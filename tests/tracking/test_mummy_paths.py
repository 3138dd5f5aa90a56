"""The way on which the mummy was felt, with and without gaps, against every walk there is."""

from itertools import pairwise

import pytest
from malediction_table import GRID, HALL, maze

from firmware_py.games.malediction.map_files import shipped_maze
from firmware_py.tracking.possible_paths import only_path

BOARDS = {"grid": maze(GRID), "hall": maze(HALL), "small": shipped_maze("small")}


def walks(played, here, steps):
    """Yield every walk of at most so many steps."""
    yield ()
    for to in played.steps(here).values() if steps else ():
        for rest in walks(played, to, steps - 1):
            yield (to, *rest)


def is_simple(played, start, walk, felt):
    """Return whether a walk goes over the cells felt, straight where they are neighbours, else to no cell twice."""
    if not felt:
        return not walk
    to, *later = felt
    if to in played.steps(start).values():
        return walk[:1] == (to,) and is_simple(played, to, walk[1:], tuple(later))
    ends = [number for number, cell in enumerate(walk, 1) if cell == to]
    return any(len({start, *walk[:end]}) == end + 1 and is_simple(played, to, walk[end:], tuple(later)) for end in ends)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("steps", [1, 3, 5])
def test_a_way_is_known_where_all_walks_leave_one(name, steps):
    """To every cell, and by way of every cell, from a corner."""
    played = BOARDS[name]
    floor = [cell for cell in played.cells if played.is_floor(cell)]
    start = floor[0]
    every = set(walks(played, start, steps))
    for felt in (*((to,) for to in floor), *((by, to) for by in floor[1:4] for to in floor)):
        if start == felt[0] or any(one == other for one, other in pairwise(felt)):
            continue
        fitting = [walk for walk in every if is_simple(played, start, walk, felt)]
        assert only_path(played, start, felt, steps) == (fitting[0] if len(fitting) == 1 else None), felt


def test_where_she_was_felt_on_every_cell_she_may_have_been_twice():
    """P32: who goes round a loop, or back and forth, has gone that way."""
    played = BOARDS["grid"]
    assert only_path(played, "e1", ("d1", "e1", "d1"), 3) == ("d1", "e1", "d1")
    assert only_path(played, "e1", ("d1", "e1", "d1"), 2) is None
