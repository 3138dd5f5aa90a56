"""A mummy's move until the next person acts: any other path may take its place, and only a catch is final."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands, only
from malediction_device import THREE, read, record, stand, state, switched_on
from malediction_table import GRID, game, prowling
from twins import TO_THE_MUMMY

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.games.malediction.actions import Move, Roll
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.tracking.inferences import Mismatch


@pytest.fixture
def prowl() -> Iterator[Hands]:
    """Return hands on a board of sensors where the mummy may go two steps from e1; red stands on c2."""
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
