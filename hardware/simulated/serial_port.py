"""A sensor board on a real pseudo-terminal, beneath the real serial.Serial: the Pico's own firmware runs here.

Why the name is a symbolic link: that is what udev makes of a USB board, and pulling the cable takes the
link away together with the terminal, so the driver meets the errors it would meet on a Pi.
"""

import os
import select
import tty
from collections.abc import Callable
from contextlib import suppress
from operator import add
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, Protocol, Self

from hardware.boards.frames import Reading
from hardware.pico.firmware import Firmware
from hardware.pico.scan import MIDDLE
from hardware.simulated.magnets import SimulatedMagnets

SCALE_NT: Final = 13428  # as in the Pico's main: one step of eight added samples
STEP_MT: Final = SCALE_NT * 8e-6  # one step of the 12-bit converter
LIMIT_MT: Final = 193.0  # the sensor's output ends 0.2 V from either supply
OFFSET_MT: Final = 1.5  # standard deviation of the sensors' zero
STEP_S: Final = 0.01  # how often the firmware gets its turn
FLOATING: Final = 1000  # what the converter reads of a sensor without power
CLIMATE: Final = (215, 5010)  # 21.5 °C, 5.01 V


class Program(Protocol):
    """What runs on the board: the firmware, or the same firmware in another interpreter."""

    def step(
        self,
        now_ms: int,
        received: bytes,
        wires: "SimulatedWires",
        climate: Callable[[], tuple[int, int]],
    ) -> bytes: ...


class SimulatedWires:
    """Strips of linear sensors behind multiplexers and power switches, as the firmware sees them."""

    def __init__(self, magnets: SimulatedMagnets, seed: int = 0) -> None:
        random = Random(seed)
        self.magnets = magnets
        cells = magnets.grid.rows * magnets.grid.columns
        self._zeros_mt = tuple(random.gauss(0.0, OFFSET_MT) for _ in range(cells))
        self._counts: tuple[int, ...] = (MIDDLE,) * cells
        self._now_s = 0.0
        self._is_current = True
        self._powered: set[int] = set()
        self._selected = (0, 0)
        self._columns = magnets.grid.columns

    def look(self, now_s: float) -> None:
        """Let the sensors feel the field of this moment, once anybody wants to know it."""
        self._now_s, self._is_current = now_s, False

    @property
    def counts(self) -> tuple[int, ...]:
        """What the converter would make of each sensor now, 0 to 4095, row by row."""
        if not self._is_current:
            self._is_current = True
            field_mt = list(map(add, self.magnets.readings_mt(self._now_s), self._zeros_mt))
            if max(field_mt) > LIMIT_MT or min(field_mt) < -LIMIT_MT:
                field_mt = [max(-LIMIT_MT, min(LIMIT_MT, mt)) for mt in field_mt]
            self._counts = tuple([MIDDLE + round(mt / STEP_MT) for mt in field_mt])
        return self._counts

    def power(self, row: int, on: bool) -> None:
        """Switch one strip's supply."""
        if on:
            self._powered.add(row)
        else:
            self._powered.discard(row)

    def select(self, row: int, column: int) -> None:
        """Connect one sensor to the converter."""
        self._selected = row, column

    def wait_us(self, duration_us: int) -> None:
        """Simulated sensors need no time."""

    def total(self, samples: int) -> int:
        """So many times what the converter makes of the selected sensor, if its strip is powered."""
        row, column = self._selected
        if row not in self._powered:
            return samples * FLOATING
        counts = self._counts if self._is_current else self.counts
        return samples * counts[row * self._columns + column]


class SimulatedSerialBoard:
    """A board with magnets on it; its port is at `path`, which exists while the cable is plugged in.

    It lives when `advance` is called: nothing here has a clock or a thread. `boots` makes the program
    that starts at power-up, given the number of the start; without it, the firmware itself.
    """

    reading: Final = Reading.MILLITESLA

    def __init__(
        self,
        magnets: SimulatedMagnets,
        *,
        boots: Callable[[int], Program] | None = None,
    ) -> None:
        self._folder = TemporaryDirectory(prefix="sensor-board-")
        self.path = Path(self._folder.name) / "port"
        self.hangs = False  # the firmware stands still, the port stays
        self.unique_id = b"SIMULATE"  # given another one while it is unplugged, it is another board
        self.magnets = magnets
        self._wires = SimulatedWires(magnets)
        self._boots = boots or self._firmware
        self._starts = 0
        self._terminal: int | None = None  # the board's end of the pseudo-terminal
        self._now_s: float | None = None
        self._program: Program
        self.plug()

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._terminal is not None

    def sensed(self) -> tuple[float | None, ...]:
        """What each cell's sensor says now in millitesla, as the converter makes it, the sensor's zero included."""
        return tuple((count - MIDDLE) * STEP_MT for count in self._wires.counts)

    def unanswered(self) -> frozenset[int]:
        """No cell: one microcontroller reads them all."""
        return frozenset()

    def plug(self) -> None:
        """Connect the cable: the board starts and its port appears."""
        if self._terminal is not None:
            return
        self._terminal, host_end = os.openpty()
        os.set_blocking(self._terminal, False)
        tty.setraw(host_end)  # no echo before the driver has opened it
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(host_end))
        os.close(host_end)
        self.restart()

    def unplug(self) -> None:
        """Pull the cable: the port and its name go away."""
        if self._terminal is None:
            return
        self.path.unlink(missing_ok=True)
        os.close(self._terminal)
        self._terminal = None

    def restart(self) -> None:
        """Start the program anew, as its watchdog would; the port stays."""
        self._starts += 1
        self._program = self._boots(self._starts)

    def send(self, data: bytes) -> None:
        """Put any bytes on the line, as a disturbance would."""
        if not data or self._terminal is None or not self._opened(self._terminal):
            return
        with suppress(BlockingIOError):  # nobody reads: the bytes are lost, as over USB
            os.write(self._terminal, data)

    def advance(self, now_s: float) -> None:
        """Let the board live until then."""
        moment_s = now_s if self._now_s is None else self._now_s + STEP_S
        while moment_s <= now_s:
            self._live(moment_s)
            self._now_s = moment_s
            moment_s += STEP_S

    def close(self) -> None:
        """Pull the cable for good."""
        self.unplug()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _live(self, now_s: float) -> None:
        if self._terminal is None or self.hangs:
            return
        self._wires.look(now_s)
        received = self._received(self._terminal)
        now_ms = round(now_s * 1000) & 0x3FFFFFFF
        self.send(self._program.step(now_ms, received, self._wires, lambda: CLIMATE))

    def _received(self, terminal: int) -> bytes:
        try:
            return os.read(terminal, 4096)
        except OSError:
            return b""  # nothing there, or nobody has the port open

    def _opened(self, terminal: int) -> bool:
        """Whether somebody has the port open."""
        poll = select.poll()
        poll.register(terminal, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def _firmware(self, start: int) -> Program:
        grid = self.magnets.grid
        return Firmware(self.unique_id, start, grid.rows, grid.columns, SCALE_NT)
