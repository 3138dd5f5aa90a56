"""What a board's own driver reports in two seconds, and who may use the device file that it opens."""

from __future__ import annotations

import grp
import os
import pwd
import stat
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from firmware_py.config.board_profile import LEAST_RATE_HZ
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.sensing.cells import Measured, measure
from firmware_py.words import Words, decimal, words
from hardware.boards.frames import BoardDriver, BoardFound, BoardLost, Fault, Frame, PartHealth, Reading

WATCHED_S = 2.0
STEP_S = 0.01
LONGEST_SCAN_S = 0.05


class Watched(msgspec.Struct, frozen=True, dict=True):
    """What the driver reported while it was watched."""

    news: BoardFound | BoardLost | None
    """The last of these events."""
    frames: tuple[Frame, ...]
    scan_s: float
    """The longest duration of a poll that returned a frame."""
    health: tuple[PartHealth, ...]

    @cached_property
    def measured(self) -> Measured:
        """The rate and the noise of the frames."""
        return measure(self.frames)

    def count(self, name: str) -> int:
        """The sum of the counts that begin with this name, over all parts."""
        return sum(number for part in self.health for counted, number in part.counts if counted.startswith(name))

    def has(self, fault: Fault) -> bool:
        """Whether any part has this fault."""
        return any(part.fault is fault for part in self.health)


def watch(installation: Installation, opened: BoardDriver) -> Watched:
    """Have the board send every frame for `WATCHED_S`, and return what came."""
    opened.watch(True)
    news: BoardFound | BoardLost | None = None
    frames: list[Frame] = []
    scan_s, end_s = 0.0, installation.clock() + WATCHED_S
    while (now_s := installation.clock()) < end_s:
        for event in opened.poll(now_s):
            match event:
                case Frame():
                    frames.append(event)
                    scan_s = max(scan_s, installation.clock() - now_s)
                case BoardFound() | BoardLost():
                    news = event
        installation.wait(STEP_S)
    return Watched(news, tuple(frames), scan_s, opened.health())


def rate(watched: Watched, reading: Reading, remedy: Words) -> Finding:
    """Return the finding on how fast frames arrive, and on a bus how long a scan takes."""
    on_bus = reading is Reading.LEVEL
    rate_hz = watched.measured.rate_hz
    text = words("{rate} frames a second", rate=f"{rate_hz:.0f}")
    if on_bus:
        scan_ms = decimal(f"{watched.scan_s * 1000:.1f}")
        text = words("{rate}, a scan takes {milliseconds} ms at most", rate=text, milliseconds=scan_ms)
    if rate_hz < LEAST_RATE_HZ[reading] or (on_bus and watched.scan_s > LONGEST_SCAN_S):
        return Finding("frames", "FAULT", text, remedy)
    return Finding("frames", "good", text)


def rights(path: Path) -> str:
    """Return the target, the owner and the access rights of a device file."""
    try:
        status = path.stat()
    except OSError:
        return "no file"
    leads = f"{path.resolve().name}, " if path.is_symlink() else ""
    return f"{leads}{_owner(status.st_uid)}:{_group(status.st_gid)}, {stat.filemode(status.st_mode)}"


def admission(path: Path, usual: str) -> Words:
    """Return how to get access to a device file; `usual` is the group it should belong to."""
    group = usual
    with suppress(OSError):
        group = _group(path.stat().st_gid)
    if group in (usual, "plugdev", "uucp"):
        command = f"sudo adduser {_owner(os.geteuid())} {group}"
        return words("{command}, and log in again", command=command)
    return words(
        "it belongs to the group {group}: install the rules with systemd/install, so that {usual} may use it",
        group=group,
        usual=usual,
    )


def _owner(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
