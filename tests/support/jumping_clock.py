"""Plays a stored game on in the real loop while the computer's clock jumps; prints each action's year: `DATA CLOCK`.

`CLOCK` is the file from which libfaketime, loaded beneath this program, takes what the calendar says.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.config.file import JOURNAL_NAME, Config
from firmware_py.device import early_presses
from firmware_py.device.app import App
from firmware_py.device.loop import run
from firmware_py.storage.journal import open_journal
from hardware import Devices

ACTIONS = 6


class JumpingScreen:
    """Presses ok in every round of the loop, each time years before or after."""

    def __init__(self, clock: Path) -> None:
        self._clock = clock
        self._years = cycle((1971, 2105, 2026, 1999))
        self._ply = 0
        self._is_stored = True

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Note how far the game is, and whether that is stored."""
        self._is_stored = app.saving_since_s is None
        session = app.table.session
        self._ply = session.ply if session else 0

    def poll(self) -> tuple[WindowEvent, ...]:
        """Let the calendar jump, and press, as soon as the last press is stored."""
        if not self._is_stored:
            return ()
        self._clock.write_text(f"{next(self._years)}-02-03 04:05:06\n")
        return (CloseRequested(),) if self._ply == ACTIONS else (Touched("button:ok"),)


def main(data: Path, clock: Path) -> None:
    early_presses.EARLY_S = -1.0  # nobody here looks first whose turn it is
    run(Config(language="en"), data, JumpingScreen(clock), simulate=True)
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        (summary,) = journal.games()
        print(*(time.year for time in journal.load(summary.id).times))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
