"""The journal's file, the journals that were set aside, and the free space on the disk."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firmware_py.config.file import JOURNAL_NAME
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.storage.journal.damage import were_damaged, were_set_aside
from firmware_py.storage.journal.file import check_files, copied
from firmware_py.words import reason, words, words_n

LEAST_FREE_MB = 50


def journal(installation: Installation) -> Iterator[Finding]:
    """Yield the findings about the stored games."""
    path = installation.data / JOURNAL_NAME
    try:
        check_folder(installation.data)
        check_files(path)
        yield from _examined(installation, path)
    except OSError as error:
        text = words("{file}: {why}", file=error.filename or str(path), why=reason(error))
        remedy = words(
            "look at the rights of the file and at the card; the games of an installed box open with sudo only"
        )
        yield Finding("journal", "FAULT", text, remedy)


def check_folder(folder: Path) -> None:
    """Check that nothing but a folder is at a path. :raises OSError: when something else is there"""
    if os.path.lexists(folder) and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def _examined(installation: Installation, path: Path) -> Iterator[Finding]:
    """Examine the journal, those that were set aside, and the free space.

    :raises OSError: when access is denied.
    """
    for aside in were_set_aside(path):
        remedy = words(
            'to have its games back: "{kept}" on the first page, then "{back}"',
            kept=words("Saved games"),
            back=words("Take back the games set aside"),
        )
        yield Finding("journal", "note", words("safe mode has set a journal aside as {file}", file=aside.name), remedy)
    for damaged in were_damaged(path):
        remedy = words(
            "none: what could be read of it is in {file}; delete it once nothing is missed", file=JOURNAL_NAME
        )
        yield Finding("journal", "note", words("a damaged journal is kept as {file}", file=damaged.name), remedy)
    if not path.exists():
        yield Finding("journal", "note", words("there is none yet in {folder}", folder=str(installation.data)))
        return
    yield _checked(path)
    free_mb = shutil.disk_usage(installation.data).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        remedy = words("make room, or games will not be saved")
        yield Finding("disk", "FAULT", words("only {megabytes} MB are free", megabytes=free_mb), remedy)
    else:
        yield Finding("disk", "good", words("{megabytes} MB are free", megabytes=free_mb))


def _checked(path: Path) -> Finding:
    """Check the structure of a copy."""
    with copied(path) as copy:
        try:
            with closing(sqlite3.connect(copy)) as db:
                (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
                (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        except sqlite3.Error as error:
            verdict, games = str(error), 0
    if verdict != "ok":
        text = words("{file}: {why}", file=str(path), why=verdict)
        return Finding("journal", "FAULT", text, words("start the referee: it sets the damaged file aside"))
    return Finding("journal", "good", words_n("{file}, {count} game", "{file}, {count} games", games, file=str(path)))
