"""Runs the Pico's `main.py` under CPython with a simulated `machine`: `ROUNDS [bridged]`.

Standard input and output are its USB. Time passes only while it sleeps. `bridged` is the service jumper. On standard
error it prints the character that interrupts MicroPython, and how far the clock went.
"""

from __future__ import annotations

import sys
import time
from types import ModuleType

from places import TESTS

sys.path.append(str(TESTS / "micropython"))
import machine

MAGNET = 37
"""The cell with a magnet."""


class Usb:
    """Standard input without reading ahead, as MicroPython has it."""

    def __init__(self) -> None:
        self.buffer = open(0, "rb", buffering=0)  # noqa: SIM115

    def fileno(self) -> int:
        return 0


def main(rounds: int, bridged: bool) -> None:
    clock_us = [0]
    micropython = ModuleType("micropython")
    micropython.kbd_intr = lambda character: print("interrupt", character, file=sys.stderr)  # type: ignore[attr-defined]
    sys.modules["micropython"] = micropython

    def sleep_us(duration_us: int) -> None:
        clock_us[0] += duration_us

    time.sleep_us, time.sleep_ms = sleep_us, lambda ms: sleep_us(1000 * ms)  # type: ignore[attr-defined]
    time.ticks_ms = lambda: clock_us[0] // 1000  # type: ignore[attr-defined]
    from hardware.pico import main as program

    machine.counts = [2048] * program.ROWS * program.COLUMNS
    machine.counts[MAGNET] += 300
    machine.WDT.rounds = rounds
    if bridged:
        machine.grounded.add(program.SERVICE)
    sys.stdin = Usb()  # type: ignore[assignment]
    try:
        program.run()
    except machine.PowerCutError:
        print("clock", clock_us[0] // 1000, "strips", machine.most_powered, file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]), "bridged" in sys.argv)
