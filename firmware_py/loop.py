"""The loop of the real device and of the desk: it waits for the next thing to happen, and lets `App` take it.

Why a queue of our own: everything that happens, pins included, wakes the loop through it, so idle it only wakes to look
at the window, `LOOKS_PER_S` times a second.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from display.inputs import ButtonDown, ButtonUp, Input, Quit, Touched
from display.view import Button, View
from firmware_py.app import App
from firmware_py.boards import FOLDER as BOARDS
from firmware_py.config import JOURNAL_NAME, Config
from firmware_py.journal import Journal, open_journal
from firmware_py.words import Words
from hardware import Devices, Edge, open_devices

LOOKS_PER_S = 20
"""How often the window is asked for touches while nothing else happens."""

LOOKS_AT_REST_PER_S = 5
"""The same once the screen is dimmed; a button wakes the loop at once all the same."""


class Face(Protocol):
    """What shows the device: the panel, or the desk simulator's window."""

    def show(self, view: View, devices: Devices, /) -> None:
        """Show the view, and on a desk what the device looks like."""

    def poll(self) -> tuple[Input, ...]:
        """Return what was touched or clicked since the last call."""


SHORTEST_PRESS_S = 0.05
"""A click may begin and end between two looks at the window; the simulated finger then stays on for so long."""


class Contacts(Protocol):
    """What closes when a button is pressed."""

    def press(self, name: str, /) -> None:
        """Close the contact of a button."""

    def release(self, name: str, /) -> None:
        """Open it again."""


class Fingers:
    """Mouse and keyboard as fingers on buttons."""

    def __init__(self, contacts: Contacts) -> None:
        """Lay the fingers on the buttons with these contacts."""
        self._contacts = contacts
        self._down_s: dict[Button, float] = {}
        self._lifting: set[Button] = set()

    def press(self, button: Button, now_s: float) -> None:
        """Press a button."""
        self._down_s[button] = now_s
        self._lifting.discard(button)
        self._contacts.press(button)

    def lift(self, button: Button) -> None:
        """Let a button go as soon as it was down long enough."""
        self._lifting.add(button)

    def elapse(self, now_s: float) -> None:
        """Let the time pass up to `now_s`."""
        for button in tuple(self._lifting):
            if now_s - self._down_s.get(button, 0.0) >= SHORTEST_PRESS_S:
                self._lifting.discard(button)
                self._contacts.release(button)


class Keyboard:
    """A keyboard beside real buttons: its keys are further contacts of the same names."""

    def __init__(self, put: Callable[[Edge], None], clock: Callable[[], float]) -> None:
        """Put an edge for each key that goes down or up."""
        self._put = put
        self._clock = clock

    def press(self, name: str) -> None:
        """Close the contact of a button."""
        self._put(Edge(name, True, self._clock()))

    def release(self, name: str) -> None:
        """Open it again."""
        self._put(Edge(name, False, self._clock()))


class Attendant(Protocol):
    """Whoever looks after the running device, such as a watchdog."""

    def turned(self, app: App, devices: Devices, journal: Journal, now_s: float, /) -> None:
        """Take note that the loop went round once and that the newest view was shown."""


def run(
    config: Config,
    data: Path,
    face: Face,
    *,
    simulate: bool,
    warnings: tuple[Words, ...] = (),
    attendant: Attendant | None = None,
) -> bool:
    """Run the device until it is switched off or its window is closed; return whether it was switched off by hand.

    :raises HardwareError: when the pins as a whole cannot be reached; the journal is untouched then.
    """
    inbox: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
    clock = time.monotonic
    board = config.board.settings()
    with ExitStack() as closing:
        devices = closing.enter_context(
            open_devices(config.pins, inbox.put, clock, simulate=simulate, board=board, wake=lambda: inbox.put(None))
        )
        opened = open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC))
        closing.enter_context(opened.journal)
        if opened.warning:
            warnings = (*warnings, opened.warning)
        app = App(config, devices, opened.journal, clock(), warnings, data / BOARDS)
        fingers = Fingers(devices.simulated or Keyboard(inbox.put, clock))
        while not app.finished:
            face.show(app.shown, devices)
            if attendant:
                attendant.turned(app, devices, opened.journal, clock())
            _wait(inbox, app, clock())
            for done in face.poll():
                _take(done, app, fingers, clock())
            fingers.elapse(clock())
            while not inbox.empty():
                _heed(inbox.get(), app)
            app.elapse(clock())
        opened.journal.close()  # only now is it true what the last page says
        face.show(app.shown, devices)
        return app.switched_off


def _wait(inbox: queue.SimpleQueue[Edge | None], app: App, now_s: float) -> None:
    looks_per_s = LOOKS_AT_REST_PER_S if app.is_dimmed else LOOKS_PER_S
    timeout_s = min(1 / looks_per_s, app.next_deadline_s() - now_s)
    try:
        _heed(inbox.get(timeout=max(0.0, timeout_s)), app)
    except queue.Empty:
        return


def _heed(what: Edge | None, app: App) -> None:
    """Take an edge; None only means that the magnetic board has something to tell, which `elapse` asks it for."""
    if what is not None:
        app.edge(what)


def _take(done: Input, app: App, fingers: Fingers, now_s: float) -> None:
    match done:
        case Touched(target):
            app.touch(target, now_s)
        case ButtonDown(button):
            fingers.press(button, now_s)
        case ButtonUp(button):
            fingers.lift(button)
        case Quit():
            app.finished = True
