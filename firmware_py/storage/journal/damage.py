"""Damaged journals, and those that safe mode suspects: what can be read, what SQLite skipped, and their new names.

A damaged journal is renamed to `….damaged-…`; all that could be read of it is in the new one. A journal that safe mode
sets aside unread is renamed to `….aside-…`, and to `….taken-…` once its games were taken back. Nothing here deletes or
overwrites a journal.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from firmware_py.storage.journal import salvage, seal, tables, writing
from firmware_py.storage.journal.change_count import ENDING
from firmware_py.storage.journal.file import copied
from firmware_py.storage.journal.values import EMPTY, Contents
from firmware_py.storage.syncing import sync_folder

BESIDE = ("-wal", "-shm", "-journal", ENDING)
"""The endings of what stands beside a file: from SQLite, and the note of its changes."""
SUCCESSOR = ".successor"
PAGE = 4096
"""The size of a page in every journal, in bytes."""
HEADER = b"SQLite format 3\0" + PAGE.to_bytes(2, "big") + bytes((2, 2, 0, 64, 32, 32))
"""How the file begins; the first two numbers say that it has a log (SQLite file format, section 1.3)."""


def was_emptied(path: Path) -> bool:
    """Return whether the file lost all its content. SQLite would take it for new, and delete the log beside it."""
    if path.is_file():
        return path.stat().st_size == 0
    return not path.exists() and bool(log_of(path))


def set_aside(path: Path, now: Callable[[], datetime]) -> Path:
    """Rename a suspected file and those beside it, and return its new name."""
    aside = _name(path, "aside", now)
    _rename(path, aside)
    return aside


def end_setting_aside(path: Path) -> None:
    """Finish what a power cut interrupted in `set_aside`: the newest games are in the log that was left behind.

    A log that was written to since then belongs to another journal, whose file somebody has deleted.
    """
    log, asides = Path(f"{path}-wal"), were_set_aside(path)
    if path.exists() or not log.exists() or not asides:
        return
    aside = asides[-1]
    if not Path(f"{aside}-wal").exists() and log.stat().st_mtime <= aside.stat().st_ctime:
        _rename(path, aside)


def were_set_aside(path: Path) -> tuple[Path, ...]:
    """Return every suspected journal whose games were not taken back, the newest last."""
    return _files_named(path, "aside")


def were_damaged(path: Path) -> tuple[Path, ...]:
    """Return every damaged journal, or copy of one, the newest last."""
    return _files_named(path, "damaged")


def taken_back(aside: Path) -> None:
    """Rename a suspected journal, because its games were taken back."""
    _rename(aside, aside.with_name(aside.name.replace(".aside-", ".taken-")))


def rewritten(path: Path, contents: Contents, now: Callable[[], datetime]) -> Path:
    """Write a new file with these contents, and return its name; `succeed` puts it in the place of the damaged one.

    :raises OSError, UNREADABLE: when it cannot be written.
    """
    draft, successor = Path(f"{path}.draft"), Path(f"{_name(path, 'damaged', now)}{SUCCESSOR}")
    for ending in ("", *BESIDE):
        Path(f"{draft}{ending}").unlink(missing_ok=True)  # what a power cut has left of another attempt
    with closing(tables.connect(str(draft))) as db:
        tables.prepare(db)
        with db:
            db.execute("BEGIN IMMEDIATE")
            writing.fill(db, contents)
    draft.rename(successor)
    return successor


def waiting_successor(path: Path) -> Path | None:
    """Return the new file that a power cut kept from its place, or None."""
    return max(path.parent.glob(f"{path.name}.damaged-*{SUCCESSOR}"), default=None)


def succeed(path: Path, successor: Path) -> Path:
    """Set the damaged file aside, put the new one in its place, and return the new name of the damaged one.

    Why in this order: whenever the power fails, the damaged file can still be read, or the new one is whole.
    """
    aside = successor.with_suffix("")
    _rename(path, aside)
    successor.rename(path)
    sync_folder(path.parent)
    return aside


def has_log(path: Path) -> bool:
    """Return whether the file's header says that there may be a log beside it. Otherwise SQLite would skip the log."""
    with path.open("rb") as file:
        return file.read(20)[18:] == HEADER[18:20]


def rescued(path: Path) -> Contents:
    """Return what can be read of a damaged file. It is read from a copy, because SQLite would write to the file."""
    for mend in (_with_known_tables, _with_known_header):  # the second for those of earlier versions
        with suppress(OSError, *tables.UNREADABLE), copied(path) as copy:
            mend(copy)
            with closing(tables.connect(str(copy))) as db:
                contents = salvage.readable(db)
                if contents.games or contents.settings:
                    return contents
    return EMPTY


def _with_known_header(copy: Path) -> None:
    """Write into the file's header what is the same in every journal (SQLite file format, section 1.3)."""
    with copy.open("r+b") as file:
        counter = file.read(100)[24:28]
        size = file.seek(0, os.SEEK_END)
        for at, known in ((0, HEADER), (28, (size // PAGE).to_bytes(4, "big")), (92, counter)):
            file.seek(at)
            file.write(known)


def _with_known_tables(copy: Path) -> None:
    """Write the first page of an empty journal, where the tables are defined.

    :raises UNREADABLE: when the file is no journal.
    """
    with closing(tables.in_memory()) as new:
        page = bytearray(new.serialize()[:PAGE])
    page[: len(HEADER)] = HEADER
    with copy.open("r+b") as file:
        file.write(page)
    _with_known_header(copy)
    with closing(tables.connect(str(copy))) as db:
        seal.read(db)


def log_of(path: Path) -> bytes:
    """Return the write-ahead log beside the file as it is now, empty if there is none."""
    with suppress(FileNotFoundError):
        return Path(f"{path}-wal").read_bytes()
    return b""


def commits_beyond(log: bytes, whole_frames: int) -> int:
    """Return how many commits a write-ahead log holds beyond those that SQLite could read.

    SQLite reads a log up to the first frame with a wrong checksum, and skips the rest silently. A frame belongs to the
    log's present round if it has one of the header's two salts (the other may be damaged). The last frame of a commit
    has the length of the database, the others have 0 (SQLite file format, section 4.1).

    ```
    header  magic[4] version[4] page size[4] round[4] salt 1[4] salt 2[4] checksum[8]
    frame   page[4] pages after a commit[4] salt 1[4] salt 2[4] checksum[8] page content[page size]
    ```
    """
    frame_size = 24 + PAGE
    frames = (log[at : at + 24] for at in range(32 + whole_frames * frame_size, len(log), frame_size))
    return sum(frame[4:8] != bytes(4) and (frame[8:12] == log[16:20] or frame[12:16] == log[20:24]) for frame in frames)


def copy_aside(path: Path, now: Callable[[], datetime]) -> Path:
    """Copy the file, which is not open, and its log; return the name of the copy."""
    aside = _name(path, "damaged", now)
    with copied(path) as copy:
        for ending in ("-wal", ""):  # the file last: without it there is no copy
            if Path(f"{copy}{ending}").exists():
                draft = Path(f"{path}.draft")
                with draft.open("wb") as file:
                    file.write(Path(f"{copy}{ending}").read_bytes())
                    file.flush()
                    os.fsync(file.fileno())
                draft.rename(f"{aside}{ending}")
    sync_folder(path.parent)  # the file that was copied is written to next
    return aside


def _rename(path: Path, aside: Path) -> None:
    """Rename a file and those beside it; files that are renamed already are skipped.

    Why the file first: a file without its log would look like an older journal, a log without its file like none.
    """
    for ending in ("", *BESIDE):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")


def _files_named(path: Path, why: str) -> tuple[Path, ...]:
    """Return the files that were renamed for this reason, without those beside them."""
    found = path.parent.glob(f"{path.name}.{why}-*Z*")
    return tuple(sorted(file for file in found if not file.name.endswith((*BESIDE, SUCCESSOR))))


def _name(path: Path, why: str, now: Callable[[], datetime]) -> Path:
    """Return a new name that is still free."""
    stamp = now().astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{why}-{stamp}{ending}") for ending in endings)
    return next(name for name in names if not name.exists() and not Path(f"{name}-wal").exists())
