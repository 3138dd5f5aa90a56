"""A whole run of a test on an emulated computer, from the command line: its image, its checks, its transcript."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from check_run import CheckRun, version_of
from disks import missing_tools
from stages import Stage, all_well

T = TypeVar("T")


@dataclass(frozen=True)
class Begun:
    """A run that has begun."""

    stages: Sequence[Stage]
    machine: str
    """Which computer is emulated, as the transcript begins with it."""
    end: Callable[[], str]
    """Returns what the transcript ends with if all is well."""
    at_once: int = 1
    """How many stages run at the same time."""


@dataclass(frozen=True)
class EmulatedTest(Generic[T]):
    """A test on one kind of computer."""

    image_command: str
    """The command that makes the image of this computer."""
    folder: Path
    """Where the files of a run go; emptied by the next run."""
    tools: Mapping[str, str]
    """The programs that are needed, and the Debian package of each."""
    emulator: str
    image: Callable[[], T]
    """Returns the image, made if there is none. :raises PermissionError: when it must be made, and only root can"""
    begin: Callable[[T, Path, int], Begun]
    """Begins a run with this image, in this folder, with this number of power cuts."""
    cuts: int
    at_most_s: float
    """However long single checks may take, the whole run ends after this."""

    def main(self, arguments: list[str]) -> int:
        """Make the image if there is none, run all checks, and return 1 at the first that fails; print a transcript."""
        missing = missing_tools(self.tools)
        if missing:
            print(f"Programs are missing: {missing}", file=sys.stderr)
            return 2
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        try:
            image = self.image()
        except PermissionError:
            print(f"Only root can make the image, once: sudo {self.image_command}", file=sys.stderr)
            return 2
        except subprocess.SubprocessError as error:
            logs = self.folder.parent / "*.log"
            print(f"The image could not be made: {error}\nWhat the commands printed is in {logs}.", file=sys.stderr)
            return 2
        if arguments == ["image"]:
            return 0
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        begun = self.begin(image, self.folder, int(arguments[0]) if arguments else self.cuts)
        run = CheckRun(self.folder, self.at_most_s)
        run.write(f"{begun.machine}: {version_of(self.emulator)}")
        before_s = _core_s()
        if not all_well(begun.stages, run, begun.at_once):
            return 1
        run.write(f"{begun.end()}; {_core_s() - before_s:.0f} s of a core in all")
        return 0


def _core_s() -> float:
    """How many seconds of a core this process and all that it has waited for have used."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
