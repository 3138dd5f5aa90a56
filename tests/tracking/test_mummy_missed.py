"""A mummy that is not on its cell, as everybody reads it: the same words whatever pawns do meanwhile (P48)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hands_on_device import DeviceHands, hands_at, played
from malediction_device import TWO, begin, press
from msgspec.structs import replace
from turns_by_hand import MAPS

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.pages.malediction.board_question import AskPage
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.tracking.position import ignored_cells

GRID = max(MAPS)
"""A map with several ways."""
LOOK_S = 0.05


@contextmanager
def sat_down(kind: str, folder: Path, *phases: str, dim_after_s: float = 300.0) -> Iterator[DeviceHands]:
    """Yield hands at a device on which a pawn in a corridor may move, or in one of other phases."""
    header, actions, _ = next(game for game in games(phases or ("move",)) if phases or is_apart(game[2]))
    with hands_at(kind, folder, header, actions, dim_after_s=dim_after_s) as hands:
        yield hands


def games(phases: tuple[str, ...]) -> Iterator[Any]:
    return (played(GRID, seed, 20, phases) for seed in range(99))


def is_apart(state: Any) -> bool:
    """Return whether the pawn that may move stands in a corridor, and can go elsewhere."""
    start = state.cell(state.turn)
    return start in state.in_corridors and reachable(state, state.face) - {start} != frozenset()


def read_by_everybody(hands: DeviceHands, seconds: float) -> list[tuple[float, str | None, bool]]:
    """Let time pass; return each message that everybody could read and whether the screen was at rest, and when."""
    began_s, read = hands.now_s, []
    while hands.now_s < began_s + seconds:
        hands.device.wait(LOOK_S)
        shown = hands.device.app.shown
        assert shown.audience != "hunters"
        news = (shown.notice.text if shown.notice else None, hands.device.app.rest.is_dimmed)
        if not read or read[-1][1:] != news:
            read.append((round(hands.now_s - began_s, 2), *news))
    return read


def readings(hands: DeviceHands, *, moves: bool) -> list[tuple[float, str | None, bool]]:
    """Return what everybody reads while the mummy is lifted in a hunter's turn; the hunter's pawn is moved or not."""
    press(hands.device, "back")
    state = hands.state
    pawn, start = state.hunter.pawn, state.cell(state.turn)
    hands.lift("mummy")
    read = read_by_everybody(hands, 2.0)
    if moves:
        hands.lift(pawn)
    read += read_by_everybody(hands, 4.0)
    if moves:
        hands.place(pawn, min(reachable(state, state.face) - {start}))
    return read + read_by_everybody(hands, 5.0)


@pytest.mark.parametrize("dim_after_s", [300.0, 1.0])
def test_a_missed_mummy_is_announced_at_the_same_moment_if_a_pawn_moves(kind, dim_after_s, tmp_path):
    """On the curtain in a hunter's turn, also while the screen rests: the mummy's player could watch for it."""
    read = []
    for moves in (False, True):
        with sat_down(kind, tmp_path / str(moves), dim_after_s=dim_after_s) as hands:
            read.append(readings(hands, moves=moves))
    still, moved = read
    assert [text for _, text, _ in still if text] != []
    assert moved == still


def test_a_question_about_pieces_goes_with_the_cable(kind, tmp_path):
    """What it asks about may be put right meanwhile, and an answer would tell otherwise."""
    with sat_down(kind, tmp_path) as hands:
        state = hands.state
        pawn, start = state.hunter.pawn, state.cell(state.turn)
        hands.plug(is_in=False)
        hands.device.wait(1.5)
        hands.place(pawn, min(reachable(state, state.face) - {start}))
        hands.plug(is_in=True)
        hands.device.wait(2.5)
        assert isinstance(hands.page, AskPage)
        hands.plug(is_in=False)
        hands.device.wait(1.5)
        assert not isinstance(hands.page, AskPage)
        hands.place(pawn, start)
        hands.plug(is_in=True)
        hands.device.wait(4.0)
        assert not isinstance(hands.page, AskPage)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_the_mummy_may_be_asked_for_again_once_its_path_was_to_be_entered(kind, tmp_path):
    """Yes leads to the path by button; the mummy is put back and carried away again, and the board asks again."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        home = hands.state.mummy
        for _ in range(2):
            hands.lift("mummy")
            hands.device.wait(4.0)
            assert isinstance(hands.page, AskPage)
            press(hands.device, "down", "ok")
            assert isinstance(hands.page, MummyPage)
            assert hands.device.app.view.notice.text.startswith("Now enter the mummy's path")
            hands.place("mummy", home)
            hands.device.wait(2.0)
            assert hands.device.app.view.notice is None


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_the_question_goes_once_the_mummy_is_home_again(kind, tmp_path):
    """It is answered then: nothing has happened."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        hands.lift("mummy")
        hands.device.wait(4.0)
        assert isinstance(hands.page, AskPage)
        hands.place("mummy", hands.state.mummy)
        hands.device.wait(2.0)
        assert isinstance(hands.page, MummyPage)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_who_has_not_moved_is_to_be_put_back(kind, tmp_path):
    """No is an answer: then everybody reads where the mummy belongs."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        hands.lift("mummy")
        hands.device.wait(4.0)
        press(hands.device, "ok")
        notice = hands.device.app.view.notice
        assert notice is not None
        assert f"mummy belongs on {hands.state.mummy}" in notice.text


def test_a_mummy_never_put_on_the_board_is_asked_for_after_the_dice_too(kind, tmp_path):
    """Dice are entered by button on any board: that says nothing of the mummy, and its cell is still believed."""
    config = replace(Config(), language="en", board=BoardConfig(kind=kind))
    with SimulatedDevice(config, tmp_path / "data") as device:
        press(device, "ok")
        device.wait(1.0)
        press(device, "ok")
        begin(device, TWO)
        device.wait(1.0)
        wanted = f"mummy belongs on {device.app.table.playing.state.mummy}"
        assert wanted in str(device.app.view.notice)
        press(device, *("ok",) * 6)  # none of the dice shows the mummy, all the arrow
        device.wait(1.0)
        assert wanted in str(device.app.view.notice)
        press(device, "back")  # the curtain
        device.wait(1.0)
        assert device.app.view.audience == "table"
        assert wanted in str(device.app.view.notice)
        device.place("mummy", device.app.table.playing.state.mummy)
        device.wait(1.0)
        assert device.app.view.notice is None


@pytest.mark.parametrize("puts_away", [False, True])
def test_a_mummy_that_went_on_past_its_catch_is_missed_beside_the_pawn(puts_away, tmp_path):
    """The catch is final (P34), so the mummy belongs on that cell, whether the captive is taken off it or not."""
    header, actions, state, path = next(
        (*game, past_a_pawn(game[2])) for game in games(("mummy_move",)) if past_a_pawn(game[2])
    )
    with hands_at("serial", tmp_path, header, actions) as hands:
        captive = next(hunter.pawn for index, hunter in enumerate(state.hunters) if state.cell(index) == path[-2])
        arrives_s = hands.magnets.slide("mummy", [hands.number(cell) for cell in path], hands.now_s)
        hands.device.wait(arrives_s - hands.now_s + 1.7)
        assert hands.state.mummy == path[-2]
        if puts_away:
            hands.lift(captive)
        (_, said, _), *others = read_by_everybody(hands, 4.0)[1:]
        assert f"mummy belongs on {path[-2]}" in said
        assert others == []


def past_a_pawn(state: Any) -> tuple[str, ...]:
    """Return a path of the mummy over a first pawn to a free cell behind it."""
    steps = {path for path in mummy_paths(state.maze, state.mummy, state.steps or 0, ()).values() if path}
    for path in steps:
        met = [cell for cell in path if cell in state.in_corridors]
        if met == [*path[-1:]] and (behind := behind_it(state, path)):
            return (*path, min(behind))
    return ()


def behind_it(state: Any, path: tuple[str, ...]) -> set[str]:
    return {*state.maze.steps(path[-1]).values()} - {state.mummy, *path, *state.in_corridors, *ignored_cells(state)}
