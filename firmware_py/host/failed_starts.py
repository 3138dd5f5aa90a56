"""The count of failed starts, which decides about safe mode and about leaving out parts.

Why a count in a file: what makes a start fail (a setting, a game, a part) is there again at the next start, and only
that next start can notice it. The count goes up before anything else happens, the screen included. It is removed once
the device has run for a while, or was ended on purpose.

Why the file is in memory: switching the power off and on, as children do, must not lead to safe mode, and after every
power cut the full device is tried again. Without systemd there is no such folder, and nobody restarts the program
either, so nothing is counted.

Why the first picture has a count of its own: a screen that ends or blocks the program does so before settings and games
are read. They are not the cause, so the games are not set aside for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FAILED_STARTS = 3
"""This many failed starts in a row lead to safe mode; if none reached the first picture, to a start without screen."""
WITHOUT_PINS = 2 * FAILED_STARTS
"""After this many, those in safe mode included, the pins are left out."""
WITHOUT_SCREEN = 3 * FAILED_STARTS
"""After this many, the screen is left out."""
STEADY_S = 180.0
"""A device that has run for this time has started well. It is longer than the patience with a part plus the watchdog's
time, so that a part that hangs from the start is counted.

A part that first hangs later is not counted, however often: people are back at their game in seconds, and safe mode
would take away that game, their settings and the board."""
LOADING_S = 120
"""How long settings, games and parts may take after the first picture, with the rescue of a damaged journal. For the
first picture itself the unit has a shorter limit (TimeoutStartSec)."""

MARKER = "unfinished-start"
PICTURE_MARKER = "unfinished-picture"


class Start(NamedTuple):
    """This start, and what is known of those before."""

    failed: int = 0
    """How many starts in a row failed before this one."""
    screen_fault: str = ""
    """Why the screen is not opened; empty if it is."""
    folder: Path | None = None
    """The folder of the counts; None if nothing is counted."""

    def picture_stands(self) -> None:
        """Note that the screen, if it was opened, did not end this start."""
        if self.folder and not self.screen_fault:
            forget_starts(self.folder / PICTURE_MARKER)

    def is_steady(self) -> None:
        """Note that this start did not fail."""
        if self.folder:
            forget_starts(self.folder / MARKER)

    def note_end(self) -> None:
        """Note that the program was ended on purpose, so that the next start tries everything again."""
        self.is_steady()
        if self.folder:
            forget_starts(self.folder / PICTURE_MARKER)


def begin(environ: Mapping[str, str] = os.environ) -> Start:
    """Count this start, in the runtime directory that systemd gives to the service."""
    folder = runtime_folder(environ)
    if not folder:
        return Start()
    pictureless = count_start(folder / PICTURE_MARKER)
    if pictureless == FAILED_STARTS:
        forget_starts(folder / MARKER)  # it was the screen
    failed = count_start(folder / MARKER)
    fault = ""
    if pictureless >= FAILED_STARTS or failed >= WITHOUT_SCREEN:
        fault = f"The screen is left out: {max(pictureless, failed)} starts in a row failed, perhaps because of it."
    return Start(failed, fault, folder)


def runtime_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The service's folder in memory, made by systemd; None on a desk."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(folder) if folder else None


def count_start(place: Path) -> int:
    """Count this start, and return how many in a row failed before it.

    If the count cannot be written, there is no safe mode, and the game goes on.
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
