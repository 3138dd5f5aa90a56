"""The scales of the sensors: each from its data sheet's sensitivity and the Pico's converter."""

import pytest

from hardware.pico.pins import SCALES_NT, SENSOR
from hardware.simulated.boards import SCALE_NT


@pytest.mark.parametrize(("sensor", "mv_per_mt"), [("DRV5055A4", 7.5), ("SS49E", 14.0 * 3.3 / 5.0)])
def test_a_scale_is_what_one_step_of_eight_samples_measures(sensor: str, mv_per_mt: float) -> None:
    """3.3 V in 4096 steps, eight samples added, and the sensitivity at 3.3 V."""
    assert SCALES_NT[sensor] == pytest.approx(3300 / 4096 / 8 / mv_per_mt * 1e6, rel=1e-3)


def test_the_simulated_board_has_the_sensors_that_are_recommended() -> None:
    """What the hands are judged with is what the Pico's program sends."""
    assert SCALES_NT[SENSOR] == SCALE_NT
