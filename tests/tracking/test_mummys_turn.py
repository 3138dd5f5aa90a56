"""The mummy's turn: what came before it, where it rests, and its move until the next person acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands, only, silent
from malediction_device import THREE, read, record, stand, state, switched_on
from malediction_table import GRID, HUNTERS_AWAY, game, moving, prowling
from msgspec import structs
from twins import TO_THE_MUMMY

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.games.malediction.legality import MUMMY, end_of
from firmware_py.games.malediction.state import Move, Roll
from firmware_py.pages.malediction.board import notice, wrong_squares
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.sensing import Sensed
from firmware_py.tracking.position import SURE, Ambiguous, Fix, Matched, Mismatch, Reminder, Waiting
from firmware_py.words import speak

SAY = speak("en")

AWAITED = {"phase": "mummy_roll", "steps": 0}
"""The die of the mummy is to be entered."""


@pytest.fixture
def kind() -> str:
    """The kind of board that follows the mummy."""
    return "serial"


@pytest.mark.parametrize("rest_s", [0.0, 0.1, 0.5, 2.0, 8.0])
@pytest.mark.parametrize("path", [("e2",), ("e2", "e3"), ("d1", "c1"), ("e2", "e3", "d3")])
def test_a_mummy_slid_before_its_die_is_entered_has_gone_that_way(path, rest_s):
    """People roll and move at once. Until the die is told nothing of it is to be read."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", *path, each_s=0.06)
        hands.run(rest_s)
        assert hands.tracker.path == ()
        assert hands.tracker.public_inference == Waiting()
        hands.act(Roll("Mo", face=len(path)), by_button=True)
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=path)]


def test_the_die_may_be_entered_while_the_mummy_slides():
    """The hand goes on, and may go another way yet."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "e2", "e3")
        hands.act(Roll("Mo", face=3), by_button=True)
        hands.slide("mummy", "d3")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("e2", "e3", "d3"))]


def test_a_mummy_slid_farther_than_its_die_says_is_told_why_not():
    """P16, as in its turn."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "e2", "e3", "d3")
        hands.run(1.0)
        hands.act(Roll("Mo", face=2), by_button=True)
        assert only(Mismatch, hands.run(3.0)).clause == "P16"
        assert hands.played == []


def test_a_hunter_slid_onto_before_the_die_is_entered_is_caught():
    """P34: red stands on c2, three steps away."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "d1", "d2", "c2")
        hands.run(1.0)
        hands.act(Roll("Mo", face=3), by_button=True)
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("d1", "d2", "c2"))]


@pytest.mark.parametrize("where", [("held", "d2"), ("held", "d1"), ("slid", "d1 d2 d1"), ("slid", "d1 d2 d1 e1")])
def test_a_hunter_over_whom_the_mummy_was_before_its_die_is_entered_is_not_caught(where):
    """A figure in a hand catches nobody, nor does a way that was left again; red stands on d2."""
    how, cells = where
    with Hands("serial", game(GRID, 3, **prowling(at=("d2", "c4", "stairs")) | AWAITED)) as hands:
        if how == "held":
            hands.lift("mummy")
            hands.run(0.5)
            hands.place("mummy", cells)
        else:
            hands.slide("mummy", *cells.split())
        hands.run(0.5)
        hands.act(Roll("Mo", face=3), by_button=True)
        hands.run(5.0)
        assert all(end_of(hands.state, move) != "d2" for move in hands.played)


def test_nobody_is_caught_where_the_mummy_was_before():
    """The mummy was slid before its turn; red came to d2 afterwards, and the mummy goes home."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **prowling() | waits)) as hands:
        hands.slide("mummy", "d1", "d2", "d1")
        hands.place("red", "d2")
        hands.become(game(GRID, 3, **prowling(at=("d2", "c4", "stairs")) | waits))
        hands.act(Roll("Mo", face=2), by_button=True)
        hands.run(0.5)
        hands.slide("mummy", "e1")
        hands.run(3.0)
        assert hands.played == []


def test_nor_where_undo_has_put_a_hunter_back():
    """Between its turn and the undo that leads back to it red had left d2, and the mummy was there."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=("d2", "c4", "stairs")))) as hands:
        mummys = hands.state
        hands.act(Move("Mo", path=()), by_button=True)
        hands.become(structs.replace(hands.state, at=("d3", "c4", "stairs")))
        hands.place("red", "d3")
        hands.run(2.0)
        hands.slide("mummy", "d1", "d2", "d1")
        hands.run(0.5)
        hands.become(mummys)
        hands.run(4.0)
        assert hands.played == []


@pytest.mark.parametrize("is_put", [False, True], ids=["never there", "tidied late"])
def test_the_mummy_slides_over_a_disbelieved_cell_as_over_any_other(is_put):
    """Hunters played on though turquoise was not sensed on e2, or lay there by mistake; it is away before the move."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **prowling(at=("c2", "e2", "stairs")) | waits)) as hands:
        if not is_put:
            hands.lift("turquoise")
            hands.run(1.0)
        hands.leave_out("e2")
        hands.become(game(GRID, 3, **moving(at=("c2", "stairs", "stairs"))))
        hands.become(game(GRID, 3, **prowling(at=("c2", "stairs", "stairs")) | waits))
        hands.act(Roll("Mo", face=2), by_button=True)
        hands.lift("turquoise")
        hands.run(0.5)
        hands.slide("mummy", "e2", "e3")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("set_down_s", [0.1, 0.9])
def test_a_pawn_set_down_late_delays_no_move_of_the_mummy(set_down_s):
    """Turquoise went to c4 by button, and is put there in the mummy's turn: while it goes, or rests at the end."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **moving(at=("c2", "b4", "stairs")))) as hands:
        hands.lift("turquoise")
        hands.run(1.0)
        hands.become(game(GRID, 3, **prowling() | waits))
        hands.act(Roll("Mo", face=3), by_button=True)
        hands.run(0.5)
        hands.slide("mummy", "e2", "e3")
        hands.run(set_down_s)
        hands.place("turquoise", "c4")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("advance_hold", ["c4", "d4"])
def test_nor_does_a_pawn_not_put_where_the_mummy_was_held_as_its_turn_began(advance_hold):
    """P48: turquoise went to c4 by button; the mummy was held there."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **moving(at=("c2", "b4", "stairs")))) as hands:
        hands.lift("turquoise")
        hands.lift("mummy")
        hands.run(0.5)
        hands.place("mummy", advance_hold)
        hands.run(0.5)
        hands.become(game(GRID, 3, **prowling() | waits))
        hands.act(Roll("Mo", face=3), by_button=True)
        hands.lift("mummy")
        hands.run(0.5)
        hands.place("mummy", "e1")
        hands.run(1.0)
        hands.slide("mummy", "e2", "e3")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("is_in_hand", [False, True])
def test_a_loose_cable_in_the_hunters_turn_leaves_a_mummy_in_place_as_it_was(is_in_hand):
    """P48: a pawn was in somebody's hand when the board was back, or none."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        if is_in_hand:
            hands.lift("turquoise")
        hands.plug(is_in=False)
        hands.run(1.0)
        hands.plug(is_in=True)
        hands.run(1.0)
        hands.lift("mummy")
        hands.become(game(GRID, 3, **prowling()))
        hands.run(0.3)
        hands.place("mummy", "d1")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("d1",))]


@pytest.mark.parametrize("laid", [None, "e2"], ids=["in the hand", "beside a cell"])
def test_the_mummy_is_asked_for_once_hunters_have_played_on_without_it(laid):
    """P48: they read that the mummy was not on its cell; nothing more is announced, and nobody waits in vain."""
    with Hands("serial", game(GRID, 3, **prowling(1))) as hands:
        hands.lift("mummy")
        hands.run(1.0)
        hands.leave_out("e1")
        if laid:
            hands.place("mummy", laid, 12.0)
        inference = only(Reminder, hands.run(4.0))
        assert SAY(inference.words) == "The board does not sense the mummy on e1: enter its path here."
        hands.place("mummy", "e2")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("e2",))]


def test_after_undo_the_mummy_may_slide_where_it_was_before(sit):
    """The mummy stood there when its turn started again, and is at home again."""
    hands = sit(**prowling(1))
    before = hands.state
    for _ in range(2):
        hands.slide("mummy", "e2")
        hands.run(2.0)
        hands.become(before)
        hands.run(1.0)
        hands.slide("mummy", "e1")
        hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e2",))] * 2


def test_after_undo_a_pawn_on_its_cell_is_not_taken_for_the_mummy():
    """The captive lies in the dungeon already, where the mummy began; the mummy stands where it caught the pawn."""
    began = game(GRID, 3, **prowling(1, at=("e2", "c4", "stairs")))
    with Hands("serial", began) as hands:
        hands.slide("mummy", "e2")
        hands.run(1.0)
        hands.place("red", "e1")
        hands.run(2.0)
        hands.become(began)
        assert only(Mismatch, hands.run(4.0)).fixes == (Fix("e1", MUMMY),)
        hands.place("red", "e2", 11.0)
        hands.place("mummy", "e1")
        hands.place("red", "e2")
        assert silent(hands.run(4.0))


def test_what_was_done_with_the_mummy_before_its_turn_is_no_path():
    """Whatever it was slid over meanwhile; a pawn may be in the air all the time."""
    with Hands("serial", game(GRID, 3, **prowling(6) | AWAITED)) as hands:
        hands.lift("turquoise")
        hands.slide("mummy", "d1", "c1", "c2", "c1", "d1", "e1")
        hands.run(0.1)
        hands.become(game(GRID, 3, **prowling(6)))
        assert silent(hands.run(4.0))
        assert hands.played == []


OVER_C2_AND_HOME = ("d1", "c1", "c2", "c1", "d1", "e1")


# --- the path ---------------------------------------------------------------------------------------------------------


def test_the_mummy_s_path_is_the_one_it_was_slid(sit):
    """A record has the path cell by cell, and not just a shortest one."""
    hands = sit(**prowling(4))
    hands.slide("mummy", "e2", "e3", "d3", "d2")
    hands.run(0.5)
    assert hands.played == [Move("Mo", path=("e2", "e3", "d3", "d2"))]


def test_the_mummy_may_stop_short_and_go_on(sit):
    """It may use all its steps: a stop is the end only until it goes on."""
    hands = sit(**prowling(4))
    hands.slide("mummy", "e2")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e2",))]
    hands.slide("mummy", "e3", "d3")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e2", "e3", "d3"))]


def test_after_the_next_player_has_acted_a_move_is_not_superseded(sit):
    """What comes after the next throw of dice is no part of the move before."""
    hands = sit(**prowling(4))
    hands.slide("mummy", "e2")
    hands.run(2.0)
    hands.act(Roll("Ada", faces=("1", "1", "1", "1", "2")))
    hands.slide("mummy", "e3")
    inferences = hands.run(4.0)
    assert len(hands.played) == 1
    assert only(Mismatch, inferences).fixes == (Fix("e2", MUMMY), Fix("e3", None))


@pytest.mark.parametrize(("rest_s", "each_s"), [(0.3, 0.3), (0.5, 0.3), (0.8, 0.3), (1.0, 0.3), (0.9, 0.6), (1.0, 0.6)])
def test_a_rest_of_the_mummy_of_up_to_a_second_makes_no_move(sit, rest_s, each_s):
    """It has a second to go on, however slowly; then its move is played without delay."""
    hands = sit(**prowling(3))
    hands.slide("mummy", "e2", each_s=each_s)
    hands.run(rest_s)
    rested_s = hands.slide("mummy", "e3", "d3", each_s=each_s)
    hands.run(0.36)
    assert [news for _, news in hands.inferences if isinstance(news, Matched)] == [
        Matched(Move("Mo", path=("e2", "e3", "d3")))
    ]
    assert hands.inferences[-1][0] - rested_s <= 0.36


def test_a_mummy_that_has_caught_a_pawn_is_known_as_well_as_anywhere():
    """However askew it rests: the field of the pawn is not subtracted any more, as it goes to the dungeon."""
    with Hands("serial", game(GRID, 3, **prowling(1, at=("e2", "c4", "stairs")))) as hands:
        hands.run(1.0)
        hands.slide("mummy", "e2")
        hands.place("mummy", "e2", 8.0)
        hands.run(1.0)
        hands.lift("red")
        hands.run(1.0)
        assert hands.played == [Move("Mo", path=("e2",))]
        assert hands.tracker.settling.cells.sensed[hands.number("e2")] is Sensed.MUMMY


def test_the_mummy_is_missed_where_it_went_by_button(sit):
    """The piece is still in the hand; a move by button says nothing about its new cell."""
    hands = sit(**prowling(3))
    hands.lift("mummy")
    hands.run(5.0)
    hands.act(Move("Mo", path=("d1",)), by_button=True)
    hands.run(4.0)
    assert hands.tracker.public_inference.fixes == (Fix("d1", MUMMY),)


@pytest.mark.parametrize("at", [("d1", "d2", "stairs"), ("stairs", "stairs", "stairs")])
def test_a_way_that_is_too_long_for_the_mummy_is_refused_by_its_length(at):
    """P16: whoever stands in between, the player can count the steps."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        hands.lift("mummy")
        hands.run(0.4)
        hands.place("mummy", "b1")
        inference = only(Mismatch, hands.run(4.0))
        assert SAY(inference.reason) == "The mummy may not end on b1. The mummy may move 2 cells at most."
        assert inference.clause == "P16"


# --- carried ---------------------------------------------------------------------------------------------------------


def carried(hands: Hands, to: str) -> list[Any]:
    """Lift the mummy, put it down elsewhere, and return all inferences of the next four seconds."""
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", to)
    return hands.run(4.0)


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), ("d1", "e2", "stairs"), ("b1", "e2", "stairs"), HUNTERS_AWAY])
def test_a_mummy_carried_where_two_paths_lead_is_asked_for_its_path(at):
    """P35, P48: it comes to d2 over d1 or over e2; which path is free, or that none is, stays a secret."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        inference = only(Mismatch, carried(hands, "d2"))
        assert hands.played == []
        assert SAY(inference.reason) == "The board did not sense the mummy's path to d2: slide it from cell to cell."
        assert inference.clause == "P35"


def test_nor_is_announced_that_a_hunter_stands_where_the_mummy_was_carried():
    """The mismatch names the place of the mummy and no other."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=("d2", "d1", "stairs")))) as hands:
        inference = only(Mismatch, carried(hands, "d2"))
        assert (inference.clause, inference.fixes) == ("P35", (Fix("d2", None), Fix("e1", MUMMY)))


@pytest.mark.parametrize("at", [("d1", "d2", "stairs"), ("c1", "d2", "stairs"), HUNTERS_AWAY])
def test_a_mummy_carried_where_one_path_leads_took_it_to_the_first_hunter(at):
    """P34: with two steps it comes to c1 only over d1, and has caught the hunter that it met on either."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        carried(hands, "c1")
        assert hands.played == [Move("Mo", path=("d1",) if at[0] == "d1" else ("d1", "c1"))]


def test_a_neighbour_to_which_the_mummy_is_carried_is_one_step_away():
    """Whatever longer ways lead there as well."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        carried(hands, "d1")
        assert hands.played == [Move("Mo", path=("d1",))]


def test_a_gap_in_the_way_of_the_mummy_is_closed_where_one_way_is_left():
    """Sensed on d1 and next on b1, with three steps in all: it came over c1."""
    with Hands("serial", game(GRID, 3, **prowling(3))) as hands:
        hands.slide("mummy", "d1")
        carried(hands, "b1")
        assert hands.played == [Move("Mo", path=("d1", "c1", "b1"))]


# --- catching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), HUNTERS_AWAY])
def test_before_it_rests_the_mummy_meets_nobody_on_its_path(at):
    """The path on the screen goes on over a hunter's cell as over any other."""
    with Hands("serial", game(GRID, 3, **prowling(6, at=at))) as hands:
        hands.slide("mummy", "d1", "c1", "c2", "c3")
        hands.run(1.0)
        assert hands.tracker.path == ("d1", "c1", "c2", "c3")
        assert hands.inferences[1:] == []


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), HUNTERS_AWAY])
def test_a_mummy_that_rests_on_a_hunter_s_cell_has_caught_that_hunter(at):
    """P34: not before any other end of the path would count, or a short rest could probe for hunters."""
    with Hands("serial", game(GRID, 3, **prowling(6, at=at))) as hands:
        hands.slide("mummy", "d1", "c1", "c2")
        hands.run(1.5)
        assert hands.played == []
        hands.run(0.2)
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert hands.state.at[0] in ("dungeon", "stairs")


def test_the_mummy_who_slid_through_a_hunter_s_cell_must_go_back_to_it():
    """P34: entering catches also in passing, and the path ends there."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1", "c2", "c3")
        inference = only(Mismatch, hands.run(3.5))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert inference.fixes == (Fix("c2", MUMMY), Fix("c3", None))


def test_the_mummy_that_goes_on_to_a_pawn_that_jumped_to_it_catches_it():
    """P36: magnets draw a pawn to the mummy before it enters; the cell of its rest decides, not that of the pawn."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1")
        hands.place("red", "c1", 3.0)
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("d1", "c1"))]
        hands.lift("red")
        hands.slide("mummy", "c2")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]


def test_a_mummy_going_on_over_a_hunter_and_back_has_caught_them():
    """P34: before the next player acts the path goes on; a detour that meets nobody is none."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1")
        hands.run(2.0)
        hands.slide("mummy", "b1", "c1")
        assert silent(hands.run(4.0))
        assert hands.played == [Move("Mo", path=("d1", "c1"))]
        hands.slide("mummy", "c2", "c1")
        hands.run(4.0)
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]


def test_the_question_where_the_mummy_is_reveals_no_pawns_or_blind_cells(kind):
    """P49: it is asked whenever the mummy is in the hand for long, in the same words, whatever is near or left out."""
    with Hands(kind, game(GRID, 3, **prowling(6))) as hands:
        hands.leave_out("a1")
        hands.lift("mummy")
        asked = only(Ambiguous, hands.run(4.0))
        assert (asked.actions, asked.path) == ((), ())
        assert SAY(asked.question) == "The board has lost track of the mummy. Has the mummy moved, or caught a pawn?"


# --- home again ------------------------------------------------------------------------------------------------------


def test_the_mummy_at_home_again_who_met_nobody_has_not_moved(sit):
    """Coming back is no move once the mummy has rested; until then its page shows the whole path."""
    hands = sit(**prowling(6, at=HUNTERS_AWAY))
    hands.slide("mummy", *OVER_C2_AND_HOME)
    assert silent(hands.run(4.0))
    assert hands.tracker.path == ()
    hands.slide("mummy", "e2")
    hands.run(1.8)
    assert hands.played == [Move("Mo", path=("e2",))]


def test_the_mummy_that_slid_over_a_hunter_s_cell_and_home_has_caught_it():
    """P34: a pawn clicks to its magnet; probing for hunters costs as much as staying. Then it is put right."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        rested_s = hands.slide("mummy", *OVER_C2_AND_HOME)
        hands.run(1.5)
        assert hands.inferences[1:] == []
        assert hands.tracker.path == ()
        inference = only(Mismatch, hands.run(3.0))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert next(at_s for at_s, news in hands.inferences if isinstance(news, Matched)) - rested_s <= 1.8
        assert inference.fixes == (Fix("e1", None), Fix("c2", MUMMY))


@pytest.mark.parametrize("kept_s", [0.0, 2.0])
def test_a_pawn_that_came_back_with_the_mummy_is_caught_and_can_be_put_right(kept_s):
    """P36, P37: it sticks to the mummy; the same cells are to be put right, and the captive leaves the corridors."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1", "c2")
        hands.lift("red")
        hands.slide("mummy", "c1", "d1", "e1")
        hands.place("red", "e1", 7.0)
        inference = only(Mismatch, hands.run(5.0))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert inference.fixes == (Fix("e1", None), Fix("c2", MUMMY))
        shown = notice(hands.state, inference, SAY, secrets=True)
        assert shown
        assert shown.text == (
            "The pieces do not stand as they do in the game. To do: e1 must be empty, mummy belongs on c2."
        )
        hands.run(kept_s)
        hands.lift("red")
        hands.place("mummy", "c2")
        assert silent(hands.run(4.0))
        assert hands.tracker.confidence == SURE


def test_a_catch_at_home_that_is_taken_back_is_not_played_again():
    """After undo the mummy stands where the game has it: what led there is forgotten."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        before = hands.state
        hands.slide("mummy", *OVER_C2_AND_HOME)
        hands.run(3.0)
        assert len(hands.played) == 1
        hands.become(before)
        assert silent(hands.run(4.0))
        assert len(hands.played) == 1
        hands.slide("mummy", "e2")
        hands.run(1.8)
        assert hands.played[1:] == [Move("Mo", path=("e2",))]


@pytest.mark.parametrize("steps", [1, 2])
def test_the_mummy_has_not_entered_a_hunter_s_cell_beyond_its_steps(steps):
    """P16, P34: no path of the mummy leads there."""
    with Hands("serial", game(GRID, 3, **prowling(steps))) as hands:
        hands.slide("mummy", *OVER_C2_AND_HOME)
        assert silent(hands.run(4.0))
        assert hands.played == []


# --- beside pawns ----------------------------------------------------------------------------------------------------


def test_pawns_in_a_heap_beside_the_mummy_are_not_taken_for_it():
    """Together they may read as strong as the mummy; but it has not left its cell."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=("d1", "c4", "stairs")))) as hands:
        for pawn in ("turquoise", "blue"):
            hands.place(pawn, "d1")
        hands.run(0.6)
        assert hands.tracker.settling.cells.sensed[hands.number("d1")] is Sensed.MUMMY
        for pawn in ("turquoise", "blue"):
            hands.lift(pawn)
        hands.run(4.0)
        assert hands.played == []


@pytest.mark.parametrize("astray", [None, "a4"])
def test_pawns_in_the_air_or_astray_do_not_keep_the_mummy_from_moving(astray):
    """On a board that knows the mummy: what hunters do to their pawns changes nothing that is announced, nor when."""
    with Hands("serial", game(GRID, 3, **prowling(4))) as hands:
        hands.lift("turquoise")
        hands.run(0.5)
        if astray:
            hands.place("turquoise", astray)
        assert silent(hands.run(5.0))
        hands.slide("mummy", "d1", "e1")
        hands.run(2.0)
        rested_s = hands.slide("mummy", "e2", "e3")
        hands.run(1.8)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]
        assert hands.inferences[-1][0] - rested_s == pytest.approx(1.62, abs=0.1)


def test_a_pawn_put_on_the_map_while_the_mummy_is_in_the_air_stays_a_secret(sit):
    """P48: what the mummy's player reads names only the cell of the mummy."""
    hands = sit(**prowling(3))
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("blue", "b3")
    hands.run(5.0)
    shown = notice(hands.state, hands.tracker.inference, SAY, secrets=False)
    assert shown is None or "b3" not in shown.text
    assert hands.number("b3") not in wrong_squares(hands.state, hands.tracker.inference, secrets=False)


def test_nobody_is_missed_once_the_game_is_over(sit):
    """The pieces are packed up then."""
    hands = sit(**moving())
    hands.become(structs.replace(hands.state, phase="over", face=None))
    hands.lift("mummy")
    hands.run(5.0)
    assert hands.tracker.public_inference == Waiting()


@pytest.fixture
def prowl() -> Iterator[Hands]:
    """Hands on a board of sensors where the mummy may go two steps from e1; red stands on c2."""
    with Hands("serial", game(GRID, 3, **prowling(2))) as hands:
        yield hands


def test_a_move_of_which_the_player_thought_better_becomes_another_one(prowl):
    """A quarter of a second's hesitation is no end of the turn: a shorter path may take the place of the longer one."""
    prowl.slide("mummy", "e2", "e3")
    prowl.run(0.4)
    assert prowl.played == [Move("Mo", path=("e2", "e3"))]
    prowl.slide("mummy", "e2")
    prowl.run(2.0)
    assert prowl.played == [Move("Mo", path=("e2",))]
    prowl.slide("mummy", "d2")
    prowl.run(0.4)
    assert prowl.played == [Move("Mo", path=("e2", "d2"))]


def test_a_mummy_back_where_it_began_has_not_moved(prowl):
    """Nobody has acted since; then every path is open as before."""
    prowl.slide("mummy", "e2", "e3")
    prowl.run(0.4)
    prowl.slide("mummy", "e2", "e1")
    prowl.run(2.0)
    assert (prowl.played, prowl.state.phase, prowl.tracker.path) == ([], "mummy_move", ())
    prowl.slide("mummy", "d1", "d2")
    prowl.run(0.4)
    assert prowl.played == [Move("Mo", path=("d1", "d2"))]


def test_one_cell_too_far_and_back_is_as_far_as_it_may_go(prowl):
    """P16: the third cell costs nothing once it is left."""
    prowl.slide("mummy", "e2", "e3", "d3", "e3")
    prowl.run(0.4)
    assert prowl.played == [Move("Mo", path=("e2", "e3"))]


def test_a_move_ends_once_the_mummy_is_in_a_hand_or_beyond_its_steps(prowl):
    """A second of thought is left to the hand; put down again, it has moved as before."""
    moved = [Move("Mo", path=("e2", "e3"))]
    prowl.slide("mummy", "e2", "e3")
    prowl.run(0.4)
    prowl.lift("mummy")
    prowl.run(1.4)
    assert prowl.played == moved
    prowl.run(0.4)
    assert prowl.played == []
    prowl.place("mummy", "e3")
    prowl.run(0.4)
    assert prowl.played == moved
    prowl.slide("mummy", "d3")
    assert only(Mismatch, prowl.run(2.0)).clause == "P16"
    assert prowl.played == []


def test_a_move_stands_while_the_mummy_is_knocked_aside_on_its_cell(prowl):
    """There it is sensed as any piece, and no other cell senses it."""
    prowl.slide("mummy", "e2", "e3")
    prowl.run(0.4)
    prowl.place("mummy", "e3", 10.0)
    prowl.run(5.0)
    assert prowl.played == [Move("Mo", path=("e2", "e3"))]


def test_a_catch_is_final(prowl):
    """P34: the mummy stops there, wherever it is slid afterwards."""
    prowl.become(game(GRID, 3, **prowling(2, at=("d1", "c4", "stairs"))))
    prowl.place("red", "d1")
    prowl.run(1.0)
    prowl.slide("mummy", "d1")
    prowl.run(2.0)
    assert prowl.played == [Move("Mo", path=("d1",))]
    prowl.slide("mummy", "e1", "e2")
    prowl.run(2.0)
    assert (prowl.played, prowl.state.mummy) == ([Move("Mo", path=("d1",))], "d1")


@pytest.mark.parametrize("each_s", [0.025, 0.018])
def test_the_mummy_slid_at_1_m_a_second_and_more_is_followed(each_s):
    """Cells that sense it for less than a frame lie between others that do, or beside the corner that it cut."""
    with Hands("serial", game(GRID, 3, **prowling(4))) as hands:
        hands.slide("mummy", "e2", "e3", "d3", "d2", each_s=each_s)
        hands.run(0.4)
        assert hands.played == [Move("Mo", path=("e2", "e3", "d3", "d2"))]


def test_the_table_hears_once_that_the_turn_is_over(tmp_path: Any):
    """What takes a move's place is written and not heard, and the mummy's page is back once it has not moved."""
    board = BoardConfig(kind="serial", rows=10, columns=5)
    with switched_on(tmp_path, Config(language="en", board=board)) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        stand(device)
        read(device)
        device.wait(2.0)
        heard: list[float | None] = []
        pins = device.devices.simulated
        for cells, mummy in ((("d3", "d2"), "d2"), (("d3",), "d3"), (("c3",), "c3")):
            device.slide("mummy", cells)
            for _ in range(100):
                device.wait(0.02)
                if (tone := pins.tone_hz()) and tone != (heard or [None])[-1]:
                    heard.append(tone)
            assert state(device).mummy == mummy
        assert isinstance(device.app.stack[-1], MummyPage)
        assert heard == [880.0, 1175.0]
