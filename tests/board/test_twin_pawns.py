"""Two hunters' turns played on magnetic boards that differ in hidden facts only: nobody notices (P48, P49)."""

import pytest
from twin_boards import DIM_S, boards_of_twins, carried, leave, lifted, slid
from twins import ADAS, EACH, NOTHING

from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.pages.stack import LongPress, Press


@pytest.fixture
def begin(kind, tmp_path):
    """Return how twins begin who have played so far, with a magnetic board each on which all pieces stand."""
    with boards_of_twins(kind, tmp_path) as begun:
        yield begun


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
