"""The device itself: the referee on a Raspberry Pi's panel and pins, run as a service of the system.

Why nothing here is fatal: the device stands on a table with people around it. Without a screen it plays on with light
and sound, without pins by keyboard and touch, with mistaken settings on the defaults. Each time it says so, on the
screen where there is one and in the log. An unforeseen error, of whatever thread, ends the program, and the system
starts it again.

Why the late imports: safe mode and the log must not wait for the games.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Self

from display.inputs import CloseRequested, DeskBoardEvent, WindowEvent
from display.window import Window
from firmware_py.config.schema import Config
from firmware_py.device.watchdog import Watchdog
from firmware_py.host.failed_starts import FAILED_STARTS, WITHOUT_PINS, Start
from firmware_py.host.log import Priority, log, log_crash, log_warnings
from firmware_py.host.read_ahead import AFTER_S, read_ahead
from firmware_py.host.sd_notify import notify
from firmware_py.host.splash import TITLE, remember
from firmware_py.words import REINSTALL, Words, catalogue_faults, words
from hardware import Devices

if TYPE_CHECKING:
    from firmware_py.device.app import App

FAILED = 1
"""Exit status after an unforeseen error."""
SWITCHED_OFF = 10
"""Exit status by which the service asks for the power to be cut."""
FAREWELL_S = 4.0
"""How long the last page stays before the computer halts."""


class PanelDisplay:
    """The panel as the loop uses it; a request to end is an input like any other."""

    def __init__(self, window: Window) -> None:
        """Take over the panel; `fault` says why it shows nothing, and is empty if it works."""
        self._window = window
        self._is_asked_to_end = False
        self._error: BaseException | None = None
        self._reopened = 0
        self.fault = window.fault

    def ask_to_end(self, signal_number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signals call it
        """End at the next round of the loop. Nothing is lost: every action is stored before it is shown."""
        self._is_asked_to_end = True

    def note_error(self, happened: threading.ExceptHookArgs) -> None:
        """Raise the error that ended another thread at the next poll: a device without that thread is not whole."""
        self._error = happened.exc_value

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - a real device shows its own state
        """Show the view, in the size and rotation that are in force."""
        mounting = app.settings.size, app.settings.rotation
        if self._window.remount(*mounting):
            app.state.resources.disk.submit(remember, *mounting)  # after what is stored already; nobody waits for it
        self._window.show(app.shown)
        if self._window.reopened > self._reopened:
            self._reopened = self._window.reopened
            log(
                Priority.WARNING, f"The panel took no more pictures; it was opened again. {self._window.fault}".rstrip()
            )

    def show_waiting(self) -> None:
        """Show that the device waits for its disk, as long as there is no page to show it on."""
        self._window.show_splash(TITLE, is_waiting=True)

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return what was touched since the last call, and the request to end."""
        if self._error:
            raise self._error
        made = self._window.poll()
        return (*made, CloseRequested()) if self._is_asked_to_end else made

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float) -> None:
        """Ignore the event: a panel has no magnets to move."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._window.close()


def run(
    window: Window,
    config: Config,
    data: Path,
    warnings: tuple[Words, ...],
    start: Start,
    *,
    farewell_s: float = FAREWELL_S,
) -> int:
    """Run the device until it is switched off or asked to end, and return the program's exit status.

    `window` shows the first picture; it is closed at the end.
    """
    failed = start.failed
    log(Priority.NOTICE, f"Pyramid Referee starts; games are kept in {data}.")
    if failed >= FAILED_STARTS:
        from firmware_py.device.safe_mode import enter_safe_mode

        config, warnings = Config(), enter_safe_mode(data, failed)
    warnings = (
        *warnings,
        *(words("{fault}; {remedy}.", fault=fault, remedy=REINSTALL) for fault in catalogue_faults()),
    )
    log_warnings(*warnings)
    try:
        status = _run(window, config, data, warnings, start, simulate=failed >= WITHOUT_PINS, farewell_s=farewell_s)
    except ImportError:
        raise  # the command line says what to install
    except Exception as error:
        log_crash(error)
        return FAILED
    start.ended()
    log(Priority.NOTICE, "Pyramid Referee ends.")
    return status


def _run(
    window: Window,
    config: Config,
    data: Path,
    warnings: tuple[Words, ...],
    start: Start,
    *,
    simulate: bool,
    farewell_s: float,
) -> int:
    from firmware_py.device import preloading, running

    with PanelDisplay(window) as display:
        signal.signal(signal.SIGTERM, display.ask_to_end)
        threading.excepthook = display.note_error
        if display.fault:
            log(Priority.ERROR, f"{display.fault} The game goes on without a screen, with light and sound.")
        reading = threading.Timer(AFTER_S, read_ahead)
        reading.daemon = True
        reading.start()
        watchdog = Watchdog(start, time.monotonic(), display.fault, display.show_waiting, preloading.begin)
        switched_off = running.run(
            config,
            data,
            display,
            simulate=simulate,
            real_board=True,
            warnings=warnings,
            observer=watchdog,
            prepare=window.prepare,
        )
        reading.cancel()
        notify("STOPPING=1")
        if switched_off and "NOTIFY_SOCKET" in os.environ:
            time.sleep(farewell_s)
            return SWITCHED_OFF
    return 0
