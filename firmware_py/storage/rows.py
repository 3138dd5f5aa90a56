"""The two tables of the journal, and their rows as text with digests.

`changes`: one row a commit. Its text is JSON, one line for the entry and, where the chain of changes starts again, one
for each action of the game under way; so a damaged line costs only itself. Its digest covers the row and the digest of
the row before.

`games`: one row a closed game. Its record has one line for the game and one for each action. Its summary, for lists,
and its result, for pages about evenings and people, carry digests of their own and can be made again from the record.

Why there is an index of results: a page about ten thousand games reads it alone, which is a fiftieth of the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from firmware_py.evenings import results
from firmware_py.evenings.results import GameResult, Span, result_of
from firmware_py.games.records import UnreadableLine
from firmware_py.games.restoring import restore
from firmware_py.storage.changes import Change, Contents, GameSummary, History, Stamp, StoredGame, apply, summary_of

VERSION = 5
"""The version of these tables, as `user_version` and the journal's contents say it; it is never taken twice."""
TABLES = (
    "CREATE TABLE changes (number INTEGER PRIMARY KEY, change TEXT NOT NULL, digest TEXT NOT NULL) STRICT",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, digest TEXT NOT NULL, summary TEXT NOT NULL, result TEXT NOT NULL,"
    " record TEXT NOT NULL) STRICT",
    "CREATE INDEX results ON games (id, digest, result) WHERE result <> ''",
)
UNREADABLE = (sqlite3.Error, UnicodeError, msgspec.MsgspecError, ValueError, RecursionError)
"""What reading a damaged journal may raise."""

LOCK_TIMEOUT_S = 0.5
"""How long to wait for another program to close the journal."""
LOG_PAGES = 1500
"""The limit of the write-ahead log, in pages (6 MB, as many presses): beyond, it is emptied also during a game."""
EMPTY_LOG = "PRAGMA wal_checkpoint(PASSIVE)"
"""Moves all commits from the write-ahead log into the file. It costs syncs, so never during a game."""

GameRow: TypeAlias = tuple[int, str, str, str, str]
"""A game's number, its digest, its summary, its result if it is finished, and its record."""
ResultRow: TypeAlias = tuple[int, str, str]
"""A game's number, its digest, and its result."""
S = TypeVar("S", bound=Span)
WHOLE_ROWS = "SELECT id, digest, summary, result, record FROM games"
ALL_RESULTS = "SELECT id, digest, result FROM games INDEXED BY results WHERE result <> ''"
Action: TypeAlias = tuple[str, str, datetime, int]
"""An action's line, checksum, and when it was stored, by the clock and since power-on."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of `changes`: what one commit stores, or all that is under way, with which the chain starts again."""

    stamp: Stamp
    changes: tuple[Change, ...] = ()
    contents: Contents | None = None
    is_closed: bool = False
    """Whether the journal was closed with this row: then there is no log, and otherwise there is one."""


_encode = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(Entry).decode
decode_game = msgspec.json.Decoder(StoredGame).decode
decode_action = msgspec.json.Decoder(Action).decode
_decode_summary = msgspec.json.Decoder(GameSummary).decode


def digest(*parts: str | int) -> str:
    return blake2b(_encode(parts), digest_size=8).hexdigest()


# --- entries ---------------------------------------------------------------------------------------------------------


def entry_text(entry: Entry) -> str:
    """An entry as the text of its row."""
    if entry.contents is None or entry.contents.game is None:
        return _encode(entry).decode()
    game, actions = _without_actions(entry.contents.game)
    return _lines(replace(entry, contents=replace(entry.contents, game=game)), actions)


def read_entry(text: str) -> Entry:
    """The entry of a row. :raises UNREADABLE: when it is damaged"""
    first, *lines = text.split("\n")
    entry = decode_entry(first)
    if not lines:
        return entry
    if entry.contents is None or entry.contents.game is None:
        raise ValueError("actions of no game")
    game = with_actions(entry.contents.game, map(decode_action, lines))
    return replace(entry, contents=replace(entry.contents, game=game))


def _chain(db: sqlite3.Connection) -> Iterator[tuple[int, str, Entry]]:
    """Yield the number, the digest and the entry of each row of the chain.

    :raises UNREADABLE: at the first that is not as it was written.
    """
    previous, before = "", 0
    for number, text, seen in db.execute("SELECT number, change, digest FROM changes ORDER BY number"):
        if seen != digest(previous, number, text) or (before and number != before + 1):
            raise sqlite3.DatabaseError(f"change {number} is not as it was written")
        yield number, seen, read_entry(text)
        previous, before = seen, number


def fold(db: sqlite3.Connection) -> tuple[int, str, Entry, Contents]:
    """The number, the digest and the entry of the last row, and what is under way.

    :raises UNREADABLE: when a row is not as it was written.
    """
    contents: Contents | None = None
    row: tuple[int, str, Entry] | None = None
    for row in _chain(db):
        contents = row[2].contents or contents
        if contents:
            contents = _after(contents, row[2])
    if contents is None or row is None:
        raise sqlite3.DatabaseError("the chain of changes has no beginning")
    return *row, contents


def _after(contents: Contents, entry: Entry) -> Contents:
    """The contents after an entry. :raises ValueError: when they make no sense together"""
    for change in entry.changes:
        number = getattr(change, "game", None)
        if number is not None and (contents.game is None or contents.game.id != number):
            raise ValueError(f"game {number} is not under way")
        contents = apply(contents, change, entry.stamp)
    return contents


# --- closed games ----------------------------------------------------------------------------------------------------


def game_row(game: StoredGame) -> GameRow:
    record = _lines(*_without_actions(game))
    whole = digest(game.id, record)
    unmade = result_text(whole, None, 0) if game.status == "finished" else ""
    return game.id, whole, summary_text(whole, summary_of(game)), unmade, record


def summary_text(whole: str, summary: GameSummary) -> str:
    """The summary of a closed game with its own digest, which holds for this digest of the game."""
    text = _encode(summary).decode()
    return f"{digest(whole, text)} {text}"


def make_result(game: StoredGame) -> GameResult | None:
    """The result of a finished game; None if the rules do not end it any more."""
    try:
        session, _ = restore(game.header_line, game.lines, game.checksums, game.ply, game.damaged)
        return result_of(session, game.colours, game.started_at, game.times, game.uptimes_ms)
    except (UnreadableLine, ValueError):
        return None


def result_text(whole: str, result: GameResult | None, version: int) -> str:
    """A result as its column holds it, with its own digest, which holds for this digest of the game.

    `version` is what made it (`results.VERSION`), 0 if nothing has.
    """
    text = f"{version} {_encode(result).decode()}"
    return f"{_seal(whole, text)} {text}"


def read_results(rows: Iterable[ResultRow], kind: type[S], version: int) -> Iterator[tuple[int, S | None]]:
    """Yield the number and the result of each row that has one; None where this version has not made it.

    `kind` is `GameResult`, or what that begins with, which is not checked: it only says where the result belongs.

    :raises UNREADABLE: when one is not as it was written
    """
    decode, made_now = msgspec.json.Decoder(kind | None).decode, f"{version} "
    for number, whole, text in rows:
        sealed = text[SEAL + 1 :]
        if kind is GameResult and text[:SEAL] != _seal(whole, sealed):
            raise sqlite3.DatabaseError(f"the result of game {number} is not as it was written")
        if not sealed.startswith(made_now):
            yield number, None
        elif result := decode(sealed[len(made_now) :]):
            yield number, result


SEAL = 16
"""The length of a digest, in letters."""


def _seal(whole: str, text: str) -> str:
    return blake2b(f"{whole} {text}".encode(), digest_size=SEAL // 2).hexdigest()


def check_row(row: GameRow) -> None:
    """Check that a closed game is as it was written. :raises UNREADABLE: otherwise"""
    number, whole, summary, result, _ = row
    read_game(row)
    if (read_summary(number, whole, summary).status == "finished") != bool(result):
        raise sqlite3.DatabaseError(f"game {number} has lost its result")
    for _ in read_results([(number, whole, result)] if result else (), GameResult, results.VERSION):
        pass


def read_game(row: Any) -> StoredGame:
    """The game of a row. :raises UNREADABLE: when it is not as it was written"""
    number, whole, _, _, record = row
    if whole != digest(number, record):
        raise sqlite3.DatabaseError(f"game {number} is not as it was written")
    first, *lines = record.split("\n")
    return with_actions(decode_game(first), map(decode_action, lines))


def read_summary(number: int, whole: str, summary: str) -> GameSummary:
    """A closed game as lists show it. :raises UNREADABLE: when it is not as it was written"""
    seal, _, text = str(summary).partition(" ")  # damage may have made bytes of it
    if seal != digest(whole, text):
        raise sqlite3.DatabaseError(f"the summary of game {number} is not as it was written")
    found: GameSummary = _decode_summary(text)
    return found


def with_game(history: History, summary: GameSummary, whole: str) -> History:
    """The history with one more game."""
    waiting = {**history.waiting, summary.id: summary.opened} if summary.status == "playing" else history.waiting
    return replace(_count_results(history, summary, whole, 1), waiting=waiting)


def without_game(history: History, summary: GameSummary, whole: str) -> History:
    """The history with one game less."""
    waiting = {number: opened for number, opened in history.waiting.items() if number != summary.id}
    return replace(_count_results(history, summary, whole, -1), waiting=waiting)


def _count_results(history: History, summary: GameSummary, whole: str, more: Literal[-1, 1]) -> History:
    return replace(
        history,
        count=history.count + more,
        sum=history.sum ^ int(whole, 16),
        secret=history.secret + more * summary.has_secrets,
        finished=history.finished + more * (summary.status == "finished"),
    )


def with_actions(game: StoredGame, actions: Iterable[Action]) -> StoredGame:
    lines, checksums, times, uptimes_ms = zip(*actions, strict=True) if (actions := tuple(actions)) else ((),) * 4
    return replace(game, lines=lines, checksums=checksums, times=times, uptimes_ms=uptimes_ms)


def _without_actions(game: StoredGame) -> tuple[StoredGame, Iterator[Action]]:
    actions = zip(game.lines, game.checksums, game.times, game.uptimes_ms, strict=True)
    return replace(game, lines=(), checksums=(), times=(), uptimes_ms=()), actions


def _lines(first: Entry | StoredGame, actions: Iterable[Action]) -> str:
    return b"\n".join((_encode(first), *map(_encode, actions))).decode()


# --- the database ----------------------------------------------------------------------------------------------------


def connect(place: str) -> sqlite3.Connection:
    """A connection that locks the database from its first use until it is closed.

    What it deletes is overwritten with zeros, so that no row of before is found on a free page.

    :raises sqlite3.Error: when there is no such place.
    """
    db = sqlite3.connect(place, timeout=LOCK_TIMEOUT_S, isolation_level=None)
    with closed_by_errors(db):
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA secure_delete = ON")
    return db


@contextmanager
def closed_by_errors(db: sqlite3.Connection) -> Iterator[None]:
    """Close a database that nobody will have if the block fails: Python leaves it open until it tidies up."""
    try:
        yield
    except BaseException:
        db.close()
        raise


def create(db: sqlite3.Connection, contents: Contents, games: Iterable[StoredGame], stamp: Stamp) -> None:
    """Make the tables, with these contents, and these games as the history."""
    db.execute("BEGIN IMMEDIATE")
    history = History()
    for statement in TABLES:
        db.execute(statement)
    for game in games:
        row = game_row(game)
        db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
        history = with_game(history, summary_of(game), row[1])
    text = entry_text(Entry(stamp, contents=replace(contents, history=history), is_closed=True))
    db.execute("INSERT INTO changes VALUES (1, ?, ?)", (text, digest("", 1, text)))
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def in_memory(contents: Contents, games: Iterable[StoredGame] = ()) -> sqlite3.Connection:
    db = connect(":memory:")
    create(db, contents, games, Stamp(datetime.fromisoformat("1970-01-01T00:00:00+00:00")))
    return db


def is_new(db: sqlite3.Connection) -> bool:
    """Whether a database is one in which nothing was ever stored."""
    return not definitions(db) and bool(db.execute("PRAGMA page_count").fetchone()[0] <= 1)


def definitions(db: sqlite3.Connection) -> set[str]:
    """The statements of all that a database defines, a trigger or a view that is not ours among them."""
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}


def check_tables(db: sqlite3.Connection) -> None:
    """Check that a database defines our tables and nothing else. :raises UNREADABLE: otherwise"""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION or definitions(db) != set(TABLES):
        raise sqlite3.DatabaseError("its tables are not those of a journal")


def open_copy(image: bytes) -> sqlite3.Connection:
    """A database in memory with these pages. :raises sqlite3.DatabaseError: when there are none"""
    if not image:
        raise sqlite3.DatabaseError("no pages")  # SQLite itself would report that there is no memory
    db = connect(":memory:")
    with closed_by_errors(db):
        db.deserialize(image)
    return db
