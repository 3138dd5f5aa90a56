"""Every row of the journal is as it was written, or the file is set aside, and what is readable goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from stored_journal import SET_ASIDE, games_of, made_by_version, open_at_noon, stored_journal, warning_of

from firmware_py.games.restoring import ENTRY
from firmware_py.storage.journal import StoredGame
from firmware_py.storage.journal.damage import HEADER

COLUMNS = {
    "games": "header_line colours seed ply end_ply is_aside opened draft started_at changed_at damaged actions last"
    " digest",
    "actions": "line checksum at digest",
    "settings": "value digest",
    "seal": "version journal changes entries digest",
}


def changed(path: Path, *statements: str) -> None:
    """Change a journal as no program of ours does."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def with_one_bit_off(path: Path, table: str, column: str, row: int) -> None:
    """Turn one bit of one value."""
    with closing(sqlite3.connect(path)) as db, db:
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        at, changed = columns.index(column), list(rows[row])
        value = changed[at]
        changed[at] = chr(ord(value[0]) ^ 1) + value[1:] if value and isinstance(value, str) else (value or 0) ^ 1
        if value == "":
            changed[at] = "1"
        db.execute(f"DELETE FROM {table}")
        rows[row] = tuple(changed)
        db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)


def reopened(path: Path) -> tuple[dict[int, StoredGame], str]:
    """Return the games after the next start, and its warning. The file is set aside as it was."""
    content = path.read_bytes()
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        assert (path.parent / SET_ASIDE).read_bytes() == content
        games = games_of(journal)
    again = open_at_noon(path)
    again.journal.close()
    assert again.warning is None
    return games, warning_of(outcome)


@pytest.mark.parametrize(("table", "column"), [(table, name) for table in COLUMNS for name in COLUMNS[table].split()])
def test_one_wrong_bit_in_any_value_is_told_and_put_right(tmp_path: Path, table: str, column: str) -> None:
    """Because only one bit makes the digest true again; a value that was empty is the one exception."""
    path = tmp_path / "journal.db"
    before = stored_journal(path, games=1)
    with_one_bit_off(path, table, column, row=-1)
    after, warning = reopened(path)
    assert "was damaged and is kept as" in warning
    if column in ("seed", "end_ply", "damaged"):  # which were empty
        assert "Damaged: game 2 of 2026-11-20." in warning
        assert after[2].lines == before[2].lines
    else:
        assert after == before


@pytest.mark.parametrize(
    ("damage", "damaged"),
    [
        ("DELETE FROM actions WHERE game = 1 AND ply = 6", (6,)),
        ("DELETE FROM actions WHERE game = 1 AND ply = 3", (3, 4)),
        ("UPDATE actions SET line = 'another action' WHERE game = 1 AND ply = 3", (3,)),
        ("UPDATE actions SET line = 'another', digest = 'none' WHERE game = 1 AND ply = 3", (3, 4)),
        ("UPDATE games SET header_line = 'another header' WHERE id = 1", (ENTRY, 1)),
        ("DELETE FROM games WHERE id = 1", (ENTRY, 1)),
    ],
)
def test_a_damaged_game_keeps_all_that_can_be_read(tmp_path: Path, damage: str, damaged: tuple[int, ...]) -> None:
    """Every action stays at its place; those that no digest confirms are marked, for good."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    changed(path, damage)
    after, warning = reopened(path)
    assert "4 games could be read" in warning
    assert "Damaged: game 1 of 2026-11-20." in warning or "Damaged: game 1." in warning
    game = after.pop(1)
    assert game.damaged == damaged
    expected = {line for ply, line in enumerate(before.pop(1).lines, start=1) if ply not in damaged}
    assert expected <= set(game.lines)
    assert len(game.lines) == 6
    assert after == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE actions SET ply = 70 WHERE game = 1 AND ply = 4",
        "UPDATE actions SET game = 9 WHERE game = 1 AND ply = 4",
        "UPDATE actions SET ply = 9 - ply WHERE game = 1 AND ply IN (9)",
        "UPDATE games SET id = 17 WHERE id = 1",
        "INSERT INTO games SELECT 70, header_line, colours, seed, ply, end_ply, is_aside, opened, draft, started_at,"
        " changed_at, damaged, actions, last, digest FROM games WHERE id = 1",
        "INSERT INTO actions SELECT 1, 70, line, checksum, at, digest FROM actions WHERE game = 1 AND ply = 4",
        "INSERT INTO settings VALUES ('another', 'value', '0123456789abcdef')",
        "UPDATE seal SET entries = '0123456789abcdef'",
        "DELETE FROM seal",
    ],
)
def test_a_row_that_moved_is_found_and_one_too_many_dropped(tmp_path: Path, damage: str) -> None:
    """An action is where its digest follows, wherever its row stands."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    changed(path, damage)
    if "IN (9)" in damage:
        swap = "UPDATE actions SET ply = {after} WHERE game = 1 AND ply = {before}"
        changed(path, *(swap.format(before=a, after=b) for a, b in ((2, 70), (5, 2), (70, 5))))
    assert reopened(path)[0] == before


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER foreign_one AFTER INSERT ON actions BEGIN DELETE FROM actions; END",
        "CREATE VIEW foreign_one AS SELECT * FROM games",
        "CREATE TABLE foreign_one (name TEXT)",
        "CREATE INDEX foreign_one ON games (opened)",
        "ALTER TABLE games ADD COLUMN foreign_one TEXT",
        "ALTER TABLE games RENAME COLUMN digest TO foreign_one",
        "ALTER TABLE actions RENAME COLUMN line TO foreign_one",
        "ALTER TABLE actions RENAME TO foreign_one",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 66",
    ],
)
def test_what_no_journal_defines_is_damage(tmp_path: Path, foreign: str) -> None:
    """A trigger, a view, another table or name: the games are taken over whole into a journal without it."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    with open_at_noon(path).journal as journal:
        journal.begin("header", ("red",), seed="seed of its dice")
        before = games_of(journal)
    changed(path, foreign)
    assert reopened(path)[0] == before
    with closing(sqlite3.connect(path)) as db:
        assert "foreign_one" not in str(db.execute("SELECT sql FROM sqlite_master").fetchall())


@pytest.mark.parametrize("whole", [False, True])
def test_a_damaged_first_page_costs_no_game(tmp_path: Path, whole: bool) -> None:
    """Its header and the definitions of the tables are the same in every journal, one brought up to date included."""
    path = tmp_path / "journal.db"
    made_by_version(1, path)
    with open_at_noon(path).journal as journal:
        before = games_of(journal)
    content = bytearray(path.read_bytes())
    size = 4096 if whole else len(HEADER)
    content[:size] = bytes(size)
    path.write_bytes(content)
    assert reopened(path)[0] == before
