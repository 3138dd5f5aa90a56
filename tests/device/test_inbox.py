"""How the loop waits: woken at once by whatever happens, and otherwise asleep but for rare looks at the window."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.device.loop import (
    LIVELY_S,
    LONGEST_WAIT_S,
    POLLS_DIMMED_PER_S,
    POLLS_PER_S,
    POLLS_UNTOUCHED_PER_S,
    Inbox,
)
from hardware import Edge

EDGE = Edge("ok", True, 1.0)
NEVER_S = float("inf")
SOON_S = 0.2


class CountedPolls:
    """Counts how often a window is polled, and returns touches at some of these polls."""

    def __init__(self, *touches: tuple[WindowEvent, ...]) -> None:
        self.polls = 0
        self._touches = list(touches)

    def __call__(self) -> tuple[WindowEvent, ...]:
        """The next touches."""
        self.polls += 1
        return self._touches.pop(0) if self._touches else ()


def test_an_edge_ends_the_waiting_and_comes_before_a_touch() -> None:
    """Whatever thread it comes from; the touch that was made meanwhile is not left behind."""
    inbox = Inbox(CountedPolls((Touched("1"),)), time.monotonic)
    other = threading.Thread(target=lambda: inbox.put(EDGE))
    other.start()
    other.join()  # before the first look at the window, however busy the machine is
    assert inbox.wait(NEVER_S, is_dimmed=False) == (EDGE, Touched("1"))


def test_all_edges_that_came_are_told_at_once() -> None:
    """A press and its release are one turn of the loop."""
    inbox = Inbox(CountedPolls(), time.monotonic)
    inbox.put(EDGE)
    inbox.put(Edge("ok", False, 1.1))
    assert [edge.pressed for edge in inbox.wait(NEVER_S, is_dimmed=False) if isinstance(edge, Edge)] == [True, False]


def test_news_of_a_device_ends_the_waiting_with_nothing() -> None:
    """What it is, the device tells when it is asked."""
    window = CountedPolls()
    inbox = Inbox(window, time.monotonic)
    inbox.wake()
    assert inbox.wait(NEVER_S, is_dimmed=False) == ()
    assert window.polls == 1


def test_a_look_that_finds_nothing_is_no_turn_of_the_loop() -> None:
    """The waiting goes on until a touch comes."""
    window = CountedPolls((), (), (CloseRequested(),))
    assert Inbox(window, time.monotonic).wait(NEVER_S, is_dimmed=False) == (CloseRequested(),)
    assert window.polls == 3


def test_what_a_look_finds_happened_since_the_look_before() -> None:
    """However long a picture took in between."""
    now_s = 0.0
    inbox = Inbox(CountedPolls((Touched("1"),), (Touched("2"),)), lambda: now_s)
    inbox.put(EDGE)  # so that there is nothing to wait for
    now_s = 1.0
    inbox.wait(NEVER_S, is_dimmed=False)
    assert inbox.since_s == 0.0
    inbox.put(EDGE)
    now_s = 5.0
    inbox.wait(NEVER_S, is_dimmed=False)
    assert inbox.since_s == 1.0


def test_the_loop_goes_round_now_and_then_although_nothing_happens() -> None:
    """So that an edge that was lost is found, and a sign of life is given."""

    def hurried_s() -> float:
        """The time by a clock that runs five times as fast."""
        return 5 * time.monotonic()

    began_s = hurried_s()
    assert Inbox(CountedPolls(), hurried_s).wait(NEVER_S, is_dimmed=True) == ()
    assert hurried_s() - began_s >= LONGEST_WAIT_S


def test_the_waiting_ends_although_a_microsecond_is_left() -> None:
    """Also right after the loop was woken, as when a picture is due at once after something was stored."""
    seconds = itertools.count()
    inbox = Inbox(CountedPolls(), lambda: float(next(seconds)))

    def wait_shortly() -> None:
        for _ in range(5_000):  # of some thousand such waits a SimpleQueue never ends one
            inbox.wake()
            inbox.wait(NEVER_S, is_dimmed=False)
            inbox.wait(next(seconds) + 1 + 1e-6, is_dimmed=False)

    loop = threading.Thread(target=wait_shortly, daemon=True)
    loop.start()
    loop.join(60.0)  # a second where nothing else runs
    assert not loop.is_alive()


@pytest.mark.parametrize(
    ("touched_s", "is_dimmed", "looks_per_s"),
    [(1.0, False, POLLS_PER_S), (LIVELY_S + 1, False, POLLS_UNTOUCHED_PER_S), (1.0, True, POLLS_DIMMED_PER_S)],
)
def test_the_window_is_looked_at_less_often_the_longer_nobody_touched_it(
    touched_s: float, is_dimmed: bool, looks_per_s: int
) -> None:
    """Never more often than said, however fast the machine is."""
    started_s, passed_s = time.monotonic(), 0.0
    window = CountedPolls((Touched(""),))
    inbox = Inbox(window, lambda: time.monotonic() - started_s + passed_s)
    inbox.wait(NEVER_S, is_dimmed=False)
    passed_s, window.polls = touched_s, 0
    inbox.wait(time.monotonic() - started_s + passed_s + SOON_S, is_dimmed=is_dimmed)
    assert 1 <= window.polls <= SOON_S * looks_per_s + 1
