"""Saving: the effects of one event go to the disk's thread, and the state is in force once they are done.

Why a thread: a cheap memory card may not answer for half a minute. Light, sound and moving pictures go on meanwhile,
the watchdog hears that the device is alive, and presses wait in their order.

Why this is safe: one event is under way at a time, and nothing else replaces the state until what it leads to is in
force. Only the disk's thread reaches the disk, and it gets nothing but values.

Why the next page is laid out meanwhile: the state is known as soon as it is decided, and a card takes time for a
commit. Nothing of it is shown before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from display.view import Notice, View
from firmware_py.config.schema import Config
from firmware_py.device.disk import Disk
from firmware_py.device.effects import Effect, Event
from firmware_py.device.state import DeviceState
from firmware_py.device.update import update
from firmware_py.words import Say, words
from hardware import Devices

Step: TypeAlias = Callable[[float], None]
"""What is done in the loop's thread, at the time that it is given."""

PATIENCE_S = 0.1
"""How long the loop waits for the disk before it goes on. Usually it takes some milliseconds."""
HEAD_START_S = 0.001
"""How long the disk's thread has Python to itself, until it waits for the disk and the next page can be laid out."""
MOST_WAITING = 1000
"""More steps than people can enter during a stall; only a broken contact makes more."""

SHOWN_AFTER_S = 0.5
"""How long an event may take before the page says that something is being stored..."""
SLOW_AFTER_S = 20.0
"""...and before it says that the disk is slow."""

SAVING = words("Saving… one moment")
SLOW = words("The memory card or the stick does not answer yet: leave everything as it is until this is saved.")


class AtOnce(Executor):
    """Does a job at once, in the thread that asks for it: simulated time knows no other thread."""

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """A future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(job(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Resources(msgspec.Struct, frozen=True):
    """The owner's configuration, the open devices, and the disk; none of them is closed here."""

    config: Config
    devices: Devices
    disk: Disk
    thread: Executor = msgspec.field(default_factory=AtOnce)
    """The one thread that reaches the disk."""
    thinker: Executor = msgspec.field(default_factory=AtOnce)
    """The one thread in which the box thinks."""
    wake: Callable[[], None] = lambda: None
    """Wakes the loop."""
    prepare: Callable[[View], None] = lambda _: None
    """Prepares to show a view, which is not to be seen yet."""
    phones_at: str | None = None
    """The address where phones find the box, as in `DeviceState`."""


class _Running(msgspec.Struct):
    state: DeviceState
    """The state that will be in force, unless more follows: nobody may see it."""
    done: Future[tuple[Event, ...]]
    """What follows from the effects, once all of them are carried out."""
    then: Step
    shows_secrets: bool
    is_foreseen: bool = False
    """Whether the loop has prepared for it, or need not."""
    wakes: bool = False
    """Whether the loop is woken once it is done."""


class Saving:
    """Decides one event after the other, lets their effects be carried out, and holds the steps that wait for them."""

    def __init__(
        self, resources: Resources, become: Callable[[DeviceState], None], foresee: Callable[[DeviceState], None]
    ) -> None:
        """Begin with nothing to store; `become` puts a state in force, `foresee` prepares for one that will be."""
        self._resources = resources
        self._become = become
        self._foresee = foresee
        self._running: _Running | None = None
        self._waiting: deque[Step] = deque()
        self.since_s: float | None = None
        """Start time of what is being carried out, or None when idle."""

    @property
    def is_busy(self) -> bool:
        """Whether effects are being carried out."""
        return self._running is not None

    def notice(self, say: Say, now_s: float) -> Notice | None:
        """What lies over the page while something is being stored; None at first, and without one."""
        if self.since_s is None or now_s < self.since_s + SHOWN_AFTER_S:
            return None
        if now_s < self.since_s + SLOW_AFTER_S:
            return Notice((say(SAVING),), "saving")
        return Notice((say(SLOW),), "warning")

    def deadline_s(self, shown: Notice | None) -> float | None:
        """When another notice follows the one that is shown; None if time alone brings none."""
        if self.since_s is None or (shown and shown.kind == "warning"):
            return None
        return self.since_s + (SLOW_AFTER_S if shown else SHOWN_AFTER_S)

    def take(self, events: tuple[Event, ...], state: DeviceState, then: Step, now_s: float, *, secretly: bool) -> None:
        """Decide what events lead to from the state in force; `then` follows once that is in force.

        `secretly`: the screen shows a page for the hunters' eyes.
        """
        assert self._running is None
        effects: tuple[Effect, ...] = ()
        for event in events:
            state, wanted = update(state, event, shows_secrets=secretly)
            effects += wanted
        if not effects:
            self.since_s = None
            self._become(state)
            then(now_s)
            return
        self.since_s = now_s if self.since_s is None else self.since_s
        done = self._resources.thread.submit(self._resources.disk.carry_out, effects)
        self._running = _Running(state, done, then, secretly)

    def do(self, step: Step, now_s: float) -> None:
        """Carry out a step after what is under way and all steps that wait for it.

        A step that waits already is not added again.
        """
        if step not in self._waiting and len(self._waiting) < MOST_WAITING:
            self._waiting.append(step)
        self.settle(now_s)

    def settle(self, now_s: float) -> None:
        """Put in force what is carried out, and do the steps that waited for it.

        What begins now is waited for shortly. Whatever the disk's thread raises is raised here.
        """
        patience_s = 0.0 if self.is_busy else PATIENCE_S
        while self._running or self._waiting:
            if self._running is None:
                self._waiting.popleft()(now_s)
            elif not self._is_done(self._running, patience_s):
                return
            else:
                running, self._running = self._running, None
                events = running.done.result()
                self.take(events, running.state, running.then, now_s, secretly=running.shows_secrets)

    def _is_done(self, running: _Running, patience_s: float) -> bool:
        """Whether effects are carried out within this time; the loop is woken if they are later."""
        if not (running.is_foreseen or _ends(running.done, HEAD_START_S)):
            self._foresee(running.state)
        running.is_foreseen = True
        if _ends(running.done, patience_s):
            return True
        if not running.wakes:
            running.wakes = True
            running.done.add_done_callback(lambda _: self._resources.wake())
        return False


def _ends(job: Future[tuple[Event, ...]], within_s: float) -> bool:
    """Wait for a job at most so long, and return whether it is done."""
    with suppress(TimeoutError):
        job.exception(within_s)
    return job.done()
