"""A simulated board of sensors on a real pseudo-terminal, beneath the real serial.Serial; it runs the Pico's firmware.

Why the name is a symbolic link: udev makes one for a USB board, and pulling the cable removes the link together with
the terminal. So the driver meets the errors that it would meet on a Pi.
"""

import os
import select
import tty
from collections.abc import Callable
from contextlib import suppress
from operator import add, mul
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
LIMIT_MT: Final = 193.0  # the sensor's output reaches to 0.2 V from either supply
OFFSET_MT: Final = 1.5  # standard deviation of the sensors' zero
OFFSET_MT_PER_K: Final = 0.015  # of its drift: a third of the data sheet's limit of 1 % of the supply over 100 K
GAIN: Final = 0.015  # standard deviation of the sensors' gain: a third of the data sheet's limit of 5 %
STEP_S: Final = 0.01  # between two steps of the firmware
FLOATING: Final = 1000  # the converter's reading of a sensor without power
CLIMATE: Final = (215, 5010)  # 21.5 °C, 5.01 V


class Program(Protocol):
    """The program on the board: the firmware, or the same firmware in another interpreter."""

    def step(
        self,
        now_ms: int,
        received: bytes,
        wires: "SimulatedWires",
        climate: Callable[[], tuple[int, int]],
    ) -> bytes: ...


class SimulatedWires:
    """Strips of linear sensors behind multiplexers and power switches, as the firmware drives them."""

    def __init__(self, magnets: SimulatedMagnets, seed: int = 0) -> None:
        random = Random(seed)
        self.magnets = magnets
        cells = magnets.grid.rows * magnets.grid.columns
        self._zeros_mt = tuple(random.gauss(0.0, OFFSET_MT) for _ in range(cells))
        self._gains = tuple(random.gauss(1.0, GAIN) for _ in range(cells))
        self._drifts_mt_per_k = tuple(random.gauss(0.0, OFFSET_MT_PER_K) for _ in range(cells))
        self._counts: tuple[int, ...] = (MIDDLE,) * cells
        self._now_s = 0.0
        self._is_current = True
        self._powered: set[int] = set()
        self._row = self._cell = 0  # that are selected
        self._columns = magnets.grid.columns

    def tick(self, now_s: float) -> None:
        """Let time pass; the field of this moment is computed when it is read."""
        self._now_s, self._is_current = now_s, False

    @property
    def counts(self) -> tuple[int, ...]:
        """The converter's reading of each powered sensor now, 0 to 4095, row by row."""
        if not self._is_current:
            self._is_current = True
            field_mt = list(map(add, map(mul, self.magnets.readings_mt(self._now_s), self._gains), self._zeros_mt))
            if warmer_k := self.magnets.warmer_k:
                field_mt = [mt + warmer_k * drift for mt, drift in zip(field_mt, self._drifts_mt_per_k, strict=True)]
            if max(field_mt) > LIMIT_MT or min(field_mt) < -LIMIT_MT:
                field_mt = [max(-LIMIT_MT, min(LIMIT_MT, mt)) for mt in field_mt]
            self._counts = tuple([MIDDLE + round(mt / STEP_MT) for mt in field_mt])
        return self._counts

    def quiet(self, on: bool) -> None:
        """A simulated supply has no ripple."""

    def power(self, row: int, on: bool) -> None:
        """Switch one strip's supply."""
        if on:
            self._powered.add(row)
        else:
            self._powered.discard(row)

    def select(self, row: int, column: int) -> None:
        """Connect one sensor to the converter."""
        self._row, self._cell = row, row * self._columns + column

    def wait_us(self, duration_us: int) -> None:
        """Simulated sensors need no time."""

    def total(self, samples: int) -> int:
        """Return the sum of this many readings of the selected sensor; a strip without power floats."""
        if self._row not in self._powered:
            return samples * FLOATING
        counts = self._counts if self._is_current else self.counts
        return samples * counts[self._cell]


class SimulatedSerialBoard:
    """A simulated board with magnets on it; its port is at `path`, which exists while the cable is plugged in.

    It works only in `advance` and has neither a clock nor a thread. `boots` makes the program that starts at power-up,
    given the number of the start; by default it is the firmware itself.
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
        self.hangs = False  # the firmware stops, the port stays
        self.unique_id = b"SIMULATE"  # change it while unplugged to plug in another board
        self.magnets = magnets
        self._wires = SimulatedWires(magnets, magnets.seed)
        self._boots = boots or self._firmware
        self._starts = 0
        self._terminal: int | None = None  # the board's end of the pseudo-terminal
        self._now_s: float | None = None
        self._program: Program
        self.plug()

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return self._terminal is not None

    def sensed(self) -> tuple[float | None, ...]:
        """Return each cell's reading in mT, with the steps of the converter and the error of the sensor's zero."""
        return tuple((count - MIDDLE) * STEP_MT for count in self._wires.counts)

    def unanswered(self) -> frozenset[int]:
        """Return no cell, because one microcontroller reads them all."""
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
        """Start the program again, as its watchdog would; the port stays."""
        self._starts += 1
        self._program = self._boots(self._starts)

    def send(self, data: bytes) -> None:
        """Put any bytes on the line, as a disturbance would."""
        if not data or self._terminal is None or not self._opened(self._terminal):
            return
        with suppress(BlockingIOError):  # no reader: the bytes are lost, as over USB
            os.write(self._terminal, data)

    def advance(self, now_s: float) -> bool:
        """Simulate the board until then; return whether it sent anything."""
        has_sent = False
        moment_s = now_s if self._now_s is None else self._now_s + STEP_S
        while moment_s <= now_s:
            has_sent |= self._step(moment_s)
            self._now_s = moment_s
            moment_s += STEP_S
        return has_sent

    def close(self) -> None:
        """Pull the cable for good."""
        self.unplug()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _step(self, now_s: float) -> bool:
        if self.hangs or not self.is_plugged:
            return False
        self._wires.tick(now_s)
        received = self._received()
        now_ms = round(now_s * 1000) & 0x3FFFFFFF
        data = self._program.step(now_ms, received, self._wires, lambda: CLIMATE)
        self.send(data)
        return bool(data)

    def _received(self) -> bytes:
        assert self._terminal is not None
        try:
            return os.read(self._terminal, 4096)
        except OSError:
            return b""  # no data, or the port is not open

    def _opened(self, terminal: int) -> bool:
        """Return whether the other end is open."""
        poll = select.poll()
        poll.register(terminal, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def _firmware(self, start: int) -> Program:
        grid = self.magnets.grid
        return Firmware(self.unique_id, start, grid.rows, grid.columns, SCALE_NT)
