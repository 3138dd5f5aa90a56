"""A serial port without a kernel, which pyserial opens as `memory://NUMBER`, with the simulated board at its other end.

A pseudo-terminal hands each write to a thread of the kernel, and on a busy computer that takes longer than all else.
Firmware, protocol and driver are the same as over the terminal.
"""

from __future__ import annotations

from typing import Any, ClassVar

import serial

from hardware.simulated.boards import SimulatedSerialBoard


class MemoryBoard(SimulatedSerialBoard):
    """The simulated board of sensors on such a port."""

    plugged: ClassVar[dict[str, MemoryBoard]] = {}

    def plug(self) -> None:
        """Connect the cable: the board starts and its port appears."""
        if not self.is_plugged:
            self.path: Any = f"memory://{id(self)}"
            self.to_device, self.to_board = bytearray(), bytearray()
            self.plugged[self.path] = self
            self.restart()

    def unplug(self) -> None:
        """Pull the cable: the port goes away."""
        self.plugged.pop(self.path, None)

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return str(self.path) in self.plugged

    def send(self, data: bytes) -> None:
        """Put any bytes on the line."""
        self.to_device += data

    def _receive(self) -> bytes:
        received, self.to_board = bytes(self.to_board), bytearray()
        return received


class Serial:
    """As much of a port as the driver touches."""

    port = ""

    def __init__(self, *_: object, **__: object) -> None: ...

    def open(self) -> None:
        """Open the port. :raises SerialException: while the cable is out"""
        self._board().to_device.clear()

    def read(self, size: int) -> bytes:
        """Return what has come; never wait."""
        waiting = self._board().to_device
        data = bytes(waiting[:size])
        del waiting[:size]
        return data

    def write(self, data: bytes) -> int:
        """Send to the board."""
        self._board().to_board += data
        return len(data)

    def close(self) -> None:
        """Close the port."""

    def _board(self) -> MemoryBoard:
        board = MemoryBoard.plugged.get(self.port)
        if board is None:
            raise serial.SerialException("device reports readiness to read but returned no data")
        return board
