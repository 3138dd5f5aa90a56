"""Moves of pawns beside bad cells, and on maps of another size than the board."""

from __future__ import annotations

import pytest
from board_hands import Hands, only
from malediction_table import GRID, HALL, game, moving
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.grid import cell_name
from firmware_py.pages.malediction.board_follower import has_left
from firmware_py.tracking.evaluation import evaluate
from firmware_py.tracking.inferences import Ambiguous, Matched
from firmware_py.tracking.tracker import Tracker, feed, follow
from hardware.boards.frames import Frame

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
    hands.tracker = follow(Tracker(calibration), hands.state)
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
    tracker, now_s = follow(Tracker(), state), 0.0
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
