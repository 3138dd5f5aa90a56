"""A guided calibration on the device: the empty board, a hunter, the mummy, and what may go wrong on the way."""

from __future__ import annotations

import pytest
from board_care_device import ALIKE, device_with_board, open_care, put
from malediction_device import text
from sampling import every

from firmware_py.desk.simulated_device import SimulatedDevice

F6 = 35
"""The last cell of the board of sensors."""


def test_a_guided_calibration_is_stored_and_survives_a_power_cut(tmp_path, kind):
    """Empty board, hunter, mummy; what was learnt is in force after switching on again."""
    with device_with_board(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        assert "Take every piece off" in text(device)
        device.press("ok")
        device.wait(3.0)
        put(device, "red", "a1", "c2")
        if kind == "serial":
            assert "Put the mummy" in text(device)
            put(device, "mummy", "b2", "d3")
        assert "Press ✓ to save it" in text(device)
        device.press("ok")
        assert "calibrated" in text(device)
        device.cut()
        device.wait(1.0)
        known = device.app.table.board
        assert known is not None
        assert known.is_calibrated
        assert len(known.offsets_mt) == (36 if kind == "serial" else 0)
        if kind == "serial":
            assert known.levels.piece_on_mt < 20 < known.levels.mummy_off_mt


def begin_pieces(device: SimulatedDevice) -> None:
    """Measure the empty board and a hunter, who is left lying on c2."""
    open_care(device, "Calibrate")
    device.press("ok")
    device.wait(3.0)
    device.place("red", "a1")
    device.wait(1.2)
    device.place("red", "c2")
    device.wait(1.2)


def test_a_hunter_who_was_left_lying_is_never_measured_as_the_mummy(tmp_path):
    """However long the mummy is in the hand between its cells: the page asks for an empty board, then for the mummy."""
    with device_with_board(tmp_path, "serial") as device:
        begin_pieces(device)
        assert "Take every piece off the board, the hunter too." in text(device)
        for cell in ("b2", "d3"):
            device.place("mummy", cell)
            device.wait(1.2)
            device.lift("mummy")
            device.wait(2.0)
            assert "Calibrate: 3 of 3" in text(device)
            assert "the hunter too" in text(device)
        device.slide("red", ["d2", "e2"])
        device.wait(2.0)
        assert "the hunter too" in text(device)
        device.lift("red")
        device.wait(0.3)
        assert "Put the mummy in the middle of 2 cells" in text(device)
        put(device, "mummy", "b2", "d3")
        assert "Press ✓ to save it" in text(device)
        device.press("ok")
        known = device.app.table.board
        assert known is not None
        assert known.levels.piece_on_mt < 20 < known.levels.mummy_off_mt


def begin_again(device: SimulatedDevice) -> None:
    """Measure a hunter in the mummy's place, who is left lying on d3."""
    begin_pieces(device)
    device.lift("red")
    device.wait(0.3)
    device.place("blue", "b2")
    device.wait(1.2)
    device.place("blue", "d3")
    device.wait(1.2)


def test_why_pieces_are_measured_again_stays_until_the_first_is_measured(tmp_path):
    """What lies there from before is not taken for the hunter, nor what is put beside it."""
    with device_with_board(tmp_path, "serial") as device:
        begin_again(device)
        for _ in range(2):
            device.wait(2.0)
            assert "Calibrate: 2 of 3" in text(device)
            assert "Take every piece off the board." in text(device)
            assert ALIKE in text(device)
            device.place("mummy", "f6")
        device.lift("mummy")
        device.lift("blue")
        device.wait(2.0)
        assert "hunter's pawn in the middle of 2 cells" in text(device)
        assert ALIKE in text(device)
        device.place("red", "a1")
        device.wait(0.3)
        assert ALIKE in text(device)
        device.wait(0.9)
        assert "hunter's pawn in the middle of 1 more cell" in text(device)
        assert ALIKE not in text(device)


def test_why_the_pieces_are_measured_again_is_put_away_by_a_press(tmp_path):
    """Whoever has read it sees what is sensed again; nothing else is changed by it."""
    with device_with_board(tmp_path, "serial") as device:
        begin_again(device)
        assert ALIKE in text(device)
        device.press("ok")
        assert ALIKE not in text(device)
        assert "Take every piece off the board." in text(device)


def test_a_sensor_stuck_after_the_empty_board_is_named_and_can_be_left_out(tmp_path):
    """It was taken for a hunter and for a piece left over; without it both pieces are measured to the end."""
    with device_with_board(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        device.simulated_board().magnets.stuck[F6] = 15.0
        device.wait(1.0)
        put(device, "red", "a1")
        assert "Take every piece off the board, the hunter too." in text(device)
        assert "ok " not in text(device).splitlines()[-1]
        device.wait(8.0)
        assert "Not empty, or not working: f6." in text(device)
        assert "Take off what lies there. If nothing does, ✓ leaves it out." in text(device)
        assert "ok leave out" in text(device)
        device.press("ok")
        device.wait(0.5)
        assert "hunter's pawn in the middle of 1 more cell" in text(device)
        put(device, "red", "c2")
        put(device, "mummy", "b2", "d3")
        assert "Press ✓ to save it" in text(device)
        device.press("ok")
        known = device.app.table.board
        assert known is not None
        assert known.masked == {F6}
        assert known.levels.piece_on_mt > 7.0


@pytest.mark.parametrize("stuck_mt", every(2, [190.0, -200.0]))
def test_a_sensor_that_sticks_amid_the_pieces_keeps_nobody_waiting_for_ever(tmp_path, stuck_mt):
    """It is stronger than any piece, or a piece upside down: no other cell is looked at until it is left out."""
    with device_with_board(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        put(device, "red", "a1", "c2")
        device.simulated_board().magnets.stuck[F6] = stuck_mt
        device.wait(12.0)
        assert "f6" in text(device)
        assert "✓ leaves it out" in text(device)
        device.press("ok")
        device.wait(0.5)
        put(device, "mummy", "b2", "d3")
        assert "Press ✓ to save it" in text(device)


def test_a_piece_that_is_taken_off_late_is_left_out_by_no_press(tmp_path):
    """It was asked about; once it is gone, ok means nothing any more."""
    with device_with_board(tmp_path, "serial") as device:
        begin_pieces(device)
        device.wait(8.0)
        assert "Not empty, or not working: c2." in text(device)
        device.lift("red")
        device.wait(0.3)
        device.press("ok")
        put(device, "mummy", "b2", "d3")
        device.press("ok")
        known = device.app.table.board
        assert known is not None
        assert known.is_calibrated
        assert known.masked == frozenset()


def test_a_piece_left_on_the_empty_board_is_named_and_nothing_is_learnt(tmp_path, kind):
    """The cell is told; with the piece away the same step succeeds."""
    with device_with_board(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        device.place("red", "b2")
        device.press("ok")
        device.wait(3.0)
        assert "Not empty, or not working: b2" in text(device)
        device.lift("red")
        device.press("ok")
        device.wait(3.0)
        assert "hunter's pawn" in text(device)


def test_leaving_the_calibration_leaves_everything_as_it_was(tmp_path, kind):
    """`back` keeps nothing."""
    with device_with_board(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        device.press("back")
        assert "not calibrated yet" in text(device)
