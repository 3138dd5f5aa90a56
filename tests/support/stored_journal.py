"""A journal with games in it, and the clock, the opening and the warning that tests of journals share."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from places import RECORDS

from firmware_py.storage.journal import Journal, Opened, StoredGame, open_journal, version_1
from firmware_py.words import speak

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
JOURNALS = RECORDS / "journals"
"""A dump of the journal by each version of its tables; never to be changed."""
SET_ASIDE = "journal.db.damaged-20261120T120000Z"


def open_at_noon(path: Path) -> Opened:
    """Open a journal at `NOON`."""
    return open_journal(path, lambda: NOON)


def warning_of(outcome: Opened) -> str:
    """Return the warning as players read it."""
    assert outcome.warning is not None
    return " ".join(map(speak("en"), outcome.warnings))


def games_of(journal: Journal) -> dict[int, StoredGame]:
    """Return every stored game, by its number."""
    return {game.id: journal.load(game.id) for game in journal.games()}


def made_by_version(version: int, path: Path) -> None:
    """Write the journal of a program with this version of the tables; version 0 is a file without a table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        if version:
            db.executescript((JOURNALS / f"version_{version}.sql").read_text(encoding="utf-8"))


def write_version_1(path: Path, game: StoredGame) -> None:
    """Write a journal of version 1 with the language and one game, whose seed stands among the settings."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in version_1.TABLES:
            db.execute(statement)
        entry = (
            *(game.id, game.header_line, " ".join(game.colours), game.ply, game.end_ply, game.is_aside, game.opened),
            *(game.draft, game.started_at.isoformat(), game.changed_at.isoformat()),
        )
        db.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(entry))})", entry)
        for ply, action in enumerate(zip(game.lines, game.checksums, game.times, strict=True), 1):
            line, checksum, at = action
            db.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?)", (game.id, ply, line, checksum, at.isoformat()))
        settings = (("language", "en"), (f"{version_1.SEED}{game.id}", game.seed))
        db.executemany("INSERT INTO settings VALUES (?, ?)", settings)
        db.execute("PRAGMA user_version = 1")


def as_of_a_newer_version(path: Path) -> None:
    """Let a journal look as a later version of the program may leave it: another number, and a seal of its own."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("DROP TABLE seal")


def stored_journal(path: Path, games: int = 3, actions: int = 6) -> dict[int, StoredGame]:
    """Write finished games, an unfinished one with a redo tail and a draft, and settings; return the games."""
    with open_at_noon(path).journal as journal:
        journal.set_setting("language", "fr")
        for _ in range(games):
            lines = tuple(f"action {ply} " + "x" * 100 for ply in range(1, actions + 1))
            journal.add("header", ("red", "blue"), lines, ("0123456789abcdef",) * actions, "finished")
        current = journal.begin("header", ("red", "blue"))
        for ply in (1, 2, 3):
            journal.replace_tail(current, ply - 1, (f"action {ply}",), ("sum",))
        journal.move_to(current, 2)
        journal.save_draft(current, "half a hand")
        return games_of(journal)
