"""A device with nothing but a touch screen: every page can be worked by what is drawn on it, large or small."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from display.draw import layout
from display.draw.marks import TouchArea
from display.theme import FINGER_MM, pixels_per_mm
from display.view import Hold, Menu, View, as_text
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import PRESS_S, SimulatedDevice
from firmware_py.games.maudite_momie.state import Explore
from firmware_py.games.registry import GAMES
from hardware import Edge


def by_touch(width: int, height: int, inches: float) -> Config:
    """The settings of a device that is worked by this panel alone."""
    screen = ScreenConfig(width=width, height=height, inches=inches)
    return Config(language="en", buttons=ButtonsConfig(layout="touch"), screen=screen)


LARGE = (800, 480)
TOUCHED = by_touch(*LARGE, 7.0)
"""On which fingers hit all that lies on a page."""
SMALL = (by_touch(480, 320, 3.5), by_touch(320, 240, 2.8))
"""Which show keys."""
TOUCHES = 400
ENOUGH_PLIES = 30
"""Places in a game that have been seen; then every kind of page was among them."""


@cache
def drawn(view: View, size: tuple[int, int] = LARGE) -> tuple[TouchArea, ...]:
    """The places to touch on a page."""
    return tuple(mark for mark in layout(view, *size) if isinstance(mark, TouchArea))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device without buttons at its list of games, in English."""
    with SimulatedDevice(TOUCHED, tmp_path / "data") as switched_on:
        switched_on.touch("1")
        yield switched_on


def walk(device: SimulatedDevice, seed: int) -> Iterator[View]:
    """Touch this and that, mostly going forward, and yield each page."""
    chance = random.Random(seed)
    size = device.app.settings.size
    for _ in range(TOUCHES):
        view = device.app.view
        yield view
        targets = [touch.target for touch in drawn(view, size)]
        forward = [target for target in targets if target not in ("button:back", "hold:back", "key:back")]
        ok = next((target for target in ("button:ok", "key:ok") if target in forward), "")
        if ok and chance.random() < 0.4:
            forward = [ok]
        target = chance.choice(forward if forward and chance.random() < 0.97 else targets)
        is_long = target == "key:ok" and any(hint.held and hint.button == "ok" for hint in view.hints)
        device.touch(target, 1.1 if is_long and chance.random() < 0.5 else PRESS_S)
        if device.app.finished:
            return


@pytest.mark.parametrize("config", [TOUCHED, *SMALL], ids=lambda config: f"{config.screen.inches} inches")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_set_up_and_played_by_touch_alone(tmp_path: Path, config: Config, game: str) -> None:
    """Whoever touches what is drawn gets on, on every page: also through the curtain, on which a finger must stay.

    All they touch is seven millimetres wide.
    """
    with SimulatedDevice(config, tmp_path / "data") as device:
        device.touch("1")
        device.touch(str(list(GAMES).index(game)))
        play_on(device, game)


def play_on(device: SimulatedDevice, game: str) -> None:
    size, plies, lifted = device.app.settings.size, set(), False
    least = FINGER_MM * pixels_per_mm(*size, device.app.settings.inches)
    for view in walk(device, seed=7):
        touched = drawn(view, size)
        assert touched, as_text(view)
        assert min(min(touch.box.w, touch.box.h) for touch in touched) >= least, as_text(view)
        lifted |= view.audience == "hunters"
        session = device.app.table.session
        if session and session.game.id == game:
            plies.add(session.ply)
        if len(plies) > ENOUGH_PLIES and lifted == (game == "malediction"):
            break
    assert len(plies) > ENOUGH_PLIES
    assert lifted == (game == "malediction")


def test_undo_is_in_the_footer_whenever_there_is_something_to_take_back(device: SimulatedDevice) -> None:
    """A tap on it takes back; without it nobody without buttons could."""
    for _ in range(4):
        device.touch("0")
    session = device.app.table.playing
    assert isinstance(session.steps[-1].action, Explore)
    assert "hold:back" in [touch.target for touch in drawn(device.app.view)]
    device.touch("hold:back")
    assert device.app.table.playing.ply == session.ply - 1


def test_switching_off_needs_no_button(device: SimulatedDevice) -> None:
    """The menu's way ends on the last page, too."""
    body = device.app.view.body
    assert isinstance(body, Menu)
    device.touch(str(len(body.items) - 1))
    device.touch("1")
    assert device.app.state.is_switched_off


def test_a_tap_where_ok_is_to_be_held_is_nothing(device: SimulatedDevice) -> None:
    """Neither a held ok nor a short one; it takes a finger that stays."""
    device.touch("1")
    for _ in range(9):
        if device.app.table.session:
            break
        device.touch("button:ok")
    assert "hold:ok" in [touch.target for touch in drawn(device.app.view)]
    device.wait(0.5)
    before = as_text(device.app.view)
    for seconds in (0.0, 0.3, 0.9):
        device.app.hold_ok(True, device.now_s)
        device.wait(seconds)
        device.app.hold_ok(False, device.now_s)
        device.wait(0.1)
        assert as_text(device.app.view) == before
    device.touch("hold:ok")
    assert as_text(device.app.view) != before


def test_a_notice_goes_when_it_is_touched(device: SimulatedDevice) -> None:
    """It stands where the footer was, which comes back with all that it offers; nothing is played."""
    for _ in range(4):
        device.touch("0")
    ply = device.app.table.playing.ply
    assert device.app.view.notice
    device.touch("")
    assert device.app.view.notice is None
    assert device.app.table.playing.ply == ply
    offered = {f"{'hold' if hint.held else 'button'}:{hint.button}" for hint in device.app.view.hints}
    assert offered <= {touch.target for touch in drawn(device.app.view)}


def test_a_key_of_a_small_screen_is_a_button(tmp_path: Path) -> None:
    """Pressed it moves or chooses, held it repeats or undoes, with the same ring as a button."""
    with SimulatedDevice(SMALL[0], tmp_path / "data") as device:
        assert device.app.settings.has_keys
        for target in ("1", "0", "key:ok", "key:ok"):
            device.touch(target)
        session = device.app.table.playing
        device.touch("key:left")
        assert device.app.table.playing.ply == session.ply + 1
        device.wait(1.0)
        device.app.edge(Edge("back", True, device.now_s))
        device.wait(0.7)
        assert isinstance(device.app.view.hold, Hold)
        device.wait(0.4)
        device.app.edge(Edge("back", False, device.now_s))
        assert device.app.table.playing.ply == session.ply
