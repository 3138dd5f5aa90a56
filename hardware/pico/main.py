"""The hardware side of the firmware: the pins, the converter and the USB port of a Pico.

The pins are those of `pins`. ADC_VREF is the sensors' 3.3 V supply, so that its drift cancels out. USB carries the
messages, so Ctrl-C (a byte like any other) must not stop the program.
"""

# mypy: ignore-errors
# (there are no types for the modules that only a Pico has)

import random
import select
import sys
import time

import machine
import micropython

from .firmware import Firmware
from .pins import COLUMNS, GATES, OUTPUT, ROWS, SENSOR_SELECT, SERVICE, STRIP_SELECT

SCALE_NT = 13428  # DRV5055A4 at 3.3 V: 7.5 mV/mT, a step of 0.806 mV, eight samples added
WATCHDOG_MS = 4000


class Wires:
    """What `scan` needs, on the pins of `pins`."""

    def __init__(self):
        self._column = [machine.Pin(pin, machine.Pin.OUT) for pin in SENSOR_SELECT]
        self._row = [machine.Pin(pin, machine.Pin.OUT) for pin in STRIP_SELECT]
        self._gates = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in GATES]
        self._output = machine.ADC(OUTPUT)
        self._thermometer = machine.ADC(4)
        self._supply = machine.ADC(3)

    def power(self, row, on):
        self._gates[row].value(0 if on else 1)

    def select(self, row, column):
        for bit in range(4):
            self._column[bit].value(column >> bit & 1)
            self._row[bit].value(row >> bit & 1)

    def wait_us(self, duration_us):
        time.sleep_us(duration_us)

    def total(self, samples):
        read = self._output.read_u16  # looked up once: a frame takes 800 of them
        total = 0
        for _ in range(samples):
            total += read() >> 4
        return total

    def climate(self):
        """Return the temperature in 0.1 °C (section 4.9.5 of the RP2040 data sheet) and the supply (VSYS) in mV."""
        volts = self._thermometer.read_u16() * 3.3 / 65535
        supply_mv = self._supply.read_u16() * 3 * 3300 // 65535
        return int(270 - (volts - 0.706) / 0.0001721), supply_mv


def run():
    """Serve the program on the Pi forever."""
    if not machine.Pin(SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value():
        return
    micropython.kbd_intr(-1)
    wires = Wires()
    firmware = Firmware(machine.unique_id(), random.getrandbits(32), ROWS, COLUMNS, SCALE_NT)
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        watchdog.feed()
        received = b""
        for _ in range(64):
            if not readable.poll(0):
                break
            received += sys.stdin.buffer.read(1)
        sent = firmware.step(time.ticks_ms(), received, wires, wires.climate)
        if sent:
            sys.stdout.buffer.write(sent)
        time.sleep_ms(1)
