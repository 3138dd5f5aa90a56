"""The mummy carried anywhere and put back on its own cell: it has not moved, and every path is open again."""

from __future__ import annotations

import pytest
from board_hands import Hands
from malediction_table import HALL, HUNTERS_AWAY, game, maze, prowling

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.movement import mummy_paths

HOME = "c2"
ROOM = maze(HALL)
FREE = [cell for cell in ROOM.cells if ROOM.is_floor(cell) and cell != HOME]
PATH = ("d2", "d1")


def carry(hands: Hands, cell: str) -> None:
    """Lift the mummy and put it down on a cell."""
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", cell)


def put_back(hands: Hands, how: str, cell: str) -> None:
    """Bring the mummy home from a cell: in the hand, or slid from cell to cell."""
    if how == "lifted":
        carry(hands, HOME)
    else:
        hands.slide("mummy", *mummy_paths(ROOM, cell, len(ROOM.cells), ())[HOME])


@pytest.mark.parametrize(("how", "after_s"), [("lifted", 3.2), ("slid", 0.4)])
def test_a_mummy_put_back_has_not_moved_and_may_go_anywhere(how, after_s):
    """P35: from every cell, whether it may have gone there or was refused; then a slide counts as ever."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=HUNTERS_AWAY, mummy=HOME))) as hands:
        for cell in FREE:
            carry(hands, cell)
            hands.run(after_s)
            put_back(hands, how, cell)
            hands.run(3.2)
            assert (hands.played, hands.state.phase, hands.tracker.path) == ([], "mummy_move", ()), cell
            hands.slide("mummy", *PATH)
            hands.run(0.4)
            assert hands.played == [Move("Mo", path=PATH)], cell
            hands.slide("mummy", "d2", HOME)
            hands.run(2.0)


@pytest.mark.parametrize("cell", ["a1", "d1", "e3"])
def test_a_mummy_put_back_need_not_rest_before_it_goes(cell):
    """Nor does it stay at home long enough for anything to be announced before it is slid on."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=HUNTERS_AWAY, mummy=HOME))) as hands:
        carry(hands, cell)
        hands.run(0.4)
        carry(hands, HOME)
        hands.run(0.1)
        hands.slide("mummy", *PATH)
        hands.run(0.4)
        assert hands.played == [Move("Mo", path=PATH)]


@pytest.mark.parametrize("how", ["lifted", "slid"])
def test_a_hunter_whom_it_met_on_a_slide_is_caught_all_the_same(how):
    """P34: what was sensed from cell to cell has happened, wherever the mummy is carried from there."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=("c1", "stairs", "stairs"), mummy=HOME))) as hands:
        hands.slide("mummy", "c1", "b1")
        carry(hands, "e3")
        hands.run(1.0)
        put_back(hands, how, "e3")
        hands.run(3.2)
        assert hands.played == [Move("Mo", path=("c1",))]
