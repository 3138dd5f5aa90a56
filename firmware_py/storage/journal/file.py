"""The journal's file without changing it: whether a referee has it open, and a copy to read.

Why a copy: a referee locks its journal while it runs, and SQLite writes beside a file even to read it.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBUSY, EFBIG
from os import strerror
from pathlib import Path
from time import monotonic

from firmware_py.regular_files import check_no_other

SHARED_LOCK = 0x40000002, 510
"""Where SQLite locks a database file, start and length (SQLite file locking, `os.h`)."""
ROUND = 32
"""The first bytes of a write-ahead log: they change whenever it starts again (SQLite file format, section 4.1)."""
PATIENCE_S = 5.0
"""How long a copy is tried: it takes milliseconds, and a busy referee may restart the log in this time."""


LONGEST = 500_000_000
"""In bytes: thousands of games are a hundredth of that. A longer file is none of ours, and too long to be copied."""


def check_files(journal: Path) -> None:
    """Check that the journal and its log, where they exist, are regular files: a pipe would be waited for.

    :raises OSError: when one of them is something else, or far too long.
    """
    for path in (journal, Path(f"{journal}-wal")):
        check_no_other(path)
        with suppress(FileNotFoundError):
            if path.stat().st_size > LONGEST:
                raise OSError(EFBIG, strerror(EFBIG), str(path))


def is_in_use(journal: Path) -> bool:
    """Return whether another process has this journal open now. A process cannot ask this about itself."""
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


@contextmanager
def copied(journal: Path) -> Iterator[Path]:
    """Yield a copy of the journal as it is at one moment, also while a referee writes to it; empty without a journal.

    Why the log after the database, and both again if the log was restarted meanwhile: commits are only appended to a
    log, so a log that is cut short only lacks the last of them. What SQLite moved from the log into the database during
    the copying is still in the log, and is moved again when the copy is opened.

    :raises OSError: when it cannot be read, or is written without a pause.
    """
    import shutil  # here, because they load slowly, and the first picture needs neither
    from tempfile import TemporaryDirectory

    check_files(journal)

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        until_s = monotonic() + PATIENCE_S
        while True:
            before = _round(journal)
            for ending in ("", "-wal"):
                Path(f"{copy}{ending}").unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{journal}{ending}", f"{copy}{ending}")
            if _round(journal) == before:
                break
            if monotonic() > until_s:
                raise OSError(EBUSY, strerror(EBUSY))
        yield copy


def _round(journal: Path) -> bytes:
    """Return the bytes that differ in each round of the log; nothing without a log."""
    try:
        with Path(f"{journal}-wal").open("rb") as log:
            return log.read(ROUND)
    except FileNotFoundError:
        return b""
