"""Safe mode: what a box does that fails again and again as soon as it is started.

Why a counter beside the program: whatever makes it fail (a setting, a game, a part) is met again at the next start, so
the only one who can tell is the next start itself. It is counted up before anything else happens, the screen included,
and removed once the device has run for a while or was ended on purpose. It lies where nothing outlives the power, so
that a child who plays with the switch makes no safe mode, and every time the power comes back the full device is tried
again. Where systemd gives no such place, nobody starts the program again either, and nothing is counted.

Why the first picture is counted apart: a screen that ends the program, or holds it up, does so before the settings and
the games are even looked at. They are not to blame, and the games are not set aside for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

FAILED_STARTS = 3
"""So many failed starts in a row lead to safe mode, or, if none came as far as the first picture, to no screen."""
WITHOUT_PINS = 2 * FAILED_STARTS
"""So many, safe mode included, and the pins are suspected as well."""
WITHOUT_SCREEN = 3 * FAILED_STARTS
"""So many, and the screen is."""
STEADY_S = 180.0
"""A device that has run for so many seconds has started well. A part that hangs within the first of them ends the
program only when the patience with it and the watchdog's time are over, so it must be longer than both.

A part that first hangs later is not counted, however often: people are back at their game in seconds, and safe mode
would take that game, their settings and the board from them."""
LOADING_S = 120
"""After the first picture settings, games and parts may take so many seconds: a damaged journal is rescued meanwhile.
For the first picture itself the unit has a shorter patience (TimeoutStartSec)."""

MARKER = "unfinished-start"
PICTURE_MARKER = "unfinished-picture"


@dataclass(frozen=True)
class Start:
    """What is known of the starts before this one."""

    failed: int = 0
    """How many in a row failed."""
    screen_fault: str = ""
    """Why the screen is not even opened; empty if it is."""
    folder: Path | None = None
    """Where they are counted, if they are."""

    def picture_stands(self) -> None:
        """Note that the screen, if it was opened, did not end this start."""
        if self.folder and not self.screen_fault:
            forget_starts(self.folder / PICTURE_MARKER)

    def is_steady(self) -> None:
        """Note that this start did not fail."""
        if self.folder:
            forget_starts(self.folder / MARKER)

    def ended(self) -> None:
        """Note that the program was ended on purpose: next time all is tried again."""
        self.is_steady()
        if self.folder:
            forget_starts(self.folder / PICTURE_MARKER)


def begin(environ: Mapping[str, str] = os.environ) -> Start:
    """Count this start, in the directory systemd gives for as long as the service is wanted."""
    volatile = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not volatile:
        return Start()
    folder = Path(volatile)
    pictureless = count_start(folder / PICTURE_MARKER)
    if pictureless == FAILED_STARTS:
        forget_starts(folder / MARKER)  # it was the screen
    failed = count_start(folder / MARKER)
    fault = ""
    if pictureless >= FAILED_STARTS or failed >= WITHOUT_SCREEN:
        fault = f"The screen is left out: {max(pictureless, failed)} starts in a row failed, perhaps because of it."
    return Start(failed, fault, folder)


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
