"""What a magnetic board reports: frames of cells, and whether the board is there.

Why: two very different boards exist, digital switches on I2C and linear sensors behind a USB microcontroller. The rest
of the program knows only this module: a frame is one number for each cell, whatever wire it came from.
"""

from enum import StrEnum
from typing import Protocol, Self

import msgspec


class Reading(StrEnum):
    """What the numbers of a frame mean."""

    MILLITESLA = "millitesla"  # signed flux density, positive for a magnet the right way up
    LEVEL = "level"  # 1.0 where the switch senses a magnet, else 0.0


class Frame(msgspec.Struct, frozen=True):
    """One reading of all cells, row by row from the top left.

    A cell in `unread` could not be read this time; its number is the last known one. A cell in `railed` reads the lower
    end of what its sensor can: dead, or a strong magnet upside down.
    """

    cells: tuple[float, ...]
    at_s: float
    rows: int
    columns: int
    reading: Reading
    unread: frozenset[int] = frozenset()
    railed: frozenset[int] = frozenset()


class Identity(msgspec.Struct, frozen=True):
    """Which board this is; two boards with the same `name` have the same calibration."""

    name: str
    version: str
    rows: int
    columns: int
    reading: Reading
    bare: frozenset[int] = frozenset()
    """Cells that have no sensor."""


class Loss(StrEnum):
    """Why there is no board now."""

    NOT_FOUND = "not_found"  # no such device file: unplugged, or the bus is switched off
    UNPLUGGED = "unplugged"  # it was there, and the connection was lost
    SILENT = "silent"  # the connection is there, and nothing readable comes
    FORBIDDEN = "forbidden"  # the operating system refuses access
    BUSY = "busy"  # another program holds it
    INCOMPATIBLE = "incompatible"  # another version of the protocol, or an identity without cells


class BoardFound(msgspec.Struct, frozen=True):
    """A board answers; frames follow."""

    identity: Identity


class BoardLost(msgspec.Struct, frozen=True):
    """The board is lost; `detail` is the technical reason, for a log or the doctor."""

    reason: Loss
    detail: str


class Inputs(msgspec.Struct, frozen=True):
    """One reading of every input of every chip on the bus, with or without a cell."""

    closed: frozenset[str]
    """Inputs that are low, in the notation of `mcp23017`: `20A3`."""
    chips: frozenset[int]
    """Addresses of the chips that answered."""
    at_s: float


BoardEvent = Frame | BoardFound | BoardLost | Inputs


class Fault(StrEnum):
    """What can be wrong with one part of a board while the rest works."""

    ABSENT = "absent"  # a chip does not answer
    STUCK = "stuck"  # the interrupt line stays active
    MUTE = "mute"  # cells change without an interrupt
    NOISY = "noisy"  # many messages arrive damaged


class PartHealth(msgspec.Struct, frozen=True):
    """The state of one part (a chip, the interrupt line, the link), and its counters."""

    part: str
    fault: Fault | None
    counts: tuple[tuple[str, int], ...]
    said: str = ""
    """What a board sent to the log last, in its own words."""


class BoardDriver(Protocol):
    """The driver of a magnetic board. No method blocks for long, and none raises."""

    @property
    def cycles(self) -> int:
        """How many times the driver has run its cycle, with or without a board; it stops only if the driver hangs."""
        ...

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """What the board reported since the last call, oldest first."""
        ...

    def next_deadline_s(self) -> float:
        """When `poll` must be called even if nothing calls `wake`."""
        ...

    def scan_at(self, at_s: float) -> None:
        """Report the cells at that moment as well, so that the caller knows what did not change; infinity: never."""
        ...

    def watch(self, closely: bool, *, inputs: bool = False) -> None:
        """Report every frame (calibration, live view), or only changes.

        With `inputs` a board of switches also reports its `Inputs`, even when there is no frame.
        """
        ...

    def health(self) -> tuple[PartHealth, ...]:
        """Each part's state and counters, always in the same order."""
        ...

    def close(self) -> None:
        """Give pins, ports and threads back; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
