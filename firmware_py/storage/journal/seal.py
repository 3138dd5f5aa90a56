"""The seal, a table with one row: it holds the digests of all entries and settings added up (by XOR).

So an entry that is missing, doubled or older than the others is noticed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable

from firmware_py.storage.journal.rows import VERSION, digest, verified


def begin(db: sqlite3.Connection) -> None:
    """Write the seal of a new journal, which has no entries; it gives the journal its own name."""
    _write(db, os.urandom(8).hex(), 0, 0)


def read(db: sqlite3.Connection) -> tuple[int, str, int, int]:
    """Return the version of the tables, the journal's own name, the number of changes, and the sum of all entries."""
    found = db.execute("SELECT version, journal, changes, entries, digest FROM seal").fetchall()
    if len(found) != 1:
        raise sqlite3.DatabaseError("there is not one seal")
    version, journal, changes, entries = verified(found[0], "the seal")[:-1]
    return version, journal, changes, int(entries, 16)


def renew(db: sqlite3.Connection, *digests: str) -> None:
    """Write the seal after a change of entries with these digests, those before and those after the change."""
    _, journal, changes, entries = read(db)
    _write(db, journal, changes + 1, added_up(entries, digests))


def added_up(entries: int, digests: Iterable[str]) -> int:
    """Return the sum with these digests added, or taken off if they were in it."""
    try:
        for one in digests:
            entries ^= int(one, 16)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None
    return entries


def _write(db: sqlite3.Connection, journal: str, changes: int, entries: int) -> None:
    row = VERSION, journal, changes, f"{entries:016x}"
    db.execute(
        "INSERT OR REPLACE INTO seal (rowid, version, journal, changes, entries, digest) VALUES (1, ?, ?, ?, ?, ?)",
        (*row, digest(*row)),
    )
