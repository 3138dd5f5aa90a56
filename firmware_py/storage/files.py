"""The journal's files: what can be wrong with them, who has them open, the note beside them, and new names.

A damaged journal is renamed to `….damaged-…`; all that could be read of it is in the new one. A journal that safe mode
sets aside unread is renamed to `….aside-…`, and to `….taken-…` once its games were restored. Nothing here deletes or
overwrites a journal.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from firmware_py.regular_files import check_no_other, flags, sync_folder
from firmware_py.storage.rows import digest
from firmware_py.words import WordedError, Words, words

WITH_LOG = b"\2\2"
"""What a file says at byte 18 of whether there may be a log beside it (SQLite file format, section 1.3)."""
SHARED_LOCK = 0x40000002, 510
"""Where SQLite locks a file, start and length (SQLite file locking, `os.h`)."""
LONGEST = 500_000_000
"""In bytes; thousands of games are a tenth of that. A longer file is none of ours."""

NOTE = "-count"
BESIDE = ("-wal", "-shm", "-journal", NOTE)
"""The endings of what stands beside a file: from SQLite, and the note."""
SUCCESSOR = ".successor"
AWAY = ".away"


# --- what can be wrong -----------------------------------------------------------------------------------------------

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


class JournalError(WordedError):
    """The disk cannot write or read what the journal holds."""

    def __init__(self, why: Words, *, is_damage: bool = False) -> None:
        super().__init__(why)
        self.is_damage = is_damage
        """Whether its file is not as it was written: then all that can be read goes on in another file."""


UNSAVED = words("Games are in memory only: without power they are lost.")


def code_of(error: Exception, path: Path | None) -> int:
    """The error as one of SQLite's primary result codes."""
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


def is_damage(error: Exception) -> bool:
    """Whether an error of an open journal says that its file is damaged, and not that it fails now."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in DISK_FAULTS


def explain_fault(error: Exception, path: Path | None) -> Words:
    """What is wrong with the journal, and what the owner can do."""
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
    """Why a copy of the journal cannot be read, and what the owner can do: only a start mends a damaged one."""
    if code_of(error, path) in DISK_FAULTS:
        return explain_fault(error, path)
    return words(
        "{place} is damaged: start the referee, which keeps the file under another name and goes on with what can be "
        "read; then try again.",
        place=str(path),
    )


def newer(path: Path) -> Words:
    return words(
        "{place} was written by a newer version of this program and is left alone: install that version again.",
        place=str(path),
    )


# --- who has them open -----------------------------------------------------------------------------------------------


def check_files(journal: Path) -> None:
    """Check that the journal and its log, where they exist, are regular files: a pipe would be waited for.

    :raises OSError: when one of them is something else, or far too long.
    """
    for path in (journal, Path(f"{journal}-wal")):
        check_no_other(path)
        with suppress(FileNotFoundError):
            if path.stat().st_size > LONGEST:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def is_in_use(journal: Path) -> bool:
    """Whether another process has this journal open now. A process cannot ask this about itself."""
    import fcntl  # here, because the desk needs neither this nor a system that has it

    start, length = SHARED_LOCK
    try:
        check_files(journal)
        with journal.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, length, start)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def close_as_is(db: sqlite3.Connection, journal: Path) -> None:
    """Close a database and leave its files as they are.

    When SQLite closes a database, it moves the log into the file and deletes it, but not if the file has another name
    by then. What a power cut leaves under that name `finish_renaming` finds.
    """
    away = Path(f"{journal}{AWAY}")
    with suppress(OSError):
        journal.rename(away)
    with suppress(sqlite3.Error):
        db.close()
    with suppress(OSError):
        away.rename(journal)
    if not log_of(journal):  # SQLite has made it
        with suppress(OSError):
            Path(f"{journal}-wal").unlink(missing_ok=True)


# --- what lies in them -----------------------------------------------------------------------------------------------


def is_there(path: Path) -> bool:
    """Whether there is a file; where nobody may look, `Path.exists` of Python 3.14 says that there is none.

    :raises OSError: when that cannot be known.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def was_emptied(path: Path) -> bool:
    """Whether the file lost all its content. SQLite would take it for new, and delete the log beside it."""
    if path.is_file():
        return path.stat().st_size == 0
    return not is_there(path) and bool(log_of(path))


def has_log(path: Path) -> bool:
    """Whether the file's header says that there may be a log beside it. Otherwise SQLite would skip the log."""
    with path.open("rb") as file:
        return file.read(20)[18:] == WITH_LOG


def user_version(path: Path) -> int:
    """The version of the tables that the file's header says."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(64)[60:], "big")


def log_of(path: Path) -> bytes:
    """The write-ahead log beside the file as it is now, empty if there is none."""
    with suppress(FileNotFoundError):
        return Path(f"{path}-wal").read_bytes()
    return b""


# --- the note --------------------------------------------------------------------------------------------------------


class Note:
    """A file beside the journal that says how far its chain of changes goes.

    Why: a log that was cut short looks like one whose last commits never were. The note is written after each commit
    and never synced: after a power cut it may say less than the journal, but never more. It goes when the log goes.
    """

    def __init__(self, journal: Path) -> None:
        """Open the note; a disk that fails shows itself elsewhere."""
        self._journal = journal
        self._path = Path(f"{journal}{NOTE}")
        self._file = -1
        with suppress(OSError):
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | flags("O_CLOEXEC", "O_NOFOLLOW"), 0o644)

    def write(self, name: str, number: int) -> None:
        """Note that the chain of the journal with its own `name` goes to this number."""
        text = f"{name} {number:016x}"
        with suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, f"{text} {digest(text)}\n".encode())

    def close(self) -> None:
        """Close the note, and remove it unless there is a log still."""
        with suppress(OSError):
            os.close(self._file)
        if not log_of(self._journal):
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def read_note(journal: Path) -> tuple[str, int]:
    """The own name of the journal and the number that are noted; none without a note that can be read."""
    with suppress(OSError, ValueError):
        note = Path(f"{journal}{NOTE}")
        check_no_other(note)
        name, number, seen = note.read_text(encoding="ascii").split()
        if digest(f"{name} {number}") == seen:
            return name, int(number, 16)
    return "", 0


# --- new names -------------------------------------------------------------------------------------------------------


def set_aside(path: Path, now: Callable[[], datetime]) -> Path:
    """Rename a suspected file and those beside it, and return its new name."""
    aside = _name(path, "aside", now)
    _rename(path, aside)
    return aside


def finish_renaming(path: Path) -> None:
    """Finish what a power cut interrupted, in `close_as_is` or in `set_aside`.

    After `set_aside` a log that was left beside the file has the newest games. If it was written to since, it belongs
    to another journal, whose file somebody has deleted.
    """
    away, log, asides = Path(f"{path}{AWAY}"), Path(f"{path}-wal"), were_set_aside(path)
    if is_there(path):
        return
    if away.exists():
        away.rename(path)
    elif log.exists() and asides:
        aside = asides[-1]
        if not Path(f"{aside}-wal").exists() and log.stat().st_mtime <= aside.stat().st_ctime:
            _rename(path, aside)


def were_set_aside(path: Path) -> tuple[Path, ...]:
    """Every suspected journal whose games were not restored, the newest last."""
    return _files_named(path, "aside")


def were_damaged(path: Path) -> tuple[Path, ...]:
    """Every damaged journal, the newest last."""
    return _files_named(path, "damaged")


def mark_taken_back(aside: Path) -> None:
    """Rename a suspected journal, because its games were restored."""
    _rename(aside, aside.with_name(aside.name.replace(".aside-", ".taken-")))


def new_draft(path: Path) -> Path:
    """The name under which a new file is written; what a power cut has left of another attempt is gone."""
    draft = Path(f"{path}.draft")
    for ending in ("", *BESIDE):
        Path(f"{draft}{ending}").unlink(missing_ok=True)
    return draft


def finish_draft(path: Path, draft: Path, now: Callable[[], datetime]) -> Path:
    """Rename a new file that is whole, and return its name; `put_in_place` puts it in the place of the damaged one."""
    successor = Path(f"{_name(path, 'damaged', now)}{SUCCESSOR}")
    draft.rename(successor)
    return successor


def waiting_successor(path: Path) -> Path | None:
    """The new file that a power cut kept from its place, or None."""
    return max(path.parent.glob(f"{path.name}.damaged-*{SUCCESSOR}"), default=None)


def put_in_place(path: Path, successor: Path) -> Path:
    """Set the damaged file aside, put the new one in its place, and return the new name of the damaged one.

    Why in this order: whenever the power fails, the damaged file can still be read, or the new one is whole.
    """
    aside = successor.with_suffix("")
    _rename(path, aside)
    successor.rename(path)
    sync_folder(path.parent)
    return aside


def _rename(path: Path, aside: Path) -> None:
    """Rename a file and those beside it; files that are renamed already are skipped.

    Why the file first: a file without its log would look like an older journal, a log without its file like none.
    """
    for ending in ("", *BESIDE):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")


def _files_named(path: Path, why: str) -> tuple[Path, ...]:
    """The files that were renamed for this reason, without those beside them."""
    found = path.parent.glob(f"{path.name}.{why}-*Z*")
    return tuple(sorted(file for file in found if not file.name.endswith((*BESIDE, SUCCESSOR))))


def _name(path: Path, why: str, now: Callable[[], datetime]) -> Path:
    """A new name that is still free."""
    stamp = now().astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{why}-{stamp}{ending}") for ending in endings)
    return next(name for name in names if not name.exists() and not Path(f"{name}-wal").exists())
