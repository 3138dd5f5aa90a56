"""The ways in which `mutate_journal` changes a journal: at random in its files, and on purpose in its tables."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable

from firmware_py.config.data_directory import JOURNAL_NAME

LOG = f"{JOURNAL_NAME}-wal"
NOTE = f"{JOURNAL_NAME}-count"

# --- mutations at random ---------------------------------------------------------------------------------------------


def one_bit(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :]


def one_byte(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + chance.randbytes(1) + content[at + 1 :]


def many_bytes(content: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(content)), chance.randint(2, 64)
    new = chance.choice((chance.randbytes(length), bytes(length), b"\xff" * length))
    return (content[:at] + new + content[at + length :])[: len(content)]


def a_page(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content)) // 4096 * 4096
    other = chance.randrange(len(content)) // 4096 * 4096
    new = chance.choice((chance.randbytes(4096), bytes(4096), content[other : other + 4096]))
    return (content[:at] + new + content[at + 4096 :])[: len(content)]


def cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


Mutation = Callable[[bytes, random.Random], bytes]
RANDOM: dict[str, tuple[str, Mutation, int]] = {
    "bit of the database": (JOURNAL_NAME, one_bit, 30),
    "byte of the database": (JOURNAL_NAME, one_byte, 12),
    "bytes of the database": (JOURNAL_NAME, many_bytes, 10),
    "page of the database": (JOURNAL_NAME, a_page, 5),
    "end of the database": (JOURNAL_NAME, cut_off, 4),
    "bit of the log": (LOG, one_bit, 17),
    "byte of the log": (LOG, one_byte, 7),
    "bytes of the log": (LOG, many_bytes, 7),
    "end of the log": (LOG, cut_off, 7),
    "bit of the note": (NOTE, one_bit, 1),
}
"""What is changed, how, and how often of a hundred times."""


# --- mutations on purpose --------------------------------------------------------------------------------------------

TABLES = ("games", "actions", "settings", "seal")
SCHEMA = (
    "CREATE TRIGGER foreign_one AFTER INSERT ON actions BEGIN DELETE FROM actions WHERE ply = 1; END",
    "CREATE TRIGGER foreign_one BEFORE UPDATE ON settings BEGIN SELECT 1; END",
    "CREATE VIEW foreign_one AS SELECT * FROM games",
    "CREATE TABLE foreign_one (name TEXT)",
    "CREATE INDEX foreign_one ON games (opened)",
    "ALTER TABLE games ADD COLUMN foreign_one TEXT",
    "ALTER TABLE actions RENAME COLUMN line TO lime",
    "ALTER TABLE games RENAME COLUMN digest TO eigest",
    "ALTER TABLE actions RENAME TO acts",
    "DROP TABLE settings",
    "DROP TABLE seal",
    "DROP TABLE actions",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 6",
    "PRAGMA application_id = 7",
)


def changed_value(db: sqlite3.Connection, chance: random.Random, tables: tuple[str, ...] = TABLES) -> None:
    """Change one value: a bit, a letter, a number, another row's value, or nothing at all in its place."""
    table, rows, names = _rows(db, chance, tables)
    row, column = chance.randrange(len(rows)), chance.randrange(len(names))
    values = list(rows[row])
    value = values[column]
    others = [other[column] for other in rows]
    if isinstance(value, str) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        values[column] = value[:at] + chr(ord(value[at]) ^ (1 << chance.randrange(5)) or 32) + value[at + 1 :]
    elif isinstance(value, int) and chance.random() < 0.7:
        values[column] = value ^ (1 << chance.randrange(40))
    else:
        values[column] = chance.choice([*others, "" if isinstance(value, str) else 0])
    rows[row] = tuple(values)
    _store(db, table, rows)


def changed_setting(db: sqlite3.Connection, chance: random.Random) -> None:
    changed_value(db, chance, ("settings",))


def row_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    table, rows, _ = _rows(db, chance)
    del rows[chance.randrange(len(rows))]
    _store(db, table, rows)


def row_doubled(db: sqlite3.Connection, chance: random.Random) -> None:
    """Write a row a second time, under another number or over another row."""
    table, rows, names = _rows(db, chance)
    row = list(chance.choice(rows))
    key = {"games": 0, "actions": chance.randrange(2), "settings": 0, "seal": 2}[table]
    row[key] = chance.choice([other[key] for other in rows] + [f"{row[key]}x" if names[key] == "key" else 77])
    _store(db, table, [*rows, tuple(row)])


def rows_swapped(db: sqlite3.Connection, chance: random.Random) -> None:
    """Exchange the places of two rows."""
    table, rows, _ = _rows(db, chance, ("games", "actions", "settings"))
    keys = 2 if table == "actions" else 1
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[one][:keys] + rows[other][keys:], rows[other][:keys] + rows[one][keys:]
    _store(db, table, rows)


def game_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    """Delete all rows of a game."""
    (number,) = chance.choice(db.execute("SELECT id FROM games").fetchall())
    db.execute("DELETE FROM games WHERE id = ?", (number,))
    db.execute("DELETE FROM actions WHERE game = ?", (number,))


def tail_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    """Delete the last actions of a game."""
    number, length = chance.choice(db.execute("SELECT game, max(ply) FROM actions GROUP BY game").fetchall())
    db.execute("DELETE FROM actions WHERE game = ? AND ply > ?", (number, chance.randrange(length)))


def schema_changed(db: sqlite3.Connection, chance: random.Random) -> None:
    db.execute(chance.choice(SCHEMA))


Change = Callable[[sqlite3.Connection, random.Random], None]
AIMED: dict[str, tuple[Change, int]] = {
    "value of a row": (changed_value, 55),
    "value of a setting": (changed_setting, 5),
    "row lost": (row_lost, 10),
    "row doubled": (row_doubled, 8),
    "rows swapped": (rows_swapped, 8),
    "game lost": (game_lost, 3),
    "end of a game lost": (tail_lost, 4),
    "tables changed": (schema_changed, 7),
}
"""What is changed, how, and how often of a hundred times."""


def _rows(
    db: sqlite3.Connection, chance: random.Random, tables: tuple[str, ...] = TABLES
) -> tuple[str, list[tuple[object, ...]], list[str]]:
    table = chance.choices(tables, weights=[{"games": 4, "actions": 4}.get(table, 1) for table in tables])[0]
    names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    return table, db.execute(f"SELECT * FROM {table}").fetchall(), names


def _store(db: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    """Replace all rows of a table; of two with the same key the last one stays."""
    db.execute(f"DELETE FROM {table}")
    for row in rows:
        db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
