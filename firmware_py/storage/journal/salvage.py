"""What can be read of a damaged journal: every game, with the numbers of what the disk has changed in it or lost.

An action is where its digest follows from the action before it, wherever its row stands. One wrong bit in a row is put
right, because only one bit makes its digest true again. What is damaged beyond that stays at its place as it can be
read; whether it is still true shows when the game is played again.

Nothing here believes a value that no digest confirms: it may be of any type and any size.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from firmware_py.games.restoring import ENTRY
from firmware_py.storage.journal import rows, version_1
from firmware_py.storage.journal.rows import digest
from firmware_py.storage.journal.tables import UNREADABLE
from firmware_py.storage.journal.values import Contents, StoredGame

Row: TypeAlias = tuple[Any, ...]

LARGEST = 2**31
"""No number in a journal is as large as this."""
LONGEST_SEARCHED = 2_000
"""The longest row, in letters, in which one wrong bit is searched for: on a slow computer it takes some seconds."""
NO_TIME = "1970-01-01T00:00:00+00:00"

_ENTRY_COLUMNS = 15
_ACTION = 2, 5
"""Where the columns that an action's digest covers stand in its row."""


@dataclass
class _Found:
    """The rows that can be read, in the shape of the newest tables."""

    entries: list[Row] = field(default_factory=list)
    actions: list[Row] = field(default_factory=list)
    settings: list[Row] = field(default_factory=list)


def readable(db: sqlite3.Connection) -> Contents:
    """Return what can be read of a database that may be damaged."""
    db.text_factory = _text
    try:
        found = _found(db)
    finally:
        db.text_factory = str
    settings = {key: value for key, value, seen in found.settings if digest(key, value) == seen}
    return _games_of(found, tuple(settings.items()))


def readable_settings(db: sqlite3.Connection) -> dict[str, str]:
    """Return the settings that can be read of a database that may be damaged, by key."""
    return dict(readable(db).settings)


# --- the rows --------------------------------------------------------------------------------------------------------


def _text(stored: bytes) -> Any:
    """Return a stored text; bytes if it is none, so that no digest can confirm it."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _found(db: sqlite3.Connection) -> _Found:
    with suppress(*UNREADABLE):
        columns = {row[1] for row in db.execute("PRAGMA table_info(games)")}
        is_newest = columns & {"seed", "damaged", "actions", "last", "digest"}  # more than one bit can rename
        return _found_in_newest(db) if is_newest or not columns else _found_in_version_1(db)
    return _Found()


def _found_in_newest(db: sqlite3.Connection) -> _Found:
    entries = _from_both_sides(db, rows.GAMES, "id")
    actions = _actions(db, rows.ACTIONS, entries)
    return _Found(entries, actions, _from_both_sides(db, rows.SETTINGS, "key"))


def _found_in_version_1(db: sqlite3.Connection) -> _Found:
    """Return the rows of version 1 with the digests that they would have had."""
    settings = _from_both_sides(db, "SELECT key, value FROM settings", "key")
    seeds: dict[Any, Any] = dict(settings)
    found = _Found(settings=[(*row, digest(*row)) for row in settings if not str(row[0]).startswith(version_1.SEED)])
    query = "SELECT id, header_line, colours, ply, end_ply, is_aside, opened, draft, started_at, changed_at FROM games"
    entries = _from_both_sides(db, query, "id")
    plain = _actions(db, "SELECT game, ply, line, checksum, at FROM actions", entries)
    lasts: dict[tuple[Any, Any], str] = {}
    for row in entries:
        lasts[row[0], 0] = rows.digest_of_header((*row[:3], seeds.get(f"{version_1.SEED}{row[0]}", ""), *row[3:]))
    for game, ply, *action in sorted((row for row in plain if _are_numbers(*row[:2])), key=lambda row: row[:2]):
        is_sound = all(isinstance(value, str) for value in action)
        lasts[game, ply] = digest(lasts.get((game, ply - 1), ""), *action) if is_sound else ""
        found.actions.append((game, ply, *action, lasts[game, ply]))
    plies_of: dict[Any, list[Any]] = {}
    for game, ply in lasts:
        plies_of.setdefault(game, []).append(ply)
    for row in entries:
        plies = plies_of[row[0]]
        entry = *row[:3], seeds.get(f"{version_1.SEED}{row[0]}", ""), *row[3:], ""
        length = max((ply for ply in plies if ply < 2 * len(plies)), default=0)
        entry = *entry, length, lasts.get((row[0], length), "")
        is_sound = _are_numbers(row[0], row[3]) and row[3] <= length and _read_time(row[8]) and isinstance(row[1], str)
        found.entries.append((*entry, digest(*entry) if is_sound else ""))
    return found


def _actions(db: sqlite3.Connection, query: str, entries: list[Row]) -> list[Row]:
    """Return the actions, looked for in the whole table and game by game, to reach those between damaged pages."""
    found = _from_both_sides(db, query, "game", "ply")
    for number in sorted({row[0] for row in (*entries, *found) if _are_numbers(row[0])}):
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


# --- the games -------------------------------------------------------------------------------------------------------


def _games_of(found: _Found, settings: tuple[tuple[str, str], ...]) -> Contents:
    """Return the games from their rows."""
    numbers = {row[0] for row in (*found.entries, *found.actions) if _are_numbers(row[0])}
    trusted: dict[int, Row] = {}
    doubtful: list[Row] = []
    for row in found.entries:
        true = row if digest(*row[:-1]) == row[-1] else _mended_entry(row, numbers)
        if true is None:
            doubtful.append(row)
        else:
            trusted.setdefault(true[0], true)
    places: dict[tuple[Any, Any], list[Row]] = defaultdict(list)
    for row in found.actions:
        places[row[0], row[1]].append(row)
    strays = _Strays(places, trusted)
    games = [_whole_game(row, places, strays) for row in trusted.values()]
    affected = {game.id for game, is_affected in games if is_affected}
    result = {game.id: game for game, _ in games}
    for row in (*doubtful, *_without_entry(found, {*trusted, *(row[0] for row in doubtful)}, strays)):
        game = _doubtful_game(row, places, strays)
        number = game.id if game.id not in result and 0 < game.id < LARGEST else max(result, default=0) + 1
        result[number] = replace(game, id=number)
        affected.add(number)
    return Contents(tuple(result[number] for number in sorted(result)), settings, tuple(sorted(affected)))


class _Strays:
    """The actions whose digest does not follow from the action before their place."""

    def __init__(self, places: dict[tuple[Any, Any], list[Row]], trusted: dict[int, Row]) -> None:
        self.left = [row for rows_there in places.values() for row in rows_there if not _follows(row, places, trusted)]

    def after(self, previous: str) -> Row | None:
        """Return the action that follows the one with this digest, wherever it stands."""
        row = next((row for row in self.left if _is_after(previous, row)), None)
        if row:
            self.left.remove(row)
        return row


def _follows(row: Row, places: dict[tuple[Any, Any], list[Row]], trusted: dict[int, Row]) -> bool:
    game, ply = row[:2]
    if ply == 1:
        return game in trusted and _is_after(rows.digest_of_header(trusted[game]), row)
    return _are_numbers(ply) and any(_is_after(before[5], row) for before in places.get((game, ply - 1), ()))


def _is_after(previous: Any, row: Row) -> bool:
    return bool(digest(previous, *row[slice(*_ACTION)]) == row[5])


def _whole_game(entry: Row, places: dict[tuple[Any, Any], list[Row]], strays: _Strays) -> tuple[StoredGame, bool]:
    """Return a game whose entry is as it was written, and whether anything else of it is not."""
    actions, damaged = _actions_of(entry[0], entry[12], rows.digest_of_header(entry), places, strays)
    is_stale = not damaged and (len(actions), actions[-1][5] if actions else None) != (
        entry[12],
        entry[13] if actions else None,
    )
    if is_stale:  # an older entry than its actions
        entry = (*entry[:4], len(actions), None, *entry[6:8], None, *entry[9:])
    game = rows.game_of(entry, actions)
    marks = tuple(sorted({*game.damaged, *damaged}))
    return replace(game, damaged=marks), is_stale or bool(damaged)


def _doubtful_game(entry: Row, places: dict[tuple[Any, Any], list[Row]], strays: _Strays) -> StoredGame:
    """Return a game whose entry is not as it was written: all its actions count as played."""
    number, header_line, colours, seed, _, end_ply, is_aside, opened, _, started_at, changed_at = entry[:11]
    header = rows.digest_of_header(entry)
    length = sum(len(there) for place, there in places.items() if place[0] == number)
    actions, damaged = _actions_of(number, length, header, places, strays)
    if not (actions and _is_after(header, actions[0])):
        damaged = [ENTRY, *damaged]
    true = (
        number if _are_numbers(number) else 0,
        _as_text(header_line),
        _as_text(colours),
        _as_text(seed),
        len(actions),
        len(actions) if end_ply == len(actions) else None,
        int(is_aside == 1),
        opened if _are_numbers(opened) else 0,
        None,
        *(time if _read_time(time) else NO_TIME for time in (started_at, changed_at)),
        " ".join(map(str, damaged)),
    )
    return rows.game_of(true, actions)  # type: ignore[arg-type]


def _actions_of(
    number: Any, length: int, header: str, places: dict[tuple[Any, Any], list[Row]], strays: _Strays
) -> tuple[list[Row], list[int]]:
    """Return the actions of a game, at least `length` of them, and the numbers of those that no digest confirms."""
    actions: list[Row] = []
    damaged: list[int] = []
    previous: Any = header
    while True:
        ply = len(actions) + 1
        there = places.get((number, ply), [])
        row = next((row for row in there if _is_after(previous, row)), None)
        if row is None and ply > length:
            return actions, damaged
        row = row or strays.after(previous) or _mended_action(there, previous)
        if row is None:
            damaged.append(ply)
            row = there[0] if there else (number, ply, "", "", NO_TIME, "")
        previous = row[5]
        at = row[4] if _read_time(row[4]) else NO_TIME
        actions.append((number, ply, _as_text(row[2]), _as_text(row[3]), at, row[5]))


def _without_entry(found: _Found, numbers: set[Any], strays: _Strays) -> Iterator[Row]:
    """Yield an empty entry for each game that has lost its own, but has actions."""
    lost = {row[0] for row in found.actions if row[0] not in numbers and _are_numbers(row[0]) and row[1] == 1}
    for number in sorted(lost):
        if any(row[0] == number for row in strays.left):
            yield (number, *("",) * (_ENTRY_COLUMNS - 1))


# --- one wrong bit ---------------------------------------------------------------------------------------------------


def _mended_entry(row: Row, numbers: set[int]) -> Row | None:
    """Return the entry of a game with one bit put right, or with the number of another game; None if none is right."""
    moved = ((number, *row[1:]) for number in numbers)
    return _first_true((*moved, *_one_bit_off(row)), lambda row: digest(*row[:-1]) == row[-1])


def _mended_action(there: Iterable[Row], previous: Any) -> Row | None:
    """Return an action with one bit put right so that it follows the one before; None if no bit does it."""
    return _first_true(
        (off for row in there for off in _one_bit_off(row, *_ACTION)), lambda row: _is_after(previous, row)
    )


def _first_true(candidates: Iterable[Row], is_true: Callable[[Row], bool]) -> Row | None:
    return next((row for row in candidates if is_true(row)), None)


def _one_bit_off(row: Row, first: int = 0, after_last: int | None = None) -> Iterator[Row]:
    """Yield the row with each single bit of some of its columns turned, and of its digest.

    Nothing for a row without a digest, and for a long one: the time grows with the square of its length.
    """
    if not row[-1] or sum(len(value) for value in row if isinstance(value, str | bytes)) > LONGEST_SEARCHED:
        return
    columns = {*range(len(row))[first:after_last], len(row) - 1}
    for column in sorted(columns):
        for value in _turned(row[column]):
            yield (*row[:column], value, *row[column + 1 :])


def _turned(value: Any) -> Iterator[Any]:
    """Yield a value with each of its bits turned."""
    if isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(31))
    elif isinstance(value, str | bytes):
        stored = value.encode() if isinstance(value, str) else value
        for at, byte in enumerate(stored):
            for bit in range(8):
                yield _text(bytes((*stored[:at], byte ^ (1 << bit), *stored[at + 1 :])))


# --- values that nothing confirms ------------------------------------------------------------------------------------


def _are_numbers(*values: Any) -> bool:
    return all(isinstance(value, int) and 0 <= value < LARGEST for value in values)


def _as_text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value or "")


def _read_time(value: Any) -> bool:
    """Return whether a value is a stored time."""
    with suppress(sqlite3.Error, TypeError):
        rows.read_time(value)
        return True
    return False
