"""A device with a magnetic board that is looked after, as tests of its pages need it."""

from __future__ import annotations

from msgspec.structs import replace
from pressed_lines import choose

from firmware_py.config.file import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from hardware.simulated.serial_port import SimulatedSerialBoard

ALIKE = "Hunter and mummy felt alike: once more from the hunter on."


def box(tmp_path, kind: str) -> SimulatedDevice:
    """Return a box that is switched on in English, with a magnetic board."""
    board = BoardConfig(kind="i2c", rows=3, columns=4) if kind == "i2c" else BoardConfig(kind=kind)
    return SimulatedDevice(replace(Config(), language="en", board=board), tmp_path / "data")


def open_care(box: SimulatedDevice, label: str) -> None:
    """Go from the first page to a line of the page that looks after the board."""
    box.press("ok")  # the language
    box.wait(1.0)
    choose(box, "Later", "Settings", "agnetic board", label)


def put(box: SimulatedDevice, piece: str, *cells: str) -> None:
    """Let a piece rest on one cell after the other, and take it off."""
    for cell in cells:
        box.place(piece, cell)
        box.wait(1.2)
    box.lift(piece)
    box.wait(0.3)


def learn(device: SimulatedDevice, kind: str = "serial") -> None:
    """Calibrate a board, from the first page of that on."""
    device.press("ok")
    device.wait(3.0)
    put(device, "red", "a1", "c2")
    if kind == "serial":
        put(device, "mummy", "b2", "d3")
    device.press("ok")


def replug(device: SimulatedDevice, unique_id: bytes = b"SIMULATE") -> None:
    """Pull the cable and plug it in again, or another board's."""
    board = device.below().board
    board.unplug()
    device.wait(1.5)
    if isinstance(board, SimulatedSerialBoard):
        board.unique_id = unique_id
    board.plug()
    device.wait(1.5)
