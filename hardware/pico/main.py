"""The hardware side of the firmware: the pins, the converter and the USB port of a Pico.

The pins are those of `pins`. ADC_VREF is the sensors' 3.3 V supply, so that its drift cancels out. USB carries the
messages, so Ctrl-C (a byte like any other) must not stop the program.

A converter's input is opened as `ADC(Pin(n))`: MicroPython 1.22 and 1.23 leave a pin that is given by its number as it
was, and every version does so with a channel's number. A Pico 2 has no `ADC(4)` for its thermometer, but each version
and each Pico has `ADC.CORE_TEMP`. Thermometer and supply are for the doctor alone: where they cannot be read, they are
told as 0.
"""

# mypy: ignore-errors
# (there are no types for the modules that only a Pico has)

import gc
import random
import select
import sys
import time

import machine
import micropython

from .firmware import Firmware
from .pins import (
    COLUMNS,
    GATES,
    OUTPUT,
    REGULATOR,
    ROWS,
    SCALES_NT,
    SENSOR,
    SENSOR_SELECT,
    SERVICE,
    STRIP_SELECT,
    SUPPLY,
)

SCALE_NT = SCALES_NT[SENSOR]
WATCHDOG_MS = 4000
FAILED_MS = 500  # after a failed scan
GPIO_OUT_XOR = 0xD000001C  # RP2040 data sheet, 2.3.1.7: turns over the outputs whose bits are written
GPIO_OUT_XOR_RP2350 = 0xD0000028  # RP2350 data sheet, 3.1.11


class Wires:
    """What `scan` needs, on the pins of `pins`."""

    def __init__(self):
        self._selects = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in SENSOR_SELECT + STRIP_SELECT]
        self._selected = 0  # the levels of these pins, a bit for each
        self._turn_over = GPIO_OUT_XOR_RP2350 if "RP2350" in _computer() else GPIO_OUT_XOR
        self._regulator = None if _has_radio() else machine.Pin(REGULATOR, machine.Pin.OUT, value=0)
        self._gates = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in GATES]
        self._output = machine.ADC(machine.Pin(OUTPUT))

    def quiet(self, on):
        if self._regulator:
            self._regulator.value(1 if on else 0)

    def power(self, row, on):
        self._gates[row].value(0 if on else 1)

    def select(self, row, column):
        wanted = column << SENSOR_SELECT[0] | row << STRIP_SELECT[0]
        machine.mem32[self._turn_over] = wanted ^ self._selected  # one write, all pins at once
        self._selected = wanted

    def wait_us(self, duration_us):
        time.sleep_us(duration_us)

    def total(self, samples):
        read = self._output.read_u16  # looked up once: a frame takes 800 of them
        total = 0
        for _ in range(samples):
            total += read() >> 4
        return total


def climate():
    """The temperature in 0.1 °C and the supply (VSYS) in mV; 0 is unknown.

    Source: section 4.9.5 of the RP2040 data sheet, 12.4.6 of the RP2350's.
    """
    temperature_c10 = supply_mv = 0
    try:
        volts = machine.ADC(machine.ADC.CORE_TEMP).read_u16() * 3.3 / 65535
        temperature_c10 = int(270 - (volts - 0.706) / 0.0001721)
    except Exception:  # whatever this Pico lacks, the sensors are read
        pass
    try:
        if not _has_radio():
            supply_mv = machine.ADC(machine.Pin(SUPPLY)).read_u16() * 3 * 3300 // 65535
    except Exception:
        pass
    return temperature_c10, supply_mv


def _computer():
    return getattr(sys.implementation, "_machine", "")


def _has_radio():
    """Whether this is a Pico W or 2 W, whose radio is on the pins of the regulator and the supply."""
    return " W " in _computer()


def run():
    """Serve the program on the Pi forever."""
    if not machine.Pin(SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value():
        return
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    firmware = Firmware(
        machine.unique_id(), random.getrandbits(32), ROWS, COLUMNS, SCALE_NT, cause=machine.reset_cause()
    )
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    wires = None
    while True:
        watchdog.feed()
        received = b""
        for _ in range(64):
            if not readable.poll(0):
                break
            received += sys.stdin.buffer.read(1)
        try:
            wires = wires or Wires()
            sent = firmware.step(time.ticks_ms(), received, wires, climate)
        except (ValueError, OSError) as error:  # a converter or pin that fails is reported, and tried again
            sent = firmware.log(repr(error))
            time.sleep_ms(FAILED_MS)
        if sent:
            sys.stdout.buffer.write(sent)
            gc.collect()  # now, and not between two sensors
        time.sleep_ms(1)
