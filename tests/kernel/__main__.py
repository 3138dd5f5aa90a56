"""The kernel test: the program on an emulated arm64 computer, over the kernel's own drivers (`make kernel-test`).

In reading order: `image` makes the disk of the system, the kernel and the state after booting, `program` the disk with
this checkout, `lines` drives and watches the pins from outside, `power` switches the computer on. `checks` are the
checks; those of the sensor board play `board_game` over a `usb_board`, which runs `board_side`, and `fault_checks` make
faults on purpose. `tests/emulated` has what every emulated computer needs.
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
from computers import ARM
from pair import Pair
from power import Power
from whole_run import Begun, EmulatedTest

from firmware_py.config.file import load_config

SHORT_GAME = 191
"""The seed of a game of 64 actions, long enough for ten power cuts."""


def begin(debian: image.Image, folder: Path, cuts: int) -> Begun:
    """Make the disks of a run."""
    power = Power(folder, debian)
    settings = folder / "config.toml"
    settings.write_text(power.settings)
    return Begun(
        Pair(folder, power, load_config(settings), seed=SHORT_GAME, has_pins=True),
        all_checks(power, folder, cuts, time.time_ns() % 1_000_000),
        f"{ARM.name} with two processors, emulated by software",
        lambda: f"all is well; booted in {power.booted_s:.0f} s" if power.booted_s else "all is well",
    )


TEST = EmulatedTest(
    "tests/kernel", image.BUILD / "run", image.TOOLS, ARM.emulator, image.debian, begin, cuts=10, at_most_s=2700.0
)

if __name__ == "__main__":
    sys.exit(TEST.main(sys.argv[1:]))
