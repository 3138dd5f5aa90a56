"""Switches the emulated arm64 computer on: from its state after booting, with its lines."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import image
from computers import ARM
from disks import file_system
from lines import Lines, settings
from machine import Disk, Machine, wait_until
from pair import SIZE, UNIT
from program import program

BOOT_S = 600.0
STATE_S = 120.0
REVISION = "902120"
"""What a Raspberry Pi Zero 2 W calls itself; gpiozero refuses a computer without a revision."""
GAMES_MB = 64


class ArmMachine(Machine):
    """An arm64 computer whose buttons are pressed at the pins."""

    lines: Lines

    def press(self, button: str) -> None:
        """Press a button at its pin."""
        self.lines.press(button)

    def hold(self, button: str, seconds: float) -> None:
        """Hold a button for so long."""
        self.lines.press(button, seconds)


class Power:
    """The computer's disks: its own, the one of the games, and the one with the program."""

    def __init__(self, folder: Path, debian: image.Image) -> None:
        """Make the disks in this folder."""
        self._folder = folder
        self._debian = debian
        self._games = folder / "games.img"
        self._program = program(folder)
        self.settings = settings()
        """The settings file from the next start on."""
        self.replace_games()
        self.booted_s: float | None = None
        """How long booting took, if this run booted."""

    def __call__(self, *, read_only: bool = False) -> Machine:  # noqa: ARG002 - it always is
        """Switch on, mount all disks, and let the service start. :raises Late: when the machine hangs"""
        if not self._debian.booted.exists():
            self._boot()
        machine = self._machine("-incoming", f"exec:cat {self._debian.booted}")
        wait_until("the state", STATE_S, lambda: machine.ask("query-status")["status"] == "paused")
        machine.ask("cont")
        machine.wait_for_agent(STATE_S)
        machine.lines = Lines(self._qtest, machine)
        for place in (image.GAMES, image.OPT):
            machine.run(f"mount {place}")
        machine.run(f"cat > {image.SETTINGS}/config.toml <<'END'\n{self.settings}END")
        machine.run(f"systemctl start --no-block {UNIT}")
        return machine

    def replace_games(self, data: Path | None = None) -> None:
        """Put in a disk with these games, or an empty one; the computer is off."""
        self._games.unlink(missing_ok=True)
        file_system(self._games, GAMES_MB, *(("-d", data) if data else ()))

    def _boot(self) -> None:
        """Boot, and keep the machine's state."""
        if not self._debian.tree.exists():
            _write_device_tree(self._debian.tree)
        machine, began_s = self._machine(), time.monotonic()
        try:
            machine.wait_for_agent(BOOT_S)
            wait_until("the system", BOOT_S, lambda: not machine.run("systemctl list-jobs --no-legend").strip())
            self.booted_s = time.monotonic() - began_s
            machine.ask("stop")
            new = self._debian.booted.with_suffix(".new")
            machine.ask("migrate", uri=f"exec:cat > {new}")
            wait_until("the state", STATE_S, lambda: machine.ask("query-migrate").get("status") == "completed")
            new.rename(self._debian.booted)
        finally:
            machine.unplug()

    @property
    def _qtest(self) -> Path:
        return self._folder / "qtest"

    def _machine(self, *further: str) -> ArmMachine:
        self._qtest.unlink(missing_ok=True)
        qtest = "-qtest", f"unix:{self._qtest},server=on,wait=off", "-qtest-log", "/dev/null"
        return ArmMachine(
            self._folder,
            self._debian.kernel,
            self._debian.initrd,
            (Disk(self._debian.root, read_only=True), Disk(self._games), Disk(self._program, read_only=True)),
            SIZE,
            "ro",
            ARM,
            ("-dtb", self._debian.tree, *qtest, *further),
        )


def _write_device_tree(tree: Path) -> None:
    """Write the emulator's device tree, as a Raspberry Pi's: a revision, and no power key on a pin."""
    subprocess.run((ARM.emulator, *ARM.options, "-machine", f"dumpdtb={tree}"), check=True, capture_output=True)
    for change in (("-r", tree, "/gpio-keys"), ("-c", tree, "/system")):
        subprocess.run(("fdtput", *change), check=True)
    subprocess.run(("fdtput", "-t", "x", tree, "/system", "linux,revision", REVISION), check=True)
