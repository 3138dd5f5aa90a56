"""People press twice: the second press answers no question that came since, on any page, with keys or by touch."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from held_disk import HeldDisk
from random_play import random_record
from sampling import many

from display.draw import layout
from display.draw.marks import TouchArea
from display.inputs import HOLD_OK
from display.view import COLOURS, Button, View, as_text
from display.window import target_at
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig
from firmware_py.config.settings import Controls
from firmware_py.desk.demo import DEMOS, Reached, auto_confirms, next_play, shortest_presses
from firmware_py.desk.simulated_device import PRESS_S, SimulatedDevice
from firmware_py.device.button_gestures import meant_by
from firmware_py.device.idle import RING_S
from firmware_py.games.records import write_line
from firmware_py.pages.interface import Begin, PageContext, Play
from firmware_py.pages.page import LongPress, Page, Press, Stack, Touch, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak

SEED = 3
MOST_ACTIONS = many(8, whole=60)
PRESSES = many(35, whole=300)
BUTTONS: dict[Controls, tuple[Button, ...]] = {
    "six": ("ok", "down", "right", "up", "left", "back"),
    "four": ("ok", "down", "up", "back"),
}
WEIGHTS = {"six": (5, 3, 2, 1, 1, 0.5), "four": (5, 3, 2, 0.5)}
"""Somebody presses mostly forward."""


def device_with(controls: Controls, folder: Path, disk: HeldDisk | None = None) -> SimulatedDevice:
    """A device with these controls, in English, its screen large enough for fingers."""
    config = Config(language="en", buttons=ButtonsConfig(layout=controls), screen=ScreenConfig(width=800, height=480))
    return SimulatedDevice(config, folder / "data", disk=disk)


def question(view: View) -> object:
    """What a page asks: the next card or step is the same question again."""
    return type(view.body), view.title, re.sub(r"\d+", "0", view.prompt)


def effects(device: SimulatedDevice) -> tuple[Any, ...]:
    """What a press may change besides pages: the game and whose turn it is; settings, and what is stored."""
    state = device.app.state
    game = (state.session and state.session.steps, state.actor)
    return game, (state.chosen, state.stored.saved_games(), state.is_transferring)


def touch_at_once(device: SimulatedDevice, target: str) -> None:
    """Touch without a look at the screen."""
    device.app.touch(target, device.now_s)
    device.wait(PRESS_S)


def press_at_once(device: SimulatedDevice, button: str) -> None:
    """Press without a look at the screen."""
    device.pins.press(button)
    device.wait(PRESS_S)
    device.pins.release(button)
    device.wait(PRESS_S)


def is_wrong_twice(device: SimulatedDevice, done: Press | LongPress | Touch) -> bool:
    """Press or touch, and at once again; return whether the second did what only a first may do.

    It may do something where the same is asked as before the first, and nothing was played: what keys enter is often
    the same twice.
    """
    asked, (game, _) = question(device.app.view), effects(device)
    if isinstance(done, Touch):
        device.touch(done.target)
        device.wait(PRESS_S)
    else:
        device.do(done)
    once, was = question(device.app.view), effects(device)
    if isinstance(done, Touch):
        touch_at_once(device, done.target)
    else:
        press_at_once(device, done.button)
    return effects(device) != was and (asked != once or game != was[0])


def header(game: str) -> Any:
    """The header of a game that is begun by pressing `ok` only."""
    players = DEMOS[game].players
    table = PageContext(say=speak("en"), colours=COLOURS[: len(players)])
    begun: list[Begin] = []

    def reached(_: Stack, command: object) -> bool:
        begun.extend([command] if isinstance(command, Begin) else [])
        return bool(begun)

    shortest_presses((PAGES[game].set_up(players, table.colours),), table, reached)
    return begun[0].header


def passed(milestone: Callable[[Page], bool]) -> Reached:
    """The goal of a milestone."""
    return lambda stack, _: milestone(stack[-1])


def plays(wanted: Play) -> Reached:
    """The goal that a press plays an action."""
    return lambda _, command: command == wanted


def reach_doubled(device: SimulatedDevice, reached: Reached) -> Iterator[Press | LongPress]:
    """Reach a goal, and yield each press whose second one does what it may not.

    A second press may lead astray. From there single presses lead on until the goal is closer than it was before.
    """
    closest, ply = 1000, device.app.table.playing.ply
    while device.app.table.playing.ply == ply:
        presses = shortest_presses(device.app.stack, device.app.table, reached)
        if not presses:
            return
        if len(presses) >= closest:
            device.do(presses[0])
            continue
        closest = len(presses)
        if is_wrong_twice(device, presses[0]):
            yield presses[0]
        if len(presses) > 1 and device.app.table.playing.ply != ply:
            device.do(LongPress("back"))  # the same key twice entered something else


@pytest.mark.parametrize("controls", ["six", "four"])
@pytest.mark.parametrize("game", DEMOS)
def test_no_second_press_plays_in_a_game(game: str, controls: Controls, tmp_path: Path) -> None:
    """A table enters its game, and each press comes twice; nobody's turn passes and nothing is played by a second."""
    demo = DEMOS[game]
    table = demo.table(demo.players, SEED)
    with device_with(controls, tmp_path) as device:
        device.load(write_line(header(game)).encode())
        wrong: list[Press | LongPress] = []
        while (session := device.app.table.playing).ply < MOST_ACTIONS and not session.is_over:
            wanted = next_play(session, table)
            for milestone in demo.milestones(wanted.action):
                wrong += reach_doubled(device, passed(milestone))
            while device.app.table.playing.ply == session.ply:
                if auto_confirms(device.app.stack, device.app.table, wanted):
                    device.wait(RING_S)
                else:
                    wrong += reach_doubled(device, plays(wanted))
            assert wrong == [], (session.ply, wanted)


@pytest.mark.parametrize("controls", ["six", "four"])
@pytest.mark.parametrize("game", [*DEMOS, None])
def test_no_second_press_does_anything_on_any_page(game: str | None, controls: Controls, tmp_path: Path) -> None:
    """Somebody presses at random, mostly forward and each key twice, in a game or from the first page."""
    chance = random.Random(SEED)
    with device_with(controls, tmp_path) as device:
        if game:
            device.load(random_record(game, random.Random(SEED), most=20))
        for _ in range(PRESSES):
            is_held = any(hint.held and hint.button == "ok" for hint in device.app.view.hints)
            button = chance.choices(BUTTONS[controls], WEIGHTS[controls])[0]
            done = LongPress("ok") if is_held and chance.random() < 0.4 else Press(button)
            shown = device.app.view
            assert not is_wrong_twice(device, done), (as_text(shown), done, as_text(device.app.view))


@lru_cache(maxsize=2)
def touch_areas(view: View) -> tuple[TouchArea, ...]:
    """What can be touched on the screen; cached for the view before a touch and the one after it."""
    return tuple(mark for mark in layout(view, 800, 480) if isinstance(mark, TouchArea))


def touched_at_random(device: SimulatedDevice, chance: random.Random) -> Touch:
    """A place to touch, mostly one that leads on."""
    targets = [area.target for area in touch_areas(device.app.view)]
    forward = [target for target in targets if target not in ("button:back", "hold:back")]
    return Touch("button:ok" if "button:ok" in forward and chance.random() < 0.4 else chance.choice(forward or targets))


@pytest.mark.parametrize("game", [*DEMOS, None])
def test_no_second_touch_does_anything_on_any_page(game: str | None, tmp_path: Path) -> None:
    """Somebody touches this and that on a device without buttons, each place twice."""
    chance = random.Random(SEED)
    with device_with("touch", tmp_path) as device:
        if game:
            device.load(random_record(game, random.Random(SEED), most=20))
        for _ in range(PRESSES):
            done, shown = touched_at_random(device, chance), device.app.view
            assert not is_wrong_twice(device, done), (as_text(shown), done, as_text(device.app.view))


def touched_below(device: SimulatedDevice, touch: Touch) -> tuple[int, int]:
    """The place on the screen where a target is."""
    box = next(area.box for area in touch_areas(device.app.view) if area.target == touch.target)
    return box.x + box.w // 2, box.y + box.h // 2


@pytest.mark.parametrize("game", [*DEMOS, None])
def test_no_second_tap_at_one_place_does_anything(game: str | None, tmp_path: Path) -> None:
    """Somebody taps twice at one place of the glass, whatever lies there by the second tap."""
    chance, others = random.Random(SEED), 0
    with device_with("touch", tmp_path) as device:
        if game:
            device.load(random_record(game, random.Random(SEED), most=20))
        for _ in range(PRESSES):
            done = touched_at_random(device, chance)
            if done.target == HOLD_OK:
                device.touch(done.target)  # whoever has held it has read
                continue
            place, asked, (game_before, _) = touched_below(device, done), question(device.app.view), effects(device)
            device.touch(done.target)
            once, was, shown = question(device.app.view), effects(device), device.app.view
            there = target_at(touch_areas(shown), place)
            if there in ("", HOLD_OK) or (asked == once and game_before == was[0]):
                continue
            others += there != done.target
            touch_at_once(device, there)
            assert effects(device) == was, (done, there, as_text(shown), as_text(device.app.view))
    assert others


@pytest.mark.parametrize("controls", ["touch", "four"])
@pytest.mark.parametrize(("game", "page"), [("maudite_momie", "HandPage"), ("malediction", "Secret")])
def test_a_touch_that_waited_answers_no_question_that_came_since(
    game: str, page: str, controls: Controls, tmp_path: Path
) -> None:
    """A finger taps twice while the disk stalls: the second tap does nothing where the first led to something else."""
    chance, disk = random.Random(SEED), HeldDisk()
    changed = set()
    with device_with(controls, tmp_path, disk) as device:
        device.load(random_record(game, random.Random(SEED), most=20))
        for _ in range(3 * PRESSES):
            done, app = touched_at_random(device, chance), device.app
            meant = meant_by(done.target)
            if done.target == HOLD_OK or not isinstance(meant, Touch):
                device.touch(done.target)
                continue
            device.wait(1.0)
            once, command = press(app.stack, meant, app.table)
            is_another = command is None and question(once[-1].view(app.table)) != question(app.view)
            if command is None:
                disk.stall(app, device.now_s)
            for _ in range(2):
                app.touch(done.target, device.now_s)
            disk.let_go()
            device.wait(1.0)
            if is_another:
                changed.add(type(once[-1]).__name__)
                assert app.stack == once, (done, as_text(app.view))
    assert page in changed
