"""What the computer knows of the time: whether its clock is right, what it says, and which power-on this is.

Why a clock that shows a year is not believed: a Raspberry Pi has none that goes on without power. It starts with the
time at which it was switched off, and only a network or a battery makes that right.

Why the time is that of the place: a family's evening is a day of its own calendar, and not of Greenwich's.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from firmware_py.host.computer import SYSTEM

TIMESYNC = "run/systemd/timesync"
"""The folder of systemd-timesyncd, with the file `synchronized` once a network has told it the time."""
CLOCKS = "sys/class/rtc"
"""The kernel's clocks with a battery; one that has lost its power counts from 1970 or 2000."""
RELIABLE_SINCE = 1_767_225_600
"""The beginning of the year of the first version, in seconds since 1970."""
UNSET = datetime(1970, 1, 1, tzinfo=UTC)


def is_set(system: Path = SYSTEM) -> bool:
    """Whether the computer's clock is right: set by a network, or kept by a battery; believed where nobody can tell."""
    timesync = system / TIMESYNC
    if not timesync.exists() or (timesync / "synchronized").exists():
        return True
    with suppress(OSError, ValueError):
        return any(int((one / "since_epoch").read_text()) >= RELIABLE_SINCE for one in (system / CLOCKS).iterdir())
    return False


def now(system: Path = SYSTEM) -> datetime:
    """The time of the place; the seconds since power-on after `UNSET` if nobody has set the clock."""
    return datetime.now().astimezone() if is_set(system) else UNSET + timedelta(seconds=time.monotonic())


def boot_id(system: Path = SYSTEM) -> str:
    """The kernel's id of this power-on, in short; one of this process where it has none."""
    with suppress(OSError):
        return (system / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").replace("-", "")[:16]
    return _draw_id()


@cache
def _draw_id() -> str:
    return os.urandom(8).hex()
