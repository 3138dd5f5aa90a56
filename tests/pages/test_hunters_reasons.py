"""Why something is not allowed in a hunter's turn: beside the dice and on the map, for the hunters alone."""

from malediction_device import game, press, state, text

from firmware_py.games.malediction.legality import reachable
from firmware_py.games.malediction.state import Choose, Move, Roll

AT_C4 = (Roll("Ada", faces=("1", "1", "1", "1", "1")), Choose("Ada", "1"), Move("Ada", to="c4"))
"""Ada's red pawn stands in front of the stairs: from there Bo's blue pawn cannot end on it."""


def test_a_die_without_a_move_is_dimmed_and_says_why(tmp_path):
    """P21: it is shown, because it lies on the table; the cursor begins on a die that can be played."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "2", "2", "2", "2")), every_die=True) as device:
        assert reachable(state(device), "1") == frozenset()
        assert " (<die_1>) ><die_2>  <redo> again" in text(device)
        assert "Announce 2?" in text(device)
        press(device, "up")
        assert "Not 1: every path ends on another hunter." in text(device)
        assert "ok choose" not in text(device)
        assert device.app.view.audience == "hunters"


def test_a_dimmed_die_is_refused_with_what_can_be_played(tmp_path):
    """P25: whoever presses OK all the same reads what can be played instead, and nothing happens."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "2", "2", "2", "2")), every_die=True) as device:
        press(device, "up", "ok")
        assert "playable: 2" in text(device)
        assert state(device).phase == "choose"


def test_that_no_face_can_be_played_is_said_in_words(tmp_path):
    """The cursor stands on rolling again, with which the turn goes on."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "1", "1", "1", "mummy")), every_die=True) as device:
        assert "No face can be played: roll 4 dice again." in text(device)
        assert " (<die_1>) ><redo> again" in text(device)
        press(device, "ok")
        assert "Roll 4 dice: how many mummies?" in text(device)


def test_a_touched_cell_out_of_reach_is_refused(tmp_path):
    """P18: the hunter reads where the announced face leads."""
    with game(tmp_path, AT_C4[0], AT_C4[1]) as device:
        cells = state(device).maze.cells
        device.touch(f"square {cells.index('a1')}")
        assert "may end on: c4" in text(device)
        assert state(device).phase == "move"
