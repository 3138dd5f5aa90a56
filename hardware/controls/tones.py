"""Tunes as samples for an audio output: pure functions."""

from array import array
from math import pi, sin
from typing import Final

from hardware.controls.buzzer import Tune

RATE_HZ: Final = 22_050
"""Samples per second; enough for the highest tone of the buzzer."""
PEAK: Final = 20_000
"""The amplitude of a tone, of 32,767: with room for the player's own arithmetic."""
RAMP_S: Final = 0.004
"""A note rises and falls in so many seconds: a tone cut off at its crest would click."""


def samples(tune: Tune) -> "array[int]":
    """Return a tune as signed 16-bit samples of one channel, `RATE_HZ` a second; it begins and ends at zero."""
    made: array[int] = array("h")
    for frequency_hz, duration_s in tune:
        count = round(duration_s * RATE_HZ)
        ramp = max(1.0, min(RAMP_S * RATE_HZ, count / 2))
        angle = 2 * pi * (frequency_hz or 0.0) / RATE_HZ
        made.extend(round(PEAK * min(1.0, i / ramp, (count - 1 - i) / ramp) * sin(angle * i)) for i in range(count))
    return made
