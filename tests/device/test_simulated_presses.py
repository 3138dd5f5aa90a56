"""Mouse and keyboard as presses of simulated pins: what a press becomes that is reported late."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from display.inputs import ButtonDown, ButtonUp, CloseRequested, WindowEvent
from display.view import Button, Menu, View
from firmware_py.config.schema import Config
from firmware_py.device.app import App
from firmware_py.device.loop import EdgeClock, SimulatedPresses
from firmware_py.device.running import run
from hardware import Devices, Edge, open_devices
from hardware.controls.gestures import Gesture, Held, Pressed, feed, start, tick


def gestures(
    move: Callable[[SimulatedPresses, float], None], until_s: float = 1.0, step_s: float = 0.02
) -> list[Gesture]:
    """What the gestures of the button make of the moves; they begin at 0 and the loop turns every `step_s`."""
    edges: list[Edge] = []
    now_s = 0.0
    made: list[Gesture] = []
    state = start()
    moment = EdgeClock(lambda: now_s)
    with open_devices(Config().pins, edges.append, moment, simulate=True) as devices:
        assert devices.simulated is not None
        presses = SimulatedPresses(devices.simulated, moment)
        move(presses, now_s)
        while now_s < until_s:
            now_s += step_s
            presses.tick(now_s)
            while edges:
                state, fed = feed(state, edges.pop(0))
                made += fed
            state, passed = tick(state, now_s)
            made += passed
    return made


@pytest.mark.parametrize("button", ["left", "ok"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_presses_that_are_seen_at_once_all_count(button: Button, times: int) -> None:
    """A key that went down and up several times while a picture was drawn made as many presses."""

    def move(presses: SimulatedPresses, now_s: float) -> None:
        for _ in range(times):
            presses.press(button, now_s)
            presses.release(button, now_s)

    assert gestures(move) == [Pressed(button)] * times


@pytest.mark.parametrize("button", ["left", "ok"])
@pytest.mark.parametrize("picture_s", [0.3, 0.7, 3.0])
def test_a_short_press_is_one_however_long_the_picture_takes(button: Button, picture_s: float) -> None:
    """Nobody polls while it is drawn: the key went up at some moment since, and as early as possible is assumed."""

    def move(presses: SimulatedPresses, now_s: float) -> None:
        presses.press(button, now_s)
        presses.release(button, now_s)

    assert gestures(move, until_s=2 * picture_s, step_s=picture_s) == [Pressed(button)]


def test_a_long_press_is_long_however_long_its_end_took_to_be_seen() -> None:
    """A key that was still down at the last poll was down until then."""

    def move(presses: SimulatedPresses, now_s: float) -> None:
        presses.press("ok", now_s)
        presses.release("ok", 1.5)

    assert gestures(move, until_s=4.0, step_s=2.0) == [Held("ok")]


def test_presses_that_were_made_wait_for_nothing() -> None:
    """The loop is only woken as long as a button is still to be let go."""

    def move(presses: SimulatedPresses, now_s: float) -> None:
        assert presses.next_deadline_s() == float("inf")
        presses.press("left", now_s)
        assert presses.next_deadline_s() == float("inf")
        presses.release("left", now_s)
        assert now_s < presses.next_deadline_s() < now_s + 0.1
        presses.tick(presses.next_deadline_s())
        assert presses.next_deadline_s() == float("inf")

    gestures(move)


class SlowDisplay:
    """A window whose every picture takes longer than a key waits to repeat, and a key pressed shortly in it."""

    PICTURE_S = 0.6

    def __init__(self) -> None:
        self.seen: list[View] = []
        self._coming: list[WindowEvent] = [ButtonDown("down"), ButtonUp("down"), CloseRequested()]

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        if not self.seen or self.seen[-1] != app.shown:
            self.seen.append(app.shown)
            Event().wait(self.PICTURE_S if len(self.seen) > 1 else 0.0)

    def poll(self) -> tuple[WindowEvent, ...]:
        return (self._coming.pop(0),) if self._coming else ()


def test_the_loop_takes_a_short_press_in_a_slow_window_for_one(tmp_path: Path) -> None:
    """The whole loop: the cursor goes down by one line, although the key's release is heard after the picture."""
    display = SlowDisplay()
    run(Config(), tmp_path, display, simulate=True)
    lines = [view.body.cursor for view in display.seen if isinstance(view.body, Menu)]
    assert lines == [0, 1]


class StallingDisplay(SlowDisplay):
    """The same, on a computer that stands still after it has looked once more at its window."""

    PICTURE_S = 0.0
    has_stood = False

    def poll(self) -> tuple[WindowEvent, ...]:
        if len(self._coming) == 2 and not self.has_stood:  # the key is down
            self.has_stood = True
            Event().wait(0.6)
            return ()
        return super().poll()


def test_a_computer_that_stands_still_after_a_look_at_the_window_makes_one_press_of_one(tmp_path: Path) -> None:
    """Nobody knows yet that the key was let go: for keys, time passes up to that look and no further."""
    display = StallingDisplay()
    run(Config(), tmp_path, display, simulate=True)
    assert [view.body.cursor for view in display.seen if isinstance(view.body, Menu)] == [0, 1]
