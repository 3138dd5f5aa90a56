"""Saves what happens: the game under way, games put aside, what was chosen; in memory once the disk fails.

What is to be saved is gathered as changes of the journal, and `commit` saves all of them in one transaction.

Why warnings wait until they are taken: a disk may fail at any moment, and the game goes on all the same. The next page
announces it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from display.view import Colour
from firmware_py.config.file import JOURNAL_NAME
from firmware_py.games.correction import with_versions, write_versions
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, begin, checksums, with_all_played
from firmware_py.host.log import log_warnings
from firmware_py.pages.commands import Begin
from firmware_py.pages.saved_games import MOST_LISTED, player_colours, saved_game_line, unfinished_line
from firmware_py.pages.table import SavedGame
from firmware_py.storage import changes
from firmware_py.storage.changes import Change, GameSummary, StoredGame
from firmware_py.storage.files import JournalError, were_set_aside
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import recover
from firmware_py.storage.owner_maps import FOLDER as MAPS
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.words import Words

PLAYERS_DRAFT = "seating.draft"
"""The settings key of the players that were entered so far. (Older journals use the same key.)"""
LESSON = "lesson."
"""Before the game whose lesson was left: the step to go on with."""

T = TypeVar("T")


class Stored(msgspec.Struct, frozen=True):
    """What journal and data directory hold, as of their last use: a value, which any thread may read."""

    is_durable: bool
    """Whether what is played survives a power cut."""
    fault: Words | None
    """Why games are in memory only; None if they are not, or are meant to be."""
    chosen: Mapping[str, str]
    """Everything chosen on the device, by key."""
    saved_games: Callable[[], tuple[SavedGame, ...]] = tuple
    """Returns the newest saved games in lines, newest first. They are made when somebody asks: that loads rules."""
    saved_count: int = 0
    """How many games are saved."""
    has_secret_games: bool = False
    """Whether one of them is unfinished and has secrets."""
    set_aside: tuple[Path, ...] = ()
    """The journals that safe mode set aside; empty without a disk to take their games back to."""
    maps: tuple[tuple[str, str], ...] = ()
    """The owner's maps: name and text of each file."""
    unfinished: SavedGame | None = None
    """The game played last that is neither finished nor put aside, as of the last reading of the journal."""
    colours: tuple[Colour, ...] = ()
    """The colours of the players of the game under way."""


def _versions_of(session: Session | None) -> tuple[tuple[Any, ...], ...]:
    """Return what is stored of a game beside its actions."""
    return (session.uncorrected, session.recorrected, session.marks) if session else ((), (), ())


class Autosave:
    """The journal, the game under way in it, and what was last read from it.

    Only the thread that made it may use it; `stored` is what others see of it. A `JournalError` is raised only if even
    the journal in memory fails, or no longer has a game that the disk held.
    """

    def __init__(self, journal: Journal, data: Path | None) -> None:
        """Read a journal, which is not closed here, and the folder `data` that holds everything else."""
        self.journal = journal
        self.data = data
        maps = read_maps(data / MAPS if data else None)
        self.stored = Stored(journal.is_durable, journal.fault, journal.settings, maps=maps)
        self._changes: tuple[Change, ...] = ()
        self._game_id = 0
        self._draft: str | None = None
        self._versions = _versions_of(None)
        self._warnings: tuple[Words, ...] = ()
        self._examined = journal.examined()
        self._look()

    def take_warnings(self) -> tuple[Words, ...]:
        """Return the warnings since the last call; each is returned once."""
        taken, self._warnings = self._warnings, ()
        return taken

    @property
    def has_warnings(self) -> bool:
        """Whether there are warnings that nobody has taken."""
        return bool(self._warnings)

    def commit(self) -> None:
        """Save every change since the last commit in one transaction.

        Why one: for the players a move and the hand-over after it are one, and a power cut between the two would show
        that they are not.
        """
        taken, self._changes = self._changes, ()
        if taken:
            self._save(lambda: self._unless_gone(lambda: self.journal.commit(*taken)))

    def examine(self) -> bool:
        """Examine a few more of the closed games; return whether there are more. A damaged one adds warnings."""
        if not self.journal.is_durable:
            return False
        return self._save(lambda: next(self._examined, None)) is not None

    # --- the game under way --------------------------------------------------------------------------------------

    def begin(self, command: Begin, seed: str) -> Session:
        """Save a new game and return its session; `seed` is empty if the dice are thrown at the table."""
        self.commit()
        self._game_id = self.journal.contents.next_id
        self._change(changes.Begin(write_line(command.header), command.colours, seed))
        self._versions = _versions_of(None)
        self._draft, self.stored = None, replace(self.stored, colours=command.colours)
        if self.stored.chosen.get(PLAYERS_DRAFT):
            self.choose(PLAYERS_DRAFT, "")
        return replace(begin(command.header), seed=seed)

    def resume(self, stored: StoredGame, session: Session) -> Session:
        """Save that a stored game is the one under way; return its session with the seed of its dice.

        If it could be restored in part only, as it was it is kept as another game.
        """
        proven = session.ply + len(session.undone)
        self._change(changes.Resume(stored.id, proven))
        self._game_id, self._draft = stored.id, stored.draft if proven >= stored.ply else None
        colours = player_colours(stored.colours, len(session.header.players))
        self.stored = replace(self.stored, colours=colours)
        session = replace(session, seed=stored.seed)
        if session.ply == stored.ply:
            session = with_versions(session, stored.versions)
        self._versions = _versions_of(session)
        return session

    def actions(self, session: Session, since: int) -> None:
        """Save all actions after action `since` in place of what stood there; the draft ends.

        Those that were taken back are saved as well, and the other versions of a corrected game.
        """
        whole = with_all_played(session)
        lines = tuple(write_line(step.action) for step in whole.steps[since:])
        digests, versions = tuple(checksums(whole, since)), self._new_versions(session)
        self._change(changes.Play(self._game_id, since, lines, digests, whole.is_over, len(session.undone), versions))
        self._draft = None

    def _new_versions(self, session: Session) -> str | None:
        """Return the text of a game's other versions and marks; None if they are stored, as they mostly are."""
        before, self._versions = self._versions, _versions_of(session)
        is_known = all(now is then for now, then in zip(self._versions, before, strict=True))
        return None if is_known else write_versions(session)

    def move_to(self, session: Session) -> None:
        """Save how many of the actions are played (undo and redo); the draft ends."""
        self._change(changes.Move(self._game_id, session.ply, self._new_versions(session)))
        self._draft = None

    def draft(self, draft: str | None) -> None:
        """Save what was entered of the next action so far, so that a power cut loses nothing of it."""
        if draft != self._draft:
            self._draft = draft
            self._change(changes.Draft(self._game_id, draft))

    # --- other games ----------------------------------------------------------------------------------------

    def load(self, game_id: int) -> StoredGame:
        """Return a stored game as it was left."""
        self.commit()
        return self._save(lambda: self._unless_gone(lambda: self.journal.load(game_id)))

    def add(self, session: Session) -> StoredGame:
        """Save a game that was played elsewhere, and return it as stored."""
        return self.load(self._save(lambda: save_session(self.journal, session)))

    def put_aside(self, game_id: int) -> None:
        """Save that a game is put aside for later."""
        self._change(changes.PutAside(game_id))

    def discard(self, game_id: int) -> None:
        """Delete a game for good."""
        self._change(changes.Discard(game_id))

    def earlier(self, below: int) -> tuple[tuple[SavedGame, ...], bool]:
        """Return the next saved games with lower numbers than `below` in lines, and whether there are more."""
        games = self._save(lambda: self.journal.games(below, MOST_LISTED + 1))
        return _lines_of(games[:MOST_LISTED]), len(games) > MOST_LISTED

    def look_through(self) -> None:
        """Save all changes, and read again what is stored: no page has to wait for it."""
        self.commit()
        self._look()
        self.stored.saved_games()

    def _look(self) -> None:
        games, unfinished = self._save(lambda: (self.journal.games(most=MOST_LISTED), self.journal.unfinished()))
        self.stored = replace(
            self.stored,
            chosen=self.journal.settings,
            saved_games=cache(lambda: _lines_of(games)),
            saved_count=self.journal.count,
            has_secret_games=self.journal.has_secret_games,
            set_aside=were_set_aside(self.data / JOURNAL_NAME) if self.data and self.journal.is_durable else (),
            unfinished=unfinished_line(unfinished) if unfinished else None,
        )

    # --- the owner's maps --------------------------------------------------------------------------------------

    def save_map(self, file: str, text: str) -> None:
        """Save a map in the file of this name. :raises OSError: when it cannot be written"""
        if self.data:
            save_map(self.data / MAPS, file, text)
        others = (other for other in self.stored.maps if other[0] != file)
        self.stored = replace(self.stored, maps=(*others, (file, text)))

    # --- what was chosen -----------------------------------------------------------------------------------------

    def choose(self, key: str, value: str) -> None:
        """Save a choice, unless it is stored already; an empty text means nothing chosen."""
        if self.stored.chosen.get(key, "") == value:
            return
        self.stored = replace(self.stored, chosen={**self.stored.chosen, key: value})
        self._change(changes.Choose(key, value))

    def _unless_gone(self, use: Callable[[], T]) -> T:
        """Use a stored game. :raises JournalError: when it went with a disk that has failed"""
        try:
            return use()
        except KeyError:
            if self.journal.fault is None:
                raise  # a mistake of ours
            raise JournalError(self.journal.fault) from None

    def _change(self, change: Change) -> None:
        self._changes = (*self._changes, change)

    def _save(self, use: Callable[[], T]) -> T:
        """Use the journal; when the disk fails, go on in memory or with what can be read, and add warnings."""
        try:
            return use()
        except JournalError as error:
            warnings, damaged = recover(self.journal, error)
            log_warnings(*warnings)  # without the names of players
            self._warnings = (*self._warnings, *warnings, *damaged)
            self.stored = replace(self.stored, is_durable=self.journal.is_durable, fault=self.journal.fault)
            return use()


def _lines_of(games: tuple[GameSummary, ...]) -> tuple[SavedGame, ...]:
    return tuple(map(saved_game_line, games))
