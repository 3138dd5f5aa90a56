"""Opens the journal whatever the state of its file: on disk, rescued from a damaged file, or in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from firmware_py.config.data_directory import FSTAB, missing_mount
from firmware_py.storage.journal import damage, salvage, tables
from firmware_py.storage.journal.change_count import noted_changes
from firmware_py.storage.journal.faults import (
    DISK_FAULTS,
    UNSAVED,
    JournalError,
    code_of,
    fault,
    newer,
    not_mounted,
    not_opened,
    not_read,
)
from firmware_py.storage.journal.file import check_files, copied
from firmware_py.storage.journal.journal import Journal
from firmware_py.storage.journal.naming import game_name
from firmware_py.storage.journal.values import EMPTY, Contents
from firmware_py.words import Words, words, words_n


class Opened(msgspec.Struct, frozen=True):
    """A journal that works, and what the players must know."""

    journal: Journal
    warning: Words | None = None
    """What is wrong with the file, if anything."""
    damaged: tuple[Words, ...] = ()
    """A sentence for each game that was found damaged; it names players, so it is not for the log."""

    @property
    def warnings(self) -> tuple[Words, ...]:
        """Everything that the players must know."""
        return (self.warning, *self.damaged) if self.warning else ()


def open_journal(path: Path | None, now: Callable[[], datetime], fstab: Path = FSTAB) -> Opened:
    """Return the journal in the file `path`, created if missing; in memory if `path` is None. Raises nothing.

    A damaged file is set aside under a new name, and the games that can be read in it are taken over. If the file
    cannot be used (locked, read-only, full disk, newer version, its disk not mounted), the journal is in memory. Both
    give a warning.
    """
    if path is None:
        return Opened(Journal(tables.in_memory(), now, None))
    if place := missing_mount(path.parent, fstab):
        return _without_disk(not_mounted(place), EMPTY, now)
    try:
        check_files(path)
        if successor := damage.waiting_successor(path):
            return _succeed(path, successor, now, ())
        damage.end_setting_aside(path)
        return _open_file(path, now)
    except JournalError as error:
        return _without_disk(error.why, EMPTY, now)
    except (OSError, *tables.UNREADABLE) as error:
        code = code_of(error, path)
        contents = EMPTY if code == sqlite3.SQLITE_BUSY else damage.rescued(path)
        if code in DISK_FAULTS:
            return _without_disk(fault(error, path), contents, now)
    try:
        return _succeed(path, damage.rewritten(path, contents, now), now, contents.affected)
    except (OSError, *tables.UNREADABLE) as error:
        return _without_disk(fault(error, path), contents, now)


def read_journal(path: Path, now: Callable[[], datetime]) -> Journal:
    """Return a copy of the journal in the file `path`, also while another program has it open.

    The copy is in memory: changes to it leave the file as it is. Without a file it is empty.

    :raises JournalError: when the file cannot be read, is damaged, or was written by a newer version.
    """
    try:
        check_not_emptied(path)
        with copied(path) as copy, closing(tables.connect(str(copy))) as db:
            _examined(db, path)
            tables.prepare(db)
            return Journal(tables.in_memory(salvage.readable(db)), now, None)
    except OSError as error:
        raise JournalError(not_opened(path)) from error
    except tables.UNREADABLE as error:
        raise JournalError(not_read(error, path)) from error


def _open_file(path: Path, now: Callable[[], datetime]) -> Opened:
    path.parent.mkdir(parents=True, exist_ok=True)
    check_not_emptied(path)
    lost = examine(path) if path.exists() else 0
    warning = _lost_newest(damage.copy_aside(path, now)) if lost else None
    with _closed_on_error(tables.connect(str(path))) as db:
        tables.prepare(db)
        return Opened(Journal(db, now, path), warning)


def check_not_emptied(path: Path) -> None:
    """Check that the file has not lost all its content. :raises sqlite3.DatabaseError: when it has"""
    if damage.was_emptied(path):
        raise sqlite3.DatabaseError("emptied")


def examine(path: Path) -> int:
    """Examine a copy of the file, and return how many commits it has lost, as far as one can see.

    One commit that SQLite skips in the log is none of them: a power cut may have interrupted it.

    :raises JournalError: when a newer version wrote it.
    :raises UNREADABLE: when it is damaged.
    """
    check_not_emptied(path)
    noted_name, noted = noted_changes(path)  # before the copy, which a running referee may be ahead of
    with copied(path) as copy:
        log = damage.log_of(copy)
        if log and not damage.has_log(copy):
            raise sqlite3.DatabaseError("its header knows of no log")
        with closing(tables.connect(str(copy))) as db:
            whole_frames = _examined(db, path)
            name, changes = tables.change_count(db)
    skipped = damage.commits_beyond(log, whole_frames)
    return max(skipped if skipped > 1 else 0, noted - changes if name == noted_name else 0)


def _examined(db: sqlite3.Connection, path: Path) -> int:
    """Examine the database, a copy of the file `path`; return how many frames of its log are whole.

    :raises JournalError: when a newer version wrote it.
    :raises UNREADABLE: when it is damaged.
    """
    if tables.is_newer(db):
        raise JournalError(newer(path))
    return tables.examine(db)


def _succeed(path: Path, successor: Path, now: Callable[[], datetime], affected: tuple[int, ...]) -> Opened:
    """Put the new file in the place of the damaged one, and return its journal; the `affected` games are named."""
    aside = damage.succeed(path, successor)
    journal = _open_file(path, now).journal
    games = journal.games()
    damaged = [game for game in games if game.id in affected or game.damaged]
    named = tuple(words("Damaged: {game}.", game=game_name(game)) for game in damaged)
    return Opened(journal, _replaced(path, aside, len(games)), named)


def _without_disk(fault: Words, contents: Contents, now: Callable[[], datetime]) -> Opened:
    journal = Journal(tables.in_memory(contents), now, None, fault)
    return Opened(journal, words("{fault} {consequence}", fault=fault, consequence=UNSAVED))


@contextmanager
def _closed_on_error(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    except BaseException:
        db.close()
        raise


def _replaced(path: Path, aside: Path, rescued: int) -> Words:
    names = {"place": str(path), "aside": aside.name}
    if not rescued:
        return words("{place} was damaged and is kept as {aside}. A new journal was started.", **names)
    return words_n(
        "{place} was damaged and is kept as {aside}. {count} game could be read in it and was taken over.",
        "{place} was damaged and is kept as {aside}. {count} games could be read in it and were taken over.",
        rescued,
        **names,
    )


def _lost_newest(aside: Path) -> Words:
    return words(
        "The newest entries of the journal were damaged and are lost: the game goes on from the last whole one. "
        "The damaged files are kept as {aside}.",
        aside=aside.name,
    )
