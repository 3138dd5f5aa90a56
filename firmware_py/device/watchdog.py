"""The watchdog: it tells systemd that the device is alive, and the doctor how its parts are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from display.view import View
from firmware_py.host import failed_starts
from firmware_py.host.failed_starts import Start
from firmware_py.host.log import Priority, log
from firmware_py.host.sd_notify import PARTS, Pulse, notify
from firmware_py.host.status_file import BoardState, StatusFile, publish
from firmware_py.words import speak
from hardware import Devices

if TYPE_CHECKING:  # the log and safe mode must not wait for the games
    from firmware_py.device.app import App
    from firmware_py.pages.board_care.health import Tally

BOARD_PATIENCE_S = 60.0
"""How long the magnetic board's driver may stand still. Linux blocks the closing of a USB port for half a minute if the
board does not read what was written to it."""
DISK_PATIENCE_S = 300.0
"""How long the disk may take to store something. Cheap memory cards take half a minute now and then."""
SLOW_DISK_S = 5.0
"""What takes longer to be stored is written to the log."""
COUNTS_EVERY_S = 10.0
"""How often the counts of the board's driver are written to the status file."""

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
        screen_fault: str = "",
        show_waiting: Callable[[], None] = lambda: None,
        once_ready: Callable[[App], None] = lambda _: None,
    ) -> None:
        """Observe a device from `now_s` on.

        `show_waiting` shows that it waits for its disk and has no page yet; `once_ready` begins what can wait until
        the first press can be taken.
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
            from firmware_py.pages.board_care.health import tally

            self._tally, self._counts_at_s = tally(devices.board, self._tally, now_s), now_s + COUNTS_EVERY_S
        has_pins, counted = devices.simulated is None, self._tally.lines if self._tally else ()
        why = app.state.board.follower.why_nothing_follows
        now = StatusFile(has_pins, devices.faults, self._screen_fault, board, unsaved, counted, why)
        if why and (self._published is None or not self._published.why_nothing_follows):
            log(Priority.WARNING, why)
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
