"""The path on which the mummy was sensed, with and without gaps, against every possible path."""

from itertools import pairwise

import pytest
from malediction_table import GRID, HALL, maze

from firmware_py.games.malediction.map_files import shipped_maze
from firmware_py.tracking.possible_paths import only_path

BOARDS = {"grid": maze(GRID), "hall": maze(HALL), "small": shipped_maze("small")}


def walks(played, here, steps):
    """Yield every path of at most so many steps."""
    yield ()
    for to in played.steps(here).values() if steps else ():
        for rest in walks(played, to, steps - 1):
            yield (to, *rest)


def is_simple(played, start, path, sensed):
    """Return whether a path goes over the sensed cells: straight between neighbours, else over no cell twice."""
    if not sensed:
        return not path
    to, *later = sensed
    if to in played.steps(start).values():
        return path[:1] == (to,) and is_simple(played, to, path[1:], tuple(later))
    ends = [number for number, cell in enumerate(path, 1) if cell == to]
    return any(len({start, *path[:end]}) == end + 1 and is_simple(played, to, path[end:], tuple(later)) for end in ends)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("steps", [1, 3, 5])
def test_a_way_is_known_where_all_walks_leave_one(name, steps):
    """To every cell, and by way of every cell, from a corner."""
    played = BOARDS[name]
    floor = [cell for cell in played.cells if played.is_floor(cell)]
    start = floor[0]
    every = set(walks(played, start, steps))
    for sensed in (*((to,) for to in floor), *((by, to) for by in floor[1:4] for to in floor)):
        if start == sensed[0] or any(one == other for one, other in pairwise(sensed)):
            continue
        fitting = [path for path in every if is_simple(played, start, path, sensed)]
        assert only_path(played, start, sensed, steps) == (fitting[0] if len(fitting) == 1 else None), sensed


def test_a_mummy_sensed_on_every_cell_may_have_been_there_twice():
    """P32: who goes round a loop, or back and forth, has gone that way."""
    played = BOARDS["grid"]
    assert only_path(played, "e1", ("d1", "e1", "d1"), 3) == ("d1", "e1", "d1")
    assert only_path(played, "e1", ("d1", "e1", "d1"), 2) is None
