"""The stored games and settings of a device, on disk or in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, TracebackType

from msgspec.structs import replace

from firmware_py.storage.journal import reading, salvage, seal, tables, writing
from firmware_py.storage.journal.change_count import forget_changes, note_changes
from firmware_py.storage.journal.faults import UNSAVED, JournalError, fault
from firmware_py.storage.journal.used_games import UsedGames
from firmware_py.storage.journal.values import Contents, GameSummary, Status, StoredGame
from firmware_py.words import Words

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


class Journal:
    """The stored games and settings, on disk or in memory; made by `open_journal`.

    A method that writes has stored everything when it returns, but for what waits after `hold`. Otherwise it raises
    `JournalError` and has stored nothing; the same call may be made again, best after `continue_in_memory`. A game that
    is not stored raises `KeyError`.
    """

    def __init__(
        self, db: sqlite3.Connection, now: Callable[[], datetime], place: Path | None, fault: Words | None = None
    ) -> None:
        """Use an open, prepared database; `place` is its file, None in memory, and `fault` why it has no file."""
        self.fault = fault
        """Why it is not on disk; None if it is."""
        self._db = db
        self._now = now
        self._place = place
        self._in_use = UsedGames()
        self._settings = reading.load_settings(db)
        self._is_held = False
        self.note_changes()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._db.close()
            if self._place:
                forget_changes(self._place)

    @property
    def is_durable(self) -> bool:
        """Whether what is played survives a power cut."""
        return self._place is not None

    def today(self) -> datetime:
        """Return the time by the wall clock: a label that may be wrong."""
        return self._now()

    # --- one game ------------------------------------------------------------------------------------------------

    def begin(self, header_line: str, colours: tuple[str, ...], seed: str = "") -> int:
        """Store a new game, and the seed of its dice if the device rolls them; return its number."""
        self.commit()
        with self._reporting():
            self._db.execute(tables.EMPTY_LOG)
        return self._add(replace(self._new(header_line, colours), seed=seed))

    def add(
        self,
        header_line: str,
        colours: tuple[str, ...],
        lines: tuple[str, ...],
        checksums: tuple[str, ...],
        status: Status,
    ) -> int:
        """Store a whole game played elsewhere, and return its number."""
        game = replace(
            self._new(header_line, colours),
            lines=lines,
            checksums=checksums,
            times=(self._label(),) * len(lines),
            ply=len(lines),
            end_ply=len(lines) if status == "finished" else None,
            is_aside=status == "aside",
        )
        return self._add(game)

    def take_over(self, game: StoredGame) -> int:
        """Store a game of another journal as it was left there, put aside unless finished; return its number."""
        return self._add(replace(game, is_aside=game.status != "finished"))

    def replace_tail(
        self,
        game_id: int,
        ply: int,
        lines: tuple[str, ...],
        checksums: tuple[str, ...],
        *,
        over: bool = False,
        taken_back: int = 0,
        versions: str | None = None,
    ) -> None:
        """Replace all actions after the first `ply` by `lines`, and delete the draft.

        `over`: the last of the lines ended the game; `taken_back` of the lines are not played. `versions` is the text
        of the game's other versions; None leaves what is stored.
        """
        game = self.load(game_id)
        if not 0 <= ply <= len(game.lines):
            raise ValueError(f"game {game_id} has no action {ply}")
        changed = replace(
            game,
            lines=(*game.lines[:ply], *lines),
            checksums=(*game.checksums[:ply], *checksums),
            times=(*game.times[:ply], *(self._label() for _ in lines)),
            end_ply=ply + len(lines) if over else None,
            damaged=tuple(number for number in game.damaged if number <= ply),
        )
        moved = _moved(changed, ply + len(lines) - taken_back)
        self._save(moved, unchanged=ply, versions=versions, may_wait=True)

    def move_to(self, game_id: int, ply: int, *, versions: str | None = None) -> None:
        """Store that the first `ply` actions are played (undo and redo), and delete the draft; `versions` as above."""
        game = self.load(game_id)
        if not 0 <= ply <= len(game.lines):
            raise ValueError(f"game {game_id} has no action {ply}")
        self._save(_moved(game, ply), versions=versions, may_wait=True)

    def save_draft(self, game_id: int, draft: str | None) -> None:
        """Store what was entered of the next action."""
        self._save(replace(self.load(game_id), draft=draft), may_wait=True)

    def put_aside(self, game_id: int) -> None:
        """Put a game aside for later: it is no longer offered at the start."""
        self._save(replace(self.load(game_id), is_aside=True))

    def resume(self, game_id: int, proven: int | None = None) -> None:
        """Resume a game, which makes it the newest.

        `proven` is how many of its actions can be played again, all of them if None. If that is not all that were
        played, the game is cut back to them, and as it was it is kept as another one, put aside.
        """
        game = self.load(game_id)
        with self._reporting():
            number, opened = reading.next_numbers(self._db)
        resumed = replace(game, is_aside=False, opened=opened)
        if proven is None:
            self._save(resumed)
            return
        resumed = replace(resumed, damaged=tuple(ply for ply in game.damaged if ply > proven))
        if proven >= game.ply:
            self._save(resumed)
            return
        whole = replace(game, id=number, is_aside=True)
        shorter = replace(
            resumed,
            lines=game.lines[:proven],
            checksums=game.checksums[:proven],
            times=game.times[:proven],
            ply=proven,
            end_ply=None,
            draft=None,
            damaged=(),
        )
        with self._writing({versions_key(number): self.versions(game_id), versions_key(game_id): ""}):
            writing.save_game(self._db, whole, unchanged=0)
            writing.save_game(self._db, shorter, unchanged=0)
        self._in_use.use(shorter)

    def discard(self, game_id: int) -> None:
        """Delete a game, and what it was before it was corrected."""
        with self._writing({versions_key(game_id): ""}):
            writing.delete_game(self._db, game_id)
        self._in_use.pop(game_id, None)

    def load(self, game_id: int) -> StoredGame:
        """Return a game as it was left."""
        if game_id in self._in_use:
            return self._in_use[game_id]
        with self._reporting():
            game = reading.load_game(self._db, game_id)
        if game.status == "playing":
            self._in_use.use(game)
        return game

    def seed(self, game_id: int) -> str:
        """Return the seed of a game's dice; empty if they are rolled at the table."""
        return self.load(game_id).seed

    def versions(self, game_id: int) -> str:
        """Return the text of a corrected game's other versions; empty if there are none."""
        return self._settings.get(versions_key(game_id), "")

    # --- all games -----------------------------------------------------------------------------------------------

    def unfinished(self) -> StoredGame | None:
        """Return the game that was resumed last of those neither finished nor put aside."""
        with self._reporting():
            number = reading.newest_unfinished(self._db)
        return None if number is None else self.load(number)

    def games(self) -> tuple[GameSummary, ...]:
        """Return every stored game, the newest first."""
        with self._reporting():
            return reading.summaries(self._db)

    def settings(self) -> dict[str, str]:
        """Return the settings chosen on the device, by key."""
        return dict(self._settings)

    def set_setting(self, key: str, value: str) -> None:
        """Store a setting."""
        with self._writing():
            writing.save_setting(self._db, key, value)
        self._settings[key] = value

    # --- when it is stored ---------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Let the actions, moves and drafts of a game wait in one transaction until `commit`, or until another write.

        Should the disk fail in between, they are among what `continue_in_memory` goes on with.
        """
        self._is_held = True

    def commit(self) -> None:
        """Store what has waited since `hold`; `note_changes` is left to the caller."""
        if self._db.in_transaction:
            with self._writing():
                pass
        self._is_held = False

    def note_changes(self) -> None:
        """Note that everything so far is on the disk.

        While an action waits it is not, and nothing is noted; nor is anything once the journal is closed.
        """
        with suppress(*tables.UNREADABLE):
            if self._place and not self._db.in_transaction:
                _, name, changes, _ = seal.read(self._db)
                note_changes(self._place, name, changes)

    # --- when the disk fails -------------------------------------------------------------------------------------

    def continue_in_memory(self, fault: Words) -> Words:
        """Go on without the disk because of `fault`, and return a warning that says so.

        All that was stored and can be read is there. The settings and the games used last (`used_games`) are there even
        if nothing can be read.
        """
        found = salvage.readable(self._db)
        games = {game.id: game for game in found.games} | self._in_use
        self.close()
        self._db = tables.in_memory(Contents(tuple(games.values()), tuple(self._settings.items())))
        self._place, self.fault = None, fault
        return UNSAVED

    # --- how it is written ---------------------------------------------------------------------------------------

    def _new(self, header_line: str, colours: tuple[str, ...]) -> StoredGame:
        """Return a game without actions and without a number."""
        now = self._label()
        return StoredGame(
            id=0,
            header_line=header_line,
            colours=colours,
            lines=(),
            checksums=(),
            times=(),
            ply=0,
            end_ply=None,
            is_aside=False,
            opened=0,
            draft=None,
            started_at=now,
            changed_at=now,
        )

    def _add(self, game: StoredGame) -> int:
        """Store a game as the newest, and return its number."""
        with self._reporting():
            number, opened = reading.next_numbers(self._db)
        self._save(replace(game, id=number, opened=opened), unchanged=0, versions="")
        return number

    def _save(
        self, game: StoredGame, unchanged: int | None = None, versions: str | None = None, *, may_wait: bool = False
    ) -> None:
        """Store a game; its first `unchanged` actions (all, if None) are stored already, and so are other `versions`.

        A discarded game may have had its number, so a new game is stored without any.
        """
        game = replace(game, changed_at=self._label())
        settings = NO_SETTINGS if versions is None else {versions_key(game.id): versions}
        with self._writing(settings, may_wait=may_wait):
            writing.save_game(self._db, game, len(game.lines) if unchanged is None else unchanged)
        self._in_use.use(game)

    def _label(self) -> datetime:
        return self._now().replace(microsecond=0)

    @contextmanager
    def _writing(self, settings: Mapping[str, str] = NO_SETTINGS, *, may_wait: bool = False) -> Iterator[None]:
        """Write in one transaction, with what waits; those of the settings that differ from what is stored are part."""
        news = {key: value for key, value in settings.items() if self._settings.get(key, "") != value}
        waits = may_wait and self._is_held
        with self._reporting():
            if not self._db.in_transaction:
                self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                for key, value in news.items():
                    writing.save_setting(self._db, key, value)
                if not waits:
                    self._db.execute("COMMIT")
            except BaseException:
                self._db.rollback()
                raise
        self._settings |= news
        if not self._is_held:
            self.note_changes()

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake of ours
        except tables.UNREADABLE as error:
            raise JournalError(fault(error, self._place)) from error


def versions_key(game_id: int) -> str:
    """Return the key of the setting that stores the other versions of a corrected game."""
    return f"versions.{game_id}"


def _moved(game: StoredGame, ply: int) -> StoredGame:
    return replace(game, ply=ply, draft=None, is_aside=False)
