"""Edges of contacts as the kernel noted them: lines of its GPIO character device, and one thread that reads them.

Why not by lgpio: its thread looks two thousand times a second whether an edge has come, even at night (`ppoll` with
0.5 ms in its lgPthAlerts.c); on a Raspberry Pi that takes five percent of a core. This thread sleeps until there is
one. The kernel stamps each edge when it comes, so a program that gets no processor for a while still knows how long a
press was.
"""

import fcntl
import os
import select
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

REQUEST: Final = struct.Struct("=64I32sQI20x240xII20xi")
"""gpio_v2_line_request in linux/gpio.h: lines, who asks, flags, attributes (none), lines, events kept, the new file."""
REQUEST_LINE: Final = 0xC250B407
"""GPIO_V2_GET_LINE_IOCTL."""
VALUES: Final = struct.Struct("=QQ")
"""gpio_v2_line_values: levels and which of them are meant, a bit for each line."""
GET_VALUES: Final = 0xC010B40E
"""GPIO_V2_LINE_GET_VALUES_IOCTL."""
EVENT: Final = struct.Struct("=QIIII24x")
"""gpio_v2_line_event: nanoseconds of the monotonic clock, which edge, then numbers that are not used here."""
RISING: Final = 1
INPUT, RISING_EDGES, FALLING_EDGES = 1 << 2, 1 << 4, 1 << 5
BIAS: Final = {"up": 1 << 8, "down": 1 << 9, "floating": 1 << 10}
"""The flag of each pull resistor, by gpiozero's name for it."""
EVENTS_KEPT: Final = 64
"""How many edges of a line the kernel keeps until they are read; it drops what comes then."""

Taker = Callable[[bool, int], None]
"""Takes an edge: whether the line is high now, and the time in nanoseconds of the monotonic clock."""


def open_line(chip: str, line: int, pull: str) -> int:
    """Return a file that reports the edges of an input with this pull resistor; the caller closes it.

    :param chip: the chip's device file
    :raises OSError: when the line is taken, or the chip is gone or forbidden
    """
    flags = INPUT | RISING_EDGES | FALLING_EDGES | BIAS[pull]
    lines = (line, *(0 for _ in range(63)))
    request = bytearray(REQUEST.pack(*lines, b"pyramid-referee", flags, 0, 1, EVENTS_KEPT, 0))
    chip_file = os.open(chip, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(chip_file, REQUEST_LINE, request)
    finally:
        os.close(chip_file)
    line_file: int = REQUEST.unpack(request)[-1]
    return line_file


def is_high(line_file: int) -> bool:
    """Return the level of a line. :raises OSError: when the chip is gone"""
    values = bytearray(VALUES.pack(0, 1))
    fcntl.ioctl(line_file, GET_VALUES, values)
    return bool(VALUES.unpack(values)[0] & 1)


class EdgeReader:
    """The thread that reads the edges of all lines, and gives each to its taker in the order of their times."""

    def __init__(self) -> None:
        """Start the thread; it sleeps."""
        self._takers: dict[int, Taker] = {}
        self._lock = Lock()  # so that no file is closed, and its number given to another, while it is read
        self._files = select.epoll()
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._files.register(self._end, select.EPOLLIN)
        self._thread = Thread(target=self._serve, name="edges", daemon=True)
        self._thread.start()

    def add(self, line_file: int, taker: Taker) -> None:
        """Give the edges of a line to its taker, who is called from the thread; what it raises is dropped."""
        os.set_blocking(line_file, False)  # its number may be that of a line just removed, which had an edge to read
        with self._lock:
            self._takers[line_file] = taker
            self._files.register(line_file, select.EPOLLIN)

    def remove(self, line_file: int) -> None:
        """Read a line no more, and close its file."""
        with self._lock:
            del self._takers[line_file]
            self._forget(line_file)
            os.close(line_file)

    def close(self) -> None:
        """End the thread; may be repeated."""
        if self._thread.is_alive():
            os.eventfd_write(self._end, 1)
            self._thread.join()
            self._files.close()
            os.close(self._end)

    def _serve(self) -> None:
        while True:
            ready = [file for file, _ in self._files.poll()]
            if self._end in ready:
                return
            waiting = [edge for file in ready for edge in self._edges(file)]
            for at_ns, line_file, high in sorted(waiting):
                taker = self._takers.get(line_file)
                with suppress(Exception):  # one that raised would end the thread, and with it all buttons
                    taker and taker(high, at_ns)

    def _edges(self, line_file: int) -> Iterator[tuple[int, int, bool]]:
        """Return the waiting edges of a line: time, file, level. A line whose chip is gone is read no more."""
        with self._lock:
            if line_file not in self._takers:
                return
            try:
                events = os.read(line_file, EVENT.size * EVENTS_KEPT)
            except BlockingIOError:
                return
            except OSError:
                events = b""
            if not events:
                self._forget(line_file)
        for at_ns, edge, *_ in EVENT.iter_unpack(events):
            yield at_ns, line_file, edge == RISING

    def _forget(self, line_file: int) -> None:
        with suppress(OSError):
            self._files.unregister(line_file)
