"""What goes over the I2C bus, beside the floor and another driver: counts that no machine changes."""

import pytest
from bench.wires import FLOOR_CLOCKS, adafruits_clocks, our_clocks, our_idle_minute


def test_a_scan_takes_less_than_twice_the_floor() -> None:
    """The floor has one transfer and seven chips; ours has eight chips that can be told apart when one fails."""
    assert our_clocks() < 2 * FLOOR_CLOCKS


def test_nothing_is_sent_at_rest_but_the_safety_scan() -> None:
    """Two a second, each with a look at the registers; for nothing else the driver wakes up."""
    clocks, wakeups = our_idle_minute()
    assert clocks / 60 <= 3 * our_clocks()
    assert wakeups <= 2 * 60 + 1


def test_adafruits_driver_takes_no_fewer_clocks() -> None:
    """Neither with all pins of a chip at once nor, as its documentation shows it, pin by pin."""
    pytest.importorskip("adafruit_mcp230xx", reason="its driver comes with the extra `bench`")
    at_once, pin_by_pin = adafruits_clocks()
    assert our_clocks() <= at_once
    assert 10 * our_clocks() < pin_by_pin
