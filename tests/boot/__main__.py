"""The boot test: a whole computer is emulated, the referee installed on it, and its power cut (`make boot-test`).

    tests/boot [--arch amd64|arm64] [--suite bookworm|trixie] [CUTS | image]

In reading order: `image` makes the disks and the kernel, `power` switches the computer on, `checks` are the checks.
`in_the_machine` runs inside. `tests/emulated` has what every emulated computer needs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import image
from checks import HELD_S, all_checks
from computers import BOOKWORM, COMPUTERS, PC, RELEASES, Computer, Release
from disks import PROJECT
from pair import Pair
from power import Power
from stages import Stage
from whole_run import Begun, EmulatedTest


def begin(debian: image.Image, folder: Path, cuts: int) -> Begun:
    """Make the disks of a run."""
    power = Power(folder, debian)
    checks = all_checks(cuts, time.time_ns() % 1_000_000, folder, image.usb_stick(folder), power)
    return Begun(
        [Stage("", lambda: (Pair(folder, power, phones_at="", hold_s=HELD_S), checks))],
        f"{debian.computer.name} with two processors and {debian.release.suite}, emulated by software; "
        "disks with cache=writeback",
        lambda: f"all is well; the emulator itself stalled {power.stalls} times while booting and was started again",
    )


def main(arguments: list[str]) -> int:
    """Run the test on the computer and the release that the options name; return 1 when a check fails."""
    parser = argparse.ArgumentParser(prog="tests/boot")
    parser.add_argument("--arch", choices=COMPUTERS, default=PC.architecture)
    parser.add_argument("--suite", choices=RELEASES, default=BOOKWORM.suite)
    chosen, others = parser.parse_known_args(arguments)
    return test(COMPUTERS[chosen.arch], RELEASES[chosen.suite]).main(others)


def test(computer: Computer, release: Release) -> EmulatedTest[image.Image]:
    """The test on this computer with this release."""
    return EmulatedTest(
        f"make boot-image ARCH={computer.architecture} SUITE={release.suite}",
        PROJECT / f"build/boot/run-{computer.architecture}-{release.suite}",
        image.tools(computer),
        computer.emulator,
        partial(image.debian, computer, release),
        begin,
        cuts=20,
        at_most_s=5400.0,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
