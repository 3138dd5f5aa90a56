"""The rows of the journal: their tables, the digest of everything in them, and the game that they hold.

The digest of an action covers the digest of the action before it, and that of the first covers the game's header. The
entry of a game holds the number of its actions and the last digest. So a row that was changed, moved, doubled or lost
is noticed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from firmware_py.storage.journal.values import StoredGame

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


def verified(row: Any, name: str) -> Any:
    """Return a row as it was written; `name` says which one it is.

    :raises sqlite3.DatabaseError: when its digest says that it is another.
    """
    if digest(*row[:-1]) != row[-1]:
        raise sqlite3.DatabaseError(f"{name} is not as it was written")
    return row


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


def read_time(text: str) -> datetime:
    """Return a stored time."""
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None
