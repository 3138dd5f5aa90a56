"""Plays a stored game on in the real loop, and prints what it showed in each round: `DATA PRESSES`.

Each round presses ok, whatever is shown, until that was done so many times; then the window is closed. The journal must
hold one action for each of these presses but the first, which resumes the game. What is pressed while an action is
being saved does not count: nobody can see yet whose turn it is.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.config.file import Config
from firmware_py.device import early_presses
from firmware_py.device.app import App
from firmware_py.device.loop import run
from firmware_py.device.watchdog import Watchdog
from firmware_py.host.failed_starts import Start
from hardware import Devices


class PressingScreen:
    """Presses ok in each round of the loop, and notes how many actions and what kind of notice are shown."""

    def __init__(self, presses: int) -> None:
        self.rounds: list[tuple[int, str]] = []
        self._left = presses
        self._is_saving = False

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Note what is shown."""
        session, notice = app.table.session, app.shown.notice
        self.rounds.append((session.ply if session else 0, notice.kind if notice else ""))
        self._is_saving = app.saving_since_s is not None

    def poll(self) -> tuple[WindowEvent, ...]:
        """Press."""
        if self._is_saving:
            return (Touched("button:ok"),)
        self._left -= 1
        return (Touched("button:ok"),) if self._left >= 0 else (CloseRequested(),) if self._left == -1 else ()


if __name__ == "__main__":
    early_presses.EARLY_S = -1.0  # whoever presses here does not look
    screen = PressingScreen(int(sys.argv[2]))
    watchdog = Watchdog(Start(), time.monotonic())
    run(Config(language="en"), Path(sys.argv[1]), screen, simulate=True, observer=watchdog)
    print(json.dumps(screen.rounds))
