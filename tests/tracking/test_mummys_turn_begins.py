"""The start of the mummy's turn: what happened to the pieces before it is no part of its move."""

from __future__ import annotations

import pytest
from board_hands import Hands, only, silent
from malediction_table import GRID, game, moving, prowling
from msgspec import structs

from firmware_py.games.malediction.actions import Move, Roll
from firmware_py.games.malediction.pieces import MUMMY, end_of
from firmware_py.tracking.inferences import Mismatch, Reminder, Waiting
from firmware_py.tracking.position import Fix
from firmware_py.words import speak

SAY = speak("en")


AWAITED = {"phase": "mummy_roll", "steps": None}
"""The die of the mummy is to be entered."""


@pytest.mark.parametrize("rest_s", [0.0, 0.1, 0.5, 2.0, 8.0])
@pytest.mark.parametrize("path", [("e2",), ("e2", "e3"), ("d1", "c1"), ("e2", "e3", "d3")])
def test_a_mummy_slid_before_its_die_is_entered_has_gone_that_way(path, rest_s):
    """People roll and move at once. Until the die is told nothing of it is to be read."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", *path, each_s=0.06)
        hands.run(rest_s)
        assert hands.tracker.path == ()
        assert hands.tracker.public_inference == Waiting()
        hands.act(Roll("Mo", face=len(path)), insists=True)
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=path)]


def test_the_die_may_be_entered_while_the_mummy_slides():
    """The hand goes on, and may go another way yet."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "e2", "e3")
        hands.act(Roll("Mo", face=3), insists=True)
        hands.slide("mummy", "d3")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("e2", "e3", "d3"))]


def test_a_mummy_slid_farther_than_its_die_says_is_told_why_not():
    """P16, as in its turn."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "e2", "e3", "d3")
        hands.run(1.0)
        hands.act(Roll("Mo", face=2), insists=True)
        assert only(Mismatch, hands.run(3.0)).clause == "P16"
        assert hands.played == []


def test_a_hunter_slid_onto_before_the_die_is_entered_is_caught():
    """P34: red stands on c2, three steps away."""
    with Hands("serial", game(GRID, 3, **prowling() | AWAITED)) as hands:
        hands.slide("mummy", "d1", "d2", "c2")
        hands.run(1.0)
        hands.act(Roll("Mo", face=3), insists=True)
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
        hands.act(Roll("Mo", face=3), insists=True)
        hands.run(5.0)
        assert all(end_of(hands.state, move) != "d2" for move in hands.played)


def test_nobody_is_caught_where_the_mummy_was_before():
    """The mummy was slid before its turn; red came to d2 afterwards, and the mummy goes home."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **prowling() | waits)) as hands:
        hands.slide("mummy", "d1", "d2", "d1")
        hands.place("red", "d2")
        hands.become(game(GRID, 3, **prowling(at=("d2", "c4", "stairs")) | waits))
        hands.act(Roll("Mo", face=2), insists=True)
        hands.run(0.5)
        hands.slide("mummy", "e1")
        hands.run(3.0)
        assert hands.played == []


def test_nor_where_undo_has_put_a_hunter_back():
    """Between its turn and the undo that leads back to it red had left d2, and the mummy was there."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=("d2", "c4", "stairs")))) as hands:
        mummys = hands.state
        hands.act(Move("Mo", path=()), insists=True)
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
        hands.act(Roll("Mo", face=2), insists=True)
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
        hands.act(Roll("Mo", face=3), insists=True)
        hands.run(0.5)
        hands.slide("mummy", "e2", "e3")
        hands.run(set_down_s)
        hands.place("turquoise", "c4")
        hands.run(3.0)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


@pytest.mark.parametrize("held_on", ["c4", "d4"])
def test_nor_does_a_pawn_not_put_where_the_mummy_was_held_as_its_turn_began(held_on):
    """P48: turquoise went to c4 by button; the mummy was held there."""
    waits = AWAITED
    with Hands("serial", game(GRID, 3, **moving(at=("c2", "b4", "stairs")))) as hands:
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


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
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
