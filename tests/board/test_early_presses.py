"""Buttons pressed while a pawn comes to rest on the magnetic board: what it stands on decides."""

import pytest
from malediction_device import THREE, hold, press, read, record, stand, state, switched_on, take_back
from twins import ADAS, TO_THE_MUMMY

from display.view import as_text
from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, move_ends


@pytest.fixture(params=["i2c", "serial"])
def device(request, tmp_path):
    """Yield a device with a board on which all pieces stand, and Ada about to move red from a4 with a 2."""
    board = BoardConfig(kind=request.param, rows=5 if request.param == "i2c" else 10, columns=5)
    with switched_on(tmp_path, Config(language="en", board=board)) as device:
        device.load(record(THREE, *ADAS[0], Choose("Ada", "2")))
        hold(device, "ok")
        read(device)
        stand(device)
        device.wait(1.0)
        yield device


def until(device, is_so):
    """Wait for something that comes within some seconds."""
    for _ in range(300):
        if is_so():
            return
        device.wait(0.01)
    raise AssertionError("it has not come")


def put_red_down_that_the_board_did_not_see(device):
    """Move red to c4 while the cable is out; the board must ask."""
    device.simulated_board().board.unplug()
    device.wait(1.5)
    device.place("red", "c4")
    device.simulated_board().board.plug()
    device.wait(0.4)


def page(device):
    """The page on top, whoever it is for."""
    return page_behind(device.app.stack[-1])


def test_ok_as_the_pawn_comes_down_does_not_move_it_to_the_cursor(device):
    """Whoever has put it down presses at once; in a moment its page tells where it stands."""
    assert page(device) == MovePage()
    device.place("red", "c4")
    device.wait(0.1)
    press(device, "ok")
    assert page(device) == HandOverPage("c4")


def test_ok_while_the_pawn_rests_on_its_way_does_not_move_it_to_the_cursor(device):
    """It is on no cell where it could end: it goes on, or is named in a moment."""
    device.place("red", "a3")
    device.wait(1.5)
    press(device, "ok")
    assert page(device) == MovePage()
    device.place("red", "c4")
    device.wait(1.0)
    assert page(device) == HandOverPage("c4")


def test_nor_does_one_that_has_come_from_the_stairs(tmp_path):
    """Between two cells nothing senses it, and on the stairs nobody could have told."""
    board = BoardConfig(kind="i2c", rows=5, columns=5)
    with switched_on(tmp_path, Config(language="en", board=board)) as device:
        device.load(record(THREE, Roll("Ada", faces=("4", "4", "1", "1", "1")), Choose("Ada", "4")))
        hold(device, "ok")
        read(device)
        stand(device)
        device.wait(1.0)
        assert page(device) == MovePage()
        device.place("red", next(cell for cell in ("b5", "c5", "a3", "b4") if cell not in move_ends(state(device))))
        device.wait(0.5)
        device.lift("red")
        device.wait(0.15)
        press(device, "ok")
        assert page(device) == MovePage()


def test_ok_pressed_as_the_pawn_goes_on_does_not_end_its_turn_where_it_was(device):
    """Until it rests nobody knows where its turn would end."""
    device.place("red", "a2")
    device.wait(1.0)
    device.place("red", "c4")
    device.wait(0.1)
    press(device, "ok")
    assert (page(device), state(device).phase) == (HandOverPage("c4"), "move")
    press(device, "ok")
    assert state(device).at[0] == "c4"


def test_ok_while_the_pawn_is_lifted_again_does_not_end_its_turn(device):
    """Somebody thinks it over, and somebody else presses."""
    device.place("red", "c4")
    device.wait(1.0)
    device.lift("red")
    device.wait(2.0)
    press(device, "ok")
    assert (page(device), state(device).phase) == (HandOverPage("c4"), "move")


def test_a_held_ok_while_the_pawn_is_lifted_again_plays_no_mission(device):
    """Whoever shows the card shows where the pawn stands."""
    device.place("red", "a2")
    device.wait(1.0)
    device.lift("red")
    device.wait(2.0)
    hold(device, "ok")
    assert (page(device), state(device).phase) == (HandOverPage("a2"), "move")
    device.place("red", "a2")
    device.wait(1.0)
    hold(device, "ok")
    assert state(device).missions == (("R2",), ())


def test_what_was_announced_before_is_not_mentioned_beside_a_sensed_move(device):
    """The board is back, or a move was taken back: what the pieces tell takes the place of what was said before."""
    device.place("red", "c4")
    device.wait(1.0)
    press(device, "ok")
    take_back(device)
    assert "red pawn belongs on a4" in device.app.view.notice.text
    device.place("red", "a4")
    device.wait(1.5)
    device.simulated_board().board.unplug()
    device.wait(1.5)
    device.simulated_board().board.plug()
    device.wait(1.5)
    assert device.app.view.notice.kind == "good"
    device.place("red", "c4")
    device.wait(1.5)
    assert (page(device), device.app.view.notice) == (HandOverPage("c4"), None)


def test_a_press_under_way_as_the_question_comes_up_answers_nothing(device):
    """It was meant for the page before; half a second later somebody has seen what is asked."""
    put_red_down_that_the_board_did_not_see(device)
    until(device, lambda: "The board asks:" in as_text(device.app.view))
    press(device, "ok")
    assert "The board asks:" in as_text(device.app.view)
    device.wait(0.5)
    press(device, "ok")
    assert page(device) == MovePage()


def test_staying_is_entered_at_once_while_the_pawn_is_in_the_hand(device):
    """Nothing has gone on from where it was entered to be."""
    device.lift("red")
    device.wait(0.5)
    ends = move_ends(state(device))
    steps = (ends.index("a4") - page(device).at(device.app.table)) % len(ends) or len(ends)  # chosen, not only offered
    press(device, *("right",) * steps, "ok")
    assert page(device) == HandOverPage("a4")
    press(device, "ok")
    assert page(device) != HandOverPage("a4")


def test_a_touch_on_the_line_as_the_pawn_goes_on_does_not_end_its_turn(device):
    """As `ok` does not."""
    device.place("red", "a2")
    device.wait(1.0)
    device.lift("red")
    device.wait(0.5)
    device.touch("0")
    assert (page(device), state(device).phase) == (HandOverPage("a2"), "move")


def test_what_was_named_and_is_right_again_is_named_no_more(device):
    """Ada has played on by button while somebody held the mummy."""
    device.lift("mummy")
    device.wait(4.0)
    press(device, "ok")
    before = page(device)
    device.place("mummy", "d2")
    device.place("red", before.to)
    device.wait(2.0)
    assert (page(device), device.app.view.notice) == (before, None)


@pytest.mark.parametrize("device", ["serial"], indirect=True)
def test_ok_twice_as_the_mummy_comes_to_rest_does_not_enter_that_it_stays(device):
    """Nobody has entered a step, and the mummy's page may show none: what the pieces mean comes in a moment."""
    device.place("red", "c4")
    device.wait(1.0)
    press(device, "ok")
    device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
    stand(device)
    read(device)
    device.wait(2.0)
    device.slide("mummy", ("d3",))
    press(device, "ok", "ok")
    device.wait(2.0)
    assert state(device).mummy == "d3"


def test_with_four_buttons_a_step_is_entered_with_the_mummy_in_the_hand(tmp_path):
    """`ok` is a step where one is pointed to, and never too early: it does not enter that the mummy stays."""
    board = BoardConfig(kind="i2c", rows=5, columns=5)
    with switched_on(tmp_path, Config(language="en", board=board, buttons=ButtonsConfig(layout="four"))) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        stand(device)
        device.wait(2.0)
        device.lift("mummy")
        device.wait(0.3)
        press(device, "down", "ok")
        assert len(page(device).path) == 1


def test_ok_before_the_question_which_pawn_has_moved_enters_no_other_cell(device):
    """`ok` for the cell under the cursor would be no answer."""
    put_red_down_that_the_board_did_not_see(device)
    until(device, lambda: "unplugged" not in device.app.view.badges)
    device.wait(0.4)
    press(device, "ok")
    assert page(device) == MovePage()
    device.wait(2.5)
    assert "Has the red pawn moved to c4?" in as_text(device.app.view)


def test_a_pawn_that_nobody_touches_is_moved_by_button_at_once(device):
    """With a board as without one."""
    press(device, "ok")
    assert isinstance(page(device), HandOverPage)


@pytest.mark.parametrize("device", ["serial"], indirect=True)
def test_ok_while_the_mummy_is_on_its_way_does_not_end_its_turn_there(device):
    """The page shows how far it was sensed; where it ends nobody knows before it rests."""
    device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
    stand(device)
    read(device)
    device.wait(2.0)
    device.slide("mummy", ("d3",))
    press(device, "ok")
    device.slide("mummy", ("d2",))
    device.wait(0.5)
    assert state(device).mummy == "d2"


def test_the_hunters_read_what_to_do_with_the_pawn_before_ok(device):
    """It says nothing to anybody else; at rest again, there is nothing to read."""
    device.lift("red")
    device.wait(0.3)
    press(device, "ok")
    notice = device.app.view.notice
    assert (notice.text, notice.kind) == ("Put the pawn on its cell first, then press ✓.", "warning")
    assert (device.app.view.audience, device.pins.tone_hz()) == ("hunters", None)
    press(device, "back")
    assert device.app.view.notice is None
    hold(device, "ok")
    press(device, "ok")
    device.place("red", "c4")
    device.wait(1.0)
    assert (page(device), device.app.view.notice) == (HandOverPage("c4"), None)


def test_nor_is_it_read_any_longer_once_the_pawn_is_back_where_its_turn_ends(device):
    """What was to be done is done."""
    device.place("red", "c4")
    device.wait(1.0)
    device.lift("red")
    device.wait(0.5)
    press(device, "ok")
    assert device.app.view.notice.text.startswith("Put the pawn")
    device.place("red", "c4")
    device.wait(1.0)
    assert (page(device), device.app.view.notice) == (HandOverPage("c4"), None)
