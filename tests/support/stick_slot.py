"""A computer with slots for USB sticks, and a device at its list of games."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from random_play import SAMPLERS
from stored_journal import add_game
from touched_lines import choose

from display.view import as_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.host.stick_mount import STICKS

PLACE = f"{STICKS}/sda1"
"""Where the first stick is mounted."""


@dataclass
class Slot:
    """A computer with a slot for a stick, and one more."""

    system: Path
    folder: Path
    others: tuple[str, ...] = ()

    def plug(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._say("sda1", *self.others)

    def pull(self) -> None:
        self._say(*self.others)

    def plug_other(self, name: str, label: str = "") -> Path:
        """Plug in one more stick; return its folder. The label is as udev writes it."""
        self.others = (*self.others, name)
        folder = self.folder.with_name(name)
        folder.mkdir(parents=True, exist_ok=True)
        self.plug()
        if label:
            self.label(name, label)
        return folder

    def label(self, name: str, label: str) -> None:
        """Let udev name a stick by its label."""
        labels = self.system / "dev/disk/by-label"
        labels.mkdir(parents=True, exist_ok=True)
        (labels / label).symlink_to(f"../../{name}")

    def _say(self, *names: str) -> None:
        mounts = self.system / "proc/mounts"
        mounts.parent.mkdir(parents=True, exist_ok=True)
        sticks = "".join(f"/dev/{name} {STICKS}/{name} vfat rw,nosuid,nodev,noexec 0 0\n" for name in names)
        mounts.write_text(f"/dev/root / ext4 rw 0 0\nproc /proc proc rw 0 0\n{sticks}")

    def games(self) -> list[Path]:
        return sorted((self.folder / "pyramid-referee/games").glob("*"))


def home(device: SimulatedDevice) -> None:
    while "Which game will you play?" not in as_text(device.app.view):
        device.press("back")


def shown(device: SimulatedDevice) -> str:
    return as_text(device.app.view)


def add_secret_game(device: SimulatedDevice, players: int = 3) -> None:
    """Keep an unfinished game that has secrets, put aside."""
    chance = random.Random(1)
    while len((header := SAMPLERS["malediction"].header(chance)).players) != players:
        pass
    add_game(device.journal, write_line(header), ("red", "blue", "green")[:players], (), (), "aside")
    choose(device, "Saved games")
    home(device)
