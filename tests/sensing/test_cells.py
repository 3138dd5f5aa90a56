"""What a cell believes: hysteresis, a moment's agreement, zeros that creep, and how a board is learnt."""

import random

import pytest

from firmware_py.sensing.association import OUTSIDE, Track, TrackSet, associate, known_tracks, reset_paths, traced_back
from firmware_py.sensing.cells import (
    TICK_S,
    Calibration,
    Sensed,
    UnusableCell,
    begin_cells,
    feed_cells,
    learn_levels,
    learn_offsets,
    tick_cells,
)
from hardware.boards.frames import Frame, Reading


def frame(*cells: float, at_s: float = 0.0, unread=frozenset()) -> Frame:
    """Return a frame of one row."""
    return Frame(cells, at_s, 1, len(cells), Reading.MILLITESLA, unread)


def seen(*readings_mt: float) -> list[Sensed]:
    """Return what one cell believes after each reading has lasted for a while."""
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
    assert tick_cells(ended, 1.0).is_steady
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


@pytest.mark.parametrize(("hunter_mt", "mummy_mt"), [(36.0, 60.0), (0.0, 300.0), (-5.0, 300.0)])
def test_pieces_that_are_too_alike_cannot_be_learnt(hunter_mt, mummy_mt):
    """No level lies safely between them."""
    with pytest.raises(ValueError, match="too alike"):
        learn_levels(hunter_mt, mummy_mt)


def origins(there: TrackSet) -> dict[int, frozenset[int]]:
    """Return from which cells the piece on each cell may have come."""
    return {cell: track.origins for cell, track in there.on_cells.items()}


def moved(there: TrackSet, *changes: tuple[list[int], list[int], float]) -> TrackSet:
    """Return where pieces are after cells were left and filled at some times, in rows of three."""
    for left, filled, at_s in changes:
        there = associate(there, left, filled, at_s, columns=3)
    return there


def test_one_piece_in_the_air_is_the_one_that_comes_down():
    """It is known wherever it goes, but was slid over no cell."""
    there = moved(known_tracks({1, 2}), ([1], [], 1.0), ([], [5], 2.0), ([5], [], 3.0), ([], [8], 3.5))
    assert there.on_cells == {2: Track({2}), 8: Track({1}, is_slid=False)}


def test_of_two_in_the_air_either_may_come_down():
    """Both cells then hold either, for good."""
    there = moved(known_tracks({1, 2}), ([1], [], 1.0), ([2], [], 2.0), ([], [5, 6], 3.0))
    assert origins(there) == {5: {1, 2}, 6: {1, 2}}


def test_a_piece_slid_to_the_next_cell_is_known_while_another_is_in_the_air():
    """Nobody lifts it and puts the other one there as quickly; who comes home as quickly was only nudged."""
    there = moved(known_tracks({1, 8}), ([8], [], 1.0), ([1], [], 2.0), ([], [4], 2.08), ([], [8], 4.0))
    assert there.on_cells == {4: Track({1}, (4,)), 8: Track({8}, is_slid=False)}
    assert origins(moved(known_tracks({1, 8}), ([8], [], 1.0), ([1], [], 2.0), ([], [1], 2.08))) == {1: {1}}


@pytest.mark.parametrize(("to", "at_s"), [(4, 2.1), (5, 2.05)])
def test_what_comes_down_late_or_far_away_may_be_either_piece_in_the_air(to, at_s):
    """Then nothing is known of its way, either."""
    there = moved(known_tracks({1, 8}), ([8], [], 1.0), ([1], [], 2.0), ([], [to], at_s))
    assert origins(there) == {to: {1, 8}}
    assert there.on_cells[to].cells == ()


def test_of_two_that_may_have_slid_to_one_cell_neither_is_known():
    """Both left a cell beside it at the same time."""
    assert origins(moved(known_tracks({1, 7}), ([1, 7], [], 1.0), ([], [4], 1.05))) == {4: {1, 7}}


def test_a_piece_that_nobody_lifted_comes_from_outside():
    """From the stairs, the dungeon, or beside the board; it may go there again."""
    there = moved(known_tracks({1}), ([], [5], 1.0))
    assert origins(there) == {1: {1}, 5: {OUTSIDE}}
    assert moved(there, ([5], [], 9.0)).in_air == ()


def test_a_sliding_piece_may_be_sensed_on_the_next_cell_before_it_left():
    """It is the same piece."""
    assert moved(known_tracks({1}), ([], [2], 1.0), ([1], [], 1.02)).on_cells == {2: Track({1}, (2,))}


@pytest.mark.parametrize(("start", "to", "left_s"), [(1, 2, 1.1), (1, 5, 1.02), (2, 3, 1.02)])
def test_what_came_earlier_or_farther_away_is_another_piece(start, to, left_s):
    """Two hands, and nothing slid; in rows of three, cell 3 begins the next row and is no neighbour of cell 2."""
    assert origins(moved(known_tracks({start}), ([], [to], 1.0), ([start], [], left_s))) == {to: {OUTSIDE}}


def test_a_piece_at_rest_where_it_began_has_no_trail_behind_it():
    """Whoever came home has gone nowhere; one that is elsewhere has come there."""
    there = moved(known_tracks({1, 8}), ([1], [2], 1.0), ([2], [1], 2.0), ([8], [7], 3.0))
    assert there.on_cells == {1: Track({1}, (2, 1)), 7: Track({8}, (7,))}
    assert reset_paths(there).on_cells == {1: Track({1}), 7: Track({8}, (7,))}


def test_a_move_is_traced_back_over_its_way():
    """What has gone on from its end came from its beginning, on a cell or in the air."""
    there = moved(known_tracks({5, 8}), ([5], [2], 1.0), ([2], [], 2.0))
    back = traced_back(there, frozenset({5}), frozenset({3}), (4, 5))
    assert back.in_air[0].track == Track({3}, (4, 5, 2))
    assert back.on_cells == {8: Track({8})}
