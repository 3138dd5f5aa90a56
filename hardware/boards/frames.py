"""What a magnetic board tells the program: frames of cells, and whether the board is there.

Why: two very different boards exist (digital switches on I2C, linear sensors behind a USB
microcontroller). Everything above sees only this file: a frame is one number a cell, so the
rest of the program never learns which wire it came from.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self


class Reading(StrEnum):
    """What the numbers of a frame mean."""

    MILLITESLA = "millitesla"  # signed flux density, positive for a magnet the right way up
    LEVEL = "level"  # 1.0 where the switch feels a magnet, else 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One look at all cells, row by row from the top left.

    A cell listed in `unread` could not be read this time; its number is the last one known.
    """

    cells: tuple[float, ...]
    at_s: float
    rows: int
    columns: int
    reading: Reading
    unread: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Identity:
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
    UNPLUGGED = "unplugged"  # it was there, and the wire went away
    SILENT = "silent"  # the wire is there, nothing sensible comes over it
    FORBIDDEN = "forbidden"  # the operating system refuses access
    BUSY = "busy"  # another program holds it
    INCOMPATIBLE = "incompatible"  # it speaks another version of the protocol, or makes no sense


@dataclass(frozen=True, slots=True)
class BoardFound:
    """A board answers; frames follow."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class BoardLost:
    """No frames come any more; `detail` is the technical reason, for a log or the doctor."""

    reason: Loss
    detail: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """One look at every input of every chip on the bus, whether a cell is wired there or not."""

    closed: frozenset[str]
    """Those that something pulls low, in the notation of `sensor_map`: `20A3`."""
    chips: frozenset[int]
    """The addresses that answered."""
    at_s: float


BoardEvent = Frame | BoardFound | BoardLost | Inputs


class Fault(StrEnum):
    """What can be wrong with one part of a board that still works otherwise."""

    ABSENT = "absent"  # a chip does not answer
    STUCK = "stuck"  # the interrupt line stays active
    MUTE = "mute"  # cells change, the interrupt line never says so
    NOISY = "noisy"  # many of the messages arrive damaged


@dataclass(frozen=True, slots=True)
class PartHealth:
    """How one part (a chip, the interrupt line, the link) is and what was counted there."""

    part: str
    fault: Fault | None
    counts: tuple[tuple[str, int], ...]


class BoardDriver(Protocol):
    """A magnetic board, whatever the wire. Nothing here blocks for long, nothing raises."""

    @property
    def cycles(self) -> int:
        """How often the driver has gone round, board or no board: it stands still only if the driver hangs."""
        ...

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Everything that happened since the last call, oldest first."""
        ...

    def next_deadline_s(self) -> float:
        """When `poll` has work to do even if nothing woke the caller."""
        ...

    def scan_at(self, at_s: float) -> None:
        """Look at that moment, too, as something is concluded then from nothing having changed; infinity: never."""
        ...

    def watch(self, closely: bool, *, inputs: bool = False) -> None:
        """Send every frame (calibration, live view), or again only what changes.

        With `inputs` a board whose wiring is its owner's also tells its `Inputs` with every frame, or without any.
        """
        ...

    def health(self) -> tuple[PartHealth, ...]:
        """Each part's state and counters, for the doctor; the order never changes."""
        ...

    def close(self) -> None:
        """Give wires and threads back; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
