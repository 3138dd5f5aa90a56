"""Ports for pyserial's own URLs, `failing://METHOD/FAULT`: that method of the port raises that fault."""

import errno
import os
import termios

import serial

FAULTS: dict[str, Exception] = {
    "no data": serial.SerialException("device reports readiness to read but returned no data"),
    "wrapped": serial.SerialException(errno.EIO, "write failed: [Errno 5] Input/output error"),
    "forbidden": serial.SerialException(errno.EACCES, "could not open port: [Errno 13] Permission denied"),
    "timeout": serial.SerialTimeoutException("Write timeout"),
    "system": OSError(errno.EIO, os.strerror(errno.EIO)),
    "terminal": termios.error(errno.EIO, os.strerror(errno.EIO)),
    "closed": TypeError("'NoneType' object cannot be interpreted as an integer"),
}
opened: list["Serial"] = []


class Serial:
    """As much of a port as a driver may touch."""

    port = ""

    def __init__(self, *_: object, **__: object) -> None:
        self.closed = True

    def open(self) -> None:
        self._may_fail("open")
        self.closed = False
        opened.append(self)

    def read(self, size: int) -> bytes:
        self._may_fail("read")
        return b"\x01"[:size] if "in_waiting" in self.port else b""

    @property
    def in_waiting(self) -> int:
        self._may_fail("in_waiting")
        return 0

    def write(self, data: bytes) -> int:
        self._may_fail("write")
        return len(data)

    def close(self) -> None:
        self.closed = True
        self._may_fail("close")

    def _may_fail(self, method: str) -> None:
        failing, fault = self.port.removeprefix("failing://").split("/")
        if method == failing:
            raise FAULTS[fault]
