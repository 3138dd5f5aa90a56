"""Switches the emulated computer of the boot test on, again if the emulator stalls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import image
from machine import Disk, Late, Machine
from pair import BOOT_S, SIZE

MOST_STALLS = 2
"""How often in a row the emulator may lose the timer of its processor; such a start ends before the disks are read."""

NO_PINS = "initcall_blacklist=pl061_gpio_driver_init"
"""Leaves out the pin chip of the arm64 computer: its eight lines are not those that the default settings name."""

M = TypeVar("M", bound=Machine)


def switched_on(make: Callable[[], M]) -> tuple[M, int]:
    """Make a machine and wait until commands can be run in it; return it, and how often the emulator stalled before.

    :raises Late: when commands cannot be run, or the emulator stalls again and again
    """
    stalls = 0
    while True:
        machine = make()
        try:
            machine.wait_for_agent(BOOT_S)
        except Late:
            has_stalled = machine.has_stalled()
            machine.unplug()
            if stalls == MOST_STALLS or not has_stalled:
                raise
            stalls += 1
        else:
            return machine, stalls


class Power:
    """The computer's disks: its own, the one of the games, and the one with what is handed in."""

    def __init__(self, folder: Path, debian: image.Image) -> None:
        """Make the disks in this folder."""
        self._folder = folder
        self._debian = debian
        self._root = image.copied(debian, folder)
        self._games = image.for_games(folder)
        self._handed_in = image.handed_in(folder, debian)
        self.stalls = 0

    def __call__(self, *, read_only: bool = False, has_games_disk: bool = True) -> Machine:
        """Switch on and wait until commands can be run. :raises Late: when they cannot be"""
        games = (Disk(self._games),) if has_games_disk else ()
        disks = Disk(self._root, read_only=read_only), *games, Disk(self._handed_in, read_only=True)
        words, debian = f"{'ro' if read_only else 'rw'} {NO_PINS}", self._debian
        machine, stalls = switched_on(
            lambda: Machine(self._folder, debian.kernel, debian.initrd, disks, SIZE, words, debian.computer)
        )
        self.stalls += stalls
        return machine
