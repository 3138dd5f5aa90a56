"""Run inside the machine: the program's own driver on a real I2C bus of the kernel, with registers for chips.

Why the readings are written beforehand: each chip of the adapter (`i2c_adapter`) is a set of registers. Behind them are
neither inputs nor interrupts.
"""

from __future__ import annotations

import errno
import sys
from pathlib import Path

from gpiozero.pins.mock import MockFactory
from smbus2 import SMBus

from hardware.boards import open_board
from hardware.boards.frames import BoardFound, Frame
from hardware.boards.mcp23017 import GPIO, IODIR, SETTINGS, Mcp23017
from hardware.boards.settings import SwitchBoard

CHIPS = 0x20, 0x21
EMPTY_ADDRESS = 0x27
ALL_HIGH = 0xFFFF
COLUMNS = 14
INPUTS = {0x20: ALL_HIGH & ~(1 << 9), 0x21: ALL_HIGH & ~(1 << 4)}
"""The inputs. Two hall switches pull theirs low: port B, pin 1 of the first, and port A, pin 4 of the second."""
CELLS = {8, COLUMNS + 4}
"""The cells of these two inputs: fourteen to a chip, port A first, without pin 7."""


def main() -> None:
    """Speak to the chips, then let the board read them; an assertion that fails ends it with a traceback."""
    bus_file = adapter()
    with SMBus(str(bus_file)) as bus:
        for address in CHIPS:
            bus.write_word_data(address, GPIO, INPUTS[address])
            chip = Mcp23017(bus, address)
            assert chip.read() == INPUTS[address] & 0x7F7F, "the inputs are not as written"
            assert bytes(bus.read_i2c_block_data(address, IODIR, len(SETTINGS))) == SETTINGS, "not configured"
            assert not chip.errors, f"errors: {chip.errors}"
        absent = Mcp23017(bus, EMPTY_ADDRESS)
        assert absent.read() is None, "an empty address answered"
        assert absent.errors, "an empty address gave no error"
    settings = SwitchBoard(rows=len(CHIPS), columns=COLUMNS, bus=str(bus_file), interrupt="none", reset="none")
    with open_board(settings, lambda: None, lambda: 0.0, pins=MockFactory()) as board:
        found, frame = board.poll(0.0)
        assert isinstance(found, BoardFound)
        assert isinstance(frame, Frame)
        assert {cell for cell, level in enumerate(frame.cells) if level} == CELLS, f"sensed: {frame.cells}"
        assert not frame.unread
    names = ", ".join(errno.errorcode[number] for number in absent.errors)
    print(f"{bus_file}: {len(CHIPS)} chips configured and read, {len(frame.cells)} cells, {names} without a chip")


def adapter() -> Path:
    """The device file of the adapter's bus."""
    for bus in Path("/sys/class/i2c-dev").iterdir():
        if "i2c-tiny-usb" in (bus / "name").read_text():
            return Path("/dev") / bus.name
    sys.exit("there is no adapter here")


if __name__ == "__main__":
    main()
