"""The model of `steel` beside figures that others published, each with its source."""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.build.section import Washer
from hardware.build.steel import MU0, Charges, Patches, Steel, flux_mt, force_n, magnet, washer
from hardware.simulated.magnets import (
    HUNTER_GAP_MM,
    MUMMY_GAP_MM,
    N35_D8X3,
    N35_D10X1,
    N35_D20X3,
    MagnetDisc,
    field_mt,
)

ROUGH_MM: Final = 0.1
"""Between a magnet and steel that it lies on: its coating, and what is not flat."""
N35, N42, N45 = 1.19, 1.30, 1.345
"""Remanence in T: the middle of the makers' tables for the grade."""


class Comparison(NamedTuple):
    """A figure, as published and as computed."""

    what: str
    unit: str
    least: float
    most: float
    """The published figure, or the ends of its range."""
    computed: float
    source: str
    method: str
    tolerance: float
    """How far beyond the range the computed figure may be, as a share."""

    @property
    def is_near(self) -> bool:
        """Whether the figures agree."""
        return self.least * (1 - self.tolerance) <= self.computed <= self.most * (1 + self.tolerance)


STEP: Final = 0.02
"""From one place to the next at which `discs_n` adds up its integral."""


@cache
def _bessel() -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """The places at which `discs_n` adds up its integral, and Bessel's J1 at each, by an integral of its own."""
    angles, places = (np.arange(600) + 0.5) * np.pi / 600, (np.arange(15000) + 0.5) * STEP
    return places, np.asarray(np.cos(angles - places[:, None] * np.sin(angles)).mean(axis=1))


def discs_n(disc: MagnetDisc, gap_mm: float) -> float:
    """The force between two equal discs on one axis.

    Endless thick steel at half the gap pulls as much: it is the disc's mirror image. By Vokoun and others
    (J. Magn. Magn. Mater. 321, 2009, equation 15), who measured the same.
    """
    radius = disc.diameter_mm / 2
    q, j1 = _bessel()
    thick, apart = disc.thickness_mm / radius, gap_mm / radius
    decay = np.exp(-q * apart) - 2 * np.exp(-q * (apart + thick)) + np.exp(-q * (apart + 2 * thick))
    total = float((j1**2 / q * decay).sum()) * STEP / 4
    return 4 * np.pi * disc.remanence_t**2 / MU0 * (radius * 1e-3) ** 2 * total


def _ball() -> float:
    """The moment of a steel ball in an even field, over its radius cubed times the field."""
    radius, rings = 5.0, 24
    points, sides = [], []
    for tilt in np.pi * (np.arange(rings) + 0.5) / rings:
        count = max(6, round(2 * rings * np.sin(tilt)))
        turns = 2 * np.pi * (np.arange(count) + 0.5) / count
        points += [(np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)) for turn in turns]
        sides += [(2 * np.pi * radius * np.sin(tilt) / count, radius * np.pi / rings)] * count
    far_mm = 1e4
    pair = Charges(np.array([(0.0, 0.0, -far_mm), (0.0, 0.0, far_mm)]), np.array([1.0, -1.0]) * far_mm**2 / 2)
    induced = Steel([Patches(radius * np.array(points), np.array(sides))]).charges_by(pair)
    return float((induced.charges * induced.points[:, 2]).sum()) / radius**3


def _washer_n(of: Washer, depth_mm: float, disc: MagnetDisc) -> float:
    pawn = magnet(disc, rings=10)
    body = washer(of.hole_mm, of.outer_mm, of.thick_mm, top_mm=-depth_mm, fine=5)
    return float(-force_n(pawn, Steel([body]).charges_by(pawn))[2])


def _plate_n(disc: MagnetDisc, gap_mm: float) -> float:
    at = magnet(disc, z_mm=gap_mm, rings=8)
    return float(-force_n(at, Steel([washer(0.0, 24.0, 6.0, fine=8)]).charges_by(at))[2])


def _field(disc: MagnetDisc, gap_mm: float, aside_mm: float = 0.0) -> Comparison:
    closed_mt = field_mt(disc, gap_mm, aside_mm)
    place = f"{gap_mm:g} mm away" + (f", {aside_mm:g} mm beside" if aside_mm else "")
    return Comparison(
        f"field of a disc {disc.diameter_mm:g} × {disc.thickness_mm:g} mm, N35, {place}",
        "mT",
        closed_mt,
        closed_mt,
        flux_mt(magnet(disc, rings=14), (aside_mm, 0.0, disc.thickness_mm + gap_mm)),
        "Derby and Olbert 2010",
        "charged discs",
        0.03,
    )


@cache
def comparisons() -> tuple[Comparison, ...]:
    """Every published figure beside ours."""
    ferrite, pair = MagnetDisc(0.38, 10.0, 3.0, 0.002), MagnetDisc(1.2, 10.0, 5.0, 0.0)
    patches, image, maker = "patches of one potential", "closed form, image", "supermagnete"
    on_steel = (
        ("S-10-01-N", "10 × 1 mm, N35", N35, 10.0, 1.0, 5.3),
        ("S-10-02-N", "10 × 2 mm, N42", N42, 10.0, 2.0, 12.7),
        ("S-08-03-N", "8 × 3 mm, N45", N45, 8.0, 3.0, 14.7),
        ("S-12-02-N", "12 × 2 mm, N45", N45, 12.0, 2.0, 16.7),
    )
    near, mirrored = magnet(pair, rings=14), magnet(pair, z_mm=4.0 + pair.thickness_mm, rings=14)
    closed_n, mirror_n = discs_n(pair, 4.0), discs_n(N35_D8X3, 8.0)
    volumes = (
        ("ferrite 10 × 3 mm, washer M6 at 1.5 mm", Washer("", 6.4, 12.0, 1.6), 1.5, ferrite, 0.20, 0.20),
        ("ferrite 10 × 3 mm, washer M8 at 3.2 mm", Washer("", 8.4, 16.0, 1.6), 3.2, ferrite, 0.05, 0.09),
        ("N35 8 × 3 mm, washer M8 at 3.2 mm", Washer("", 8.4, 16.0, 1.6), 3.2, N35_D8X3, 0.23, 0.23),
    )
    return (
        *(
            Comparison(
                f"disc {size}, on thick steel",
                "N",
                published_n,
                published_n,
                discs_n(MagnetDisc(remanence_t, across_mm, thick_mm, 0.0), 2 * ROUGH_MM),
                f"{maker} {number}",
                f"{image}, {ROUGH_MM:g} mm of air",
                0.1,
            )
            for number, size, remanence_t, across_mm, thick_mm, published_n in on_steel
        ),
        Comparison(
            "two discs 10 × 5 mm, 4 mm apart",
            "N",
            closed_n,
            closed_n,
            float(force_n(near, mirrored)[2]),
            "Vokoun 2009",
            "charged discs",
            0.03,
        ),
        _field(N35_D10X1, HUNTER_GAP_MM),
        _field(N35_D20X3, MUMMY_GAP_MM),
        _field(N35_D20X3, MUMMY_GAP_MM, 8.0),
        Comparison(
            "disc 8 × 3 mm, 4 mm above thick steel",
            "N",
            mirror_n,
            mirror_n,
            _plate_n(N35_D8X3, 4.0),
            "Vokoun 2009, image",
            patches,
            0.13,
        ),
        Comparison(
            "steel ball: moment over radius³ × field",
            "",
            1.0,
            1.0,
            _ball(),
            "Jackson, Electrodynamics, 2.5",
            patches,
            0.03,
        ),
        *(
            Comparison(
                what,
                "N",
                least,
                most,
                _washer_n(of, depth_mm, disc),
                "finite volumes, our other model",
                patches,
                0.1,
            )
            for what, of, depth_mm, disc, least, most in volumes
        ),
    )
