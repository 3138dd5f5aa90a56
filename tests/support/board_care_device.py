"""A simulated device with a magnetic board, for tests of the pages of board care."""

from __future__ import annotations

from msgspec.structs import replace
from pressed_lines import choose

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from hardware.simulated.boards import SimulatedSerialBoard
from hardware.simulated.magnets import BoardGrid

ALIKE = "Hunter and mummy read alike: repeat both, the hunter first."


def device_with_board(tmp_path, kind: str, **screen: float) -> SimulatedDevice:
    """A device that is on, in English, with a magnetic board."""
    board = BoardConfig(kind="i2c", rows=3, columns=4) if kind == "i2c" else BoardConfig(kind=kind)
    config = replace(Config(), language="en", board=board, screen=replace(Config().screen, **screen))
    return SimulatedDevice(config, tmp_path / "data", sensors=BoardGrid(6, 6))


def open_care(device: SimulatedDevice, label: str) -> None:
    """Go from the first page to a line of the page of board care."""
    device.press("ok")  # the language
    device.wait(1.0)
    choose(device, "Later", "Settings", "agnetic board", label)


def put(device: SimulatedDevice, piece: str, *cells: str) -> None:
    """Rest a piece on one cell after the other, and lift it."""
    for cell in cells:
        device.place(piece, cell)
        device.wait(1.2)
    device.lift(piece)
    device.wait(0.3)


def learn(device: SimulatedDevice, kind: str = "serial") -> None:
    """Calibrate a board from the first page of the calibration."""
    device.press("ok")
    device.wait(3.0)
    put(device, "red", "a1", "c2")
    if kind == "serial":
        put(device, "mummy", "b2", "d3")
    device.press("ok")


def replug(device: SimulatedDevice, unique_id: bytes = b"SIMULATE") -> None:
    """Pull the cable and plug it in again, into a board with this identity."""
    board = device.simulated_board().board
    board.unplug()
    device.wait(1.5)
    if isinstance(board, SimulatedSerialBoard):
        board.unique_id = unique_id
    board.plug()
    device.wait(1.5)
