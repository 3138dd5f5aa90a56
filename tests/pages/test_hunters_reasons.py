"""Why something is not allowed in a hunter's turn: beside the dice for the hunters, in the menu for everybody."""

import pytest
from malediction_device import game, press, state, text
from pressed_lines import choose
from random_play import random_game

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Choose, Move, Roll
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.rules import TABLE
from firmware_py.pages.malediction.dialogue import forbidden

AT_C4 = (Roll("Ada", faces=("1", "1", "1", "1", "1")), Choose("Ada", "1"), Move("Ada", to="c4"))
"""Ada's red pawn stands in front of the stairs: from there Bo's blue pawn cannot end on it."""


def test_a_die_without_a_move_is_dimmed_and_says_why(tmp_path):
    """P21: it is shown, because it lies on the table; the cursor begins on a die that can be played."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "2", "2", "2", "2"))) as device:
        assert reachable(state(device), "1") == frozenset()
        assert " (<die_1>) ><die_2>  <redo> again" in text(device)
        assert "Announce 2?" in text(device)
        press(device, "up")
        assert "Not 1: every path ends on another hunter (P21)." in text(device)
        assert "ok choose" not in text(device)
        assert device.app.view.audience == "hunters"


def test_a_dimmed_die_is_refused_with_the_clause(tmp_path):
    """P25: whoever presses OK all the same reads what can be played instead, and nothing happens."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "2", "2", "2", "2"))) as device:
        press(device, "up", "ok")
        assert "P25" in text(device)
        assert "playable: 2" in text(device)
        assert state(device).phase == "choose"


def test_that_no_face_can_be_played_is_said_in_words(tmp_path):
    """The cursor stands on rolling again, with which the turn goes on."""
    with game(tmp_path, *AT_C4, Roll("Bo", faces=("1", "1", "1", "1", "mummy"))) as device:
        assert "No face can be played: roll 4 dice again." in text(device)
        assert " (<die_1>) ><redo> again" in text(device)
        press(device, "ok")
        assert "What do the dice show?" in text(device)


def test_a_touched_cell_out_of_reach_is_refused_with_its_clause(tmp_path):
    """P18: the hunter reads where the announced face leads."""
    with game(tmp_path, AT_C4[0], AT_C4[1]) as device:
        cells = state(device).maze.cells
        device.touch(f"square {cells.index('a1')}")
        assert "P18" in text(device)
        assert "may end on: c4" in text(device)
        assert state(device).phase == "move"


def test_in_a_hunters_turn_the_menu_says_what_is_not_allowed(tmp_path):
    """P06, P08: never that every act is allowed."""
    with game(tmp_path) as device:
        press(device, "back", "back")
        choose(device, "What is not allowed, and why")
        assert "P08: No die is locked, so there is nothing to reset; roll all five." in text(device)
        assert "P06: Ada (red pawn) begins" in text(device)
        assert device.app.view.audience == "table"


@pytest.mark.parametrize("seed", range(3))
def test_in_whole_games_something_is_always_named_and_never_by_a_secret(seed):
    """P48: the menu is the same for states that look the same to the mummy's side."""
    for now, _, _ in random_game("malediction", seed):
        assert forbidden(now)
        assert forbidden(now) == forbidden(rules.seen_by(now, TABLE))
