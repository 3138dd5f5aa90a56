"""A serial port as pyserial opens `stuck://PATH`: the real one, whose reads can be made to hang as in a bad driver."""

from __future__ import annotations

from threading import Event, Semaphore

import serial


class StuckPort(serial.Serial):
    """The port; while `flows` is not set, a read does not come back."""

    flows = Event()
    reads = Semaphore(0)
    """Released at the beginning of each read."""
    is_stuck = Event()

    def read(self, size: int = 1) -> bytes:
        """Read as ever, once it flows."""
        self.reads.release()
        if not self.flows.is_set():
            self.is_stuck.set()
            self.flows.wait()
        received: bytes = super().read(size)
        return received


def serial_class_for_url(url: str) -> tuple[str, type[StuckPort]]:
    """What pyserial opens in place of the URL, and how."""
    return url.removeprefix("stuck://"), StuckPort
