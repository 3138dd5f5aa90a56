"""The box that is looked at, and one thing that was found."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import hardware
from firmware_py.config.file import JOURNAL_NAME, Config, ConfigError, data_directory, load_config
from firmware_py.config.in_force import board_wiring, config_in_force, settings_in_force
from firmware_py.host.health import model
from firmware_py.sensing.wiring.stored import BoardWiring
from firmware_py.storage.journal.file import copied
from firmware_py.storage.journal.stored import UNREADABLE, load_settings
from firmware_py.words import NOTHING, Words, words
from hardware.pins import open_pi_pins

SETTINGS = Path("/etc/pyramid-referee/config.toml")
"""Where an installed box has its settings."""
STATE = Path("/var/lib/pyramid-referee")
"""Where an installed box keeps its games."""
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
    "wiring": words("wiring"),
}
"""What is looked at, by its name."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    part: str
    """Its name, a key of `PARTS`, and after a blank which of several it is."""
    verdict: Verdict
    told: Words
    remedy: Words = NOTHING


@dataclass(frozen=True)
class Patient:
    """The box to look at: its settings file, if any, where its games are, the system's files, its pins and its time."""

    settings: Path | None
    data: Path
    system: Path = Path("/")
    open_pins: Callable[[], Any] = open_pi_pins
    """Gives gpiozero's factory; raises HardwareError where there are no pins."""
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float], object] = time.sleep
    ask: Callable[[Words], object] | None = None
    """Where to ask for presses; None when nobody is there to press."""

    @property
    def owned(self) -> Config:
        """Its settings as the owner wrote them; the defaults where they cannot be used."""
        try:
            return load_config(self.settings)
        except ConfigError:
            return Config()

    @property
    def config(self) -> Config:
        """Its settings as they are in force."""
        owned = self.owned
        return config_in_force(owned, settings_in_force(owned, self.chosen))

    @property
    def wiring(self) -> BoardWiring | None:
        """How its board of switches is wired, and whence; None without one."""
        owned = self.owned
        return board_wiring(owned, settings_in_force(owned, self.chosen))

    @cached_property
    def chosen(self) -> dict[str, str]:
        """What was chosen on the device itself, as far as it can be read."""
        journal = self.data / JOURNAL_NAME
        with suppress(OSError, *UNREADABLE), copied(journal) as copy, closing(sqlite3.connect(copy)) as db:
            return load_settings(db)
        return {}

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi at all, or the desk of somebody who tries the program."""
        return "Raspberry Pi" in model(self.system)


def patient(settings: Path | None, data: Path | None, ask: Callable[[Words], object] | None = None) -> Patient:
    """Return the box that is meant: as the command line says, else the installed one, else this user's.

    :raises ConfigError: when nothing says where its games are.
    """
    settings = settings or (SETTINGS if SETTINGS.exists() else None)
    if data is None and STATE.exists():
        data = STATE
    if data is None:
        data = data_directory(Patient(settings, Path("/nonexistent")).config, os.environ)
    return Patient(settings, data, ask=ask)
