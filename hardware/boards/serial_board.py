"""The sensor board's port: one thread opens, reads, writes and closes it, and survives whatever happens.

Why a list of exceptions: pulling a USB cable shows as SerialException, as a plain OSError, as
termios.error (which is not even an OSError) or, where another thread closed the port, as a TypeError,
depending on the call that met it. All of them mean the same: this port is gone, look for it again.
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
RETRY_S: Final = 0.25  # between looks for a port that is not there
MAX_RETRY_S: Final = 2.0  # between attempts to open one that is there and refuses
READ_S: Final = 0.2
MAX_READ: Final = 4096
JOIN_S: Final = 2.0  # for the thread to end; it may hang in the kernel, and whoever switches off must not
WRITE_S: Final = 0.5
BAUD: Final = 115_200  # means nothing over USB


class SerialBoard:
    """The board behind a port; `wake` is called from the port's thread when `poll` has something.

    `port` is a stable device name (by udev), or any URL that pyserial opens (`spy://` shows the
    bytes). Without `threaded` nothing happens but in `poll`, which then never waits: for simulations
    with a clock of their own.
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
        """What came in since the last call."""
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
        """Never, with a thread that wakes the caller; else when to look again."""
        return float("inf") if self._thread else self._clock() + READ_S

    def scan_at(self, at_s: float) -> None:
        """Nothing: whoever pulls this board's cable is heard at once."""

    def watch(self, closely: bool, *, inputs: bool = False) -> None:  # noqa: ARG002 - its firmware knows its wiring
        """Let the board send every frame, or again only changes."""
        self._watches_closely = closely

    def health(self) -> tuple[PartHealth, ...]:
        """The link, then the board itself."""
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
        """The thread; a bug in it is raised where the program will see it."""
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
            return self._lost(fault, clock())
        now_s = clock()
        if received:
            self._backoff_s = RETRY_S
        self._link.watch(self._watches_closely)
        events = self._link.receive(received, now_s) + self._link.tick(now_s)
        try:
            if outgoing := self._link.outgoing():
                self._port.write(outgoing)
        except PORT_ERRORS as fault:
            return events + self._lost(fault, now_s)
        if self._link.is_hopeless(now_s):
            self._close_port()
        return events

    def _read(self, port: serial.Serial) -> bytes:
        """What has come; with a thread, wait a little for the first byte."""
        if self._thread is None:
            return b"".join(iter(lambda: port.read(MAX_READ), b""))
        first = port.read(1)
        return first + port.read(port.in_waiting) if first else b""

    def _lost(self, fault: Exception, now_s: float) -> tuple[BoardEvent, ...]:
        self._close_port()
        self._back_off(now_s)
        return self._link.closed(Loss.UNPLUGGED, str(fault))

    def _open(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Try the port; what its absence or refusal tells."""
        self._retry_at_s = now_s + RETRY_S
        if "://" not in self._name and not Path(self._name).exists():
            self._open_at_s, self._backoff_s = now_s, RETRY_S  # when it appears it is tried at once
            return self._link.closed(Loss.NOT_FOUND, self._name)
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
            return self._link.closed(_loss(fault), str(fault))
        self._link.opened(now_s)
        return ()

    def _back_off(self, now_s: float) -> None:
        """Try again later, and later still the next time, until a byte has come."""
        self._retry_at_s, self._open_at_s = now_s + RETRY_S, now_s + self._backoff_s
        self._backoff_s = min(2 * self._backoff_s, MAX_RETRY_S)

    def _close_port(self) -> None:
        """Close the port, which may fail like everything else on a port that is gone."""
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
