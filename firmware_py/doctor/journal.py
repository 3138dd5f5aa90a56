"""The journal's file, the journals that were set aside, and the free space on the disk."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from firmware_py.config.schema import JOURNAL_NAME, missing_mount
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.storage.changes import GameSummary, StoredGame
from firmware_py.storage.files import JournalError, check_files, not_mounted, were_damaged, were_set_aside
from firmware_py.storage.opening import LostEntries, examine
from firmware_py.storage.rescue import rescue
from firmware_py.storage.rows import UNREADABLE
from firmware_py.words import Words, first_reported, list_words, plain, reason, words, words_n

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
    if not path.exists():
        yield Finding("journal", "note", words("there is none yet in {folder}", folder=str(installation.data)))
        return
    yield from _check(path)
    free_mb = shutil.disk_usage(installation.data).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        remedy = words("make room, or games will not be saved")
        yield Finding("disk", "FAULT", words("only {megabytes} MB are free", megabytes=free_mb), remedy)
    else:
        yield Finding("disk", "good", words("{megabytes} MB are free", megabytes=free_mb))


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
