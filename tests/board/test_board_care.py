"""Looking after the magnetic board on the device: how it is, test of every cell, cells left out."""

from __future__ import annotations

import errno

from board_care_device import device_with_board, open_care
from malediction_device import TWO, begin, hold, text
from msgspec.structs import replace
from pressed_lines import choose
from shots import Shot

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.board_care import calibration_page as calibration
from firmware_py.pages.board_care.calibration_page import Calibrating
from firmware_py.pages.board_care.cell_test import CellTestPage
from firmware_py.sensing import BoardProfile


def test_the_cell_test_ends_when_each_cell_was_seen_with_and_without_a_piece(tmp_path, kind):
    """One cell less than all is not all; a cell that is left out is neither waited for nor counted."""
    with device_with_board(tmp_path, kind) as device:
        open_care(device, "Cells left out")
        device.press("ok")  # a1
        device.press("back")
        choose(device, "See and test")
        board = device.app.table.board
        assert board is not None
        cells = [f"{chr(97 + column)}{row + 1}" for row in range(board.rows) for column in range(board.columns)]
        for cell in cells[1:-1]:
            device.place("red", cell)
            device.wait(0.2)
        device.lift("red")
        device.wait(0.3)
        assert f"Still to see: {cells[-1]}" in text(device)
        device.place("red", cells[-1])
        device.wait(0.3)
        device.lift("red")
        device.wait(0.3)
        assert "Every cell works, but for those left out." in text(device)
        assert f"{board.count - 1} of {board.count - 1} cells" in text(device)


def test_the_cells_of_a_chip_that_does_not_answer_are_marked_and_named(tmp_path):
    """They are not seen to work meanwhile; the chip back again, they are as before."""
    with SimulatedDevice(replace(Config(), language="en", board=BoardConfig(kind="i2c")), tmp_path / "data") as device:
        open_care(device, "See and test")
        device.simulated_board().fault(0x21, errno.EREMOTEIO)
        device.wait(1.0)
        assert "No answer from e2, f2, g2, h2, i2, j2 and 8 more." in text(device)
        assert "wrong: e2 f2" in text(device)
        device.simulated_board().fault(0x21, None)
        device.wait(1.0)
        assert "No answer" not in text(device)


ROW = BoardProfile("row", 1, 4, tells_mummy=True)


def sensed(
    page: CellTestPage, *cells: float, from_s: float = 0.0, unread: frozenset[int] = frozenset()
) -> CellTestPage:
    """The page after half a second with these readings of a row of cells."""
    for count in range(25):
        page = page.feed(Shot(cells, from_s + count * 0.02, columns=4, unread=unread))
    return page


def test_a_cell_of_a_silent_chip_is_checked_neither_with_a_piece_nor_without():
    """It is stuck from its first answer on: nobody has seen it open."""
    page = sensed(CellTestPage(ROW), 0.0, 0.0, 0.0, 0.0, unread=frozenset({1}))
    assert 1 in sensed(page, 0.0, 36.0, 0.0, 0.0, from_s=1.0).missing()


def test_a_magnet_that_is_turned_over_is_shown_with_its_sign_and_asked_about(tmp_path):
    """Its cell stays to be seen, and the page says why that may be."""
    with device_with_board(tmp_path, "serial") as device:
        shown = as_text(sensed(CellTestPage(ROW), 0.0, -36.0, -6.0, 306.0).view(device.app.table))
    assert "-36" in shown
    assert "b1: is the magnet turned over?" in shown


def test_a_field_without_room_on_its_cell_is_given_in_full_beside_the_board(tmp_path):
    """The smallest screen has room for two digits and a sign."""
    with device_with_board(tmp_path, "serial") as device:
        shown = sensed(CellTestPage(ROW), 0.0, 36.0, 193.4, -101.0).view(device.app.table)
        assert [square.mark for square in shown.body.squares] == ["", "36", "99", "-99"]
        assert shown.body.choices.text[-1] == "c1: 193 mT"
        shown = sensed(CellTestPage(ROW), 0.0, 36.0, 99.4, 0.0).view(device.app.table)
        assert not any("mT" in line for line in shown.body.choices.text)


def test_the_field_of_a_piece_is_what_its_cell_senses_beyond_the_empty_board(tmp_path):
    """Chips differ in what they sense of nothing, and that is known since the board was calibrated."""
    known = replace(ROW, is_calibrated=True, offsets_mt=(5.0, -4.0, 0.0, 0.0))
    with device_with_board(tmp_path, "serial") as device:
        shown = sensed(CellTestPage(known), 5.0, 36.0, 0.0, 0.0).view(device.app.table)
    assert [square.mark for square in shown.body.squares] == ["", "40", "", ""]


def test_a_board_whose_cells_are_all_left_out_is_learnt_nothing_of():
    """Nothing is strongest then, and nothing breaks."""
    learning = Calibrating(replace(ROW, masked=frozenset(range(4))), step="hunter")
    shot = Shot((36.0, 0.0, 0.0, 0.0), 0.0, columns=4)
    assert calibration.feed(learning, shot).strongest is None


def test_a_few_cells_that_were_not_seen_can_be_left_out_at_once(tmp_path):
    """Who goes back after a walk is asked; who has just looked in is not."""
    with device_with_board(tmp_path, "i2c") as device:
        open_care(device, "See and test")
        device.wait(0.5)
        device.press("back")
        assert "Cells left out - none" in text(device)
        choose(device, "See and test")
        board = device.app.table.board
        assert board is not None
        for number in range(board.count - 2):
            device.place("red", f"{chr(97 + number % board.columns)}{number // board.columns + 1}")
            device.wait(0.2)
        device.press("back")
        last = board.rows
        assert f"Not seen: {chr(95 + board.columns)}{last}, {chr(96 + board.columns)}{last}. Leave them" in text(device)
        choose(device, "Leave them out")
        assert "Cells left out - 2 cells" in text(device)


def test_a_cell_that_is_left_out_and_works_can_be_taken_in_at_once(tmp_path):
    """Somebody has mended it; of others that are left out nothing was seen."""
    with device_with_board(tmp_path, "i2c") as device:
        open_care(device, "Cells left out")
        device.press("ok")
        device.press("right")
        device.press("ok")
        device.press("back")
        choose(device, "See and test")
        device.wait(0.5)
        device.place("red", "b1")
        device.wait(0.5)
        device.lift("red")
        device.wait(0.5)
        device.press("back")
        assert "Left out, but they work: b1. Use them again?" in text(device)
        choose(device, "Use them again")
        assert "Cells left out - 1 cell" in text(device)
        board = device.app.table.board
        assert board is not None
        assert board.masked == {0}


def test_nothing_of_the_board_is_shown_during_a_game_with_hidden_hunters(tmp_path, kind):
    """What a cell senses is where somebody stands: the pages wait until the game is over or put aside."""
    with device_with_board(tmp_path, kind) as device:
        device.press("ok")
        begin(device, TWO)
        device.wait(1.0)
        device.press("back")
        device.press("back")
        choose(device, "Settings", "agnetic board", "Board care")
        assert "Not during a game" in text(device)


def test_only_a_held_ok_shows_the_cells_while_a_game_with_hidden_hunters_is_kept(tmp_path, kind):
    """Its pieces may stand on the board still. A screen that rests covers them again."""
    with device_with_board(tmp_path, kind, dim_after_s=30) as device:
        device.press("ok")
        begin(device, TWO)
        device.wait(1.0)
        device.press("back")
        device.press("back")
        choose(device, "Stop for today", "Settings", "agnetic board", "See and test every cell")
        for button in ("ok", "down", "ok"):
            assert "only its hunters may look" in text(device)
            assert "Mummy: look away" in text(device)
            device.press(button)
        hold(device, "ok")
        assert "Slide a piece over every cell" in text(device)
        assert device.app.view.audience == "hunters"
        device.wait(31)
        assert "Slide a piece" not in text(device)


def test_which_board_it_is_stands_apart_from_what_is_pressed_often(tmp_path, kind):
    """The page begins with the care of the board of this device; nobody takes that away by a press beside it."""
    with device_with_board(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Later", "Settings", "agnetic board")
        assert "> <sensors> Calibrate" in text(device)
        assert "No magnetic board" not in text(device)
        choose(device, "Which board…")
        assert "tries it for 15 seconds" in text(device)
        assert "as now" in next(line for line in text(device).splitlines() if line.startswith("> "))


# --- how it is -------------------------------------------------------------------------------------------------------


def test_the_noise_of_every_cell_is_told_in_hundredths_of_a_millitesla(tmp_path):
    """A cell that trembles stands out, and is named."""
    with device_with_board(tmp_path, "serial") as device:
        open_care(device, "See and test")
        device.simulated_board().magnets.noisy[8] = 5.0
        device.press("ok")
        device.wait(2.2)
        view = device.app.view
        assert view.body.wrong == (8,)
        assert view.body.squares[8].mark == "99"
        assert all(4 <= int(square.mark) <= 20 for square in (*view.body.squares[:8], *view.body.squares[9:]))
        assert ", on c2." in text(device)


def test_a_chip_that_does_not_answer_comes_first_with_its_errors(tmp_path):
    """Before all that is well: how many, by their names, and how often readings come."""
    config = replace(Config(), language="en", board=BoardConfig(kind="i2c", rows=4, columns=5))
    with SimulatedDevice(config, tmp_path / "data") as device:
        open_care(device, "See and test")
        device.simulated_board().fault(0x20, 121)
        device.wait(2.0)
        device.press("ok")
        lines = text(device).splitlines()
        assert lines[2].startswith("> <warning> Chip 0x20: no answer - ")
        assert lines[2].endswith(" errors (EREMOTEIO)")
        assert "  <good> Readings a second: 10" in lines
        assert "  <good> Chip 0x21: answers - no errors" in lines


def test_a_cable_that_was_pulled_is_counted(tmp_path):
    """While it is out the page says so; then how often the board came back, and started again."""
    with device_with_board(tmp_path, "serial") as device:
        open_care(device, "See and test")
        device.press("ok")
        device.press("ok")
        device.simulated_board().board.unplug()
        device.wait(1.0)
        assert "The magnetic board is not plugged in." in text(device)
        device.simulated_board().board.plug()
        device.wait(2.5)
        assert "<warning> Connected again: 1 ×" in text(device)
        assert "Board: 5.01 V, 21 °C - errors: 0, restarts: 1" in text(device)
        assert "<good> Readings a second: 50" in text(device)
