"""Magnets on a board of hall sensors: where they are, what every sensor reads, and what goes wrong.

Why positions and noise are functions of time: a slide is stored once as a path, and every call gives the place at its
`now_s`. A simulated clock may jump, and the same script gives the same readings, however often they are read.

A disc magnetised along its axis has the field of a current sheet around its rim. Derby and Olbert ("Cylindrical magnets
and ideal solenoids", Am. J. Phys. 78, 2010) give it in closed form with Bulirsch's general complete elliptic integral,
which a few halvings of an interval compute.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import cos, hypot, log, pi, sin, sqrt
from operator import itemgetter
from random import Random
from typing import Final
from zlib import crc32

import msgspec

PROFILE_STEP_MM: Final = 0.25
PROFILE_END_MM: Final = 100.0  # the strongest disc has less than 0.1 mT there
LEAST_GAP_MM: Final = 1.0
LEVEL_RATIO: Final = 1.05  # from one distance whose profile is stored to the next


class MagnetDisc(msgspec.Struct, frozen=True, eq=False):  # identity is compared faster than values
    """An axially magnetised disc: remanence in tesla at 20 °C, and the share lost for each kelvin above.

    `steel_mt` is what a sensor's washer adds to the field of a disc that lies on the board, 0, 1, 2 … mm beside it,
    `steel_gap_mm` above or below. A disc further up magnetises the washer in proportion to its field.
    """

    remanence_t: float
    diameter_mm: float
    thickness_mm: float
    loss_per_k: float
    steel_mt: tuple[float, ...] = ()
    steel_gap_mm: float = 4.0


def _by_mm(parts: str) -> tuple[float, ...]:
    return tuple(map(float, parts.split()))


HUNTER_GAP_MM: Final = 3.85
"""From the magnets on the hunters' face to the sensors, as the board is built (see BUILD.md)."""
MUMMY_GAP_MM: Final = 5.75
"""From the magnet on the mummy's face to the sensors."""

# Remanence: the middle of the makers' tables for the grade. The washers' part: a test computes it again.
N35_D20X3: Final = MagnetDisc(
    1.19,
    20.0,
    3.0,
    0.0012,
    _by_mm(
        "-1.1 -1.1 -1.0 -0.9 -0.8 -0.7 -0.7 -0.7 -0.9 -1.0 -1.2 -1.3 -1.4 -1.5 -1.4 -1.3 -1.1 -0.9 -0.7 -0.6 -0.4 -0.3"
    ),
    MUMMY_GAP_MM,
)
FERRITE_D15X3: Final = MagnetDisc(
    0.38,
    15.0,
    3.0,
    0.002,
    _by_mm(
        "-10.1 -10.1 -10.1 -9.6 -8.7 -7.2 -5.6 -3.9 -2.3 -0.9 0.3 1.1 1.5 1.5 1.2 1.0 0.8 0.6 0.5 0.4 0.3"
        " 0.3 0.2 0.2 0.2 0.1"
    ),
    HUNTER_GAP_MM,
)
N35_D10X1: Final = MagnetDisc(
    1.19,
    10.0,
    1.0,
    0.0012,
    _by_mm("-16.4 -15.4 -13.0 -10.0 -7.3 -4.9 -2.7 -0.8 0.7 1.6 1.8 1.4 1.1 0.8 0.6 0.4 0.3 0.2 0.2 0.2 0.1 0.1"),
    HUNTER_GAP_MM,
)
N35_D8X3: Final = MagnetDisc(
    1.19,
    8.0,
    3.0,
    0.0012,
    _by_mm(
        "-28.0 -26.4 -22.5 -17.6 -12.7 -8.0 -3.8 -0.4 1.7 2.5 2.3 1.9 1.5 1.1 0.9 0.7 0.5 0.4 0.3 0.3 0.2 0.2 0.2 0.1"
    ),
    HUNTER_GAP_MM,
)


def field_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> float:
    """The axial flux density in mT, `gap_mm` (above zero) from the disc's face and `aside_mm` off its axis.

    It is positive on the axis and negative far from it, where the flux returns.
    """
    radius = disc.diameter_mm / 2
    scale = disc.remanence_t * 1000 / pi * radius / (radius + aside_mm)
    far_rim = _rim(gap_mm + disc.thickness_mm, aside_mm, radius)
    return scale * (far_rim - _rim(gap_mm, aside_mm, radius))


def _radial_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float) -> float:
    """The radial flux density in mT at the same place, positive where it points away from the axis."""
    radius = disc.diameter_mm / 2
    far_rim = _rim_radially(gap_mm + disc.thickness_mm, aside_mm, radius)
    return disc.remanence_t * 1000 / pi * (far_rim - _rim_radially(gap_mm, aside_mm, radius))


@cache
def _profile_mt(disc: MagnetDisc, gap_mm: float, field: Callable[..., float] = field_mt) -> tuple[float, ...]:
    """A field at 0, 0.25, 0.5 … 100 mm off the axis; a simulation looks it up thousands of times."""
    steps = [step * PROFILE_STEP_MM for step in range(round(PROFILE_END_MM / PROFILE_STEP_MM) + 1)]
    free = [field(disc, gap_mm, aside_mm) for aside_mm in steps]
    if field is not field_mt or not disc.steel_mt:
        return tuple(free)
    share = free[0] / field_mt(disc, disc.steel_gap_mm, 0.0)
    return tuple(mt + share * _steel_mt(disc, aside_mm) for mt, aside_mm in zip(free, steps, strict=True))


def _steel_mt(disc: MagnetDisc, aside_mm: float) -> float:
    """What a sensor's washer adds, for a disc that lies on the board so far beside it."""
    step, part = divmod(aside_mm, 1.0)
    near, far = (*disc.steel_mt, 0.0, 0.0)[min(int(step), len(disc.steel_mt)) :][:2]
    return near * (1.0 - part) + far * part


def look_up_mt(disc: MagnetDisc, gap_mm: float, aside_mm: float, field: Callable[..., float] = field_mt) -> float:
    """The field at a sensor, its washer included, interpolated to 0.1 mT; zero beyond 100 mm."""
    step, part = divmod(aside_mm / PROFILE_STEP_MM, 1.0)
    profile = _profile_mt(disc, gap_mm, field)
    if step + 1 >= len(profile):
        return 0.0
    return profile[int(step)] * (1.0 - part) + profile[int(step) + 1] * part


def _look_up_above_mt(
    disc: MagnetDisc, gap_mm: float, aside_mm: float, field: Callable[..., float] = field_mt
) -> float:
    """A field at any distance, interpolated between profiles that lie 5 % of the distance apart, to 0.5 %."""
    level, part = divmod(log(max(gap_mm, LEAST_GAP_MM) / LEAST_GAP_MM) / log(LEVEL_RATIO), 1.0)
    below_mm = LEAST_GAP_MM * LEVEL_RATIO**level
    return look_up_mt(disc, below_mm, aside_mm, field) * (1.0 - part) + part * look_up_mt(
        disc, below_mm * LEVEL_RATIO, aside_mm, field
    )


def _rim(along_mm: float, aside_mm: float, radius_mm: float) -> float:
    """The term of one rim of the current sheet (equation 4 of the paper)."""
    ratio = (radius_mm - aside_mm) / (radius_mm + aside_mm)
    reach_mm = hypot(along_mm, radius_mm + aside_mm)
    modulus = hypot(along_mm, radius_mm - aside_mm) / reach_mm
    root = abs(ratio) or 1e-12  # exactly below the rim: close to the limit
    return along_mm / reach_mm * _cel(modulus, root, ratio / root)


def _rim_radially(along_mm: float, aside_mm: float, radius_mm: float) -> float:
    """The radial term of one rim (equation 3 of the paper)."""
    reach_mm = hypot(along_mm, radius_mm + aside_mm)
    modulus = hypot(along_mm, radius_mm - aside_mm) / reach_mm
    return radius_mm / reach_mm * _cel(modulus, 1.0, -1.0)


def _cel(k: float, root: float, s: float) -> float:
    """The integral cel(k, root², 1, s root): ∫₀^{π/2} (cos²φ + s root sin²φ) / (cos²φ + root² sin²φ) / √(cos²φ + k²
    sin²φ) dφ, by the algorithm of Bulirsch (Numerische Mathematik 13, 1969).
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


SLIDE_S: Final = 0.15  # from one cell to the next
LONGEST_DRAG_S: Final = 0.1
"""The longest time that a drag takes from one point to the next; it takes as long as the hand did, if that is less."""
AWAY_MM: Final = 90.0
"""A piece as high as this above the board is off it."""
HOLDS_MM: Final = 3.0
"""Up to this height a piece still holds its part on the other face of the board."""
NOISE_LENGTH: Final = 8192
"""How many values noise is taken from; a board has at most 676 cells."""


class Magnet(msgspec.Struct, frozen=True, eq=False):  # identity is compared faster than values
    """A piece as the sensors sense it: discs on one axis, each at its distance from the sensors.

    A piece with parts on both faces of the board has a disc on either side. They attract each other, so their fields
    add up in the middle; the one on the other face drops off when the piece is lifted. `strength` is 1 for a good
    magnet; `polarity` is -1 for one upside down.
    """

    discs: tuple[tuple[MagnetDisc, float], ...]  # with the distance of its face from the sensors in mm
    strength: float = 1.0
    polarity: int = 1
    other_face: tuple[tuple[MagnetDisc, float], ...] = ()


MUMMY: Final = Magnet(((N35_D20X3, MUMMY_GAP_MM),), other_face=((FERRITE_D15X3, HUNTER_GAP_MM),))  # mover, indicator
HUNTER: Final = Magnet(((N35_D10X1, HUNTER_GAP_MM),))
"""A pawn for the board of sensors, which tells strengths apart."""
SWITCH_HUNTER: Final = Magnet(((N35_D8X3, HUNTER_GAP_MM),))
"""A pawn for the board of switches: so strong that each of them closes."""


class BoardGrid(msgspec.Struct, frozen=True):
    """Sensors in the middle of square cells, numbered row by row from the top left."""

    rows: int
    columns: int
    pitch_mm: float = 25.4

    def centre_mm(self, cell: int) -> tuple[float, float]:
        """Where a cell's sensor is, from the board's top left corner.

        :raises IndexError: no such cell
        """
        if not 0 <= cell < self.rows * self.columns:
            raise IndexError(f"cell {cell} of {self.rows * self.columns}")
        row, column = divmod(cell, self.columns)
        return (column + 0.5) * self.pitch_mm, (row + 0.5) * self.pitch_mm


Pose = tuple[float, float, float, float, float]
"""x and y in mm, the height above the face in mm, and how far the piece leans towards x and y in radians."""
Waypoint = tuple[float, Pose]
"""When a piece is where."""


class SimulatedMagnets:
    """Named magnets over a grid of sensors.

    `noise_mt` is the standard deviation of one reading; everything random comes from `seed`.
    """

    def __init__(
        self,
        grid: BoardGrid,
        pieces: Mapping[str, Magnet],
        *,
        pawn: Magnet = HUNTER,
        noise_mt: float = 0.1,
        seed: int = 0,
    ) -> None:
        self.grid = grid
        self.pieces = dict(pieces)
        self.pawn = pawn  # the magnet of the pawns that this board is made for
        self.noise_mt = noise_mt
        self.noisy: dict[int, float] = {}  # cell -> its own standard deviation in mT
        self.stuck: dict[int, float] = {}  # cell -> the constant reading in mT of a dead sensor
        self.drift_mt_per_s: dict[int, float] = {}  # cell -> the drift of its zero
        self.warmer_k = 0.0  # above 20 °C: magnets weaken
        self.seed = seed
        self._paths: dict[str, tuple[Waypoint, ...]] = {}  # of the pieces on the board
        self._dragged_s = float("-inf")

    def place(self, piece: str, cell: int, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a piece on a cell, that far off its centre; it leaves its former place.

        :raises KeyError: no such piece
        :raises IndexError: no such cell
        """
        x_mm, y_mm = self.grid.centre_mm(cell)
        self.put(piece, x_mm + dx_mm, y_mm + dy_mm)

    def put(self, piece: str, x_mm: float, y_mm: float) -> None:
        """Put a piece at any point at once. :raises KeyError: no such piece"""
        self._check_known(piece)
        self._paths[piece] = ((float("-inf"), (x_mm, y_mm, 0.0, 0.0, 0.0)),)

    def lift(self, piece: str) -> None:
        """Take a piece off the board; nothing happens if it is off already.

        :raises KeyError: no such piece
        """
        self._check_known(piece)
        self._paths.pop(piece, None)

    def slide(self, piece: str, cells: Sequence[int], now_s: float, each_s: float = SLIDE_S) -> float:
        """Push a piece in straight lines from cell to cell; return when it will arrive.

        :raises KeyError: no such piece
        :raises ValueError: the piece is not on the board
        :raises IndexError: no such cell
        """
        self._check_known(piece)
        start = self.where_mm(piece, now_s)
        if start is None:
            raise ValueError(f"{piece} is not on the board")
        points = [start, *map(self.grid.centre_mm, cells)]
        self._paths[piece] = tuple(
            (now_s + count * each_s, (*at_mm, 0.0, 0.0, 0.0)) for count, at_mm in enumerate(points)
        )
        return now_s + len(cells) * each_s

    def lead(self, piece: str, path: Sequence[Waypoint]) -> None:
        """Let a hand lead a piece along a path, in straight lines; above `AWAY_MM` it is off the board.

        :raises KeyError: no such piece
        """
        self._check_known(piece)
        self._paths[piece] = tuple(path)

    def drag(self, piece: str, x_mm: float, y_mm: float, now_s: float) -> float:
        """Push a piece to a point, after earlier drags and as fast as the hand went there; return when it will arrive.

        :raises KeyError: no such piece
        :raises ValueError: the piece is not on the board
        """
        self._check_known(piece)
        here = self.where_mm(piece, now_s)
        if here is None:
            raise ValueError(f"{piece} is not on the board")
        ahead = (point for point in self._paths[piece] if point[0] > now_s)
        path: list[Waypoint] = [(now_s, (*here, 0.0, 0.0, 0.0)), *ahead]
        arrival_s = path[-1][0] + min(LONGEST_DRAG_S, now_s - self._dragged_s)
        self._dragged_s = now_s
        self._paths[piece] = (*path, (arrival_s, (x_mm, y_mm, 0.0, 0.0, 0.0)))
        return arrival_s

    def where_mm(self, piece: str, now_s: float) -> tuple[float, float] | None:
        """Where a piece is at that moment; None off the board."""
        pose = self.pose(piece, now_s)
        return pose[:2] if pose else None

    def pose(self, piece: str, now_s: float) -> Pose | None:
        """Where a piece is at that moment, how high, and how far it leans; None off the board."""
        path = self._paths.get(piece)
        if path is None:
            return None
        ahead = bisect_right(path, now_s, key=itemgetter(0))
        pose = path[max(0, ahead - 1)][1]
        if 0 < ahead < len(path) and path[ahead][1] != pose:
            (from_s, before), (to_s, after) = path[ahead - 1 : ahead + 1]
            part = (now_s - from_s) / (to_s - from_s)
            x, y, height, lean_x, lean_y = (was + part * (then - was) for was, then in zip(before, after, strict=True))
            pose = (x, y, height, lean_x, lean_y)
        return pose if pose[2] < AWAY_MM else None

    def fields_mt(self, now_s: float) -> tuple[float, ...]:
        """The true field at every sensor, with the neighbours' return flux."""
        poses = ((magnet, self.pose(name, now_s)) for name, magnet in self.pieces.items())
        return _sum_mt(self.grid, tuple((magnet, pose) for magnet, pose in poses if pose), self.warmer_k)

    def readings_mt(self, now_s: float) -> tuple[float, ...]:
        """What every sensor reads: the field with noise, drift and dead sensors."""
        fields = self.fields_mt(now_s)
        first = crc32(f"{self.seed} at {now_s:.4f}".encode()) % (NOISE_LENGTH - len(fields))
        noise = _noise(self.seed)[first : first + len(fields)]
        noise_mt = self.noise_mt
        readings = [field_mt + noise_mt * part for field_mt, part in zip(fields, noise, strict=True)]
        for cell in {*self.drift_mt_per_s, *self.noisy}:
            drift_mt = self.drift_mt_per_s.get(cell, 0.0) * now_s
            readings[cell] = fields[cell] + drift_mt + self.noisy.get(cell, noise_mt) * noise[cell]
        for cell, dead_mt in self.stuck.items():
            readings[cell] = dead_mt
        return tuple(readings)

    def _check_known(self, piece: str) -> None:
        if piece not in self.pieces:
            raise KeyError(piece)


@lru_cache(maxsize=8)
def _noise(seed: int) -> tuple[float, ...]:
    """The values that noise is taken from: drawing new ones for every reading took longer than all else."""
    chance = Random(seed)
    return tuple(chance.gauss(0.0, 1.0) for _ in range(NOISE_LENGTH))


@lru_cache(maxsize=8)
def _sum_mt(grid: BoardGrid, standing: tuple[tuple[Magnet, Pose], ...], warmer_k: float) -> tuple[float, ...]:
    """The sum of all fields at every sensor; cached, because most of the time no piece moves."""
    fields = (_field_mt(grid, *piece, warmer_k) for piece in standing)
    return tuple(map(sum, zip(*fields, strict=True))) or (0.0,) * (grid.rows * grid.columns)


@lru_cache(maxsize=64)
def _field_mt(grid: BoardGrid, magnet: Magnet, pose: Pose, warmer_k: float) -> tuple[float, ...]:
    """One magnet's field at every sensor; cached, because most pieces do not move."""
    x_mm, y_mm, height_mm, lean_x, lean_y = pose
    scaled = [(disc, gap_mm, _share(magnet, disc, warmer_k)) for disc, gap_mm in magnet.discs]
    across = [(disc, gap_mm, _share(magnet, disc, warmer_k)) for disc, gap_mm in magnet.other_face]
    places = _places_mm(grid)
    if height_mm == lean_x == lean_y == 0.0:
        return tuple(
            sum(share * look_up_mt(disc, gap_mm, hypot(x_mm - x, y_mm - y)) for disc, gap_mm, share in scaled + across)
            for x, y in places
        )
    held = across if height_mm < HOLDS_MM else []
    return tuple(
        sum(share * _leaning_mt(disc, gap_mm, x - x_mm, y - y_mm, pose) for disc, gap_mm, share in scaled)
        + sum(share * look_up_mt(disc, gap_mm, hypot(x_mm - x, y_mm - y)) for disc, gap_mm, share in held)
        for x, y in places
    )


def _share(magnet: Magnet, disc: MagnetDisc, warmer_k: float) -> float:
    return magnet.polarity * magnet.strength * (1.0 - disc.loss_per_k * warmer_k)


@cache
def _places_mm(grid: BoardGrid) -> tuple[tuple[float, float], ...]:
    return tuple(map(grid.centre_mm, range(grid.rows * grid.columns)))


def _leaning_mt(disc: MagnetDisc, gap_mm: float, x_mm: float, y_mm: float, pose: Pose) -> float:
    """The field across the board of a disc that is lifted and leans, at a sensor that far from below it.

    A leaning disc stands on its rim, and its axis meets the board elsewhere than below it.
    """
    _, _, height_mm, lean_x, lean_y = pose
    lean = hypot(lean_x, lean_y)
    down_mm = gap_mm + height_mm + sin(lean) * disc.diameter_mm / 2
    part = sin(lean) / lean if lean else 0.0
    axis_x, axis_y, axis_down = part * lean_x, part * lean_y, cos(lean)
    along_mm = x_mm * axis_x + y_mm * axis_y + down_mm * axis_down
    if along_mm <= 0.0:
        return 0.0
    aside_mm = hypot(x_mm - along_mm * axis_x, y_mm - along_mm * axis_y, down_mm - along_mm * axis_down)
    field = axis_down * _look_up_above_mt(disc, along_mm, aside_mm)
    if lean and aside_mm:
        outward = (down_mm - along_mm * axis_down) / aside_mm
        field += outward * _look_up_above_mt(disc, along_mm, aside_mm, _radial_mt)
    return field
