"""The boot test: a whole computer is emulated, the referee installed on it, and its power cut (`make boot-test`).

In reading order: `image` makes the disks and the kernel, `power` switches the computer on, `checks` are the checks.
`in_the_machine` runs inside. `tests/emulated` has what every emulated computer needs.
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
from machine import PC
from pair import Pair
from power import Power

WHOLE_RUN_S = 5400.0
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
        print(f"Only root can make the image, once: sudo {sys.executable} tests/boot image", file=sys.stderr)
        return 2
    if arguments == ["image"]:
        return 0
    cuts = int(arguments[0]) if arguments else 20
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    power = Power(FOLDER, debian)
    pair = Pair(FOLDER, power)
    run = CheckRun(FOLDER, WHOLE_RUN_S)
    run.write(f"a PC with two processors, emulated by software: {version_of(PC.emulator)}; disks with cache=writeback")
    try:
        if not run.all_well(pair, all_checks(cuts, time.time_ns() % 1_000_000, image.usb_stick(FOLDER))):
            return 1
        run.write(f"all is well; the emulator itself stalled {power.stalls} times while booting and was started again")
        return 0
    finally:
        pair.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
