"""One MCP23017 port expander with 14 switches to ground, after its data sheet (DS20001952), over smbus2.

Wire VDD to 3.3 V, VSS to ground, SDA and SCL to the Pi, A0 to A2 to ground or 3.3 V, and each switch from an input to
ground. The chip's own pull-ups (100 kOhm) are on.

Why pin 7 of both ports is an output: since revision D of the data sheet they are output-only; used as inputs they may
corrupt SDA while GPIO is read. Driven high they are also sentinels: after a brown-out all pins are inputs again, and a
sentinel that reads low makes the driver check the settings at once.

Why the polarity register stays at its reset value: a chip that lost its settings then still reports the switches the
same way round, so an unnoticed brown-out cannot invert the board.

An input of a chip has a text notation: `20A3` is port A, pin 3 of the chip at 0x20.
"""

import errno
import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from smbus2 import SMBus

# Register addresses with IOCON.BANK = 0 (table 3-1); port B is always one above port A.
IODIR: Final = 0x00
GPINTEN: Final = 0x04
GPINTENB_OR_IOCON: Final = 0x05  # GPINTENB, but IOCON as long as BANK = 1
DEFVAL: Final = 0x06
INTCON: Final = 0x08
IOCON: Final = 0x0A
GPIO: Final = 0x12
OLAT: Final = 0x14

MIRROR: Final = 0x40  # IOCON: INTA and INTB are one signal
OPEN_DRAIN: Final = 0x04  # IOCON: INT only ever pulls low, so chips can share the wire

INPUTS: Final = 0x7F7F  # GPA0-6 and GPB0-6, port B in the high byte
SENTINELS: Final = 0x8080  # GPA7 and GPB7, driven high
SETTINGS: Final = bytes(
    [0x7F, 0x7F]  # IODIR: seven inputs a port, pin 7 an output
    + [0x00, 0x00]  # IPOL: as the pin is
    + [0x7F, 0x7F]  # GPINTEN: interrupt on change of every input
    + [0x00, 0x00]  # DEFVAL: not used
    + [0x00, 0x00]  # INTCON: compare with the previous value
    + [MIRROR | OPEN_DRAIN] * 2  # IOCON, at two addresses
    + [0x7F, 0x7F]  # GPPU: 100 kOhm to the supply, hall switches are open collector
)

# A fault that may pass: no acknowledge (Pi's own adapters, i2c-gpio), arbitration, bus error, time-out.
PASSING: Final = frozenset({errno.EREMOTEIO, errno.ENXIO, errno.EAGAIN, errno.EIO, errno.ETIMEDOUT})
RETRIES: Final = 2
ABSENT_AFTER: Final = 3  # failed reads in a row


class Mcp23017:
    """One chip. It is configured at its first read, and again whenever it lost its settings.

    :param bus: the open bus
    :param address: I2C address, 0x20 to 0x27
    """

    def __init__(self, bus: "SMBus", address: int) -> None:
        self.address = address
        self.errors: Counter[int] = Counter()  # errno -> how often, retries included
        self.resets = 0  # how often it had lost its settings
        self.misses = 0  # failed reads in a row
        self._bus = bus
        self._configured = False

    @property
    def absent(self) -> bool:
        """Whether enough reads in a row failed for the chip to count as absent."""
        return self.misses >= ABSENT_AFTER

    def read(self, *, patient: bool = True) -> int | None:
        """The 14 inputs, one bit a pin (1 = high), bits 7 and 15 zero; None without an answer.

        With `patient` a passing fault is retried twice at once, unless the chip is absent.
        """
        word = self._retry(1 + RETRIES if patient and not self.absent else 1)
        self.misses = self.misses + 1 if word is None else 0
        return word

    def peek(self) -> int | None:
        """Read with a single try, which does not count as a miss without an answer."""
        return self._retry(1)

    def _retry(self, times: int) -> int | None:
        for _ in range(times):
            try:
                return self._read_once() & INPUTS
            except OSError as fault:
                self.errors[fault.errno or 0] += 1
                if fault.errno not in PASSING:
                    break
        self._configured = False  # it may have lost its supply
        return None

    def verify(self) -> None:
        """Read the settings back; a chip that lost them is configured before its next read."""
        if not self._configured:
            return
        try:
            self._configured = self._keeps_settings()
        except OSError as fault:
            self.errors[fault.errno or 0] += 1

    def invalidate(self) -> None:
        """Configure the chip again before its next read, because its RESET pin was pulled."""
        self._configured = False

    def pull_interrupt(self) -> None:
        """Pull INT low, whatever the switches do, until the next read.

        Every input is compared with the opposite of its level, which is an interrupt as long as they differ.

        :raises OSError: when the chip does not answer.
        """
        self.invalidate()
        pins = self._read_once() & INPUTS
        self._bus.write_word_data(self.address, DEFVAL, pins ^ INPUTS)
        self._bus.write_word_data(self.address, INTCON, INPUTS)

    def release_interrupt(self) -> None:
        """Release INT until the next read, which configures the chip again.

        :raises OSError: when the chip does not answer.
        """
        self.invalidate()
        self._bus.write_word_data(self.address, GPINTEN, 0)
        self._bus.read_word_data(self.address, GPIO)  # reading GPIO clears the interrupt

    def _read_once(self) -> int:
        if not self._configured:
            self._configure()
        word = self._bus.read_word_data(self.address, GPIO)
        if word & SENTINELS != SENTINELS and not self._keeps_settings():
            self._configure()
            word = self._bus.read_word_data(self.address, GPIO)
        return word

    def _keeps_settings(self) -> bool:
        """Whether registers 0x00 to 0x0D hold what was written; reading them clears no interrupt."""
        stored = bytes(self._bus.read_i2c_block_data(self.address, IODIR, len(SETTINGS)))
        self.resets += stored != SETTINGS
        return stored == SETTINGS

    def _configure(self) -> None:
        """Write all settings, from any state of the chip, without a glitch on INT or pin 7.

        ```
        S addr 05 00 P             BANK = 0 (or no interrupts of port B, for a moment)
        S addr 0A 44 P             IOCON: from here on INT never drives high
        S addr 14 80 80 P          latches of pin 7, before they become outputs
        S addr 00 7F 7F … 7F 7F P  all the rest in one go
        ```
        """
        self._bus.write_byte_data(self.address, GPINTENB_OR_IOCON, 0x00)
        self._bus.write_byte_data(self.address, IOCON, MIRROR | OPEN_DRAIN)
        self._bus.write_word_data(self.address, OLAT, SENTINELS)
        self._bus.write_i2c_block_data(self.address, IODIR, list(SETTINGS))
        self._configured = True


ADDRESSES: Final = range(0x20, 0x28)  # set by three address pins
PINS: Final = tuple(pin for pin in range(16) if INPUTS >> pin & 1)


class Sensor(msgspec.Struct, frozen=True):
    """One switch: `20A3` is port A, pin 3 of the chip at 0x20.

    :raises ValueError: no such address, or a pin that is no input
    """

    address: int
    pin: int  # 0 to 7 are port A, 8 to 15 port B

    def __post_init__(self) -> None:
        if self.address not in ADDRESSES:
            raise ValueError(f"an MCP23017 has an address from 0x20 to 0x27, not {self.address:#x}")
        if self.pin not in PINS:
            raise ValueError(f"{self} cannot be an input: pin 7 of both ports can only be an output")

    def __str__(self) -> str:
        return f"{self.address:02X}{'AB'[self.pin // 8]}{self.pin % 8}"


SensorMap = tuple[Sensor | None, ...]  # one entry a cell, row by row; None where there is no switch


def read_sensor(text: str) -> Sensor:
    """The sensor that `str` writes like this.

    :raises ValueError: another notation, or no such input
    """
    match = re.fullmatch(r"([0-9A-F]{2})([AB])([0-7])", text)
    if match is None:
        raise ValueError(f"write a sensor as chip, port and pin, such as 20A3, not {text!r}")
    address, port, pin = match.groups()
    return Sensor(int(address, 16), "AB".index(port) * 8 + int(pin))


def straps(address: int) -> dict[str, int]:
    """The level of A2, A1 and A0 that gives this address: 1 for 3.3 V, 0 for ground."""
    return {f"A{bit}": address >> bit & 1 for bit in (2, 1, 0)}


def default_map(cells: int) -> SensorMap:
    """The map of cells that are wired row by row to one chip after the other.

    :raises ValueError: more cells than eight chips have inputs
    """
    inputs = tuple(Sensor(address, pin) for address, pin in product(ADDRESSES, PINS))
    if cells > len(inputs):
        raise ValueError(f"eight chips have {len(inputs)} inputs, too few for {cells} cells")
    return inputs[:cells]
