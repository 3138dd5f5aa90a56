"""The loop of the real device and of the desk: it waits for the next thing to happen, and lets `App` take it.

Why a queue of our own: everything that happens, pins included, wakes the loop through it, so idle it only wakes to look
at the window, `LOOKS_PER_S` times a second.
"""

from __future__ import annotations

import queue
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from display.inputs import ButtonDown, ButtonUp, Input, Quit, Touched
from display.view import Button, View
from firmware_py.app import App
from firmware_py.config import JOURNAL_NAME, Config
from firmware_py.journal import open_journal
from firmware_py.words import Words
from hardware import Devices, Edge, open_devices

if TYPE_CHECKING:
    from hardware.simulated.pins import SimulatedPins

LOOKS_PER_S = 20
"""How often the window is asked for touches while nothing else happens."""


class Face(Protocol):
    """What shows the device: the panel, or the desk simulator's window."""

    def show(self, view: View, devices: Devices, /) -> None:
        """Show the view, and on a desk what the device looks like."""

    def poll(self) -> tuple[Input, ...]:
        """Return what was touched or clicked since the last call."""


SHORTEST_PRESS_S = 0.05
"""A click may begin and end between two looks at the window; the simulated finger then stays on for so long."""


class Fingers:
    """Mouse and keyboard as fingers on the simulated buttons of a desk."""

    def __init__(self, pins: SimulatedPins) -> None:
        """Lay the fingers on the buttons of a simulated box."""
        self._pins = pins
        self._down_s: dict[Button, float] = {}
        self._lifting: set[Button] = set()

    def press(self, button: Button, now_s: float) -> None:
        """Press a button."""
        self._down_s[button] = now_s
        self._lifting.discard(button)
        self._pins.press(button)

    def lift(self, button: Button) -> None:
        """Let a button go as soon as it was down long enough."""
        self._lifting.add(button)

    def elapse(self, now_s: float) -> None:
        """Let the time pass up to `now_s`."""
        for button in tuple(self._lifting):
            if now_s - self._down_s.get(button, 0.0) >= SHORTEST_PRESS_S:
                self._lifting.discard(button)
                self._pins.release(button)


def run(config: Config, data: Path, face: Face, *, simulate: bool, warnings: tuple[Words, ...] = ()) -> None:
    """Run the device until it is switched off or its window is closed.

    :raises HardwareError: when the pins as a whole cannot be reached.
    """
    inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    clock = time.monotonic
    opened = open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC))
    if opened.warning:
        warnings = (*warnings, opened.warning)
    with opened.journal, open_devices(config.pins, inbox.put, clock, simulate=simulate) as devices:
        app = App(config, devices, opened.journal, clock(), warnings)
        fingers = Fingers(devices.simulated) if devices.simulated else None
        while not app.finished:
            face.show(app.shown, devices)
            _wait(inbox, app, clock())
            for done in face.poll():
                _take(done, app, fingers, clock())
            if fingers:
                fingers.elapse(clock())
            while not inbox.empty():
                app.edge(inbox.get())
            app.elapse(clock())


def _wait(inbox: queue.SimpleQueue[Edge], app: App, now_s: float) -> None:
    timeout_s = min(1 / LOOKS_PER_S, app.next_deadline_s() - now_s)
    try:
        app.edge(inbox.get(timeout=max(0.0, timeout_s)))
    except queue.Empty:
        return


def _take(done: Input, app: App, fingers: Fingers | None, now_s: float) -> None:
    match done:
        case Touched(target):
            app.touch(target, now_s)
        case ButtonDown(button) if fingers:
            fingers.press(button, now_s)
        case ButtonUp(button) if fingers:
            fingers.lift(button)
        case Quit():
            app.finished = True
