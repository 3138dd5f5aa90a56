"""What the program needs: libraries, settings, power supply; and how often it failed to start."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firmware_py.config.file import ConfigFileError, load_config
from firmware_py.config.schema import ConfigError
from firmware_py.doctor.findings import UNIT, Finding, Installation
from firmware_py.host.failed_starts import FAILED_STARTS, MARKER
from firmware_py.host.health import model, power_lines, program_version, throttled
from firmware_py.host.libraries import LIBRARIES, foreign, not_loading
from firmware_py.words import REINSTALL, catalogue_faults, plain, words, words_n

MISSING = "missing"
PINS = "lgpio"
"""The library that reaches the pins of a Raspberry Pi."""


def versions(installation: Installation) -> Iterator[Finding]:
    """Yield the versions of program, libraries and computer."""
    missing, has_pins = tuple(not_loading()), _version(PINS) != MISSING
    there = [name for name in (*LIBRARIES, *((PINS,) if has_pins else ())) if name not in missing]
    yield Finding("program", "good", plain(f"Pyramid Referee {program_version()}, Python {platform.python_version()}"))
    yield Finding("libraries", "good", plain(", ".join(f"{name} {_version(name)}" for name in there)))
    for name in missing:
        yield Finding("libraries", "FAULT", words("{library} is missing, or does not load", library=name), REINSTALL)
    for name in foreign():
        text = words("{library} is the system's, and may go with a package of the system", library=name)
        yield Finding("libraries", "FAULT", text, REINSTALL)
    if not has_pins:
        text = words("{library} is not installed: only the pins of a Raspberry Pi need it", library=PINS)
        yield Finding("libraries", "note", text)
    for fault in catalogue_faults():
        yield Finding("program", "FAULT", fault, REINSTALL)
    computer = model(installation.system) or platform.machine()
    yield Finding("computer", "good", plain(f"{computer}, Linux {platform.release()}"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return MISSING


CHOSEN = frozenset({"layout", "screen.size", "screen.rotation", "board.kind"})
"""The settings chosen on the device that say which parts it has."""


def settings(installation: Installation) -> Iterator[Finding]:
    """Yield what was chosen on the device, and every mistake in the settings file."""
    parts = {key: value for key, value in installation.chosen.items() if key in CHOSEN}
    if parts:
        chosen = tuple(f"{key} = {value}" for key, value in sorted(parts.items()))
        yield Finding("settings", "note", words("chosen on the device, over the file: {chosen}", chosen=chosen))
    if installation.chosen.get("open_scores") == "on":
        yield Finding(
            "settings",
            "note",
            words("open scores, once chosen on the device, are a house rule now: choose it before a game"),
        )
    if installation.settings is None:
        yield Finding("settings", "good", words("no file, all defaults"))
        return
    try:
        load_config(installation.settings)
    except ConfigError as error:
        remedy = words("correct that line; until then all defaults are used")
        if isinstance(error, ConfigFileError):
            remedy = words("put it right; until then all defaults are used")
        for problem in error.problems:
            yield Finding("settings", "FAULT", problem, remedy)
    else:
        yield Finding("settings", "good", plain(str(installation.settings)))


def power(installation: Installation) -> Iterator[Finding]:
    """Yield the state of the power supply."""
    bits = throttled(installation.system)
    if bits is None:
        yield Finding("power", "note", words("this computer does not report its power supply"))
        return
    text = plain(f"(0x{bits:x})")
    for line in reversed(power_lines(bits)):
        text = words("{sentence} {more}", sentence=line, more=text)
    if bits:
        remedy = words("use the Raspberry Pi's own power supply and a short cable")
        yield Finding("power", "FAULT", text, remedy)
    else:
        yield Finding("power", "good", text)


def starts() -> Iterator[Finding]:
    """Yield how often in a row the installed service failed to start, if it did."""
    with suppress(OSError, ValueError):
        counted = int((Path("/run/pyramid-referee") / MARKER).read_text(encoding="ascii"))
        if counted > 1:
            text = words_n(
                "{count} start failed; after {most} in a row it is safe mode",
                "{count} starts in a row failed; after {most} it is safe mode",
                counted - 1,
                most=FAILED_STARTS,
            )
            yield Finding("starts", "FAULT", text, words("why: {command}", command=f"journalctl -u {UNIT}"))
