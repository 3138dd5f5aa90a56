"""Two games played by hand on magnetic boards, differing in hidden facts only: nobody at the table notices (P48, P49).

Why the hands keep their own time: how long a pawn is in the air, and on how many cells it is felt, depends on where it
stands and goes. Whoever looks at the screen's light, listens, or reads a page for everybody must not notice that.
"""

import pytest
from msgspec.structs import replace
from twin_boards import DIM_S, boards_of_twins, carried, dabbed, leave, lifted, placed, slid, stepped
from twins import ADAS, EACH, NOTHING, TO_THE_MUMMY, points_at, turn

from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.grid import cell_position
from firmware_py.pages.interface import Play
from firmware_py.pages.page import LongPress, Press
from firmware_py.sensing import UNCALIBRATED
from hardware.simulated.magnets import HUNTER


@pytest.fixture
def begin(kind, tmp_path):
    """How twins begin who have played so far, with a magnetic board each on which all pieces stand."""
    with boards_of_twins(kind, tmp_path) as begun:
        yield begun


def test_pawns_in_the_air_do_not_change_what_is_said_of_the_mummy(kind, begin):
    """P48: near the mummy or far away; a board that knows the mummy accepts its path all the same."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(lambda device: device.lift("red"), lambda device: device.lift("blue"))
    pair.handle(*(carried("mummy", "c3", 5.0),) * 2, seconds=8.0)
    if kind == "serial":
        pair.handle(*(slid("mummy", "d3", "d2"),) * 2)
        assert [side.state.mummy for side in pair.sides] == ["d2", "d2"]


def test_a_mummy_carried_over_cells_is_announced_alike(begin):
    """P35: two ways lead on; blue stands on one of them, or beside them."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=3),) * 2)
    pair.listen()
    pair.handle(*(carried("mummy", "c4", 1.0),) * 2)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_pawn_as_strong_as_the_mummy_changes_nothing_said_of_the_mummy(begin):
    """P48: too strong a magnet, or a heap of pawns, is not the mummy, wherever it stands, comes to or leaves."""
    pair = begin(TO_THE_MUMMY)
    for side in pair.sides:
        side.device.magnets.pieces["red"] = replace(HUNTER, strength=3.0)
        side.device.wait(1.0)
        assert sum(mt > UNCALIBRATED.mummy_on_mt for mt in side.device.magnets.fields_mt(side.device.now_s)) == 2
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(carried("red", "c4", 1.0), carried("red", "d4", 1.0))
    pair.handle(*(carried("mummy", "d2", 0.5),) * 2)
    pair.handle(*(carried("mummy", "c3", 5.0),) * 2, seconds=8.0)
    pair.handle(*(slid("mummy", "d3", "d2"),) * 2)
    assert [side.state.mummy for side in pair.sides] == ["d2", "d2"]


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_back_in_place_is_announced_alike_until_it_has_rested(begin):
    """P34, P48: blue stands there, or does not; the mummy goes too far, comes home, and only then has caught it."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(stepped("mummy", "d3", "d4", "d3", "c3"),) * 2, seconds=1.4)
    pair.handle(*(stepped("mummy", "d3", "c3"),) * 2, seconds=1.7)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"
    for side in pair.sides:
        side.device.wait(0.3)
    assert [side.state.mummy for side in pair.sides] == ["c3", "d4"]
    assert pair.other.state.at[1] == "dungeon"


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_switches_sense_nothing_of_a_mummy_that_passes_a_pawn_and_returns(begin):
    """P48: who stands where the mummy was stays a secret, and nothing is played."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(slid("mummy", "d3", "d4", "d3", "c3"),) * 2)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_dabbed_on_cells_finds_nobody(begin):
    """P48: red or blue stands where the mummy's player dabs, or nobody; the screen shows the same, also at rest."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    for cell in ("a4", "b3"):
        pair.handle(*(dabbed("mummy", cell),) * 2, seconds=3.0)
        pair.handle(*(dabbed("mummy", cell, 3.0),) * 2, seconds=3.5)
    pair.handle(leave, leave, seconds=DIM_S)
    pair.handle(*(dabbed("mummy", "d4", 0.5),) * 2, seconds=3.0)
    pair.handle(*(carried("mummy", "c3", 1.0),) * 2)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_carried_off_its_path_says_nothing(begin):
    """P48: from home, or from where it was slid to; put down a moment later on blue's cell or on a free one."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=3),) * 2)
    pair.listen()
    for path in (), ("d3",):
        pair.handle(*(slid("mummy", *path),) * 2, seconds=1.5)
        pair.handle(*(carried("mummy", "d4", 0.5),) * 2)
        assert "The board asks:" not in pair.one.app.view.prompt
        pair.handle(*(carried("mummy", "c3", 0.5),) * 2)


def test_a_pawn_touched_in_the_mummy_s_turn_changes_nothing_public(kind, begin):
    """P48: while the mummy is to be put back, or asked for; on one side red is taken up, on the other nothing is."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.handle(lifted("red"), leave)
    if kind == "serial":
        pair.push(Press("ok"))
    pair.handle(carried("red", "a4", 0.5), leave)
    assert kind == "i2c" or "mummy belongs on c3" in pair.one.app.view.notice.text


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_held_by_cells_beyond_its_steps_finds_nobody(begin):
    """P48: the fields add, and a pawn beneath the mummy counts as in the air; neither shows, at any distance."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    for _ in range(8):
        pair.handle(*(dabbed("mummy", "a4", 0.2, 10.0),) * 2, seconds=0.4)
    pair.handle(*(dabbed("mummy", "a4", 1.0),) * 2, seconds=3.0)
    pair.handle(*(carried("mummy", "a4", 0.0),) * 2)
    pair.handle(*(lifted("mummy"),) * 2, seconds=2.0)
    for askew_mm in (10.0, 9.0, 8.6):
        pair.handle(*(dabbed("mummy", "a4", askew_mm=askew_mm),) * 2, seconds=1.0)
        pair.handle(*(dabbed("mummy", "a4", 3.5, askew_mm),) * 2)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_nor_if_the_mummy_was_lifted_before_the_last_pawn_came_to_rest(begin):
    """P48: then the mummy has not been at home since; blue's field is known all the same."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    for askew_mm in (9.0, 8.5):
        pair.handle(*(dabbed("mummy", "b4", 5.0, askew_mm),) * 2, seconds=7.0)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_slid_before_its_die_is_entered_is_missed_from_then_on(begin):
    """P48: on b3 red stands, or nobody; who slides the mummy home in time has learnt nothing."""
    pair = begin(TO_THE_MUMMY)
    pair.listen()
    pair.handle(*(slid("mummy", "b3"),) * 2, seconds=1.0)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.handle(*(slid("mummy", "c3"),) * 2)
    assert "The board asks:" not in pair.one.app.view.prompt


@pytest.mark.parametrize("wrong_s", [1.5, 3.2])
def test_a_misplaced_pawn_as_the_mummy_s_turn_begins_delays_no_move(kind, begin, wrong_s):
    """P48: the mummy was put on a4, where red stands or nobody, so that the wrong pawn was named already or not."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.listen()
    pair.reach((points_at(pair.one, "b4"),), (points_at(pair.other, "d4"),))
    pair.push(Press("ok"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=0.3)
    pair.handle(*(placed("blue", "e5"),) * 2, seconds=wrong_s)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=0.5)
    pair.push(Press("ok"))
    pair.handle(*(placed("mummy", "c3"),) * 2, seconds=1.5)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(slid("mummy", "d3"),) * 2)
    assert pair.one.state.mummy == ("d3" if kind == "serial" else "c3")


@pytest.mark.parametrize("on_stairs", [None, "heap"])
@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_nor_if_the_mummy_is_held_beside_a_pawn_when_its_field_is_taken(begin, on_stairs):
    """P48: the mummy's cell is left out, as hunters play on without it; what it adds to blue's field is not blue's.

    A heap of pawns on the stairs that reads like the mummy is not the mummy.
    """
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    for side in pair.sides if on_stairs else ():
        row, column = cell_position(side.state.maze.stairs)
        side.device.magnets.pieces["heap"] = replace(HUNTER, strength=3.0)
        side.device.magnets.place("heap", row * side.device.magnets.grid.columns + column)
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2)
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.handle(*(placed("mummy", "b4", 9.3),) * 2, seconds=1.0)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(placed("mummy", "b4", 7.5),) * 2)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_tapped_to_and_fro_stays_missed_as_the_game_goes_on(begin):
    """P48: where red stands only the mummy's cell comes and goes, and counts as unsteady; it is left out too."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.handle(*(stepped("mummy", *("b3", "c3") * 6),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    pair.hand_over("b4", "d4")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(leave, leave)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_dabbed_where_an_entered_pawn_is_not_finds_nobody(begin):
    """P48: it is on b4 or on d4 in the game; the mummy has been on b4, and is at home again."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2, seconds=0.5)
    pair.handle(*(dabbed("mummy", "b4"),) * 2, seconds=0.5)
    pair.handle(*(placed("mummy", "c3"),) * 2, seconds=1.0)
    pair.handle(*(slid("mummy", "d3"),) * 2)
    assert pair.one.state.mummy == "c3"


@pytest.mark.parametrize("held_s", [0.5, 2.0])
def test_a_missed_mummy_stays_missed_wherever_it_is_held_as_the_game_goes_on(begin, held_s):
    """P48: on a4 red stands, or nobody, so that the mummy changes the readings there, or does not."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.handle(*(lifted("mummy"),) * 2)
    assert "mummy belongs on c3" in pair.one.app.view.notice.text
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=held_s)
    pair.hand_over("b4", "d4")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(leave, leave)


@pytest.mark.parametrize("held_s", [0.5, 2.0])
def test_entering_the_die_while_the_mummy_is_held_contradicts_nothing(kind, begin, held_s):
    """P48: on a4 red stands, or nobody; the mummy is asked for in both cases, as it is in the hand."""
    pair = begin(TO_THE_MUMMY)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=held_s)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    assert ("The board asks:" in pair.one.app.view.prompt) == (kind == "serial")


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_hopping_to_and_fro_finds_nobody(begin):
    """P48: where red stands only the mummy's cell comes and goes, as a bad sensor does; it is missed all the same."""
    reds = turn("Ada", "3", "c4"), turn("Ada", "3", "a4", ends=True)
    pair = begin(tuple((*played, *turn("Bo", "2", "b4")) for played in reds))
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(stepped("mummy", *("c4", "c3") * 6),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    assert "The board asks:" not in pair.one.app.view.prompt


def test_ok_that_hands_over_counts_although_the_mummy_was_just_dabbed(begin):
    """P48: on a4 red stands, or nobody, so a cell has changed in this moment, or none; blue stands where it went."""
    pair = begin(tuple(played[:-1] for played in TO_THE_MUMMY))
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=0.1)
    pair.push(Press("ok"))
    assert [side.state.phase for side in pair.sides] == ["mummy_roll", "mummy_roll"]


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_slid_before_its_die_is_entered_finds_nobody(begin):
    """P48: blue stands where it was slid and came back from; nothing is said before, and the same afterwards."""
    pair = begin(TO_THE_MUMMY)
    pair.listen()
    pair.handle(*(stepped("mummy", "d3", "d4"),) * 2, seconds=5.0)
    pair.handle(*(slid("mummy", "d3"),) * 2, seconds=5.0)
    pair.play(*(Roll("Mo", face=2),) * 2)
    for side in pair.sides:
        side.device.wait(2.5)
    assert [side.state.mummy for side in pair.sides] == ["d3", "d3"]


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_press_while_the_mummy_goes_on_finds_nobody(begin):
    """P48: it goes over blue's cell and back after its path was read; whoever presses meanwhile reads the same."""
    pair = begin(TO_THE_MUMMY)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(slid("mummy", "d3"),) * 2, seconds=2.5)
    pair.listen()
    *presses, last = pair.one.presses_to([lambda _, command: isinstance(command, Play)])
    pair.push(*presses)
    pair.handle(*(stepped("mummy", "d4", "d3"),) * 2, seconds=0.5)
    pair.push(last)
    assert all("still moving" in side.app.view.notice.text for side in pair.sides)
    assert [side.state.mummy for side in pair.sides] == ["d3", "d3"]


# --- the turn of a hunter ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("i2c", "the hunters' page"), ("i2c", "the curtain"), ("serial", "the announcement")],
    indirect=["kind"],
)
def test_a_pawn_that_moves_neither_wakes_the_screen_nor_says_anything(begin, shown):
    """However long it is in the air, whether it is slid or put down, early or late, and on which page."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "1"),) * 2)
    if shown != "the announcement":
        pair.listen()
    if shown == "the curtain":
        pair.push(Press("back"))
    pair.handle(leave, leave, seconds=DIM_S)
    assert pair.one.app.idle.is_dimmed
    pair.handle(carried("red", "a3", 4.0), slid("red", "b4"), seconds=8.0)
    assert pair.one.app.idle.is_dimmed
    pair.push(NOTHING)
    pair.hand_over("a3", "b4")
    assert [side.state.at[0] for side in pair.sides] == ["a3", "b4"]


def test_a_pawn_lifted_and_put_back_cannot_be_told_from_one_that_moved(begin):
    """P19: with a 2 it may end there, and nothing has moved; the other one goes elsewhere and is sensed there."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.listen()
    pair.handle(carried("red", "a4", 1.0), carried("red", "c4", 3.5))
    pair.hand_over("a4", "c4")
    assert [side.state.at[0] for side in pair.sides] == ["a4", "c4"]
    pair.handle(leave, leave)


def test_ok_with_a_pawn_in_the_hand_is_for_others_a_press_like_any(begin):
    """What its player reads then stays on that page."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.listen()
    pair.handle(lifted("red"), leave, seconds=0.5)
    pair.push(Press("ok"))
    said = [side.app.view.notice.text if side.app.view.notice else "" for side in pair.sides]
    assert [text.startswith("Put the pawn on its cell first") for text in said] == [True, False]
    pair.push(Press("back"))
    assert all(side.app.view.notice is None for side in pair.sides)


def test_a_pawn_moved_by_button_is_missed_on_the_board_by_nobody_else(begin):
    """The other one had nothing to move: with a 2 its turn has ended where it began."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.listen()
    pair.hand_over("a4", "c2")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Bo", faces=EACH),) * 2)
    pair.handle(leave, leave)


def test_a_path_back_to_its_start_is_asked_about_of_the_hunters_alone(begin):
    """P19: with a 4 a pawn may have gone two cells and back, or its player may have thought better of it."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "4"),) * 2)
    pair.listen()
    pair.handle(slid("red", "a5", "b5", "a5", "a4"), slid("red", "b2", "c2"))
    pair.hand_over("a4", "b3")


def test_rolling_again_while_the_mummy_is_missed_says_nothing_of_it(begin):
    """Everybody goes on reading it: dice that are entered are no word about the pieces."""
    pair = begin(ADAS)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.play(*(Roll("Ada", faces=EACH),) * 2)
    pair.handle(leave, leave)
    pair.push(Press("back"))
    assert all("mummy belongs on d2" in side.app.view.notice.text for side in pair.sides)


def test_a_held_ok_on_the_curtain_is_heard_though_a_pawn_was_touched(begin):
    """It would tell everybody that one is being moved."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.push(Press("back"))
    assert "The map is hidden." in pair.one.app.view.prompt
    pair.handle(carried("red", "a4", 0.1), leave, seconds=0.2)
    pair.push(LongPress("ok"))
    assert "The map is hidden." not in pair.one.app.view.prompt
