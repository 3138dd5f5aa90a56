"""`pyramid-referee doctor`: what the box is made of, what is wrong with it, and what to do about each fault.

Why English only: it is read beside the log and the settings file, which are English too, and is sent to whoever helps.
Nothing of any game stands in it: not a card, not a place, not a name.
"""

from __future__ import annotations

import fcntl
import io
import os
import platform
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from firmware_py.config import JOURNAL_NAME, Config, ConfigError, data_directory, load_config
from firmware_py.health import model, power_lines, program_version, throttled
from firmware_py.words import speak

SETTINGS = Path("/etc/pyramid-referee/config.toml")
"""Where an installed box has its settings."""
STATE = Path("/var/lib/pyramid-referee")
"""Where an installed box keeps its games."""
UNIT = "pyramid-referee.service"

LIBRARIES = ("pygame-ce", "gpiozero", "smbus2", "pyserial", "msgspec", "lgpio")
LITTLE_ROOM_MB = 50
LOG_LINES = 500

SHARED_LOCK = 0x40000002, 510
"""Where SQLite locks a database file, start and length (SQLite file locking, `os.h`)."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    part: str
    verdict: Literal["good", "note", "FAULT"]
    told: str
    remedy: str = ""


@dataclass(frozen=True)
class Patient:
    """The box to look at: its settings file, if any, where its games are, and the system's files."""

    settings: Path | None
    data: Path
    system: Path = Path("/")


def patient(settings: Path | None, data: Path | None) -> Patient:
    """Return the box that is meant: as the command line says, else the installed one, else this user's."""
    settings = settings or (SETTINGS if SETTINGS.exists() else None)
    if data is None and STATE.exists():
        data = STATE
    return Patient(settings, data or data_directory(_config(settings), os.environ))


def findings(box: Patient) -> Iterator[Finding]:
    """Yield everything there is to say about a box.

    Pins and screen are tried only if no referee runs: they belong to one program at a time.
    """
    yield from _versions(box)
    yield from _settings(box)
    yield from _journal(box)
    if is_in_use(box.data / JOURNAL_NAME):
        remedy = f"sudo systemctl stop {UNIT}, and ask again"
        yield Finding("pins, screen", "note", "not tried, because the referee is running", remedy)
    else:
        yield from _pins(box)
        yield from _screen(box)
    yield from _power(box)
    yield from _starts()


def as_text(found: tuple[Finding, ...]) -> str:
    """Return the findings as lines, each remedy under its fault."""
    lines = []
    for finding in found:
        lines.append(f"{finding.verdict:5}  {finding.part}: {finding.told}")
        if finding.remedy:
            lines.append(f"       -> {finding.remedy}")
    faults = sum(finding.verdict == "FAULT" for finding in found)
    return "\n".join((*lines, "", f"{faults} faults" if faults != 1 else "1 fault"))


def write_bundle(path: Path, box: Patient, report: str) -> None:
    """Write the report, the settings and the newest lines of the log to a compressed archive, and nothing of any game.

    :raises OSError: when it cannot be written.
    """
    parts = {"doctor.txt": report, "log.txt": _log()}
    if box.settings:
        with suppress(OSError):
            parts["config.toml"] = box.settings.read_text(encoding="utf-8", errors="replace")
    with tarfile.open(path, "w:gz") as archive:
        for name, text in parts.items():
            content = text.encode()
            entry = tarfile.TarInfo(f"pyramid-referee/{name}")
            entry.size, entry.mtime = len(content), int(time.time())
            archive.addfile(entry, io.BytesIO(content))


def _log() -> str:
    command = ["journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--output", "short-iso"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The log cannot be read: {error}\n"


# --- what is looked at -----------------------------------------------------------------------------------------------


def _versions(box: Patient) -> Iterator[Finding]:
    libraries = ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)
    yield Finding("program", "good", f"Pyramid Referee {program_version()}, Python {platform.python_version()}")
    yield Finding("libraries", "good", libraries)
    yield Finding("computer", "good", f"{model(box.system) or platform.machine()}, Linux {platform.release()}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _settings(box: Patient) -> Iterator[Finding]:
    if box.settings is None:
        yield Finding("settings", "good", "no file, all defaults")
        return
    try:
        load_config(box.settings)
    except ConfigError as error:
        for problem in error.problems:
            yield Finding("settings", "FAULT", problem, "correct that line; until then all defaults are used")
    else:
        yield Finding("settings", "good", str(box.settings))


def _config(settings: Path | None) -> Config:
    try:
        return load_config(settings)
    except ConfigError:
        return Config()


def _journal(box: Patient) -> Iterator[Finding]:
    path = box.data / JOURNAL_NAME
    try:
        yield from _kept(box, path)
    except OSError as error:
        remedy = "look at the rights of the file and at the card; the games of an installed box open with sudo only"
        yield Finding("journal", "FAULT", f"{path}: {error.strerror}", remedy)


def _kept(box: Patient, path: Path) -> Iterator[Finding]:
    """Look at the journal, at those that were set aside, and at the room beside them.

    :raises OSError: when one may not look.
    """
    for aside in sorted(box.data.glob(f"{JOURNAL_NAME}.damaged-*Z*")):
        if not aside.name.endswith(("-wal", "-shm", "-journal")):
            remedy = f"to have it back: stop the service and rename it to {JOURNAL_NAME}"
            yield Finding("journal", "note", f"a journal was set aside as {aside.name}", remedy)
    if not path.exists():
        yield Finding("journal", "note", f"there is none yet in {box.data}")
        return
    if not is_in_use(path):  # a copy taken in the midst of writing looks damaged
        yield _checked(path)
    free_mb = shutil.disk_usage(box.data).free // 1_000_000
    if free_mb < LITTLE_ROOM_MB:
        yield Finding("disk", "FAULT", f"only {free_mb} MB are free", "make room, or games will not be kept")
    else:
        yield Finding("disk", "good", f"{free_mb} MB are free")


def _checked(path: Path) -> Finding:
    """Check a copy: SQLite would write beside the file itself."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        try:
            with closing(sqlite3.connect(copy)) as db:
                (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
                (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        except sqlite3.Error as error:
            verdict, games = str(error), 0
    if verdict != "ok":
        return Finding("journal", "FAULT", f"{path}: {verdict}", "start the referee: it sets the damaged file aside")
    return Finding("journal", "good", f"{path}, {games} games")


def is_in_use(journal: Path) -> bool:
    """Return whether a referee has this journal open now."""
    start, length = SHARED_LOCK
    try:
        with journal.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, length, start)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _pins(box: Patient) -> Iterator[Finding]:
    from hardware import HardwareError, open_devices

    try:
        with open_devices(_config(box.settings).pins, lambda _: None, time.monotonic, simulate=False) as devices:
            faults = devices.faults
            pressed = sorted(devices.buttons.pressed_now())
    except HardwareError as error:
        yield Finding("pins", "FAULT", str(error), "see hardware/WIRING.md; keyboard and touch work meanwhile")
        return
    for fault in faults:
        yield Finding("pins", "FAULT", fault)
    for button in pressed:
        remedy = "let go of it; if nobody pressed it, look for a short circuit to ground"
        yield Finding("pins", "FAULT", f'the button "{button}" is closed now', remedy)
    if not faults and not pressed:
        yield Finding("pins", "good", "buttons, light and buzzer answer; that they work can only be seen and heard")


def _screen(box: Patient) -> Iterator[Finding]:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from display.window import Window
    from firmware_py.panel import choose_display

    for plug in sorted(box.system.glob("sys/class/drm/card*-*/status")):
        with suppress(OSError):
            yield Finding("screen", "note", f"plug {plug.parent.name}: {plug.read_text(encoding='ascii').strip()}")
    choose_display(os.environ, box.system)
    screen = _config(box.settings).screen
    with Window((screen.width, screen.height), rotation=screen.rotation) as window:
        if window.fault:
            remedy = "look at the cable; the user must be in the groups video and render; no desktop may be running"
            yield Finding("screen", "FAULT", window.fault, remedy)
            return
        width, height = pygame.display.get_window_size()
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        yield Finding("screen", "good", f"{pygame.display.get_driver()}, {width} x {height}, SDL {sdl}")


def _power(box: Patient) -> Iterator[Finding]:
    bits = throttled(box.system)
    if bits is None:
        yield Finding("power", "note", "this computer does not tell of its power supply")
        return
    told = " ".join(map(speak("en"), power_lines(bits)))
    remedy = "use the Raspberry Pi's own power supply and a short cable" if bits else ""
    yield Finding("power", "FAULT" if bits else "good", f"{told} (0x{bits:x})", remedy)


def _starts() -> Iterator[Finding]:
    from firmware_py.startup import FAILED_STARTS, MARKER

    with suppress(OSError, ValueError):
        starts = int((Path("/run/pyramid-referee") / MARKER).read_text(encoding="ascii"))
        if starts > 1:
            told = f"{starts - 1} starts in a row failed; after {FAILED_STARTS} it is safe mode"
            yield Finding("starts", "FAULT", told, f"the reason: journalctl -u {UNIT}")
