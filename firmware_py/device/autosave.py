"""Keeps what happens: the game under way, the games put by, what was chosen; on disk, and in memory once that fails.

Why warnings wait until they are taken: a disk may fail in the midst of anything, and play goes on all the same; who
shows the next page tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from display.view import Colour
from firmware_py.config.file import JOURNAL_NAME
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, begin, checksum
from firmware_py.host.log import log_warnings
from firmware_py.pages.commands import Begin
from firmware_py.pages.saved_game_lines import saved_game_line, unfinished_line
from firmware_py.pages.table import SavedGame
from firmware_py.storage.journal import Journal, JournalError, StoredGame
from firmware_py.storage.journal.damage import were_set_aside
from firmware_py.storage.owner_maps import FOLDER as BOARDS
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.storage.saved_games import player_colours, save_session
from firmware_py.words import Words

SEATING_DRAFT = "seating.draft"
"""Where it is kept who sits so far."""
BOARD_DRAFT = "board.draft"
"""Where the board is kept that is being drawn."""

T = TypeVar("T")


class Autosave:
    """The journal, which game of it is played, and what was last read of it.

    Every method that keeps something raises a `JournalError` only when not even the memory takes it.
    """

    def __init__(self, journal: Journal, data: Path | None) -> None:
        """Take up a journal, which is not closed here, and the folder in which all else is kept; look through them."""
        self.journal = journal
        self.data = data
        self.chosen: Mapping[str, str] = {}
        """Everything chosen on the device, by key."""
        self.kept_games: tuple[SavedGame, ...] = ()
        """The kept games, newest first."""
        self.set_aside: tuple[Path, ...] = ()
        """The journals that safe mode has set aside, as long as there is a disk to take their games back to."""
        self.boards = read_maps(data / BOARDS if data else None)
        """The owner's boards: name and text of each file."""
        self.unfinished: SavedGame | None = None
        """The game taken up last of those neither finished nor put aside, when the journal was last looked through."""
        self.colours: tuple[Colour, ...] = ()
        """The colours of the players of the game under way."""
        self._game_id = 0
        self._draft: str | None = None
        self._warnings: tuple[Words, ...] = ()
        self.look_through()

    def take_warnings(self) -> tuple[Words, ...]:
        """Return what the players must know since this was last asked; each warning once."""
        taken, self._warnings = self._warnings, ()
        return taken

    # --- the game under way --------------------------------------------------------------------------------------

    def begin(self, command: Begin, seed: str) -> Session:
        """Keep a new game with what its dice follow from, empty if they are thrown at the table; return it."""
        line = write_line(command.header)
        self._game_id = self._keep(lambda: self.journal.begin(line, command.colours, seed))
        self._draft, self.colours = None, command.colours
        if self.chosen.get(SEATING_DRAFT):
            self.choose(SEATING_DRAFT, "")
        return replace(begin(command.header), seed=seed)

    def resume(self, stored: StoredGame, session: Session) -> Session:
        """Keep that a kept game is the one under way; return its session with what its dice follow from."""
        self._keep(lambda: self.journal.resume(stored.id))
        self._game_id, self._draft, self.colours = stored.id, stored.draft, player_colours(stored.colours)
        return replace(session, seed=self.journal.seed(stored.id))

    def actions(self, session: Session, since: int) -> None:
        """Keep all actions after action `since` in one go, whatever stood there before; the draft is gone.

        Why in one go: to those at the table a move and the hand-over after it are one, and a power cut between the two
        would show that they are not.
        """
        tail = [replace(session, steps=session.steps[:ply]) for ply in range(since + 1, session.ply + 1)]
        lines = tuple(write_line(shorter.steps[-1].action) for shorter in tail)
        digests = tuple(map(checksum, tail))
        over = session.is_over
        self._keep(lambda: self.journal.replace_tail(self._game_id, since, lines, digests, over=over))
        self._draft = None

    def move_to(self, ply: int) -> None:
        """Keep that the first `ply` actions are played (undo and redo); the draft is gone."""
        self._keep(lambda: self.journal.move_to(self._game_id, ply))
        self._draft = None

    def draft(self, draft: str | None) -> None:
        """Keep what was told of the next action so far, so that a power cut resumes in its midst."""
        if draft != self._draft:
            self._draft = draft
            self._keep(lambda: self.journal.save_draft(self._game_id, draft))

    # --- the games put by ----------------------------------------------------------------------------------------

    def add(self, session: Session) -> StoredGame:
        """Keep a game that was played elsewhere; return it as it is kept."""
        return self.journal.load(self._keep(lambda: save_session(self.journal, session)))

    def put_aside(self, game_id: int) -> None:
        """Keep a game for later."""
        self._keep(lambda: self.journal.put_aside(game_id))

    def discard(self, game_id: int) -> None:
        """Forget a game for good."""
        self._keep(lambda: self.journal.discard(game_id))

    def look_through(self) -> None:
        """Learn anew what is kept."""
        self.set_aside = were_set_aside(self.data / JOURNAL_NAME) if self.data and self.journal.is_durable else ()
        self.chosen = self.journal.settings()
        games, unfinished = self._keep(lambda: (self.journal.games(), self.journal.unfinished()))
        self.kept_games = tuple(map(saved_game_line, games))
        self.unfinished = unfinished_line(unfinished) if unfinished else None

    # --- the owner's boards --------------------------------------------------------------------------------------

    def board(self, file: str, text: str) -> None:
        """Keep a board in the file of this name. :raises OSError: when it cannot be written"""
        if self.data:
            save_map(self.data / BOARDS, file, text)
        self.boards = (*(kept for kept in self.boards if kept[0] != file), (file, text))

    # --- what was chosen -----------------------------------------------------------------------------------------

    def choose(self, key: str, value: str) -> None:
        """Keep a choice, unless it stands already; nothing chosen is the same as an empty text."""
        if self.chosen.get(key, "") == value:
            return
        self.chosen = {**self.chosen, key: value}
        self._keep(lambda: self.journal.set_setting(key, value))

    def _keep(self, use: Callable[[], T]) -> T:
        """Use the journal; when the disk fails, go on in memory and have it said."""
        try:
            return use()
        except JournalError as error:
            warnings = error.why, self.journal.continue_in_memory(error.why)
            log_warnings(*warnings)
            self._warnings = (*self._warnings, *warnings)
            return use()
