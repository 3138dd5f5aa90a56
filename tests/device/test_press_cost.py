"""What a press and a moment without one cost, in counts that are the same on every machine."""

import itertools
import sys
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from random_play import random_record

from display.draw import lay_out
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.loop import Inbox
from firmware_py.device.state import DeviceState
from firmware_py.games.registry import GAMES
from firmware_py.pages.page import Press

PRESSES = ("ok", "down", "ok", "right", "down", "ok", "left", "up", "ok", "ok", "back", "down", "back")
"""Some of them play, others move a cursor, open a page or close it."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often what pages look at and what they show was derived from a state."""
    counts: Counter[str] = Counter()

    def counted(name: str, derive: Callable[[DeviceState], Any]) -> Callable[[DeviceState], Any]:
        def derived(state: DeviceState) -> Any:
            counts[name] += 1
            return derive(state)

        return derived

    for name in ("table", "top_view"):
        derived = cached_property(counted(name, vars(DeviceState)[name].func))
        derived.__set_name__(DeviceState, name)
        monkeypatch.setattr(DeviceState, name, derived)
    return counts


@pytest.mark.parametrize("game_id", GAMES)
def test_a_press_derives_the_table_and_the_view_once(game_id: str, made: Counter[str], tmp_path: Path) -> None:
    """Whatever it leads to, through however many states; the table only if something on it has changed."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.load(random_record(game_id, Random(1), most=12))
        device.wait(1.0)
        plies = set()
        for button in PRESSES:
            plies.add(device.app.table.playing.ply if device.app.table.session else None)
            made.clear()
            device.press(button)
            assert made["top_view"] <= 1
            assert made["table"] <= 1
        assert len(plies) > 1, "no press played anything"


def test_a_moment_in_which_nothing_happens_derives_nothing(game: SimulatedDevice, made: Counter[str]) -> None:
    """No table and no view, as often as the loop goes round; what is shown stays the same value."""
    game.wait(5.0)
    made.clear()
    shown = game.app.shown
    for _ in range(100):
        game.app.tick(game.now_s)
        assert game.app.shown is shown
    assert not made


def test_a_look_at_the_window_calls_three_functions_while_nothing_happens() -> None:
    """The clock twice, and one that listens: an idle device does it six times a second."""
    looks: list[int] = []
    steps = itertools.count()
    inbox = Inbox(lambda: looks.append(1) or (), lambda: next(steps) / 100_000)
    called = calls(lambda: inbox.wait(next(steps) / 100_000 + 0.001, is_dimmed=False))
    assert len(looks) > 20
    assert called <= 4 * len(looks) + 5, "three and the look itself"


def calls(do: Callable[[], object]) -> int:
    """How many functions of Python are called meanwhile."""
    counts: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, argument: counts.update((event,)))  # noqa: ARG005 - as Python calls it
    try:
        do()
    finally:
        sys.setprofile(None)
    return counts["call"]


def test_a_press_that_plays_calls_no_more_functions_than_it_did(tmp_path: Path) -> None:
    """From the press to the view, and from there to a picture whose words were drawn before; a tenth more at most."""
    surface = pygame.Surface((480, 320))
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.load(random_record("maudite_momie", Random(1), most=0))
        app, pressed, drawn = device.app, [], []
        for _ in range(6):
            device.wait(1.0)
            now_s = device.now_s
            pressed.append(calls(lambda now_s=now_s: app.press(Press("ok"), now_s)))
            view = app.view
            lay_out(view, 480, 320).paint(surface)  # so that what other tests have drawn makes no difference
            drawn.append(calls(lambda view=view: lay_out(view, 480, 320).paint(surface)))
        assert app.table.playing.ply == len(pressed)
    assert max(pressed) <= 1230
    assert max(drawn) <= 565
