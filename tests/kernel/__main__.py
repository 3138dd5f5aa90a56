"""The kernel test: the program on an emulated arm64 computer, over the kernel's own drivers (`make kernel-test`).

In reading order: `image` makes the disks, the kernel and its device tree, `lines` drives and watches the pins from
outside, `power` switches the computer on, `checks` are the checks. `tests/emulated` has what every emulated computer
needs.
"""

from __future__ import annotations

import os
import shutil
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import image
from check_run import CheckRun, version_of
from checks import all_checks
from lines import SETTINGS
from pair import Pair
from power import EMULATOR, Power

from firmware_py.config.file import load_config

WHOLE_RUN_S = 2700.0
"""However long single checks may take, the whole run ends after this."""
FOLDER = image.BUILD / "run"


def main(arguments: list[str]) -> int:
    """Make the image if there is none, run all checks, and return 1 at the first that fails; print a transcript."""
    missing = image.missing_tools()
    if missing:
        print(f"Programs are missing: {missing}", file=sys.stderr)
        return 2
    image.BUILD.mkdir(parents=True, exist_ok=True)
    try:
        debian = image.debian()
    except PermissionError:
        print(f"Only root can make the image, once: sudo {sys.executable} tests/kernel image", file=sys.stderr)
        return 2
    if arguments == ["image"]:
        return 0
    cuts = int(arguments[0]) if arguments else 10
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    settings = FOLDER / "config.toml"
    settings.write_text(SETTINGS.format(screen=""))
    power = Power(FOLDER, debian)
    pair = Pair(FOLDER, power, load_config(settings), has_pins=True)
    run = CheckRun(FOLDER, WHOLE_RUN_S)
    run.write(f"an arm64 computer with two processors, emulated by software: {version_of(EMULATOR)}")
    try:
        if not run.all_well(pair, all_checks(power, cuts, time.time_ns() % 1_000_000)):
            return 1
        run.write(f"all is well; booted in {power.booted_s:.0f} s" if power.booted_s else "all is well")
        return 0
    finally:
        pair.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
