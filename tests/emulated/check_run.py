"""Runs checks one after the other, each within its limit, and keeps a transcript.

Why everything has its limit: an emulator that hangs must not hang its caller. An alarm ends each check, and the whole
run, that does not end by itself.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from pathlib import Path

from machine import Late, Refusal, Wrong
from pair import Pair


@dataclass(frozen=True)
class Check:
    """One line of the transcript."""

    name: str
    at_most_s: float
    run: Callable[[Pair], str]
    """Returns the figures; raises when something is wrong."""


class CheckRun:
    """One run of checks, its transcript printed and kept in a folder."""

    def __init__(self, folder: Path, whole_run_s: float) -> None:
        """Begin a run that ends after so many seconds, however long single checks may take."""
        self._folder = folder
        self._transcript = folder / "transcript.txt"
        self._stage = ""
        self._began_s = time.monotonic()
        self._whole_run_s = whole_run_s

    def of_stage(self, name: str) -> CheckRun:
        """The part of this run that is done by a stage, whose files lie in a folder with this name."""
        part = copy(self)
        part._folder, part._stage = self._folder / name, f"{name}: "
        return part

    def all_well(self, pair: Pair, checks: Sequence[Check]) -> bool:
        """Run the checks; return False at the first that fails, its log kept."""
        for check in checks:
            before_s, failed_before = pair.core_s(), pair.failed_starts
            left_s = self._whole_run_s - (time.monotonic() - self._began_s)
            try:
                with at_most(min(check.at_most_s, left_s)):
                    figures = check.run(pair)
            except (Late, Refusal, Wrong) as problem:
                self.write(f"FAILED  {self._stage}{check.name}\n{problem}")
                self.write(f"The last picture and the console are in {self._folder}.")
                self.write(pair.keep_log())
                return False
            if failed := pair.failed_starts - failed_before:
                figures += f"; {failed} starts of the service had failed before, see its limit and the PC's load"
            self.write(
                f"ok  {self._stage}{check.name} ({pair.core_s() - before_s:.0f} s of a core):\n          {figures}"
            )
        return True

    def write(self, text: str) -> None:
        """Add a line to the transcript, with its time since the beginning."""
        minutes, seconds = divmod(round(time.monotonic() - self._began_s), 60)
        line = f"{minutes:4}:{seconds:02}  {text}"
        print(line, flush=True)
        with self._transcript.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def version_of(emulator: str) -> str:
    """The first line of what an emulator says of itself."""
    return subprocess.run([emulator, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


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
