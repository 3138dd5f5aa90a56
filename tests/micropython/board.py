"""Runs under MicroPython: the sensor board's firmware, one step at a time, with text in and out."""

import binascii
import gc
from array import array

import machine
import pico.main
from pico.firmware import Firmware
from pico.main import COLUMNS, ROWS, SCALE_NT, Wires, climate, run
from pico.scan import scan

CLIMATE = (215, 5010)


class QuickWires(Wires):
    """The board's wires with sensors that need no time (and this interpreter's wait takes 1 ms)."""

    def wait_us(self, duration_us):
        pass


wires = None
firmware = None


def become(computer):
    """Be a Pico, or a Pico 2."""
    global wires
    machine.become(computer)
    pico.main._computer = lambda: computer
    wires = QuickWires()


def boot(number):
    """Start the firmware again."""
    global firmware
    firmware = Firmware(machine.unique_id(), number, ROWS, COLUMNS, SCALE_NT)


def step(now_ms, received, counts):
    """Bytes in hexadecimal, converter results in decimal; the bytes it sends, in hexadecimal."""
    machine.counts = [int(count) for count in counts.split()]
    sent = firmware.step(now_ms, binascii.unhexlify(received), wires, lambda: CLIMATE)
    assert not machine.powered, "a strip was left with power"
    return binascii.hexlify(sent).decode()


def report():
    """The most strips that ever had power together, and what the board's own figures read."""
    temperature_c10, supply_mv = climate()
    return f"{machine.most_powered} {temperature_c10} {supply_mv}"


def costs():
    """What one scan takes: calls of pins and registers, samples of the converter, bytes of memory."""
    values = array("h", bytes(2 * ROWS * COLUMNS))
    machine.counts = [2048] * ROWS * COLUMNS
    machine.calls = machine.samples = 0
    scan(wires, ROWS, COLUMNS, values)
    calls, samples = machine.calls, machine.samples
    still = Still()
    gc.collect()
    before = gc.mem_alloc()
    scan(still, ROWS, COLUMNS, values)
    return f"{calls} {samples} {gc.mem_alloc() - before}"


class Still:
    """Wires that allocate nothing themselves."""

    def quiet(self, on):
        pass

    def power(self, row, on):
        pass

    def select(self, row, column):
        pass

    def wait_us(self, duration_us):
        pass

    def total(self, _samples):
        return 16384


def run_main():
    """Main's endless loop for three rounds; what it writes goes to standard output."""
    machine.counts = [2048] * ROWS * COLUMNS
    try:
        run()
    except machine.PowerCutError:
        return
