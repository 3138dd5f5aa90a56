"""The device itself: the referee on a Raspberry Pi's panel and pins, as a service of the system.

Why nothing here is fatal: the box stands on a table with people around it. Without a screen it plays on with light and
sound, without pins by keyboard and touch, with mistaken settings on the defaults; each time it says so, on the screen
where there is one and in the log. What cannot be foreseen ends the program, and the system starts it again.

Why the late imports: safe mode and the log must not wait for the games.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Self

from display.inputs import CloseRequested, DeskBoardEvent, WindowEvent
from display.view import View
from display.window import Window
from firmware_py.config.file import JOURNAL_NAME, Config
from firmware_py.host import safe_mode
from firmware_py.host.log import Priority, log, log_crash, log_warnings
from firmware_py.host.safe_mode import Start
from firmware_py.host.sd_notify import Pulse, notify
from firmware_py.host.splash import remember
from firmware_py.host.status_file import BoardState, StatusFile, publish
from firmware_py.words import Words, reason, speak, words
from hardware import Devices

if TYPE_CHECKING:
    from firmware_py.device.app import App
    from firmware_py.pages.board_care.health import Tally
    from firmware_py.storage.journal import Journal

FAILED = 1
"""Exit status after an unforeseen error."""
SWITCHED_OFF = 10
"""Exit status by which the service asks for the power to be cut."""
SENSOR_PATIENCE_S = 60.0
"""How long the magnetic board's driver may stand still: Linux lets nobody close a USB port for half a minute if the
board does not take what was written to it."""
COUNTS_EVERY_S = 10.0
"""How often the doctor is told what the board's driver has counted."""
FAREWELL_S = 4.0
"""How long the last page stays before the computer halts."""

DOCTOR = "sudo /opt/pyramid-referee/current/bin/pyramid-referee doctor"
"""How the owner of an installed box calls the doctor."""

IN_ENGLISH = speak("en")
"""The language of systemd and of the doctor."""


class PanelDisplay:
    """The panel as the loop sees it; being asked to end is an input like any other."""

    def __init__(self, window: Window) -> None:
        """Take over the panel; `fault` tells why nothing can be seen, and is empty if all is well."""
        self._window = window
        self._is_asked_to_end = False
        self.fault = window.fault

    def ask_to_end(self, signal_number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signals call it
        """End at the next turn of the loop: every action is stored before it is shown, so nothing is lost."""
        self._is_asked_to_end = True

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - a real device shows its own state
        """Show the view, on the panel as it is mounted according to what was chosen."""
        mounting = app.settings.size, app.settings.rotation
        if self._window.mount(*mounting):
            remember(*mounting)
        self._window.show(app.shown)

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return what was touched since the last call, and the wish to end."""
        made = self._window.poll()
        return (*made, CloseRequested()) if self._is_asked_to_end else made

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float) -> None:
        """Ignore the event: a panel has no magnets to move."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._window.close()


class Watchdog:
    """What systemd is told of the running device, and when a start counts as done."""

    def __init__(self, start: Start, now_s: float, screen_fault: str = "") -> None:
        """Begin to look after a device at `now_s`."""
        self._start = start
        self._screen_fault = screen_fault
        self._bulletin: StatusFile | None = None
        self._pulse = Pulse(now_s)
        self._is_ready = False
        self._told: View | None = None
        self._steady_at_s: float | None = None
        self._faults: set[str] = set()
        self._board_turns = -1
        self._board_turned_s = now_s
        self._tally: Tally | None = None
        self._counts_at_s = now_s

    def turned(self, app: App, devices: Devices, journal: Journal, now_s: float) -> None:
        """Take note of a turn of the loop, after which the newest view stands on the screen."""
        self._publish(app, devices, journal, now_s)
        if not self._is_ready:
            self._is_ready = True
            self._steady_at_s = now_s + safe_mode.STEADY_S
            notify("READY=1")
        for fault in set(devices.faults) - self._faults:
            log(Priority.WARNING, fault)
            self._faults.add(fault)
        if self._steady_at_s is not None and now_s >= self._steady_at_s:
            self._steady_at_s = None
            self._start.is_steady()
        self._pulse.got_on("loop", "display")
        if self._feels(devices, now_s):
            self._pulse.got_on("sensors")
        if self._pulse.is_due(now_s):
            from firmware_py.storage.journal import JournalError

            with suppress(JournalError):  # a disk that says no is told to the players, and is no reason to die
                journal.unfinished()
            self._pulse.got_on("journal")
            self._pulse.beat(now_s)
        if self._told is not app.shown:
            self._told = app.shown
            self._pulse.tell(status(app))

    def _publish(self, app: App, devices: Devices, journal: Journal, now_s: float) -> None:
        """Tell the doctor how the parts are, if that is something else than before."""
        board: BoardState = "none" if devices.board is None else "lost" if "unplugged" in app.shown.badges else "there"
        unsaved = IN_ENGLISH(journal.fault) if journal.fault else ""
        if devices.board is not None and now_s >= self._counts_at_s:
            from firmware_py.pages.board_care.health import tally

            self._tally, self._counts_at_s = tally(devices.board, self._tally, now_s), now_s + COUNTS_EVERY_S
        has_pins, counted = devices.simulated is None, self._tally.lines if self._tally else ()
        bulletin = StatusFile(has_pins, devices.faults, self._screen_fault, board, unsaved, counted)
        if bulletin != self._bulletin:
            self._bulletin = bulletin
            publish(bulletin)

    def _feels(self, devices: Devices, now_s: float) -> bool:
        """Return whether the magnetic board's driver gets on, be the board plugged in or not."""
        if devices.board is None:
            return True
        if devices.board.turns != self._board_turns:
            self._board_turns, self._board_turned_s = devices.board.turns, now_s
        return now_s <= self._board_turned_s + SENSOR_PATIENCE_S


def status(app: App) -> str:
    """Return what the device is doing: game and whose turn it is, and nothing that anyone may not know.

    Not even how many actions there were: a pawn that reached a mission has one more before its turn is handed over.
    """
    session = app.table.session
    if session is None:
        return "no game on the table"
    actor = app.shown.actor
    return IN_ENGLISH(session.game.title) + (f", turn of {actor.name}" if actor else "")


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

    The `window` with the first picture is closed at the end.
    """
    failed = start.failed
    log(Priority.NOTICE, f"Pyramid Referee starts; games are kept in {data}.")
    if failed >= safe_mode.FAILED_STARTS:
        config, warnings = Config(), enter_safe_mode(data, failed)
    log_warnings(*warnings)
    try:
        status = _run(
            window, config, data, warnings, start, simulate=failed >= safe_mode.WITHOUT_PINS, farewell_s=farewell_s
        )
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
    from firmware_py.device import loop

    gc.freeze()  # what is loaded stays; looking through all of it for garbage would make presses wait
    with PanelDisplay(window) as face:
        signal.signal(signal.SIGTERM, face.ask_to_end)
        if face.fault:
            log(Priority.ERROR, f"{face.fault} The game goes on without a screen, with light and sound.")
        caretaker = Watchdog(start, time.monotonic(), face.fault)
        by_hand = loop.run(
            config, data, face, simulate=simulate, real_board=True, warnings=warnings, attendant=caretaker
        )
        notify("STOPPING=1")
        if by_hand and "NOTIFY_SOCKET" in os.environ:
            time.sleep(farewell_s)
            return SWITCHED_OFF
    return 0


def enter_safe_mode(data: Path, failed: int) -> tuple[Words, ...]:
    """Set the journal aside, once, and return what the players must know."""
    return (
        words("Safe mode: the program failed {count} times in a row.", count=failed),
        words("The default settings are used, without a magnetic board."),
        *_set_aside(data / JOURNAL_NAME, is_first=failed == safe_mode.FAILED_STARTS),
        words("Ask the owner to run: {command}", command=DOCTOR),
    )


def _set_aside(journal: Path, *, is_first: bool) -> tuple[Words, ...]:
    """Set the journal aside in the first of several safe modes; return where the games of before are, if any are."""
    from datetime import UTC, datetime

    from firmware_py.storage.journal.damage import set_aside, were_set_aside

    try:
        if is_first and journal.exists():
            set_aside(journal, lambda: datetime.now(UTC))
        kept = were_set_aside(journal)
    except OSError as error:
        return (words("The games so far could not be set aside: {why}", why=reason(error)),)
    return (words("The games so far are set aside: have them back with 'Kept games'."),) if kept else ()
