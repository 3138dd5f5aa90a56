"""Saving: a change of the state is carried out by the disk's thread, and put in force once all of it is stored.

Why a thread: a cheap memory card may not answer for half a minute. Light, sound and moving pictures go on meanwhile,
the watchdog hears that the device is alive, and presses wait in their order.

Why this is safe: one change is under way at a time, and nothing else replaces the state until it is in force. Both
threads read the same frozen values; only the disk's thread reaches the journal.

Why a change has two parts: once it is made, all that a card takes time for is the commit. The loop uses that time to
lay out the page that will follow, and shows nothing of it before the commit is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeAlias

import msgspec

from display.view import Notice
from firmware_py.device.autosave import LESSON, PLAYERS_DRAFT
from firmware_py.device.playing import board_in_step
from firmware_py.device.resources import Resources
from firmware_py.device.state import DeviceState, changed, failures_announced, guarded, noted
from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.lesson import lesson_left
from firmware_py.pages.players import players_draft
from firmware_py.pages.registry import map_pages
from firmware_py.words import Say, words


def drafts_stored(state: DeviceState) -> DeviceState:
    """Store what was entered of something that is not finished, so that a power cut resumes in its midst."""
    store = state.resources.store
    if state.session is not None:
        store.draft(draft_of(state.stack, state.session.game.id))
        return noted(state)
    store.choose(PLAYERS_DRAFT, players_draft(state.stack, state.table))
    if left := lesson_left(state.stack):
        store.choose(f"{LESSON}{left[0]}", str(left[1]))
    for maps in map_pages():
        draft = maps.map_draft(state.stack)
        if draft is not None:
            store.choose(maps.DRAFT_KEY, draft)
    return noted(state)


Change: TypeAlias = Callable[[DeviceState], DeviceState]
Step: TypeAlias = Callable[[float], None]
"""What is done in the loop's thread, at the time that it is given."""

PATIENCE_S = 0.1
"""How long the loop waits for each part of a change before it goes on. Usually it takes some milliseconds."""
MOST_WAITING = 1000
"""More steps than people can enter during a stall; only a broken contact makes more."""

SHOWN_AFTER_S = 0.5
"""How long a change may take before the page says that something is being stored..."""
SLOW_AFTER_S = 20.0
"""...and before it says that the disk is slow."""

SAVING = words("Saving… one moment")
SLOW = words("The memory card or the stick does not answer yet: leave everything as it is until this is saved.")


class _Running(msgspec.Struct):
    made: Future[DeviceState]
    """The state after the change, which may not be stored yet: nobody may see it."""
    stored: Future[DeviceState]
    then: Step
    is_foreseen: bool = False
    """Whether the loop has prepared for it."""
    wakes: bool = False
    """Whether the loop is woken once it is stored."""


class Saving:
    """Carries out one change of the state after the other, and holds the steps that wait for them."""

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
        """When the change that is being stored began; None without one."""

    @property
    def is_busy(self) -> bool:
        """Whether a change is being stored."""
        return self._running is not None

    def notice(self, say: Say, now_s: float) -> Notice | None:
        """Return what lies over the page while a change is being stored; None at first, and without one."""
        if self.since_s is None or now_s < self.since_s + SHOWN_AFTER_S:
            return None
        if now_s < self.since_s + SLOW_AFTER_S:
            return Notice((say(SAVING),), "saving")
        return Notice((say(SLOW),), "warning")

    def deadline_s(self, shown: Notice | None) -> float | None:
        """Return when another notice follows the one that is shown; None if time alone brings none."""
        if self.since_s is None or (shown and shown.kind == "warning"):
            return None
        return self.since_s + (SLOW_AFTER_S if shown else SHOWN_AFTER_S)

    def change(self, change: Change, state: DeviceState, then: Step, now_s: float, *, shows_secrets: bool) -> None:
        """Begin a change of the state in force; `then` follows once the changed state is in force.

        `shows_secrets`: the screen shows a page for the hunters' eyes.
        """
        assert self._running is None
        self.since_s = now_s
        disk = self._resources.disk
        made = disk.submit(made_whole, change, state, shows_secrets=shows_secrets)
        self._running = _Running(made, disk.submit(stored, made), then)

    def do(self, step: Step, now_s: float) -> None:
        """Carry out a step after the change under way and all steps that wait for it.

        A step that waits already is not added again.
        """
        if step not in self._waiting and len(self._waiting) < MOST_WAITING:
            self._waiting.append(step)
        self.settle(now_s)

    def settle(self, now_s: float) -> None:
        """Put in force what is stored, and carry out the steps that waited for it.

        A change that begins now is waited for shortly. Whatever a change raises is raised here.
        """
        patience_s = 0.0 if self.is_busy else PATIENCE_S
        while self._running or self._waiting:
            if self._running is None:
                self._waiting.popleft()(now_s)
            elif not self._is_stored(self._running, patience_s):
                return
            else:
                running, self._running, self.since_s = self._running, None, None
                self._become(running.stored.result())
                running.then(now_s)

    def _is_stored(self, running: _Running, patience_s: float) -> bool:
        """Return whether a change is stored within this time; the loop is woken if it is stored later."""
        with suppress(TimeoutError):
            is_made = running.made.exception(patience_s) is None
            if is_made and not (running.is_foreseen or running.stored.done()):
                running.is_foreseen = True
                self._foresee(running.made.result())
            running.stored.exception(patience_s)
        if running.stored.done():
            return True
        if not running.wakes:
            running.wakes = True
            running.stored.add_done_callback(lambda _: self._resources.wake())
        return False


def made_whole(change: Change, state: DeviceState, *, shows_secrets: bool) -> DeviceState:
    """Return the state after a change, all but stored: what it stores of the game waits for `stored`.

    Whatever led to the state: no secret follows a page for everybody unless the hunters opened it, what was entered and
    is no action yet is stored as well, and the board expects its pieces where the pages have them. What could not be
    stored is announced.
    """
    after = change(state)
    if after.stack is not state.stack or after.session is not state.session:
        after = drafts_stored(board_in_step(guarded(after, shows_secrets=shows_secrets)))
    return failures_announced(noted(after))


def stored(made: Future[DeviceState]) -> DeviceState:
    """Return the state that was made, once everything that belongs to it is stored.

    What could not be stored is announced. Who switches off finds the journal closed.
    """
    after = made.result()
    if after.is_closed:
        return after
    after.resources.store.commit()
    after = failures_announced(noted(after))
    return closed(after) if after.is_switched_off else after


def closed(state: DeviceState) -> DeviceState:
    """Return the state once the journal is closed."""
    state.resources.store.journal.close()
    return changed(state, is_closed=True)
