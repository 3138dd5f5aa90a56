"""The rows of the journal: written with a digest of everything in them, and verified here whenever they are read.

The digest of an action covers the digest of the action before it, and that of the first covers the game's header. The
entry of a game holds the number of its actions and the last digest. The seal, a table with one row, holds the digests
of all entries and settings added up (by XOR). So a row that was changed, moved, doubled or lost is noticed.

Every function that writes runs inside the caller's transaction. Rows that are not as they were written raise
`sqlite3.DatabaseError` like any other damage.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

from firmware_py.storage.journal.values import Contents, GameSummary, StoredGame, status

VERSION = 2
"""The version of these tables, as `user_version` and the seal say it."""

TABLES = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        header_line TEXT NOT NULL,
        colours TEXT NOT NULL,
        seed TEXT NOT NULL,
        ply INTEGER NOT NULL,
        end_ply INTEGER,
        is_aside INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        draft TEXT,
        started_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        damaged TEXT NOT NULL,
        actions INTEGER NOT NULL,
        last TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE actions (
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum TEXT NOT NULL,
        at TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE settings (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE seal (
        version INTEGER NOT NULL,
        journal TEXT NOT NULL,
        changes INTEGER NOT NULL,
        entries TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT""",
)
"""The statements that make the tables."""

GAMES = (
    "SELECT id, header_line, colours, seed, ply, end_ply, is_aside, opened, draft, started_at, changed_at, damaged,"
    " actions, last, digest FROM games"
)
ACTIONS = "SELECT game, ply, line, checksum, at, digest FROM actions"
SETTINGS = "SELECT key, value, digest FROM settings"

_STARTED_AT = 9
"""Where the time of a game's beginning stands in its entry."""

GameRow: TypeAlias = tuple[
    int, str, str, str, int, int | None, int, int, str | None, str, str, str, int, str, str
]  # the columns of `GAMES`
ActionRow: TypeAlias = tuple[int, int, str, str, str, str]
"""The columns of `ACTIONS`."""


def digest(*columns: Any) -> str:
    """Return a digest of values."""
    return blake2b(msgspec.json.encode(columns), digest_size=8).hexdigest()


def digest_of_header(row: Any) -> str:
    """Return the digest of what never changes in the entry of a game; the digest of its first action covers it."""
    return digest(*row[:4], row[_STARTED_AT])


# --- writing ---------------------------------------------------------------------------------------------------------


def create(db: sqlite3.Connection) -> None:
    """Make the tables, empty."""
    for statement in TABLES:
        db.execute(statement)
    _write_seal(db, os.urandom(8).hex(), 0, 0)


def save_game(db: sqlite3.Connection, game: StoredGame, unchanged: int) -> None:
    """Write a game whose first `unchanged` actions are stored already; the stored actions after them are replaced."""
    actions: list[ActionRow] = []
    last = _digest_before(db, game, unchanged)
    times = map(written, game.times[unchanged:])
    new = zip(game.lines[unchanged:], game.checksums[unchanged:], times, strict=True)
    for ply, action in enumerate(new, start=unchanged + 1):
        last = digest(last, *action)
        actions.append((game.id, ply, *action, last))
    entry = entry_of(game, last)
    before = db.execute("SELECT digest FROM games WHERE id = ?", (game.id,)).fetchone()
    db.execute(f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(entry))})", entry)
    db.execute("DELETE FROM actions WHERE game = ? AND ply > ?", (game.id, unchanged))
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)", actions)
    _seal_again(db, *(before or ()), entry[-1])


def delete_game(db: sqlite3.Connection, game_id: int) -> None:
    """Delete a game with its actions."""
    before = db.execute("SELECT digest FROM games WHERE id = ?", (game_id,)).fetchone()
    db.execute("DELETE FROM actions WHERE game = ?", (game_id,))
    db.execute("DELETE FROM games WHERE id = ?", (game_id,))
    _seal_again(db, *(before or ()))


def save_setting(db: sqlite3.Connection, key: str, value: str) -> None:
    """Write one setting."""
    before = db.execute("SELECT digest FROM settings WHERE key = ?", (key,)).fetchone()
    after = digest(key, value)
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (key, value, after))
    _seal_again(db, *(before or ()), after)


def fill(db: sqlite3.Connection, contents: Contents) -> None:
    """Write `contents` into empty tables."""
    for game in contents.games:
        save_game(db, game, unchanged=0)
    for key, value in contents.settings:
        save_setting(db, key, value)


def entry_of(game: StoredGame, last: str) -> GameRow:
    """Return the row of a game; `last` is the digest of its last action."""
    row = (
        game.id,
        game.header_line,
        " ".join(game.colours),
        game.seed,
        game.ply,
        game.end_ply,
        int(game.is_aside),
        game.opened,
        game.draft,
        written(game.started_at),
        written(game.changed_at),
        " ".join(map(str, game.damaged)),
        len(game.lines),
        last,
    )
    return (*row, digest(*row))


def written(at: datetime) -> str:
    """Return a time as it is stored."""
    return at.isoformat(timespec="seconds")


def _digest_before(db: sqlite3.Connection, game: StoredGame, unchanged: int) -> str:
    """Return what the digest of the first changed action covers."""
    if not unchanged:
        return digest_of_header(entry_of(game, ""))
    row = db.execute("SELECT digest FROM actions WHERE game = ? AND ply = ?", (game.id, unchanged)).fetchone()
    if row is None:
        raise sqlite3.DatabaseError(f"game {game.id} lacks actions")
    found: str = row[0]
    return found


def _seal_again(db: sqlite3.Connection, *digests: str) -> None:
    """Write the seal after a change of entries with these digests, those before and those after the change."""
    _, journal, changes, entries = read_seal(db)
    _write_seal(db, journal, changes + 1, _added_up(entries, digests))


def _write_seal(db: sqlite3.Connection, journal: str, changes: int, entries: int) -> None:
    row = VERSION, journal, changes, f"{entries:016x}"
    db.execute(
        "INSERT OR REPLACE INTO seal (rowid, version, journal, changes, entries, digest) VALUES (1, ?, ?, ?, ?, ?)",
        (*row, digest(*row)),
    )


# --- reading ---------------------------------------------------------------------------------------------------------


def read_seal(db: sqlite3.Connection) -> tuple[int, str, int, int]:
    """Return the version of the tables, the journal's own name, the number of changes, and the sum of all entries."""
    rows = db.execute("SELECT version, journal, changes, entries, digest FROM seal").fetchall()
    if len(rows) != 1:
        raise sqlite3.DatabaseError("there is not one seal")
    version, journal, changes, entries = _verified(rows[0], "the seal")[:-1]
    return version, journal, changes, int(entries, 16)


def next_numbers(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the `id` for a new game, and the number `opened` for a game that is resumed."""
    game_id, opened = db.execute("SELECT ifnull(max(id), 0) + 1, ifnull(max(opened), 0) + 1 FROM games").fetchone()
    return game_id, opened


def load_game(db: sqlite3.Connection, game_id: int) -> StoredGame:
    """Return a game.

    :raises KeyError: when there is none of that number.
    :raises UNREADABLE: when it cannot be read.
    """
    row = db.execute(f"{GAMES} WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise KeyError(game_id)
    entry: GameRow = _verified(row, f"game {game_id}")
    actions = list(_chained(entry, db.execute(f"{ACTIONS} WHERE game = ? ORDER BY ply", (game_id,))))
    return game_of(entry, actions)


def game_of(entry: GameRow, actions: Iterable[ActionRow]) -> StoredGame:
    """Return a game from its rows."""
    number, header_line, colours, seed, ply, end_ply, is_aside, opened, draft, started_at, changed_at, damaged = entry[
        :12
    ]
    _, _, lines, checksums, times, _ = zip(*actions, strict=True) if actions else ((),) * 6
    return StoredGame(
        id=number,
        header_line=header_line,
        colours=tuple(colours.split()),
        lines=lines,
        checksums=checksums,
        times=tuple(map(read_time, times)),
        ply=ply,
        end_ply=end_ply,
        is_aside=bool(is_aside),
        opened=opened,
        draft=draft,
        started_at=read_time(started_at),
        changed_at=read_time(changed_at),
        seed=seed,
        damaged=tuple(map(int, damaged.split())),
    )


def newest_unfinished(db: sqlite3.Connection) -> int | None:
    """Return the number of the game that was resumed last of those being played."""
    row = db.execute("SELECT id FROM games WHERE NOT is_aside AND end_ply IS NOT ply ORDER BY opened DESC").fetchone()
    return row[0] if row else None


def summaries(db: sqlite3.Connection) -> tuple[GameSummary, ...]:
    """Return every stored game, the newest first."""
    return tuple(
        GameSummary(
            number,
            line,
            tuple(colours.split()),
            ply,
            status(ply, end_ply, bool(aside)),
            read_time(started_at),
            tuple(map(int, damaged.split())),
        )
        for number, line, colours, _, ply, end_ply, aside, _, _, started_at, _, damaged, _, _, _ in _entries(db)
    )


def load_settings(db: sqlite3.Connection) -> dict[str, str]:
    """Return every setting by its key."""
    return {key: value for key, value, _ in _settings(db)}


def verify(db: sqlite3.Connection) -> None:
    """Read every row. It takes 3 µs a row.

    :raises UNREADABLE: when a row is not as it was written, or one is missing or too many.
    """
    entries = {entry[0]: entry for entry in _entries(db)}
    found = _added_up(0, (*(entry[-1] for entry in entries.values()), *(row[-1] for row in _settings(db))))
    if found != read_seal(db)[3]:
        raise sqlite3.DatabaseError("entries are missing, or older than others")
    empty = dict(entries)
    for game_id, actions in groupby(db.execute(f"{ACTIONS} ORDER BY game, ply"), itemgetter(0)):
        if game_id not in empty:  # unknown, or out of order: a page stands where another belongs
            raise sqlite3.DatabaseError(f"game {game_id} has no entry, or stands twice")
        for _ in _chained(empty.pop(game_id), actions):
            pass
    for entry in empty.values():
        list(_chained(entry, ()))


def read_time(text: str) -> datetime:
    """Return a stored time."""
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None


def _entries(db: sqlite3.Connection) -> Iterator[GameRow]:
    """Yield the entry of every game, the newest first."""
    return (_verified(row, f"game {row[0]}") for row in db.execute(f"{GAMES} ORDER BY id DESC"))


def _settings(db: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    return (_verified(row, "a setting") for row in db.execute(SETTINGS))


def _chained(entry: GameRow, actions: Iterable[ActionRow]) -> Iterator[ActionRow]:
    """Yield the actions of a game, each after the one before it, and the last as the entry has it."""
    number, length, last, previous = entry[0], entry[12], entry[13], digest_of_header(entry)
    ply = 0
    for ply, action in enumerate(actions, start=1):
        if action[1] != ply or digest(previous, *action[2:5]) != action[5]:
            raise sqlite3.DatabaseError(f"action {ply} of game {number} is not as it was written")
        previous = action[5]
        yield action
    if (ply, previous) != (length, last):
        raise sqlite3.DatabaseError(f"game {number} lacks actions")


def _verified(row: Any, name: str) -> Any:
    """Return a row as it was written."""
    if digest(*row[:-1]) != row[-1]:
        raise sqlite3.DatabaseError(f"{name} is not as it was written")
    return row


def _added_up(entries: int, digests: Iterable[str]) -> int:
    """Return the sum with these digests added, or taken off if they were in it."""
    try:
        for one in digests:
            entries ^= int(one, 16)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None
    return entries
