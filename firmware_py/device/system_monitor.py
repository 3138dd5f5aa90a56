"""The system monitor: whether the power supply is too weak, and whether a USB stick is plugged in.

Why it wakes nothing: the loop goes round often enough, and each poll reads two small files.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware_py.host.health import is_power_weak
from firmware_py.storage.usb_stick import find_sticks

POLL_EVERY_S = 2.0
"""The shortest time between two polls."""


class SystemState(msgspec.Struct, frozen=True):
    """What the last poll found."""

    system: Path
    """The root of the system's files."""
    power_is_weak: bool = False
    power_was_weak: bool = False
    """At any poll so far: the players are warned only once."""
    has_stick: bool = False
    polled_s: float = float("-inf")


def poll(state: SystemState, now_s: float) -> SystemState:
    """Return what a poll finds now, or the same state if the last poll was a moment ago."""
    if now_s < state.polled_s + POLL_EVERY_S:
        return state
    is_weak = is_power_weak(state.system)
    return replace(
        state,
        power_is_weak=is_weak,
        power_was_weak=state.power_was_weak or is_weak,
        has_stick=bool(find_sticks(state.system)),
        polled_s=now_s,
    )
