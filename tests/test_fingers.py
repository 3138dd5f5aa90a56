"""Keys and mouse as fingers on simulated pins: what becomes of a press that is seen late."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from display.view import Button
from firmware_py.config import Config
from firmware_py.loop import Fingers
from hardware import Edge, open_devices
from hardware.gestures import Gesture, Pressed, elapse, feed, start


def gestures(move: Callable[[Fingers, float], None], until_s: float = 1.0, step_s: float = 0.02) -> list[Gesture]:
    """Return what the gestures of the button make of the moves; they begin at 0 and the loop turns every `step_s`."""
    edges: list[Edge] = []
    now_s = 0.0
    made: list[Gesture] = []
    state = start()
    with open_devices(Config().pins, edges.append, lambda: now_s, simulate=True) as devices:
        assert devices.simulated is not None
        fingers = Fingers(devices.simulated)
        move(fingers, now_s)
        while now_s < until_s:
            while edges:
                state, fed = feed(state, edges.pop(0))
                made += fed
            state, passed = elapse(state, now_s)
            made += passed
            now_s += step_s
            fingers.elapse(now_s)
    return made


@pytest.mark.parametrize("button", ["left", "ok"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_presses_that_are_seen_at_once_all_count(button: Button, times: int) -> None:
    """A key that went down and up several times while a picture was drawn made as many presses."""

    def move(fingers: Fingers, now_s: float) -> None:
        for _ in range(times):
            fingers.press(button, now_s)
            fingers.lift(button)

    assert gestures(move) == [Pressed(button)] * times


def test_fingers_that_have_moved_wait_for_nothing() -> None:
    """The loop is only woken as long as a button is still to be let go."""

    def move(fingers: Fingers, now_s: float) -> None:
        assert fingers.next_deadline_s() == float("inf")
        fingers.press("left", now_s)
        assert fingers.next_deadline_s() == float("inf")
        fingers.lift("left")
        assert now_s < fingers.next_deadline_s() < now_s + 0.1
        fingers.elapse(fingers.next_deadline_s())
        assert fingers.next_deadline_s() == float("inf")

    gestures(move)
