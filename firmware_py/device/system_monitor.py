"""What changes around the box without a press: the power supply sags, a stick is plugged in or pulled out.

Why nothing is woken up for it: the loop goes round often enough anyway, and each look costs two small files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from firmware_py.host.health import is_power_weak
from firmware_py.storage.usb_stick import find_stick

POLL_EVERY_S = 2.0
"""How often one looks, at the most."""


@dataclass(frozen=True)
class SystemState:
    """What was there at the last look."""

    system: Path
    """Where the system's files are."""
    power_is_weak: bool = False
    power_was_weak: bool = False
    """At any look so far: it is told in words only once."""
    has_stick: bool = False
    looked_s: float = float("-inf")


def poll(around: SystemState, now_s: float) -> SystemState:
    """Return what is there now; what was there, as long as the last look is not long ago."""
    if now_s < around.looked_s + POLL_EVERY_S:
        return around
    is_weak = is_power_weak(around.system)
    return replace(
        around,
        power_is_weak=is_weak,
        power_was_weak=around.power_was_weak or is_weak,
        has_stick=find_stick(around.system) is not None,
        looked_s=now_s,
    )
