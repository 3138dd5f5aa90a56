"""The path on which the mummy was sensed, with and without gaps, against every possible path."""

import pytest
from malediction_table import GRID, HALL, maze
from turns_by_hand import MAZE

from firmware_py.games.malediction.map_files import shipped_maze
from firmware_py.tracking.mummy import Visit, until_met, visited_path, without_loops

BOARDS = {"grid": maze(GRID), "hall": maze(HALL), "small": shipped_maze("small")}
LANE = BOARDS["grid"]
WALLS = maze(MAZE)
CARRIED_S = 1.0


def walks(played, here, steps):
    """Yield every path of at most so many steps."""
    yield ()
    for to in played.steps(here).values() if steps else ():
        for rest in walks(played, to, steps - 1):
            yield (to, *rest)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("steps", [1, 3, 5])
def test_a_carried_mummy_s_path_is_known_where_all_walks_leave_one(name, steps):
    """To every cell from a corner; a neighbour is one step away."""
    played = BOARDS[name]
    floor = [cell for cell in played.cells if played.is_floor(cell)]
    start = floor[0]
    every = set(walks(played, start, steps))
    for to in floor[1:]:
        simple = [path for path in every if path[-1:] == (to,) and len({start, *path}) == len(path) + 1]
        beside = [path for path in simple if len(path) == 1]
        fitting = beside or simple
        assert visited_path(played, start, (Visit(to, CARRIED_S),), steps) == (
            fitting[0] if len(fitting) == 1 else None
        )


def visited(*cells, steps=4, gap_s=0.05):
    """Return the path from a4 over cells that sensed the mummy one after the other, and the part that counts."""
    path = visited_path(LANE, "a4", tuple(Visit(cell, gap_s) for cell in cells), steps)
    return path, None if path is None else without_loops("a4", path)


@pytest.mark.parametrize(
    ("cells", "counts"),
    [
        ("a3 a4 a3", "a3"),
        ("a3 a4 b4 c4", "b4 c4"),
        ("b4 c4 d4 c4", "b4 c4"),
        ("b4 a4", ""),
        ("b4 c4 c3 b3 b4 b5", "b4 b5"),
    ],
)
def test_a_retraced_step_costs_nothing(cells, counts):
    """There and back, too far and back, or round a loop: what counts leads straight on from where the loop began."""
    assert visited(*cells.split()) == (tuple(cells.split()), tuple(counts.split()))


def test_a_cell_passed_too_quickly_was_passed_where_one_shortest_path_leads():
    """Nobody slides a piece round the corner as quickly; round a corner there are two, and neither is chosen."""
    assert visited("c4")[1] == ("b4", "c4")
    assert visited("b3")[1] is None


def test_a_hunter_on_a_loop_was_met_within_the_steps():
    """P34: entering catches, also where the mummy turns back; not beyond its steps."""
    over = ("b4", "c4", "b4", "b3")
    assert until_met("a4", over, 2, {"c4", "b3"}) == ("b4", "c4")
    assert until_met("a4", over, 2, {"b3"}) == ("b4", "b3")
    assert until_met("a4", over, 1, {"c4"}) is None


@pytest.mark.parametrize(
    ("swing_mt", "gap_s", "path"),
    [
        ({"c4": 12.0, "b3": 6.0}, 0.05, ("b4", "c4")),
        ({"c4": 8.0, "b3": 7.0}, 0.05, None),
        ({"b3": 9.0}, 0.05, None),
        ({"b3": 5.0}, 0.05, ("b4", "c4")),
        ({"b3": 5.0}, 0.02, None),
        ({"b3": 16.0}, 0.05, ("b4", "b3")),
        ({"c4": 4.0, "b3": 0.5}, 0.05, None),
    ],
)
def test_round_a_corner_the_path_is_known_where_one_cell_sensed_it_clearly(swing_mt, gap_s, path):
    """From b4 to c3 over c4 or b3. A cell that is not named reads the same all the time: a good one would not."""
    visits = (Visit("b4"), Visit("c3", gap_s, swing_mt))
    found = visited_path(LANE, "a4", visits, 4)
    assert found == (None if path is None else (*path, "c3"))


@pytest.mark.parametrize(
    ("gap_s", "swing_mt", "path"),
    [
        (CARRIED_S, {"a3": 65.0}, None),
        (CARRIED_S, {"a3": 9.0}, ("b4",)),
        (0.05, {"a3": 14.5, "b3": 5.9}, None),
        (0.05, {"a3": 5.5, "b3": 5.5}, ("b4",)),
    ],
)
def test_a_mummy_that_left_over_another_cell_has_not_made_one_step(gap_s, swing_mt, path):
    """It rested on a dead sensor, or came round faster than frames; one that stood askew swings a cell a little."""
    assert visited_path(LANE, "a4", (Visit("b4", gap_s, swing_mt),), 4) == path


@pytest.mark.parametrize(("gap_s", "is_known"), [(0.0, False), (0.07, True), (0.2, False)])
def test_the_one_path_round_a_wall_is_known_if_nobody_can_have_seen_it(gap_s, is_known):
    """At 1.3 m a second no frame shows a cell; more slowly one does, and at once it was put over the wall."""
    path = ("e2", "e3", "d3", "d2")
    assert visited_path(WALLS, "f2", (Visit("d2", gap_s),), 4) == (path if is_known else None)


@pytest.mark.parametrize(("gap_s", "is_known"), [(0.03, True), (0.05, False)])
def test_a_pawn_that_is_lifted_meanwhile_is_no_detour_of_five_cells(gap_s, is_known):
    """P48: its cell swings then, and nobody may notice. In 0.03 s no mummy goes so far; in 0.05 s one could."""
    found = visited_path(LANE, "e5", (Visit("d5", gap_s, {"c5": 9.8}),), 6)
    assert found == (("d5",) if is_known else None)
