"""From magnets to moves: what a referee must and must not conclude from pieces on a board, over both kinds of board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from board_hands import Hands, only, silent
from momie_table import HALL, game
from msgspec import structs

from firmware_py.games.malediction.on_board import notice, wrong_squares
from firmware_py.games.malediction.state import EndTurn, Move, Roll
from firmware_py.tracking.cells import Felt
from firmware_py.tracking.inference import Ambiguous, Matched, Mismatch, Reminder, Unmoved, Waiting
from firmware_py.tracking.standing import MUMMY, Fix
from firmware_py.words import speak

SAY = speak("en")

GRID = """
    +---+---+---+---+---+---+
    |R1  B1  W1  G1  Y1     |
    +   +   +   +   +   +   +
    |R2  B2  W2  G2  Y2     |
    +   +   +   +   +   +   +
    |                       |
    +   +   +   +   +   +   +
    |                     ##|
    +   +   +   +---+   +   +
    |ST                  DS |
    +---+---+---+---+---+---+
"""
"""Open cells, rock at f4, stairs at a5, a wall above d5, the dungeon at f5."""


@pytest.fixture(params=["i2c", "serial"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of board."""
    return str(request.param)


@pytest.fixture
def sit(kind: str) -> Iterator[Any]:
    """Return how to sit down at a game in a state that the arguments tell."""
    with ExitStack() as stack:

        def table(text: str = GRID, hunters: int = 3, **changes: Any) -> Hands:
            return stack.enter_context(Hands(kind, game(text, hunters, **changes)))

        yield table


def moving(face: str = "1", **changes: Any) -> dict[str, Any]:
    """Return a state in which red moves from c2 with a face; turquoise stands on c4, blue on the stairs."""
    return {"phase": "move", "turn": 0, "face": face, "at": ("c2", "c4", "stairs"), "mummy": "e1"} | changes


def prowling(steps: int = 3, **changes: Any) -> dict[str, Any]:
    """Return a state in which the mummy may go from e1; red stands on c2, turquoise on c4."""
    at = ("c2", "c4", "stairs")
    return {"phase": "mummy_move", "turn": None, "steps": steps, "at": at, "mummy": "e1"} | changes


# --- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["c1", "b2", "d2", "c3"])
def test_a_pawn_that_was_slid_to_a_legal_cell_has_moved_within_360_milliseconds(sit, to):
    """Settling costs less than the budget: from rest to acceptance at most 0.36 s."""
    hands = sit(**moving())
    rest_s = hands.slide("red", to)
    hands.run(0.36)
    assert hands.played == [Move("Ada", to=to)]
    assert hands.told[-1][0] - rest_s <= 0.36


def test_a_pawn_that_was_lifted_and_put_down_has_moved(sit):
    """How a piece came there is its player's business: positions count."""
    hands = sit(**moving("4"))
    hands.lift("red")
    hands.run(1.0)
    hands.place("red", "e2", 3.0, -3.0)
    hands.run(2.0)
    assert hands.played == [Move("Ada", to="e2")]


def test_a_pawn_leaves_the_stairs(sit):
    """A pawn on the stairs may lie beside the board: it has moved when a legal cell feels one more."""
    hands = sit(**moving("2", at=("stairs", "c4", "stairs")))
    hands.place("red", "a3")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="a3")]


def test_a_pawn_put_back_has_done_nothing(sit):
    """Lifting and putting back is no move, whatever the face."""
    hands = sit(**moving("2"))
    hands.lift("red")
    hands.run(1.0)
    hands.place("red", "c2", 2.0)
    assert silent(hands.run(5.0))
    assert hands.played == []


def test_a_walk_back_to_where_it_began_is_asked_about(sit):
    """P19: with a 2 a pawn may end on its own cell, but who slid it there and back may also have thought better."""
    hands = sit(**moving("2"))
    hands.slide("red", "c1", "c2", each_s=0.3)
    asked = only(Ambiguous, hands.run(3.0))
    assert asked.actions == (Move("Ada", to="c2"),)
    assert SAY(asked.question) == "Has the red pawn moved to c2?"


def test_the_mummy_s_way_is_the_one_she_was_slid(sit):
    """A record has her way cell by cell, and not just a shortest one."""
    hands = sit(**prowling(4))
    hands.slide("mummy", "e2", "e3", "d3", "d2")
    hands.run(0.5)
    assert hands.played == [Move("Mo", path=("e2", "e3", "d3", "d2"))]


HUNTERS_AWAY = ("stairs", "stairs", "stairs")
OVER_C2_AND_HOME = ("d1", "c1", "c2", "c1", "d1", "e1")


def carried(hands: Hands, to: str) -> list[Any]:
    """Lift the mummy, put her down elsewhere, and return what is told in the next four seconds."""
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", to)
    return hands.run(4.0)


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), ("d1", "e2", "stairs"), ("b1", "e2", "stairs"), HUNTERS_AWAY])
def test_the_mummy_carried_where_two_ways_lead_is_asked_for_hers_whoever_stands_on_them(at):
    """P35, P48: over d1 or over e2 she comes to d2; which way is free, or that none is, stays a secret."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        told = only(Mismatch, carried(hands, "d2"))
        assert hands.played == []
        assert SAY(told.reason) == "The mummy was not felt on her way to d2: slide her from cell to cell."
        assert told.clause == "P35"


def test_nor_is_told_that_a_hunter_stands_where_she_was_carried():
    """What is to be put right names her place and hers alone."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=("d2", "d1", "stairs")))) as hands:
        told = only(Mismatch, carried(hands, "d2"))
        assert (told.clause, told.fixes) == ("P35", (Fix("d2", None), Fix("e1", MUMMY)))


@pytest.mark.parametrize("at", [("d1", "d2", "stairs"), ("c1", "d2", "stairs"), HUNTERS_AWAY])
def test_the_mummy_carried_where_one_way_leads_has_gone_it_up_to_the_first_hunter(at):
    """P34: over d1 only she comes to c1 with two steps, and whom she met there or here she has caught."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        carried(hands, "c1")
        assert hands.played == [Move("Mo", path=("d1",) if at[0] == "d1" else ("d1", "c1"))]


def test_a_neighbour_to_which_the_mummy_is_carried_is_one_step_away():
    """Whatever longer ways lead there as well."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        carried(hands, "d1")
        assert hands.played == [Move("Mo", path=("d1",))]


def test_a_gap_in_the_way_of_the_mummy_is_closed_where_one_way_is_left():
    """Felt on d1 and next on b1, with three steps in all: she came over c1."""
    with Hands("serial", game(GRID, 3, **prowling(3))) as hands:
        hands.slide("mummy", "d1")
        carried(hands, "b1")
        assert hands.played == [Move("Mo", path=("d1", "c1", "b1"))]


def test_the_mummy_at_home_again_who_met_nobody_has_not_moved(sit):
    """What comes back is nothing, once she has rested: until then her page shows all of her way."""
    hands = sit(**prowling(6, at=HUNTERS_AWAY))
    hands.slide("mummy", *OVER_C2_AND_HOME)
    assert silent(hands.run(4.0))
    assert hands.tracker.way == ()
    hands.slide("mummy", "e2")
    hands.run(1.8)
    assert hands.played == [Move("Mo", path=("e2",))]


def test_the_mummy_who_slid_over_a_hunter_s_cell_and_home_has_caught_him():
    """P34: a pawn clicks to her magnet; who feels for hunters pays as if she had stayed. Then she is put right."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        rested_s = hands.slide("mummy", *OVER_C2_AND_HOME)
        hands.run(1.5)
        assert hands.told[1:] == []
        assert hands.tracker.way == OVER_C2_AND_HOME
        told = only(Mismatch, hands.run(3.0))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert next(at_s for at_s, news in hands.told if isinstance(news, Matched)) - rested_s <= 1.8
        assert told.fixes == (Fix("e1", None), Fix("c2", MUMMY))


@pytest.mark.parametrize("kept_s", [0.0, 2.0])
def test_a_pawn_that_came_home_with_the_mummy_is_caught_and_what_is_asked_for_puts_all_right(kept_s):
    """P36, P37: it sticks to her; the cells to be put right are the same, and the captive leaves the corridors."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1", "c2")
        hands.lift("red")
        hands.slide("mummy", "c1", "d1", "e1")
        hands.place("red", "e1", 7.0)
        told = only(Mismatch, hands.run(5.0))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert told.fixes == (Fix("e1", None), Fix("c2", MUMMY))
        shown = notice(hands.state, told, SAY, secrets=True)
        assert shown
        assert shown.text == (
            "The pieces do not stand as they do in the game. To do: e1 must be empty, mummy belongs on c2."
        )
        hands.run(kept_s)
        hands.lift("red")
        hands.place("mummy", "c2")
        assert silent(hands.run(4.0))
        assert hands.tracker.homed


def test_a_catch_at_home_that_is_taken_back_is_not_played_again():
    """After undo she stands where the game has her: what led there is forgotten."""
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


def test_what_was_done_with_the_mummy_before_her_turn_is_no_way_of_hers():
    """Whatever she was slid over meanwhile; a pawn may be in the air all the time."""
    with Hands("serial", game(GRID, 3, **prowling(6) | {"phase": "mummy_roll", "steps": None})) as hands:
        hands.lift("turquoise")
        hands.slide("mummy", *OVER_C2_AND_HOME)
        hands.run(0.1)
        hands.become(game(GRID, 3, **prowling(6)))
        assert silent(hands.run(4.0))
        assert hands.played == []


@pytest.mark.parametrize("steps", [1, 2])
def test_a_hunter_s_cell_beyond_her_steps_is_none_that_the_mummy_entered(steps):
    """P16, P34: no way of hers leads there."""
    with Hands("serial", game(GRID, 3, **prowling(steps))) as hands:
        hands.slide("mummy", *OVER_C2_AND_HOME)
        assert silent(hands.run(4.0))
        assert hands.played == []


def test_the_mummy_who_goes_on_over_a_hunter_s_cell_and_back_to_where_she_was_told_to_stop_has_caught_him():
    """P34: before the next player acts her way goes on; one that meets nobody changes nothing."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1")
        hands.run(2.0)
        hands.slide("mummy", "b1", "c1")
        assert silent(hands.run(4.0))
        assert hands.played == [Move("Mo", path=("d1", "c1"))]
        hands.slide("mummy", "c2", "c1")
        hands.run(4.0)
        assert hands.played == [Move("Mo", path=("d1", "c1", "b1", "c1", "c2"))]


def test_pawns_in_a_heap_beside_the_mummy_are_not_taken_for_her():
    """Together they may feel as strong as she does; but she has not left her cell."""
    with Hands("serial", game(GRID, 3, **prowling(3, at=("d1", "c4", "stairs")))) as hands:
        for pawn in ("turquoise", "blue"):
            hands.place(pawn, "d1")
        hands.run(0.6)
        assert hands.number("d1") in {
            touch.cell for touch in hands.tracker.settling.touched if touch.felt is Felt.MUMMY
        }
        for pawn in ("turquoise", "blue"):
            hands.lift(pawn)
        hands.run(4.0)
        assert hands.played == []


def test_switches_trust_the_mummy_who_comes_home():
    """A cell that a pawn holds down does not feel her pass."""
    with Hands("i2c", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", *OVER_C2_AND_HOME)
        assert silent(hands.run(4.0))
        assert hands.played == []


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), HUNTERS_AWAY])
def test_before_she_rests_nobody_is_met_on_the_way_of_the_mummy(at):
    """Her way on the screen goes on over a hunter's cell as over any other."""
    with Hands("serial", game(GRID, 3, **prowling(6, at=at))) as hands:
        hands.slide("mummy", "d1", "c1", "c2", "c3")
        hands.run(1.0)
        assert hands.tracker.way == ("d1", "c1", "c2", "c3")
        assert hands.told[1:] == []


@pytest.mark.parametrize("astray", [None, "a4"])
def test_pawns_in_the_air_or_astray_do_not_keep_the_mummy_from_moving(astray):
    """On a board that knows her: what hunters do to their pawns meanwhile changes nothing of what is told and when."""
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
        assert hands.told[-1][0] - rested_s == pytest.approx(1.62, abs=0.1)


@pytest.mark.parametrize("at", [("d1", "d2", "stairs"), ("stairs", "stairs", "stairs")])
def test_a_way_that_is_too_long_for_the_mummy_is_refused_by_its_length(at):
    """P16: whoever stands in between, her player can count the steps."""
    with Hands("serial", game(GRID, 3, **prowling(2, at=at))) as hands:
        hands.lift("mummy")
        hands.run(0.4)
        hands.place("mummy", "b1")
        told = only(Mismatch, hands.run(4.0))
        assert SAY(told.reason) == "The mummy may not end on b1: The mummy may move 2 cells at most."
        assert told.clause == "P16"


def test_nobody_is_missed_once_the_game_is_over(sit):
    """The pieces are packed up then."""
    hands = sit(**moving())
    hands.become(structs.replace(hands.state, phase="over", face=None))
    hands.lift("mummy")
    hands.run(5.0)
    assert hands.tracker.for_everybody == Waiting()


def test_a_pawn_put_on_the_map_while_the_mummy_is_in_the_air_stays_a_secret(sit):
    """P48: what the mummy's player reads names her own cell only."""
    hands = sit(**prowling(3))
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("blue", "b3")
    hands.run(5.0)
    shown = notice(hands.state, hands.tracker.told, SAY, secrets=False)
    assert shown is None or "b3" not in shown.text
    assert hands.number("b3") not in wrong_squares(hands.state, hands.tracker.told, secrets=False)


# --- resting on the way ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest_s", [0.05, 0.3, 0.5, 0.8, 1.0, 2.0])
def test_a_rest_of_a_pawn_on_its_way_leaves_no_move_behind(sit, rest_s):
    """With a 3 it could end on the next cell; as soon as it rests further on, that is its move, and nothing else."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2", each_s=0.3)
    hands.run(rest_s)
    rested_s = hands.slide("red", "d1", "c1", each_s=0.3)
    hands.run(0.36)
    assert hands.played == [Move("Ada", to="c1")]
    assert hands.state.at[0] == "c1"
    assert hands.told[-1][0] - rested_s <= 0.36


@pytest.mark.parametrize(("face", "to"), [("3", "d2"), ("4", "d3")])
def test_a_pawn_that_rests_where_it_could_go_on_is_told_to_have_moved_within_360_milliseconds(sit, face, to):
    """Nothing is played before its turn is handed over, so there is nothing to wait for."""
    hands = sit(**moving(face))
    rested_s = hands.slide("red", *(("d2",) if face == "3" else ("d2", "d3")))
    hands.run(0.36)
    assert hands.played == [Move("Ada", to=to)]
    assert hands.told[-1][0] - rested_s <= 0.36


def test_a_pawn_may_go_elsewhere_or_back_until_its_turn_is_handed_over(sit):
    """Who thinks better of it has not moved; then every cell in reach is open as before."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    hands.place("red", "b2")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="b2")]
    hands.place("red", "c2")
    only(Unmoved, hands.run(5.0))
    assert hands.played == []
    assert hands.state.at[0] == "c2"
    hands.place("red", "d2")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="d2")]


def test_a_pawn_that_is_knocked_over_before_its_turn_is_handed_over_is_put_right(sit):
    """Where it may not stand it has not moved to: it belongs where it was told to have moved."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    hands.place("red", "d3", 3.0)
    told = only(Mismatch, hands.run(4.0))
    assert told.fixes == (Fix("d2", 0), Fix("d3", None))
    assert told.clause == "P18"
    assert SAY(told.reason).startswith("The red pawn may not end on d3: With 3, Ada (red pawn) may end on: a1, ")


@pytest.mark.parametrize(("rest_s", "each_s"), [(0.3, 0.3), (0.5, 0.3), (0.8, 0.3), (1.0, 0.3), (0.9, 0.6), (1.0, 0.6)])
def test_a_rest_of_the_mummy_of_up_to_a_second_on_her_way_makes_no_move(sit, rest_s, each_s):
    """Hers is played at once: she is given a second to go on, however slowly, and then believed without delay."""
    hands = sit(**prowling(3))
    hands.slide("mummy", "e2", each_s=each_s)
    hands.run(rest_s)
    rested_s = hands.slide("mummy", "e3", "d3", each_s=each_s)
    hands.run(0.36)
    assert [news for _, news in hands.told if isinstance(news, Matched)] == [
        Matched(Move("Mo", path=("e2", "e3", "d3")))
    ]
    assert hands.told[-1][0] - rested_s <= 0.36


def test_the_mummy_may_stop_short_and_go_on(sit):
    """She goes up to her allowance: a stop is her end only until she goes on."""
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
    told = hands.run(4.0)
    assert len(hands.played) == 1
    assert only(Mismatch, told).fixes == (Fix("e2", MUMMY), Fix("e3", None))


# --- catching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), HUNTERS_AWAY])
def test_the_mummy_who_enters_a_hunter_s_cell_has_caught_him_when_she_rests_there(at):
    """P34: not before any other end of her way would count, or a short rest would feel for hunters."""
    with Hands("serial", game(GRID, 3, **prowling(6, at=at))) as hands:
        hands.slide("mummy", "d1", "c1", "c2")
        hands.run(1.5)
        assert hands.played == []
        hands.run(0.2)
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert hands.state.at[0] in ("dungeon", "stairs")


def test_switches_ask_whether_the_mummy_has_caught():
    """A switch under a hunter does not feel her come; it may as well be that she is in the hand."""
    with Hands("i2c", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1", "c2")
        asked = only(Ambiguous, hands.run(2.0))
        assert asked.way == ("d1", "c1")
        assert SAY(asked.question) == "The board has lost track of the mummy. Has she moved, or caught a pawn?"


def test_the_question_where_the_mummy_is_does_not_tell_of_pawns_or_blind_cells(kind):
    """P49: it is asked whenever the mummy is in the hand for long, in the same words, whatever is near or left out."""
    with Hands(kind, game(GRID, 3, **prowling(6))) as hands:
        hands.tracker = follow_left_out(hands, "a1")
        hands.lift("mummy")
        asked = only(Ambiguous, hands.run(4.0))
        assert (asked.actions, asked.way) == ((), ())
        assert SAY(asked.question) == "The board has lost track of the mummy. Has she moved, or caught a pawn?"


@pytest.mark.parametrize("felt_on", [(), ("d1", "c1")])
def test_a_piece_laid_on_the_dungeon_does_not_make_a_catch_of_a_mummy_in_the_hand(felt_on):
    """P34: it may be a captive of long ago that somebody tidies; she is asked for all the same."""
    with Hands("i2c", game(GRID, 3, **prowling(6, at=("c2", "e2", "dungeon")))) as hands:
        if felt_on:
            hands.slide("mummy", *felt_on)
        hands.lift("mummy")
        hands.run(0.3)
        hands.place("blue", "f5")
        asked = only(Ambiguous, hands.run(3.0))
        assert (asked.actions, asked.way) == ((), felt_on)
        assert hands.played == []


def test_the_mummy_who_goes_on_to_a_pawn_that_jumped_to_her_catches_it():
    """P36: magnets draw a pawn to her before she has entered; where she rests decides, and not where the pawn is."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1")
        hands.place("red", "c1", 3.0)
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("d1", "c1"))]
        hands.lift("red")
        hands.slide("mummy", "c2")
        hands.run(2.0)
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]


def test_the_mummy_who_slid_through_a_hunter_s_cell_must_go_back_to_it():
    """P34: entering catches also in passing, and her way ends there."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", "d1", "c1", "c2", "c3")
        told = only(Mismatch, hands.run(3.5))
        assert hands.played == [Move("Mo", path=("d1", "c1", "c2"))]
        assert told.fixes == (Fix("c2", MUMMY), Fix("c3", None))


# --- what is not right -----------------------------------------------------------------------------------------------


def named(hands: Hands) -> tuple[str, str]:
    """Return clause and reason of the mismatch that is named within 4 seconds."""
    told = only(Mismatch, hands.run(3.6))
    return told.clause, SAY(told.reason)


def test_a_cell_out_of_reach_is_named(sit):
    """P18: with the reason, and where the pawn may end instead."""
    hands = sit(**moving())
    hands.slide("red", "d2", "e2")
    assert named(hands) == (
        "P18",
        "The red pawn may not end on e2: With 1, Ada (red pawn) may end on: b2, c1, c3, d2.",
    )
    assert hands.played == []


def test_a_pawn_on_another_pawn_s_cell_is_named_where_the_board_feels_two():
    """P21: two pawns on one cell feel like one too strong."""
    with Hands("serial", game(GRID, 3, **moving("2"))) as hands:
        hands.slide("red", "c3", "c4")
        assert named(hands) == ("P21", "The red pawn may not end on c4: occupied by turquoise pawn.")


def test_switches_say_that_a_pawn_is_felt_nowhere():
    """Two pawns on one cell feel like one: what can be said is where it may end."""
    with Hands("i2c", game(GRID, 3, **moving())) as hands:
        hands.lift("red")
        clause, reason = named(hands)
        assert clause == ""
        assert reason.startswith("The red pawn is felt nowhere. It may end in the middle of ")


def test_another_pawn_may_not_move(sit):
    """P06: one pawn a turn."""
    hands = sit(**moving())
    hands.slide("turquoise", "d4")
    assert named(hands) == ("P06", "Not to be moved now: turquoise pawn.")


def test_before_a_face_is_chosen_no_pawn_moves(sit):
    """P12: what the game waits for is said instead."""
    hands = sit(**moving(phase="choose", face=None, faces=("1", "2")))
    hands.slide("red", "d2")
    clause, reason = named(hands)
    assert clause == "P17"
    assert reason.startswith("The red pawn may not move now. Ada (red pawn) chooses a face that shows now")


def test_a_pawn_never_ends_in_the_dungeon(sit):
    """P20: stairs and dungeon are left and never entered."""
    hands = sit(**moving(at=("e5", "c4", "stairs")))
    hands.slide("red", "f5")
    clause, reason = named(hands)
    assert clause == "P20"
    assert reason.startswith("The red pawn may not end on f5:")


def test_a_bump_is_repaired_and_not_guessed_at(sit):
    """A pawn knocked aside is no move; once it is back, the true move counts."""
    hands = sit(**moving())
    hands.place("turquoise", "d4", 6.0, -6.0)
    told = only(Mismatch, hands.run(4.0))
    assert Fix("c4", 1) in told.fixes
    hands.place("turquoise", "c4")
    hands.run(1.0)
    hands.slide("red", "c1")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="c1")]


def test_a_move_and_a_bump_together_wait_for_the_bump_to_be_repaired(sit):
    """The move is right, the position is not: it counts as soon as the position does."""
    hands = sit(**moving())
    hands.slide("red", "c1")
    hands.slide("turquoise", "d4")
    assert silent(hands.run(2.0))
    hands.slide("turquoise", "c4")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="c1")]


def test_two_pawns_in_the_air_are_asked_about(sit):
    """They look the same to the board: which stands where, only the players know."""
    hands = sit(**moving())
    hands.lift("red")
    hands.lift("turquoise")
    hands.run(0.5)
    hands.place("turquoise", "d2")
    hands.place("red", "c4")
    asked = only(Ambiguous, hands.run(2.0))
    assert asked.actions == (Move("Ada", to="d2"),)
    assert hands.played == []


def test_two_pawns_put_back_are_reminded_of_their_places(sit):
    """Whoever put two pawns back may have swapped them; there is nothing to decide, only to check."""
    hands = sit(**moving())
    hands.lift("red")
    hands.lift("turquoise")
    hands.run(0.5)
    hands.place("turquoise", "c2")
    hands.place("red", "c4")
    told = only(Reminder, hands.run(2.0))
    assert "red pawn: c2, turquoise pawn: c4" in SAY(told.words)


# --- undo, power-up, button ------------------------------------------------------------------------------------------


def test_a_move_taken_back_is_not_played_again_by_the_piece_that_still_stands_there(sit):
    """After undo the pieces must go back first; then all is as before."""
    hands = sit(**moving())
    hands.slide("red", "c1")
    hands.run(0.5)
    hands.become(hands.history[0])
    told = only(Mismatch, hands.run(5.0))
    assert told.fixes == (Fix("c1", None), Fix("c2", 0))
    hands.slide("red", "c2")
    assert silent(hands.run(1.0))
    hands.slide("red", "c3")
    hands.run(0.5)
    assert [move.to for move in hands.played] == ["c1", "c3"]


def test_a_move_by_button_asks_for_the_piece(sit):
    """The device has moved the pawn in the game; on the board somebody has to."""
    hands = sit(**moving())
    hands.act(Move("Ada", to="c1"))
    assert only(Mismatch, hands.run(2.0)).fixes == (Fix("c1", 0), Fix("c2", None))
    hands.slide("red", "c1")
    assert silent(hands.run(5.0))


def test_who_plays_on_by_button_is_believed_and_the_cell_is_left_out_until_it_changes(sit):
    """A dead cell must not stop a game."""
    hands = sit(**moving())
    hands.lift("red")
    hands.run(1.0)
    hands.act(Move("Ada", to="c1"))
    told = only(Mismatch, hands.run(3.0))
    assert told.fixes == (Fix("c1", 0),)
    hands.act(EndTurn("Ada"), insists=True)
    assert hands.tracker.left_out == {"c1"}
    assert silent(hands.run(5.0))
    hands.place("red", "c1")
    hands.run(1.0)
    assert hands.tracker.left_out == frozenset()


def test_a_lost_board_comes_back_with_what_is_different(sit):
    """Pieces that moved while the cable was out to where no move leads are to be put right."""
    hands = sit(**moving())
    with hands.unplugged():
        assert hands.tracker.settling is None
        hands.place("red", "e2")
    assert only(Mismatch, hands.run(3.0)).fixes == (Fix("c2", 0), Fix("e2", None))
    assert hands.played == []


# --- bad cells -------------------------------------------------------------------------------------------------------


def test_a_flapping_cell_is_left_out_and_the_game_goes_on():
    """A sensor that makes things up must neither move a piece nor hold up the game."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        hands.magnets.noisy[hands.number("a1")] = 30.0
        hands.run(5.0)
        assert hands.tracker.unsteady == ("a1",)
        hands.slide("red", "c1")
        hands.run(0.6)
        assert hands.played == [Move("Ada", to="c1")]


def test_a_dead_cell_is_asked_about_once_it_is_known(sit):
    """What a blind cell cannot feel, the players say."""
    hands = sit(**moving())
    hands.magnets.stuck[hands.number("c1")] = 0.0
    hands.tracker = follow_left_out(hands, "c1")
    hands.slide("red", "c1")
    asked = only(Ambiguous, hands.run(2.0))
    assert asked.actions == (Move("Ada", to="c1"),)


def follow_left_out(hands: Hands, *cells: str) -> Any:
    """Return the tracker of a table that knows of dead cells."""
    from dataclasses import replace

    return replace(hands.tracker, left_out=frozenset(cells))


def test_the_hall_fits_on_a_larger_board(kind):
    """A map smaller than the board lies in its top left corner."""
    state = game(HALL, 2, phase="move", face="1", at=("c2", "stairs"), mummy="e1")
    with Hands(kind, state) as hands:
        hands.slide("red", "c1")
        assert only(Matched, hands.run(0.5)).action == Move("Ada", to="c1")
