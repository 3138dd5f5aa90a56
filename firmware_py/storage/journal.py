"""The journal: every game and setting of this device on its disk, stored when `commit` returns.

Two tables in SQLite (`rows`). What is under way is a chain of changes; each closed game is one row. Whenever a game
comes into the history or out of it, the chain starts again with all that is under way, in the same transaction. So
opening the journal costs the game under way, and not the history.

Why an action is committed before it is shown: a power cut may come at any moment. Undo moves a mark and leaves the
rest, so that even redo survives.

Why the file is locked while it is open: two programs must not play one game. SQLite then needs no shared memory, whose
loss with a pulled card would kill the process.

Why the write-ahead log is emptied when a game begins: during a game that would cost further syncs.

Why the order of games is a number of its own: the clock of a Pi jumps by years, so times are only labels.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from display.view import COLOURS
from firmware_py.evenings import results
from firmware_py.evenings.results import GameResult, Span, in_order
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, checksums
from firmware_py.storage import files
from firmware_py.storage.changes import (
    SET_DATE,
    Add,
    Begin,
    Change,
    Choose,
    Clocks,
    Contents,
    Discard,
    GameSummary,
    History,
    Resume,
    Stamp,
    StoredGame,
    apply,
    count_on,
    holds_secrets,
    is_cut_back,
    is_known,
    summary_of,
    with_number,
)
from firmware_py.storage.files import UNSAVED, JournalError, explain_fault, is_damage
from firmware_py.storage.rescue import pages_with_log, read_both
from firmware_py.storage.rows import (
    ALL_RESULTS,
    EMPTY_LOG,
    UNREADABLE,
    WHOLE_ROWS,
    Entry,
    GameRow,
    S,
    check_row,
    closed_by_errors,
    digest,
    entry_text,
    fold,
    game_row,
    in_memory,
    make_result,
    open_copy,
    read_game,
    read_results,
    read_summary,
    result_text,
    with_game,
    without_game,
)
from firmware_py.words import Words

MOST_CHANGES = 1000
"""A longer chain starts again, so that an evening of drafts does not make the next start slow."""
READ_AT_ONCE = 100
"""Results read at once where they are not in the order in which they came."""
EXAMINED_A_STEP = 50
"""Closed games read at once while they are examined: some milliseconds."""


class Journal:
    """The stored games and settings, on disk or in memory; `open_journal` and `read_journal` make one.

    `commit` has stored everything when it returns; otherwise it raises `JournalError` and has stored nothing, and the
    same changes may be committed again once the journal has recovered (`opening.recover`). A game that is not stored
    raises `KeyError`.
    """

    def __init__(
        self, db: sqlite3.Connection, clocks: Clocks, place: Path | None = None, fault: Words | None = None
    ) -> None:
        """Use a sound database; `place` is its file, None in memory, and `fault` why it has no file."""
        self.fault = fault
        """Why it is not on disk; None if it is."""
        self.place = place
        """Its file; None in memory."""
        self._db = db
        self._number, self._last, _, self._contents = fold(db)
        self.clocks, self._boot = count_on(clocks, self._contents)
        self._begins: int = db.execute("SELECT min(number) FROM changes").fetchone()[0]
        self._note = files.Note(place) if place else None
        self._made: tuple[StoredGame, GameResult | None] | None = None
        """The game under way when its result was asked for last, and the result."""
        self._order: tuple[object, list[int], list[int]] | None = None
        """What `_orders` found, and of what."""
        self._write_note()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file with a last row marked closed; if the disk refuses, leave the log as it is."""
        if self.place is None:
            self._db.close()
            return
        try:
            self._append(Entry(self.clocks.stamp(), is_closed=True), self._contents)
            self._db.close()
        except sqlite3.ProgrammingError:
            return  # it is closed already
        except sqlite3.Error:
            files.close_as_is(self._db, self.place)
        self._end_note()

    def begin_log(self) -> None:
        """Begin the log with a row, so that a full disk shows itself now, and a lost log later.

        The row is moved into the file: from now on the file says that there is a log.

        :raises sqlite3.Error: when it cannot be written.
        """
        try:
            stamp, changes = self.clocks.stamp(), tuple(filter(None, (self._boot,)))
            contents = apply(self._contents, changes[0], stamp) if changes else self._contents
            self._append(Entry(stamp, changes), contents)
            self._db.execute(EMPTY_LOG)
        except sqlite3.Error:
            self._end_note()
            raise
        self._write_note()

    def take_over(self, other: Journal) -> None:
        """Go on as the other journal, which nobody else uses."""
        self.__dict__.update(other.__dict__)

    def release(self) -> None:
        """Close the file as it is: what is in it and its log must not change any more."""
        if self.place:
            files.close_as_is(self._db, self.place)
        self._end_note()

    @property
    def is_durable(self) -> bool:
        """Whether what is played survives a power cut."""
        return self.place is not None

    def today(self) -> datetime:
        """The time by the wall clock: a label that may be wrong."""
        return self.clocks.stamp().at

    def last_date(self) -> datetime:
        """The time; where it is not known, the last that was stored of a game."""
        today, game = self.today(), self._contents.game
        return today if is_known(today) or game is None else game.changed_at

    def set_date(self, at: datetime) -> None:
        """Let it be this time of the place until the device is switched off.

        :raises JournalError: when the disk fails.
        """
        begun_at = at.astimezone() - timedelta(seconds=self.clocks.uptime_s())
        self.commit(Choose(SET_DATE, f"{self.clocks.boot} {begun_at.isoformat()}"))
        self.clocks = replace(self.clocks, begun_at=begun_at)

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def contents(self) -> Contents:
        """The settings and the game under way, and what is known of the others without reading them."""
        return self._contents

    @property
    def settings(self) -> dict[str, str]:
        """The settings chosen on the device, by key."""
        return self._contents.settings

    @property
    def count(self) -> int:
        """How many games are stored."""
        return self._contents.count

    @property
    def has_secret_games(self) -> bool:
        """Whether a stored game is unfinished and has secrets."""
        game, history = self._contents.game, self._contents.history
        return history.secret > 0 or (game is not None and holds_secrets(game))

    @property
    def has_finished_games(self) -> bool:
        """Whether a stored game was played to its end."""
        game, history = self._contents.game, self._contents.history
        return history.finished > 0 or (game is not None and game.status == "finished")

    def load(self, number: int) -> StoredGame:
        """A game as it was left."""
        game = self._contents.game
        if game and game.id == number:
            return game
        with self._reporting():
            return read_game(self._row(number))

    def unfinished_game(self) -> StoredGame | None:
        """The game that was begun or resumed last of those neither finished nor put aside."""
        game, opened = self._contents.game, dict(self._contents.history.waiting)
        if game and game.status == "playing":
            opened[game.id] = game.opened
        return self.load(max(opened, key=opened.__getitem__)) if opened else None

    def games(self, below: int = files.LONGEST, most: int = -1) -> tuple[GameSummary, ...]:
        """Games in lines, newest first: `most` of those with lower numbers than `below`, all of them if -1."""
        game = self._contents.game
        query = "SELECT id, digest, summary FROM games WHERE id < ? AND id IS NOT ? ORDER BY id DESC LIMIT ?"
        with self._reporting():
            rows = self._db.execute(query, (below, game and game.id, most)).fetchall()
            found = [read_summary(*row) for row in rows]
        if game and game.id < below:
            found = sorted([*found, summary_of(game)], key=lambda one: one.id, reverse=True)
        return tuple(found if most < 0 else found[:most])

    def results(self, numbers: Collection[int] | None = None) -> Iterator[tuple[int, GameResult]]:
        """Yield the number and the result of each finished game, or of those with these numbers, in the order of play.

        Games whose result `make_results` has not made yet are left out.
        """
        return self._in_order(GameResult, numbers)

    def spans(self) -> Iterator[tuple[int, Span]]:
        """Yield when each of these games was played; of their results nothing else is read."""
        return self._in_order(Span)

    def _in_order(self, kind: type[S], numbers: Collection[int] | None = None) -> Iterator[tuple[int, S]]:
        came, played = self._orders()
        if numbers is None and came[: len(played)] == played:
            return ((number, result) for number, result in self._results(kind) if result)
        return self._read_numbered(kind, [number for number in played if numbers is None or number in numbers])

    def _read_numbered(self, kind: type[S], wanted: Sequence[int]) -> Iterator[tuple[int, S]]:
        for start in range(0, len(wanted), READ_AT_ONCE):
            block = wanted[start : start + READ_AT_ONCE]
            found = dict(self._results(kind, block))
            yield from ((number, result) for number in block if (result := found.get(number)))

    def make_results(self) -> Iterator[int]:
        """Make the results of closed games that are missing or out of date; yield after each how many are left.

        :raises JournalError: when one is not as it was written, or the disk fails.
        """
        came, played = self._orders()
        missing = came[len(played) :]
        for left, number in zip(reversed(range(len(missing))), missing, strict=True):
            with self._reporting(), suppress(KeyError):  # the game is under way again, or gone
                row = self._row(number)
                text = result_text(row[1], make_result(read_game(row)), results.VERSION)
                self._db.execute("UPDATE games SET result = ? WHERE id = ?", (text, number))
            self._order = None
            yield left

    def count_unmade(self) -> int:
        """How many results are still to be made."""
        came, played = self._orders()
        return len(came) - len(played)

    def _orders(self) -> tuple[list[int], list[int]]:
        """The numbers of finished games as they came, then those without a result; and as they were played."""
        key = results.VERSION, self._contents.history, self._contents.game
        if self._order is None or self._order[0] != key:
            began, missing = [], []
            for number, span in self._results(Span):
                if span:
                    began.append((number, span.sat_down))
                else:
                    missing.append(number)
            self._order = key, [*(number for number, _ in began), *missing], in_order(began)
        return self._order[1:]

    def _results(self, kind: type[S], numbers: Sequence[int] | None = None) -> Iterator[tuple[int, S | None]]:
        """Yield the number and the result of each finished game, or of some, as they came; None if it must be made.

        `kind` is `GameResult`, or what that begins with.
        """
        game = self._contents.game
        here = game.id if game else 0
        chosen = "" if numbers is None else f" AND id IN ({','.join('?' * len(numbers))})"
        query = f"{ALL_RESULTS} AND id <> ?{chosen} ORDER BY id"
        with self._reporting():
            yield from read_results(self._db.execute(query, (here, *(numbers or ()))), kind, results.VERSION)
        if game and game.status == "finished" and (numbers is None or here in numbers):
            if self._made is None or self._made[0] is not game:
                self._made = game, make_result(game)
            if isinstance(self._made[1], kind):
                yield here, self._made[1]

    def examine(self) -> Iterator[int]:
        """Examine the closed games a few at a time, yielding how many are done.

        :raises JournalError: when one is not as it was written, or some are missing.
        """
        while True:
            history, total, done, last = self._contents.history, 0, 0, 0
            with self._reporting():
                found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise sqlite3.DatabaseError(found)
            while rows := self._rows_after(last):
                yield done
                with self._reporting():
                    for row in rows:
                        check_row(row)
                        total ^= int(row[1], 16)
                done, last = done + len(rows), rows[-1][0]
            if history != self._contents.history:
                continue  # a game has come or gone meanwhile
            with self._reporting():
                if (total, done) != (history.sum, history.count):
                    raise sqlite3.DatabaseError("closed games are missing, or older than others")
            return

    def _rows_after(self, number: int) -> list[GameRow]:
        query = f"{WHOLE_ROWS} WHERE id > ? ORDER BY id LIMIT ?"
        with self._reporting():
            return self._db.execute(query, (number, EXAMINED_A_STEP)).fetchall()

    def _row(self, number: int) -> GameRow:
        query = f"{WHOLE_ROWS} WHERE id = ?"
        row: GameRow | None = self._db.execute(query, (number,)).fetchone() if number < files.LONGEST else None
        if row is None:
            raise KeyError(number)
        return row

    # --- writing -------------------------------------------------------------------------------------------------

    def commit(self, *changes: Change) -> Contents:
        """Store changes in one transaction, and return what is under way then.

        A change of a closed game makes it the game under way; the one that was is closed, as is one put aside.
        """
        stamp, contents = self.clocks.stamp(), self._contents
        moved: dict[int, StoredGame | None] = {}
        for change in changes:
            contents = apply(self._ready(contents, change, moved, stamp), change, stamp)
        if contents.game and contents.game.is_aside:
            moved[contents.game.id], contents = contents.game, replace(contents, game=None)
        with self._reporting():
            if any(isinstance(change, Begin) for change in changes):
                self._db.execute(EMPTY_LOG)
            if moved or self._number - self._begins >= MOST_CHANGES:
                self._restart_chain(contents, moved.items(), stamp)
            else:
                self._append(Entry(stamp, changes), contents)
        self._write_note()
        return self._contents

    def _ready(self, contents: Contents, change: Change, moved: dict[int, StoredGame | None], stamp: Stamp) -> Contents:
        """The contents with the game under way that a change names; note which games are `moved` by that.

        What is moved is closed, or None if it comes out of the history.
        """
        game = contents.game
        if isinstance(change, Choose):
            return contents
        if isinstance(change, Add):
            moved[contents.next_id] = with_number(contents, change.whole, stamp)
            return contents
        if isinstance(change, Begin) or game is None or game.id != change.game:
            if game:
                moved[game.id] = game
            if isinstance(change, Begin):
                return contents
            game = moved.get(change.game) or self.load(change.game)
            moved[game.id], contents = None, replace(contents, game=game)
        if isinstance(change, Discard):
            moved[game.id] = None
        if isinstance(change, Resume) and is_cut_back(game, change):
            whole = with_number(contents, replace(game, is_aside=True, uid=""), stamp)
            moved[whole.id] = replace(whole, opened=game.opened)
        return contents

    def erase_past(self) -> None:
        """Leave nothing of what was changed or deleted: the chain starts again, and the log is cut to nothing.

        :raises JournalError: when the disk fails.
        """
        with self._reporting():
            self._restart_chain(self._contents, (), self.clocks.stamp())
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._write_note()

    def merge(self, contents: Contents, games: Iterable[StoredGame]) -> None:
        """Put these contents in force, and each game in the place of the one with its number, in one transaction.

        What reading the games raises ends it, and nothing is stored.
        """
        with self._reporting():
            self._restart_chain(contents, ((game.id, game) for game in games), self.clocks.stamp())
        self._write_note()
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def add(self, whole: StoredGame) -> int:
        """Store a whole game as the newest, and return its number."""
        return self.commit(Add(whole)).next_id - 1

    def continue_in_memory(self, fault: Words) -> Words:
        """Go on without the disk because of `fault`, and return a warning that says so.

        All that was stored and can be read is there; what is under way is there even if nothing can be read.
        """
        contents, place = self._contents, self.place
        self.release()
        try:
            db = open_copy(pages_with_log(*read_both(place)) if place else self._db.serialize())
            with closed_by_errors(db):
                fold(db)
        except (OSError, *UNREADABLE):
            db = in_memory(replace(contents, history=History()))
            contents = fold(db)[3]
        self.take_over(Journal(db, self.clocks, None, fault))
        self._restart_chain(contents, (), self.clocks.stamp())
        return UNSAVED

    def _append(self, entry: Entry, contents: Contents) -> None:
        """Add a row to the chain: the one statement of a press, and a transaction of its own."""
        number, text = self._number + 1, entry_text(entry)
        last = digest(self._last, number, text)
        self._db.execute("INSERT INTO changes VALUES (?, ?, ?)", (number, text, last))
        self._number, self._last, self._contents = number, last, contents

    def _restart_chain(self, contents: Contents, moved: Iterable[tuple[int, StoredGame | None]], stamp: Stamp) -> None:
        """Move games into the history and out of it, and start the chain again with these contents."""
        history, number = contents.history, self._number + 1
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for game_id, game in moved:
                with suppress(KeyError):
                    row = self._row(game_id)
                    history = without_game(history, read_summary(*row[:3]), row[1])
                    self._db.execute("DELETE FROM games WHERE id = ?", (game_id,))
                if game:
                    row = game_row(game)
                    history = with_game(history, summary_of(game), row[1])
                    self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
            contents = replace(contents, history=history)
            text = entry_text(Entry(stamp, contents=contents))
            last = digest("", number, text)
            self._db.execute("DELETE FROM changes")
            self._db.execute("INSERT INTO changes VALUES (?, ?, ?)", (number, text, last))
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise
        self._number, self._begins, self._last, self._contents = number, number, last, contents

    def _write_note(self) -> None:
        if self._note:
            self._note.write(self._contents.name, self._number)

    def _end_note(self) -> None:
        if self._note:
            self._note.close()
        self._note = None

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake of ours
        except UNREADABLE as error:
            raise JournalError(explain_fault(error, self.place), is_damage=is_damage(error)) from error


def save_session(journal: Journal, session: Session, *, aside: bool = False, sums: tuple[str, ...] = ()) -> int:
    """Store a game that was played elsewhere, in the usual colours, and return its number.

    An unfinished game is offered at the next start, unless it is put `aside`. `sums` are its `checksums`, if they are
    known already.

    :raises JournalError: when the disk fails.
    """
    count, at = session.ply, journal.today().replace(microsecond=0)
    whole = StoredGame(
        id=0,
        header_line=write_line(session.header),
        colours=COLOURS[: len(session.header.players)],
        lines=tuple(write_line(step.action) for step in session.steps),
        checksums=sums or tuple(checksums(session)),
        times=(at,) * count,
        uptimes_ms=(0,) * count,
        ply=count,
        end_ply=count if session.is_over else None,
        is_aside=aside and not session.is_over,
        opened=0,
        draft=None,
        started_at=at,
        changed_at=at,
        seed=session.seed,
        chance=session.chance,
    )
    return journal.add(whole)
