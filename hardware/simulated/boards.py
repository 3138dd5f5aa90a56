"""A whole magnetic board in software, for the real driver to open."""

from typing import Any, Protocol, Self

from msgspec.structs import replace

from hardware.boards import BoardSettings, SensorBoard, SwitchBoard, fitted
from hardware.simulated.magnets import SimulatedMagnets
from hardware.simulated.serial_port import SimulatedSerialBoard
from hardware.simulated.switch_board import SimulatedSwitchBoard


class SimulatedBoard(Protocol):
    """What hands can do to either board; the magnets themselves are `SimulatedMagnets`."""

    def advance(self, now_s: float) -> None:
        """Let the board live until then; call it before each `poll`, every 20 ms or more often."""
        ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def simulate_board(
    settings: BoardSettings, magnets: SimulatedMagnets, pins: Any
) -> tuple[SimulatedBoard, BoardSettings]:
    """Return a board under those magnets, and the settings with which `open_board` reaches it.

    `pins` is gpiozero's mock factory. Close the opened board first, then this one.

    :raises ValueError: when the magnets lie on a grid of another size than the board.
    """
    match settings:
        case SwitchBoard():
            if (magnets.grid.rows, magnets.grid.columns) != (settings.rows, settings.columns):
                raise ValueError(f"the board has {settings.rows} x {settings.columns} cells")
            interrupt, reset = fitted(settings.interrupt), fitted(settings.reset)
            board = SimulatedSwitchBoard(
                magnets,
                settings.sensor_map(),
                path=settings.bus,
                interrupt=None if interrupt is None else pins.pin(interrupt),
                reset=None if reset is None else pins.pin(reset),
            )
            return board, settings
        case SensorBoard():
            serial = SimulatedSerialBoard(magnets)
            return serial, replace(settings, port=str(serial.path))
