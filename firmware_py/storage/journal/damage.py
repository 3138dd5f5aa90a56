"""A damaged journal, and one under suspicion: what can be read of it, what SQLite passed over, and where it is kept.

A damaged journal is kept as `….damaged-…`; all that could be read of it is in the new one. A journal that safe mode
sets aside unread is kept as `….aside-…`, and as `….taken-…` once its games were taken back. Nothing here deletes a
journal or writes over one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from firmware_py.storage.journal import stored
from firmware_py.storage.journal.file import copied
from firmware_py.storage.journal.stored import Contents

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of what SQLite writes beside a file."""
SUCCESSOR = ".successor"


def was_emptied(path: Path) -> bool:
    """Return whether the file lost all its content; SQLite would take it for new, and delete the log beside it."""
    if path.is_file():
        return path.stat().st_size == 0
    return not path.exists() and bool(log_of(path))


def set_aside(path: Path, now: Callable[[], datetime]) -> Path:
    """Rename a file under suspicion, with what lies beside it, and return its new name."""
    aside = _name(path, "aside", now)
    _rename(path, aside)
    return aside


def end_setting_aside(path: Path) -> None:
    """Do what a power cut has left undone of `set_aside`: the newest games are in the log that was left behind.

    A log that was written to since belongs to another journal, of which somebody has thrown the file away.
    """
    log, asides = Path(f"{path}-wal"), were_set_aside(path)
    if path.exists() or not log.exists() or not asides:
        return
    aside = asides[-1]
    if not Path(f"{aside}-wal").exists() and log.stat().st_mtime <= aside.stat().st_ctime:
        _rename(path, aside)


def were_set_aside(path: Path) -> tuple[Path, ...]:
    """Return every journal under suspicion whose games were not taken back, the newest last."""
    return _kept(path, "aside")


def were_damaged(path: Path) -> tuple[Path, ...]:
    """Return every damaged journal, or copy of one, the newest last."""
    return _kept(path, "damaged")


def taken_back(aside: Path) -> None:
    """Note of a journal under suspicion that its games were taken back."""
    _rename(aside, aside.with_name(aside.name.replace(".aside-", ".taken-")))


def written_anew(path: Path, contents: Contents, now: Callable[[], datetime]) -> Path:
    """Return the name of a whole new file with these contents, which waits to take the place of the damaged one.

    :raises OSError, UNREADABLE: when it cannot be written.
    """
    draft, successor = Path(f"{path}.draft"), Path(f"{_name(path, 'damaged', now)}{SUCCESSOR}")
    for ending in ("", *BESIDE):
        Path(f"{draft}{ending}").unlink(missing_ok=True)  # what a power cut has left of another attempt
    with closing(stored.connect(str(draft))) as db:
        stored.prepare(db)
        stored.fill(db, contents)
    draft.rename(successor)
    return successor


def waiting_successor(path: Path) -> Path | None:
    """Return the whole new file whose way to its place a power cut has interrupted, or None."""
    return max(path.parent.glob(f"{path.name}.damaged-*{SUCCESSOR}"), default=None)


def succeed(path: Path, successor: Path) -> Path:
    """Set the damaged file aside, put the new one in its place, and return where the damaged one is.

    Why so: whenever the power goes, the damaged file is still there to be read, or the new one is whole.
    """
    aside = successor.with_suffix("")
    _rename(path, aside)
    successor.rename(path)
    return aside


def rescued(path: Path) -> Contents:
    """Return what can be read in a copy of a damaged file: SQLite would write to the file itself."""
    try:
        with copied(path) as copy, closing(stored.connect(str(copy))) as db:
            return stored.readable(db)
    except (OSError, *stored.UNREADABLE):
        return Contents()


def log_of(path: Path) -> bytes:
    """Return the write-ahead log beside the file as it is now, empty if there is none."""
    with suppress(FileNotFoundError):
        return Path(f"{path}-wal").read_bytes()
    return b""


def commits_beyond(log: bytes, whole_frames: int, page_size: int) -> int:
    """Return how many commits a write-ahead log holds beyond those that SQLite could read.

    SQLite reads a log up to the first frame whose checksum is wrong and passes over the rest without a word. A frame
    is of the log's present round if it carries one of the header's two salts (one alone may be what is damaged); a
    commit's last frame says how long the database is, the others say 0 (SQLite file format, section 4.1).

    ```
    header  magic[4] version[4] page size[4] round[4] salt 1[4] salt 2[4] checksum[8]
    frame   page[4] pages after a commit[4] salt 1[4] salt 2[4] checksum[8] page content[page size]
    ```
    """
    frame_size = 24 + page_size
    frames = (log[at : at + 24] for at in range(32 + whole_frames * frame_size, len(log), frame_size))
    return sum(frame[4:8] != bytes(4) and (frame[8:12] == log[16:20] or frame[12:16] == log[20:24]) for frame in frames)


def copy_aside(path: Path, db: sqlite3.Connection, log: bytes, now: Callable[[], datetime]) -> Path:
    """Return the name of a copy of the file, which is open as `db`, and of its log as it was found.

    Why through SQLite: whoever closes a file lets go of all locks that his process has on it, SQLite's own among them
    (fcntl(2)), and another program could then write to the journal.
    """
    aside = _name(path, "damaged", now)
    with closing(sqlite3.connect(aside)) as copy:
        db.backup(copy)
    Path(f"{aside}-wal").write_bytes(log)
    return aside


def _rename(path: Path, aside: Path) -> None:
    """Rename a file, with what lies beside it; what a power cut has left of that is done.

    Why the file first: without its log it would pass for an older one, a log without its file for nothing.
    """
    for ending in ("", *BESIDE):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")


def _kept(path: Path, why: str) -> tuple[Path, ...]:
    """Return what is kept for that reason, without what lies beside each."""
    found = path.parent.glob(f"{path.name}.{why}-*Z*")
    return tuple(sorted(kept for kept in found if not kept.name.endswith((*BESIDE, SUCCESSOR))))


def _name(path: Path, why: str, now: Callable[[], datetime]) -> Path:
    """Return a name under which nothing is kept yet."""
    stamp = now().astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{why}-{stamp}{ending}") for ending in endings)
    return next(name for name in names if not name.exists() and not Path(f"{name}-wal").exists())
