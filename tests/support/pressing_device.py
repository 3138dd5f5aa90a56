"""Plays a stored game on in the real loop, and prints what it showed in each round: `DATA PRESSES`.

It presses ok so many times, each time as soon as the last press is stored and shown; then it closes the window. The
journal must hold one action for each of these presses but the first, which resumes the game. What is pressed while an
action is being saved does not count: nobody can see yet whose turn it is.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from looking_screen import QUICK_EYES, LookingScreen

from display.inputs import CloseRequested, Touched, WindowEvent
from firmware_py.config.schema import Config
from firmware_py.device.app import App
from firmware_py.device.panel import Watchdog
from firmware_py.device.running import run
from firmware_py.host.failed_starts import Start
from hardware import Devices


class PressingScreen(LookingScreen):
    """Presses ok time and again, and notes how many actions and what kind of notice are shown."""

    def __init__(self, presses: int) -> None:
        super().__init__()
        self.rounds: list[tuple[int, str]] = []
        self._left = presses

    def show(self, app: App, devices: Devices) -> None:
        """Note what is shown."""
        super().show(app, devices)
        notice = app.shown.notice
        self.rounds.append((self.ply, notice.kind if notice else ""))

    def touched(self) -> tuple[WindowEvent, ...]:
        """Press."""
        self._left -= 1
        return (Touched("button:ok"),) if self._left >= 0 else (CloseRequested(),) if self._left == -1 else ()

    def impatient(self) -> tuple[WindowEvent, ...]:
        """Press without being counted."""
        return (Touched("button:ok"),)


if __name__ == "__main__":
    screen = PressingScreen(int(sys.argv[2]))
    watchdog = Watchdog(Start(), time.monotonic())
    run(Config(language="en", buttons=QUICK_EYES), Path(sys.argv[1]), screen, simulate=True, observer=watchdog)
    print(json.dumps(screen.rounds))
