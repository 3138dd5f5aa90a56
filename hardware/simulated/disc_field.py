"""The field of a disc magnet: its flux density anywhere outside it, and the discs of the pieces.

A disc magnetised along its axis has the field of a current sheet around its rim. Derby and Olbert
("Cylindrical magnets and ideal solenoids", Am. J. Phys. 78, 2010) give it in closed form with
Bulirsch's general complete elliptic integral, which a few halvings of an interval compute.
"""

from collections.abc import Callable
from functools import cache
from math import hypot, log, pi, sqrt
from typing import Final

import msgspec

PROFILE_STEP_MM: Final = 0.25
PROFILE_END_MM: Final = 100.0  # the strongest disc has less than 0.1 mT there
LEAST_GAP_MM: Final = 1.0
LEVEL_RATIO: Final = 1.05  # from one distance whose profile is stored to the next


class MagnetDisc(msgspec.Struct, frozen=True, eq=False):  # identity is compared faster than values
    """An axially magnetised disc: remanence in tesla at 20 °C, and the share lost for each kelvin above."""

    remanence_t: float
    diameter_mm: float
    thickness_mm: float
    loss_per_k: float


# Remanence: the middle of the makers' tables for the grade.
N42_D15X5: Final = MagnetDisc(1.30, 15.0, 5.0, 0.0012)
N35_D10X3: Final = MagnetDisc(1.19, 10.0, 3.0, 0.0012)
N35_D8X3: Final = MagnetDisc(1.19, 8.0, 3.0, 0.0012)
FERRITE_D10X3: Final = MagnetDisc(0.38, 10.0, 3.0, 0.002)


def field_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> float:
    """Return the axial flux density in mT, `gap_mm` (above zero) from the disc's face and `aside_mm` off its axis.

    It is positive on the axis and negative far from it, where the flux returns.
    """
    radius = disc.diameter_mm / 2
    scale = disc.remanence_t * 1000 / pi * radius / (radius + aside_mm)
    far_rim = _rim(gap_mm + disc.thickness_mm, aside_mm, radius)
    return scale * (far_rim - _rim(gap_mm, aside_mm, radius))


def radial_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> float:
    """Return the radial flux density in mT at the same place, positive where it points away from the axis."""
    radius = disc.diameter_mm / 2
    far_rim = _rim_radially(gap_mm + disc.thickness_mm, aside_mm, radius)
    return disc.remanence_t * 1000 / pi * (far_rim - _rim_radially(gap_mm, aside_mm, radius))


@cache
def profile_mt(disc: MagnetDisc, gap_mm: float, field: Callable[..., float] = field_mt) -> tuple[float, ...]:
    """Return a field at 0, 0.25, 0.5 … 100 mm off the axis; a simulation looks it up thousands of times."""
    steps = round(PROFILE_END_MM / PROFILE_STEP_MM)
    return tuple(field(disc, gap_mm, step * PROFILE_STEP_MM) for step in range(steps + 1))


def looked_up_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float, field: Callable[..., float] = field_mt) -> float:
    """Return `field_mt` interpolated in its profile, to 0.1 mT; zero beyond 100 mm."""
    step, part = divmod(aside_mm / PROFILE_STEP_MM, 1.0)
    profile = profile_mt(disc, gap_mm, field)
    if step + 1 >= len(profile):
        return 0.0
    return profile[int(step)] * (1.0 - part) + profile[int(step) + 1] * part


def looked_up_above_mt(
    disc: MagnetDisc, gap_mm: float, aside_mm: float, field: Callable[..., float] = field_mt
) -> float:
    """Return a field at any distance, interpolated between profiles that lie 5 % of the distance apart, to 0.5 %."""
    level, part = divmod(log(max(gap_mm, LEAST_GAP_MM) / LEAST_GAP_MM) / log(LEVEL_RATIO), 1.0)
    below_mm = LEAST_GAP_MM * LEVEL_RATIO**level
    return looked_up_mt(disc, below_mm, aside_mm, field) * (1.0 - part) + part * looked_up_mt(
        disc, below_mm * LEVEL_RATIO, aside_mm, field
    )


def _rim(along_mm: float, aside_mm: float, radius_mm: float) -> float:
    """Return the term of one rim of the current sheet (equation 4 of the paper)."""
    ratio = (radius_mm - aside_mm) / (radius_mm + aside_mm)
    reach_mm = hypot(along_mm, radius_mm + aside_mm)
    modulus = hypot(along_mm, radius_mm - aside_mm) / reach_mm
    root = abs(ratio) or 1e-12  # exactly below the rim: close to the limit
    return along_mm / reach_mm * _cel(modulus, root, ratio / root)


def _rim_radially(along_mm: float, aside_mm: float, radius_mm: float) -> float:
    """Return the radial term of one rim (equation 3 of the paper)."""
    reach_mm = hypot(along_mm, radius_mm + aside_mm)
    modulus = hypot(along_mm, radius_mm - aside_mm) / reach_mm
    return radius_mm / reach_mm * _cel(modulus, 1.0, -1.0)


def _cel(k: float, root: float, s: float) -> float:
    """Return the integral cel(k, root², 1, s root): ∫₀^{π/2} (cos²φ + s root sin²φ) / (cos²φ + root² sin²φ)
    / √(cos²φ + k² sin²φ) dφ, by the algorithm of Bulirsch (Numerische Mathematik 13, 1969).
    """
    c = 1.0
    outer, mean, product = 1.0, k, k
    while True:
        c, s_next = c + s / root, 2 * (s + c * product / root)
        root += product / root
        s = s_next
        if abs(outer - mean) <= 1e-9 * outer:
            outer += mean
            return pi / 2 * (s + c * outer) / (outer * (outer + root))
        outer, mean = outer + mean, 2 * sqrt(product)
        product = outer * mean
