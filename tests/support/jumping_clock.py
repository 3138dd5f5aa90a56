"""Plays a stored game on in the real loop while the computer's clock jumps; prints each action's year: `DATA CLOCK`.

`CLOCK` is the file from which libfaketime, loaded beneath this program, takes what the calendar says.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

from looking_screen import QUICK_EYES, LookingScreen

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.device.running import run
from firmware_py.storage.opening import open_journal

ACTIONS = 6


class JumpingScreen(LookingScreen):
    """Presses ok time and again, each time years before or after."""

    def __init__(self, clock: Path) -> None:
        super().__init__()
        self._clock = clock
        self._years = cycle((1971, 2105, 2026, 1999))

    def touched(self) -> tuple[WindowEvent, ...]:
        """Let the calendar jump, and press."""
        self._clock.write_text(f"{next(self._years)}-02-03 04:05:06\n")
        return (CloseRequested(),) if self.ply == ACTIONS else (Touched("button:ok"),)


def main(data: Path, clock: Path) -> None:
    run(Config(language="en", buttons=QUICK_EYES), data, JumpingScreen(clock), simulate=True)
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        (summary,) = journal.games()
        print(*(time.year for time in journal.load(summary.id).times))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
