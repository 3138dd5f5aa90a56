"""Writes games and settings as rows, inside the caller's transaction."""

from __future__ import annotations

import sqlite3

from firmware_py.storage.journal import seal
from firmware_py.storage.journal.rows import TABLES, ActionRow, digest, digest_of_header, entry_of, written
from firmware_py.storage.journal.values import Contents, StoredGame


def create(db: sqlite3.Connection) -> None:
    """Make the tables, empty."""
    for statement in TABLES:
        db.execute(statement)
    seal.begin(db)


def save_game(db: sqlite3.Connection, game: StoredGame, unchanged: int) -> None:
    """Write a game whose first `unchanged` actions are stored already; the stored actions after them are replaced."""
    before = db.execute("SELECT actions, last, digest FROM games WHERE id = ?", (game.id,)).fetchone()
    is_only_longer = before is not None and before[0] == unchanged  # as after nearly every press
    last: str = before[1] if is_only_longer else _digest_before(db, game, unchanged)
    actions: list[ActionRow] = []
    times = map(written, game.times[unchanged:])
    new = zip(game.lines[unchanged:], game.checksums[unchanged:], times, strict=True)
    for ply, action in enumerate(new, start=unchanged + 1):
        last = digest(last, *action)
        actions.append((game.id, ply, *action, last))
    entry = entry_of(game, last)
    db.execute(f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(entry))})", entry)
    if not is_only_longer:
        db.execute("DELETE FROM actions WHERE game = ? AND ply > ?", (game.id, unchanged))
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)", actions)
    seal.renew(db, *(before[-1:] if before else ()), entry[-1])


def delete_game(db: sqlite3.Connection, game_id: int) -> None:
    """Delete a game with its actions."""
    before = db.execute("SELECT digest FROM games WHERE id = ?", (game_id,)).fetchone()
    db.execute("DELETE FROM actions WHERE game = ?", (game_id,))
    db.execute("DELETE FROM games WHERE id = ?", (game_id,))
    seal.renew(db, *(before or ()))


def save_setting(db: sqlite3.Connection, key: str, value: str) -> None:
    """Write one setting."""
    before = db.execute("SELECT digest FROM settings WHERE key = ?", (key,)).fetchone()
    after = digest(key, value)
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (key, value, after))
    seal.renew(db, *(before or ()), after)


def fill(db: sqlite3.Connection, contents: Contents) -> None:
    """Write `contents` into empty tables."""
    for game in contents.games:
        save_game(db, game, unchanged=0)
    for key, value in contents.settings:
        save_setting(db, key, value)


def _digest_before(db: sqlite3.Connection, game: StoredGame, unchanged: int) -> str:
    """Return what the digest of the first changed action covers."""
    if not unchanged:
        return digest_of_header(entry_of(game, ""))
    row = db.execute("SELECT digest FROM actions WHERE game = ? AND ply = ?", (game.id, unchanged)).fetchone()
    if row is None:
        raise sqlite3.DatabaseError(f"game {game.id} lacks actions")
    found: str = row[0]
    return found
