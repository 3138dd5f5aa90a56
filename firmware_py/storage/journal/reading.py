"""Reads games and settings from their rows, and verifies every row that it reads.

Rows that are not as they were written raise `sqlite3.DatabaseError` like any other damage.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from firmware_py.storage.journal import seal
from firmware_py.storage.journal.rows import (
    ACTIONS,
    GAMES,
    SETTINGS,
    ActionRow,
    GameRow,
    digest,
    digest_of_header,
    game_of,
    read_time,
    verified,
)
from firmware_py.storage.journal.values import GameSummary, StoredGame, status


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
    entry: GameRow = verified(row, f"game {game_id}")
    actions = list(_chained(entry, db.execute(f"{ACTIONS} WHERE game = ? ORDER BY ply", (game_id,))))
    return game_of(entry, actions)


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
    found = seal.added_up(0, (*(entry[-1] for entry in entries.values()), *(row[-1] for row in _settings(db))))
    if found != seal.read(db)[3]:
        raise sqlite3.DatabaseError("entries are missing, or older than others")
    empty = dict(entries)
    for game_id, actions in groupby(db.execute(f"{ACTIONS} ORDER BY game, ply"), itemgetter(0)):
        if game_id not in empty:  # unknown, or out of order: a page stands where another belongs
            raise sqlite3.DatabaseError(f"game {game_id} has no entry, or stands twice")
        for _ in _chained(empty.pop(game_id), actions):
            pass
    for entry in empty.values():
        list(_chained(entry, ()))


def _entries(db: sqlite3.Connection) -> Iterator[GameRow]:
    """Yield the entry of every game, the newest first."""
    return (verified(row, f"game {row[0]}") for row in db.execute(f"{GAMES} ORDER BY id DESC"))


def _settings(db: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    return (verified(row, "a setting") for row in db.execute(SETTINGS))


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
