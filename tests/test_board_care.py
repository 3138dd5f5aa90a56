"""Looking after the magnetic board on the device: calibration, test of every cell, cells left out."""

from __future__ import annotations

import errno
from dataclasses import dataclass

import pytest
from malediction_desk import TWO, begin
from msgspec.structs import replace

from display.view import as_text
from firmware_py.board_care import CalibrationPage
from firmware_py.box import SimulatedBox
from firmware_py.cell_test import CellTestPage
from firmware_py.config import Board, Config
from firmware_py.screens import Table
from firmware_py.tracking import calibrating
from firmware_py.tracking.calibrating import Calibrating
from firmware_py.tracking.cells import Calibration, Felt, first_look, look
from firmware_py.tracking.known_board import KnownBoard, read_known, write_known
from firmware_py.tracking.settling import begin as settle
from firmware_py.tracking.settling import observe
from firmware_py.words import speak
from hardware.simulated.serial_port import SimulatedSerialBoard

KINDS = ("i2c", "serial")
each_kind = pytest.mark.parametrize("kind", KINDS)
BOARD = KnownBoard("a board", 2, 3, tells_mummy=True)


@dataclass(frozen=True)
class Shot:
    """A frame as a driver would give it."""

    cells: tuple[float, ...]
    at_s: float
    columns: int = 3
    reading: str = "millitesla"
    unread: frozenset[int] = frozenset()


def box(tmp_path, kind: str) -> SimulatedBox:
    board = Board(kind="i2c", rows=3, columns=4) if kind == "i2c" else Board(kind=kind)
    return SimulatedBox(replace(Config(), language="en", board=board), tmp_path / "data")


def text(box: SimulatedBox) -> str:
    return as_text(box.app.view)


def choose(box: SimulatedBox, *labels: str) -> None:
    """Move the cursor to a line that contains the label, and choose it; one label a page."""
    for label in labels:
        for _ in range(30):
            if any(line.startswith("> ") and label in line for line in text(box).splitlines()):
                break
            box.press("down")
        else:
            raise AssertionError(f"{label} is not on this page:\n{text(box)}")
        box.press("ok")


def open_care(box: SimulatedBox, label: str) -> None:
    box.press("ok")  # the language
    box.wait(1.0)
    choose(box, "Later", "Settings", "agnetic board", label)


def put(box: SimulatedBox, piece: str, *cells: str) -> None:
    for cell in cells:
        box.place(piece, cell)
        box.wait(1.2)
    box.lift(piece)
    box.wait(0.3)


@each_kind
def test_a_guided_calibration_is_kept_with_the_board_and_survives_a_power_cut(tmp_path, kind):
    """Empty board, hunter, mummy; what was learnt is in force after switching on again."""
    with box(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        assert "Take every piece off" in text(device)
        device.press("ok")
        device.wait(3.0)
        put(device, "red", "a1", "c2")
        if kind == "serial":
            assert "Put the mummy" in text(device)
            put(device, "mummy", "b2", "d3")
        assert "Press ✓ to keep it" in text(device)
        device.press("ok")
        assert "calibrated" in text(device)
        device.cut()
        device.wait(1.0)
        known = device.app.table.board
        assert known is not None
        assert known.is_calibrated
        assert len(known.offsets_mt) == (100 if kind == "serial" else 0)
        if kind == "serial":
            assert known.levels.piece_on_mt < 20 < known.levels.mummy_off_mt


def begin_pieces(device: SimulatedBox) -> None:
    """Measure the empty board and a hunter, who is left lying on c2."""
    open_care(device, "Calibrate")
    device.press("ok")
    device.wait(3.0)
    device.place("red", "a1")
    device.wait(1.2)
    device.place("red", "c2")
    device.wait(1.2)


def test_a_hunter_who_was_left_lying_is_never_measured_as_the_mummy(tmp_path):
    """However long the mummy is in the hand between her cells: the page asks for an empty board first, then for her."""
    with box(tmp_path, "serial") as device:
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
        assert "Press ✓ to keep it" in text(device)
        device.press("ok")
        known = device.app.table.board
        assert known is not None
        assert known.levels.piece_on_mt < 20 < known.levels.mummy_off_mt


def begin_anew(device: SimulatedBox) -> None:
    """Measure a hunter in the mummy's place, who is left lying on d3."""
    begin_pieces(device)
    device.lift("red")
    device.wait(0.3)
    device.place("blue", "b2")
    device.wait(1.2)
    device.place("blue", "d3")
    device.wait(1.2)


ALIKE = "Hunter and mummy felt alike: once more from the hunter on."


def test_why_the_pieces_are_measured_anew_stays_until_the_first_is_measured_on_a_board_that_was_empty(tmp_path):
    """What lies there from before is not taken for the hunter, nor what is put beside it."""
    with box(tmp_path, "serial") as device:
        begin_anew(device)
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


def test_why_the_pieces_are_measured_anew_is_put_away_by_a_press(tmp_path):
    """Whoever has read it sees what is felt again; nothing else is changed by it."""
    with box(tmp_path, "serial") as device:
        begin_anew(device)
        assert ALIKE in text(device)
        device.press("ok")
        assert ALIKE not in text(device)
        assert "Take every piece off the board." in text(device)


def test_a_sensor_that_sticks_after_the_empty_board_is_named_and_can_be_left_out(tmp_path):
    """It was taken for a hunter and for a piece left over; without it both pieces are measured to the end."""
    with box(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        device.below().magnets.stuck[55] = 15.0
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
        assert "Press ✓ to keep it" in text(device)
        device.press("ok")
        known = device.app.table.board
        assert known is not None
        assert known.masked == {55}
        assert known.levels.piece_on_mt > 7.0


@pytest.mark.parametrize("stuck_mt", [190.0, -200.0])
def test_a_sensor_that_sticks_amid_the_pieces_keeps_nobody_waiting_for_ever(tmp_path, stuck_mt):
    """It is stronger than any piece, or a piece upside down: no other cell is looked at until it is left out."""
    with box(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        put(device, "red", "a1", "c2")
        device.below().magnets.stuck[55] = stuck_mt
        device.wait(12.0)
        assert "f6" in text(device)
        assert "✓ leaves it out" in text(device)
        device.press("ok")
        device.wait(0.5)
        put(device, "mummy", "b2", "d3")
        assert "Press ✓ to keep it" in text(device)


def test_a_piece_that_is_taken_off_late_is_left_out_by_no_press(tmp_path):
    """It was asked about; once it is gone, ok means nothing any more."""
    with box(tmp_path, "serial") as device:
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


@each_kind
def test_a_piece_left_on_the_empty_board_is_named_and_nothing_is_learnt(tmp_path, kind):
    """The cell is told; with the piece away the same step succeeds."""
    with box(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        device.place("red", "b2")
        device.press("ok")
        device.wait(3.0)
        assert "Not empty, or not working: b2" in text(device)
        device.lift("red")
        device.press("ok")
        device.wait(3.0)
        assert "hunter's pawn" in text(device)


@each_kind
def test_leaving_the_calibration_leaves_everything_as_it_was(tmp_path, kind):
    """`back` keeps nothing."""
    with box(tmp_path, kind) as device:
        open_care(device, "Calibrate")
        device.press("ok")
        device.wait(3.0)
        device.press("back")
        assert "not calibrated yet" in text(device)


@each_kind
def test_the_cell_test_ends_only_when_every_cell_was_seen_with_a_piece_and_without(tmp_path, kind):
    """One cell less than all is not all; a cell that is left out is not waited for."""
    with box(tmp_path, kind) as device:
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
        assert "Every cell works." in text(device)


def test_the_cells_of_a_chip_that_does_not_answer_are_marked_and_named(tmp_path):
    """They are not seen to work meanwhile; the chip back again, they are as before."""
    with SimulatedBox(replace(Config(), language="en", board=Board(kind="i2c")), tmp_path / "data") as device:
        open_care(device, "See and test")
        device.below().fault(0x21, errno.EREMOTEIO)
        device.wait(1.0)
        assert "No answer from e2, f2, g2, h2, i2, j2 and 8 more." in text(device)
        assert "wrong: e2 f2" in text(device)
        device.below().fault(0x21, None)
        device.wait(1.0)
        assert "No answer" not in text(device)


ROW = KnownBoard("row", 1, 4, tells_mummy=True)


def felt(page: CellTestPage, *cells: float, from_s: float = 0.0, unread: frozenset[int] = frozenset()) -> CellTestPage:
    """Return the page after half a second in which a row of cells feels this."""
    for count in range(25):
        page = page.feel(Shot(cells, from_s + count * 0.02, columns=4, unread=unread))
    return page


def test_a_cell_whose_chip_does_not_answer_is_seen_neither_with_a_piece_nor_without():
    """It is stuck from its first answer on: nobody has seen it feel nothing."""
    page = felt(CellTestPage(ROW), 0.0, 0.0, 0.0, 0.0, unread=frozenset({1}))
    assert 1 in felt(page, 0.0, 36.0, 0.0, 0.0, from_s=1.0).missing()


def test_a_magnet_that_is_turned_over_is_shown_with_its_sign_and_asked_about(tmp_path):
    """Its cell stays to be seen, and the page says why that may be."""
    with box(tmp_path, "serial") as device:
        shown = as_text(felt(CellTestPage(ROW), 0.0, -36.0, -6.0, 306.0).view(device.app.table))
    assert "-36" in shown
    assert "b1: is the magnet turned over?" in shown


def test_a_board_whose_cells_are_all_left_out_is_learnt_nothing_of():
    """Nothing is strongest then, and nothing breaks."""
    learning = Calibrating(replace(ROW, masked=frozenset(range(4))), step="hunter")
    shot = Shot((36.0, 0.0, 0.0, 0.0), 0.0, columns=4)
    assert calibrating.see(learning, shot).standing is None


def test_a_few_cells_that_were_not_seen_can_be_left_out_at_once(tmp_path):
    """Who goes back after a walk is asked; who has just looked in is not."""
    with box(tmp_path, "i2c") as device:
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
    with box(tmp_path, "i2c") as device:
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
        assert "Left out, but they work: b1. Take them in again?" in text(device)
        choose(device, "Take them in")
        assert "Cells left out - 1 cell" in text(device)
        board = device.app.table.board
        assert board is not None
        assert board.masked == {0}


@each_kind
def test_nothing_of_the_board_is_shown_during_a_game_with_hidden_hunters(tmp_path, kind):
    """What a cell feels is where somebody stands: the pages wait until the game is over or put aside."""
    with box(tmp_path, kind) as device:
        device.press("ok")
        begin(device, TWO)
        device.wait(1.0)
        device.press("back")
        device.press("back")
        choose(device, "Settings", "agnetic board", "Look after the board")
        assert "Not during a game" in text(device)


@each_kind
def test_who_may_look_is_said_first_while_a_game_with_hidden_hunters_is_kept(tmp_path, kind):
    """Its pieces may stand on the board still: after switching on, and once it is put aside."""
    with box(tmp_path, kind) as device:
        device.press("ok")
        begin(device, TWO)
        device.wait(1.0)
        device.press("back")
        device.press("back")
        choose(device, "Stop for today", "Settings", "agnetic board", "Look after the board")
        assert "only its hunters may look" in text(device)
        assert "> <back> No, go back" in text(device)
        choose(device, "We are the hunters", "See and test every cell")
        assert "Lead a piece over every cell" in text(device)


@each_kind
def test_which_board_it_is_stands_apart_from_what_is_pressed_often(tmp_path, kind):
    """The page begins with the care of the board in this box; nobody takes that away by a press beside it."""
    with box(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Later", "Settings", "agnetic board")
        assert "> <sensors> Calibrate" in text(device)
        assert "No magnetic board" not in text(device)
        choose(device, "Which board…")
        assert "tries it for 15 seconds" in text(device)
        assert "as now" in next(line for line in text(device).splitlines() if line.startswith("> "))


# --- asked for by the device -----------------------------------------------------------------------------------------

ASKED = "This board is not calibrated yet."


@each_kind
def test_a_new_board_is_asked_to_be_calibrated_until_somebody_puts_it_off(tmp_path, kind):
    """On the first screen, with the cursor on "later"; then no more, until the device is switched on again."""
    with box(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        assert ASKED in text(device)
        device.press("ok")
        assert "Which game do you play?" in text(device)
        replug(device)
        assert ASKED not in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED in text(device)


@each_kind
def test_a_board_that_was_calibrated_is_not_asked_for(tmp_path, kind):
    """The question leads to the calibration; what was learnt outlives a power cut, and is asked for no more."""
    with box(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Calibrate now")
        learn(device, kind)
        assert "Which game do you play?" in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED not in text(device)


@each_kind
def test_a_board_is_not_asked_for_while_somebody_does_something(tmp_path, kind):
    """Plugged in while the settings are open, or a game is, it waits for the first screen, or for what that asks."""
    with box(tmp_path, kind) as device:
        device.below().board.unplug()
        device.press("ok")
        device.wait(1.0)
        choose(device, "Settings")
        device.below().board.plug()
        device.wait(1.5)
        assert "Choose a line to change it." in text(device)
        device.press("back")
        assert ASKED in text(device)
        device.press("ok")
        begin(device, TWO)
        replug(device)
        assert ASKED not in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED in text(device)
        device.press("ok")
        assert "Go on playing?" in text(device)


def test_another_board_is_asked_for_anew_and_ends_what_was_done_with_the_first(tmp_path):
    """It says itself which one it is; nothing of one board is learnt from the frames of another."""
    with box(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        replug(device, b"ANOTHER1")
        assert "Take every piece off" not in text(device)
        device.press("back")
        device.press("back")
        assert ASKED in text(device)
        device.press("ok")
        replug(device)
        assert ASKED in text(device)


def test_another_board_in_the_midst_of_a_game_is_said_and_asked_for_afterwards(tmp_path):
    """What one board was measured by does not hold for another; the game goes on with what usually holds."""
    with box(tmp_path, "serial") as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Calibrate now")
        learn(device)
        begin(device, TWO)
        device.place("mummy", "c3")
        replug(device, b"ANOTHER1")
        assert "This magnetic board is not calibrated yet, unlike another one" in text(device)
        device.press("back")
        device.press("back")
        choose(device, "Stop for today")
        assert ASKED in text(device)


def learn(device: SimulatedBox, kind: str = "serial") -> None:
    """Calibrate a board, from the first page of that on."""
    device.press("ok")
    device.wait(3.0)
    put(device, "red", "a1", "c2")
    if kind == "serial":
        put(device, "mummy", "b2", "d3")
    device.press("ok")


def replug(device: SimulatedBox, unique_id: bytes = b"SIMULATE") -> None:
    """Pull the cable and plug it in again, or another board's."""
    board = device.below().board
    board.unplug()
    device.wait(1.5)
    if isinstance(board, SimulatedSerialBoard):
        board.unique_id = unique_id
    board.plug()
    device.wait(1.5)


# --- how it is -------------------------------------------------------------------------------------------------------


def test_the_noise_of_every_cell_is_told_in_hundredths_of_a_millitesla(tmp_path):
    """A cell that trembles stands out, and is named."""
    with box(tmp_path, "serial") as device:
        open_care(device, "See and test")
        device.below().magnets.noisy[12] = 5.0
        device.press("ok")
        device.wait(2.2)
        view = device.app.view
        assert view.body.wrong == (12,)
        assert view.body.squares[12].mark == "99"
        assert all(4 <= int(square.mark) <= 20 for square in (*view.body.squares[:12], *view.body.squares[13:]))
        assert ", on c2." in text(device)


def test_a_chip_that_does_not_answer_comes_first_with_its_errors(tmp_path):
    """Before all that is well: how many, by their names, and how often readings come."""
    config = replace(Config(), language="en", board=Board(kind="i2c", rows=4, columns=5))
    with SimulatedBox(config, tmp_path / "data") as device:
        open_care(device, "See and test")
        device.below().fault(0x20, 121)
        device.wait(2.0)
        device.press("ok")
        lines = text(device).splitlines()
        assert lines[2].startswith("> <warning> Chip 0x20: no answer - ")
        assert lines[2].endswith(" errors (EREMOTEIO)")
        assert "  <good> Readings a second: 10" in lines
        assert "  <good> Chip 0x21: answers - no errors" in lines


def test_a_cable_that_was_pulled_is_counted(tmp_path):
    """While it is out the page says so; then how often the board came back, and started anew."""
    with box(tmp_path, "serial") as device:
        open_care(device, "See and test")
        device.press("ok")
        device.press("ok")
        device.below().board.unplug()
        device.wait(1.0)
        assert "The magnetic board is not plugged in." in text(device)
        device.below().board.plug()
        device.wait(2.5)
        assert "<warning> Connected again: 1 ×" in text(device)
        assert "Board: 5.01 V, 21 °C - errors: 0, restarts: 1" in text(device)
        assert "<good> Readings a second: 50" in text(device)


# --- the pure parts --------------------------------------------------------------------------------------------------


def measured(learning: Calibrating, *shots: Shot) -> Calibrating:
    for shot in shots:
        learning = calibrating.see(learning, shot)
    return learning


def still(cells: tuple[float, ...], from_s: float, seconds: float) -> list[Shot]:
    return [Shot(cells, from_s + step * 0.1) for step in range(round(seconds * 10) + 1)]


def with_field(cell: int, field_mt: float) -> tuple[float, ...]:
    return tuple(1.0 + (field_mt if number == cell else 0.0) for number in range(6))


def test_a_hunter_left_standing_is_not_taken_for_the_mummy():
    """The mummy's step begins with another cell, or with an empty board."""
    learning = calibrating.begin_empty(Calibrating(BOARD))
    learning = measured(learning, *still((1.0,) * 6, 0.0, 2.2))
    learning = measured(learning, *still(with_field(0, 36.0), 3.0, 1.0), *still(with_field(4, 36.0), 5.0, 9.0))
    assert learning.step == "mummy"
    assert learning.measured == ()


def test_a_piece_put_down_while_the_empty_board_is_measured_still_is_to_be_taken_off_first():
    """It was there before its step began; taken off and put down again, it is measured."""
    learning = calibrating.begin_empty(Calibrating(BOARD))
    learning = measured(learning, *still((1.0,) * 6, 0.0, 1.6), *still(with_field(0, 36.0), 1.7, 3.0))
    assert learning.step == "hunter"
    assert learning.measured == ()
    learning = measured(learning, *still((1.0,) * 6, 5.0, 0.5), *still(with_field(0, 36.0), 6.0, 1.0))
    assert learning.measured == ((0, 36.0),)


def test_a_question_about_a_magnet_does_not_hide_why_the_pieces_are_measured_anew():
    """Both are to be read, until a piece is measured."""
    learning = Calibrating(BOARD, step="hunter", are_alike=True, turned=(1,))
    page = CalibrationPage(learning).view(Table(speak("en"), board=BOARD))
    assert page.body.choices.text == ("b1: is the magnet turned over?", ALIKE)


def test_the_empty_board_is_measured_for_a_while_however_long_the_box_is_on():
    """Many frames in a moment are not enough: the measurement lasts from its first frame on."""
    frames = [Shot((1.0,) * 6, 1000.0 + step * 0.02) for step in range(50)]
    learning = measured(calibrating.begin_empty(Calibrating(BOARD)), *frames)
    assert learning.step == "empty"
    assert measured(learning, *still((1.0,) * 6, 1001.0, 1.2)).step == "hunter"


def test_pieces_that_feel_alike_are_measured_again():
    """A hunter in the mummy's place is found out."""
    learning = Calibrating(BOARD, step="mummy", hunter=((0, 36.0),))
    learning = measured(learning, *still(with_field(1, 40.0), 0.0, 1.0), *still(with_field(2, 40.0), 2.0, 1.0))
    assert learning.step == "hunter"
    assert learning.are_alike


def test_a_magnet_that_lies_upside_down_is_asked_about():
    """A turned mummy pulls the field up beside her: that is no hunter. Put right, she is measured."""
    turned = tuple(1.0 + mt for mt in (0.0, -55.0, 9.0, 0.0, 0.0, 0.0))
    learning = measured(Calibrating(BOARD, step="mummy", hunter=((0, 20.0),)), *still(turned, 0.0, 2.0))
    assert learning.measured == ()
    page = CalibrationPage(learning).view(Table(speak("en"), board=BOARD))
    assert page.body.wrong == (1,)
    assert page.body.choices.text == ("b1: is the magnet turned over?",)
    right = tuple(2.0 - field for field in turned)
    assert measured(learning, *still(right, 3.0, 1.0)).measured == ((1, 56.0),)


def test_a_piece_that_moves_is_not_measured():
    """Only what stands still for a while counts."""
    shots = [Shot(with_field(1, 20.0 + 8 * step), step * 0.1) for step in range(20)]
    assert measured(Calibrating(BOARD, step="hunter"), *shots).measured == ()


def test_what_is_kept_of_another_board_or_makes_no_sense_is_passed_over():
    """Another size, another kind or a damaged text: the board is new."""
    kept = replace(BOARD, is_calibrated=True, offsets_mt=(1.0,) * 6, masked=frozenset({2}))
    assert read_known(write_known(kept), BOARD) == kept
    for text in ("", "{", "[]", write_known(replace(kept, rows=3)), write_known(replace(kept, masked=frozenset({6})))):
        assert read_known(text, BOARD) == BOARD


def test_a_cell_left_out_by_hand_is_blind():
    """Whatever it feels, nothing is known of it."""
    calibration = Calibration(masked=frozenset({1}))
    settling = settle(Shot(with_field(1, 36.0), 0.0), calibration, 0.0)
    assert observe(settling).blind == {1}
    assert look(first_look(Shot((0.0,) * 6, 0.0), calibration), Shot(with_field(1, 36.0), 1.0)).now[1] is Felt.PIECE
