"""Runs the Pico's `main.py` under CPython with a simulated `machine`: `ROUNDS [WORDS] [--computer C] [--version V]`.

Standard input and output are its USB. Time passes only while it sleeps. Of the words, `bridged` is the service jumper,
and `cold` a thermometer that cannot be opened. On standard error it prints the character that interrupts MicroPython,
how far the clock went, which pins of its radio were taken, and how the regulator was first.
"""

from __future__ import annotations

import argparse
import sys
import time
from types import ModuleType

from places import TESTS

from hardware.pico.pins import REGULATOR

sys.path.append(str(TESTS / "micropython"))
PICO = "Raspberry Pi Pico with RP2040"
PICO_W = "Raspberry Pi Pico W with RP2040"
PICO_2 = "Raspberry Pi Pico2 with RP2350"
PICO_2_W = "Raspberry Pi Pico 2 W with RP2350"
MAGNET = 37
"""The cell with a magnet."""


class Usb:
    """Standard input without reading ahead, as MicroPython has it."""

    def __init__(self) -> None:
        self.buffer = open(0, "rb", buffering=0)  # noqa: SIM115

    def fileno(self) -> int:
        return 0


def main(rounds: int, words: list[str], computer: str, version: str) -> None:
    sys.implementation._machine = computer  # type: ignore[attr-defined]
    import machine

    machine.version = tuple(map(int, version.split(".")))
    machine.has_thermometer = "cold" not in words
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
    if "bridged" in words:
        machine.grounded.add(program.SERVICE)
    sys.stdin = Usb()  # type: ignore[assignment]
    try:
        program.run()
    except machine.PowerCutError:
        print("clock", clock_us[0] // 1000, "radio", *sorted(machine.taken_from_radio), file=sys.stderr)
        print("regulator", machine.first_levels.get(REGULATOR), file=sys.stderr)
        print("strips", machine.most_powered, file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", type=int)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--computer", default=PICO)
    parser.add_argument("--version", default="1.27")
    asked = parser.parse_args()
    main(asked.rounds, asked.words, asked.computer, asked.version)
