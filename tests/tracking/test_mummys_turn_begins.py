"""The beginning of the mummy's turn: what went on before it, with her figure or the pawns, is no part of her move."""

from __future__ import annotations

import pytest
from board_hands import Hands, only, silent
from malediction_table import GRID, game, moving, prowling
from msgspec import structs

from firmware_py.games.malediction.actions import Move, Roll
from firmware_py.tracking.inferences import Mismatch, Reminder
from firmware_py.tracking.position import MUMMY, Fix
from firmware_py.words import speak

SAY = speak("en")


def test_nobody_is_caught_where_she_was_before_he_came():
    """She wandered before her turn; red came to d2 afterwards, and she goes home."""
    waits = {"phase": "mummy_roll", "steps": None}
    with Hands("serial", game(GRID, 3, **prowling() | waits)) as hands:
        hands.slide("mummy", "d1", "d2", "d1")
        hands.place("red", "d2")
        hands.become(game(GRID, 3, **prowling(at=("d2", "c4", "stairs")) | waits))
        hands.act(Roll("Mo", face=2), insists=True)
        hands.run(0.5)
        hands.slide("mummy", "e1")
        hands.run(3.0)
        assert hands.played == []


def test_nor_where_undo_has_put_him_back():
    """Between her turn and the undo that leads back to it red had left d2, and she was there."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=("d2", "c4", "stairs")))) as hands:
        hers = hands.state
        hands.act(Move("Mo", path=()), insists=True)
        hands.become(structs.replace(hands.state, at=("d3", "c4", "stairs")))
        hands.place("red", "d3")
        hands.run(2.0)
        hands.slide("mummy", "d1", "d2", "d1")
        hands.run(0.5)
        hands.become(hers)
        hands.run(4.0)
        assert hands.played == []


@pytest.mark.parametrize("is_put", [False, True], ids=["never there", "tidied late"])
def test_the_mummy_slides_over_a_disbelieved_cell_as_over_any_other(is_put):
    """Hunters played on though turquoise was not felt on e2, or lay there for nothing; it is away before she goes."""
    waits = {"phase": "mummy_roll", "steps": None}
    with Hands("i2c", game(GRID, 3, **prowling(at=("c2", "e2", "stairs")) | waits)) as hands:
        if not is_put:
            hands.lift("turquoise")
            hands.run(1.0)
        hands.leave_out("e2")
        hands.become(game(GRID, 3, **moving(at=("c2", "stairs", "stairs"))))
        hands.become(game(GRID, 3, **prowling(at=("c2", "stairs", "stairs")) | waits))
        hands.act(Roll("Mo", face=2), insists=True)
        hands.lift("turquoise")
        hands.run(0.5)
        hands.slide("mummy", "e2", "e3")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("set_down_s", [0.1, 0.9])
def test_a_pawn_set_down_late_while_she_goes_keeps_no_move_of_hers_back(set_down_s):
    """Turquoise was told to have gone to c4, and is put there in her turn: while she goes, or rests at the end."""
    waits = {"phase": "mummy_roll", "steps": None}
    with Hands("i2c", game(GRID, 3, **moving(at=("c2", "b4", "stairs")))) as hands:
        hands.lift("turquoise")
        hands.run(1.0)
        hands.become(game(GRID, 3, **prowling() | waits))
        hands.act(Roll("Mo", face=3), insists=True)
        hands.run(0.5)
        hands.slide("mummy", "e2", "e3")
        hands.run(set_down_s)
        hands.place("turquoise", "c4")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("held_on", ["c4", "d4"])
def test_nor_does_a_pawn_not_put_where_the_mummy_was_held_as_its_turn_began(held_on):
    """P48: turquoise was told to have gone to c4; over switches she may have been felt there in its place."""
    waits = {"phase": "mummy_roll", "steps": None}
    with Hands("i2c", game(GRID, 3, **moving(at=("c2", "b4", "stairs")))) as hands:
        hands.lift("turquoise")
        hands.lift("mummy")
        hands.run(0.5)
        hands.place("mummy", held_on)
        hands.run(0.5)
        hands.become(game(GRID, 3, **prowling() | waits))
        hands.act(Roll("Mo", face=3), insists=True)
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
def test_she_is_asked_for_by_button_once_hunters_have_played_on_without_her(laid):
    """P48: they read that she was not on her cell; nothing more is told of it, and nobody waits for nothing."""
    with Hands("serial", game(GRID, 3, **prowling(1))) as hands:
        hands.lift("mummy")
        hands.run(1.0)
        hands.leave_out("e1")
        if laid:
            hands.place("mummy", laid, 12.0)
        told = only(Reminder, hands.run(4.0))
        assert SAY(told.words) == "The board does not sense the mummy on e1: enter its path by button."
        hands.place("mummy", "e2")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("e2",))]


def test_after_undo_she_may_slide_where_she_was_before(sit):
    """Her figure stood there when her turn began anew, and is at home again."""
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


def test_after_undo_a_pawn_on_her_cell_is_not_taken_for_her():
    """The captive lies in the dungeon already, where she began, and she stands where she caught it."""
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


def test_what_was_done_with_the_mummy_before_her_turn_is_no_way_of_hers():
    """Whatever she was slid over meanwhile; a pawn may be in the air all the time."""
    with Hands("serial", game(GRID, 3, **prowling(6) | {"phase": "mummy_roll", "steps": None})) as hands:
        hands.lift("turquoise")
        hands.slide("mummy", "d1", "c1", "c2", "c1", "d1", "e1")
        hands.run(0.1)
        hands.become(game(GRID, 3, **prowling(6)))
        assert silent(hands.run(4.0))
        assert hands.played == []
