"""Saves what happens: the game under way, games put aside, what was chosen; in memory once the disk fails.

Why warnings wait until they are taken: a disk may fail at any moment, and the game goes on all the same. The next page
announces it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from display.view import Colour
from firmware_py.config.data_directory import JOURNAL_NAME
from firmware_py.games.correction import with_versions, write_versions
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, begin, checksums, with_all_played
from firmware_py.host.log import log_warnings
from firmware_py.pages.commands import Begin
from firmware_py.pages.saved_game_lines import saved_game_line, unfinished_line
from firmware_py.pages.table import SavedGame
from firmware_py.storage.journal import GameSummary, Journal, JournalError, StoredGame
from firmware_py.storage.journal.damage import were_set_aside
from firmware_py.storage.owner_maps import FOLDER as MAPS
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.storage.saved_games import player_colours, save_session
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
    """Returns the saved games, newest first. They are read when somebody asks for them: that loads their rules."""
    saved_numbers: tuple[int, ...] = ()
    """Their numbers."""
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

    A method that saves raises a `JournalError` only if even the journal in memory fails. Only the thread that
    made it may use it; `stored` is what others see of it.
    """

    def __init__(self, journal: Journal, data: Path | None) -> None:
        """Read a journal, which is not closed here, and the folder `data` that holds everything else."""
        self.journal = journal
        self.data = data
        maps = read_maps(data / MAPS if data else None)
        self.stored = Stored(journal.is_durable, journal.fault, journal.settings(), maps=maps)
        self._game_id = 0
        self._draft: str | None = None
        self._versions = _versions_of(None)
        self._warnings: tuple[Words, ...] = ()
        self._lines: dict[GameSummary, SavedGame] = {}
        self._look()

    def take_warnings(self) -> tuple[Words, ...]:
        """Return the warnings since the last call; each is returned once."""
        taken, self._warnings = self._warnings, ()
        return taken

    def commit(self) -> None:
        """Save what has waited since the journal was told to hold it."""
        self._save(self.journal.commit)

    # --- the game under way --------------------------------------------------------------------------------------

    def begin(self, command: Begin, seed: str) -> Session:
        """Save a new game and return its session; `seed` is empty if the dice are thrown at the table."""
        line = write_line(command.header)
        self._game_id = self._save(lambda: self.journal.begin(line, command.colours, seed))
        self._versions = _versions_of(None)
        self._draft, self.stored = None, replace(self.stored, colours=command.colours)
        if self.stored.chosen.get(PLAYERS_DRAFT):
            self.choose(PLAYERS_DRAFT, "")
        return replace(begin(command.header), seed=seed)

    def resume(self, stored: StoredGame, session: Session) -> Session:
        """Save that a stored game is the one under way; return its session with the seed of its dice.

        If it could be restored in part only, as it was it is kept as another game.
        """
        self._save(lambda: self.journal.resume(stored.id, session.ply + len(session.undone)))
        self._game_id, self._draft = stored.id, self.journal.load(stored.id).draft
        colours = player_colours(stored.colours, len(session.header.players))
        self.stored = replace(self.stored, colours=colours)
        session = replace(session, seed=self.journal.seed(stored.id))
        if session.ply == stored.ply:
            session = with_versions(session, self.journal.versions(stored.id))
        self._versions = _versions_of(session)
        return session

    def actions(self, session: Session, since: int) -> None:
        """Save all actions after action `since` in one transaction, in place of what stood there; the draft ends.

        Those that were taken back are saved as well, and the other versions of a corrected game.

        Why one transaction: for the players a move and the hand-over after it are one, and a power cut between the two
        would show that they are not.
        """
        whole = with_all_played(session)
        lines = tuple(write_line(step.action) for step in whole.steps[since:])
        digests = tuple(checksums(whole, since))
        over, taken_back, versions = whole.is_over, len(session.undone), self._new_versions(session)
        self._save(
            lambda: self.journal.replace_tail(
                self._game_id, since, lines, digests, over=over, taken_back=taken_back, versions=versions
            )
        )
        self._draft = None

    def _new_versions(self, session: Session) -> str | None:
        """Return the text of a game's other versions and marks; None if they are stored, as they mostly are."""
        before, self._versions = self._versions, _versions_of(session)
        is_known = all(now is then for now, then in zip(self._versions, before, strict=True))
        return None if is_known else write_versions(session)

    def move_to(self, session: Session) -> None:
        """Save how many of the actions are played (undo and redo); the draft ends."""
        versions = self._new_versions(session)
        self._save(lambda: self.journal.move_to(self._game_id, session.ply, versions=versions))
        self._draft = None

    def draft(self, draft: str | None) -> None:
        """Save what was entered of the next action so far, so that a power cut loses nothing of it."""
        if draft != self._draft:
            self._draft = draft
            self._save(lambda: self.journal.save_draft(self._game_id, draft))

    # --- other games ----------------------------------------------------------------------------------------

    def add(self, session: Session) -> StoredGame:
        """Save a game that was played elsewhere, and return it as stored."""
        return self.journal.load(self._save(lambda: save_session(self.journal, session)))

    def put_aside(self, game_id: int) -> None:
        """Save that a game is put aside for later."""
        self._save(lambda: self.journal.put_aside(game_id))

    def discard(self, game_id: int) -> None:
        """Delete a game for good."""
        self._save(lambda: self.journal.discard(game_id))

    def look_through(self) -> None:
        """Read again what is stored, the saved games as well: no page has to wait for them."""
        self._look()
        self.stored.saved_games()

    def _look(self) -> None:
        games, unfinished = self._save(lambda: (self.journal.games(), self.journal.unfinished()))
        self.stored = replace(
            self.stored,
            chosen=self.journal.settings(),
            saved_games=cache(partial(self._lines_of, games)),
            saved_numbers=tuple(game.id for game in games),
            set_aside=were_set_aside(self.data / JOURNAL_NAME) if self.data and self.journal.is_durable else (),
            unfinished=unfinished_line(unfinished) if unfinished else None,
        )

    def _lines_of(self, games: tuple[GameSummary, ...]) -> tuple[SavedGame, ...]:
        """Return each saved game in one line. Most were read before: a line takes ten times as long as its game."""
        before = self._lines
        self._lines = {game: before.get(game) or saved_game_line(game) for game in games}
        return tuple(self._lines.values())

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
        self._save(lambda: self.journal.set_setting(key, value))

    def _save(self, use: Callable[[], T]) -> T:
        """Use the journal; when the disk fails, go on in memory and add warnings."""
        try:
            return use()
        except JournalError as error:
            warnings = error.why, self.journal.continue_in_memory(error.why)
            log_warnings(*warnings)
            self._warnings = (*self._warnings, *warnings)
            self.stored = replace(self.stored, is_durable=self.journal.is_durable, fault=self.journal.fault)
            return use()
