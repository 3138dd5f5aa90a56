"""Forces and fields near washers: against closed forms, published figures, and what the board needs."""

from math import pi

import numpy as np
import pytest

from hardware.build.published import comparisons
from hardware.build.section import (
    BOARD_MM,
    FRICTION,
    GRAVITY,
    HUNTER,
    HUNTER_GAP_MM,
    INDICATOR,
    MOVER,
    MUMMY_GAP_MM,
    PAWN_G,
    PITCH_MM,
    SLIDE_FRICTION,
    WASHER,
    Washer,
    drag,
    held_g,
    hold_n,
    neighbours_n,
    steel,
)
from hardware.build.steel import flux_mt, force_n, join, magnet
from hardware.simulated import magnets
from hardware.simulated.magnets import MagnetDisc, field_mt

SENSOR = (0.0, 0.0, -HUNTER_GAP_MM)


def test_the_model_finds_what_others_published() -> None:
    """Makers' holding forces, a closed form that was measured, a textbook's ball, and a model of finite volumes."""
    for row in comparisons():
        assert row.is_near, row.what
        assert row.tolerance <= 0.13, row.what


def test_the_model_s_figures_stay() -> None:
    """To a thousandth: the parts were chosen by them. Newtons and millitesla, as in the table, then a pawn's grams."""
    forces = 5.2319, 13.316, 15.369, 17.628, 5.6446
    fields = 51.111, 94.53, 61.247
    on_steel = 0.46062, 1.0119, 0.20877, 0.056969, 0.24912
    assert [row.computed for row in comparisons()] == pytest.approx((*forces, *fields, *on_steel), rel=1e-3)
    assert held_g() == pytest.approx(17.518, rel=5e-4)


def test_a_pawn_of_eight_grams_stays_on_an_upright_face() -> None:
    """With twice the pull that its weight needs, wherever in its cell it stands; without steel nothing holds it."""
    weight_n = PAWN_G / 1000 * GRAVITY
    for aside_mm in (0.0, 2.0, 4.0):
        assert hold_n(aside_mm=aside_mm) * FRICTION > 2 * weight_n, aside_mm
    assert held_g() > 2 * PAWN_G


def test_a_washer_just_under_the_face_does_not_centre_a_pawn_nor_push_it_aside() -> None:
    """Its pull sideways is less than the friction that the same pull makes."""
    for aside_mm in (1.0, 2.0, 3.0, 4.0):
        pawn = magnet(HUNTER, aside_mm)
        aside, _, down = force_n(pawn, steel().charges_by(pawn))
        assert abs(aside) < 0.2 * abs(down), aside_mm


def test_neighbours_do_not_move_each_other() -> None:
    """What a piece one cell away pushes or pulls is a tenth of what holds a pawn."""
    assert all(push_n < 0.1 * hold_n() * FRICTION for push_n in neighbours_n().values()), neighbours_n()


def test_the_counter_magnet_follows_the_mummy_through_the_board() -> None:
    """It lags by less than half a cell, is held all the way, and a hand pushes with less than a newton."""
    followed = drag()
    assert followed.lag_mm < PITCH_MM / 2
    assert followed.push_n < 1.0
    indicator_g = 0.0049 * pi / 4 * INDICATOR.diameter_mm**2 * INDICATOR.thickness_mm
    assert followed.hold_n * SLIDE_FRICTION > 2 * indicator_g / 1000 * GRAVITY


def test_large_washers_would_keep_the_counter_magnet_back() -> None:
    """Why the washers are small: 8.4 x 16 mm carry the figure's flux around it."""
    large = Washer("M8, ISO 7089", 8.4, 16.0, 1.6)
    assert drag(MagnetDisc(1.19, 10.0, 3.0, 0.0), MagnetDisc(1.30, 15.0, 5.0, 0.0), of=large).lag_mm > 18.0


@pytest.mark.parametrize("name", ["N35_D20X3", "FERRITE_D15X3", "N35_D10X1", "N35_D8X3"])
def test_the_simulated_field_has_the_washers_part(name: str) -> None:
    """At each millimetre beside a sensor the stored part is the model's, to 0.8 mT."""
    disc: MagnetDisc = getattr(magnets, name)
    low_mm = -BOARD_MM - disc.thickness_mm if disc is MOVER else 0.0
    nearby = steel(fine=4)
    for aside_mm in range(0, 24, 3):
        part = flux_mt(nearby.charges_by(magnet(disc, float(aside_mm), low_mm, rings=10)), SENSOR)
        stored = disc.steel_mt[aside_mm] if aside_mm < len(disc.steel_mt) else 0.0
        assert stored == pytest.approx(part, abs=0.8), aside_mm


def test_the_neighbours_washers_change_little() -> None:
    """The table counts a sensor's own washer alone: those beside it add less than 1 mT to a magnet above it."""
    row = steel((-PITCH_MM, 0.0, PITCH_MM), fine=3)
    for disc, low_mm in ((HUNTER, 0.0), (MOVER, -BOARD_MM - MOVER.thickness_mm)):
        for aside_mm in (0.0, 8.0, 13.0):
            at = magnet(disc, aside_mm, low_mm)
            alone, all_three = flux_mt(steel(fine=3).charges_by(at), SENSOR), flux_mt(row.charges_by(at), SENSOR)
            assert all_three == pytest.approx(alone, abs=1.0)


def test_the_washers_are_not_saturated() -> None:
    """The flux through the section of a washer's ring stays below 1.4 T, for which the model holds."""
    over = {"hunter": magnet(HUNTER), "mummy": join(magnet(INDICATOR), magnet(MOVER, 0, -BOARD_MM - 3.0))}
    for name, source in over.items():
        found = steel().charges_by(source)
        middle_mm = (WASHER.hole_mm + WASHER.outer_mm) / 4
        inner = np.hypot(found.points[:, 0], found.points[:, 1]) < middle_mm
        assert abs(found.charges[inner].sum()) / (2 * pi * middle_mm * WASHER.thick_mm) < 1.4, name


def test_the_mummy_is_told_from_a_pawn_and_the_sensor_reaches_both() -> None:
    """The mummy's field is three times a pawn's, and less than the 169 mT that the sensor reaches (SBAS640)."""
    pawn = field_mt(HUNTER, HUNTER_GAP_MM, 0.0) + HUNTER.steel_mt[0]
    mummy = sum(
        field_mt(disc, gap_mm, 0.0) + disc.steel_mt[0]
        for disc, gap_mm in ((MOVER, MUMMY_GAP_MM), (INDICATOR, HUNTER_GAP_MM))
    )
    assert 3 * pawn < mummy < 169.0


def test_the_section_is_that_of_the_simulation() -> None:
    """Distances and pitch of the drawing are those that the hands are judged by."""
    assert (HUNTER_GAP_MM, MUMMY_GAP_MM) == (magnets.HUNTER_GAP_MM, magnets.MUMMY_GAP_MM)
    assert (magnets.HUNTER.discs[0][0], magnets.MUMMY.discs[0][0]) == (HUNTER, MOVER)
