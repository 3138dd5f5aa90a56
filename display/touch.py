"""Where a finger is on the picture, if the panel's touch has its axes exchanged, mirrored or short of the edge.

Why an affine map by three crosses: it holds all of that, and three points fix it; a fourth shows whether they were hit.
"""

from __future__ import annotations

from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""A place on a panel, from the upper left corner, each way as a share of its size."""

Correction: TypeAlias = tuple[float, float, float, float, float, float]
"""By which x = a·x + b·y + c and y = d·x + e·y + f: a, b, c, d, e, f."""

STRAIGHT: Correction = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""That of a panel whose touch is right."""

CROSSES: tuple[Point, Point, Point] = ((0.15, 0.15), (0.85, 0.2), (0.2, 0.85))
"""Where the crosses are that are touched one after another."""

CHECK: Point = (0.75, 0.7)
"""Where the fourth cross is, which shows whether the others were hit."""

NEAR = 0.06
"""How far beside the fourth cross a touch may be, as a share of the panel's size."""

MOST = 10.0
"""The largest number of a correction: with more, a finger would be nowhere."""

LEAST_AREA = 0.02
"""The least area of the triangle that three touches make: less is a touch that was repeated, or a dead axis."""


def correct(point: Point, by: Correction) -> Point:
    """The place on the picture at which a touch was reported, within the panel."""
    (x, y), (a, b, c, d, e, f) = point, by
    return _within(a * x + b * y + c), _within(d * x + e * y + f)


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def fit_touches(touched: tuple[Point, Point, Point]) -> Correction | None:
    """The correction by which these touches were on the three crosses; None if they lie almost in a line."""
    (x1, y1), (x2, y2), (x3, y3) = touched
    area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
    if abs(area) < LEAST_AREA:
        return None

    def row(axis: int) -> tuple[float, float, float]:
        first, second, third = (cross[axis] for cross in CROSSES)
        along = ((second - first) * (y3 - y1) - (third - first) * (y2 - y1)) / area
        across = ((third - first) * (x2 - x1) - (second - first) * (x3 - x1)) / area
        return along, across, first - along * x1 - across * y1

    found = *row(0), *row(1)
    return found if max(map(abs, found)) <= MOST else None


def correction_of(numbers: str) -> Correction | None:
    """The correction that `numbers_of` wrote; None if these are not six numbers that a panel can need."""
    try:
        a, b, c, d, e, f = map(float, numbers.split())
    except ValueError:
        return None
    return (a, b, c, d, e, f) if all(abs(number) <= MOST for number in (a, b, c, d, e, f)) else None


def numbers_of(correction: Correction) -> str:
    """A correction as a text, to four decimal places."""
    return " ".join(f"{number:.4f}" for number in correction)


def turn_point(point: Point, rotation: int) -> Point:
    """Where a place on the panel lies on a picture that is turned clockwise by so many degrees."""
    x, y = point
    return {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[rotation]


def is_hit(touch: Point, by: Correction) -> bool:
    """Whether a touch was on the fourth cross."""
    return all(abs(here - there) <= NEAR for here, there in zip(correct(touch, by), CHECK, strict=True))


def kernel_parameters(by: Correction) -> tuple[str, ...]:
    """What an overlay of the Raspberry Pi calls the same, as far as axes are exchanged or mirrored."""
    is_swapped = abs(by[1]) > abs(by[0])
    along, down = (by[1], by[3]) if is_swapped else (by[0], by[4])
    named = (("swapxy", is_swapped), ("invx", along < 0), ("invy", down < 0))
    return tuple(name for name, is_needed in named if is_needed)
