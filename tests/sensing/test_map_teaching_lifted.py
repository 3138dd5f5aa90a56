"""The mummy's figure over linear sensors in three dimensions: slid over rims it is on the board, in a hop it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from random import Random

import pytest

from firmware_py.pages.malediction.map_editor import teaching as figure
from firmware_py.pages.malediction.map_editor.teaching import Arrival, Sliding
from firmware_py.sensing import Calibration
from hardware.simulated.magnets import MUMMY, BoardGrid, look_up_mt

FRAME_S = 0.02
GRID = BoardGrid(3, 4)
START, END = 5, 6
"""Two cells in the middle of the board, side by side."""

Place = tuple[float, float, float]
"""From the board's top left corner, and above it, in mm."""


@dataclass(frozen=True)
class Shot:
    """A frame as a driver would give it."""

    cells: tuple[float, ...]
    at_s: float
    columns: int = GRID.columns
    reading: str = "millitesla"
    unread: frozenset[int] = frozenset()
    railed: frozenset[int] = frozenset()


class Figure:
    """The mummy in a hand, and what is inferred from the readings; `strength` is 1 for good magnets."""

    def __init__(self, seed: int, strength: float, noise_mt: float) -> None:
        self.chance, self.strength, self.noise_mt = Random(seed), strength, noise_mt
        self.now_s = 0.0
        self.sliding = Sliding(Calibration())
        self.found: list[Arrival] = []
        self.start, self.end = self._beside_the_middle(START), self._beside_the_middle(END)
        self.move(lambda _: (*self.start, 0.0), 0.6)

    def _beside_the_middle(self, cell: int) -> tuple[float, float]:
        x_mm, y_mm = GRID.centre_mm(cell)
        return x_mm + self.chance.uniform(-4.0, 4.0), y_mm + self.chance.uniform(-4.0, 4.0)

    def go(self, above: Callable[[float, float], float], lasts_s: float) -> list[Arrival]:
        """Lead the figure to the next cell, so high above the board by its part of the way and by its x in mm."""

        def place(part: float) -> Place:
            (x_mm, y_mm), (end_x, end_y) = self.start, self.end
            x_mm += part * (end_x - x_mm)
            return x_mm, y_mm + part * (end_y - y_mm), above(part, x_mm)

        self.move(place, lasts_s)
        self.move(lambda _: (*self.end, 0.0), 0.4)
        return self.found

    def move(self, place: Callable[[float], Place], lasts_s: float) -> None:
        """Let the figure be in these places, by the part of the time."""
        for step in range(round(lasts_s / FRAME_S)):
            self.now_s += FRAME_S
            self.sliding, found = figure.feed(
                self.sliding, Shot(self._sensed_mt(*place(step * FRAME_S / lasts_s)), self.now_s)
            )
            if found:
                self.found.append(found)

    def _sensed_mt(self, x_mm: float, y_mm: float, above_mm: float) -> tuple[float, ...]:
        above_mm = round(4 * above_mm) / 4  # fewer heights to compute a profile for
        asides = (hypot(x_mm - x, y_mm - y) for x, y in map(GRID.centre_mm, range(12)))
        return tuple(
            self.strength
            * sum(look_up_mt(disc, gap_mm + above_mm, aside_mm) for disc, gap_mm in (*MUMMY.discs, *MUMMY.other_face))
            + self.chance.gauss(0.0, self.noise_mt)
            for aside_mm in asides
        )


@pytest.mark.parametrize("rim_mm", [0.0, 1.5, 3.0])
@pytest.mark.parametrize(("strength", "noise_mt"), [(1.0, 0.1), (1.0, 0.5), (0.5, 0.1), (0.5, 0.5)])
def test_a_slide_is_a_slide_over_the_rims_of_recesses_as_well(rim_mm, strength, noise_mt):
    """Slow or fast, askew, with weak magnets and noise: the rim between two cells may lift the figure on its way."""
    middle_mm = GRID.pitch_mm * (START + 1 - GRID.columns)

    def above_mm(_: float, x_mm: float) -> float:
        return rim_mm * min(1.0, max(0.0, (8.0 - abs(x_mm - middle_mm)) / 3.0))

    for seed, each_s in enumerate((0.12, 0.15, 0.3, 0.45, 0.6)):
        found = Figure(seed, strength, noise_mt).go(above_mm, each_s)
        assert found == [Arrival("slid", START, END)]


@pytest.mark.parametrize("high_mm", [12.0, 20.0, 30.0, 50.0])
def test_a_hop_is_no_slide_however_short_and_low(high_mm):
    """Even low enough for one of the two cells to sense it all the time."""
    for seed, lasts_s in enumerate((0.14, 0.18, 0.2, 0.24)):
        found = Figure(seed, 1.0, 0.2).go(lambda part, _: 4 * high_mm * part * (1 - part), lasts_s)
        assert found == [Arrival("lifted", START, END)]
