"""How well a magnetic board senses: how many frames arrive in a second, and how noisy each cell is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from firmware_py.sensing.cells import CellReadings


class Measured(msgspec.Struct, frozen=True):
    """What frames of one board show, all asked for."""

    rate_hz: float = 0.0
    noise_mt: tuple[float, ...] = ()
    """Each cell's standard deviation; it includes pieces that are moved meanwhile."""


def measured(frames: Sequence[CellReadings]) -> Measured:
    """Return what these frames show; nothing is known from less than two."""
    if len(frames) < 2:
        return Measured()
    lasted_s = frames[-1].at_s - frames[0].at_s
    rate_hz = (len(frames) - 1) / lasted_s if lasted_s else 0.0
    return Measured(rate_hz, tuple(map(_deviation, zip(*(frame.cells for frame in frames), strict=True))))


def _deviation(readings: Sequence[float]) -> float:
    mean = sum(readings) / len(readings)
    return sqrt(sum((reading - mean) ** 2 for reading in readings) / len(readings))
