"""How a hand leads a piece over a board: slides with a hand's speed, lifts, hovers and puts down, as waypoints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, dist, pi, sin
from random import Random

from firmware_py.grid import Cell, cell_position
from hardware.simulated.magnets import AWAY_MM, BoardGrid, Pose, Waypoint

HASTE_MM_PER_S2 = 30_000.0
"""How fast a hand gets going and stops: three times the acceleration of a fall."""
SAMPLE_S = 0.01
LIFT_S = (0.06, 0.2)
"""How long a piece takes up into the hand, or down."""
FLIGHT_MM_PER_S = 600.0
CARRIED_MM = 120.0
AWAY: Pose = (0.0, 0.0, CARRIED_MM, 0.0, 0.0)
assert AWAY_MM < CARRIED_MM

Point = tuple[float, float]


class Hand:
    """A hand at one piece, from `now_s` on; `path` is where the piece is led, and `deeds` says it in words."""

    def __init__(
        self, grid: BoardGrid, chance: Random, piece: str, cell: Cell | None, at_mm: Point, now_s: float
    ) -> None:
        """Begin at a piece that stands at `at_mm`, on a cell or beside the board."""
        self.grid, self.chance, self.piece = grid, chance, piece
        self.cell, self.at_mm = cell, at_mm
        self.now_s = now_s
        self.path: list[Waypoint] = [(now_s, (*at_mm, 0.0, 0.0, 0.0) if cell else AWAY)]
        self.deeds: list[tuple[float, str]] = []

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        row, column = cell_position(cell)
        return self.grid.centre_mm(row * self.grid.columns + column)

    def near(self, cell: Cell, spread_mm: float = 1.0, most_mm: float = 2.5) -> Point:
        """A point near the middle of a cell, as a hand finds it."""
        x, y = self.middle(cell)
        off = [max(-most_mm, min(most_mm, self.chance.gauss(0.0, spread_mm))) for _ in range(2)]
        return x + off[0], y + off[1]

    def askew(self, cell: Cell, aside_mm: float) -> Point:
        """A point that far from the middle of a cell, in any direction."""
        x, y = self.middle(cell)
        angle = self.chance.uniform(0.0, 2 * pi)
        return x + aside_mm * cos(angle), y + aside_mm * sin(angle)

    def says(self, what: str) -> None:
        """Note a deed that begins now."""
        self.deeds.append((self.now_s, f"{self.piece}: {what}"))

    def _to(self, after_s: float, pose: Pose) -> None:
        self.now_s += after_s
        self.path.append((self.now_s, pose))

    def rest(self, seconds: float) -> None:
        """Stay where the piece is."""
        self._to(seconds, self.path[-1][1])

    def push(self, point: Point, seconds: float) -> None:
        """Push the piece to any point."""
        self.says(f"pushed by {dist(self.at_mm, point):.1f} mm in {seconds:.2f} s")
        self.at_mm = point
        self._to(seconds, (*point, 0.0, 0.0, 0.0))

    def slide(self, cells: Sequence[Cell], mm_per_s: float, *, cut_mm: float = 0.0, end: Point | None = None) -> None:
        """Slide through cells without a stop; corners are cut that many millimetres before and after them."""
        points = [self.at_mm, *(self.near(cell) for cell in cells[:-1]), end or self.near(cells[-1])]
        self.says(
            f"slid {' '.join(cells)} at {mm_per_s / 1000:.2f} m/s"
            + (f", corners cut by {cut_mm:.0f} mm" if cut_mm else "")
        )
        for after_s, point in timed(rounded(points, cut_mm), mm_per_s):
            self._to(after_s, (*point, 0.0, 0.0, 0.0))
        self.cell, self.at_mm = cells[-1], points[-1]

    def lift(self) -> None:
        """Take the piece up, leaning a little."""
        self.says("lifted")
        lean = [self.chance.uniform(-0.3, 0.3) for _ in range(2)]
        up_s = self.chance.uniform(*LIFT_S)
        self._to(0.3 * up_s, (*self.at_mm, 0.0, *lean))
        self._rise(up_s, 0.0, CARRIED_MM, lean)
        self.cell = None

    def hover(self, cell: Cell, height_mm: float, seconds: float) -> None:
        """Hold the piece in the hand over a cell."""
        self._fly(cell)
        self.says(f"held {height_mm:.0f} mm over {cell} for {seconds:.2f} s")
        down_s = self.chance.uniform(*LIFT_S)
        self._rise(down_s, CARRIED_MM, height_mm, [0.0, 0.0])
        x, y = self.near(cell, 2.0, 4.0)
        self.at_mm = x, y
        self._to(seconds, (x, y, height_mm, 0.0, 0.0))
        self._rise(down_s, height_mm, CARRIED_MM, [0.0, 0.0])

    def put(self, cell: Cell, end: Point | None = None) -> None:
        """Put the piece in the hand down on a cell."""
        self._fly(cell)
        self.at_mm = end or self.near(cell)
        lean = [self.chance.uniform(-0.25, 0.25) for _ in range(2)]
        down_s = self.chance.uniform(*LIFT_S)
        self._rise(down_s, CARRIED_MM, 0.0, lean)
        self._to(0.3 * down_s, (*self.at_mm, 0.0, 0.0, 0.0))
        self.cell = cell
        self.says(f"stands on {cell}")

    def _fly(self, cell: Cell) -> None:
        to = self.middle(cell)
        self._to(max(0.15, dist(self.at_mm, to) / FLIGHT_MM_PER_S), (*to, CARRIED_MM, 0.0, 0.0))
        self.at_mm = to

    def _rise(self, seconds: float, from_mm: float, to_mm: float, lean: Sequence[float]) -> None:
        """Move up or down, slowly near the board."""
        for count in range(1, 9):
            part = count / 8
            share = part**2 if to_mm > from_mm else 1 - (1 - part) ** 2
            height = from_mm + (to_mm - from_mm) * share
            leaning = (1 - share) if to_mm > from_mm else share
            self._to(seconds / 8, (*self.at_mm, height, lean[0] * leaning, lean[1] * leaning))


def rounded(points: Sequence[Point], cut_mm: float) -> list[Point]:
    """A polyline with its corners cut off."""
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        for other in (before, after):
            part = min(cut_mm, dist(other, corner) / 2) / (dist(other, corner) or 1.0)
            found.append((corner[0] + part * (other[0] - corner[0]), corner[1] + part * (other[1] - corner[1])))
    return [*found, points[-1]]


def timed(points: Sequence[Point], mm_per_s: float) -> list[tuple[float, Point]]:
    """Where a hand is after each next moment: it gets going, moves at its speed, and stops."""
    legs = [dist(one, other) for one, other in pairwise(points)]
    length = sum(legs)
    speed = min(mm_per_s, (HASTE_MM_PER_S2 * length) ** 0.5) or 1.0
    going_s = speed / HASTE_MM_PER_S2
    whole_s = length / speed + going_s
    found, count = [], max(1, round(whole_s / SAMPLE_S))
    for number in range(1, count + 1):
        at_s = whole_s * number / count
        early, late = min(at_s, going_s), max(0.0, at_s - whole_s + going_s)
        gone = HASTE_MM_PER_S2 / 2 * (early**2 - late**2) + speed * (at_s - early)
        found.append((whole_s / count, _along(points, legs, min(length, gone))))
    return found


def _along(points: Sequence[Point], legs: Sequence[float], gone: float) -> Point:
    for (x, y), (to_x, to_y), leg in zip(points, points[1:], legs, strict=False):
        if gone <= leg:
            part = gone / leg if leg else 1.0
            return x + part * (to_x - x), y + part * (to_y - y)
        gone -= leg
    return points[-1]
