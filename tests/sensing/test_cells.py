"""What a cell believes: hysteresis, a moment's agreement, zeros that creep, and how a board is learnt."""

import random

import pytest

from firmware_py.pages.board_care.calibration_page import UnusableCell, learn_levels, learn_offsets
from firmware_py.sensing import DRIFT_S, TICK_S, Calibration, Sensed, begin_cells, feed_cells, tick_cells
from hardware.boards.frames import Frame, Reading


def frame(*cells: float, at_s: float = 0.0, unread=frozenset()) -> Frame:
    """A frame of one row."""
    return Frame(cells, at_s, 1, len(cells), Reading.MILLITESLA, unread)


def seen(*readings_mt: float) -> list[Sensed]:
    """What one cell believes after each reading has lasted for a while."""
    cells, believed = begin_cells(frame(readings_mt[0]), Calibration()), []
    for number, reading in enumerate(readings_mt):
        cells = tick_cells(feed_cells(cells, frame(reading, at_s=number * 1.0)), number + 0.5)
        believed.append(cells.sensed[0])
    return believed


def test_a_piece_is_felt_from_8_millitesla_and_no_longer_below_5():
    """Between the two it stays as it was."""
    n, p = Sensed.NOTHING, Sensed.PIECE
    assert seen(0.0, 7.9, 8.1, 5.1, 4.9, 7.9) == [n, n, p, p, n, n]


def test_the_mummy_is_known_from_70_millitesla_and_no_longer_below_55():
    """A hunter is never so strong."""
    assert seen(36.0, 69.0, 70.0, 56.0, 54.0) == [Sensed.PIECE, Sensed.PIECE, Sensed.MUMMY, Sensed.MUMMY, Sensed.PIECE]


def test_return_flux_is_nothing():
    """Beside the mummy the field points the other way, as strong as a weak hunter."""
    assert seen(0.0, -22.6) == [Sensed.NOTHING, Sensed.NOTHING]


def test_what_lasts_for_two_looks_of_five_is_not_believed():
    """A spike is no piece, and three looks that agree are."""
    cells = begin_cells(frame(0.0), Calibration())
    spike = feed_cells(cells, frame(36.0, at_s=0.001))
    ended = feed_cells(tick_cells(spike, 2 * TICK_S), frame(0.0, at_s=2 * TICK_S + 0.001))
    assert tick_cells(ended, 1.0).sensed == (Sensed.NOTHING,)
    assert not tick_cells(ended, 1.0).doubts
    assert tick_cells(spike, 3 * TICK_S + 0.001).sensed == (Sensed.PIECE,)


def test_a_cell_that_is_not_read_keeps_its_last_word():
    """And says that it was not read."""
    cells = feed_cells(begin_cells(frame(36.0), Calibration()), frame(36.0, at_s=1.0, unread=frozenset({0})))
    assert (cells.sensed, cells.unread) == ((Sensed.PIECE,), {0})


def test_the_zero_follows_drift_on_empty_cells_and_never_on_occupied_ones():
    """Drift of 6 mT within an hour is no piece; a piece that stands for an hour stays one."""
    cells = begin_cells(frame(0.0, 36.0), Calibration())
    for second in range(1, 3601):
        cells = feed_cells(cells, frame(6.0 * second / 3600, 36.0, at_s=float(second)))
    assert 4.0 < cells.calibration.offsets_mt[0] < 6.0
    assert cells.calibration.offsets_mt[1] == 0.0
    assert cells.sensed == (Sensed.NOTHING, Sensed.PIECE)


@pytest.mark.parametrize("pause_s", [1, 2, 5])
def test_the_zero_follows_as_fast_however_rarely_a_quiet_board_reports(pause_s: int):
    """Within the time of the table it has gone some two thirds of the way."""
    cells = begin_cells(frame(0.0), Calibration())
    for second in range(pause_s, round(DRIFT_S) + 1, pause_s):
        cells = feed_cells(cells, frame(1.0, at_s=float(second)))
    assert cells.calibration.offsets_mt[0] == pytest.approx(0.63, abs=0.01)


def test_zeros_are_learnt_from_an_empty_board_by_their_medians():
    """A hand that passes over some frames does no harm."""
    chance = random.Random(1)
    frames = [(1.5 + chance.gauss(0, 0.1), -2.0 + chance.gauss(0, 0.1)) for _ in range(60)]
    learnt = learn_offsets([*frames, *[(90.0, 90.0)] * 4])
    assert learnt == pytest.approx((1.5, -2.0), abs=0.1)


def test_noisy_cells_and_forgotten_pieces_are_named():
    """Neither can be calibrated."""
    chance = random.Random(1)
    frames = [(0.0, chance.gauss(0, 5.0), 36.0) for _ in range(64)]
    with pytest.raises(UnusableCell) as refused:
        learn_offsets(frames)
    assert refused.value.cells == (1, 2)


def test_levels_learnt_from_usual_magnets_sense_a_pawn_like_the_defaults():
    """36 mT for a hunter and 306 mT for the mummy; between them the geometric mean."""
    levels = learn_levels(36.0, 306.0)
    assert levels.piece_on_mt == pytest.approx(8.0, abs=0.1)
    assert levels.piece_off_mt == pytest.approx(5.0, abs=0.1)
    assert levels.mummy_off_mt < 105 < levels.mummy_on_mt


def test_the_weakest_magnets_have_levels_too():
    """As long as a pawn has any field, and the mummy one that is twice as strong."""
    assert learn_levels(0.5, 1.0).mummy_on_mt < 1.0


@pytest.mark.parametrize(("hunter_mt", "mummy_mt"), [(36.0, 60.0), (0.0, 300.0), (-5.0, 300.0)])
def test_pieces_that_are_too_alike_cannot_be_learnt(hunter_mt, mummy_mt):
    """No level lies safely between them."""
    with pytest.raises(ValueError, match="too alike"):
        learn_levels(hunter_mt, mummy_mt)
