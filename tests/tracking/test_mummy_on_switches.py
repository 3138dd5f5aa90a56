"""What switches know of the mummy: that something stands on its cell. Its path is entered by button, never inferred."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands, only, silent
from malediction_table import CORRIDOR, GRID, game, moving, prowling

from firmware_py.games.malediction.actions import Move, Roll
from firmware_py.games.malediction.pieces import MUMMY
from firmware_py.tracking.inferences import Mismatch, Waiting
from firmware_py.tracking.position import Fix

AWAY = ("stairs", "stairs")


@pytest.fixture
def sit() -> Iterator[Any]:
    """Return what opens a board with a corridor from b1 to f1; the mummy goes from c1, red hides on e1."""
    opened: list[Hands] = []

    def table(text: str = CORRIDOR, hunters: int = 2, **changes: Any) -> Hands:
        opened.append(Hands("i2c", game(text, hunters, **prowling(4, at=("e1", "stairs"), mummy="c1") | changes)))
        return opened[-1]

    yield table
    for hands in opened:
        hands.close()


def slid(hands: Hands) -> None:
    """Slide the mummy onto a hunter's cell."""
    hands.slide("mummy", "d1", "e1")


def there_and_back(hands: Hands) -> None:
    """Slide the mummy over a hunter's cell, and home."""
    hands.slide("mummy", "d1", "e1", "d1", "c1")


def carried(hands: Hands) -> None:
    """Put the mummy down elsewhere."""
    hands.lift("mummy")
    hands.run(0.5)
    hands.place("mummy", "f1")


def lifted(hands: Hands) -> None:
    """Take the mummy off the board."""
    hands.lift("mummy")


def helped(hands: Hands) -> None:
    """Take a pawn up amid the mummy's slide, and lay another one where the mummy was."""
    hands.slide("mummy", "d1")
    hands.lift("red")
    hands.place("turquoise", "c1")


@pytest.mark.parametrize("act", [slid, there_and_back, carried, lifted, helped])
@pytest.mark.parametrize("at", [("e1", "stairs"), ("f1", "stairs"), AWAY])
def test_whatever_is_done_with_the_mummy_in_its_turn_says_nothing(sit, act, at):
    """P48: a move, a question or a message would follow from where a pawn holds its switch down."""
    hands = sit(at=at)
    act(hands)
    assert silent(hands.run(6.0))
    assert (hands.played, hands.tracker.path, hands.tracker.public_inference) == ([], (), Waiting())


def test_once_its_path_is_entered_the_mummy_may_stand_there(sit):
    """Nothing is to be put right, whether it was slid before the path was entered or after."""
    hands = sit(GRID, 3, **prowling(3))
    hands.slide("mummy", "e2")
    hands.act(Move("Mo", path=("e2",)), insists=True)
    assert silent(hands.run(6.0))


def test_a_mummy_that_is_not_where_it_was_entered_is_missed_by_everybody(sit):
    """By its own cell alone, three seconds after its path was entered."""
    hands = sit(GRID, 3, **prowling(3))
    hands.act(Move("Mo", path=("d1",)), insists=True)
    hands.run(2.8)
    assert not isinstance(hands.tracker.public_inference, Mismatch)
    hands.run(0.4)
    assert hands.tracker.public_inference.fixes == (Fix("d1", MUMMY),)
    hands.slide("mummy", "d1")
    hands.run(0.4)
    assert hands.tracker.public_inference == Waiting()


def test_the_hunters_turn_after_the_mummy_s_is_followed(sit):
    """The mummy went by button, and its piece by hand; then red moves."""
    hands = sit(GRID, 3, **prowling(3))
    hands.slide("mummy", "e2", "e3")
    hands.act(Move("Mo", path=("e2", "e3")), insists=True)
    hands.run(1.0)
    hands.act(Roll("Ada", faces=("1", "1", "1", "1", "2")))
    hands.become(game(GRID, 3, **moving(mummy="e3")))
    hands.slide("red", "c1")
    hands.run(0.4)
    assert hands.played == [Move("Ada", to="c1")]


def test_a_pawn_that_strayed_in_the_mummy_s_turn_is_named_later(sit):
    """Positions are checked again as soon as it is their turn."""
    hands = sit(GRID, 3, **prowling(3))
    hands.place("turquoise", "d4")
    assert silent(hands.run(4.0))
    hands.become(game(GRID, 3, **moving()))
    assert only(Mismatch, hands.run(4.0)).fixes == (Fix("c4", 1), Fix("d4", None))
