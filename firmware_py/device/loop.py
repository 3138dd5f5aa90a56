"""The loop of the real device and of the desk: it waits for the next event and passes it to `App`."""

from __future__ import annotations

import time
from typing import Protocol

from display.inputs import ButtonDown, ButtonUp, CloseRequested, DeskBoardEvent, HoldTouched, Touched, WindowEvent
from firmware_py.device.app import App
from firmware_py.device.inbox import Inbox
from firmware_py.device.simulated_presses import KeyboardContacts, SimulatedPresses
from hardware import Devices, Edge


class Display(Protocol):
    """Shows the device: the panel, or the window of the desk."""

    def show(self, app: App, devices: Devices, /) -> None:
        """Show the view, and on a desk what the device and its magnetic board look like."""

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return what was touched or clicked since the last call."""

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float, /) -> None:
        """Carry out an event that the referee has no part in: on a desk, the mouse moves a magnet."""


class LoopObserver(Protocol):
    """Observes the running device, as the watchdog does."""

    def after_round(self, app: App, devices: Devices, now_s: float, /) -> None:
        """Note that the loop went round once and that the newest view was shown."""

    def waits(self, waited_s: float, now_s: float, /) -> None:
        """Note that the disk has been waited for, while the app begins or ends."""


def run_app(app: App, devices: Devices, display: Display, inbox: Inbox, observer: LoopObserver | None) -> None:
    """Run the app until it has finished."""
    clock = time.monotonic
    pins = devices.simulated if app.settings.controls != "touch" else None
    presses = SimulatedPresses(pins or KeyboardContacts(inbox.put, inbox.edge_clock), inbox.edge_clock)
    while not app.finished:
        display.show(app, devices)
        devices.get_ready()
        if observer:
            observer.after_round(app, devices, clock())
        deadline_s = min(app.next_deadline_s(), presses.next_deadline_s(), devices.next_step_s())
        for happened in inbox.wait(deadline_s, is_dimmed=app.rest.is_dimmed):
            _take(happened, app, presses, display, devices, inbox.since_s, clock())
        presses.tick(clock())
        for edge in inbox.edges():  # their times may lie before now
            app.edge(edge)
        app.tick(clock())


def _take(
    happened: Edge | WindowEvent,
    app: App,
    presses: SimulatedPresses,
    display: Display,
    devices: Devices,
    since_s: float,
    now_s: float,
) -> None:
    """Carry out one event; an event of the window happened after `since_s`."""
    match happened:
        case Edge():
            app.edge(happened)
        case Touched(target):
            app.touch(target, now_s, since_s)
        case HoldTouched(is_down):
            app.hold_ok(is_down, now_s)
        case ButtonDown(button):
            presses.press(button, now_s)
        case ButtonUp(button):
            presses.release(button, since_s)
        case CloseRequested():
            app.close(now_s)
        case _:
            display.take(happened, devices, now_s)
