"""What can be read of a damaged journal: every game, with the numbers of what the disk has changed in it or lost.

The rows are searched for on the pages themselves, whether SQLite reaches them or not, and are believed as far as their
digests say. What is damaged stays at its place as it can be read; whether it is still true shows when the game is
played again. No bit is guessed.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from errno import EBUSY
from os import strerror
from pathlib import Path
from time import monotonic
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.games.records import MOST_ACTIONS
from firmware_py.games.restoring import HEADER
from firmware_py.storage.changes import NEVER, Contents, Play, StoredGame, apply
from firmware_py.storage.files import LONGEST, WITH_LOG, check_files, is_there, log_of
from firmware_py.storage.rows import (
    UNREADABLE,
    VERSION,
    Action,
    Entry,
    decode_action,
    decode_entry,
    decode_game,
    digest,
    fold,
    open_copy,
    read_entry,
    read_game,
    with_actions,
)

PAGE = 4096
"""The size of a page in every journal, in bytes."""
FRAME = 24 + PAGE
LOG_HEADER = 32
"""How long the header of a write-ahead log is; it changes whenever the log starts again."""
WITHOUT_LOG = b"\1\1"
"""What a file says of itself that never has a log; see `WITH_LOG`."""
PATIENCE_S = 5.0
"""How long a file is read that a busy referee writes to."""
LEAF = 13
"""The first byte of a page with rows of a table (SQLite file format, section 1.6)."""
LAST_PAGES = 4
"""As many pages at the end of a log have its newest change."""
LARGEST = 1 << 31
"""Numbers of games and actions are lower."""
NAME = re.compile(r'"contents":\{"name":"(\w+)"')
"""Where the row with which a chain begins says the journal's own name."""
MOST_ROWS = 4000
"""More rows than a chain ever has: a row with a higher number stands where another belongs."""
NO_ACTION: Action = ("", "", NEVER, 0)

Columns: TypeAlias = tuple[str, ...]
Row: TypeAlias = tuple[int, Columns, bool]
"""The number of a row, its other columns, and whether its page says that it holds rows."""


class Rescued(msgspec.Struct, frozen=True):
    """What can be read of a journal, and the numbers of the games that are not as they were written."""

    contents: Contents
    closed: tuple[StoredGame, ...] = ()
    affected: frozenset[int] = frozenset()
    number: int = 0
    """How far the chain of changes could be followed."""
    is_cut_short: bool = False
    """Whether it is known to have gone further."""

    @property
    def games(self) -> tuple[StoredGame, ...]:
        """Every game, the one under way last."""
        return (*self.closed, *((self.contents.game,) if self.contents.game else ()))


def empty_contents() -> Contents:
    """The contents of a new journal."""
    return Contents(os.urandom(8).hex(), VERSION)


def rescue(path: Path) -> Rescued:
    """What can be read of a damaged file and its log, unless that belongs to another journal."""
    try:
        content, log = read_both(path)
    except OSError:
        return Rescued(empty_contents())
    logs = ((b"", True),) if not log or _is_foreign(content, log) else ((log, True), (log, False), (b"", True))
    found = [_rescue_pages(pages_with_log(content, log, is_strict=is_strict)) for log, is_strict in logs]
    return max(found, key=lambda one: (one.number, len(one.games) - len(one.affected), len(one.games)))


def _is_foreign(content: bytes, log: bytes) -> bool:
    """Whether a log belongs to another journal than the file: it knows it by another name, or other changes."""
    ours = _changes_on(range(PAGE, len(content), PAGE), content)
    theirs: dict[int, Columns] = {}
    for _, _, page in _frames(log, is_strict=False):
        theirs |= _changes_on((PAGE,), bytes(PAGE) + page)
    names, others = ({found[1] for text, _ in rows.values() if (found := NAME.search(text))} for rows in (ours, theirs))
    if names and others:
        return names.isdisjoint(others)
    common = ours.keys() & theirs.keys()
    return bool(common) and all(ours[number][1] != theirs[number][1] for number in common)


def _changes_on(places: Iterable[int], pages: bytes) -> dict[int, Columns]:
    rows = (row for at in places for row in _rows_on(pages[at : at + PAGE], pages))
    return {number: columns for number, columns, is_leaf in rows if len(columns) == 2 and is_leaf}


def newest_change_in(log: bytes) -> int:
    """The highest number of a change on the last pages of a log, whether or not SQLite reads it."""
    last = [page for _, _, page in _frames(log, is_strict=False)][-LAST_PAGES:]
    numbers = (number for page in last for number, columns, _ in _rows_on(page, b"") if len(columns) == 2)
    return max(numbers, default=0)


def _rescue_pages(pages: bytes) -> Rescued:
    rows = [row for at in range(PAGE, len(pages), PAGE) for row in _rows_on(pages[at : at + PAGE], pages)]
    contents, is_whole, number = _fold({row[0]: row[1] for row in rows if len(row[1]) == 2 and row[2]})
    closed, affected = _closed_games([row for row in rows if len(row[1]) == 4])
    if contents.game:
        closed.pop(contents.game.id, None)
        affected.discard(contents.game.id)
        if not (is_whole and _is_last(number, pages)):
            affected.add(contents.game.id)
    highest = max((*closed, contents.next_id - 1, contents.game.id if contents.game else 0))
    opened = max((game.opened for game in closed.values()), default=0)
    contents = replace(contents, next_id=highest + 1, next_opened=max(contents.next_opened, opened + 1))
    return Rescued(contents, tuple(closed[key] for key in sorted(closed)), frozenset(affected), number)


def _is_last(number: int, pages: bytes) -> bool:
    """Whether no change after this one can be lost: SQLite reads all of them, and this is the last."""
    with suppress(*UNREADABLE), closing(open_copy(pages)) as db:
        return fold(db)[0] == number
    return False


# --- the file and its log ---------------------------------------------------------------------------------------------


def read_both(journal: Path) -> tuple[bytes, bytes]:
    """The file and its log as they are at one moment, also while a referee writes to them.

    Why the log after the file, and both again if the log was restarted meanwhile: commits are only appended to a log.
    What SQLite moved from the log into the file during the reading is still in the log.

    :raises OSError: when they cannot be read, or are written without a pause.
    """
    check_files(journal)
    until_s = monotonic() + PATIENCE_S
    while True:
        before = _round(journal)
        content, log = journal.read_bytes() if is_there(journal) else b"", log_of(journal)
        if log[:LOG_HEADER] == before:
            return content, log
        if monotonic() > until_s:
            raise OSError(EBUSY, strerror(EBUSY))


def _round(journal: Path) -> bytes:
    with suppress(FileNotFoundError), Path(f"{journal}-wal").open("rb") as log:
        return log.read(LOG_HEADER)
    return b""


def pages_with_log(content: bytes, log: bytes, *, is_strict: bool = True) -> bytes:
    """The pages of a file with every commit of its log, as SQLite reads them: up to the first wrong checksum.

    If it is not strict, frames with wrong checksums count as well, for what is in them proves itself.
    """
    committed, pending, size = dict[int, bytes](), dict[int, bytes](), 0
    for number, commit_size, page in _frames(log, is_strict=is_strict):
        pending[number] = page
        if commit_size:
            committed |= pending
            pending, size = {}, commit_size
    pages = bytearray(content.ljust(PAGE * max(committed, default=0), b"\0"))
    for number, page in committed.items():
        pages[PAGE * (number - 1) : PAGE * number] = page
    if size:
        del pages[size * PAGE :]
    if pages[18:20] == WITH_LOG:
        pages[18:20] = WITHOUT_LOG
    return bytes(pages)


def _frames(log: bytes, *, is_strict: bool) -> Iterator[tuple[int, int, bytes]]:
    """Yield the frames of a log's present round: page number, pages after a commit or 0, and the page.

    ```
    header  magic[4] version[4] page size[4] round[4] salt 1[4] salt 2[4] checksum[8]
    frame   page[4] pages after a commit[4] salt 1[4] salt 2[4] checksum[8] page content[page size]
    ```

    (SQLite file format, section 4.1.) A damaged frame has one of the two salts still.
    """
    if len(log) < LOG_HEADER + FRAME:
        return
    salts, sums = struct.unpack_from(">2I", log, 16), _checksum(log[:24], log, (0, 0))
    for at in range(LOG_HEADER, len(log) - FRAME + 1, FRAME):
        number, commit_size, one, other, *seen = struct.unpack_from(">6I", log, at)
        page = log[at + 24 : at + FRAME]
        if is_strict:
            sums = _checksum(log[at : at + 8] + page, log, sums)
            if (one, other) != salts or tuple(seen) != sums:
                return
        elif one != salts[0] and other != salts[1]:
            return
        if 0 < number <= LONGEST // PAGE:
            yield number, commit_size, page


def _checksum(content: bytes, log: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """The checksum of a log with some more of its content (SQLite file format, section 4.2)."""
    one, other = sums
    numbers = iter(struct.unpack(f"{'>' if log[3:4] == bytes((0x83,)) else '<'}{len(content) // 4}I", content))
    for first in numbers:
        one = one + first + other & 0xFFFFFFFF
        other = other + next(numbers) + one & 0xFFFFFFFF
    return one, other


# --- closed games ----------------------------------------------------------------------------------------------------


def _closed_games(rows: list[Row]) -> tuple[dict[int, StoredGame], set[int]]:
    """The games by their numbers, and the numbers of those that are not as they were written."""
    sure: dict[int, StoredGame] = {}
    doubtful: list[StoredGame] = []
    for number, columns, is_leaf in rows:
        whole, *_, record = columns
        game = _salvage_game(number, record)
        for key in dict.fromkeys((number, game.id)):  # its own number, if that of the row is damaged
            with suppress(*UNREADABLE):
                sure[key] = read_game((key, whole, "", "", record))
                break
        else:
            if is_leaf:
                doubtful.append(game)
    affected = set()
    for game in doubtful:
        if game.id not in sure:
            number = game.id if 0 < game.id < LARGEST else max(sure, default=0) + 1
            sure[number] = replace(game, id=number)
            affected.add(number)
    return sure, affected


def _salvage_game(number: int, record: str) -> StoredGame:
    """A game none of whose lines can be trusted, with every line that can be read."""
    first, *lines = record.split("\n")
    try:
        game = decode_game(first)
    except UNREADABLE:
        game = _without_header(number)
    game = with_actions(game, map(_readable_action, lines))
    if not 0 <= game.ply <= len(game.lines) or not _are_numbers(game):
        game = replace(game, ply=len(game.lines), end_ply=None, opened=0)
    return replace(game, damaged=(HEADER, *range(1, len(lines) + 1)))


def _readable_action(line: str) -> Action:
    with suppress(*UNREADABLE):
        action: Action = decode_action(line)
        return action
    return NO_ACTION


def _without_header(number: int) -> StoredGame:
    return StoredGame(number, "", (), (), (), (), 0, None, True, 0, None, NEVER, NEVER)


def _are_numbers(game: StoredGame) -> bool:
    return all(number is None or 0 <= number < LARGEST for number in (game.opened, game.end_ply))


# --- the game under way ----------------------------------------------------------------------------------------------


def _fold(rows: dict[int, Columns]) -> tuple[Contents, bool, int]:
    """Fold the chain of changes, also over what no digest confirms.

    Return what is under way then, whether all of it is sure, and the number of the last change.
    """
    begins = {number: entry for number, row in rows.items() if (entry := _start_of(*row))}
    at = max(begins, default=0)
    start = _true_number(rows, at) if at else min(rows, default=1)
    rows[start] = rows.pop(at) if at else ("", "")
    previous, is_whole, contents, number = "", bool(at), empty_contents(), start
    while any(number <= one < start + MOST_ROWS for one in rows):
        row, is_sure = _next(rows, previous, number)
        previous, entry = row[1] if row else "", _start_of(*row) if row else None
        if row and entry is None:
            with suppress(*UNREADABLE):
                entry = read_entry(row[0])
        if entry and entry.contents:
            contents = entry.contents if is_sure else _doubt(entry.contents)
        elif entry:
            contents = _after(contents, entry, is_sure=is_sure)
        else:
            contents = _mark(contents, HEADER)
        is_whole, number = is_whole and is_sure, number + 1
        rows = {one: other for one, other in rows.items() if one >= number and other[1] != previous}
    return contents, is_whole, number - 1


def _next(rows: dict[int, Columns], previous: str, number: int) -> tuple[Columns | None, bool]:
    """The row that follows in the chain, wherever it stands, and whether its digest says so."""
    there = rows.get(number)
    for row in (*((there,) if there else ()), *rows.values()):
        if row[1] == digest(previous, number, row[0]):
            return row, True
    return there, False


def _true_number(rows: dict[int, Columns], at: int) -> int:
    """The number of the row with which the chain begins, if that at which it stands is damaged."""
    text, seen = rows[at]
    others = min((number for number in rows if number != at), default=at)
    return next((number for number in (at, others - 1, 1) if seen == digest("", number, text)), at)


def _start_of(text: str, _: str) -> Entry | None:
    """The entry with which a chain begins, with every line that can be read; None if it is none."""
    if '"contents"' not in text:
        return None
    first, *lines = text.split("\n")
    try:
        entry = decode_entry(first)
    except UNREADABLE:
        return None
    if entry.contents and entry.contents.game:
        game = with_actions(entry.contents.game, map(_readable_action, lines))
        entry = replace(entry, contents=replace(entry.contents, game=game))
    return entry if entry.contents else None


def _after(contents: Contents, entry: Entry, *, is_sure: bool) -> Contents:
    """The contents after an entry; what it leaves of the game is marked unless it is sure."""
    for change in entry.changes:
        number = getattr(change, "game", None)
        if number is not None and (contents.game is None or contents.game.id != number):
            if not 0 < number < LARGEST:
                continue
            contents = replace(contents, game=_without_header(number))
        if contents.game and isinstance(change, Play) and 0 <= change.since <= MOST_ACTIONS:
            contents = replace(contents, game=_pad(contents.game, change.since))
        with suppress(*UNREADABLE):
            contents = apply(contents, change, entry.stamp)
            if is_sure:
                continue
            if isinstance(change, Play):
                contents = _mark(contents, *range(change.since + 1, change.since + 1 + len(change.lines)))
            else:
                contents = _mark(contents, HEADER)
    return contents


def _pad(game: StoredGame, since: int) -> StoredGame:
    """The first `since` actions of a game, with empty ones in the place of those that are lost."""
    have = len(game.lines)
    actions = zip(game.lines, game.checksums, game.times, game.uptimes_ms, strict=True)
    padded = with_actions(game, (*actions, *[NO_ACTION] * since)[:since])
    return replace(padded, damaged=tuple(sorted({*game.damaged, *range(have + 1, since + 1)})))


def _mark(contents: Contents, *numbers: int) -> Contents:
    if contents.game is None:
        return contents
    return replace(contents, game=replace(contents.game, damaged=tuple(sorted({*contents.game.damaged, *numbers}))))


def _doubt(contents: Contents) -> Contents:
    """Contents of which nothing is sure."""
    game = contents.game
    if game is None:
        return contents
    if not 0 <= game.ply <= len(game.lines) or not _are_numbers(game) or not 0 < game.id < LARGEST:
        game = replace(game, id=max(1, game.id % LARGEST), ply=len(game.lines), end_ply=None, opened=0)
    return _mark(replace(contents, game=game), *range(len(game.lines) + 1))


# --- rows on pages ---------------------------------------------------------------------------------------------------


def _rows_on(page: bytes, pages: bytes) -> Iterator[Row]:
    """Yield what can be read as a row of ours on a page (SQLite file format, sections 1.6 and 2.1).

    It is not the first page, on which no table of ours has rows. Overflow pages are read among all `pages`; without
    any, the columns are cut short.
    """
    if len(page) < PAGE:
        return
    is_leaf = page[0] == LEAF
    count = int.from_bytes(page[3:5], "big")
    for cell in range(min(count, PAGE // 6)):
        with suppress(IndexError, ValueError):
            place = int.from_bytes(page[8 + 2 * cell : 10 + 2 * cell], "big")
            length, place = _varint(page, place)
            number, place = _varint(page, place)
            columns = _columns(_payload(page, pages, place, length))
            if 0 < number < LARGEST:
                yield number, columns, is_leaf


def _payload(page: bytes, pages: bytes, place: int, length: int) -> bytes:
    if length <= PAGE - 35:
        return page[place : place + length]
    least = (PAGE - 12) * 32 // 255 - 23
    local = least + (length - least) % (PAGE - 4)
    local = local if local <= PAGE - 35 else least
    payload, following = page[place : place + local], int.from_bytes(page[place + local : place + local + 4], "big")
    if not pages:
        return payload
    parts = [payload]
    while following and local < length:
        more = pages[(following - 1) * PAGE : following * PAGE]
        if len(more) < PAGE:
            break  # what follows is lost
        parts.append(more[4:])
        local, following = local + PAGE - 4, int.from_bytes(more[:4], "big")
    return b"".join(parts)[:length]


def _columns(payload: bytes) -> Columns:
    """The texts of a row whose first column is its number. :raises ValueError: when it is none of ours"""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) not in (3, 5) or kinds[0] != 0 or any(kind < 13 or kind % 2 == 0 for kind in kinds[1:]):
        raise ValueError
    columns = []
    for kind in kinds[1:]:
        size = (kind - 13) // 2
        columns.append(payload[end : end + size].decode(errors="replace"))
        end += size
    return tuple(columns)


def _varint(text: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for length in range(8):
        byte = text[at + length]
        value = value << 7 | byte & 127
        if byte < 128:
            return value, at + length + 1
    return value << 8 | text[at + 8], at + 9
