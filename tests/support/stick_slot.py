"""A computer with one slot for a USB stick, and a device at its list of games."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from random_play import SAMPLERS
from touched_lines import choose

from display.view import as_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.storage.usb_stick import PLACE


@dataclass
class Slot:
    """A computer with one slot for a stick."""

    system: Path
    folder: Path

    def plug(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._say(f"/dev/sda1 {PLACE} vfat rw,nosuid,nodev,noexec 0 0\n")

    def pull(self) -> None:
        self._say("")

    def _say(self, line: str) -> None:
        mounts = self.system / "proc/mounts"
        mounts.parent.mkdir(parents=True, exist_ok=True)
        mounts.write_text("/dev/root / ext4 rw 0 0\nproc /proc proc rw 0 0\n" + line)

    def games(self) -> list[Path]:
        return sorted((self.folder / "pyramid-referee/games").glob("*"))


def home(device: SimulatedDevice) -> None:
    while "Which game do you play?" not in as_text(device.app.view):
        device.press("back")


def shown(device: SimulatedDevice) -> str:
    return as_text(device.app.view)


def add_secret_game(device: SimulatedDevice, players: int = 3) -> None:
    """Keep an unfinished game that has secrets, put aside."""
    chance = random.Random(1)
    while len((header := SAMPLERS["malediction"].header(chance)).players) != players:
        pass
    device.journal.add(write_line(header), ("red", "blue", "green")[:players], (), (), "aside")
    choose(device, "Saved games")
    home(device)
