"""The journal's file, looked at without touching it: whether a referee has it open, and a copy to read."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHARED_LOCK = 0x40000002, 510
"""Where SQLite locks a database file, start and length (SQLite file locking, `os.h`)."""


def is_in_use(journal: Path) -> bool:
    """Return whether a referee has this journal open now."""
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
    """Give a copy of the journal: SQLite would write beside the file itself.

    :raises OSError: when it cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{journal}{ending}", f"{copy}{ending}")
        yield copy
