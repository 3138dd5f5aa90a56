"""The module `machine` of a Pico, as far as the sensor board uses it, with sensors behind its pins.

Wired as in the firmware's main: sensor in the strip on GP0 to GP3, strip on GP4 to GP7, the strips'
supplies on GP8 and up (low = on), the converter on GP26.

`COMPUTER` and `version` say which Pico it is, and which MicroPython; each differs in what its converter lets a program
do (ports/rp2/machine_adc.c of 1.21 to 1.27; for the Pico 2, issue 15687 of MicroPython).
"""

import sys

COLUMNS = 10
FIRST_GATE = 8
STRIPS = 10
FLOATING = 1000  # what the converter reads of a sensor without power

COMPUTER = getattr(sys.implementation, "_machine", "")  # as MicroPython says it
THERMOMETER = 8 if "RP2350" in COMPUTER else 4  # the channel
GROUND_PULLED = 2  # an input that is not made an analogue one keeps its resistor to ground, which halves what it reads
RADIO = (23, 24, 25, 29)  # of a Pico W


def become(computer):
    """Be this Pico from now on, whatever runs the interpreter."""
    global COMPUTER, THERMOMETER
    COMPUTER = computer
    THERMOMETER = ADC.CORE_TEMP = 8 if "RP2350" in computer else 4


version = (1, 27)  # set from outside
has_thermometer = True  # set from outside
taken_from_radio = set()  # pins of a Pico W's radio that the program has used
counts = []  # 12-bit results, row by row; set from outside
grounded = set()  # inputs that a jumper connects to ground; set from outside
powered = set()  # strips that have power now
first_levels = {}  # of each output, by its number
most_powered = 0  # strips that ever had it together
calls = 0  # of a pin's level, and writes to a register
samples = 0  # read from the converter
_levels = 0  # of the pins that select a sensor, a bit for each


class PowerCutError(Exception):
    """How an endless program ends here."""


class WDT:
    rounds = 3

    def __init__(self, timeout):
        assert timeout > 1000
        self._left = WDT.rounds

    def feed(self):
        self._left -= 1
        if self._left < 0:
            raise PowerCutError


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=None, pull=None, value=0):
        assert mode in (None, Pin.OUT) or pull == Pin.PULL_UP
        if " W " in COMPUTER and number in RADIO:
            taken_from_radio.add(number)
        self._number = self.number = number
        self._level = 1  # as pulled up
        if mode == Pin.OUT:
            self.value(value)

    def value(self, level=None):
        global most_powered, calls, _levels
        if level is None:
            return 0 if self._number in grounded else self._level
        calls += 1
        self._level = level
        number = self._number
        first_levels.setdefault(number, level)
        if FIRST_GATE <= number < FIRST_GATE + STRIPS:
            (powered.discard if level else powered.add)(number - FIRST_GATE)
            most_powered = max(most_powered, len(powered))
        elif number < FIRST_GATE:
            _levels = _levels | 1 << number if level else _levels & ~(1 << number)
        return None


class Registers:
    """The one register that the firmware writes: it turns over the outputs whose bits are written."""

    def __setitem__(self, address, bits):
        global calls, _levels
        assert address == (0xD0000028 if "RP2350" in COMPUTER else 0xD000001C)
        assert bits < 1 << FIRST_GATE
        calls += 1
        _levels ^= bits


mem32 = Registers()


class ADC:
    CORE_TEMP = THERMOMETER

    def __init__(self, source):
        self._is_analogue = isinstance(source, Pin)
        number = source.number if self._is_analogue else source
        if not self._is_analogue and (number < 4 or (number == THERMOMETER and has_thermometer)):
            self._channel = number
            return
        if not 26 <= number <= 29:
            raise ValueError("Pin doesn't have ADC capabilities")
        self._is_analogue = self._is_analogue or version < (1, 22) or version >= (1, 24)
        self._channel = number - 26

    def read_u16(self):
        global samples
        if self._channel == 0:
            samples += 1
            row, column = _levels >> 4, _levels & 15
            count = counts[row * COLUMNS + column] if row in powered else FLOATING
            count = count if self._is_analogue else count // GROUND_PULLED
            return count << 4 | count >> 8
        if self._channel == THERMOMETER:
            return 14024  # 0.70617 V: 26.9 °C
        return 33100 // (1 if self._is_analogue else GROUND_PULLED)  # a third of 5.0 V


def unique_id():
    return b"SIMULATE"


def reset_cause():
    return 3  # the watchdog
