"""The tables of the journal, and the values that are read from them and written to them.

Every function that writes runs inside the caller's transaction. Content that makes no sense raises
`sqlite3.DatabaseError` like any other damage.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

Status: TypeAlias = Literal["playing", "finished", "aside"]

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            header_line TEXT NOT NULL,
            colours TEXT NOT NULL,
            ply INTEGER NOT NULL,
            end_ply INTEGER,
            is_aside INTEGER NOT NULL,
            opened INTEGER NOT NULL,
            draft TEXT,
            started_at TEXT NOT NULL,
            changed_at TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE actions (
            game INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            line TEXT NOT NULL,
            checksum TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, ply)
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
)
"""The statements from each version of the tables to the next; `user_version` counts the versions done."""

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading may raise. The second comes from a message of SQLite's that quotes damaged text."""

LOCK_TIMEOUT_S = 0.5
"""How long to wait for another program to close the journal."""

EMPTY_LOG = "PRAGMA wal_checkpoint(PASSIVE)"
"""Moves all commits from the write-ahead log into the database. It costs syncs, so never during a game."""

LOG_PAGES = 1000
"""The limit of the write-ahead log, in pages (4 MB, some 500 actions): beyond, it is emptied also during a game."""

_GameRow: TypeAlias = tuple[str, str, int, int | None, int, int, str | None, str, str]
_ActionRow: TypeAlias = tuple[int, str, str, str]
_SummaryRow: TypeAlias = tuple[int, str, str, int, int | None, int, str]
_SettingRow: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class StoredGame:
    """A stored game as it was left; of each tuple, item 0 belongs to action number 1."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    """One word for each player, in seating order."""
    lines: tuple[str, ...]
    """The actions, those taken back included."""
    checksums: tuple[str, ...]
    """The digest of the state after each action."""
    times: tuple[datetime, ...]
    """When each action was stored, by the wall clock: a label that may be wrong."""
    ply: int
    """How many of the actions are played; the others can be redone."""
    end_ply: int | None
    """The number of the action that ended the game, or None. Undoing it makes the game unfinished again."""
    is_aside: bool
    opened: int
    """Of two games, the one with the higher number was begun or resumed later."""
    draft: str | None
    """What was entered of the next action."""
    started_at: datetime
    changed_at: datetime

    @property
    def status(self) -> Status:
        """Whether the game is being played, finished, or put aside."""
        return _status(self.ply, self.end_ply, self.is_aside)


@dataclass(frozen=True)
class GameSummary:
    """A stored game in a list."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    actions: int
    """How many actions are played."""
    status: Status
    started_at: datetime


@dataclass(frozen=True)
class Contents:
    """All games and settings, or those that can still be read."""

    games: tuple[StoredGame, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()


def connect(place: str) -> sqlite3.Connection:
    """Return a connection that locks the database from its first use until it is closed.

    :raises sqlite3.Error: when there is no such place.
    """
    db = sqlite3.connect(place, timeout=LOCK_TIMEOUT_S, isolation_level=None)
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


def prepare(db: sqlite3.Connection) -> int:
    """Check that the database can be read and written, bring its tables up to date, and empty its log.

    Return how many frames of the write-ahead log were whole.

    :raises UNREADABLE: when it is locked, damaged, not ours, or cannot be written.
    """
    if version_of(db) == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise sqlite3.DatabaseError("this is the database of another program")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    _check_structure(db)
    whole_frames: int = db.execute(EMPTY_LOG).fetchone()[1]
    with db:
        db.execute("BEGIN IMMEDIATE")
        for statements in MIGRATIONS[version_of(db) :]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")  # always, so that a full disk shows itself now
    _check_contents(db)
    return whole_frames


def version_of(db: sqlite3.Connection) -> int:
    """Return how many migrations were done on the tables."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def next_numbers(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the `id` for a new game, and the number `opened` for a game that is resumed."""
    game_id, opened = db.execute("SELECT ifnull(max(id), 0) + 1, ifnull(max(opened), 0) + 1 FROM games").fetchone()
    return game_id, opened


def save_game(db: sqlite3.Connection, game: StoredGame, unchanged: int) -> None:
    """Write a game whose first `unchanged` actions are stored already; the stored actions after them are replaced."""
    db.execute(
        "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.id,
            game.header_line,
            " ".join(game.colours),
            game.ply,
            game.end_ply,
            game.is_aside,
            game.opened,
            game.draft,
            _written(game.started_at),
            _written(game.changed_at),
        ),
    )
    db.execute("DELETE FROM actions WHERE game = ? AND ply > ?", (game.id, unchanged))
    actions = zip(
        game.lines[unchanged:], game.checksums[unchanged:], map(_written, game.times[unchanged:]), strict=True
    )
    db.executemany(
        "INSERT INTO actions VALUES (?, ?, ?, ?, ?)",
        ((game.id, ply, *action) for ply, action in enumerate(actions, start=unchanged + 1)),
    )


def delete_game(db: sqlite3.Connection, game_id: int) -> None:
    """Delete a game with its actions."""
    db.execute("DELETE FROM actions WHERE game = ?", (game_id,))
    db.execute("DELETE FROM games WHERE id = ?", (game_id,))


def save_setting(db: sqlite3.Connection, key: str, value: str) -> None:
    """Write one setting."""
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))


def load_game(db: sqlite3.Connection, game_id: int) -> StoredGame:
    """Return a game.

    :raises KeyError: when there is none of that number.
    :raises UNREADABLE: when it cannot be read.
    """
    row = db.execute(
        "SELECT header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at"
        " FROM games WHERE id = ?",
        (game_id,),
    ).fetchone()
    if row is None:
        raise KeyError(game_id)
    header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at = _checked(row, _GameRow)
    rows = db.execute("SELECT ply, line, checksum, at FROM actions WHERE game = ? ORDER BY ply", (game_id,))
    actions = [_checked(action, _ActionRow) for action in rows]
    plies, lines, checksums, times = zip(*actions, strict=True) if actions else ((), (), (), ())
    if plies != tuple(range(1, len(plies) + 1)) or not 0 <= ply <= len(plies):
        raise sqlite3.DatabaseError(f"game {game_id} lacks actions")
    return StoredGame(
        id=game_id,
        header_line=header_line,
        colours=tuple(colours.split()),
        lines=lines,
        checksums=checksums,
        times=tuple(map(_read_time, times)),
        ply=ply,
        end_ply=end_ply,
        is_aside=bool(is_aside),
        opened=opened,
        draft=draft,
        started_at=_read_time(started_at),
        changed_at=_read_time(changed_at),
    )


def newest_unfinished(db: sqlite3.Connection) -> int | None:
    """Return the number of the game that was resumed last of those being played."""
    row = db.execute("SELECT id FROM games WHERE NOT is_aside AND end_ply IS NOT ply ORDER BY opened DESC").fetchone()
    return row[0] if row else None


def summaries(db: sqlite3.Connection) -> tuple[GameSummary, ...]:
    """Return every stored game, the newest first."""
    rows = db.execute("SELECT id, header_line, colours, ply, end_ply, is_aside, started_at FROM games ORDER BY id DESC")
    return tuple(
        GameSummary(number, line, tuple(colours.split()), ply, _status(ply, end_ply, aside), _read_time(started_at))
        for number, line, colours, ply, end_ply, aside, started_at in (_checked(row, _SummaryRow) for row in rows)
    )


def load_settings(db: sqlite3.Connection) -> dict[str, str]:
    """Return every setting by its key."""
    return dict(_checked(row, _SettingRow) for row in db.execute("SELECT key, value FROM settings"))


def readable(db: sqlite3.Connection) -> Contents:
    """Return what can be read of a database that may be damaged; a game is whole or left out."""
    numbers: set[int] = set()
    for order in ("ASC", "DESC"):  # from both sides of a damaged page
        with suppress(*UNREADABLE):
            for (number,) in db.execute(f"SELECT id FROM games ORDER BY id {order}"):
                numbers.add(number)
    games = []
    for number in sorted(numbers):
        with suppress(*UNREADABLE, KeyError):
            games.append(load_game(db, number))
    settings: dict[str, str] = {}
    with suppress(*UNREADABLE):
        settings = load_settings(db)
    return Contents(tuple(games), tuple(settings.items()))


def fill(db: sqlite3.Connection, contents: Contents) -> None:
    """Write `contents` into empty tables, in one transaction."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for game in contents.games:
            save_game(db, game, unchanged=0)
        for key, value in contents.settings:
            save_setting(db, key, value)


def in_memory(contents: Contents = Contents()) -> sqlite3.Connection:
    """Return a database in memory with these contents."""
    db = connect(":memory:")
    prepare(db)
    fill(db, contents)
    return db


def _check_structure(db: sqlite3.Connection) -> None:
    """Check every page. It takes 20 ms for the 14 MB of a thousand long games, 0.1 ms for one game."""
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _check_contents(db: sqlite3.Connection) -> None:
    """Read what the first page needs, and compare the tables with those of a new database."""
    with closing(sqlite3.connect(":memory:")) as new:
        for statements in MIGRATIONS:
            for statement in statements:
                new.execute(statement)
        if not _tables(new) <= _tables(db):
            raise sqlite3.DatabaseError("the tables are not those of a journal")
    summaries(db)
    load_settings(db)
    unfinished = newest_unfinished(db)
    if unfinished is not None:
        load_game(db, unfinished)


def _tables(db: sqlite3.Connection) -> set[Any]:
    return set(db.execute("SELECT name, sql FROM sqlite_master"))


def _status(ply: int, end_ply: int | None, is_aside: bool) -> Status:
    if ply == end_ply:
        return "finished"
    return "aside" if is_aside else "playing"


def _checked(row: Any, row_type: Any) -> Any:
    """Return the row if its values have the types of the tables; damage may have changed them."""
    try:
        return msgspec.convert(row, row_type)
    except msgspec.ValidationError as error:
        raise sqlite3.DatabaseError(str(error)) from None


def _written(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _read_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None
