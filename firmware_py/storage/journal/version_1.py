"""The tables of version 1, which had no digests: what is in them, to be stored in the newest tables.

What does not make sense in them is damage; a changed letter cannot be noticed.
"""

from __future__ import annotations

import sqlite3
from typing import Any, TypeAlias

import msgspec

from firmware_py.storage.journal.rows import read_time
from firmware_py.storage.journal.values import Contents, StoredGame

TABLES = (
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
)
"""The statements that made the tables."""

SEED = "dice."
"""The beginning of the settings key of a game's seed; its number follows."""

GameRow: TypeAlias = tuple[int, str, str, int, int | None, int, int, str | None, str, str]
ActionRow: TypeAlias = tuple[int, str, str, str]
SettingRow: TypeAlias = tuple[str, str]


def contents(db: sqlite3.Connection) -> Contents:
    """Return all games and settings.

    :raises UNREADABLE: when one of them cannot be read.
    """
    settings = load_settings(db)
    numbers = [number for (number,) in db.execute("SELECT id FROM games ORDER BY id").fetchall()]
    games = tuple(load_game(db, number, settings) for number in numbers)
    return Contents(games, tuple((key, value) for key, value in settings.items() if not key.startswith(SEED)))


def load_settings(db: sqlite3.Connection) -> dict[str, str]:
    """Return every setting by its key, the seeds of games among them."""
    return dict(checked(row, SettingRow) for row in db.execute("SELECT key, value FROM settings"))


def load_game(db: sqlite3.Connection, number: int, settings: dict[str, str]) -> StoredGame:
    """Return a game. :raises UNREADABLE: when it lacks actions, or cannot be read"""
    query = (
        "SELECT id, header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at"
        " FROM games WHERE id = ?"
    )
    row = checked(db.execute(query, (number,)).fetchone(), GameRow)
    _, header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at = row
    found = db.execute("SELECT ply, line, checksum, at FROM actions WHERE game = ? ORDER BY ply", (number,))
    actions = [checked(action, ActionRow) for action in found]
    plies, lines, checksums, times = zip(*actions, strict=True) if actions else ((), (), (), ())
    if plies != tuple(range(1, len(plies) + 1)) or not 0 <= ply <= len(plies):
        raise sqlite3.DatabaseError(f"game {number} lacks actions")
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
        seed=settings.get(f"{SEED}{number}", ""),
    )


def checked(row: Any, row_type: Any) -> Any:
    """Return the row, as its values have the types of the tables.

    :raises sqlite3.DatabaseError: when damage has changed one of them.
    """
    try:
        return msgspec.convert(row, row_type)
    except msgspec.ValidationError as error:
        raise sqlite3.DatabaseError(str(error)) from None
