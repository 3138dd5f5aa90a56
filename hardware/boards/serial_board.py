"""The sensor board: a Pico on a USB cable, over a serial port that one thread opens, reads, writes and closes.

Why a list of exceptions: a pulled USB cable raises SerialException, OSError, termios.error (which is no OSError) or,
where another thread closed the port, TypeError. All of them mean the same: the port is gone, look for it again.
"""

import errno
import termios
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final, Self

import serial

from hardware.boards.frames import BoardEvent, Loss, PartHealth
from hardware.boards.serial_protocol import SerialLink

PORT_ERRORS: Final = (serial.SerialException, OSError, termios.error, TypeError)
RETRY_S: Final = 0.25  # between looks for an absent port
MAX_RETRY_S: Final = 2.0  # between attempts to open a port that refuses
READ_S: Final = 0.2
MAX_READ: Final = 4096
JOIN_S: Final = 2.0  # longest wait for the thread to end: it may hang in the kernel, and closing must not
WRITE_S: Final = 0.5
BAUD: Final = 115_200  # ignored over USB


class SerialBoard:
    """The driver of the board of sensors.

    :param port: a stable device name (by udev), or any URL that pyserial opens (`spy://` shows the bytes)
    :param wake: called from the port's thread when `poll` has events
    :param clock: returns monotonic seconds
    :param threaded: False for a simulated clock: all work is then done in `poll`, which never waits
    """

    def __init__(
        self,
        port: str,
        *,
        wake: Callable[[], object],
        clock: Callable[[], float],
        threaded: bool = True,
    ) -> None:
        self.cycles = 0
        self._name = port
        self._wake = wake
        self._clock = clock
        self._port: serial.Serial | None = None
        self._link = SerialLink()
        self._watches_closely = False
        self._inbox: deque[BoardEvent] = deque()
        self._stop = Event()
        self._backoff_s = RETRY_S
        self._retry_at_s = self._open_at_s = float("-inf")
        self._bug: BaseException | None = None
        self._thread: Thread | None = None
        if threaded:
            self._thread = Thread(target=self._serve, name="sensor board", daemon=True)
            self._thread.start()

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """What the board reported since the last call."""
        if self._bug is not None:
            raise self._bug
        if self._thread is None:
            self.cycles += 1
            self._inbox.extend(self._step(lambda: now_s))
        events = []
        while self._inbox:
            events.append(self._inbox.popleft())
        return tuple(events)

    def next_deadline_s(self) -> float:
        """Infinity with a thread, which calls `wake`; else when to poll again."""
        return float("inf") if self._thread else self._clock() + READ_S

    def scan_at(self, at_s: float) -> None:
        """Do nothing: this board reports changes and losses at once."""

    def watch(self, closely: bool, *, inputs: bool = False) -> None:  # noqa: ARG002 - its firmware knows its wiring
        """Let the board send every frame, or only changes."""
        self._watches_closely = closely

    def health(self) -> tuple[PartHealth, ...]:
        """The link's health, then the board's."""
        return self._link.health()

    def close(self) -> None:
        """End the thread, which closes the port."""
        self._stop.set()
        if self._thread is None:
            self._close_port()
        else:
            self._thread.join(JOIN_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        """Run the thread; `poll` raises what it raised."""
        try:
            while not self._stop.is_set():
                events = self._step(self._clock)
                self.cycles += 1
                if events:
                    self._inbox.extend(events)
                    self._wake()
                if self._port is None:
                    self._stop.wait(RETRY_S)
        except BaseException as bug:
            self._bug = bug
            self._wake()
        finally:
            self._close_port()

    def _step(self, clock: Callable[[], float]) -> tuple[BoardEvent, ...]:
        """Look for the port, or read and write once."""
        if self._port is None:
            return self._open(clock()) if clock() >= self._retry_at_s else ()
        try:
            received = self._read(self._port)
        except PORT_ERRORS as fault:
            return self._lose(fault, clock())
        now_s = clock()
        if received:
            self._backoff_s = RETRY_S
        self._link.watch(self._watches_closely)
        events = self._link.receive(received, now_s) + self._link.tick(now_s)
        try:
            if outgoing := self._link.take_outgoing():
                self._port.write(outgoing)
        except PORT_ERRORS as fault:
            return events + self._lose(fault, now_s)
        if self._link.is_hopeless(now_s):
            self._close_port()
        return events

    def _read(self, port: serial.Serial) -> bytes:
        """The bytes that have come; with a thread, up to 0.2 s are waited for the first."""
        if self._thread is None:
            return b"".join(iter(lambda: port.read(MAX_READ), b""))
        first = port.read(1)
        return first + port.read(port.in_waiting) if first else b""

    def _lose(self, fault: Exception, now_s: float) -> tuple[BoardEvent, ...]:
        self._close_port()
        self._back_off(now_s)
        return self._link.note_closed(Loss.UNPLUGGED, str(fault))

    def _open(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Try to open the port; return a loss if it is absent or refuses."""
        self._retry_at_s = now_s + RETRY_S
        if "://" not in self._name and not Path(self._name).exists():
            self._open_at_s, self._backoff_s = now_s, RETRY_S  # try it at once when it appears
            return self._link.note_closed(Loss.NOT_FOUND, self._name)
        if now_s < self._open_at_s:
            return ()
        try:
            self._port = serial.serial_for_url(
                self._name,
                BAUD,
                timeout=READ_S if self._thread else 0,
                write_timeout=WRITE_S,
                exclusive=True,
            )
        except (*PORT_ERRORS, ValueError) as fault:  # ValueError: no such kind of URL
            self._back_off(now_s)
            return self._link.note_closed(_loss(fault), str(fault))
        self._link.note_opened(now_s)
        return ()

    def _back_off(self, now_s: float) -> None:
        """Double the wait before the next try, until a byte has come."""
        self._retry_at_s, self._open_at_s = now_s + RETRY_S, now_s + self._backoff_s
        self._backoff_s = min(2 * self._backoff_s, MAX_RETRY_S)

    def _close_port(self) -> None:
        """Close the port; on a port that is gone this may fail as well."""
        port, self._port = self._port, None
        if port is not None:
            with suppress(*PORT_ERRORS):
                port.close()


def _loss(fault: Exception) -> Loss:
    match getattr(fault, "errno", None):
        case errno.EACCES | errno.EPERM:
            return Loss.FORBIDDEN
        case errno.EBUSY | errno.EAGAIN:
            return Loss.BUSY
        case _:
            return Loss.NOT_FOUND
