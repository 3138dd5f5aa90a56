"""The journal's file, those that were set aside, and the room beside them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firmware_py.config import JOURNAL_NAME
from firmware_py.doctor.patient import Finding, Patient
from firmware_py.journal.damage import were_damaged, were_set_aside
from firmware_py.journal.file import copied

LITTLE_ROOM_MB = 50


def journal(box: Patient) -> Iterator[Finding]:
    """Yield how the games are kept."""
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
    for aside in were_set_aside(path):
        remedy = "to have its games back: 'Kept games' on the first page, then 'Take back the games set aside'"
        yield Finding("journal", "note", f"safe mode has set a journal aside as {aside.name}", remedy)
    for damaged in were_damaged(path):
        remedy = f"none: what could be read of it is in {JOURNAL_NAME}; delete it once nothing is missed"
        yield Finding("journal", "note", f"a damaged journal is kept as {damaged.name}", remedy)
    if not path.exists():
        yield Finding("journal", "note", f"there is none yet in {box.data}")
        return
    yield _checked(path)
    free_mb = shutil.disk_usage(box.data).free // 1_000_000
    if free_mb < LITTLE_ROOM_MB:
        yield Finding("disk", "FAULT", f"only {free_mb} MB are free", "make room, or games will not be kept")
    else:
        yield Finding("disk", "good", f"{free_mb} MB are free")


def _checked(path: Path) -> Finding:
    """Check a copy."""
    with copied(path) as copy:
        try:
            with closing(sqlite3.connect(copy)) as db:
                (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
                (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        except sqlite3.Error as error:
            verdict, games = str(error), 0
    if verdict != "ok":
        return Finding("journal", "FAULT", f"{path}: {verdict}", "start the referee: it sets the damaged file aside")
    return Finding("journal", "good", f"{path}, {games} game{'' if games == 1 else 's'}")
