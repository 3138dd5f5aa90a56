"""What the journal holds, as values: a stored game, its line in a list, and everything together."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

Status: TypeAlias = Literal["playing", "finished", "aside"]


class StoredGame(msgspec.Struct, frozen=True):
    """A stored game as it was left; of each tuple, item 0 belongs to action number 1."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    """One word for each player, in seating order."""
    lines: tuple[str, ...]
    """The actions, those taken back included; what cannot be read of a damaged one is empty."""
    checksums: tuple[str, ...]
    """The digest of the state after each action."""
    times: tuple[datetime, ...]
    """When each action was stored, by the wall clock: a label that may be wrong."""
    ply: int
    """How many of the actions are played; the others can be redone."""
    end_ply: int | None
    """The number of the action that ended the game, or None. Undoing it makes the game unfinished again."""
    is_aside: bool
    opened: int
    """Of two games, the one with the higher number was begun or resumed later."""
    draft: str | None
    """What was entered of the next action."""
    started_at: datetime
    changed_at: datetime
    seed: str = ""
    """The seed of its dice; empty if they are rolled at the table."""
    damaged: tuple[int, ...] = ()
    """The numbers of the actions that the disk may have changed, and `ENTRY`; empty if all is as it was written."""

    @property
    def status(self) -> Status:
        """Whether the game is being played, finished, or put aside."""
        return status(self.ply, self.end_ply, self.is_aside)


class GameSummary(msgspec.Struct, frozen=True):
    """A stored game in a list."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    actions: int
    """How many actions are played."""
    status: Status
    started_at: datetime
    damaged: tuple[int, ...] = ()
    """As of a stored game."""


class Contents(msgspec.Struct, frozen=True):
    """All games and settings, or what can still be read of them."""

    games: tuple[StoredGame, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    affected: tuple[int, ...] = ()
    """The numbers of the games that are not as they were written."""


EMPTY = Contents()


FIRST_YEAR = 2026
"""The year of the first version: no game is older. A computer without a clock begins at 1970."""


def is_known(date: datetime) -> bool:
    """Return whether a date can be true."""
    return date.year >= FIRST_YEAR


def status(ply: int, end_ply: int | None, is_aside: bool) -> Status:
    """Return whether a game is being played, finished, or put aside."""
    if ply == end_ply:
        return "finished"
    return "aside" if is_aside else "playing"
