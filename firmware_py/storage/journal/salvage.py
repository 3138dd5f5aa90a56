"""What can be read of a damaged journal: every game, with the numbers of what the disk has changed in it or lost.

An action is where its digest follows from the action before it, wherever its row stands. One wrong bit in a row is put
right. What is damaged beyond that stays at its place as it can be read; whether it is still true shows when the game
is played again.

Nothing here believes a value that no digest confirms: it may be of any type and any size.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec.structs import replace

from firmware_py.games.restoring import ENTRY
from firmware_py.storage.journal import rows
from firmware_py.storage.journal.mending import Search, is_after, is_sealed
from firmware_py.storage.journal.readable_rows import LARGEST, Found, Row, are_numbers, found_in, is_time
from firmware_py.storage.journal.values import Contents, StoredGame

NO_TIME = "1970-01-01T00:00:00+00:00"

_ENTRY_COLUMNS = 15

_Places: TypeAlias = dict[tuple[Any, Any], list[Row]]
"""The actions by the game and the number that their rows have."""


def readable(db: sqlite3.Connection) -> Contents:
    """Return what can be read of a database that may be damaged."""
    found, search = found_in(db), Search()
    games, affected = _games_of(found, search)
    rows_of_settings = (row if is_sealed(row) else search.sealed(row) for row in found.settings)
    settings = {key: value for key, value, _ in filter(None, rows_of_settings)}
    return Contents(games, tuple(settings.items()), affected)


def readable_settings(db: sqlite3.Connection) -> dict[str, str]:
    """Return the settings that can be read of a database that may be damaged, by key."""
    return dict(readable(db).settings)


def _games_of(found: Found, search: Search) -> tuple[tuple[StoredGame, ...], tuple[int, ...]]:
    """Return the games from their rows, and the numbers of those that are not whole."""
    trusted, doubtful = _entries_of(found, search)
    places: _Places = defaultdict(list)
    for row in found.actions:
        places[row[0], row[1]].append(row)
    strays = _Strays(places, trusted, search)
    games = [_whole_game(row, places, strays) for row in trusted.values()]
    affected = {game.id for game, is_affected in games if is_affected}
    result = {game.id: game for game, _ in games}
    for row in (*doubtful, *_without_entry(found, {*trusted, *(row[0] for row in doubtful)}, strays)):
        game = _doubtful_game(row, places, strays)
        number = game.id if game.id not in result and 0 < game.id < LARGEST else max(result, default=0) + 1
        result[number] = replace(game, id=number)
        affected.add(number)
    return tuple(result[number] for number in sorted(result)), tuple(sorted(affected))


def _entries_of(found: Found, search: Search) -> tuple[dict[int, Row], list[Row]]:
    """Return the entries that are as they were written, or are put right, by the game's number; and the others."""
    numbers = {row[0] for row in (*found.entries, *found.actions) if are_numbers(row[0])}
    trusted: dict[int, Row] = {}
    doubtful: list[Row] = []
    for row in found.entries:
        true = row if is_sealed(row) else search.entry(row, numbers)
        if true is None:
            doubtful.append(row)
        else:
            trusted.setdefault(true[0], true)
    return trusted, doubtful


class _Strays:
    """The actions whose digest does not follow from the action before their place."""

    def __init__(self, places: _Places, trusted: dict[int, Row], search: Search) -> None:
        self.search = search
        self.left = [row for rows_there in places.values() for row in rows_there if not _follows(row, places, trusted)]

    def after(self, previous: str) -> Row | None:
        """Return the action that follows the one with this digest, wherever it stands."""
        row = self.search.first(self.left, lambda row: is_after(previous, row))
        if row:
            self.left.remove(row)
        return row


def _follows(row: Row, places: _Places, trusted: dict[int, Row]) -> bool:
    game, ply = row[:2]
    if ply == 1:
        return game in trusted and is_after(rows.digest_of_header(trusted[game]), row)
    return are_numbers(ply) and any(is_after(before[5], row) for before in places.get((game, ply - 1), ()))


def _whole_game(entry: Row, places: _Places, strays: _Strays) -> tuple[StoredGame, bool]:
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


def _doubtful_game(entry: Row, places: _Places, strays: _Strays) -> StoredGame:
    """Return a game whose entry is not as it was written: all its actions count as played."""
    number, header_line, colours, seed, _, end_ply, is_aside, opened, _, started_at, changed_at = entry[:11]
    header = rows.digest_of_header(entry)
    length = sum(len(there) for place, there in places.items() if place[0] == number)
    actions, damaged = _actions_of(number, length, header, places, strays)
    if not (actions and is_after(header, actions[0])):
        damaged = [ENTRY, *damaged]
    true = (
        number if are_numbers(number) else 0,
        _as_text(header_line),
        _as_text(colours),
        _as_text(seed),
        len(actions),
        len(actions) if end_ply == len(actions) else None,
        int(is_aside == 1),
        opened if are_numbers(opened) else 0,
        None,
        *(time if is_time(time) else NO_TIME for time in (started_at, changed_at)),
        " ".join(map(str, damaged)),
    )
    return rows.game_of(true, actions)  # type: ignore[arg-type]


def _actions_of(number: Any, length: int, header: str, places: _Places, strays: _Strays) -> tuple[list[Row], list[int]]:
    """Return the actions of a game, at least `length` of them, and the numbers of those that no digest confirms."""
    actions: list[Row] = []
    damaged: list[int] = []
    previous: Any = header
    while True:
        ply = len(actions) + 1
        there = places.get((number, ply), [])
        row = next((row for row in there if is_after(previous, row)), None)
        if row is None and ply > length:
            return actions, damaged
        row = row or strays.after(previous) or strays.search.action(there, previous)
        if row is None:
            damaged.append(ply)
            row = there[0] if there else (number, ply, "", "", NO_TIME, "")
        previous = row[5]
        at = row[4] if is_time(row[4]) else NO_TIME
        actions.append((number, ply, _as_text(row[2]), _as_text(row[3]), at, row[5]))


def _without_entry(found: Found, numbers: set[Any], strays: _Strays) -> Iterator[Row]:
    """Yield an empty entry for each game that has lost its own, but has actions."""
    lost = {row[0] for row in found.actions if row[0] not in numbers and are_numbers(row[0]) and row[1] == 1}
    for number in sorted(lost):
        if any(row[0] == number for row in strays.left):
            yield (number, *("",) * (_ENTRY_COLUMNS - 1))


def _as_text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value or "")
