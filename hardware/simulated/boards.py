"""Simulated magnetic boards, which the real drivers open: switches on chips, and sensors behind a Pico.

The board behind a Pico runs the Pico's firmware at the other end of a real pseudo-terminal, beneath the real
`serial.Serial`. Its name is a symbolic link, as udev makes one for a USB board, and pulling the cable removes the link
together with the terminal: the driver meets the errors that it would meet on a Pi.
"""

import os
import select
from collections.abc import Callable, Iterable
from contextlib import suppress
from operator import add, mul
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from msgspec.structs import replace

from hardware.boards.frames import Reading
from hardware.boards.mcp23017 import SensorMap
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard, pin_or_none
from hardware.pico.firmware import Firmware
from hardware.pico.scan import MIDDLE
from hardware.simulated.magnets import HUNTER, SWITCH_HUNTER, BoardGrid, SimulatedMagnets

if TYPE_CHECKING:
    from hardware.simulated.i2c import Adapter

OPERATE_MT: Final = 8.0  # a unipolar switch closes at this field
RELEASE_MT: Final = 5.0  # and opens again at this one
SPREAD: Final = 0.1  # standard deviation of a switch's two fields, as a share of them


class SimulatedSwitchBoard:
    """Switches that close in a south pole's field, wired to chips as `sensors` says; the driver may assume otherwise.

    The board works only in `advance` and has neither a clock nor a thread. Set faults of wires and chips at `bus`.
    `interrupt` and `reset` are gpiozero's mock pins at the other end of the cable.
    """

    reading: Final = Reading.LEVEL

    def __init__(
        self,
        magnets: SimulatedMagnets,
        sensors: SensorMap,
        *,
        path: str = "/dev/i2c-1",
        adapter: "Adapter | None" = None,
        interrupt: Any = None,
        reset: Any = None,
        operate_mt: float = OPERATE_MT,
        release_mt: float = RELEASE_MT,
        spread: float = SPREAD,
    ) -> None:
        from hardware.simulated.i2c import (  # here and not on Windows, as all below
            Adapter,
            SimulatedI2CBus,
            SimulatedMcp23017,
        )

        self._magnets = magnets
        self._sensors = sensors
        random = Random(magnets.seed)
        shares = [random.gauss(1.0, spread) for _ in sensors]
        self._operate_mt = [operate_mt * share for share in shares]
        self._release_mt = [release_mt * share for share in shares]
        self._closed: frozenset[int] = frozenset()
        self.bus = SimulatedI2CBus(
            {sensor.address: SimulatedMcp23017() for sensor in sensors if sensor},
            path=path,
            adapter=adapter or Adapter.BCM2835,
            interrupt=interrupt,
            reset=reset,
        )

    def advance(self, now_s: float) -> bool:
        """Switch by the field of this moment; return whether a switch changed, which pulls the interrupt line."""
        readings = self._magnets.readings_mt(now_s)
        closed = frozenset(
            cell
            for cell, reading in enumerate(readings)
            if reading >= (self._release_mt if cell in self._closed else self._operate_mt)[cell]
        )
        moved = [self._sensors[cell] for cell in closed ^ self._closed]
        self._closed = closed
        self._pull({sensor.address for sensor in moved if sensor})
        return bool(moved)

    def _pull(self, addresses: Iterable[int]) -> None:
        """Let the closed switches pull the inputs of these chips low."""
        for address in addresses:
            pins = {s.pin for cell in self._closed if (s := self._sensors[cell]) and s.address == address}
            self.bus.pull_low(address, sum(1 << pin for pin in pins))

    def solder(self, sensors: SensorMap) -> None:
        """Wire the cells differently, to the same chips."""
        self._sensors = sensors
        self._pull(self.bus.chips)

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return self.bus.is_connected

    def readings(self) -> tuple[float | None, ...]:
        """Each cell's switch: 1.0 closed, 0.0 open, None where none is wired."""
        return tuple(
            None if sensor is None else float(cell in self._closed) for cell, sensor in enumerate(self._sensors)
        )

    def unread_cells(self) -> frozenset[int]:
        """The cells whose chip does not answer."""
        return frozenset(cell for cell, sensor in enumerate(self._sensors) if sensor and self.bus.fails(sensor.address))

    def plug(self) -> None:
        """Put the cable back."""
        self.bus.plug()

    def unplug(self) -> None:
        """Pull the cable."""
        self.bus.unplug()

    def close(self) -> None:
        """Take the bus away."""
        self.bus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


SCALE_NT: Final = 13428  # as in the Pico's main: one step of eight added samples
STEP_MT: Final = SCALE_NT * 8e-6  # one step of the 12-bit converter
LIMIT_MT: Final = 193.0  # the sensor's output reaches to 0.2 V from either supply
OFFSET_MT: Final = 1.5  # standard deviation of the sensors' zero
OFFSET_MT_PER_K: Final = 0.015  # of its drift: a third of the data sheet's limit of 1 % of the supply over 100 K
GAIN: Final = 0.015  # standard deviation of the sensors' gain: a third of the data sheet's limit of 5 %
FIRMWARE_STEP_S: Final = 0.01  # between two steps of the firmware
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
        """The sum of this many readings of the selected sensor; a strip without power floats."""
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

    def readings(self) -> tuple[float | None, ...]:
        """Each cell's reading in mT, with the steps of the converter and the error of the sensor's zero."""
        return tuple((count - MIDDLE) * STEP_MT for count in self._wires.counts)

    def unread_cells(self) -> frozenset[int]:
        """No cell, because one microcontroller reads them all."""
        return frozenset()

    def plug(self) -> None:
        """Plug the cable in: the board starts and its port appears."""
        if self._terminal is not None:
            return
        import tty

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
        if not data or self._terminal is None or not self._is_open(self._terminal):
            return
        with suppress(BlockingIOError):  # no reader: the bytes are lost, as over USB
            os.write(self._terminal, data)

    def advance(self, now_s: float) -> bool:
        """Simulate the board until then; return whether it sent anything."""
        has_sent = False
        moment_s = now_s if self._now_s is None else self._now_s + FIRMWARE_STEP_S
        while moment_s <= now_s:
            has_sent |= self._step(moment_s)
            self._now_s = moment_s
            moment_s += FIRMWARE_STEP_S
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
        received = self._receive()
        now_ms = round(now_s * 1000) & 0x3FFFFFFF
        data = self._program.step(now_ms, received, self._wires, lambda: CLIMATE)
        self.send(data)
        return bool(data)

    def _receive(self) -> bytes:
        assert self._terminal is not None
        try:
            return os.read(self._terminal, 4096)
        except OSError:
            return b""  # no data, or the port is not open

    def _is_open(self, terminal: int) -> bool:
        poll = select.poll()
        poll.register(terminal, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def _firmware(self, start: int) -> Program:
        grid = self.magnets.grid
        return Firmware(self.unique_id, start, grid.rows, grid.columns, SCALE_NT)


STEP_S: Final = 0.02
"""The longest time between two calls of `advance`."""
SENSOR_BOARD: Final = BoardGrid(10, 10)
"""The size that the simulated board of sensors reports."""


class SimulatedBoard(Protocol):
    """What both simulated boards can do; the pieces on them are `SimulatedMagnets`."""

    def advance(self, now_s: float) -> bool:
        """Simulate the board until then; return whether it called its driver meanwhile.

        Call it before each `poll`, every 20 ms or more often.
        """
        ...

    @property
    def reading(self) -> Reading:
        """What the numbers of its sensors mean."""
        ...

    def readings(self) -> tuple[float | None, ...]:
        """What each cell's sensor reads now, row by row; None where there is none."""
        ...

    def unread_cells(self) -> frozenset[int]:
        """The cells that cannot be read, because their chip does not answer."""
        ...

    @property
    def is_plugged(self) -> bool: ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def simulate_board(
    settings: BoardSettings, magnets: SimulatedMagnets, pins: Any, soldered: SensorMap | None = None
) -> tuple[SimulatedBoard, BoardSettings]:
    """A simulated board under these magnets, and the settings with which `open_board` reaches it.

    `pins` is gpiozero's mock factory. A board of switches is wired as `soldered` says, if given, whatever its settings
    say. Close the driver first, then this board.

    :raises ValueError: when the magnets lie on a grid of another size than the board.
    """
    match settings:
        case SwitchBoard():
            if (magnets.grid.rows, magnets.grid.columns) != (settings.rows, settings.columns):
                raise ValueError(f"the board has {settings.rows} x {settings.columns} cells")
            interrupt, reset = pin_or_none(settings.interrupt), pin_or_none(settings.reset)
            board = SimulatedSwitchBoard(
                magnets,
                soldered or settings.sensor_map(),
                path=settings.bus,
                interrupt=None if interrupt is None else pins.pin(interrupt),
                reset=None if reset is None else pins.pin(reset),
            )
            return board, settings
        case SensorBoard():
            serial = SimulatedSerialBoard(magnets)
            return serial, replace(settings, port=str(serial.path))


def advance_to_call(board: "SimulatedBoard | BoardSimulation", now_s: float, until_s: float) -> float:
    """Simulate a board from `now_s` until it calls its driver, or until `until_s`; return when that was."""
    while now_s < until_s:
        now_s = min(until_s, now_s + STEP_S)
        if board.advance(now_s):
            break
    return now_s


def magnets_for(settings: BoardSettings, sensors: BoardGrid = SENSOR_BOARD, seed: int = 0) -> SimulatedMagnets:
    """An empty board of the size in these settings; `sensors` is the size of a board of sensors."""
    if isinstance(settings, SwitchBoard):
        return SimulatedMagnets(BoardGrid(settings.rows, settings.columns), {}, pawn=SWITCH_HUNTER, seed=seed)
    return SimulatedMagnets(sensors, {}, pawn=HUNTER, seed=seed)


class BoardSimulation:
    """A simulated board with its magnets, as a part of the simulated device: what people and accidents do to it."""

    def __init__(
        self, settings: BoardSettings, magnets: SimulatedMagnets, pins: Any, soldered: SensorMap | None = None
    ) -> None:
        """Make the board; `settings` are then those with which the driver reaches it."""
        self.magnets = magnets
        self.board, self.settings = simulate_board(settings, magnets, pins, soldered)
        self._advanced_s = float("-inf")

    def advance(self, now_s: float) -> bool:
        """Simulate the board until then; return whether it called its driver meanwhile."""
        self._advanced_s = now_s
        return self.board.advance(now_s)

    def next_deadline_s(self) -> float:
        """When to call `advance` next."""
        return self._advanced_s + STEP_S

    def where_mm(self, piece: str) -> tuple[float, float] | None:
        """Where a piece is on the board now, x and y in mm; None beside it, or if there is no such piece."""
        return self.magnets.where_mm(piece, self._advanced_s)

    def fault(self, address: int, error: int | None) -> None:
        """Let every transfer with a chip fail with that errno; None ends it.

        :raises ValueError: when the board has no I2C bus, or no such chip.
        """
        if not isinstance(self.board, SimulatedSwitchBoard):
            raise ValueError("this board has no I2C bus")
        if address not in self.board.bus.chips:
            raise ValueError(f"no chip of this board has the address {address:#04x}")
        self.board.bus.fault(address, error)

    def solder(self, sensors: SensorMap) -> None:
        """Wire the cells of a board of switches differently, to the same chips.

        :raises ValueError: when the board is not one of switches.
        """
        if not isinstance(self.board, SimulatedSwitchBoard):
            raise ValueError("this board has no I2C bus")
        self.board.solder(sensors)

    def close(self) -> None:
        """Take the board away."""
        self.board.close()
