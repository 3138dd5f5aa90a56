"""The watchdog: it tells systemd that the device is alive, and the doctor how its parts are."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from display.view import View
from firmware_py.host import failed_starts
from firmware_py.host.failed_starts import Start
from firmware_py.host.log import Priority, log
from firmware_py.host.sd_notify import Pulse, notify
from firmware_py.host.status_file import BoardState, StatusFile, publish
from firmware_py.words import speak
from hardware import Devices

if TYPE_CHECKING:  # the log and safe mode must not wait for the games
    from firmware_py.device.app import App
    from firmware_py.pages.board_care.health import Tally
    from firmware_py.storage.journal import Journal

BOARD_PATIENCE_S = 60.0
"""How long the magnetic board's driver may stand still. Linux blocks the closing of a USB port for half a minute if the
board does not read what was written to it."""
COUNTS_EVERY_S = 10.0
"""How often the counts of the board's driver are written to the status file."""

IN_ENGLISH = speak("en")
"""The language of systemd and of the doctor."""


class Watchdog:
    """Observes the loop, reports to systemd and in the status file, and decides when a start counts as done."""

    def __init__(self, start: Start, now_s: float, screen_fault: str = "") -> None:
        """Observe a device from `now_s` on."""
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

    def after_round(self, app: App, devices: Devices, journal: Journal, now_s: float) -> None:
        """Note that the loop went round once and that the newest view was shown."""
        self._publish(app, devices, journal, now_s)
        if not self._is_ready:
            self._is_ready = True
            self._steady_at_s = now_s + failed_starts.STEADY_S
            notify("READY=1")
        for fault in set(devices.faults) - self._faults:
            log(Priority.WARNING, fault)
            self._faults.add(fault)
        if self._steady_at_s is not None and now_s >= self._steady_at_s:
            self._steady_at_s = None
            self._start.is_steady()
        self._beat(devices, journal, now_s)
        if self._reported is not app.shown:
            self._reported = app.shown
            self._pulse.report(status(app))

    def _beat(self, devices: Devices, journal: Journal, now_s: float) -> None:
        """Give a sign of life if it is due and every part works."""
        self._pulse.note_alive("loop", "display")
        if self._board_works(devices, now_s):
            self._pulse.note_alive("sensors")
        if self._pulse.is_due(now_s):
            from firmware_py.storage.journal import JournalError

            with suppress(JournalError):  # the players are told of a disk that fails; it is no reason to restart
                journal.unfinished()
            self._pulse.note_alive("journal")
            self._pulse.beat(now_s)

    def _publish(self, app: App, devices: Devices, journal: Journal, now_s: float) -> None:
        """Write the status file if the parts have changed."""
        board: BoardState = "none" if devices.board is None else "lost" if "unplugged" in app.shown.badges else "there"
        unsaved = IN_ENGLISH(journal.fault) if journal.fault else ""
        if devices.board is not None and now_s >= self._counts_at_s:
            from firmware_py.pages.board_care.health import tally

            self._tally, self._counts_at_s = tally(devices.board, self._tally, now_s), now_s + COUNTS_EVERY_S
        has_pins, counted = devices.simulated is None, self._tally.lines if self._tally else ()
        now = StatusFile(has_pins, devices.faults, self._screen_fault, board, unsaved, counted)
        if now != self._published:
            self._published = now
            publish(now)

    def _board_works(self, devices: Devices, now_s: float) -> bool:
        """Return whether the magnetic board's driver goes on, whether the board is plugged in or not."""
        if devices.board is None:
            return True
        if devices.board.cycles != self._board_turns:
            self._board_turns, self._board_turned_s = devices.board.cycles, now_s
        return now_s <= self._board_turned_s + BOARD_PATIENCE_S


def status(app: App) -> str:
    """Return what the device is doing: the game and whose turn it is, and no secret.

    The number of actions would be one: a pawn that reached a mission has one more before its turn is handed over.
    """
    session = app.table.session
    if session is None:
        return "no game on the table"
    actor = app.shown.actor
    return IN_ENGLISH(session.game.title) + (f", turn of {actor.name}" if actor else "")
