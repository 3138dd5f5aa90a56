"""What frames show of the board they come from: how often they come, and how much each cell trembles."""

from __future__ import annotations

import pytest
from shots import Shot

from firmware_py.sensing import Measured, measure


def test_noise_is_each_cell_s_standard_deviation_and_rate_counts_intervals():
    """A cell that says the same all the time has none, whatever it says."""
    shots = [Shot((40.0, (-1.0) ** number), 7.0 + number * 0.25) for number in range(5)]
    found = measure(shots[:4])
    assert found.rate_hz == pytest.approx(4.0)
    assert found.noise_mt == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize("count", [0, 1])
def test_less_than_two_frames_show_nothing(count):
    """Neither a rate nor a noise."""
    assert measure([Shot((1.0, 2.0), 0.0)] * count) == Measured()


def test_frames_of_one_moment_have_no_rate():
    """It cannot be told how fast they came."""
    assert measure([Shot((1.0, 2.0), 3.0)] * 2) == Measured(0.0, (0.0, 0.0))
