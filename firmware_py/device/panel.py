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
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Self

from display.inputs import CloseRequested, DeskBoardEvent, WindowEvent
from display.view import View
from display.window import Window
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.host import failed_starts
from firmware_py.host.failed_starts import FAILED_STARTS, WITHOUT_PINS, Start, runtime_folder
from firmware_py.host.log import Priority, log, log_crash, log_warnings
from firmware_py.host.sd_notify import PARTS, BoardState, Pulse, StatusFile, notify, publish
from firmware_py.host.splash import TITLE, remember
from firmware_py.storage.files import is_there, set_aside, were_set_aside
from firmware_py.words import REINSTALL, Words, catalogue_faults, reason, speak, words
from hardware import Devices

if TYPE_CHECKING:  # the log and safe mode must not wait for the games
    from firmware_py.device.app import App
    from firmware_py.device.loop import FromPhones, Phones
    from firmware_py.pages.board_care.cell_test import Tally

BOARD_PATIENCE_S = 60.0
"""How long the magnetic board's driver may stand still. Linux blocks the closing of a USB port for half a minute if the
board does not read what was written to it."""
DISK_PATIENCE_S = 300.0
"""How long the disk may take to store something. Cheap memory cards take half a minute now and then."""
SLOW_DISK_S = 5.0
"""What takes longer to be stored is written to the log."""
COUNTS_EVERY_S = 10.0
"""How often the counts of the board's driver are written to the status file."""
READ_AHEAD_S = 30.0
"""How long after the start every file of the program is read once: the start itself needs the card more."""

MORE_TIME = "EXTEND_TIMEOUT_USEC=30000000"
"""What keeps systemd from ending a service that has to wait for the disk while it starts or ends."""

IN_ENGLISH = speak("en")
"""The language of systemd and of the doctor."""


class Watchdog:
    """Observes the loop, reports to systemd and in the status file, and decides when a start counts as done."""

    def __init__(
        self,
        start: Start,
        now_s: float,
        screen_fault: Callable[[], str] = lambda: "",
        show_waiting: Callable[[], None] = lambda: None,
        once_ready: Callable[[App], None] = lambda _: None,
    ) -> None:
        """Observe a device from `now_s` on.

        `screen_fault` says why nothing can be seen, and `show_waiting` shows that the device waits for its disk and has
        no page yet; `once_ready` begins what can wait until the first press can be taken.
        """
        self._show_waiting = show_waiting
        self._once_ready = once_ready
        self._start = start
        self._screen_fault = screen_fault
        self._published: StatusFile | None = None
        self._pulse = Pulse(now_s)
        self._is_ready = False
        self._reported: View | None = None
        self._steady_at_s: float | None = None
        self._faults: set[str] = set()
        self._board_turns = -1
        self._board_turned_s = now_s
        self._tally: Tally | None = None
        self._counts_at_s = now_s
        self._saving_since_s: float | None = None

    def after_round(self, app: App, devices: Devices, now_s: float) -> None:
        """Note that the loop went round once and that the newest view was shown."""
        self._publish(app, devices, now_s)
        if not self._is_ready:
            self._is_ready = True
            self._steady_at_s = now_s + failed_starts.STEADY_S
            notify("READY=1")
            self._once_ready(app)
        for fault in set(devices.faults) - self._faults:
            log(Priority.WARNING, fault)
            self._faults.add(fault)
        if self._steady_at_s is not None and now_s >= self._steady_at_s:
            self._steady_at_s = None
            self._start.is_steady()
        self._log_slow_disk(app.saving_since_s, now_s)
        self._beat(app, devices, now_s)
        if self._reported is not app.shown:
            self._reported = app.shown
            self._pulse.report(status(app))

    def waits(self, waited_s: float, now_s: float) -> None:
        """Note that the disk has been waited for, while the app begins or ends."""
        self._show_waiting()
        if waited_s > DISK_PATIENCE_S:
            return
        notify(MORE_TIME)
        if self._is_ready:
            self._pulse.note_alive(*PARTS)
            self._pulse.beat(now_s)

    def _beat(self, app: App, devices: Devices, now_s: float) -> None:
        """Give a sign of life if it is due and every part works."""
        self._pulse.note_alive("loop", "display")
        if self._board_works(devices, now_s):
            self._pulse.note_alive("sensors")
        since_s = app.saving_since_s
        if since_s is None or now_s <= since_s + DISK_PATIENCE_S:
            self._pulse.note_alive("journal")
            if since_s is not None and self._pulse.is_due(now_s):
                notify(MORE_TIME)  # systemd may have asked the service to end
        self._pulse.beat(now_s)

    def _log_slow_disk(self, since_s: float | None, now_s: float) -> None:
        """Write to the log how long the disk took, once it is done."""
        before_s, self._saving_since_s = self._saving_since_s, since_s
        if before_s is not None and since_s != before_s and now_s - before_s > SLOW_DISK_S:
            log(Priority.WARNING, f"The disk of the games took {now_s - before_s:.0f} s to store something.")

    def _publish(self, app: App, devices: Devices, now_s: float) -> None:
        """Write the status file if the parts have changed."""
        board: BoardState = "none" if devices.board is None else "lost" if "unplugged" in app.shown.badges else "there"
        fault = app.state.stored.fault
        unsaved = IN_ENGLISH(fault) if fault else ""
        if devices.board is not None and now_s >= self._counts_at_s:
            from firmware_py.pages.board_care.cell_test import tally

            self._tally, self._counts_at_s = tally(devices.board, self._tally, now_s), now_s + COUNTS_EVERY_S
        has_pins, counted = devices.simulated is None, self._tally.lines if self._tally else ()
        why = app.state.board.follower.why_nothing_follows
        now = StatusFile(has_pins, devices.faults, self._screen_fault(), board, unsaved, counted, why)
        if why and (self._published is None or not self._published.why_nothing_follows):
            log(Priority.WARNING, why)
        if now != self._published:
            self._published = now
            publish(now)

    def _board_works(self, devices: Devices, now_s: float) -> bool:
        """Whether the magnetic board's driver goes on, whether the board is plugged in or not."""
        if devices.board is None:
            return True
        if devices.board.cycles != self._board_turns:
            self._board_turns, self._board_turned_s = devices.board.cycles, now_s
        return now_s <= self._board_turned_s + BOARD_PATIENCE_S


def status(app: App) -> str:
    """What the device is doing: the game and whose turn it is, and no secret.

    The number of actions would be one: a pawn that reached a mission has one more before its turn is handed over.
    """
    session = app.table.session
    if session is None:
        return "no game on the table"
    actor = app.shown.actor
    return IN_ENGLISH(session.game.title) + (f", turn of {actor.name}" if actor else "")


FAILED = 1
"""Exit status after an unforeseen error."""
SWITCHED_OFF = 10
"""Exit status by which the service asks for the power to be cut."""
FAREWELL_S = 4.0
"""How long the last page stays before the computer halts."""


class PanelDisplay:
    """The panel as the loop uses it; a request to end is an input like any other."""

    def __init__(self, window: Window) -> None:
        """Take over the panel."""
        self._window = window
        self._is_asked_to_end = False
        self._error: BaseException | None = None
        self._reopened = 0
        self._logged = ""

    def fault(self) -> str:
        """Why the panel shows nothing now; empty if it works."""
        return self._window.fault

    def ask_to_end(self, signal_number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signals call it
        """End at the next round of the loop. Nothing is lost: every action is stored before it is shown."""
        self._is_asked_to_end = True

    def note_error(self, happened: threading.ExceptHookArgs) -> None:
        """Raise the error that ended another thread at the next poll: a device without that thread is not whole."""
        self._error = happened.exc_value

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - a real device shows its own state
        """Show the view, in the size and rotation that are in force."""
        self._window.touch = app.settings.touch
        mounting = app.settings.size, app.settings.rotation
        if self._window.remount(*mounting):
            app.in_background(remember, *mounting)
        self._window.show(app.shown)
        if self._window.reopened > self._reopened:
            self._reopened = self._window.reopened
            log(Priority.WARNING, "The panel took no more pictures; it was opened again.")
        self.log_fault()

    def log_fault(self) -> None:
        """Write to the log why there is no screen, when it was opened in vain: at the start, or again later."""
        before, self._logged = self._logged, self._window.fault
        if self._logged and self._logged != before:
            log(Priority.ERROR, f"{self._logged} The game goes on without a screen, with light and sound.")

    def show_waiting(self) -> None:
        """Show that the device waits for its disk, as long as there is no page to show it on."""
        self._window.show_splash(TITLE, is_waiting=True)

    def poll(self) -> tuple[WindowEvent, ...]:
        """What was touched since the last call, and the request to end."""
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
    start.note_end()
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
    from firmware_py.device import running

    with PanelDisplay(window) as display:
        signal.signal(signal.SIGTERM, display.ask_to_end)
        threading.excepthook = display.note_error
        display.log_fault()
        reading = threading.Timer(READ_AHEAD_S, read_ahead)
        reading.daemon = True
        reading.start()
        watchdog = Watchdog(start, time.monotonic(), display.fault, display.show_waiting, running.begin)
        switched_off = running.run(
            config,
            data,
            display,
            simulate=simulate,
            real_board=True,
            warnings=warnings,
            observer=watchdog,
            prepare=window.prepare,
            phones_at="",
            phones=open_phones,
        )
        reading.cancel()
        notify("STOPPING=1")
        if switched_off and "NOTIFY_SOCKET" in os.environ:
            time.sleep(farewell_s)
            return SWITCHED_OFF
    return 0


def read_ahead() -> int:
    """Read every file of the program, so that the system has it in memory, and return how many bytes these were.

    Why: a memory card that stalls does not read either. A picture, a font or a module that is first needed then would
    stop the loop.
    """
    count = 0
    for file in _files():
        with suppress(OSError):
            count += len(file.read_bytes())
    return count


def _files() -> Iterator[Path]:
    for name in ("firmware_py", "hardware", "display"):
        spec = find_spec(name)
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from (path for path in Path(folder).rglob("*") if path.is_file())


def open_phones(put: Callable[[FromPhones], None]) -> Phones | None:
    """The link to the phones, in the folder that systemd gives a service; None where there is none."""
    from firmware_py.device.screens_link import ScreensLink

    folder = runtime_folder()
    try:
        return ScreensLink(folder / "screens.sock", put) if folder else None
    except OSError as error:
        log(Priority.WARNING, f"No phone can join in: {error}")
        return None


DOCTOR = "sudo /opt/pyramid-referee/current/bin/pyramid-referee doctor"
"""How the owner of an installed device starts the doctor."""


def enter_safe_mode(data: Path, failed: int) -> tuple[Words, ...]:
    """Set the journal aside in the first of several safe modes, and return what the players must know."""
    return (
        words("Safe mode: the program failed {count} times in a row.", count=failed),
        words("The default settings are used, without a magnetic board."),
        *_set_aside(data / JOURNAL_NAME, is_first=failed == FAILED_STARTS),
        words("Ask the owner to run: {command}", command=DOCTOR),
    )


def _set_aside(journal: Path, *, is_first: bool) -> tuple[Words, ...]:
    """Set the journal aside if this is the first safe mode; return where the earlier games are, if there are any."""
    try:
        if is_first and is_there(journal):
            set_aside(journal, lambda: datetime.now(UTC))
        is_aside = bool(were_set_aside(journal))
    except OSError as error:
        return (words("The earlier games could not be set aside: {why}", why=reason(error)),)
    return (words("The earlier games are set aside: get them back in 'Saved games'."),) if is_aside else ()
