"""What is learnt of a board from its frames, and how that is kept."""

from __future__ import annotations

from board_care_device import ALIKE
from msgspec.structs import replace
from shots import Shot

from firmware_py.pages.board_care import calibration_page as calibration
from firmware_py.pages.board_care.calibration_page import Calibrating, CalibrationPage
from firmware_py.pages.interface import PageContext
from firmware_py.sensing import BoardProfile, Calibration, Sensed, begin_cells, feed_cells, read_profile, write_profile
from firmware_py.sensing import begin_settling as settle
from firmware_py.words import speak

BOARD = BoardProfile("a board", 2, 3, tells_mummy=True)


def measured(learning: Calibrating, *shots: Shot) -> Calibrating:
    for shot in shots:
        learning = calibration.feed(learning, shot)
    return learning


def still(cells: tuple[float, ...], from_s: float, seconds: float) -> list[Shot]:
    return [Shot(cells, from_s + step * 0.1) for step in range(round(seconds * 10) + 1)]


def with_field(cell: int, field_mt: float) -> tuple[float, ...]:
    return tuple(1.0 + (field_mt if number == cell else 0.0) for number in range(6))


def test_a_hunter_left_standing_is_not_taken_for_the_mummy():
    """The mummy's step begins with another cell, or with an empty board."""
    learning = calibration.begin_empty(Calibrating(BOARD))
    learning = measured(learning, *still((1.0,) * 6, 0.0, 2.2))
    learning = measured(learning, *still(with_field(0, 36.0), 3.0, 1.0), *still(with_field(4, 36.0), 5.0, 9.0))
    assert learning.step == "mummy"
    assert learning.measured == ()


def test_a_piece_put_down_during_the_empty_measurement_must_be_removed_first():
    """It was there before its step began; taken off and put down again, it is measured."""
    learning = calibration.begin_empty(Calibrating(BOARD))
    learning = measured(learning, *still((1.0,) * 6, 0.0, 1.6), *still(with_field(0, 36.0), 1.7, 3.0))
    assert learning.step == "hunter"
    assert learning.measured == ()
    learning = measured(learning, *still((1.0,) * 6, 5.0, 0.5), *still(with_field(0, 36.0), 6.0, 1.0))
    assert learning.measured == ((0, 36.0),)


def test_a_question_about_a_magnet_does_not_hide_why_pieces_are_measured():
    """Both are to be read, until a piece is measured."""
    learning = Calibrating(BOARD, step="hunter", are_alike=True, turned=(1,))
    page = CalibrationPage(learning).view(PageContext(speak("en"), board=BOARD))
    assert page.body.choices.text == ("b1: is the magnet turned over?", ALIKE)


def test_nothing_is_measured_before_somebody_says_that_the_board_is_empty():
    """It may still be full."""
    learning = Calibrating(BOARD)
    assert measured(learning, *still((1.0,) * 6, 0.0, 9.0)) == learning


def test_the_empty_board_is_measured_for_a_while_however_long_it_is_on():
    """Many frames in a moment are not enough: the measurement lasts from its first frame on."""
    frames = [Shot((1.0,) * 6, 1000.0 + step * 0.02) for step in range(50)]
    learning = measured(calibration.begin_empty(Calibrating(BOARD)), *frames)
    assert learning.step == "empty"
    assert measured(learning, *still((1.0,) * 6, 1001.0, 1.2)).step == "hunter"


def test_a_cell_that_is_left_out_has_no_offset_and_the_others_have_theirs():
    """Its chip may say anything: nobody waits for it to be empty."""
    learning = calibration.begin_empty(Calibrating(replace(BOARD, masked=frozenset({2}))))
    learning = measured(learning, *still((1.0, 2.0, 190.0, 0.0, -1.5, 1.0), 0.0, 2.2))
    assert learning.step == "hunter"
    assert learning.board.offsets_mt == (1.0, 2.0, 0.0, 0.0, -1.5, 1.0)


def test_pieces_that_feel_alike_are_measured_again():
    """A hunter in the mummy's place is found out."""
    learning = Calibrating(BOARD, step="mummy", hunter=((0, 36.0),))
    learning = measured(learning, *still(with_field(1, 40.0), 0.0, 1.0), *still(with_field(2, 40.0), 2.0, 1.0))
    assert learning.step == "hunter"
    assert learning.are_alike


def test_a_magnet_that_lies_upside_down_is_asked_about():
    """A turned mummy pulls the field up beside it: that is no hunter. Put right, it is measured."""
    turned = tuple(1.0 + mt for mt in (0.0, -55.0, 9.0, 0.0, 0.0, 0.0))
    learning = measured(Calibrating(BOARD, step="mummy", hunter=((0, 20.0),)), *still(turned, 0.0, 2.0))
    assert learning.measured == ()
    page = CalibrationPage(learning).view(PageContext(speak("en"), board=BOARD))
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
    assert read_profile(write_profile(kept), BOARD) == kept
    for text in (
        "",
        "{",
        "[]",
        write_profile(replace(kept, rows=3)),
        write_profile(replace(kept, masked=frozenset({6}))),
    ):
        assert read_profile(text, BOARD) == BOARD


def test_a_cell_left_out_by_hand_is_blind():
    """Whatever it senses, nothing is known of it."""
    calibration = Calibration(masked=frozenset({1}))
    settling = settle(Shot(with_field(1, 36.0), 0.0), calibration)
    assert settling.blind == {1}
    assert (
        feed_cells(begin_cells(Shot((0.0,) * 6, 0.0), calibration), Shot(with_field(1, 36.0), 1.0)).now[1]
        is Sensed.PIECE
    )
