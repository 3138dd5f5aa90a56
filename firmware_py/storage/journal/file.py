"""The journal's file, looked at without touching it: whether a referee has it open, and a copy to read.

Why a copy: a referee locks its journal for as long as it lives, and SQLite writes beside a file even to read it.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHARED_LOCK = 0x40000002, 510
"""Where SQLite locks a database file, start and length (SQLite file locking, `os.h`)."""
ROUND = 32
"""The first bytes of a write-ahead log: they change whenever it begins anew (SQLite file format, section 4.1)."""
TRIES = 50
"""A copy takes milliseconds, and a referee who plays as fast as the disk begins the log anew as often."""


def is_in_use(journal: Path) -> bool:
    """Return whether a referee has this journal open now; for the process that has it itself there is no way to ask."""
    start, length = SHARED_LOCK
    try:
        with journal.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, length, start)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@contextmanager
def copied(journal: Path) -> Iterator[Path]:
    """Give a copy of the journal as it is at one moment, also while a referee writes to it; empty if there is none.

    Why the log after the database, and both anew if the log was begun anew meanwhile: commits are only added to a log,
    and one that is cut short ends before the last of them. Whatever was moved from the log into the database while that
    was copied still stands in the log, and is moved once more when the copy is opened.

    :raises OSError: when it cannot be read.
    """
    import shutil  # here, because a healthy start needs neither, and they are slow to load
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        for _ in range(TRIES):
            before = _round(journal)
            for ending in ("", "-wal"):
                Path(f"{copy}{ending}").unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{journal}{ending}", f"{copy}{ending}")
            if _round(journal) == before:
                break
        yield copy


def _round(journal: Path) -> bytes:
    """Return what tells one round of the log from the next; nothing without a log."""
    try:
        with Path(f"{journal}-wal").open("rb") as log:
            return log.read(ROUND)
    except FileNotFoundError:
        return b""
