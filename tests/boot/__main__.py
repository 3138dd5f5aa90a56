"""The boot test: a whole computer is emulated, the referee installed on it, and its power cut (`make boot-test`).

In reading order: `image` makes the disks and the kernel, `power` switches the computer on, `checks` are the checks.
`in_the_machine` runs inside. `tests/emulated` has what every emulated computer needs.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import image
from checks import all_checks
from machine import PC
from pair import Pair
from power import Power
from whole_run import Begun, EmulatedTest


def begin(debian: image.Image, folder: Path, cuts: int) -> Begun:
    """Make the disks of a run."""
    power = Power(folder, debian)
    checks = all_checks(cuts, time.time_ns() % 1_000_000, image.usb_stick(folder))
    return Begun(
        Pair(folder, power),
        checks,
        "a PC with two processors, emulated by software; disks with cache=writeback",
        lambda: f"all is well; the emulator itself stalled {power.stalls} times while booting and was started again",
    )


TEST = EmulatedTest("boot", image.TOOLS, PC.emulator, image.debian, begin, cuts=20, at_most_s=5400.0)

if __name__ == "__main__":
    sys.exit(TEST.main(sys.argv[1:]))
