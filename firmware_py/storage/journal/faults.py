"""What can be wrong with the journal's file, and the messages about it for the owner."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from firmware_py.words import Words, words

DISK_FAULTS = frozenset(
    {
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""SQLite's result codes when the file may be whole but cannot be used now; any other code means damage."""

ERRNO_CODES = {
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
"""The result codes for errors of the system, on folders and on files set aside."""


class JournalError(Exception):
    """The disk cannot write or read what the journal holds."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.message)
        self.why = why


UNSAVED = words("Games are in memory only: without power they are lost.")


def code_of(error: Exception, path: Path | None) -> int:
    """Return the error as one of SQLite's primary result codes."""
    if isinstance(error, OSError):
        return ERRNO_CODES.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if path is None or not os.path.exists(path):  # noqa: PTH110 - Path.exists raises without access
        return code
    match code, os.access(path, os.W_OK):
        case sqlite3.SQLITE_IOERR, False:
            return sqlite3.SQLITE_READONLY  # a file that may only be read cannot be locked
        case sqlite3.SQLITE_READONLY, True:
            return sqlite3.SQLITE_CORRUPT  # only the file's own damaged header says so
    return code


def fault(error: Exception, path: Path | None) -> Words:
    """Return what is wrong with the journal, and what the owner can do."""
    place = str(path or "memory")
    match code_of(error, path):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return words("Another program is using {place}: end it, then start again.", place=place)
        case sqlite3.SQLITE_FULL:
            return words("The disk that holds {place} is full: make room on it, then start again.", place=place)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return words("{place} cannot be written to: check the write protection and the access rights.", place=place)
        case sqlite3.SQLITE_CANTOPEN:
            return not_opened(place)
        case code if code in DISK_FAULTS:
            return words(
                "The disk that holds {place} is failing: check that it is in place, or replace it.", place=place
            )
        case _:
            return words(
                "{place} is damaged: start again to set it aside and to go on with what can be read.", place=place
            )


def not_opened(place: Path | str) -> Words:
    return words("{place} cannot be opened: check its folder and the access rights.", place=str(place))


def not_mounted(place: Path) -> Words:
    return words(
        "The disk of the games is not mounted at {place}: check that it is in place, or replace it.", place=str(place)
    )


def not_read(error: Exception, path: Path) -> Words:
    """Return why a copy of the journal cannot be read, and what the owner can do: only a start mends a damaged one."""
    if code_of(error, path) in DISK_FAULTS:
        return fault(error, path)
    return words(
        "{place} is damaged: start the referee, which keeps the file under another name and goes on with what can be "
        "read; then ask again.",
        place=str(path),
    )


def newer(path: Path) -> Words:
    return words(
        "{place} was written by a newer version of this program and is left alone: install that version again.",
        place=str(path),
    )
