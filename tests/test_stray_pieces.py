"""Pieces that do not stand where the game has them: never taken for a move, and named for what they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from board_hands import Hands, only
from momie_table import game
from test_tracking import GRID, moving

from firmware_py.tracking.inference import Reminder
from firmware_py.words import speak

SAY = speak("en")


@pytest.fixture(params=["i2c", "serial"])
def sit(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Return how to sit down at a game in a state that the arguments tell, at either kind of board."""
    with ExitStack() as stack:
        yield lambda **state: stack.enter_context(Hands(request.param, game(GRID, 3, **state)))


@pytest.mark.parametrize(("cell", "face"), [("c3", "1"), ("e2", "4")])
def test_a_pawn_put_down_just_before_another_is_lifted_is_not_that_other(sit, cell, face):
    """Blue belongs on the stairs: whoever lifts red a tenth of a second later has not moved it there."""
    hands = sit(**moving(face))
    hands.place("blue", cell)
    hands.run(0.1)
    hands.lift("red")
    hands.run(3.0)
    assert hands.played == []


def test_a_pawn_on_the_cell_of_another_that_is_in_the_hand_is_not_taken_for_it(sit):
    """Blue comes down on red's cell: all seems as it was, so the places are told."""
    hands = sit(**moving())
    hands.place("blue", "c3")
    hands.run(0.1)
    hands.slide("red", "b2")
    hands.run(1.0)
    hands.lift("blue")
    hands.place("blue", "c2")
    hands.run(0.5)
    hands.lift("red")
    told = only(Reminder, hands.run(3.0))
    assert "red pawn: c2" in SAY(told.words)
