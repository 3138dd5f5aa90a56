"""Up to eight MCP23017 on one I2C bus: read all at once, looked after one by one, asked alone for the doctor.

Why a chip that fails costs the others nothing: each failed try on a bus that hangs is a time-out of 20 ms, in which the
whole program waits. So after one chip has failed nobody gets a second try, and at those that are absent somebody probes
each half second only. In between each present chip's configuration is read back, one each half second: a brown-out
takes it without a word.
"""

import errno
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from smbus2 import SMBus
from smbus2 import smbus2 as library

from hardware.boards.frames import Fault, PartHealth
from hardware.boards.interrupt_line import InterruptLine
from hardware.boards.mcp23017 import IODIR, Mcp23017
from hardware.boards.sensor_map import ADDRESSES

VERIFY_S: Final = 0.5
I2C_TIMEOUT: Final = 0x0702  # ioctl of i2c-dev.h; the kernel's own value is a whole second
TIMEOUT_10MS: Final = 2


@dataclass(frozen=True, slots=True)
class ChipCheck:
    """What one chip showed when it was asked alone; without an answer it neither remembers nor rings."""

    address: int
    answers: bool
    keeps_settings: bool
    """Whether its configuration read back as it was written."""
    interrupts: bool | None
    """Whether the interrupt line fell when the chip pulled it; None where there is no free line to see that."""
    errors: tuple[str, ...]
    """The kernel's names of what went wrong, retries included."""


class ChipBus:
    """The open bus, with the chips of the cells at these `addresses` and whatever answers at the others.

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
        self._turn = 0  # the chip whose configuration was read back last
        self._probed = 0  # the absent one of the others that was asked last

    def read(self, now_s: float) -> dict[int, int | None]:
        """Every cell's chip's pins by address, None where one does not answer; empty if all have long been absent."""
        probes = now_s >= self._verify_at_s
        if probes:
            self._verify_at_s = now_s + VERIFY_S
            self._turn = (self._turn + 1) % len(self._chips)
            self._chips[self._turn].verify()
        if len(self.absent) == len(self._chips) and self._chips[self._turn].read() is None:
            return {}  # one knock each half second, at another chip each time
        words: dict[int, int | None] = {}
        patient = True
        for chip in self._chips:
            absent = chip.absent
            words[chip.address] = chip.read(patient=patient) if probes or not absent else None
            patient = patient and (absent or words[chip.address] is not None)
        return words

    def peek(self) -> dict[int, int | None] | None:
        """What `read` returns of the chips that are there; None if one does not answer, which counts for nothing."""
        present = [chip for chip in self._chips if not chip.absent]
        words: dict[int, int | None] = dict.fromkeys(self.absent)
        for chip in present:
            word = chip.peek()
            if word is None:
                return None  # and no other is asked: on a bus that hangs each would take its time
            words[chip.address] = word
        return words if present else None

    def read_others(self) -> dict[int, int | None]:
        """The pins of every chip at which no cell is wired; of those that are absent one is knocked at, in turn."""
        absent = [chip for chip in self._others if chip.absent]
        self._probed = (self._probed + 1) % max(1, len(absent))
        asked = [chip for chip in self._others if not chip.absent or chip is absent[self._probed]]
        return {chip.address: chip.read(patient=False) for chip in asked}

    def silence_others(self) -> None:
        """Let the chips at which no cell is wired ring no more: nobody reads them from now on."""
        for chip in self._others:
            if not chip.absent:
                with suppress(OSError):
                    chip.release_interrupt()

    def invalidate(self) -> None:
        """All chips were reset: none has its configuration any more."""
        for chip in (*self._chips, *self._others):
            chip.invalidate()

    @property
    def absent(self) -> frozenset[int]:
        """The addresses of the cells' chips that have not answered for several tries."""
        return frozenset(chip.address for chip in self._chips if chip.absent)

    @property
    def troubles(self) -> tuple[tuple[int, int], ...]:
        """For each cell's chip its misses in a row and its resets; what differs later has gone wrong in between."""
        return tuple((chip.misses, chip.resets) for chip in self._chips)

    @property
    def is_failing(self) -> bool:
        """Whether some of the cells' chips have missed a try, and others are there."""
        return any(chip.misses for chip in self._chips) and len(self.absent) < len(self._chips)

    @property
    def errors(self) -> tuple[str, ...]:
        """The kernel's names of whatever has gone wrong at the cells' chips."""
        return _names(number for chip in self._chips for number in chip.errors)

    def health(self) -> tuple[PartHealth, ...]:
        """The cells' chips by address."""
        return tuple(
            PartHealth(
                f"chip {chip.address:#04x}",
                Fault.ABSENT if chip.absent else None,
                (("resets", chip.resets), *((f"errno {number}", n) for number, n in sorted(chip.errors.items()))),
            )
            for chip in self._chips
        )

    def check(self, line: InterruptLine) -> tuple[ChipCheck, ...]:
        """Ask each of the cells' chips alone, and have it pull the line: it disturbs the scans of a moment."""
        return tuple(_checked(Mcp23017(self._bus, chip.address), line) for chip in self._chips)

    def unwired_chips(self) -> tuple[int, ...]:
        """The addresses at which something answers although no cell is wired there."""
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
    """What the kernel calls these errors."""
    return tuple(sorted({errno.errorcode.get(number, str(number)) for number in errors}))
