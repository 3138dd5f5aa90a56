"""A pawn's move entered by button: until the turn is handed over, the pieces on the board may show another one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hands_on_device import DeviceHands, hands_at, played
from malediction_device import press
from turns_by_hand import MAPS

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import reachable
from firmware_py.games.malediction.state import Move
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, move_ends

GRID = max(MAPS)
"""A map with several ways."""


@pytest.fixture(params=["i2c", "serial"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of board."""
    return str(request.param)


@contextmanager
def sat_down(kind: str, folder: Path) -> Iterator[DeviceHands]:
    """Yield hands at a device on which a pawn in a corridor may go to several other cells."""
    games = (played(GRID, seed, 20, ("move",)) for seed in range(99))
    header, actions, _ = next(game for game in games if len(elsewhere(game[2])) > 1)
    with hands_at(kind, folder, header, actions) as hands:
        yield hands


def elsewhere(state: Any) -> list[str]:
    """Where the pawn that may move can go, if it stands in a corridor, and its own cell is none of them."""
    start = state.cell(state.turn)
    ends = move_ends(state)
    return [] if start not in state.in_corridors or start in ends else list(ends)


def leads_to_hunter(state: Any) -> bool:
    """Whether the pawn can go elsewhere, and then it is another pawn's turn."""
    if not elsewhere(state):
        return False
    after, _ = rules.apply(state, Move(state.hunter.player, to=elsewhere(state)[0]))
    return after.phase == "begin"


def enter_by_button(hands: DeviceHands, cell: str) -> None:
    """Move the cursor to a cell, and enter that the pawn has gone there."""
    ends, page = move_ends(hands.state), hands.page
    assert isinstance(page, MovePage)
    press(hands.device, *("right",) * ((ends.index(cell) - page.at(hands.device.app.table)) % len(ends)), "ok")
    assert hands.page == HandOverPage(cell)


def cut(hands: DeviceHands) -> None:
    """Cut the power, take the game up again and look at the hunters' page."""
    hands.device.cut()
    press(hands.device, "ok")
    hands.look()
    hands.device.wait(4.0)
    hands.look()


def answer_yes(hands: DeviceHands) -> None:
    """Tell the board that it is so."""
    assert isinstance(hands.page, AskPage)
    press(hands.device, "down", "ok")


def test_it_may_be_put_on_another_cell_than_was_told(kind, tmp_path):
    """Nothing is played before the turn is handed over."""
    with sat_down(kind, tmp_path) as hands:
        entered, other = elsewhere(hands.state)[:2]
        enter_by_button(hands, entered)
        hands.place(hands.state.hunter.pawn, other)
        hands.device.wait(2.0)
        assert hands.page == HandOverPage(other)


def test_a_pawn_still_on_its_old_cell_is_missed_where_it_was_entered(kind, tmp_path):
    """It has only not been moved yet: what was entered by button holds."""
    with sat_down(kind, tmp_path) as hands:
        entered = elsewhere(hands.state)[0]
        enter_by_button(hands, entered)
        hands.device.wait(4.0)
        assert hands.page == HandOverPage(entered)
        assert f"{hands.state.hunter.pawn} pawn belongs on {entered}" in hands.device.app.view.notice.text


def test_once_it_has_stood_there_it_may_be_put_back(kind, tmp_path):
    """Then it has not moved yet."""
    with sat_down(kind, tmp_path) as hands:
        pawn, start, entered = hands.state.hunter.pawn, hands.state.cell(hands.state.turn), elsewhere(hands.state)[0]
        enter_by_button(hands, entered)
        hands.place(pawn, entered)
        hands.device.wait(2.0)
        assert hands.page == HandOverPage(entered)
        hands.place(pawn, start)
        hands.device.wait(4.0)
        assert isinstance(hands.page, MovePage)


@pytest.mark.parametrize("was_away", [None, "cable", "power"])
def test_where_it_may_not_go_the_reason_is_told(kind, was_away, tmp_path):
    """As it is where nothing was entered by button before."""
    with sat_down(kind, tmp_path) as hands:
        state = hands.state
        enter_by_button(hands, elsewhere(state)[0])
        floor = {cell for cell in state.maze.cells if state.maze.is_floor(cell)}
        forbidden = min(floor - reachable(state, state.face) - state.in_corridors.keys() - {state.mummy})
        if was_away == "cable":
            hands.plug(is_in=False)
            hands.device.wait(1.5)
            hands.plug(is_in=True)
        hands.place(state.hunter.pawn, forbidden)
        if was_away == "power":
            cut(hands)
        hands.device.wait(4.0)
        notice = hands.device.app.view.notice
        assert f"The {state.hunter.pawn} pawn may not end on {forbidden}" in notice.text
        assert all(cell in notice.text for cell in reachable(state, state.face))


@pytest.mark.parametrize("is_entered", [False, True])
def test_after_a_power_cut_it_is_asked_whether_it_has_gone_where_it_may(kind, is_entered, tmp_path):
    """The board has not sensed where it went meanwhile; yes is all there is to say."""
    with sat_down(kind, tmp_path) as hands:
        entered, other = elsewhere(hands.state)[:2]
        if is_entered:
            enter_by_button(hands, entered)
        hands.place(hands.state.hunter.pawn, other)
        cut(hands)
        answer_yes(hands)
        hands.device.wait(4.0)
        assert hands.page == HandOverPage(other)
        assert len(hands.device.app.stack) == 1


def test_after_a_power_cut_what_was_told_and_not_done_stays_told(kind, tmp_path):
    """Nothing is lost, and it is said where the pawn belongs."""
    with sat_down(kind, tmp_path) as hands:
        entered = elsewhere(hands.state)[0]
        enter_by_button(hands, entered)
        cut(hands)
        assert hands.page == HandOverPage(entered)
        assert f"{hands.state.hunter.pawn} pawn belongs on {entered}" in hands.device.app.view.notice.text


@pytest.mark.parametrize("is_entered", [False, True])
def test_on_a_board_cleared_meanwhile_all_pieces_are_named_and_none_blamed(kind, is_entered, tmp_path):
    """Packed up in the midst of a game, before a move or after it was entered, and taken up again another day."""
    with sat_down(kind, tmp_path) as hands:
        if is_entered:
            enter_by_button(hands, elsewhere(hands.state)[0])
        for piece in hands.magnets.pieces:
            hands.lift(piece)
        cut(hands)
        notice = hands.device.app.view.notice
        assert notice.text.startswith("The pieces do not stand as they do in the game.")
        assert f"mummy belongs on {hands.state.mummy}" in notice.text


def test_before_the_first_turn_it_is_told_where_all_pieces_begin(kind, tmp_path):
    """The board counts no pawns on the stairs, so that they stand there is said and not awaited."""
    header, actions, _ = played(GRID, 1, 0, ("begin",))
    with hands_at(kind, tmp_path, header, actions) as hands:
        for piece in hands.magnets.pieces:
            hands.lift(piece)
        cut(hands)
        board, notice = hands.state.maze, hands.device.app.view.notice
        assert notice.text.startswith(f"The board is empty. The pawns stand on the stairs, {board.stairs}.")
        assert f"mummy belongs on {board.dungeon}" in notice.text
        hands.place("mummy", board.dungeon)
        hands.device.wait(2.0)
        assert hands.device.app.view.notice is None


def test_playing_on_with_a_misplaced_pawn_shows_its_cell_until_that_changes(kind, tmp_path):
    """Its cells are named once to the hunters, and marked on their map; everybody's pages are silent about them."""
    games = (played(GRID, seed, 20, ("move",)) for seed in range(99))
    header, actions, state = next(game for game in games if len(game[2].in_corridors) > 1 and leads_to_hunter(game[2]))
    with hands_at(kind, tmp_path, header, actions) as hands:
        entered = elsewhere(state)[0]
        hands.place(state.hunter.pawn, entered)
        hands.device.wait(1.0)
        home, index = next((cell, index) for cell, index in state.in_corridors.items() if index != state.turn)
        pawn, board = state.hunters[index].pawn, state.maze
        taken = {entered, state.mummy, *state.in_corridors}
        astray = min(cell for cell in board.cells if board.is_floor(cell) and cell not in taken)
        hands.place(pawn, astray)
        hands.device.wait(4.0)
        assert f"{pawn} pawn belongs on {home}" in hands.device.app.view.notice.text
        press(hands.device, "ok")
        cells = tuple(sorted((home, astray)))
        assert hands.device.app.view.notice.text.startswith(f"Not as on the map: {', '.join(cells)}.")
        press(hands.device, "back")
        assert hands.device.app.view.audience != "hunters"
        hands.device.wait(4.0)
        assert hands.device.app.view.notice is None
        hands.look()
        hands.device.wait(4.0)
        assert hands.device.app.view.notice is None
        assert set(hands.device.app.view.body.wrong) == {*map(board.index_of, cells)}
        hands.place(pawn, home)
        hands.device.wait(1.0)
        assert hands.device.app.view.body.wrong == ()
