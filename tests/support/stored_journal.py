"""A journal with games in it, and the clock, the opening and the warning that tests of journals share."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from firmware_py.storage.changes import Begin, Choose, Draft, Move, Play, Status, StoredGame
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import Opened, open_journal
from firmware_py.words import speak

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SET_ASIDE = "journal.db.damaged-20261120T120000Z"


def open_at_noon(path: Path) -> Opened:
    """Open a journal at `NOON`."""
    return open_journal(path, lambda: NOON)


def warning_of(outcome: Opened) -> str:
    """The warning as players read it."""
    assert outcome.warning is not None
    return " ".join(map(speak("en"), outcome.warnings))


def games_of(journal: Journal) -> dict[int, StoredGame]:
    """Every stored game, by its number."""
    return {game.id: journal.load(game.id) for game in journal.games()}


def begin_game(journal: Journal, header_line: str, colours: tuple[str, ...], seed: str = "") -> int:
    """Begin a game, and return its number."""
    game = journal.commit(Begin(header_line, colours, seed)).game
    assert game
    return game.id


def add_game(
    journal: Journal,
    header_line: str,
    colours: tuple[str, ...],
    lines: tuple[str, ...],
    checksums: tuple[str, ...],
    status: Status,
) -> int:
    """Add a whole game that was played elsewhere, and return its number."""
    ply, at = len(lines), journal.today()
    end_ply = ply if status == "finished" else None
    times, uptimes = (at,) * ply, (0,) * ply
    game = StoredGame(
        *(0, header_line, colours, lines, checksums, times, ply, end_ply, status == "aside", 0, None, at, at),
        uptimes_ms=uptimes,
    )
    return journal.add(game)


def as_of_a_newer_version(path: Path) -> None:
    """Let a journal look as a later version of the program may leave it: another number, and another table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("DROP TABLE changes")


def stored_journal(path: Path, games: int = 3, actions: int = 6) -> dict[int, StoredGame]:
    """Write finished games, an unfinished one with a redo tail and a draft, and settings; return the games."""
    with open_at_noon(path).journal as journal:
        journal.commit(Choose("language", "fr"))
        for _ in range(games):
            lines = tuple(f"action {ply} " + "x" * 100 for ply in range(1, actions + 1))
            add_game(journal, "header", ("red", "blue"), lines, ("0123456789abcdef",) * actions, "finished")
        current = begin_game(journal, "header", ("red", "blue"))
        for ply in (1, 2, 3):
            journal.commit(Play(current, ply - 1, (f"action {ply}",), ("sum",)))
        journal.commit(Move(current, 2))
        journal.commit(Draft(current, "half a hand"))
        return games_of(journal)
