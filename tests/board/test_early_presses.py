"""Buttons pressed while a pawn comes to rest on the magnetic board: what it stands on decides."""

import pytest
from malediction_device import THREE, device, hold, press, read, record, stand, state
from twins import ADAS, HERS

from display.view import as_text
from firmware_py.config.file import BoardConfig, ButtonsConfig, Config
from firmware_py.games.malediction.actions import Choose, Roll
from firmware_py.pages.malediction.curtain import opened
from firmware_py.pages.malediction.hunter_pages import HandOverPage, MovePage, move_ends
from firmware_py.pages.malediction.mummy_page import MummyPage


@pytest.fixture(params=["i2c", "serial"])
def box(request, tmp_path):
    """Yield a box with a board on which all pieces stand, and Ada about to move red from a4 with a 2."""
    board = BoardConfig(kind=request.param, rows=5 if request.param == "i2c" else 10, columns=5)
    with device(tmp_path, Config(language="en", board=board)) as box:
        box.load(record(THREE, *ADAS[0], Choose("Ada", "2")))
        hold(box, "ok")
        read(box)
        stand(box)
        box.wait(1.0)
        yield box


def until(box, is_so):
    """Wait for something that comes within some seconds."""
    for _ in range(300):
        if is_so():
            return
        box.wait(0.01)
    raise AssertionError("it has not come")


def put_red_down_that_was_up_with_blue(box):
    """Move red to c4 by hand; the board must ask, as both were in the air."""
    box.lift("red")
    box.lift("blue")
    box.wait(0.5)
    box.place("blue", "b4")
    box.place("red", "c4")


def page(box):
    """Return the page on top, whoever it is for."""
    return opened(box.app.stack[-1])


def test_ok_as_the_pawn_comes_down_does_not_move_it_to_the_cursor(box):
    """Whoever has put it down presses at once; in a moment its page tells where it stands."""
    assert page(box) == MovePage()
    box.place("red", "c4")
    box.wait(0.1)
    press(box, "ok")
    assert page(box) == HandOverPage("c4")


def test_ok_pressed_as_the_pawn_goes_on_does_not_end_its_turn_where_it_was(box):
    """Until it rests nobody knows where its turn would end."""
    box.place("red", "a2")
    box.wait(1.0)
    box.place("red", "c4")
    box.wait(0.1)
    press(box, "ok")
    assert (page(box), state(box).phase) == (HandOverPage("c4"), "move")
    press(box, "ok")
    assert state(box).at[0] == "c4"


def test_ok_while_the_pawn_is_lifted_again_does_not_end_its_turn(box):
    """Somebody thinks it over, and somebody else presses."""
    box.place("red", "c4")
    box.wait(1.0)
    box.lift("red")
    box.wait(2.0)
    press(box, "ok")
    assert (page(box), state(box).phase) == (HandOverPage("c4"), "move")


def test_a_taken_back_move_is_not_mentioned_beside_the_same_move_again(box):
    """Nor that the board is back: what the pieces tell takes the place of what was said before."""
    box.place("red", "c4")
    box.wait(1.0)
    press(box, "ok")
    hold(box, "back")
    box.place("red", "a4")
    box.wait(1.5)
    assert box.app.view.notice.text.startswith("Taken back")
    box.place("red", "c4")
    box.wait(1.5)
    assert (page(box), box.app.view.notice) == (HandOverPage("c4"), None)


def test_a_press_under_way_as_the_question_comes_up_answers_nothing(box):
    """It was meant for the page before; half a second later somebody has seen what is asked."""
    put_red_down_that_was_up_with_blue(box)
    until(box, lambda: "The board asks:" in as_text(box.app.view))
    press(box, "ok")
    assert "The board asks:" in as_text(box.app.view)
    box.wait(0.5)
    press(box, "ok")
    assert page(box) == MovePage()


def test_who_tells_that_he_stays_with_his_pawn_in_the_hand_is_heard_at_once(box):
    """Nothing has gone on from where it was told to be."""
    box.lift("red")
    box.wait(0.5)
    press(box, *("right",) * move_ends(state(box)).index("a4"), "ok")
    assert page(box) == HandOverPage("a4")
    press(box, "ok")
    assert page(box) != HandOverPage("a4")


def test_a_touch_on_the_line_as_the_pawn_goes_on_does_not_end_its_turn(box):
    """As `ok` does not."""
    box.place("red", "a2")
    box.wait(1.0)
    box.lift("red")
    box.wait(0.5)
    box.touch("0")
    assert (page(box), state(box).phase) == (HandOverPage("a2"), "move")


def test_what_was_named_and_is_right_again_is_named_no_more(box):
    """Ada has played on by button while somebody held the mummy's figure."""
    box.lift("mummy")
    box.wait(4.0)
    press(box, "ok")
    told = page(box)
    box.place("mummy", "d2")
    box.place("red", told.to)
    box.wait(2.0)
    assert (page(box), box.app.view.notice) == (told, None)


def test_ok_twice_as_the_mummy_comes_to_rest_does_not_enter_that_it_stays(box):
    """Nobody has told a step, and her page may show none: what the pieces mean comes in a moment."""
    box.place("red", "c4")
    box.wait(1.0)
    press(box, "ok")
    box.load(record(THREE, *HERS[0], Roll("Mo", face=2)))
    stand(box)
    read(box)
    box.wait(2.0)
    box.slide("mummy", ("d3",))
    press(box, "ok", "ok")
    box.wait(2.0)
    assert state(box).mummy == "d3"


def test_with_four_buttons_a_step_is_told_while_her_figure_is_in_the_hand(tmp_path):
    """`ok` is a step where one is pointed to, and never too early: it does not tell that she stays."""
    board = BoardConfig(kind="i2c", rows=5, columns=5)
    with device(tmp_path, Config(language="en", board=board, buttons=ButtonsConfig(layout="four"))) as box:
        box.load(record(THREE, *HERS[0], Roll("Mo", face=2)))
        stand(box)
        box.wait(2.0)
        box.lift("mummy")
        box.wait(0.3)
        press(box, "down", "ok")
        assert len(page(box).path) == 1


def test_a_captive_in_the_dungeon_where_the_mummy_began_ends_no_question(tmp_path):
    """Switches cannot tell him from her; on sensors she is known where she is."""
    board = BoardConfig(kind="i2c", rows=5, columns=5)
    with device(tmp_path, Config(language="en", board=board)) as box:
        box.load(record(THREE, *HERS[1], Roll("Mo", face=1)))
        stand(box)
        box.wait(2.0)
        box.slide("mummy", ("b3",))
        until(box, lambda: "The board asks:" in as_text(box.app.view))
        box.place("red", "c3")
        box.wait(3.0)
        assert "The board asks:" in as_text(box.app.view)
        press(box, "down", "ok")
        assert isinstance(page(box), MummyPage)


def test_ok_before_the_question_which_pawn_has_moved_enters_no_other_cell(box):
    """`ok` for the cell under the cursor would be no answer."""
    put_red_down_that_was_up_with_blue(box)
    box.wait(0.6)
    press(box, "ok")
    assert page(box) == MovePage()
    box.wait(1.5)
    assert "Has the red pawn moved to c4?" in as_text(box.app.view)


def test_a_pawn_that_nobody_touches_is_moved_by_button_at_once(box):
    """With a board as without one."""
    press(box, "ok")
    assert isinstance(page(box), HandOverPage)
