"""The loop of the real device and of the desk: it waits for the next event and passes it to `App`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from display.inputs import ButtonDown, ButtonUp, CloseRequested, DeskBoardEvent, HoldTouched, Touched, WindowEvent
from firmware_py.config.data_directory import JOURNAL_NAME
from firmware_py.config.in_force import config_in_force, settings_in_force, simulated_config
from firmware_py.config.schema import Config
from firmware_py.device.app import App
from firmware_py.device.autosave import Autosave
from firmware_py.device.inbox import LONGEST_WAIT_S, Inbox
from firmware_py.device.light_and_sound import TUNES
from firmware_py.device.resources import Resources
from firmware_py.device.simulated_presses import KeyboardContacts, SimulatedPresses
from firmware_py.device.starting import first_state
from firmware_py.driver_reports import report_words
from firmware_py.host.log import Priority, log, log_warnings
from firmware_py.storage.journal import open_journal
from firmware_py.words import Words, words
from hardware import Devices, Edge, HardwareError, open_devices
from hardware.boards.sensor_map import SensorMap
from hardware.boards.settings import sensor_map_of
from hardware.controls.voice import open_voice

T = TypeVar("T")


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


def run(
    config: Config,
    data: Path,
    display: Display,
    *,
    simulate: bool,
    real_board: bool = False,
    warnings: tuple[Words, ...] = (),
    observer: LoopObserver | None = None,
) -> bool:
    """Run the device until it is switched off or its window is closed; return whether it was switched off by hand.

    `simulate` and `real_board` are as for `open_devices`. Without pins, the device runs by keyboard and touch. When a
    setting needs other devices, it starts again on the same journal.
    """
    clock = time.monotonic
    inbox = Inbox(display.poll, clock)
    trial: Mapping[str, str] = {}
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk") as disk:
        opened = _done(disk.submit(open_journal, data / JOURNAL_NAME, lambda: datetime.now(UTC)), observer)
        if opened.warning:
            log_warnings(opened.warning)
            warnings = (*warnings, *opened.warnings)
        try:
            while True:
                store = _done(disk.submit(Autosave, opened.journal, data), observer)
                settings = settings_in_force(config, {**store.stored.chosen, **trial})
                soldered = sensor_map_of(simulated_config(config, settings).board.settings())
                devices, fault = _opened(config_in_force(config, settings), soldered, inbox, simulate, real_board)
                devices.voice = open_voice()
                devices.open_audio(config.sound.output, TUNES.values())
                with devices:
                    resources = Resources(config, devices, store, drawn_seed, disk, inbox.wake)
                    app = App(first_state(resources, clock(), (*fault, *warnings), trial), clock())
                    _run_app(app, devices, display, inbox, observer)
                    if not app.state.chosen.restarts:
                        display.show(app, devices)
                        return app.state.is_switched_off
                trial, warnings = app.state.chosen.tries, ()
        finally:
            _done(disk.submit(opened.journal.close), observer)


def _done(job: Future[T], observer: LoopObserver | None) -> T:
    """Return what a job of the disk's thread returns; the observer hears that it is waited for."""
    began_s = time.monotonic()
    while not wait((job,), LONGEST_WAIT_S).done:
        if observer:
            observer.waits(time.monotonic() - began_s, time.monotonic())
    return job.result()


def drawn_seed() -> str:
    """Return a random seed for the dice of one game."""
    return secrets.token_hex(16)


def _opened(
    config: Config, soldered: SensorMap | None, inbox: Inbox, simulate: bool, real_board: bool
) -> tuple[Devices, tuple[Words, ...]]:
    """Return the devices, and a warning if there are no pins."""

    def opened(*, simulate: bool, real_board: bool) -> Devices:
        return open_devices(
            config.pins,
            inbox.put,
            inbox.edge_clock,
            simulate=simulate,
            board=config.board.settings(),
            wake=inbox.wake,
            soldered=soldered,
            real_board=real_board,
            layout=config.buttons.layout,
        )

    try:
        return opened(simulate=simulate, real_board=real_board), ()
    except HardwareError as error:
        log(Priority.ERROR, f"{error} The game goes on by keyboard and touch.")
        fault = words("{fault} The game goes on by keyboard and touch.", fault=report_words(str(error)))
        return opened(simulate=True, real_board=True), (fault,)


def _run_app(app: App, devices: Devices, display: Display, inbox: Inbox, observer: LoopObserver | None) -> None:
    """Run the app until it has finished."""
    clock = time.monotonic
    pins = devices.simulated if app.settings.controls != "touch" else None
    presses = SimulatedPresses(pins or KeyboardContacts(inbox.put, inbox.edge_clock), inbox.edge_clock)
    while not app.finished:
        display.show(app, devices)
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
