"""The path on the mummy's page while the mummy is slid over the magnetic board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands
from malediction_table import CORRIDOR, GRID, game, moving, prowling
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session
from firmware_py.pages.lists import ListPage
from firmware_py.pages.malediction.dialogue import draft_of
from firmware_py.pages.malediction.entered_moves import with_sensed_path
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.stack import Press
from firmware_py.pages.table import Table
from firmware_py.sensing.cells import Sensed
from firmware_py.words import NOTHING, speak
from hardware.simulated.magnets import HUNTER

MENU = ListPage(NOTHING, NOTHING, ())


@pytest.fixture
def prowl() -> Iterator[Any]:
    """Return hands on a board of linear sensors where the mummy may go three steps from e1."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        yield hands


def test_each_cell_of_the_path_is_known_as_soon_as_the_mummy_is_sensed(prowl):
    """Long before the mummy rests."""
    prowl.slide("mummy", "d1")
    prowl.run(0.1)
    assert prowl.tracker.path == ("d1",)
    prowl.slide("mummy", "d2")
    prowl.run(0.1)
    assert prowl.tracker.path == ("d1", "d2")
    assert prowl.played == []


def test_a_mummy_home_again_has_no_path(prowl):
    """Put back is nothing."""
    prowl.slide("mummy", "d1", "e1")
    prowl.run(2.0)
    assert prowl.tracker.path == ()


def test_a_pawn_in_a_hand_is_not_on_the_path_of_the_mummy(prowl):
    """Lifted and put down beside the mummy, it leaves no trace on a page for everybody."""
    prowl.slide("mummy", "d1")
    prowl.lift("red")
    prowl.run(0.2)
    prowl.place("red", "d2")
    prowl.run(0.2)
    assert prowl.tracker.path == ("d1",)


def test_pawns_heaped_on_the_stairs_are_not_a_mummy_between_two_cells(prowl):
    """Two of them read like the mummy, and any number may stand there (P30)."""
    stairs = prowl.state.maze.stairs
    prowl.magnets.slide("mummy", [prowl.number("d1")], prowl.now_s, 0.6)
    prowl.run(0.3)
    assert not prowl.tracker.settling.sensing(Sensed.MUMMY)
    for pawn in ("blue", "turquoise"):
        prowl.magnets.pieces[pawn] = replace(HUNTER, strength=1.05)  # whatever the gain of that sensor is
        prowl.place(pawn, stairs)
    prowl.run(0.08)
    assert prowl.tracker.settling.sensing(Sensed.MUMMY) == {prowl.number(stairs)}
    prowl.run(2.5)
    assert prowl.played == [Move("Mo", path=("d1",))]


def test_the_mummy_may_go_over_one_cell_three_times():
    """The field comes and goes by steps; each time is one visit, no cell is unsteady, and the first step counts."""
    with Hands("serial", game(CORRIDOR, 2, **prowling(7, at=("b1", "stairs"), mummy="d1"))) as hands:
        hands.slide("mummy", "e1", "f1", "e1", "f1", "e1", each_s=0.4)
        hands.run(2.0)
        assert hands.tracker.unsteady == ()
        assert hands.played == [Move("Mo", path=("e1",))]


def flapped(hands: Hands, cell: str) -> None:
    """Let a cell sense now a pawn and now the mummy, without ever sensing nothing."""
    for count in range(12):
        hands.magnets.stuck[hands.number(cell)] = 90.0 if count % 2 else 30.0
        hands.run(0.2)


def test_a_cell_that_reads_now_a_pawn_and_now_the_mummy_is_left_out():
    """It flaps, be it between two strengths."""
    with Hands("serial", game(GRID, 3, **moving("1"))) as hands:
        flapped(hands, "a4")
        assert hands.tracker.unsteady == ("a4",)


def test_in_the_mummy_s_turn_such_a_cell_does_not_matter(prowl):
    """The cell of the mummy is known; as no cell is left out then, nobody learns where a pawn is."""
    flapped(prowl, "a4")
    assert prowl.tracker.unsteady == ()
    prowl.slide("mummy", "d1")
    flapped(prowl, "a4")
    assert prowl.played == [Move("Mo", path=("d1",))]


def test_the_page_follows_the_piece_and_not_a_path_entered_by_button():
    """Whoever has pressed a step is not overruled."""
    page = MummyPage(MENU)
    followed = with_sensed_path((MENU, page), (), ("d1",))
    assert followed == (MENU, MummyPage(MENU, ("d1",), is_sensed=True))
    assert with_sensed_path(followed, ("d1",), ()) == (MENU, page)
    entered = (MENU, MummyPage(MENU, ("f1",)))
    assert with_sensed_path(entered, (), ("d1",)) == entered
    assert with_sensed_path((MENU,), (), ("d1",)) == (MENU,)


@pytest.mark.parametrize("kind", ["i2c", "serial"])
@pytest.mark.parametrize("each_s", [0.15, 0.4])
def test_the_mummy_may_be_slid_to_and_fro_as_often_as_the_player_likes(kind, each_s):
    """What comes to a cell from its neighbour, or goes there, is a piece in a hand, and no cell that flaps."""
    with Hands(kind, game(CORRIDOR, 2, **prowling(3, at=("stairs", "stairs"), mummy="d1"))) as hands:
        hands.slide("mummy", *["e1", "d1"] * 8, "e1", "f1", each_s=each_s)
        hands.run(2.5)
        assert hands.tracker.unsteady == ()


def test_a_sensed_path_is_a_draft_only_once_a_button_was_pressed():
    """Nothing is stored for each cell of a slide; after a press, even into a wall, a power cut keeps the path."""
    state = game(GRID, 3, **prowling())
    table = Table(speak("en"), session=Session(GAMES["malediction"], None, state))
    for button in ("up", "down", "left", "right"):
        sensed = MummyPage(MENU, ("d1",), is_sensed=True)
        assert draft_of(sensed) is None
        pressed = sensed.press(Press(button), table)
        assert draft_of(pressed) is not None
