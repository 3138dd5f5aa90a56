"""The journal: every game of this box on its disk, one transaction an action, stored when the call returns.

Why: a power cut may come at any moment, so an action is committed before it is shown; undo moves a mark and keeps the
tail, so that even redo survives. The file is locked for as long as it is open: two programs must not play one game,
and SQLite then needs no shared memory, whose loss with a pulled card would kill the process. The write-ahead log is
emptied when a game begins, because in mid-game that would cost further syncs. A disk that fails never stops the game:
the games in use are also held as values, and go on in memory. Clocks of a Pi jump by years, so times are labels, and
the order of games is a number of its own.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType

from firmware_py import damage, stored
from firmware_py.journal_file import copied
from firmware_py.stored import MIGRATIONS, Contents, GameSummary, Status, StoredGame
from firmware_py.words import Words, words, words_n

__all__ = ["GameSummary", "Journal", "JournalError", "Opened", "Status", "StoredGame", "open_journal", "read_journal"]

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
"""The same for what the system says of folders and of files set aside."""


class JournalError(Exception):
    """The disk does not keep, or does not give back, what the journal holds."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.message)
        self.why = why


class Journal:
    """The kept games and settings, on disk or in memory; made by `open_journal`.

    Whatever writes has stored it when it returns, or raises `JournalError` and has stored nothing; the same call may
    then be made again, best after `continue_in_memory`. A game that is no longer kept raises `KeyError`.
    """

    def __init__(
        self, db: sqlite3.Connection, now: Callable[[], datetime], place: Path | None, fault: Words | None = None
    ) -> None:
        """Take up an open, prepared database; `place` is its file, or None in memory, `fault` why it has none."""
        self.fault = fault
        """What keeps it from the disk; None if nothing does."""
        self._db = db
        self._now = now
        self._place = place
        self._in_use: dict[int, StoredGame] = {}
        self._settings = stored.load_settings(db)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._db.close()

    @property
    def is_durable(self) -> bool:
        """Whether what is played outlives the power."""
        return self._place is not None

    def today(self) -> datetime:
        """Return the time by the clock of the wall: a label that may lie."""
        return self._now()

    # --- one game ------------------------------------------------------------------------------------------------

    def begin(self, header_line: str, colours: tuple[str, ...], seed: str = "") -> int:
        """Keep a new game, and what its dice follow from if the device rolls them; return its number."""
        with self._reporting():
            self._db.execute(stored.EMPTY_LOG)
        return self._add(self._new(header_line, colours), seed)

    def add(
        self,
        header_line: str,
        colours: tuple[str, ...],
        lines: tuple[str, ...],
        checksums: tuple[str, ...],
        status: Status,
    ) -> int:
        """Keep a whole game played elsewhere and return its number."""
        game = replace(
            self._new(header_line, colours),
            lines=lines,
            checksums=checksums,
            times=(self._label(),) * len(lines),
            ply=len(lines),
            end_ply=len(lines) if status == "finished" else None,
            is_aside=status == "aside",
        )
        return self._add(game, "")

    def take_over(self, game: StoredGame, seed: str) -> int:
        """Keep a game of another journal as it was left there, put aside unless it is finished; return its number."""
        return self._add(replace(game, is_aside=game.status != "finished"), seed)

    def replace_tail(
        self, game_id: int, ply: int, lines: tuple[str, ...], checksums: tuple[str, ...], *, over: bool = False
    ) -> None:
        """Keep the first `ply` actions and let `lines` follow; what else stood there and the draft are gone.

        `over` says that the last of the lines ended the game.
        """
        game = self.load(game_id)
        if not 0 <= ply <= len(game.lines):
            raise ValueError(f"game {game_id} has no action {ply}")
        mended = replace(
            game,
            lines=(*game.lines[:ply], *lines),
            checksums=(*game.checksums[:ply], *checksums),
            times=(*game.times[:ply], *(self._label() for _ in lines)),
            end_ply=ply + len(lines) if over else None,
        )
        self._keep(_moved(mended, ply + len(lines)), kept=ply)

    def move_to(self, game_id: int, ply: int) -> None:
        """Keep that the first `ply` stored actions are played (undo and redo); the draft is gone."""
        game = self.load(game_id)
        if not 0 <= ply <= len(game.lines):
            raise ValueError(f"game {game_id} has no action {ply}")
        self._keep(_moved(game, ply))

    def save_draft(self, game_id: int, draft: str | None) -> None:
        """Keep what was entered of the next action."""
        self._keep(replace(self.load(game_id), draft=draft))

    def put_aside(self, game_id: int) -> None:
        """Keep a game for later: it is not offered at start any more."""
        self._keep(replace(self.load(game_id), is_aside=True))

    def resume(self, game_id: int) -> None:
        """Take up a game, which makes it the newest."""
        with self._reporting():
            _, opened = stored.next_numbers(self._db)
        self._keep(replace(self.load(game_id), is_aside=False, opened=opened))

    def discard(self, game_id: int) -> None:
        """Forget a game for good."""
        with self._writing():
            stored.delete_game(self._db, game_id)
        self._in_use.pop(game_id, None)

    def load(self, game_id: int) -> StoredGame:
        """Return a game as it was left."""
        if game_id in self._in_use:
            return self._in_use[game_id]
        with self._reporting():
            game = stored.load_game(self._db, game_id)
        if game.status == "playing":
            self._in_use[game_id] = game
        return game

    def seed(self, game_id: int) -> str:
        """Return what the dice of a game follow from; empty if they are thrown at the table."""
        return self._settings.get(seed_key(game_id), "")

    # --- all games -----------------------------------------------------------------------------------------------

    def unfinished(self) -> StoredGame | None:
        """Return the game taken up last of those neither finished nor put aside."""
        with self._reporting():
            number = stored.newest_unfinished(self._db)
        return None if number is None else self.load(number)

    def games(self) -> tuple[GameSummary, ...]:
        """Return every kept game, the one begun last first."""
        with self._reporting():
            return stored.summaries(self._db)

    def settings(self) -> dict[str, str]:
        """Return what was chosen on the device, by key."""
        return dict(self._settings)

    def set_setting(self, key: str, value: str) -> None:
        """Keep a choice."""
        with self._writing():
            stored.save_setting(self._db, key, value)
        self._settings[key] = value

    # --- when the disk fails -------------------------------------------------------------------------------------

    def continue_in_memory(self, fault: Words) -> Words:
        """Go on without the disk because of `fault`, and return a warning that says so.

        All that was stored and can be read is there; the games used since the journal was opened, and the settings,
        even if nothing can be read.
        """
        found = stored.readable(self._db)
        games = {game.id: game for game in found.games} | self._in_use
        self.close()
        self._db = _memory(Contents(tuple(games.values()), tuple(self._settings.items())))
        self._place, self.fault = None, fault
        return UNSAVED

    # --- how it is written ---------------------------------------------------------------------------------------

    def _new(self, header_line: str, colours: tuple[str, ...]) -> StoredGame:
        """Return a game of no action yet, which has no number."""
        now = self._label()
        return StoredGame(
            id=0,
            header_line=header_line,
            colours=colours,
            lines=(),
            checksums=(),
            times=(),
            ply=0,
            end_ply=None,
            is_aside=False,
            opened=0,
            draft=None,
            started_at=now,
            changed_at=now,
        )

    def _add(self, game: StoredGame, seed: str) -> int:
        """Keep a game as the newest, and what its dice follow from; return its number."""
        with self._reporting():
            number, opened = stored.next_numbers(self._db)
        key = seed_key(number)
        is_told = seed or self._settings.get(key)  # a discarded game may have had this number
        self._keep(replace(game, id=number, opened=opened), kept=0, chosen=((key, seed),) if is_told else ())
        return number

    def _keep(self, game: StoredGame, kept: int | None = None, chosen: tuple[tuple[str, str], ...] = ()) -> None:
        """Store a game of which the first `kept` actions (all, if None) stand already, and settings in one go."""
        game = replace(game, changed_at=self._label())
        with self._writing():
            stored.save_game(self._db, game, len(game.lines) if kept is None else kept)
            for key, value in chosen:
                stored.save_setting(self._db, key, value)
        self._in_use[game.id] = game
        self._settings.update(chosen)

    def _label(self) -> datetime:
        return self._now().replace(microsecond=0)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reporting(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake of ours
        except stored.UNREADABLE as error:
            raise JournalError(_fault(error, self._place)) from error


def seed_key(game_id: int) -> str:
    """Return under which setting it is kept what the dice of a game follow from."""
    return f"dice.{game_id}"


def _moved(game: StoredGame, ply: int) -> StoredGame:
    return replace(game, ply=ply, draft=None, is_aside=False)


# --- opening ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """A journal that works, and what the players must know of it."""

    journal: Journal
    warning: Words | None


def open_journal(path: Path | None, now: Callable[[], datetime]) -> Opened:
    """Return the journal in the file `path`, made if there is none; in memory if `path` is None. Raises nothing.

    A damaged file is set aside under a new name and whatever games can be read in it are taken over. Where the file
    cannot be used at all (locked, read-only, full, of a newer version) the journal is in memory. Both with a warning.
    """
    if path is None:
        return Opened(Journal(_memory(), now, None), None)
    try:
        if successor := damage.waiting_successor(path):
            return _succeed(path, successor, now)
        damage.end_setting_aside(path)
        return _open_file(path, now)
    except JournalError as error:
        return _without_disk(error.why, Contents(), now)
    except (OSError, *stored.UNREADABLE) as error:
        code = _code(error, path)
        contents = Contents() if code == sqlite3.SQLITE_BUSY else damage.rescued(path)
        if code in DISK_FAULTS:
            return _without_disk(_fault(error, path), contents, now)
    try:
        return _succeed(path, damage.written_anew(path, contents, now), now)
    except (OSError, *stored.UNREADABLE) as error:
        return _without_disk(_fault(error, path), contents, now)


def read_journal(path: Path, now: Callable[[], datetime]) -> Journal:
    """Return what the journal in the file `path` holds at this moment, also while another program has it open.

    It is a copy in memory: whatever is done to it, the file stays as it is. Where there is no file it is empty.

    :raises JournalError: when the file cannot be read, is damaged, or was written by a newer version.
    """
    try:
        with copied(path) as copy, closing(stored.connect(str(copy))) as db:
            if stored.version_of(db) > len(MIGRATIONS):
                raise JournalError(_newer(path))
            stored.prepare(db)
            return Journal(_memory(stored.readable(db)), now, None)
    except OSError as error:
        raise JournalError(_not_opened(path)) from error
    except stored.UNREADABLE as error:
        raise JournalError(_fault(error, path)) from error


def _open_file(path: Path, now: Callable[[], datetime]) -> Opened:
    path.parent.mkdir(parents=True, exist_ok=True)
    log = damage.log_of(path)
    if damage.was_emptied(path):
        raise sqlite3.DatabaseError("emptied")
    with _closed_on_error(stored.connect(str(path))) as db:
        if stored.version_of(db) > len(MIGRATIONS):
            raise JournalError(_newer(path))
        whole_frames = stored.prepare(db)
        page_size = db.execute("PRAGMA page_size").fetchone()[0]
        warning = None
        if damage.commits_beyond(log, whole_frames, page_size) > 1:  # one may be what a power cut interrupted
            warning = _lost_newest(damage.copy_aside(path, db, log, now))
        return Opened(Journal(db, now, path), warning)


def _succeed(path: Path, successor: Path, now: Callable[[], datetime]) -> Opened:
    """Return the journal in the new file that takes the place of a damaged one."""
    aside = damage.succeed(path, successor)
    journal = _open_file(path, now).journal
    return Opened(journal, _begun_anew(path, aside, len(journal.games())))


def _without_disk(fault: Words, contents: Contents, now: Callable[[], datetime]) -> Opened:
    journal = Journal(_memory(contents), now, None, fault)
    return Opened(journal, words("{fault} {consequence}", fault=fault, consequence=UNSAVED))


def _memory(contents: Contents = Contents()) -> sqlite3.Connection:  # noqa: B008 - a frozen value
    db = stored.connect(":memory:")
    stored.prepare(db)
    stored.fill(db, contents)
    return db


@contextmanager
def _closed_on_error(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    except BaseException:
        db.close()
        raise


# --- words -----------------------------------------------------------------------------------------------------------

UNSAVED = words("Games are kept in memory only: they are lost when the power goes.")


def _code(error: Exception, path: Path | None) -> int:
    """Return what went wrong as one of SQLite's primary result codes."""
    if isinstance(error, OSError):
        return ERRNO_CODES.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if path is None or not os.path.exists(path):  # noqa: PTH110 - Path.exists raises where it may not look
        return code
    match code, os.access(path, os.W_OK):
        case sqlite3.SQLITE_IOERR, False:
            return sqlite3.SQLITE_READONLY  # a file that may only be read cannot be locked
        case sqlite3.SQLITE_READONLY, True:
            return sqlite3.SQLITE_CORRUPT  # only the file's own damaged header says so
    return code


def _fault(error: Exception, path: Path | None) -> Words:
    """Return what is wrong with the journal, and what the owner can do."""
    place = str(path or "memory")
    match _code(error, path):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return words("Another program uses {place}: end it, then start again.", place=place)
        case sqlite3.SQLITE_FULL:
            return words("The disk that holds {place} is full: make room on it, then start again.", place=place)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return words("{place} cannot be written: check the write protection and the access rights.", place=place)
        case sqlite3.SQLITE_CANTOPEN:
            return _not_opened(place)
        case code if code in DISK_FAULTS:
            return words("The disk that holds {place} fails: check that it is in place, or replace it.", place=place)
        case _:
            return words("{place} is damaged: start again to have it set aside and a new one begun.", place=place)


def _not_opened(place: Path | str) -> Words:
    return words("{place} cannot be opened: check its folder and the access rights.", place=str(place))


def _newer(path: Path) -> Words:
    return words(
        "{place} was written by a newer version of this program and is left alone: install that version again.",
        place=str(path),
    )


def _begun_anew(path: Path, aside: Path, rescued: int) -> Words:
    names = {"place": str(path), "aside": aside.name}
    if not rescued:
        return words("{place} was damaged and is kept as {aside}. A new journal was begun.", **names)
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
