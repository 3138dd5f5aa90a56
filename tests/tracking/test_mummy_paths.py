"""The mummy's path: one way from cell to cell, by what the sensors saw of it, over dead ones and faulty ones too."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nextafter
from typing import Any

import pytest
from board_hands import Hands
from malediction_table import CORRIDOR, GRID, HALL, HUNTERS_AWAY, game, maze, moving, prowling
from msgspec.structs import replace
from turns_by_hand import MAZE

from firmware_py.games.malediction.map_files import load_shipped
from firmware_py.games.malediction.state import Move
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.board import with_sensed_path
from firmware_py.pages.malediction.dialogue import draft_of
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.page import ListPage, Press
from firmware_py.sensing import FRAME_S, RING_MT, Sensed
from firmware_py.tracking.mummy import Visit, until_met, visited_path, without_loops
from firmware_py.words import NOTHING, speak
from hardware.simulated.magnets import HUNTER

BOARDS = {"grid": maze(GRID), "hall": maze(HALL), "small": load_shipped("small")}
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
    """The path from a4 over cells that sensed the mummy one after the other, and the part that counts."""
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


MENU = ListPage(NOTHING, NOTHING, ())


@pytest.fixture
def prowl() -> Iterator[Any]:
    """Hands on a board of linear sensors where the mummy may go three steps from e1."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        yield hands


def test_each_cell_of_the_path_is_known_as_soon_as_the_mummy_is_sensed(prowl):
    """Long before the mummy rests."""
    prowl.slide("mummy", "d1")
    prowl.run(0.1)
    assert prowl.tracker.path == ("d1",)
    prowl.slide("mummy", "d2")
    prowl.run(0.1)
    assert prowl.tracker.path == ("d1", "d2")
    assert prowl.played == []


def test_a_mummy_home_again_has_no_path(prowl):
    """Put back is nothing."""
    prowl.slide("mummy", "d1", "e1")
    prowl.run(2.0)
    assert prowl.tracker.path == ()


def test_a_pawn_in_a_hand_is_not_on_the_path_of_the_mummy(prowl):
    """Lifted and put down beside the mummy, it leaves no trace on a page for everybody."""
    prowl.slide("mummy", "d1")
    prowl.lift("red")
    prowl.run(0.2)
    prowl.place("red", "d2")
    prowl.run(0.2)
    assert prowl.tracker.path == ("d1",)


def test_pawns_heaped_on_the_stairs_are_not_a_mummy_between_two_cells(prowl):
    """Two of them read like the mummy, and any number may stand there (P30)."""
    stairs = prowl.state.maze.stairs
    prowl.magnets.slide("mummy", [prowl.number("d1")], prowl.now_s, 0.6)
    prowl.run(0.3)
    assert not prowl.tracker.settling.sensing(Sensed.MUMMY)
    for pawn in ("blue", "turquoise"):
        prowl.magnets.pieces[pawn] = replace(HUNTER, strength=1.05)  # whatever the gain of that sensor is
        prowl.place(pawn, stairs)
    prowl.run(0.08)
    assert prowl.tracker.settling.sensing(Sensed.MUMMY) == {prowl.number(stairs)}
    prowl.run(2.5)
    assert prowl.played == [Move("Mo", path=("d1",))]


def test_the_mummy_may_go_over_one_cell_three_times():
    """The field comes and goes by steps; each time is one visit, no cell is unsteady, and the first step counts."""
    with Hands("serial", game(CORRIDOR, 2, **prowling(7, at=("b1", "stairs"), mummy="d1"))) as hands:
        hands.slide("mummy", "e1", "f1", "e1", "f1", "e1", each_s=0.4)
        hands.run(2.0)
        assert hands.tracker.unsteady == ()
        assert hands.played == [Move("Mo", path=("e1",))]


def flapped(hands: Hands, cell: str) -> None:
    """Let a cell sense now a pawn and now the mummy, without ever sensing nothing."""
    for count in range(12):
        hands.magnets.stuck[hands.number(cell)] = 90.0 if count % 2 else 30.0
        hands.run(0.2)


def test_a_cell_that_reads_now_a_pawn_and_now_the_mummy_is_left_out():
    """It flaps, be it between two strengths."""
    with Hands("serial", game(GRID, 3, **moving("1"))) as hands:
        flapped(hands, "a4")
        assert hands.tracker.unsteady == ("a4",)


def test_in_the_mummy_s_turn_such_a_cell_does_not_matter(prowl):
    """The cell of the mummy is known; as no cell is left out then, nobody learns where a pawn is."""
    flapped(prowl, "a4")
    assert prowl.tracker.unsteady == ()
    prowl.slide("mummy", "d1")
    flapped(prowl, "a4")
    assert prowl.played == [Move("Mo", path=("d1",))]


def test_the_page_follows_the_piece_and_not_a_path_entered_by_button():
    """Whoever has pressed a step is not overruled."""
    page, table = MummyPage(MENU), PageContext(speak("en"))
    followed = with_sensed_path((page, MENU), ("d1",))
    assert followed == (MummyPage(MENU, ("d1",), is_sensed=True, sensed=("d1",)), MENU)
    assert with_sensed_path(followed, ()) == (page, MENU)
    entered = (MummyPage(MENU, ("f1",)), MENU)
    assert with_sensed_path(entered, ("d1",)) == entered
    taken_back = (followed[0].go_back(table),)
    assert with_sensed_path(taken_back, ("d1",)) == taken_back
    assert with_sensed_path((MENU,), ("d1",)) == (MENU,)


@pytest.mark.parametrize("kind", ["i2c", "serial"])
@pytest.mark.parametrize("each_s", [0.15, 0.4])
def test_the_mummy_may_be_slid_to_and_fro_as_often_as_the_player_likes(kind, each_s):
    """What comes to a cell from its neighbour, or goes there, is a piece in a hand, and no cell that flaps."""
    with Hands(kind, game(CORRIDOR, 2, **prowling(3, at=("stairs", "stairs"), mummy="d1"))) as hands:
        hands.slide("mummy", *["e1", "d1"] * 8, "e1", "f1", each_s=each_s)
        hands.run(2.5)
        assert hands.tracker.unsteady == ()


def test_a_sensed_path_is_a_draft_only_once_a_button_was_pressed():
    """Nothing is stored for each cell of a slide; after a press, even into a wall, a power cut keeps the path."""
    state = game(GRID, 3, **prowling())
    table = PageContext(speak("en"), session=Session(GAMES["malediction"], None, state))
    for button in ("up", "down", "left", "right"):
        sensed = MummyPage(MENU, ("d1",), is_sensed=True)
        assert draft_of(sensed) is None
        pressed = sensed.press(Press(button), table)
        assert draft_of(pressed) is not None


@pytest.mark.parametrize(("rests", "dead"), [(rests, dead) for rests in (1, 2, 3) for dead in range(4)])
def test_a_move_stands_no_longer_than_the_mummy_does(rests, dead):
    """Whatever a dead sensor hides of where it rests, and of where it goes then, the way to its rest is not played."""
    path = ("e2", "e3", "d3", "d2")
    with Hands("serial", game(GRID, 3, **prowling(4))) as hands:
        hands.magnets.stuck[hands.number(path[dead])] = 0.0
        hands.slide("mummy", *path[:rests])
        hands.run(2.0)
        hands.slide("mummy", *path[rests:])
        hands.run(2.0)
        assert hands.played in ([], [Move("Mo", path=path)])


@pytest.mark.parametrize(
    ("path", "each_s", "dead"),
    [
        ("e2 e3 d3 d2", 0.017, "e3"),
        ("e2 e3 d3 d2", 0.017, "d4"),
        ("e2 e3 d3 d2", 0.025, "d3"),
        ("e2 e3 d3 d2", 0.1, "e3"),
        ("d1 d2 e2 e3", 0.025, "d1"),
        ("d1 d2 e2 e3", 0.03, "d2"),
        ("f1 f2 e2 e3", 0.017, "e2"),
    ],
)
def test_a_sensor_that_is_dead_makes_no_other_path_of_it(path, each_s, dead):
    """Round corners at up to 1.5 m a second: a cell beside the path senses its ring, and nothing more."""
    cells = tuple(path.split())
    with Hands("serial", game(GRID, 3, **prowling(4, at=HUNTERS_AWAY))) as hands:
        hands.magnets.stuck[hands.number(dead)] = 0.0
        hands.slide("mummy", *cells, each_s=each_s)
        hands.run(2.0)
        assert hands.played in ([], [Move("Mo", path=cells)])


@pytest.mark.parametrize(("gap_s", "path"), [(FRAME_S, ("d1", "d2")), (nextafter(FRAME_S, inf), None)])
def test_a_mummy_is_too_fast_to_be_shown_on_a_cell_below_within_a_frame_for_each(gap_s, path):
    """What swings by more than the mummy beside it does is its way then; a slower one would have shown itself whole."""
    visit = Visit("d2", gap_s, {"d1": 1.5 * RING_MT})
    assert visited_path(LANE, "e1", (visit,), 3) == path
