"""The database of the journal: its connection, its tables in their newest version, and how damage is noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import Any

from firmware_py.storage.journal import reading, rows, seal, version_1, writing
from firmware_py.storage.journal.rows import VERSION
from firmware_py.storage.journal.values import EMPTY, Contents

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading may raise. The second comes from a message of SQLite's that quotes damaged text."""

LOCK_TIMEOUT_S = 0.5
"""How long to wait for another program to close the journal."""

EMPTY_LOG = "PRAGMA wal_checkpoint(PASSIVE)"
"""Moves all commits from the write-ahead log into the database. It costs syncs, so never during a game."""

LOG_PAGES = 1500
"""The limit of the write-ahead log, in pages (6 MB, some 500 actions): beyond, it is emptied also during a game."""


def connect(place: str) -> sqlite3.Connection:
    """Return a connection that locks the database from its first use until it is closed.

    :raises sqlite3.Error: when there is no such place.
    """
    db = sqlite3.connect(place, timeout=LOCK_TIMEOUT_S, isolation_level=None)
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


def examine(db: sqlite3.Connection) -> int:
    """Read everything, and return how many frames of the write-ahead log are whole.

    Why on a copy: SQLite moves the log into a database when it closes it, and so writes to one that is damaged.

    :raises UNREADABLE: when it is damaged or not ours.
    """
    _check_tables(db)
    _check_structure(db)
    whole_frames: int = db.execute(EMPTY_LOG).fetchone()[1]
    match version_of(db):
        case rows.VERSION:
            reading.verify(db)
        case 1:
            version_1.contents(db)
    return whole_frames


def prepare(db: sqlite3.Connection) -> None:
    """Bring the tables of a sound database up to date, and empty its log.

    :raises UNREADABLE: when it is locked or cannot be written.
    """
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    is_older = version_of(db) < VERSION
    with db:
        db.execute("BEGIN IMMEDIATE")
        if is_older:
            _upgrade(db)
        db.execute(f"PRAGMA user_version = {VERSION}")  # always, so that a full disk shows itself now
    if is_older:
        with suppress(sqlite3.OperationalError):  # a full disk
            db.execute("VACUUM")  # so that the tables stand where they stand in every journal
    db.execute(EMPTY_LOG)


def version_of(db: sqlite3.Connection) -> int:
    """Return the version that the database says of its tables; 0 of one without tables."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def change_count(db: sqlite3.Connection) -> tuple[str, int]:
    """Return the journal's own name, and how many changes it holds; none before its tables have a seal."""
    return seal.read(db)[1:3] if version_of(db) == VERSION else ("", 0)


def is_newer(db: sqlite3.Connection) -> bool:
    """Return whether a newer version of this program made the tables; a seal that says otherwise is believed.

    :raises UNREADABLE: when not even its version can be read.
    """
    if version_of(db) <= VERSION:
        return False
    try:
        return seal.read(db)[0] > VERSION
    except UNREADABLE:
        return True


def in_memory(contents: Contents = EMPTY) -> sqlite3.Connection:
    """Return a database in memory with these contents."""
    db = connect(":memory:")
    prepare(db)
    with db:
        db.execute("BEGIN IMMEDIATE")
        writing.fill(db, contents)
    return db


def _upgrade(db: sqlite3.Connection) -> None:
    """Make the tables of the newest version, with what was in those of an earlier one."""
    contents = version_1.contents(db) if version_of(db) else EMPTY
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        db.execute(f"DROP TABLE {name}")
    writing.create(db)
    writing.fill(db, contents)


def _check_structure(db: sqlite3.Connection) -> None:
    """Check every page. It takes 20 ms for the 14 MB of a thousand long games, 0.1 ms for one game."""
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _check_tables(db: sqlite3.Connection) -> None:
    """Compare all that the database defines with a new database of its version.

    Why all: a trigger or a view that is not ours could change what is stored.
    """
    ours: dict[int, tuple[str, ...]] = {0: (), 1: version_1.TABLES, VERSION: rows.TABLES}
    with closing(sqlite3.connect(":memory:")) as new:
        for statement in ours.get(version_of(db), ()):
            new.execute(statement)
        if _defined(new) != _defined(db):
            raise sqlite3.DatabaseError("its tables are not those of a journal")


def _defined(db: sqlite3.Connection) -> set[Any]:
    return set(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
