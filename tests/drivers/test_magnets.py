"""The simulated field against figures for real discs, and what hands and faults do to it."""

from itertools import pairwise
from math import cos, hypot, pi, sin, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.magnets import (
    FERRITE_D15X3,
    HUNTER,
    LONGEST_DRAG_S,
    MUMMY,
    N35_D8X3,
    N35_D10X1,
    N35_D20X3,
    BoardGrid,
    Magnet,
    MagnetDisc,
    SimulatedMagnets,
    field_mt,
    look_up_mt,
)

N42_D15X5 = MagnetDisc(1.30, 15.0, 5.0, 0.0012)
N35_D5X2 = MagnetDisc(1.19, 5.0, 2.0, 0.0012)
FERRITE_D10X3 = MagnetDisc(0.38, 10.0, 3.0, 0.002)
GRID = BoardGrid(rows=5, columns=5)
MIDDLE, NEIGHBOURS, DIAGONALS = 12, (7, 11, 13, 17), (6, 8, 16, 18)
PIECES = {"mummy": MUMMY, "red": HUNTER, "weak": Magnet(HUNTER.discs, strength=0.25)}


@pytest.fixture
def magnets() -> SimulatedMagnets:
    return SimulatedMagnets(GRID, PIECES, noise_mt=0.0)


@pytest.mark.parametrize(
    ("disc", "expected"),
    [
        (N42_D15X5, (233, 193, 159, 131, 89)),
        (N35_D8X3, (138, 96, 68, 49, 27)),
        (N35_D5X2, (75, 45, 28, 19, 9)),
        (FERRITE_D10X3, (48, 36, 27, 20, 12)),
    ],
    ids=["N42 15x5", "N35 8x3", "N35 5x2", "ferrite 10x3"],
)
def test_the_field_on_the_axis_is_that_of_the_parts_list(disc: MagnetDisc, expected: tuple[int, ...]) -> None:
    """At 3, 4, 5, 6 and 8 mm the model gives the field the hardware was chosen by, to the digit."""
    assert tuple(round(field_mt(disc, gap_mm, 0.0)) for gap_mm in (3, 4, 5, 6, 8)) == expected


@pytest.mark.parametrize(
    ("disc", "expected"),
    [(N42_D15X5, -4.5), (N35_D8X3, -0.7), (N35_D5X2, -0.2), (FERRITE_D10X3, -0.4)],
    ids=["N42 15x5", "N35 8x3", "N35 5x2", "ferrite 10x3"],
)
def test_the_flux_returns_one_cell_aside(disc: MagnetDisc, expected: float) -> None:
    """25 mm beside a disc and 4 mm below it the field is weak and reversed."""
    assert round(field_mt(disc, 4.0, 25.0), 1) == expected


@given(
    st.sampled_from([N35_D20X3, N35_D10X1, FERRITE_D15X3]),
    st.floats(1.0, 12.0),
    st.floats(0.0, 40.0),
)
def test_the_closed_form_is_the_sum_over_the_sheet(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> None:
    """An independent sum of current elements around the rim gives the same field."""
    assert field_mt(disc, gap_mm, aside_mm) == pytest.approx(summed_mt(disc, gap_mm, aside_mm), rel=0.01, abs=0.2)


def summed_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> float:
    """Biot and Savart over 90 pieces of 60 rings of current: near the rim fewer rings are too coarse."""
    radius, rings, pieces = disc.diameter_mm / 2, 60, 90
    total = 0.0
    for ring in range(rings):
        height = gap_mm + disc.thickness_mm * (ring + 0.5) / rings
        for piece in range(pieces):
            angle = 2 * pi * (piece + 0.5) / pieces
            away_x, away_y = aside_mm - radius * cos(angle), -radius * sin(angle)
            distance = (away_x**2 + away_y**2 + height**2) ** 1.5
            total -= (cos(angle) * away_x + sin(angle) * away_y) / distance
    element = 2 * pi * radius / pieces * disc.thickness_mm / rings
    return disc.remanence_t * 1000 / (4 * pi) * element * total


@given(st.sampled_from([N42_D15X5, FERRITE_D10X3]), st.floats(0.0, 99.0))
def test_the_profile_is_the_field(disc: MagnetDisc, aside_mm: float) -> None:
    """Looking up between two points of the profile costs less than 0.1 mT of truth."""
    assert look_up_mt(disc, 4.0, aside_mm) == pytest.approx(field_mt(disc, 4.0, aside_mm), abs=0.1)


@pytest.mark.parametrize("disc", [N35_D20X3, FERRITE_D15X3, N35_D10X1, N35_D8X3])
def test_a_washer_adds_what_its_table_says(disc: MagnetDisc) -> None:
    """At each millimetre of the table, at the gap it was made for; in between a straight line; beyond it nothing."""
    tabled = (*disc.steel_mt, 0.0)

    def added_mt(aside_mm: float) -> float:
        gap_mm = disc.steel_gap_mm
        return look_up_mt(disc, gap_mm, aside_mm) - field_mt(disc, gap_mm, aside_mm)

    assert [added_mt(float(aside_mm)) for aside_mm in range(len(tabled))] == pytest.approx(tabled)
    halves = [(near + far) / 2 for near, far in pairwise(tabled)]
    assert [added_mt(aside_mm + 0.5) for aside_mm in range(len(halves))] == pytest.approx(halves)
    assert [added_mt(len(tabled) + 0.5), added_mt(40.0)] == pytest.approx([0.0, 0.0])


def test_the_mummy_is_strongest_in_its_own_cell_and_reversed_beside_it(magnets: SimulatedMagnets) -> None:
    """Mover and indicator add up to 125 mT; neighbours see -4.7 mT, diagonal ones -2.0 mT."""
    magnets.place("mummy", MIDDLE)
    fields = magnets.fields_mt(0.0)
    assert fields[MIDDLE] == pytest.approx(125.4, abs=0.5)
    assert [fields[cell] for cell in NEIGHBOURS] == pytest.approx([-4.7] * 4, abs=0.1)
    assert [fields[cell] for cell in DIAGONALS] == pytest.approx([-2.0] * 4, abs=0.1)


def test_far_away_a_leaning_disc_is_a_dipole() -> None:
    """The textbook's dipole: B = µ0/4π (3 (m·r) r − m r²) / r⁵, here 85 mm away, where a disc is hardly larger."""
    lean, height_mm, disc = 0.6, 80.0, N42_D15X5
    magnets = SimulatedMagnets(GRID, {"disc": Magnet(((disc, 4.0),))}, noise_mt=0.0)
    magnets.lead("disc", [(0.0, (62.5, 62.5, height_mm, lean, 0.0))])
    moment = disc.remanence_t * 1000 * pi / 4 * disc.diameter_mm**2 * disc.thickness_mm / (4 * pi)
    middle = disc.thickness_mm / 2
    down_mm = 4.0 + height_mm + sin(lean) * disc.diameter_mm / 2 + middle * cos(lean)
    for cell in (10, 12, 14, 2):
        sensor_x, sensor_y = GRID.centre_mm(cell)
        away = sensor_x - 62.5 + middle * sin(lean), sensor_y - 62.5, down_mm
        distance = hypot(*away)
        along = away[0] * sin(lean) + away[2] * cos(lean)
        expected = moment * (3 * along * away[2] - cos(lean) * distance**2) / distance**5
        assert magnets.fields_mt(0.0)[cell] == pytest.approx(expected, rel=0.03, abs=0.01)


def test_on_its_own_axis_a_leaning_disc_has_the_field_above_it() -> None:
    """Its share across the board: nothing lies aside there, and that is no division by zero."""
    disc, (sensor_x, sensor_y) = N42_D15X5, GRID.centre_mm(MIDDLE)
    for lean in (sixtyfourth / 64 for sixtyfourth in (31, 44)):
        down_mm = 14.0 + sin(lean) * disc.diameter_mm / 2
        magnets = SimulatedMagnets(GRID, {"disc": Magnet(((disc, 4.0),))}, noise_mt=0.0)
        magnets.lead("disc", [(0.0, (sensor_x - down_mm * tan(lean), sensor_y, 10.0, lean, 0.0))])
        expected = cos(lean) * field_mt(disc, down_mm / cos(lean), 0.0)
        assert magnets.fields_mt(0.0)[MIDDLE] == pytest.approx(expected, rel=0.01)


def test_the_part_on_the_other_face_drops_off(magnets: SimulatedMagnets) -> None:
    """Four millimetres above the face the mover is alone, and at 90 mm it is off the board."""
    for height_mm, expected in ((2.0, 102), (4.0, 52)):
        magnets.lead("mummy", [(0.0, (*GRID.centre_mm(MIDDLE), height_mm, 0.0, 0.0))])
        assert magnets.fields_mt(0.0)[MIDDLE] == pytest.approx(expected, abs=1.0)
    magnets.lead("mummy", [(0.0, (62.5, 62.5, 0.0, 0.0, 0.0)), (1.0, (62.5, 62.5, 90.0, 0.0, 0.0))])
    assert magnets.where_mm("mummy", 0.9) == (62.5, 62.5)
    assert magnets.where_mm("mummy", 1.0) is None


def test_an_empty_board_has_no_field(magnets: SimulatedMagnets) -> None:
    """Pieces begin in the hand."""
    assert magnets.fields_mt(0.0) == (0.0,) * 25


def test_a_lifted_piece_leaves_no_field(magnets: SimulatedMagnets) -> None:
    """Lifting twice is no harm."""
    magnets.place("red", MIDDLE)
    magnets.lift("red")
    magnets.lift("red")
    assert magnets.fields_mt(0.0) == (0.0,) * 25


def test_a_piece_is_in_one_place_only(magnets: SimulatedMagnets) -> None:
    """Placing it elsewhere takes it from where it was."""
    magnets.place("red", 0)
    magnets.place("red", 24)
    assert magnets.fields_mt(0.0)[0] == pytest.approx(0.0, abs=0.1)
    assert magnets.fields_mt(0.0)[24] == pytest.approx(34.9, abs=0.1)


def test_fields_of_several_pieces_add_up(magnets: SimulatedMagnets) -> None:
    """A hunter beside the mummy is weakened by the return flux of the mummy."""
    magnets.place("red", 11)
    magnets.place("mummy", MIDDLE)
    assert magnets.fields_mt(0.0)[11] == pytest.approx(34.9 - 4.7, abs=0.2)


@pytest.mark.parametrize(("piece", "aside_mm", "floor_mt"), [("red", 6.0, 8.0), ("mummy", 8.75, 55.0)])
def test_an_off_centre_piece_is_still_sensed(
    magnets: SimulatedMagnets, piece: str, aside_mm: float, floor_mt: float
) -> None:
    """A hunter may lie 6 mm and the mummy 8.75 mm aside and still be told apart."""
    magnets.place(piece, MIDDLE, dx_mm=aside_mm * 0.6, dy_mm=aside_mm * 0.8)
    assert magnets.fields_mt(0.0)[MIDDLE] > floor_mt


def test_a_slide_passes_through_its_cells(magnets: SimulatedMagnets) -> None:
    """One cell each 0.15 s, on straight lines between centres, at rest before and after."""
    magnets.place("red", 10)
    assert magnets.slide("red", [11, 12, 7], now_s=5.0) == pytest.approx(5.45)
    places = {moment: magnets.where_mm("red", moment) for moment in (4.0, 5.15, 5.3, 5.375, 5.45, 9.0)}
    assert places[4.0] == GRID.centre_mm(10)
    assert places[5.15] == pytest.approx(GRID.centre_mm(11))
    assert places[5.3] == pytest.approx(GRID.centre_mm(12))
    assert places[5.375] == pytest.approx((63.5, 50.8))
    assert places[5.45] == places[9.0] == GRID.centre_mm(7)


def test_a_slide_begins_where_the_piece_is(magnets: SimulatedMagnets) -> None:
    """A second slide in mid-way starts from that place, not from a cell."""
    magnets.place("red", 10)
    magnets.slide("red", [11, 12], now_s=0.0)
    midway = magnets.where_mm("red", 0.1)
    magnets.slide("red", [10], now_s=0.1)
    assert magnets.where_mm("red", 0.1) == midway


def test_what_is_not_there_cannot_be_moved(magnets: SimulatedMagnets) -> None:
    """Unknown pieces and cells, and slides from the hand, are refused."""
    with pytest.raises(KeyError):
        magnets.place("green", 0)
    with pytest.raises(KeyError):
        magnets.lift("green")
    with pytest.raises(IndexError):
        magnets.place("red", 25)
    with pytest.raises(ValueError, match="red"):
        magnets.slide("red", [1], now_s=0.0)


def test_a_weak_magnet_and_a_flipped_one() -> None:
    """Strength scales the field, polarity reverses it."""
    flipped = Magnet(HUNTER.discs, polarity=-1)
    magnets = SimulatedMagnets(GRID, PIECES | {"flipped": flipped}, noise_mt=0.0)
    magnets.place("weak", 0)
    magnets.place("flipped", 24)
    fields = magnets.fields_mt(0.0)
    assert fields[0] == pytest.approx(34.9 / 4, abs=0.2)
    assert fields[24] == pytest.approx(-34.9, abs=0.2)


def test_warm_magnets_are_weaker(magnets: SimulatedMagnets) -> None:
    """20 kelvin cost a neodymium magnet 2.4 percent, a ferrite 4, and the mummy, who has both, 2.8."""
    magnets.place("red", 0)
    magnets.place("mummy", 24)
    cold = magnets.fields_mt(0.0)
    magnets.warmer_k = 20.0
    warm = magnets.fields_mt(0.0)
    assert warm[0] / cold[0] == pytest.approx(0.976, abs=0.001)
    assert warm[24] / cold[24] == pytest.approx(0.972, abs=0.001)


def test_noise_is_the_same_for_the_same_seed_and_moment() -> None:
    """Readings differ from one moment to the next, and follow neither from other looks nor from other cells' faults."""
    first, again, other = (SimulatedMagnets(GRID, PIECES, noise_mt=0.3, seed=seed) for seed in (1, 1, 2))
    readings = [first.readings_mt(0.02 * count) for count in range(40)]
    again.stuck[0] = 0.0
    assert again.readings_mt(0.02)[1:] == readings[1][1:]
    assert readings[0] != readings[1]
    assert readings[0] != other.readings_mt(0.0)
    flat = [value for reading in readings for value in reading]
    assert hypot(*flat) / len(flat) ** 0.5 == pytest.approx(0.3, rel=0.1)


def test_sensors_can_be_dead_noisy_or_drift(magnets: SimulatedMagnets) -> None:
    """Each fault is a cell's own; the others read the truth."""
    magnets.place("red", 0)
    magnets.stuck[0] = -190.0
    magnets.noisy[1] = 3.0
    magnets.drift_mt_per_s[2] = 0.5
    quiet = SimulatedMagnets(GRID, PIECES, noise_mt=0.0)
    quiet.place("red", 0)
    seen, true = magnets.readings_mt(10.0), quiet.readings_mt(10.0)
    assert seen[0] == -190.0
    assert seen[1] != true[1]
    assert seen[2] - true[2] == pytest.approx(5.0)
    assert seen[3:] == true[3:]


def test_a_drag_is_as_fast_as_the_hand(magnets: SimulatedMagnets) -> None:
    """Each leg takes as long as the hand took since the drag before, and begins where that one ends."""
    magnets.put("mummy", 12.5, 12.5)
    magnets.drag("mummy", 12.5, 12.5, 1.0)
    assert magnets.drag("mummy", 62.5, 12.5, 1.05) == pytest.approx(1.15)
    assert magnets.drag("mummy", 62.5, 32.5, 1.07) == pytest.approx(1.17)
    places = [magnets.where_mm("mummy", moment) for moment in (1.125, 1.15, 1.16, 1.17)]
    assert places == [pytest.approx(at) for at in ((37.5, 12.5), (62.5, 12.5), (62.5, 22.5), (62.5, 32.5))]


def test_a_drag_after_a_rest_is_no_slower_than_one_from_the_hand(magnets: SimulatedMagnets) -> None:
    """A mouse that has rested reports its first point late: the rest is no part of the movement."""
    magnets.put("red", 12.5, 12.5)
    magnets.drag("red", 12.5, 12.5, 0.0)
    assert magnets.drag("red", 62.5, 12.5, 9.0) == pytest.approx(9.0 + LONGEST_DRAG_S)


def test_a_piece_in_the_hand_cannot_be_dragged(magnets: SimulatedMagnets) -> None:
    """It has to be put down first."""
    with pytest.raises(ValueError, match="not on the board"):
        magnets.drag("red", 0.0, 0.0, 0.0)
