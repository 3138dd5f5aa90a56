"""What the program needs: libraries, settings, power, a voice, its journal; what a running referee reports.

Why half a second of silence is played: nobody need listen, and a player says only then that it finds no card.

Why systemd's status line is left out: it names a game and a player, and a report holds nothing of any game.
"""

from __future__ import annotations

import errno
import io
import os
import platform
import shutil
import subprocess
import wave
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from firmware_py.config.schema import (
    JOURNAL_NAME,
    ConfigError,
    ConfigFileError,
    load_config,
    missing_mount,
    settings_in_force,
)
from firmware_py.config.settings import SETTINGS
from firmware_py.doctor.controls import wiring
from firmware_py.doctor.findings import GUIDE, UNIT, Finding, Installation, Verdict
from firmware_py.driver_reports import report_words
from firmware_py.host.computer import model, power_lines, program_version, throttle_bits
from firmware_py.host.failed_starts import FAILED_STARTS, MARKER
from firmware_py.host.libraries import LIBRARIES, not_loading
from firmware_py.host.sd_notify import StatusFile, read_status
from firmware_py.storage.changes import GameSummary, StoredGame
from firmware_py.storage.files import JournalError, check_files, is_there, not_mounted, were_damaged, were_set_aside
from firmware_py.storage.opening import LostEntries, examine
from firmware_py.storage.rescue import rescue
from firmware_py.storage.rows import UNREADABLE
from firmware_py.words import (
    REINSTALL,
    Words,
    catalogue_faults,
    first_reported,
    list_words,
    plain,
    printable,
    reason,
    words,
    words_n,
)
from hardware.controls.voice import RATE_HZ, SAMPLE, SYNTHESIZER, Command, players


def versions(installation: Installation) -> Iterator[Finding]:
    """Yield the versions of program, libraries and computer."""
    missing = tuple(not_loading())
    there = [name for name in LIBRARIES if name not in missing]
    yield Finding("program", "good", plain(f"Pyramid Referee {program_version()}, Python {platform.python_version()}"))
    yield Finding("libraries", "good", plain(", ".join(f"{name} {version(name)}" for name in there)))
    for name in missing:
        yield Finding("libraries", "FAULT", words("{library} is missing, or does not load", library=name), REINSTALL)
    for fault in catalogue_faults():
        yield Finding("program", "FAULT", fault, REINSTALL)
    computer = model(installation.system) or platform.machine()
    yield Finding("computer", "good", plain(f"{computer}, Linux {platform.release()}"))


CHOSEN = frozenset(setting.key for setting in SETTINGS if setting.is_tried)
"""The settings chosen on the device that say which parts it has."""


def settings(installation: Installation) -> Iterator[Finding]:
    """Yield what was chosen on the device, and every mistake in the settings file."""
    parts = {key: value for key, value in installation.chosen.items() if key in CHOSEN}
    if parts:
        chosen = tuple(f"{key} = {value}" for key, value in sorted(parts.items()))
        yield Finding("settings", "note", words("chosen on the device, over the file: {chosen}", chosen=chosen))
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
    bits = throttle_bits(installation.system)
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


SILENCE_S = 0.5
PATIENCE_S = 5.0


def voice(installation: Installation) -> Iterator[Finding]:
    """Yield whether each player opens the sound card, up to the first that does; a fault if the voice is switched on.

    Nothing where no synthesizer is installed and nobody wants a voice.
    """
    owned = installation.owned
    is_wanted = settings_in_force(owned, installation.chosen).voice
    missing: Verdict = "FAULT" if is_wanted else "note"
    if shutil.which(SYNTHESIZER) is None:
        if is_wanted:
            text = words("{program} is not installed", program=SYNTHESIZER)
            yield Finding("voice", missing, text, plain(f"sudo apt install {SYNTHESIZER} alsa-utils"))
        return
    found = players(owned.sound.card)
    if not found:
        text = words("nothing is installed that plays what it says")
        yield Finding("voice", missing, text, plain("sudo apt install alsa-utils"))
    reasons = []
    for player in found:
        reason = _why_silent(player)
        if not reason:
            yield Finding("voice", "good", words("{program} plays on the sound card", program=player[0]))
            return
        reasons.append(f"{player[0]}: {reason.removeprefix(f'{player[0]}: ')}")
    remedy = words("name another card with sound.card: {command} lists them", command="aplay -L")
    for reason in reasons:
        yield Finding("voice", missing, words("it cannot be heard: {why}", why=reason), remedy)


def _why_silent(player: Command) -> str:
    """What a player says, a line of it, if it does not play silence; nothing if it does."""
    try:
        done = subprocess.run(player, input=_silence(), capture_output=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {PATIENCE_S:.0f} s"
    except OSError as error:
        return error.strerror or "it does not start"
    if not done.returncode:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return printable(said[-1]) if said else f"it ended with {done.returncode}"


def _silence() -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(SAMPLE)
        sound.setframerate(RATE_HZ)
        sound.writeframes(bytes(round(SILENCE_S * RATE_HZ) * SAMPLE))
    return written.getvalue()


HELD = words("not tried, because they are the running referee's: buttons, light, buzzer, magnetic board and screen")
MORE = words(
    "to have them tried: {command}, run the doctor again, and start the referee", command=f"sudo systemctl stop {UNIT}"
)
COPY_FIRST = words("copy the newest games to a stick, then: {command}", command=f"sudo systemctl restart {UNIT}")
LEAVE_OUT = words("look at the live readings on the device, and leave out the cells that make no sense")
WHY = words("why: {command}", command=f"journalctl -u {UNIT}")
PROPERTIES = ("ActiveState", "ActiveEnterTimestamp", "NRestarts", "MemoryCurrent")
ANSWER_S = 10.0


def plays_in_memory(installation: Installation) -> bool:
    """Whether a referee runs that has no journal open: the lock on the file does not show it then."""
    status = read_status(installation.system)
    return status is not None and bool(status.journal)


def running(installation: Installation) -> Iterator[Finding]:
    """Yield the findings about a running referee, without disturbing it."""
    service, status = _by_systemd(), read_status(installation.system)
    if service.get("ActiveState") == "active":
        yield _service(service)
    if status is None:
        text = words("{held}; it reports nothing about them", held=HELD)
        yield Finding("parts", "note", text, words("end the referee, and run the doctor again"))
        return
    yield Finding("parts", "note", words("{held}; below is what it reports about them", held=HELD), MORE)
    if status.journal:
        text = words("{why} Until then games are in memory only.", why=status.journal)
        yield Finding("journal", "FAULT", text, COPY_FIRST)
    yield from _pins(installation, status)
    if status.screen:
        yield Finding("screen", "FAULT", plain(status.screen), MORE)
    else:
        yield Finding("screen", "good", words("pages are shown"))
    match status.board:
        case "lost":
            remedy = words("look at its cable; {more}", more=MORE)
            yield Finding("board", "FAULT", words("it is missing; the referee keeps looking for it"), remedy)
        case "there":
            yield Finding("board", "good", words("it is there"))
    if status.why_nothing_follows:
        yield Finding("board", "FAULT", plain(status.why_nothing_follows), LEAVE_OUT)
    for line in status.counted:
        yield Finding("counts", "note", plain(line))
    yield from wiring(installation)


def _pins(installation: Installation, status: StatusFile) -> Iterator[Finding]:
    for fault in status.faults:
        yield Finding("pins", "FAULT", report_words(fault), GUIDE)
    if not status.has_pins:
        verdict: Verdict = "FAULT" if installation.is_pi else "note"
        yield Finding("pins", verdict, words("none are reached; keyboard and touch work"), WHY)
    elif not status.faults:
        yield Finding("pins", "good", words("nothing wrong with buttons, light and buzzer"))


def _service(shown: Mapping[str, str]) -> Finding:
    restarts = int(shown.get("NRestarts", "0"))
    memory = shown.get("MemoryCurrent", "")
    used = f", {int(memory) // 1_000_000} MB" if memory.isdigit() and int(memory) < 1 << 62 else ""
    since = shown.get("ActiveEnterTimestamp")
    runs = words_n(
        "running since {since}, restarted by systemd {count} time{used}",
        "running since {since}, restarted by systemd {count} times{used}",
        restarts,
        since=since or words("now"),
        used=used,
    )
    return Finding("referee", "note", runs, WHY) if restarts else Finding("referee", "good", runs)


def _by_systemd() -> dict[str, str]:
    """The properties that systemd shows of the service; none where systemctl does not work."""
    command = ["systemctl", "show", UNIT, f"--property={','.join(PROPERTIES)}"]
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=ANSWER_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)


LEAST_FREE_MB = 50
SET_ASIDE = words("start the referee again: it keeps that file under another name, and goes on with what can be read")

MOUNT = words("why: {command}", command="systemctl --failed")


def journal(installation: Installation) -> Iterator[Finding]:
    """Yield the findings about the stored games."""
    path = installation.data / JOURNAL_NAME
    if place := missing_mount(installation.data, installation.system / "etc/fstab"):
        yield Finding("journal", "FAULT", not_mounted(place), MOUNT)
        return
    try:
        _check_folder(installation.data)
        check_files(path)
        yield from _examine(installation, path)
    except OSError as error:
        text = words("{file}: {why}", file=error.filename or str(path), why=reason(error))
        remedy = words(
            "check the access rights of the file, and the card; the games of an installed device open with sudo only"
        )
        yield Finding("journal", "FAULT", text, remedy)


def _check_folder(folder: Path) -> None:
    """Check that nothing but a folder is at a path. :raises OSError: when something else is there"""
    if os.path.lexists(folder) and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def _examine(installation: Installation, path: Path) -> Iterator[Finding]:
    """Examine the journal, those that were set aside, and the free space.

    :raises OSError: when access is denied.
    """
    for aside in were_set_aside(path):
        remedy = words(
            'to get its games back: "{kept}" on the first page, then "{back}"',
            kept=words("Saved games"),
            back=words("Restore the games set aside"),
        )
        yield Finding("journal", "note", words("safe mode has set a journal aside as {file}", file=aside.name), remedy)
    for damaged in were_damaged(path):
        remedy = words(
            "nothing: what could be read of it is in {file}; delete it when no game is missing there", file=JOURNAL_NAME
        )
        yield Finding("journal", "note", words("a damaged journal is kept as {file}", file=damaged.name), remedy)
    if is_there(path):
        yield from _check(path)
    else:
        yield Finding("journal", "note", words("there is none yet in {folder}", folder=str(installation.data)))
    yield _free_space(installation.data)


def _free_space(folder: Path) -> Finding:
    """How much room there is for a folder, in MB; the folder itself may not be there yet."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    free_mb = shutil.disk_usage(there).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        remedy = words("make room, or games will not be saved")
        return Finding("disk", "FAULT", words("only {megabytes} MB are free", megabytes=free_mb), remedy)
    return Finding("disk", "good", words("{megabytes} MB are free", megabytes=free_mb))


def _check(path: Path) -> Iterator[Finding]:
    """Verify everything in the journal, and name the games that the disk has damaged, now or earlier."""
    try:
        with examine(path, lambda: datetime.now(UTC)) as sound:
            games, count = sound.games(), sound.count
    except JournalError as error:
        yield Finding("journal", "FAULT", error.why)
        return
    except LostEntries:
        yield Finding("journal", "FAULT", words("{file}: its newest entries are damaged", file=str(path)), SET_ASIDE)
        return
    except UNREADABLE:
        contents = rescue(path)
        damaged = words("{file}: the disk has damaged it", file=str(path))
        if named := [game for game in contents.games if game.id in contents.affected]:
            damaged = words("{file}: the disk has damaged it. {games}", file=str(path), games=_damage_words(named))
        yield Finding("journal", "FAULT", damaged, SET_ASIDE)
        return
    yield Finding("journal", "good", words_n("{file}, {count} game", "{file}, {count} games", count, file=str(path)))
    if marked := [game for game in games if game.damaged]:
        remedy = words("nothing: each goes on from its last undamaged entry; delete those that nobody needs")
        yield Finding("journal", "note", _damage_words(marked), remedy)


def _damage_words(games: Sequence[StoredGame | GameSummary]) -> Words:
    """Which games are damaged: by their numbers, because a report holds nothing of any game."""
    numbers = list_words(*first_reported(tuple(plain(str(game.id)) for game in games)))
    return words("Games with these numbers are damaged: {numbers}.", numbers=numbers)
