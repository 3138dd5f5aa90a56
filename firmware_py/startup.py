"""Safe mode: what a box does that fails again and again as soon as it is started.

Why a counter beside the program: whatever makes it fail (a setting, a game, a part) is met again at the next start, so
the only one who can tell is the next start itself. It is counted up before anything else happens and removed once the
device has run for a while or was ended on purpose. It lies where nothing outlives the power, so that a child who plays
with the switch makes no safe mode, and every time the power comes back the full device is tried again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FAILED_STARTS = 3
"""So many failed starts in a row lead to safe mode."""
WITHOUT_PINS = 2 * FAILED_STARTS
"""So many, safe mode included, and the pins are suspected as well."""
STEADY_S = 20.0
"""A device that has run for so many seconds has started well."""

MARKER = "unfinished-start"


def marker(data: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the file that counts: in the directory systemd gives for the running system, else beside the games."""
    volatile = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return (Path(volatile) if volatile else data) / MARKER


def count_start(place: Path) -> int:
    """Return how many starts in a row failed before this one, and count this one.

    A disk that cannot be written keeps no count; then there is no safe mode, and the game goes on.
    """
    try:
        failed = int(place.read_text(encoding="ascii"))
    except (OSError, ValueError):
        failed = 0
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(str(failed + 1), encoding="ascii")
    return failed


def forget_starts(place: Path) -> None:
    """Note that this start did not fail."""
    with suppress(OSError):
        place.unlink(missing_ok=True)
