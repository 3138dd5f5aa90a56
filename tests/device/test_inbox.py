"""How the loop waits: woken at once by whatever happens, and otherwise asleep but for rare looks at the window."""

from __future__ import annotations

import threading
import time

import pytest

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.device.app import App
from firmware_py.device.loop import (
    LIVELY_S,
    LONGEST_WAIT_S,
    LOOKS_AT_REST_PER_S,
    LOOKS_PER_S,
    LOOKS_UNTOUCHED_PER_S,
    Inbox,
)
from hardware import Devices, Edge

EDGE = Edge("ok", True, 1.0)
NEVER_S = float("inf")
SOON_S = 0.4


class CountedFace:
    """A window that counts how often it is looked at, with touches that come at some of these looks."""

    def __init__(self, *touches: tuple[WindowEvent, ...]) -> None:
        self.looks = 0
        self._touches = list(touches)

    def show(self, app: App, devices: Devices) -> None:
        """Show nothing."""

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return the next touches."""
        self.looks += 1
        return self._touches.pop(0) if self._touches else ()


def test_an_edge_ends_the_waiting_and_comes_before_a_touch() -> None:
    """Whatever thread it comes from; the touch that was made meanwhile is not left behind."""
    lookout = Inbox(CountedFace((Touched("1"),)), time.monotonic)
    threading.Thread(target=lambda: lookout.put(EDGE)).start()
    assert lookout.wait(NEVER_S, is_dimmed=False) == (EDGE, Touched("1"))


def test_all_edges_that_came_are_told_at_once() -> None:
    """A press and its release are one turn of the loop."""
    lookout = Inbox(CountedFace(), time.monotonic)
    lookout.put(EDGE)
    lookout.put(Edge("ok", False, 1.1))
    assert [edge.pressed for edge in lookout.wait(NEVER_S, is_dimmed=False) if isinstance(edge, Edge)] == [True, False]


def test_news_of_a_device_ends_the_waiting_with_nothing() -> None:
    """What it is, the device tells when it is asked."""
    face = CountedFace()
    lookout = Inbox(face, time.monotonic)
    lookout.wake()
    assert lookout.wait(NEVER_S, is_dimmed=False) == ()
    assert face.looks == 1


def test_a_look_that_finds_nothing_is_no_turn_of_the_loop() -> None:
    """The waiting goes on until a touch comes."""
    face = CountedFace((), (), (CloseRequested(),))
    assert Inbox(face, time.monotonic).wait(NEVER_S, is_dimmed=False) == (CloseRequested(),)
    assert face.looks == 3


def test_what_a_look_finds_happened_since_the_look_before() -> None:
    """However long a picture took in between."""
    now_s = 0.0
    lookout = Inbox(CountedFace((Touched("1"),), (Touched("2"),)), lambda: now_s)
    lookout.put(EDGE)  # so that there is nothing to wait for
    now_s = 1.0
    lookout.wait(NEVER_S, is_dimmed=False)
    assert lookout.since_s == 0.0
    lookout.put(EDGE)
    now_s = 5.0
    lookout.wait(NEVER_S, is_dimmed=False)
    assert lookout.since_s == 1.0


def test_the_loop_goes_round_now_and_then_although_nothing_happens() -> None:
    """So that an edge that was lost is found, and a sign of life is given."""
    began_s = time.monotonic()
    assert Inbox(CountedFace(), time.monotonic).wait(NEVER_S, is_dimmed=True) == ()
    assert time.monotonic() - began_s >= LONGEST_WAIT_S


@pytest.mark.parametrize(
    ("touched_s", "is_dimmed", "looks_per_s"),
    [(1.0, False, LOOKS_PER_S), (LIVELY_S + 1, False, LOOKS_UNTOUCHED_PER_S), (1.0, True, LOOKS_AT_REST_PER_S)],
)
def test_the_window_is_looked_at_less_often_the_longer_nobody_touched_it(
    touched_s: float, is_dimmed: bool, looks_per_s: int
) -> None:
    """Never more often than said, however fast the machine is."""
    started_s, passed_s = time.monotonic(), 0.0
    face = CountedFace((Touched(""),))
    lookout = Inbox(face, lambda: time.monotonic() - started_s + passed_s)
    lookout.wait(NEVER_S, is_dimmed=False)
    passed_s, face.looks = touched_s, 0
    lookout.wait(time.monotonic() - started_s + passed_s + SOON_S, is_dimmed=is_dimmed)
    assert 1 <= face.looks <= SOON_S * looks_per_s + 1
