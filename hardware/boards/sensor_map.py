"""Which input of which chip senses which cell, with a text notation: `20A3`."""

import re
from itertools import product
from typing import Final

import msgspec

from hardware.boards.mcp23017 import INPUTS

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
    """Return the sensor that `str` writes like this.

    :raises ValueError: another notation, or no such input
    """
    match = re.fullmatch(r"([0-9A-F]{2})([AB])([0-7])", text)
    if match is None:
        raise ValueError(f"write a sensor as chip, port and pin, such as 20A3, not {text!r}")
    address, port, pin = match.groups()
    return Sensor(int(address, 16), "AB".index(port) * 8 + int(pin))


def straps(address: int) -> dict[str, int]:
    """Return the level of A2, A1 and A0 that gives this address: 1 for 3.3 V, 0 for ground."""
    return {f"A{bit}": address >> bit & 1 for bit in (2, 1, 0)}


def default_map(cells: int) -> SensorMap:
    """Return the map of cells that are wired row by row to one chip after the other.

    :raises ValueError: more cells than eight chips have inputs
    """
    inputs = tuple(Sensor(address, pin) for address, pin in product(ADDRESSES, PINS))
    if cells > len(inputs):
        raise ValueError(f"eight chips have {len(inputs)} inputs, too few for {cells} cells")
    return inputs[:cells]
