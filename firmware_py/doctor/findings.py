"""The installation that the doctor examines, and one finding."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

import hardware
from firmware_py.config.data_directory import JOURNAL_NAME, data_directory
from firmware_py.config.file import load_config
from firmware_py.config.in_force import board_wiring, config_in_force, settings_in_force
from firmware_py.config.schema import Config, ConfigError
from firmware_py.config.wiring import BoardWiring
from firmware_py.host.health import model
from firmware_py.storage.rescue import rescued
from firmware_py.words import NOTHING, Words, words
from hardware.pins import open_pi_pins

SETTINGS = Path("/etc/pyramid-referee/config.toml")
"""The settings file of an installed device."""
STATE = Path("/var/lib/pyramid-referee")
"""The folder of the games of an installed device."""
UNIT = "pyramid-referee.service"
GUIDE = words("see {file}", file=str(Path(hardware.__file__).with_name("WIRING.md")))


Verdict: TypeAlias = Literal["good", "note", "FAULT"]

PARTS: dict[str, Words] = {
    "board": words("board"),
    "bus": words("bus"),
    "buttons": words("buttons"),
    "buzzer": words("buzzer"),
    "chip": words("chip"),
    "chips": words("chips"),
    "computer": words("computer"),
    "counts": words("counts"),
    "disk": words("disk"),
    "encoder": words("encoder"),
    "frames": words("frames"),
    "interrupt": words("interrupt"),
    "journal": words("journal"),
    "libraries": words("libraries"),
    "light": words("light"),
    "link": words("link"),
    "noise": words("noise"),
    "parts": words("parts"),
    "pins": words("pins"),
    "port": words("port"),
    "power": words("power"),
    "program": words("program"),
    "referee": words("referee"),
    "screen": words("screen"),
    "sensors": words("sensors"),
    "settings": words("settings"),
    "starts": words("starts"),
    "strips": words("strips"),
    "voice": words("voice"),
    "wiring": words("wiring"),
}
"""What is examined, by its name."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was examined, and the verdict."""

    part: str
    """Its name, a key of `PARTS`; after a blank, which of several it is."""
    verdict: Verdict
    text: Words
    remedy: Words = NOTHING


class Installation(msgspec.Struct, frozen=True, dict=True):
    """An installation to examine: its settings file, if any, the folder of its games, system files, pins and clock."""

    settings: Path | None
    data: Path
    system: Path = Path("/")
    open_pins: Callable[[], Any] = open_pi_pins
    """Returns gpiozero's factory; raises HardwareError where there are no pins."""
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float], object] = time.sleep
    ask: Callable[[Words], object] | None = None
    """Asks for presses; None when nobody is there to press."""

    @property
    def owned(self) -> Config:
        """The settings of the owner's file; the defaults where it cannot be used."""
        try:
            return load_config(self.settings)
        except ConfigError:
            return Config()

    @property
    def config(self) -> Config:
        """The settings in force."""
        owned = self.owned
        return config_in_force(owned, settings_in_force(owned, self.chosen))

    @property
    def wiring(self) -> BoardWiring | None:
        """How the board of switches is wired, and the source of that; None without one."""
        owned = self.owned
        return board_wiring(owned, settings_in_force(owned, self.chosen))

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The settings chosen on the device, as far as they can be read."""
        return rescued(self.data / JOURNAL_NAME).contents.settings

    @property
    def is_pi(self) -> bool:
        """Whether the computer is a Raspberry Pi, and not a desk where somebody tries the program."""
        return "Raspberry Pi" in model(self.system)


def find_installation(
    settings: Path | None, data: Path | None, ask: Callable[[Words], object] | None = None
) -> Installation:
    """Return the installation that the command line names, else the installed service, else this user's.

    :raises ConfigError: when nothing says where its games are.
    """
    settings = settings or (SETTINGS if SETTINGS.exists() else None)
    if data is None and STATE.exists():
        data = STATE
    if data is None:
        data = data_directory(Installation(settings, Path("/nonexistent")).config, os.environ)
    return Installation(settings, data, ask=ask)
