"""The simulated board on the desk: what hands do to it, what of it is seen, and that the loop hands both on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from malediction_device import THREE, begin

from display.inputs import CableToggled, CellFaultChanged, CloseRequested, DeskBoardEvent, PieceMoved, WindowEvent
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.board import board_look, carry_out
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.running import run
from hardware import Devices
from hardware.simulated.boards import BoardSimulation

CELL_A1, CELL_B1 = (12.5, 12.5), (37.5, 12.5)


def with_board(kind: str) -> Config:
    return Config(language="en", board=BoardConfig(kind=kind))


@pytest.fixture(params=["i2c", "serial"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device with a board, its language chosen."""
    with SimulatedDevice(with_board(request.param), tmp_path / "data") as switched_on:
        switched_on.press("ok")
        yield switched_on


def take_all(device: SimulatedDevice, *done: WindowEvent) -> None:
    for one in done:
        carry_out(one, device.simulated_board(), device.now_s)
    device.wait(0.5)


def test_before_a_game_the_mummy_and_all_pawns_wait_in_the_tray(device: SimulatedDevice) -> None:
    """With a game only its own pawns do, and its map lies on the board."""
    seen = board_look(device.simulated_board(), device.app.table)
    assert [piece.name for piece in seen.pieces] == ["mummy", "red", "turquoise", "blue", "purple"]
    assert all(piece.at_mm is None for piece in seen.pieces) and not seen.squares
    begin(device, THREE)
    seen = board_look(device.simulated_board(), device.app.table)
    assert [piece.name for piece in seen.pieces] == ["mummy", "red", "blue"]
    assert (len(seen.squares), seen.across) == (25, 5)


def test_a_piece_of_an_earlier_game_is_seen_as_long_as_it_lies_on_the_board(device: SimulatedDevice) -> None:
    """A magnet does not vanish because nobody plays with it."""
    take_all(device, PieceMoved("purple", CELL_A1))
    begin(device, THREE)
    assert board_look(device.simulated_board(), device.app.table).pieces[-1].name == "purple"
    take_all(device, PieceMoved("purple", None))
    assert len(board_look(device.simulated_board(), device.app.table).pieces) == 3


def test_a_piece_set_down_is_felt_and_one_in_the_hand_is_not(device: SimulatedDevice) -> None:
    """The cell under it says more than the others, and as much as they once it is lifted."""
    take_all(device, PieceMoved("mummy", CELL_A1))
    first, *others = board_look(device.simulated_board(), device.app.table).readings
    assert first > max(others)
    take_all(device, PieceMoved("mummy", None))
    assert abs(board_look(device.simulated_board(), device.app.table).readings[0]) < 8


def test_a_piece_on_the_board_is_pushed_and_takes_its_time(device: SimulatedDevice) -> None:
    """It is on its way first, and then where it was pushed."""
    take_all(device, PieceMoved("red", CELL_A1))
    carry_out(PieceMoved("red", CELL_B1), device.simulated_board(), device.now_s)
    device.wait(0.04)
    (x_mm, _) = device.simulated_board().where_mm("red")
    assert CELL_A1[0] < x_mm < CELL_B1[0]
    device.wait(0.5)
    assert device.simulated_board().where_mm("red") == CELL_B1


def test_the_cells_of_a_chip_that_does_not_answer_are_seen_as_such(tmp_path: Path) -> None:
    """Until it does again, and as long as the cable is in."""
    with SimulatedDevice(with_board("i2c"), tmp_path / "data") as device:
        device.simulated_board().fault(0x21, errno.EREMOTEIO)
        assert board_look(device.simulated_board(), device.app.table).unread == set(range(14, 28))
        device.simulated_board().board.unplug()
        assert not board_look(device.simulated_board(), device.app.table).unread
        device.simulated_board().board.plug()
        device.simulated_board().fault(0x21, None)
        assert not board_look(device.simulated_board(), device.app.table).unread


def test_a_cell_dies_then_feels_a_piece_for_ever_and_is_mended(device: SimulatedDevice) -> None:
    """One click after the other, whatever stands there."""
    take_all(device, PieceMoved("mummy", CELL_A1), CellFaultChanged(0))
    seen = board_look(device.simulated_board(), device.app.table)
    assert seen.dead == {0} and not seen.stuck and abs(seen.readings[0]) < 8
    take_all(device, PieceMoved("mummy", None), CellFaultChanged(0))
    seen = board_look(device.simulated_board(), device.app.table)
    assert seen.stuck == {0} and not seen.dead and seen.readings[0] > seen.readings[1]
    take_all(device, CellFaultChanged(0))
    seen = board_look(device.simulated_board(), device.app.table)
    assert not seen.stuck and not seen.dead and abs(seen.readings[0]) < 8


def test_the_cable_is_pulled_and_put_in(device: SimulatedDevice) -> None:
    """Unplugged, no sensor says anything and the device tells; plugged in, both are back."""
    take_all(device, CableToggled())
    device.wait(1.5)
    assert board_look(device.simulated_board(), device.app.table).readings == ()
    assert "unplugged" in device.app.view.badges
    take_all(device, CableToggled())
    device.wait(1.5)
    assert len(board_look(device.simulated_board(), device.app.table).readings) == 100
    assert "unplugged" not in device.app.view.badges


def test_digits_do_not_tremble_with_the_noise(tmp_path: Path) -> None:
    """In a second of frames hardly one of a hundred numbers changes, though every reading does."""
    with SimulatedDevice(with_board("serial"), tmp_path / "data") as device:
        device.wait(0.5)
        seen = board_look(device.simulated_board(), device.app.table)
        changes = 0
        for _ in range(50):
            device.wait(0.02)
            before, seen = seen, board_look(device.simulated_board(), device.app.table, seen)
            changes += sum(was != now for was, now in zip(before.readings, seen.readings, strict=True))
    assert changes <= 10


class HandFace:
    """A face at which a hand sets a piece down and closes the window."""

    def __init__(self) -> None:
        self.below: BoardSimulation | None = None
        self._turns = [(PieceMoved("red", CELL_A1),), (PieceMoved("red", CELL_B1), CloseRequested())]

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        self.below = devices.simulated_board

    def poll(self) -> tuple[WindowEvent, ...]:
        return self._turns.pop(0) if self._turns else ()

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float) -> None:
        if devices.simulated_board is not None:
            carry_out(event, devices.simulated_board, now_s)


def test_the_loop_hands_on_what_hands_do(tmp_path: Path) -> None:
    """What a face tells of the board reaches its magnets."""
    face = HandFace()
    run(with_board("i2c"), tmp_path, face, simulate=True)
    assert face.below is not None
    assert face.below.magnets.where_mm("red", float("inf")) == CELL_B1


def test_a_device_without_a_board_ignores_hands_on_it(tmp_path: Path) -> None:
    """Nothing is there to be moved."""
    face = HandFace()
    run(Config(), tmp_path, face, simulate=True)
    assert face.below is None
