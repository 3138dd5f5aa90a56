"""The installation that the doctor examines, a finding, and the report: its text and its archive."""

from __future__ import annotations

import io
import os
import re
import subprocess
import tarfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

import hardware
from firmware_py.config.schema import (
    JOURNAL_NAME,
    OWNERS_FILE,
    Config,
    ConfigError,
    board_wiring,
    config_in_force,
    data_directory,
    load_config,
    settings_in_force,
)
from firmware_py.config.settings import BoardWiring
from firmware_py.host.computer import model
from firmware_py.regular_files import check_no_other, read_regular, write_whole
from firmware_py.storage.rescue import rescue
from firmware_py.words import NOTHING, Say, Words, words, words_n
from hardware.pins import open_pi_pins

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
"""The parts that are examined, in words, by name."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was examined, and the verdict."""

    part: str
    """A key of `PARTS`, and after a blank which of several it is."""
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
        return rescue(self.data / JOURNAL_NAME).contents.settings

    @property
    def is_pi(self) -> bool:
        """Whether the computer is a Raspberry Pi, not a desk where somebody tries the program."""
        return "Raspberry Pi" in model(self.system)


def find_installation(
    settings: Path | None, data: Path | None, ask: Callable[[Words], object] | None = None
) -> Installation:
    """The installation that the command line names, else the installed service, else this user's.

    :raises ConfigError: when nothing says where its games are.
    """
    settings = settings or (OWNERS_FILE if OWNERS_FILE.exists() else None)
    if data is None and STATE.exists():
        data = STATE
    if data is None:
        data = data_directory(Installation(settings, Path("/nonexistent")).config, os.environ)
    return Installation(settings, data, ask=ask)


LOG_LINES = 500


VERDICT_WORDS: dict[Verdict, Words] = {"good": words("good"), "note": words("note"), "FAULT": words("FAULT")}


def as_text(found: tuple[Finding, ...], say: Say) -> str:
    """One line for each finding, with its remedy below it."""
    lines = []
    wide = max(len(say(verdict)) for verdict in VERDICT_WORDS.values())
    for finding in found:
        name, blank, which = finding.part.partition(" ")
        text = words("{part}: {told}", part=f"{say(PARTS[name])}{blank}{which}", told=finding.text)
        lines.append(f"{say(VERDICT_WORDS[finding.verdict]):{wide}}  {say(text)}")
        if finding.remedy is not NOTHING:
            lines.append(f"{'':{wide}}  -> {say(finding.remedy)}")
    faults = sum(finding.verdict == "FAULT" for finding in found)
    return "\n".join((*lines, "", say(words_n("{count} fault", "{count} faults", faults))))


def write_bundle(path: Path, installation: Installation, report: str) -> None:
    """Write the report, the settings and the newest lines of the log to a compressed archive, and nothing of any game.

    :raises OSError: when it cannot be written; then no part of it stays.
    """
    parts = {"doctor.txt": report, "log.txt": _log()}
    if installation.settings:
        with suppress(OSError):
            parts["config.toml"] = without_passwords(read_regular(installation.settings).decode(errors="replace"))
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for name, text in parts.items():
            content = text.encode()
            entry = tarfile.TarInfo(f"pyramid-referee/{name}")
            entry.size, entry.mtime = len(content), int(time.time())
            archive.addfile(entry, io.BytesIO(content))
    check_no_other(path)
    write_whole(path, written.getvalue())


def without_passwords(settings: str) -> str:
    """The owner's file without what follows the word in any line, whether or not the file makes sense."""
    return re.sub(r"(?im)^(.*?password).*", r"\1 (left out)", settings)


def _log() -> str:
    command = ["journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--output", "short-iso"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The log cannot be read: {error}\n"
