"""Up to eight MCP23017 on one I2C bus: read together, verified one by one, checked one by one for the doctor.

Why a failing chip gets few tries: on a bus that hangs each try is a time-out of 20 ms, in which the whole program
waits. After one chip has failed, no other chip is retried in that scan. Absent chips are probed each half second only.

Why settings are read back: a brown-out resets a chip without any report. One chip is verified each half second.
"""

import errno
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec
from smbus2 import SMBus
from smbus2 import smbus2 as library

from hardware.boards.frames import Fault, PartHealth
from hardware.boards.interrupt_line import InterruptLine
from hardware.boards.mcp23017 import IODIR, Mcp23017
from hardware.boards.sensor_map import ADDRESSES

VERIFY_S: Final = 0.5
I2C_TIMEOUT: Final = 0x0702  # ioctl of i2c-dev.h; the kernel's own value is a whole second
TIMEOUT_10MS: Final = 2


class ChipCheck(msgspec.Struct, frozen=True):
    """The result of checking one chip alone; a chip that does not answer keeps no settings and does not interrupt."""

    address: int
    answers: bool
    keeps_settings: bool
    """Whether its settings read back as they were written."""
    interrupts: bool | None
    """Whether the interrupt line fell when the chip pulled it; None without a line that was high before."""
    errors: tuple[str, ...]
    """The kernel's names of what went wrong, retries included."""


class ChipBus:
    """The open bus with its chips.

    :param path: device file of the bus, such as /dev/i2c-1
    :param addresses: I2C addresses of the chips that cells are wired to, 0x20 to 0x27
    :raises OSError: the bus does not open
    """

    def __init__(self, path: str, addresses: Iterable[int]) -> None:
        self._bus = SMBus(path)
        try:
            vars(library)["ioctl"](self._bus.fd, I2C_TIMEOUT, TIMEOUT_10MS)
        except OSError:
            self._bus.close()
            raise
        chips = {address: Mcp23017(self._bus, address) for address in ADDRESSES}
        self._chips = tuple(chips.pop(address) for address in addresses)
        self._others = tuple(chips.values())  # at the addresses where no cell is wired
        self._verify_at_s = float("-inf")
        self._turn = 0  # index of the chip that was verified last
        self._probed = 0  # index of the absent other chip that was probed last

    def read(self, now_s: float) -> dict[int, int | None]:
        """Return the pins of each wired chip by address, None where one does not answer; empty if all are absent."""
        probes = now_s >= self._verify_at_s
        if probes:
            self._verify_at_s = now_s + VERIFY_S
            self._turn = (self._turn + 1) % len(self._chips)
            self._chips[self._turn].verify()
        if len(self.absent) == len(self._chips) and self._chips[self._turn].read() is None:
            return {}  # one probe each half second, of another chip each time
        words: dict[int, int | None] = {}
        patient = True
        for chip in self._chips:
            absent = chip.absent
            words[chip.address] = chip.read(patient=patient) if probes or not absent else None
            patient = patient and (absent or words[chip.address] is not None)
        return words

    def peek(self) -> dict[int, int | None] | None:
        """Return the pins of the present chips, as `read` does; None if one does not answer (not counted as a miss)."""
        present = [chip for chip in self._chips if not chip.absent]
        words: dict[int, int | None] = dict.fromkeys(self.absent)
        for chip in present:
            word = chip.peek()
            if word is None:
                return None  # no other chip is read: on a bus that hangs each read is a time-out
            words[chip.address] = word
        return words if present else None

    def read_others(self) -> dict[int, int | None]:
        """Return the pins of every present chip without cells; one absent address is probed as well, in turn."""
        absent = [chip for chip in self._others if chip.absent]
        self._probed = (self._probed + 1) % max(1, len(absent))
        asked = [chip for chip in self._others if not chip.absent or chip is absent[self._probed]]
        return {chip.address: chip.read(patient=False) for chip in asked}

    def silence_others(self) -> None:
        """Stop the interrupts of the chips without cells, because they are not read from now on."""
        for chip in self._others:
            if not chip.absent:
                with suppress(OSError):
                    chip.release_interrupt()

    def invalidate(self) -> None:
        """Configure every chip again before its next read, because all were reset."""
        for chip in (*self._chips, *self._others):
            chip.invalidate()

    @property
    def absent(self) -> frozenset[int]:
        """The addresses of the wired chips that missed several reads in a row."""
        return frozenset(chip.address for chip in self._chips if chip.absent)

    @property
    def troubles(self) -> tuple[tuple[int, int], ...]:
        """The misses in a row and the resets of each wired chip; a later difference means that a read went wrong."""
        return tuple((chip.misses, chip.resets) for chip in self._chips)

    @property
    def is_failing(self) -> bool:
        """Whether some wired chips missed their last read, and others are present."""
        return any(chip.misses for chip in self._chips) and len(self.absent) < len(self._chips)

    @property
    def errors(self) -> tuple[str, ...]:
        """The kernel's names of all errors at the wired chips."""
        return _names(number for chip in self._chips for number in chip.errors)

    def health(self) -> tuple[PartHealth, ...]:
        """The health of the wired chips by address."""
        return tuple(
            PartHealth(
                f"chip {chip.address:#04x}",
                Fault.ABSENT if chip.absent else None,
                (("resets", chip.resets), *((f"errno {number}", n) for number, n in sorted(chip.errors.items()))),
            )
            for chip in self._chips
        )

    def check(self, line: InterruptLine) -> tuple[ChipCheck, ...]:
        """Check each wired chip alone and let it pull the interrupt line; this disturbs scans for a moment."""
        return tuple(_checked(Mcp23017(self._bus, chip.address), line) for chip in self._chips)

    def unwired_chips(self) -> tuple[int, ...]:
        """Return the addresses that answer although no cell is wired there."""
        return tuple(chip.address for chip in self._others if self._answers(chip.address))

    def _answers(self, address: int) -> bool:
        try:
            self._bus.read_byte_data(address, IODIR)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Give the bus back."""
        self._bus.close()


def _checked(chip: Mcp23017, line: InterruptLine) -> ChipCheck:
    answers = chip.read() is not None
    chip.verify()
    interrupts = None
    if answers and line.is_free:
        with suppress(OSError):
            chip.pull_interrupt()
        interrupts = line.is_low
        chip.invalidate()
        chip.read()
    keeps_settings = answers and not chip.resets
    return ChipCheck(chip.address, answers, keeps_settings, interrupts, _names(chip.errors))


def _names(errors: Iterable[int]) -> tuple[str, ...]:
    """Return the kernel's names of these errors."""
    return tuple(sorted({errno.errorcode.get(number, str(number)) for number in errors}))
