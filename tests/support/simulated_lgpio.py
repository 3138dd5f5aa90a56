"""lgpio in place of its library: lines without a chip, and its thread for pulses as lgPthTx.c of version 0.2.2 has it.

Simulated time: the thread runs while `wait` lets time pass. Of the module's functions it has those that pins use.
"""

from __future__ import annotations

import types

SECOND_US = 1_000_000
LONGEST_SLEEP_US = 20_000
INPUT, OUTPUT = 0, 1 << 1


class Pulses:
    """The pulses of one line: what it does now, then what it does from the begin of a cycle on."""

    def __init__(self, line: int, cycle: tuple[int, int], due_us: int) -> None:
        self.line = line
        self.cycles = [cycle]
        self.due_us = due_us
        self.rises = cycle[0] > 0
        self.is_active = True


class SimulatedLgpio(types.ModuleType):
    """The module, with one chip."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 0, 1, 2
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    error = type("error", (Exception,), {})

    def __init__(self, begins_us: int) -> None:
        super().__init__("lgpio")
        self.now_us = begins_us
        self.hangs = False
        """Whether the thread waits for a time that is none; it does nothing any more."""
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.rises: dict[int, list[int]] = {}
        """When each line went high."""
        self._pulses: list[Pulses] = []
        self._wakes = divmod(begins_us, SECOND_US)
        self._slept_us = 0

    # --- the chip ----------------------------------------------------------------------------------------------------

    def gpiochip_open(self, _chip: int) -> int:
        return 0

    def gpiochip_close(self, _handle: int) -> None:
        for pulses in self._pulses:
            pulses.is_active = False

    def gpio_claim_input(self, _handle: int, line: int, _flags: int = 0) -> None:
        self.modes[line] = INPUT

    def gpio_claim_output(self, _handle: int, line: int, level: int = 0) -> None:
        self.modes[line] = OUTPUT
        self._write(line, level)

    def gpio_get_mode(self, _handle: int, line: int) -> int:
        return self.modes.get(line, INPUT)

    def gpio_read(self, _handle: int, line: int) -> int:
        return self.levels.get(line, 0)

    def gpio_write(self, _handle: int, line: int, level: int) -> None:
        self._write(line, int(level))

    def _write(self, line: int, level: int) -> None:
        if level and not self.levels.get(line):
            self.rises.setdefault(line, []).append(self.now_us)
        self.levels[line] = level

    # --- pulses ------------------------------------------------------------------------------------------------------

    def tx_pwm(self, _handle: int, line: int, frequency_hz: float, percent: float) -> None:
        """As lgTxPwm and xSetAsPwm: begin pulses, change them from their next cycle on, or end them."""
        pulses = next((pulses for pulses in self._pulses if pulses.line == line), None)
        if not frequency_hz:
            if pulses:
                pulses.is_active = False
            return
        assert 0.1 <= frequency_hz <= 10_000, frequency_hz
        assert 0 <= percent <= 100, percent
        whole_us = int(SECOND_US / frequency_hz + 0.5)
        high_us = int(percent / 100 * whole_us + 0.5)
        cycle = high_us, whole_us - high_us
        if pulses and pulses.is_active:
            pulses.cycles = [pulses.cycles[0], cycle]
        else:
            left_us = whole_us - self._wakes[1] % whole_us + self._slept_us
            self._pulses.insert(0, Pulses(line, cycle, left_us))

    @property
    def pulsing(self) -> frozenset[int]:
        """The lines for which the thread has work."""
        return frozenset(pulses.line for pulses in self._pulses if pulses.is_active)

    def wait(self, until_us: int) -> None:
        """Let time pass, and the thread work."""
        while not self.hangs and self._wakes[0] * SECOND_US + self._wakes[1] <= until_us:
            self.now_us = max(self.now_us, self._wakes[0] * SECOND_US + self._wakes[1])
            self._work()
        self.now_us = until_us

    def _work(self) -> None:
        """One round of the thread, up to the time to which it sleeps."""
        for pulses in self._pulses:
            pulses.due_us -= self._slept_us
        self._slept_us = LONGEST_SLEEP_US
        at = 0
        while at < len(self._pulses):
            pulses = self._pulses[at]
            if pulses.is_active:
                if pulses.due_us <= 0:
                    self._turn(pulses)
                self._slept_us = min(self._slept_us, pulses.due_us)
                at += 1
            else:
                del self._pulses[at]
                if at == 0:
                    break  # its fault: p = p->prev is NULL, and the round ends
        seconds, part_us = self._wakes
        part_us += self._slept_us
        if part_us >= SECOND_US:
            seconds, part_us = seconds + 1, part_us - SECOND_US
        self._wakes = seconds, part_us
        self.hangs = part_us < 0  # clock_nanosleep refuses it, and the thread asks again at once

    def _turn(self, pulses: Pulses) -> None:
        high_us, low_us = pulses.cycles[0]
        if pulses.rises or not high_us:
            pulses.cycles = pulses.cycles[-1:]
            high_us, low_us = pulses.cycles[0]
            if high_us:
                self._write(pulses.line, 1)
                pulses.due_us += high_us
                pulses.rises = not low_us
                return
        self._write(pulses.line, 0)
        pulses.due_us += low_us
        pulses.rises = True
