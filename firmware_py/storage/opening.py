"""Opens the journal whatever the state of its file: on disk, rescued from a damaged file, or in memory.

At the start only what is under way is verified; the closed games are examined later, a few at a time
(`Journal.examine`), and whatever is found damaged then is recovered from in mid-evening.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware_py.config.schema import FSTAB, missing_mount
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES
from firmware_py.storage import files, rows
from firmware_py.storage.changes import Clocks, GameSummary, StoredGame, is_known
from firmware_py.storage.files import (
    DISK_FAULTS,
    UNSAVED,
    JournalError,
    code_of,
    explain_fault,
    newer,
    not_mounted,
    not_opened,
    not_read,
)
from firmware_py.storage.journal import Journal
from firmware_py.storage.rescue import Rescued, empty_contents, newest_change_in, pages_with_log, read_both, rescue
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


class LostEntries(sqlite3.DatabaseError):
    """The newest entries are lost, as far as one can see; the chain went to this number."""

    def __init__(self, why: str, number: int) -> None:
        super().__init__(why)
        self.number = number


def open_journal(
    path: Path | None,
    now: Callable[[], datetime],
    fstab: Path = FSTAB,
    uptime_s: Callable[[], float] = time.monotonic,
    boot: str = "",
) -> Opened:
    """The journal in the file `path`, created if missing; in memory if `path` is None. Raises nothing.

    A damaged file is set aside under a new name, and the games that can be read in it are taken over. If the file
    cannot be used (locked, read-only, full disk, newer version, its disk not mounted), the journal is in memory. Both
    give a warning. `boot` is the kernel's id of this power-on.
    """
    clocks = Clocks(now, uptime_s, boot)
    if path is None:
        return Opened(_in_memory(Rescued(empty_contents()), clocks))
    if place := missing_mount(path.parent, fstab):
        return _without_disk(not_mounted(place), Rescued(empty_contents()), clocks)
    try:
        files.check_files(path)
        files.finish_renaming(path)
        if successor := files.waiting_successor(path):
            return _put_in_place(path, successor, clocks, Rescued(empty_contents()))
        return Opened(_open(path, clocks))
    except JournalError as error:
        return _without_disk(error.why, Rescued(empty_contents()), clocks)
    except (OSError, *rows.UNREADABLE) as error:
        return _despite(error, path, clocks)


def _despite(error: Exception, path: Path, clocks: Clocks) -> Opened:
    """The journal of a file that cannot be opened because of an error."""
    code = code_of(error, path)
    if code == sqlite3.SQLITE_BUSY:
        return _without_disk(explain_fault(error, path), Rescued(empty_contents()), clocks)
    found = rescue(path)
    if isinstance(error, LostEntries) and found.number < error.number:
        found = replace(found, is_cut_short=True)
    if code in DISK_FAULTS:
        return _without_disk(explain_fault(error, path), found, clocks)
    try:
        return _replace(path, found, clocks)
    except (OSError, *rows.UNREADABLE) as another:
        return _without_disk(explain_fault(another, path), found, clocks)


def recover(journal: Journal, error: JournalError) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
    """Let a journal that has raised an error go on; return what the players must know, and a sentence a damaged game.

    A damaged file is set aside, and what can be read of it goes on in another; otherwise the journal goes on in memory.
    """
    path, contents = journal.place, journal.contents
    if path is None or not error.is_damage:
        return (error.why, journal.continue_in_memory(error.why)), ()
    journal.release()
    found = rescue(path)
    here = contents.game.id if contents.game else 0
    closed = tuple(game for game in found.closed if game.id != here)
    kept = replace(contents, name=found.contents.name, next_id=max(contents.next_id, found.contents.next_id))
    found = replace(found, contents=kept, closed=closed, affected=found.affected - {here})
    try:
        outcome = _replace(path, found, journal.clocks)
    except (OSError, *rows.UNREADABLE) as another:
        outcome = _without_disk(explain_fault(another, path), found, journal.clocks)
    journal.take_over(outcome.journal)
    return outcome.warnings[:1], outcome.damaged


def read_journal(path: Path, now: Callable[[], datetime]) -> Journal:
    """A copy of the journal in the file `path`, also while another program has it open.

    The copy is in memory: changes to it leave the file as it is. Without a file it is empty.

    :raises JournalError: when the file cannot be read, is damaged, or was written by a newer version.
    """
    try:
        files.check_files(path)
        has_games = files.is_there(path) or files.log_of(path)
        return examine(path, now) if has_games else _in_memory(Rescued(empty_contents()), Clocks(now))
    except OSError as error:
        raise JournalError(not_opened(path)) from error
    except rows.UNREADABLE as error:
        raise JournalError(not_read(error, path)) from error


def examine(path: Path, now: Callable[[], datetime]) -> Journal:
    """A copy of the journal, in which everything is as it was written.

    :raises JournalError: when a newer version wrote it.
    :raises OSError, UNREADABLE: when it cannot be read, is damaged, or lacks its newest entries.
    """
    noted = files.read_note(path)  # first: a running referee may be ahead of it
    content, log = read_both(path)
    if not content or (log and content[18:20] != files.WITH_LOG):
        raise sqlite3.DatabaseError("emptied, or with a log of which it knows nothing")
    _check_version(path)
    db = rows.open_copy(pages_with_log(content, log))
    with rows.closed_by_errors(db):
        if rows.is_new(db):
            db.close()
            return _in_memory(Rescued(empty_contents()), Clocks(now))
        _check(db, lambda: rows.open_copy(pages_with_log(content, b"")), log, noted)
        journal = Journal(db, Clocks(now))
        try:
            for _ in journal.examine():
                pass
        except JournalError as error:
            raise sqlite3.DatabaseError(error.why.message) from error
    return journal


def _check_version(path: Path) -> None:
    """Check that no newer version wrote a file; contents that say otherwise are believed.

    :raises JournalError: when one did.
    :raises OSError, UNREADABLE: when it cannot be read, or is no database.
    """
    if files.user_version(path) <= rows.VERSION:
        return
    with closing(rows.open_copy(pages_with_log(*read_both(path)))) as db:
        rows.definitions(db)  # or it is no database at all
        with suppress(*rows.UNREADABLE):
            if rows.fold(db)[3].version <= rows.VERSION:
                return
    raise JournalError(newer(path))


def _open(path: Path, clocks: Clocks) -> Journal:
    """The journal in a file, whose files stay as they are if it cannot be opened.

    :raises JournalError: when a newer version wrote it.
    :raises OSError, UNREADABLE: when it is damaged or cannot be used.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if files.was_emptied(path):
        raise sqlite3.DatabaseError("emptied")
    log, noted = files.log_of(path), files.read_note(path)
    if files.is_there(path):
        _check_version(path)
        if log and not files.has_log(path):
            raise sqlite3.DatabaseError("its header knows of no log")
    db = rows.connect(str(path))
    try:
        if rows.is_new(db):
            db.execute("PRAGMA journal_mode = WAL")
            rows.create(db, empty_contents(), (), clocks.stamp())
        else:
            unlogged = f"{path.absolute().as_uri()}?immutable=1"
            _check(db, lambda: sqlite3.connect(unlogged, uri=True), log, noted)
        for setting in ("journal_mode = WAL", "synchronous = FULL", f"wal_autocheckpoint = {rows.LOG_PAGES}"):
            db.execute(f"PRAGMA {setting}")
        journal = Journal(db, clocks, path)
        journal.begin_log()
        return journal
    except BaseException as error:
        is_in_use = isinstance(error, sqlite3.Error) and code_of(error, path) == sqlite3.SQLITE_BUSY
        db.close() if is_in_use else files.close_as_is(db, path)
        raise


def _check(
    db: sqlite3.Connection, without_log: Callable[[], sqlite3.Connection], log: bytes, noted: tuple[str, int]
) -> None:
    """Check the tables and the chain, and that its newest entries are not lost with the log.

    One commit that SQLite skips in the log is none of them: a power cut may have interrupted it.

    :raises UNREADABLE: when something is damaged or lost, or the log belongs to another journal.
    """
    rows.check_tables(db)
    number, _, entry, contents = rows.fold(db)
    if not log and not entry.is_closed:
        raise LostEntries("its log is missing", files.LONGEST)
    if log:
        below, name = number, contents.name
        with suppress(*rows.UNREADABLE), closing(without_log()) as file:
            below, _, _, unlogged = rows.fold(file)
            name = unlogged.name
        if name != contents.name:
            raise sqlite3.DatabaseError("its log belongs to another journal")
        if (newest := max(below, newest_change_in(log) - 1)) > number:
            raise LostEntries("its log is damaged, or older", newest)
    if noted[0] == contents.name and noted[1] > number:
        raise LostEntries("its log is cut short", noted[1])


# --- a damaged file --------------------------------------------------------------------------------------------------


def _replace(path: Path, found: Rescued, clocks: Clocks) -> Opened:
    """Write what could be read into a new file, set the damaged one aside, and return the new one's journal.

    :raises OSError, UNREADABLE: when that cannot be written.
    """
    draft = files.new_draft(path)
    with closing(rows.connect(str(draft))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        rows.create(db, replace(found.contents, name=empty_contents().name), found.closed, clocks.stamp())
    return _put_in_place(path, files.finish_draft(path, draft, clocks.now), clocks, found)


def _put_in_place(path: Path, successor: Path, clocks: Clocks, found: Rescued) -> Opened:
    """Put the new file in the place of the damaged one, and return its journal; the affected games are named."""
    aside = files.put_in_place(path, successor)
    journal = _open(path, clocks)
    damaged = (game for game in found.games or journal.games() if game.id in found.affected or game.damaged)
    names = tuple(words("Damaged: {game}.", game=game_name(game)) for game in damaged)
    return Opened(
        journal, _loss_words(aside) if found.is_cut_short else _damage_words(path, aside, journal.count), names
    )


def _without_disk(why: Words, found: Rescued, clocks: Clocks) -> Opened:
    return Opened(_in_memory(found, clocks, why), words("{fault} {consequence}", fault=why, consequence=UNSAVED))


def _in_memory(found: Rescued, clocks: Clocks, why: Words | None = None) -> Journal:
    return Journal(rows.in_memory(found.contents, found.closed), clocks, None, why)


def game_name(game: GameSummary | StoredGame) -> Words:
    """A game's name: who plays it since when, or its number if its header cannot be read."""
    try:
        header = read_header(game.header_line.encode())
        name = words("{game} with {players}", game=GAMES[header.game].title, players=header.players)
    except UnreadableLine:
        name = words("game {number}", number=game.id)
    if not is_known(game.started_at):
        return name
    return words("{name} of {day}", name=name, day=f"{game.started_at:%Y-%m-%d}")


def _loss_words(aside: Path) -> Words:
    return words(
        "The newest entries of the journal were damaged and are lost: the game goes on from the last whole one. "
        "The damaged files are kept as {aside}.",
        aside=aside.name,
    )


def _damage_words(path: Path, aside: Path, count: int) -> Words:
    names = {"place": str(path), "aside": aside.name}
    if not count:
        return words("{place} was damaged and is kept as {aside}. A new journal was started.", **names)
    return words_n(
        "{place} was damaged and is kept as {aside}. {count} game could be read in it and was taken over.",
        "{place} was damaged and is kept as {aside}. {count} games could be read in it and were taken over.",
        count,
        **names,
    )
