"""Forces and fields of disc magnets near steel washers: which magnets hold a pawn, and what the sensors see.

A disc magnetised along its axis is two charged faces: +Br on one, -Br on the other (Br is its remanence). Soft steel,
whose permeability is in the hundreds, is a body of one magnetic potential that carries no charge in all; its surface
is cut into patches, and the charge of each follows from one system of linear equations. That is how textbooks treat
conductors in electrostatics (method of moments). Lengths are in mm, charges in T mm².

What it leaves out: saturation. A washer of 1 mm carries the flux of the magnets used here at less than 1.4 T (a test
says so), and structural steel saturates above 1.6 T.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.magnets import MagnetDisc

Vector: TypeAlias = "NDArray[np.float64]"

MU0: Final = 4e-7 * np.pi


class Charges(NamedTuple):
    """Points in mm (rows of x, y, z) and the charge of each in T mm²."""

    points: Vector
    charges: Vector


class Patches(NamedTuple):
    """The surface of a steel body: the middle of each patch, and its two sides, in mm."""

    points: Vector
    sides: Vector


def join(*parts: Charges) -> Charges:
    """Several sets of charges as one."""
    return Charges(np.concatenate([part.points for part in parts]), np.concatenate([part.charges for part in parts]))


def magnet(disc: MagnetDisc, x_mm: float = 0.0, z_mm: float = 0.0, *, rings: int = 8) -> Charges:
    """A disc whose lower face is at `z_mm` and whose axis is at `x_mm`, north pole up."""
    radius, ring = disc.diameter_mm / 2, np.arange(rings)
    counts = 6 + 4 * ring
    radii = np.repeat(radius * np.sqrt((ring + 0.5) / rings), counts)
    angles = np.concatenate([2 * np.pi * (np.arange(count) + 0.5 * (count % 8 == 2)) / count for count in counts])
    shares = np.repeat(1 / rings / counts, counts) * disc.remanence_t * np.pi * radius**2
    face = np.column_stack((x_mm + radii * np.cos(angles), radii * np.sin(angles), np.full(len(radii), z_mm)))
    far = face + np.array([0.0, 0.0, disc.thickness_mm])
    return Charges(np.concatenate([far, face]), np.concatenate([shares, -shares]))


def washer(
    hole_mm: float, outer_mm: float, thick_mm: float, x_mm: float = 0.0, top_mm: float = 0.0, *, fine: int = 4
) -> Patches:
    """The surface of a washer by its diameters; `fine` is how many patches lie between hole and rim."""
    radii, around = np.linspace(hole_mm / 2, outer_mm / 2, fine + 1), 8 * fine
    angles = 2 * np.pi * (np.arange(around) + 0.5) / around
    bands = [
        ((inner + outer) / 2, z_mm, outer - inner)
        for inner, outer in pairwise(radii)
        for z_mm in (top_mm, top_mm - thick_mm)
    ]
    layers = max(1, round(thick_mm / (radii[1] - radii[0])))
    bands += [
        (radius, top_mm - thick_mm * (layer + 0.5) / layers, thick_mm / layers)
        for radius in (hole_mm / 2, outer_mm / 2)
        if radius
        for layer in range(layers)
    ]
    points = [
        np.column_stack((x_mm + radius * np.cos(angles), radius * np.sin(angles), np.full(around, z_mm)))
        for radius, z_mm, _ in bands
    ]
    sides = [(2 * np.pi * radius / around, width) for radius, _, width in bands]
    return Patches(np.concatenate(points), np.repeat(sides, around, axis=0))


class Steel:
    """Steel bodies, each of one potential and without charge in all."""

    def __init__(self, bodies: Sequence[Patches]) -> None:
        self._points = np.concatenate([body.points for body in bodies])
        long, wide = np.concatenate([body.sides for body in bodies]).T
        count, bodies_count = len(long), len(bodies)
        matrix = np.zeros((count + bodies_count,) * 2)
        apart = _distances(self._points, self._points)
        own = 2 * (long * np.arcsinh(wide / long) + wide * np.arcsinh(long / wide))  # of a uniformly charged rectangle
        np.fill_diagonal(apart, long * wide / own)
        matrix[:count, :count] = 1 / apart
        first = 0
        for row, body in enumerate(bodies, start=count):
            of_body = slice(first, first + len(body.sides))
            matrix[of_body, row], matrix[row, of_body] = -1.0, 1.0
            first = of_body.stop
        self._solve: Any = np.linalg.inv(matrix)
        self._bodies = bodies_count

    def charges_by(self, source: Charges) -> Charges:
        """The charges that a source makes on the steel."""
        potentials = (source.charges / _distances(self._points, source.points)).sum(axis=1)
        right = np.concatenate([-potentials, np.zeros(self._bodies)])
        return Charges(self._points, (self._solve @ right)[: len(self._points)])


def _distances(to: Vector, start: Vector) -> Vector:
    squares = sum((to[:, None, axis] - start[None, :, axis]) ** 2 for axis in range(3))
    return np.asarray(np.sqrt(squares))


def force_n(on: Charges, by: Charges) -> Vector:
    """The force in newtons that some charges feel from others."""
    pairs = on.charges[:, None] * by.charges[None] / _distances(on.points, by.points) ** 3
    total = pairs.sum(axis=1) @ on.points - pairs.sum(axis=0) @ by.points
    return np.asarray(total / (4 * np.pi * MU0) * 1e-6)


def flux_mt(source: Charges, at_mm: tuple[float, float, float]) -> float:
    """The flux density along z in mT at a point in air, positive upwards."""
    away = np.array(at_mm) - source.points
    return float((source.charges * away[:, 2] / np.linalg.norm(away, axis=1) ** 3).sum() / (4 * np.pi) * 1000)
