"""A hunter's move by hand: where it ends, whichever way led there, beside cells that fail too."""

from __future__ import annotations

import pytest
from board_hands import Hands, named, only, silent
from malediction_table import GRID, HALL, game, moving
from msgspec.structs import replace

from firmware_py.games.malediction.legality import MUMMY
from firmware_py.games.malediction.state import EndTurn, Move
from firmware_py.grid import cell_name
from firmware_py.pages.malediction.board import has_left
from firmware_py.tracking.position import Ambiguous, Fix, Matched, Mismatch, Unmoved
from firmware_py.tracking.tracker import Tracker, evaluate, feed, set_game_state
from firmware_py.words import speak
from hardware.boards.frames import Frame

SAY = speak("en")


# --- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["c1", "b2", "d2", "c3"])
def test_a_pawn_slid_to_a_legal_cell_has_moved_within_360_ms(sit, to):
    """Settling costs less than the budget: from rest to acceptance at most 0.36 s."""
    hands = sit(**moving())
    rest_s = hands.slide("red", to)
    hands.run(0.36)
    assert hands.played == [Move("Ada", to=to)]
    assert hands.inferences[-1][0] - rest_s <= 0.36


def test_a_pawn_that_was_lifted_and_put_down_has_moved(sit):
    """How a piece came there is its player's business: positions count."""
    hands = sit(**moving("4"))
    hands.lift("red")
    hands.run(1.0)
    hands.place("red", "e2", 3.0, -3.0)
    hands.run(2.0)
    assert hands.played == [Move("Ada", to="e2")]


def test_a_pawn_leaves_the_stairs(sit):
    """A pawn on the stairs may lie beside the board: it has moved when a legal cell senses one more."""
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


def test_a_pawn_that_rested_elsewhere_and_is_back_has_not_moved(sit):
    """Its player saw the move entered, and thought better of it: nothing is to be asked."""
    hands = sit(**moving("2"))
    hands.slide("red", "d2", "d1")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="d1")]
    hands.slide("red", "d2", "c2")
    assert not [news for news in hands.run(4.0) if isinstance(news, Ambiguous)]
    assert hands.played == []


@pytest.mark.parametrize("face", ["2", "4"])
def test_a_pawn_slid_over_another_and_through_a_wall_counts_where_it_ends(sit, face):
    """P18, P21: with a 4 it may walk round the wall to d5, and with a 2 not; how it was slid there nobody records."""
    hands = sit(**moving(face, at=("d3", "d4", "stairs")))
    hands.slide("red", "d4", "d5")
    if face == "4":
        hands.run(0.5)
        assert hands.played == [Move("Ada", to="d5")]
    else:
        assert "may not end on d5" in named(hands)[1]
        assert hands.played == []


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
    assert hands.inferences[-1][0] - rested_s <= 0.36


@pytest.mark.parametrize(("face", "to"), [("3", "d2"), ("4", "d3")])
def test_a_pawn_at_rest_where_it_could_go_on_has_moved_within_360_ms(sit, face, to):
    """Nothing is played before its turn is handed over, so there is nothing to wait for."""
    hands = sit(**moving(face))
    rested_s = hands.slide("red", *(("d2",) if face == "3" else ("d2", "d3")))
    hands.run(0.36)
    assert hands.played == [Move("Ada", to=to)]
    assert hands.inferences[-1][0] - rested_s <= 0.36


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


def test_a_pawn_knocked_over_before_its_turn_is_handed_over_is_put_right(sit):
    """Where it may not stand it has not moved to: it belongs where its move was entered."""
    hands = sit(**moving("3"))
    hands.slide("red", "d2")
    hands.run(0.5)
    hands.place("red", "d3", 3.0)
    inference = only(Mismatch, hands.run(4.0))
    assert inference.fixes == (Fix("d2", 0), Fix("d3", None))
    assert inference.clause == "P18"
    assert SAY(inference.reason).startswith("The red pawn may not end on d3. With 3, it may end on: a1, ")


# --- what is not right -----------------------------------------------------------------------------------------------


def test_a_cell_out_of_reach_is_named(sit):
    """P18: with the reason, and where the pawn may end instead."""
    hands = sit(**moving())
    hands.slide("red", "d2", "e2")
    assert named(hands) == (
        "P18",
        "The red pawn may not end on e2. With 1, it may end on: b2, c1, c3, d2.",
    )
    assert hands.played == []


def test_a_pawn_on_another_pawn_s_cell_is_named_where_the_board_feels_two():
    """P21: two pawns on one cell read like one too strong."""
    with Hands("serial", game(GRID, 3, **moving("2"))) as hands:
        hands.slide("red", "c3", "c4")
        assert named(hands) == ("P21", "The red pawn may not end on c4. The turquoise pawn stands there.")


def test_switches_say_that_a_pawn_is_felt_nowhere():
    """Two pawns on one cell read like one: what can be said is where it may end."""
    with Hands("i2c", game(GRID, 3, **moving())) as hands:
        hands.lift("red")
        clause, reason = named(hands)
        assert clause == ""
        assert reason.startswith("The board does not sense the red pawn. It may end in the middle of ")


def test_another_pawn_may_not_move(sit):
    """P06: one pawn a turn."""
    hands = sit(**moving())
    hands.slide("turquoise", "d4")
    assert named(hands) == ("P06", "Do not move now: turquoise pawn.")


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
    assert reason.startswith("The red pawn may not end on f5.")


def test_a_bump_is_repaired_and_not_guessed_at(sit):
    """A pawn knocked aside is no move; once it is back, the true move counts."""
    hands = sit(**moving())
    hands.place("turquoise", "d4", 6.0, -6.0)
    inference = only(Mismatch, hands.run(4.0))
    assert Fix("c4", 1) in inference.fixes
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


def lifted_together(hands: Hands) -> None:
    """Lift red and turquoise."""
    hands.lift("red")
    hands.lift("turquoise")
    hands.run(0.5)


def test_of_two_pawns_in_the_air_one_falls_back_onto_its_own_cell(sit):
    """They look the same to the board; but who lifts a pawn out of the way puts it back, and exchanges none."""
    hands = sit(**moving())
    lifted_together(hands)
    hands.place("turquoise", "c4")
    hands.place("red", "d2")
    hands.run(0.5)
    assert hands.played == [Move("Ada", to="d2")]


def test_two_pawns_put_back_say_nothing(sit):
    """Both stand where they stood, as far as anybody can know."""
    hands = sit(**moving())
    lifted_together(hands)
    hands.place("turquoise", "c4")
    hands.place("red", "c2")
    assert silent(hands.run(4.0))


# --- undo, power-up, button ------------------------------------------------------------------------------------------


def test_a_move_taken_back_is_not_played_again_by_the_piece_still_there(sit):
    """After undo the pieces must go back first; then all is as before."""
    hands = sit(**moving())
    hands.slide("red", "c1")
    hands.run(0.5)
    hands.become(hands.history[0])
    inference = only(Mismatch, hands.run(5.0))
    assert inference.fixes == (Fix("c1", None), Fix("c2", 0))
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


def test_players_who_go_on_by_button_are_believed_until_the_cell_changes(sit):
    """A dead cell must not stop a game."""
    hands = sit(**moving())
    hands.lift("red")
    hands.run(1.0)
    hands.act(Move("Ada", to="c1"))
    inference = only(Mismatch, hands.run(3.0))
    assert inference.fixes == (Fix("c1", 0),)
    hands.act(EndTurn("Ada"), by_button=True)
    assert hands.tracker.disbelieved == {"c1"}
    assert silent(hands.run(5.0))
    hands.place("red", "c1")
    hands.run(1.0)
    assert hands.tracker.disbelieved == frozenset()


def test_a_lost_board_comes_back_with_what_is_different(sit):
    """Pieces that moved while the cable was out to where no move leads are to be put right."""
    hands = sit(**moving())
    with hands.unplugged():
        assert hands.tracker.settling is None
        hands.place("red", "e2")
    assert only(Mismatch, hands.run(3.0)).fixes == (Fix("c2", 0), Fix("e2", None))
    assert hands.played == []


def test_a_legal_move_beside_something_wrong_is_not_to_be_put_right(sit):
    """Red may stay where it went: the mummy alone is to be put back."""
    hands = sit(**moving())
    hands.lift("mummy")
    hands.run(0.5)
    hands.slide("red", "c1")
    inference = only(Mismatch, hands.run(3.5))
    assert inference.fixes == (Fix("e1", MUMMY),)
    assert speak("en")(inference.reason) == "Do not move now: mummy."


def test_of_two_legal_moves_of_which_one_is_another_pawn_neither_is_believed(sit):
    """Red went to c1, and turquoise lies on b2, where red might have gone as well: all four cells are named."""
    hands = sit(**moving())
    hands.lift("red")
    hands.lift("turquoise")
    hands.run(0.5)
    hands.place("turquoise", "b2")
    hands.place("red", "c1")
    inference = only(Mismatch, hands.run(3.5))
    assert {fix.cell for fix in inference.fixes} == {"c1", "b2", "c2", "c4"}


def test_nor_is_its_pawn_to_blame_for_a_piece_that_lies_elsewhere(sit):
    """Blue lies on a1 for nothing; red may well end on c1."""
    hands = sit(**moving())
    hands.place("blue", "a1")
    hands.run(0.5)
    hands.slide("red", "c1")
    inference = only(Mismatch, hands.run(3.5))
    assert inference.fixes == (Fix("a1", None),)
    assert speak("en")(inference.reason) == "A piece is where it does not belong: a1."


def test_a_pawn_askew_beside_the_mummy_has_moved():
    """There the mummy's field points the other way, and takes away what is left of the pawn's."""
    with Hands("serial", game(GRID, 3, **moving("1", mummy="d1"))) as hands:
        hands.place("red", "c1", -3.0, 5.0)
        hands.run(0.6)
        assert hands.played == [Move("Ada", to="c1")]


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


def test_a_cell_on_which_somebody_drummed_is_believed_again_in_the_next_turn(sit):
    """A child with a pawn is no bad sensor; a cell that is one still comes and goes then."""
    hands = sit(**moving())
    for _ in range(6):
        hands.place("blue", "a1")
        hands.run(0.3)
        hands.lift("blue")
        hands.run(0.3)
    assert hands.tracker.unsteady == ("a1",)
    hands.act(Move("Ada", to="c1"))
    assert hands.tracker.unsteady == ("a1",)
    hands.run(15.0)
    hands.become(game(GRID, 3, phase="begin", turn=1, at=("c1", "c4", "stairs"), mummy="e1"))
    hands.run(0.1)
    assert hands.tracker.unsteady == ()


def test_a_piece_is_known_to_have_left_a_cell_only_where_it_was_felt(sit):
    """A dead cell that is known to be one never told that it was there."""
    hands = sit(**moving())
    calibration = replace(hands.tracker.calibration, masked=frozenset({hands.number("c2")}))
    hands.tracker = set_game_state(Tracker(calibration), hands.state)
    hands.run(2.0)
    hands.lift("turquoise")
    hands.run(0.1)
    assert has_left(hands.tracker, "c4")
    assert not has_left(hands.tracker, "c2")
    assert not has_left(hands.tracker, "e1")


def test_a_dead_cell_is_asked_about_once_it_is_known(sit):
    """What a blind cell cannot sense, the players say."""
    hands = sit(**moving())
    hands.magnets.stuck[hands.number("c1")] = 0.0
    hands.leave_out("c1")
    hands.slide("red", "c1")
    asked = only(Ambiguous, hands.run(2.0))
    assert asked.actions == (Move("Ada", to="c1"),)


# --- maps of another size than the board -----------------------------------------------------------------------------


def test_the_hall_fits_on_a_larger_board(kind):
    """A map smaller than the board lies in its top left corner."""
    state = game(HALL, 2, phase="move", face="1", at=("c2", "stairs"), mummy="e1")
    with Hands(kind, state) as hands:
        hands.slide("red", "c1")
        assert only(Matched, hands.run(0.5)).action == Move("Ada", to="c1")


@pytest.mark.parametrize("mummy", ["d1", "e1", "c4", "e4"])
@pytest.mark.parametrize("reading", ["millitesla", "level"])
def test_on_a_larger_map_a_pawn_is_followed_as_far_as_the_board_goes(reading, mummy):
    """Its last rows and columns lie beside the board, and whoever stands there is sensed by nobody."""
    state = game(GRID, 3, **moving(at=("c2", "d3", "stairs"), mummy=mummy))
    strengths = {"c2": 30.0, "d3": 30.0, mummy: 110.0} if reading == "millitesla" else {"c2": 1, "d3": 1, mummy: 1}
    tracker, now_s = set_game_state(Tracker(), state), 0.0
    for red in ("c2", "b2"):
        for _ in range(50):
            now_s += 0.02
            on = {red if cell == "c2" else cell: strength for cell, strength in strengths.items()}
            cells = tuple(on.get(cell_name(row, column), 0.0) for row in range(3) for column in range(4))
            tracker = feed(tracker, Frame(cells, now_s, 3, 4, reading))
            tracker, inference = evaluate(tracker, now_s)
            if isinstance(inference, Matched):
                assert inference.action == Move("Ada", to="b2")
                return
    raise AssertionError("nothing was inferred")
