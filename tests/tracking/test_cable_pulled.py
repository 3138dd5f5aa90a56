"""The cable pulled in the midst of a move: nobody followed the pieces, so what may be a move is asked about.

What fits no move is named as before; nothing is ever played by itself.
"""

from __future__ import annotations

import pytest
from board_hands import Hands, only, silent
from malediction_table import GRID, HUNTERS_AWAY, game, moving, prowling

from firmware_py.games.malediction.legality import MUMMY
from firmware_py.games.malediction.state import Choose, Move
from firmware_py.tracking.mummy import WHERE_IS_MUMMY
from firmware_py.tracking.position import SURE, Ambiguous, Fix, Mismatch, Unmoved
from firmware_py.tracking.tracker import decline
from firmware_py.words import speak

SAY = speak("en")

ASKED_S = 1.6
"""Within which a board that was plugged in again is back, and the pieces on it are asked about."""


@pytest.mark.parametrize("is_lifted_before", [True, False])
def test_a_pawn_that_came_to_a_legal_cell_meanwhile_is_asked_about(sit, is_lifted_before):
    """Whether it was in the hand already or not; it may be any pawn, so nothing is told to have moved."""
    hands = sit(**moving("4"))
    if is_lifted_before:
        hands.lift("red")
        hands.run(0.5)
    with hands.unplugged():
        hands.place("red", "e2")
    asked = only(Ambiguous, hands.run(ASKED_S))
    assert asked.actions == (Move("Ada", to="e2"),)
    assert SAY(asked.question) == "Has the red pawn moved to e2?"
    assert hands.played == []
    hands.confirm(asked.actions[0])
    assert silent(hands.run(4.0))
    assert hands.tracker.confidence == SURE


def test_a_piece_seen_to_arrive_is_asked_about_beside_one_there_before(sit):
    """Nobody has seen that one arrive: a sensor may stick there, and both would be legal."""
    hands = sit(**moving("4", at=("stairs", "c4", "stairs")))
    with hands.unplugged():
        hands.magnets.stuck[hands.number("c3")] = 60.0
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="c3"),)
    hands.place("red", "b4")
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="b4"),)
    assert hands.played == []


def test_one_that_is_still_in_the_hand_is_asked_about_once_it_is_down(sit):
    """Until then it is missed, as it always was."""
    hands = sit(**moving("4"))
    hands.lift("red")
    with hands.unplugged():
        pass
    assert only(Mismatch, hands.run(2.0)).fixes == (Fix("c2", 0),)
    hands.place("red", "e2")
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="e2"),)


def test_no_names_what_to_put_right_and_another_legal_cell_is_asked_about(sit):
    """Put back, it moves as if the cable had never been out."""
    hands = sit(**moving("4"))
    with hands.unplugged():
        hands.place("red", "e2")
    hands.run(ASKED_S)
    hands.tracker = decline(hands.tracker)
    assert hands.tracker.inference == Mismatch((Fix("c2", 0), Fix("e2", None)), hands.tracker.inference.reason)
    assert SAY(hands.tracker.inference.reason) == "The pieces do not stand as they do in the game."
    assert hands.run(4.0) == []
    hands.place("red", "d1")
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="d1"),)
    hands.place("red", "c2")
    assert silent(hands.run(2.0))
    hands.slide("red", "d2", "e2")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="e2")]


def test_a_pawn_that_was_told_to_have_moved_may_have_gone_on_meanwhile(sit):
    """Its turn is not handed over: it is asked about as if it came from where it began."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="d2")]
    with hands.unplugged():
        hands.place("red", "c1")
    asked = only(Ambiguous, hands.run(ASKED_S))
    assert asked.actions == (Move("Ada", to="c1"),)
    hands.tracker = decline(hands.tracker)
    assert hands.tracker.inference.fixes == (Fix("c1", None), Fix("d2", 0))
    hands.confirm(asked.actions[0])
    assert silent(hands.run(4.0))
    assert hands.state.at[0] == "c1"


def test_or_back_and_then_it_has_not_moved(sit):
    """Nothing had been played, and nothing is."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    with hands.unplugged():
        hands.place("red", "c2")
    only(Unmoved, hands.run(ASKED_S))
    assert hands.played == []
    hands.slide("red", "c1", "b1", "a1")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="a1")]


def test_or_stay_and_then_go_on(sit):
    """Once the board is back and all stands right, it is followed as before."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    with hands.unplugged():
        pass
    assert silent(hands.run(2.0))
    hands.slide("red", "d1", "c1")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="c1")]


def test_presses_that_move_no_piece_do_not_matter_while_the_cable_is_out(sit):
    """A face is chosen while the cable is out, and the pawn goes."""
    hands = sit(**moving(phase="choose", face=None, faces=("4", "1")))
    with hands.unplugged():
        hands.act(Choose("Ada", face="4"))
        hands.place("red", "e2")
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="e2"),)


def test_after_a_move_by_button_or_undo_nothing_is_asked(sit):
    """The game has moved the piece itself: where it stands is to be put right, be it legal or not."""
    hands = sit(**moving("2"))
    with hands.unplugged():
        hands.act(Move("Ada", to="d3"))
        hands.place("red", "e2")
        hands.become(hands.history[0])
    assert only(Mismatch, hands.run(3.0)).fixes == (Fix("c2", 0), Fix("e2", None))


def test_nor_when_the_pieces_were_not_put_right_before_the_cable_came_out(sit):
    """As after power-up: nobody knows what stood where."""
    hands = sit(**moving())
    hands.slide("red", "c1")
    hands.run(0.5)
    hands.become(hands.history[0])
    hands.run(2.0)
    for _ in range(2):
        with hands.unplugged():
            pass
        assert only(Mismatch, hands.run(3.0)).fixes == (Fix("c1", None), Fix("c2", 0))


def test_who_pulls_the_cable_twice_is_asked_all_the_same(sit):
    """The pieces have not been put right in between."""
    hands = sit(**moving())
    with hands.unplugged():
        hands.place("red", "e2")
    only(Mismatch, hands.run(3.0))
    with hands.unplugged():
        hands.place("red", "c1")
    assert only(Ambiguous, hands.run(ASKED_S)).actions == (Move("Ada", to="c1"),)


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), ("d1", "c1", "stairs"), ("b1", "c4", "stairs"), HUNTERS_AWAY])
def test_a_mummy_the_board_knows_is_asked_for_wherever_its_steps_lead(at):
    """P34, P48: whoever stands there or on the path, no catch is guessed; the player enters the path by button."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=at))) as hands:
        hands.slide("mummy", "d1") if at[0] != "d1" else hands.lift("mummy")
        with hands.unplugged():
            hands.place("mummy", "b1")
        assert only(Ambiguous, hands.run(4.0)) == Ambiguous((), WHERE_IS_MUMMY, ())
        assert hands.played == []
        assert hands.tracker.path == ()
        hands.tracker = decline(hands.tracker)
        assert hands.tracker.inference.fixes == (Fix("e1", MUMMY),)
        assert hands.tracker.inference.is_public


def test_a_mummy_beyond_its_steps_is_to_be_put_back():
    """P16: no path of the mummy leads there."""
    with Hands("serial", game(GRID, 3, **prowling(2))) as hands, hands.unplugged():
        hands.place("mummy", "b1")
        hands.below.plug()
        assert only(Mismatch, hands.run(4.0)).fixes == (Fix("e1", MUMMY),)


@pytest.mark.parametrize("moved", ["c3", "c2"])
def test_whether_the_board_asks_for_the_mummy_depends_on_no_pawn(moved):
    """P48: while the cable was out red went to c3, or came back to c2 with a 2; then it was the mummy's turn."""
    with Hands("serial", game(GRID, 3, **moving("1" if moved == "c3" else "2"))) as hands:
        with hands.unplugged():
            hands.place("red", moved)
            hands.place("mummy", "e2")
            hands.become(game(GRID, 3, **prowling(3, at=(moved, "c4", "stairs"))))
        assert only(Ambiguous, hands.run(4.0)) == Ambiguous((), WHERE_IS_MUMMY, ())


def test_a_place_that_no_move_leads_to_is_refused_with_its_rule_as_ever(sit):
    """P18: a face of 1 is one step, whether or not the board sensed where the pawn went."""
    hands = sit(**moving("1"))
    with hands.unplugged():
        hands.place("red", "b4")
    inference = only(Mismatch, hands.run(4.0))
    assert (inference.clause, [fix.cell for fix in inference.fixes]) == ("P18", ["c2", "b4"])


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_rest_that_nobody_could_see_to_its_end_is_none(sit):
    """The cable is pulled before the rest is noticed, and the mummy goes on: it has not stayed there."""
    hands = sit(**prowling(3))
    hands.slide("mummy", "d1")
    hands.run(1.4)
    assert hands.played == []
    hands.plug(is_in=False)
    hands.slide("mummy", "d2")
    hands.run(2.0)
    assert hands.played == []


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_mummy_that_moved_may_go_on_after_its_board_is_back(goes_on):
    """Its move is provisional; what it did meanwhile nobody saw, so its turn is open again and it is asked about."""
    with Hands("serial", game(GRID, 3, **prowling(3))) as hands:
        hands.slide("mummy", "e2")
        hands.run(2.0)
        with hands.unplugged():
            if goes_on:
                hands.place("mummy", "e3")
        if goes_on:
            assert [type(news) for news in hands.run(2.0)] == [Unmoved, Ambiguous]
            assert (hands.played, hands.tracker.inference) == ([], Ambiguous((), WHERE_IS_MUMMY, ()))
        else:
            assert silent(hands.run(2.0))
            hands.slide("mummy", "e3")
            hands.run(2.0)
            assert hands.played == [Move("Mo", path=("e2", "e3"))]
