"""The boot test: a whole computer is emulated, the referee installed on it, and its power cut (`make boot-test`).

Why everything has its limit: an emulator that hangs must not hang its caller. An alarm ends each check, and the whole
run, that does not end by itself. The emulator is ended in any case.

In reading order: `machine` is the emulated computer, `image` its disks and kernel, `twin` a simulated device that shows
what the machine must show, `pair` one game played on both, `checks` the checks. `in_the_machine` runs inside.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import image
from checks import all_checks
from machine import Late, Refusal, Wrong
from pair import Pair

WHOLE_RUN_S = 5400.0
"""However long single checks may take, the whole run ends after this."""
FOLDER = image.BUILD / "run"
TRANSCRIPT = FOLDER / "transcript.txt"


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
    pair = Pair(
        FOLDER,
        debian.kernel,
        debian.initrd,
        root=image.copied(debian, FOLDER),
        games=image.for_games(FOLDER),
        handed_in=image.handed_in(FOLDER),
        stick=image.usb_stick(FOLDER),
    )
    try:
        return run(pair, cuts, seed=time.time_ns() % 1_000_000)
    finally:
        pair.close()


def run(pair: Pair, cuts: int, seed: int) -> int:
    """Run the checks one after the other; return 1 at the first that fails."""
    began_s = time.monotonic()
    write(began_s, f"a PC with two processors, emulated by software: {qemu_version()}; disks with cache=writeback")
    for check in all_checks(cuts, seed):
        left_s = WHOLE_RUN_S - (time.monotonic() - began_s)
        try:
            with at_most(min(check.at_most_s, left_s)):
                figures = check.run(pair)
        except (Late, Refusal, Wrong) as problem:
            write(began_s, f"FAILED  {check.name}\n{problem}\nThe last picture and the console are in {FOLDER}.")
            write(began_s, pair.keep_log())
            return 1
        write(began_s, f"ok  {check.name}:\n          {figures}")
    write(began_s, f"all is well; the emulator itself stalled {pair.stalls} times while booting and was started anew")
    return 0


def write(began_s: float, text: str) -> None:
    """Add a line to the transcript, with its time since the beginning."""
    minutes, seconds = divmod(round(time.monotonic() - began_s), 60)
    line = f"{minutes:4}:{seconds:02}  {text}"
    print(line, flush=True)
    with TRANSCRIPT.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def qemu_version() -> str:
    """Return which emulator this is."""
    printed = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True).stdout
    return printed.splitlines()[0]


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """End the block after this many seconds. :raises Late: then"""

    def ring(*_: object) -> None:
        raise Late(f"not done within {seconds:.0f} s")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(1.0, seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
