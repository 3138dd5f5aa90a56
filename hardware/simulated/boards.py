"""A simulated magnetic board, which the real driver opens."""

from typing import Any, Final, Protocol, Self

from msgspec.structs import replace

from hardware.boards.frames import Reading
from hardware.boards.sensor_map import SensorMap
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard, pin_or_none
from hardware.simulated.magnets import HUNTER, SWITCH_HUNTER, BoardGrid, SimulatedMagnets
from hardware.simulated.serial_port import SimulatedSerialBoard
from hardware.simulated.switch_board import SimulatedSwitchBoard

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

    def sensed(self) -> tuple[float | None, ...]:
        """Return what each cell's sensor reads now, row by row; None where there is none."""
        ...

    def unanswered(self) -> frozenset[int]:
        """Return the cells that cannot be read, because their chip does not answer."""
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
    """Return a simulated board under these magnets, and the settings with which `open_board` reaches it.

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
    """Return an empty board of the size in these settings; `sensors` is the size of a board of sensors."""
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
        """Return when to call `advance` next."""
        return self._advanced_s + STEP_S

    def where_mm(self, piece: str) -> tuple[float, float] | None:
        """Return where a piece is on the board now, x and y in mm; None beside it, or if there is no such piece."""
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
