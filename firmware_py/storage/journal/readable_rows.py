"""The rows that can be read of a damaged database, in the shape of the newest tables.

Nothing here is verified, and nothing belongs to a game yet: a value may be of any type and any size.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

from firmware_py.storage.journal import rows
from firmware_py.storage.journal.rows import digest
from firmware_py.storage.journal.tables import UNREADABLE
from firmware_py.storage.journal.version_1 import SEED, GameRow, SettingRow, checked

Row: TypeAlias = tuple[Any, ...]

LARGEST = 2**31
"""No number in a journal is as large as this."""


class Found(msgspec.Struct):
    """The rows that can be read, in the shape of the newest tables."""

    entries: list[Row] = msgspec.field(default_factory=list)
    actions: list[Row] = msgspec.field(default_factory=list)
    settings: list[Row] = msgspec.field(default_factory=list)


def found_in(db: sqlite3.Connection) -> Found:
    """Return the rows that can be read, of tables of either version."""
    db.text_factory = text_of
    try:
        return _found(db)
    finally:
        db.text_factory = str


def text_of(stored: bytes) -> Any:
    """Return a stored text; bytes if it is none, so that no digest can confirm it."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _found(db: sqlite3.Connection) -> Found:
    with suppress(*UNREADABLE):
        columns = {row[1] for row in db.execute("PRAGMA table_info(games)")}
        is_newest = columns & {"seed", "damaged", "actions", "last", "digest"}  # more than one bit can rename
        return _found_in_newest(db) if is_newest or not columns else _found_in_version_1(db)
    return Found()


def _found_in_newest(db: sqlite3.Connection) -> Found:
    entries = _from_both_sides(db, rows.GAMES, "id")
    actions = _actions(db, rows.ACTIONS, entries)
    return Found(entries, actions, _from_both_sides(db, rows.SETTINGS, "key"))


def _found_in_version_1(db: sqlite3.Connection) -> Found:
    """Return the rows of version 1 with the digests that they would have had."""
    settings = _from_both_sides(db, "SELECT key, value FROM settings", "key")
    seeds = {key: value for key, value in settings if str(key).startswith(SEED)}
    query = "SELECT id, header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at FROM games"
    entries = [(row, seeds.get(f"{SEED}{row[0]}", "")) for row in _from_both_sides(db, query, "id")]
    headers = {(row[0], 0): rows.digest_of_header((*row[:3], seed, *row[3:])) for row, seed in entries}
    plain = _actions(db, "SELECT game, ply, line, checksum, at FROM actions", [row for row, _ in entries])
    actions = _digested(plain, headers)
    lasts = headers | {row[:2]: row[-1] for row in actions}
    plies_of = defaultdict(list)
    for game, ply in lasts:
        plies_of[game].append(ply)
    return Found(
        entries=[_digested_entry(row, seed, plies_of[row[0]], lasts) for row, seed in entries],
        actions=actions,
        settings=[(*row, digest(*row)) for row in settings if row[0] not in seeds and _fits(row, SettingRow)],
    )


def _digested(actions: list[Row], headers: Mapping[Row, str]) -> list[Row]:
    """Return actions of version 1 with their digests, each after the one before it; none if a value is no text."""
    lasts, found = dict(headers), []
    for game, ply, *action in sorted((row for row in actions if are_numbers(*row[:2])), key=itemgetter(0, 1)):
        is_sound = all(isinstance(value, str) for value in action)
        lasts[game, ply] = digest(lasts.get((game, ply - 1), ""), *action) if is_sound else ""
        found.append((game, ply, *action, lasts[game, ply]))
    return found


def _digested_entry(row: Row, seed: Any, plies: list[Any], lasts: Mapping[Row, str]) -> Row:
    """Return the entry of a game of version 1 with its digest; none if it makes no sense."""
    length = max((ply for ply in plies if ply < 2 * len(plies)), default=0)
    entry = *row[:3], seed, *row[3:], "", length, lasts.get((row[0], length), "")
    return (*entry, digest(*entry) if _is_sound(row, seed, length) else "")


def _is_sound(row: Row, seed: Any, length: int) -> bool:
    """Return whether the entry of a game of version 1, of this `length`, makes sense."""
    are_texts = _fits(row, GameRow) and isinstance(seed, str)
    return are_texts and 0 <= row[3] <= length and is_time(row[8]) and is_time(row[9])


def _fits(row: Row, row_type: Any) -> bool:
    """Return whether the values of a row have the types of version 1."""
    with suppress(sqlite3.Error):
        checked(row, row_type)
        return True
    return False


def _actions(db: sqlite3.Connection, query: str, entries: list[Row]) -> list[Row]:
    """Return the actions, looked for in the whole table and game by game, to reach those between damaged pages."""
    found = _from_both_sides(db, query, "game", "ply")
    for number in sorted({row[0] for row in (*entries, *found) if are_numbers(row[0])}):
        found += _from_both_sides(db, f"{query} WHERE game = {number}", "ply")
    return list(dict.fromkeys(found))


def _from_both_sides(db: sqlite3.Connection, query: str, *order: str) -> list[Row]:
    """Return the rows of a query from both sides of a damaged page."""
    found: list[Row] = []
    for direction in ("ASC", "DESC"):
        with suppress(*UNREADABLE):
            for row in db.execute(f"{query} ORDER BY {', '.join(f'{column} {direction}' for column in order)}"):
                found.append(row)
    return list(dict.fromkeys(found))


def are_numbers(*values: Any) -> bool:
    """Return whether these values can be numbers of games, actions or openings."""
    return all(isinstance(value, int) and 0 <= value < LARGEST for value in values)


def is_time(value: Any) -> bool:
    """Return whether a value is a stored time."""
    with suppress(sqlite3.Error, TypeError):
        rows.read_time(value)
        return True
    return False
