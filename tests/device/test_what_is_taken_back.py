"""Taking back in a game with secrets: the hunters decide, by so many presses, and everybody knows that it was done."""

import pytest
from malediction_device import (
    ENGLISH,
    FOUR,
    begin_with_device_dice,
    game,
    hold,
    play,
    press,
    put_back,
    read,
    state,
    switched_on,
    take_back,
    text,
)
from pressed_lines import choose

from firmware_py.games.malediction.state import Choose, EndTurn, Move, Roll
from firmware_py.pages.page import LongPress

FACES = ("1", "2", "3", "4", "arrow")
TO_THE_MUMMY = (
    *(Roll("Ada", faces=FACES), Choose("Ada", "3"), Move("Ada", to="a4"), EndTurn("Ada")),
    *(Roll("Bo", faces=FACES), Choose("Bo", "2"), Move("Bo", to="b4")),
)
"""Up to the mummy die, in the game of three; the mummy stands on c3."""
MARK = "Something was undone."


def played(device, actions):
    """Enter actions; a card is kept where a pawn could show it."""
    for action in actions:
        if not isinstance(action, EndTurn):
            play(device, action)


@pytest.fixture(params=[ENGLISH, FOUR], ids=["six", "four"])
def device(request, tmp_path):
    """A device at the mummy's turn."""
    with game(tmp_path, config=request.param) as at_table:
        played(at_table, TO_THE_MUMMY)
        yield at_table


def story(device):
    """What everybody reads of what happened, the newest first."""
    while "Game menu" not in text(device):
        press(device, "back")
    choose(device, "What happened")
    return [line.removeprefix("> ").strip() for line in text(device).splitlines()[2:-1]]


def test_a_walk_of_the_mummy_is_taken_back_by_the_hunters_alone(device):
    """Whoever walks, looks whether somebody is caught, and takes it back has searched that cell: a held ✓ decides."""
    play(device, Roll("Mo", face=2))
    play(device, Move("Mo", path=("d3", "d2")))
    walked = state(device)
    hold(device, "back")
    for button in ("ok", "down", "ok", "up", "ok"):
        press(device, button)
        assert "Undo or correct?" in text(device)
        assert "Hunters: hold ✓" in text(device)
    assert state(device) == walked


def test_taking_back_a_walk_takes_three_presses_of_which_the_hunters_hold_one(device):
    """Hold ↩, hold ✓, ✓; once the mummy stands where it did, its page is there again, with its path."""
    play(device, Roll("Mo", face=2))
    play(device, Move("Mo", path=("d3", "d2")))
    hold(device, "back")
    hold(device, "ok")
    assert "> <undo> Undo - The mummy goes 2 cells, to d2." in text(device)
    assert device.app.view.audience == "hunters"
    press(device, "ok")
    assert state(device).phase == "mummy_move"
    put_back(device)
    assert "No steps left: the mummy stops here." in text(device)


def test_a_mummy_die_is_taken_back_by_anybody_with_one_press(device):
    """It fell before everybody's eyes, and nothing hidden follows from it."""
    play(device, Roll("Mo", face=2))
    assert "undo: The mummy rolls 2" in text(device)
    hold(device, "back")
    assert state(device).phase == "mummy_roll"


def test_the_page_that_follows_a_hunters_roll_taken_back_lies_open(tmp_path):
    """Three presses: hold ↩, hold ✓, ✓. The map need not be opened again, and so nobody sees how often that is done."""
    with game(tmp_path, Roll("Ada", faces=FACES), every_die=True) as device:
        hold(device, "back")
        hold(device, "ok")
        press(device, "ok")
        assert device.app.view.audience == "hunters"
        assert state(device).phase == "begin"
        assert "! Undone: Ada (red pawn) rolls: 1, 2, 3, 4, arrow." in text(device)


def test_several_entries_are_taken_back_at_once(device):
    """From the line that is chosen on; so nobody counts how many there were."""
    hold(device, "back")
    hold(device, "ok")
    choose(device, "Undo more…", "Bo (blue pawn) rolls")
    assert (state(device).turn, state(device).phase) == (1, "begin")
    put_back(device)
    press(device, "back", "back")
    choose(device, "Undo or correct…")
    hold(device, "ok")
    choose(device, "Redo")
    assert state(device).phase == "mummy_roll"


def test_holding_back_asks_for_the_hunters_before_anything_was_entered(tmp_path):
    """Whether somebody has rolled already is not listed either."""
    with game(tmp_path) as device:
        press(device, "back")
        before = text(device)
        hold(device, "back")
        assert "Undo or correct?" in text(device)
        press(device, "back")
        hold(device, "ok")
        play(device, Roll("Ada", faces=FACES))
        press(device, "back")
        assert text(device) == before


def test_everybody_reads_that_something_was_taken_back_and_no_more(device):
    """At the place in the story where it was; also after a power cut, and once the game has gone on."""
    play(device, Roll("Mo", face=2))
    play(device, Move("Mo", path=("d3", "d2")))
    take_back(device)
    device.cut()
    press(device, "ok")
    assert story(device)[0] == MARK
    press(device, "back", "back")
    play(device, Move("Mo", path=("d3",)))
    read(device)
    listed = story(device)
    assert listed.count(MARK) == 1
    assert listed.index(MARK) > listed.index("The mummy goes 1 cell, to d3.")


def test_what_nobody_had_heard_leaves_no_mark(tmp_path):
    """How often a hunter rolled again is a secret, and how often that was taken back."""
    with game(tmp_path, Roll("Ada", faces=FACES), Roll("Ada", faces=FACES)) as device:
        for _ in range(2):
            take_back(device)
        assert state(device).phase == "begin"
        assert MARK not in story(device)


def test_what_the_device_has_rolled_is_kept_and_the_hunters_alone_read_why(tmp_path):
    """Everybody sees the same page whether there is something to take back or not."""
    with switched_on(tmp_path) as device:
        begin_with_device_dice(device)
        hold(device, "ok")
        press(device, "ok")
        assert state(device).phase == "choose"
        hold(device, "back")
        assert "The device has rolled" not in text(device)
        hold(device, "ok")
        assert "The device has rolled the dice" in text(device)


def test_a_correction_by_the_mummys_side_begins_with_a_held_ok_of_the_hunters(device):
    """Also its own path: whether anything after it is refused, and what becomes of it, tells who stood there."""
    play(device, Roll("Mo", face=2))
    play(device, Move("Mo", path=("d3", "d2")))
    device.do(LongPress("back"))
    hold(device, "ok")
    choose(device, "Correct an entry…", "The mummy goes 2 cells, to d2.")
    assert "Correction: No steps left" in text(device)
    assert device.app.view.audience == "hunters"
    press(device, "back")
    hold(device, "ok")
    assert state(device).mummy == "d3"


def test_a_page_for_everybody_does_not_depend_on_what_was_taken_back_in_secret(tmp_path):
    """The walk is taken back in both games, and in one a correction before it, too: then it ends by itself in both."""
    shown = []
    for corrects in (False, True):
        with game(tmp_path / str(corrects)) as device:
            played(device, (*TO_THE_MUMMY, Roll("Mo", face=2)))
            if corrects:
                press(device, "back")
                choose(device, "Undo or correct…")
                hold(device, "ok")
                choose(device, "Correct an entry…", "Bo (blue pawn) moves to b4.")
                press(device, "right", "ok", "ok")
                assert state(device).at[1] == "d4"
            play(device, Move("Mo", path=("d3", "d2")))
            take_back(device)
            put_back(device)
            assert "path: c3 d3" in text(device)
            press(device, "back", "back", "back")
            choose(device, "Undo or correct…")
            hold(device, "ok")
            assert ("Undo - the correction" in text(device)) == corrects
            press(device, *(("ok",) if corrects else ("up", "ok")))
            put_back(device)
            assert state(device).at[1] == "b4"
            shown.append(text(device))
            press(device, "right", "up")
            device.wait(6.0)
            shown.append(text(device))
            assert state(device).phase == "begin"
    assert shown[:2] == shown[2:]
