"""Runs on the board's side of the USB cable: the Pico's own `main.py`, with `machine` simulated.

Standard input and output are the board's port: `board_side.py SCRIPT UNIQUE_ID SIDE`. Each line of the script is a
pause in milliseconds, then what some sensors read from then on, as in `40 33:2410 34:2050`. What stands there at the
start is true already; later lines may be added at any time.
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import TextIO

import machine

LOOK_S = 0.02
"""How often the script is looked at."""


class Sensors:
    """What all sensors read, as the script tells it."""

    def __init__(self, script: TextIO) -> None:
        self._script = script
        self._next: dict[int, int] = {}
        self._due_s = self._look_s = 0.0
        for line in script:
            self._read(line)
            self._take()

    def follow(self) -> None:
        """Go on in the script, as far as the time has come."""
        now_s = time.monotonic()
        if now_s < self._look_s:
            return
        self._look_s = now_s + LOOK_S
        while now_s >= self._due_s:
            self._take()
            line = self._script.readline()
            if not line:
                self._due_s = now_s
                return
            self._due_s += self._read(line)

    def _read(self, line: str) -> float:
        """Note what comes next; return after how many seconds."""
        pause_ms, *readings = line.split()
        self._next = {int(cell): int(count) for cell, count in (one.split(":") for one in readings)}
        return int(pause_ms) / 1000

    def _take(self) -> None:
        for cell, count in self._next.items():
            machine.counts[cell] = count
        self._next = {}


class Usb:
    """Standard input or output without a buffer of its own, as MicroPython has it."""

    def __init__(self, number: int, mode: str) -> None:
        self.buffer = open(number, mode, buffering=0)  # noqa: SIM115
        self._number = number

    def fileno(self) -> int:
        """The number of the open file."""
        return self._number


def main(script: str, unique_id: str, side: str) -> None:
    """Run a board with so many rows and columns until it is killed."""
    micropython = ModuleType("micropython")
    micropython.kbd_intr = lambda _character: None  # type: ignore[attr-defined]
    sys.modules["micropython"] = micropython
    time.sleep_us = lambda _us: None  # type: ignore[attr-defined]  # simulated sensors need no time
    time.sleep_ms = lambda ms: time.sleep(ms / 1000)  # type: ignore[attr-defined]
    time.ticks_ms = lambda: round(time.monotonic() * 1000) & 0x3FFFFFFF  # type: ignore[attr-defined]
    from pico import main as program

    gc.freeze()  # the program collects after each message: only what it has made itself
    program.ROWS = program.COLUMNS = machine.COLUMNS = int(side)
    machine.counts = [2048] * program.ROWS * program.COLUMNS
    machine.unique_id = unique_id.encode
    with Path(script).open() as lines:
        sensors = Sensors(lines)
        machine.WDT = lambda timeout: type("", (), {"feed": lambda _: sensors.follow()})()  # noqa: ARG005
        sys.stdin, sys.stdout = Usb(0, "rb"), Usb(1, "wb")  # type: ignore[assignment]
        program.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
