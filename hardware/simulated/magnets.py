"""Magnets on a board of hall sensors: where they are, what every sensor reads, and what goes wrong.

Why positions and noise are functions of time: a slide is stored once as a path, and every call gives the place at its
`now_s`. A simulated clock may jump, and the same script gives the same readings, however often they are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot
from operator import add
from random import Random
from typing import Final
from zlib import crc32

from hardware.simulated.disc_field import FERRITE_D10X3, N35_D10X3, N42_D15X5, MagnetDisc, looked_up_mt

SLIDE_S: Final = 0.15  # from one cell to the next
DRAG_MM_PER_S: Final = 250.0
"""How fast a piece is dragged at most: the slowest sensor still senses it on each cell of its path."""
NOISE_LENGTH: Final = 8192
"""How many values noise is taken from; a board has at most 676 cells."""


@dataclass(frozen=True, slots=True, eq=False)  # identity is compared faster than values
class Magnet:
    """A piece as the sensors sense it: discs on one axis, each at its distance from the sensors.

    A piece with parts on both faces of the board has a disc on either side. They attract each other, so their fields
    add up in the middle. `strength` is 1 for a good magnet; `polarity` is -1 for one upside down.
    """

    discs: tuple[tuple[MagnetDisc, float], ...]  # with the distance of its face from the sensors in mm
    strength: float = 1.0
    polarity: int = 1


MUMMY: Final = Magnet(((N42_D15X5, 4.0), (N35_D10X3, 4.0)))  # mover and indicator
HUNTER: Final = Magnet(((FERRITE_D10X3, 4.0),))


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """Sensors in the middle of square cells, numbered row by row from the top left."""

    rows: int
    columns: int
    pitch_mm: float = 25.0

    def centre_mm(self, cell: int) -> tuple[float, float]:
        """Return where a cell's sensor is, from the board's top left corner.

        :raises IndexError: no such cell
        """
        if not 0 <= cell < self.rows * self.columns:
            raise IndexError(f"cell {cell} of {self.rows * self.columns}")
        row, column = divmod(cell, self.columns)
        return (column + 0.5) * self.pitch_mm, (row + 0.5) * self.pitch_mm


Waypoint = tuple[float, float, float]  # when, x in mm, y in mm


class SimulatedMagnets:
    """Named magnets over a grid of sensors.

    `noise_mt` is the standard deviation of one reading; everything random comes from `seed`.
    """

    def __init__(self, grid: BoardGrid, pieces: Mapping[str, Magnet], *, noise_mt: float = 0.1, seed: int = 0) -> None:
        self.grid = grid
        self.pieces = dict(pieces)
        self.noise_mt = noise_mt
        self.noisy: dict[int, float] = {}  # cell -> its own standard deviation in mT
        self.stuck: dict[int, float] = {}  # cell -> the constant reading in mT of a dead sensor
        self.drift_mt_per_s: dict[int, float] = {}  # cell -> the drift of its zero
        self.warmer_k = 0.0  # above 20 °C: magnets weaken
        self._seed = seed
        self._paths: dict[str, tuple[Waypoint, ...]] = {}  # of the pieces on the board

    def place(self, piece: str, cell: int, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a piece on a cell, that far off its centre; it leaves its former place.

        :raises KeyError: no such piece
        :raises IndexError: no such cell
        """
        x_mm, y_mm = self.grid.centre_mm(cell)
        self.put(piece, x_mm + dx_mm, y_mm + dy_mm)

    def put(self, piece: str, x_mm: float, y_mm: float) -> None:
        """Put a piece at any point at once. :raises KeyError: no such piece"""
        self._known(piece)
        self._paths[piece] = ((float("-inf"), x_mm, y_mm),)

    def lift(self, piece: str) -> None:
        """Take a piece off the board; nothing happens if it is off already.

        :raises KeyError: no such piece
        """
        self._known(piece)
        self._paths.pop(piece, None)

    def slide(self, piece: str, cells: Sequence[int], now_s: float, each_s: float = SLIDE_S) -> float:
        """Push a piece in straight lines from cell to cell; return when it will arrive.

        :raises KeyError: no such piece
        :raises ValueError: the piece is not on the board
        :raises IndexError: no such cell
        """
        self._known(piece)
        start = self.where_mm(piece, now_s)
        if start is None:
            raise ValueError(f"{piece} is not on the board")
        stops = [self.grid.centre_mm(cell) for cell in cells]
        self._paths[piece] = tuple((now_s + index * each_s, *point) for index, point in enumerate([start, *stops]))
        return now_s + len(cells) * each_s

    def drag(self, piece: str, x_mm: float, y_mm: float, now_s: float) -> float:
        """Push a piece to a point after all points of earlier drags; return when it will arrive.

        :raises KeyError: no such piece
        :raises ValueError: the piece is not on the board
        """
        self._known(piece)
        here = self.where_mm(piece, now_s)
        if here is None:
            raise ValueError(f"{piece} is not on the board")
        ahead = (point for point in self._paths[piece] if point[0] > now_s)
        path: list[Waypoint] = [(now_s, *here), *ahead]
        last_s, *last = path[-1]
        distance_mm = dist(last, (x_mm, y_mm))
        if distance_mm > 0:
            path.append((last_s + distance_mm / DRAG_MM_PER_S, x_mm, y_mm))
        self._paths[piece] = tuple(path)
        return path[-1][0]

    def where_mm(self, piece: str, now_s: float) -> tuple[float, float] | None:
        """Return where a piece is at that moment; None off the board."""
        path = self._paths.get(piece)
        if path is None:
            return None
        for (from_s, from_x, from_y), (to_s, to_x, to_y) in pairwise(path):
            if now_s < to_s:
                part = max(0.0, (now_s - from_s) / (to_s - from_s))
                return from_x + part * (to_x - from_x), from_y + part * (to_y - from_y)
        return path[-1][1:]

    def fields_mt(self, now_s: float) -> tuple[float, ...]:
        """Return the true field at every sensor, with the neighbours' return flux."""
        places = ((magnet, self.where_mm(name, now_s)) for name, magnet in self.pieces.items())
        return _sum_mt(self.grid, tuple((magnet, *place) for magnet, place in places if place), self.warmer_k)

    def readings_mt(self, now_s: float) -> tuple[float, ...]:
        """Return what every sensor reads: the field with noise, drift and dead sensors."""
        fields = self.fields_mt(now_s)
        first = crc32(f"{self._seed} at {now_s:.4f}".encode()) % (NOISE_LENGTH - len(fields))
        noise = _noise(self._seed, self.noise_mt)[first : first + len(fields)]
        readings = list(map(add, fields, noise))
        for cell in {*self.drift_mt_per_s, *self.noisy}:
            drift_mt = self.drift_mt_per_s.get(cell, 0.0) * now_s
            noise = _noise(self._seed, self.noisy.get(cell, self.noise_mt))
            readings[cell] = fields[cell] + drift_mt + noise[first + cell]
        for cell, dead_mt in self.stuck.items():
            readings[cell] = dead_mt
        return tuple(readings)

    def _known(self, piece: str) -> None:
        if piece not in self.pieces:
            raise KeyError(piece)


@lru_cache(maxsize=4)
def _noise(seed: int, noise_mt: float) -> tuple[float, ...]:
    """Return the values that noise is taken from; drawing them for every reading took longer than all else."""
    chance = Random(seed)
    return tuple(noise_mt * chance.gauss(0.0, 1.0) for _ in range(NOISE_LENGTH))


@lru_cache(maxsize=8)
def _sum_mt(grid: BoardGrid, standing: tuple[tuple[Magnet, float, float], ...], warmer_k: float) -> tuple[float, ...]:
    """Return the sum of all fields at every sensor; cached, because most of the time no piece moves."""
    fields = (_field_mt(grid, *piece, warmer_k) for piece in standing)
    return tuple(map(sum, zip(*fields, strict=True))) or (0.0,) * (grid.rows * grid.columns)


@lru_cache(maxsize=64)
def _field_mt(grid: BoardGrid, magnet: Magnet, x_mm: float, y_mm: float, warmer_k: float) -> tuple[float, ...]:
    """Return one magnet's field at every sensor; cached, because most pieces do not move."""
    return tuple(
        magnet.polarity
        * magnet.strength
        * sum(
            looked_up_mt(disc, gap_mm, hypot(x_mm - sensor_x, y_mm - sensor_y)) * (1.0 - disc.loss_per_k * warmer_k)
            for disc, gap_mm in magnet.discs
        )
        for sensor_x, sensor_y in map(grid.centre_mm, range(grid.rows * grid.columns))
    )
