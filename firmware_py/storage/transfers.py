"""What transfers of games share: the steps in which they are done, and no game stored twice."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from firmware_py.storage.journal import Journal, StoredGame
from firmware_py.words import Words, words, words_n

Transfer: TypeAlias = Generator[Words, None, tuple[Words, ...]]
"""Each step does a part of the work and yields what to show; the result is shown line by line in the end."""

GAMES_A_STEP = 10


def record_of(game: StoredGame) -> bytes:
    """Return a stored game as the text of a record: the actions played, without those taken back."""
    return ("\n".join((game.header_line, *game.lines[: game.ply])) + "\n").encode()


class Stopped(Exception):  # noqa: N818 - no error: somebody wants no more of it
    """Thrown into a transfer that is to end with its next step; what it has done stays."""


STOPPED = words("Stopped; what was done before stays.")


class Collection:
    """The games of the journal while others are added to them; a game that is stored already is not added.

    Why the stored games are read one by one when they are compared: all of them together need not fit into memory.
    """

    def __init__(self, journal: Journal) -> None:
        """Begin with the stored games."""
        self._journal = journal
        self._numbers: dict[str, list[int]] = {}
        for game in journal.games():
            self._numbers.setdefault(game.header_line, []).append(game.id)
        self.added = 0
        self._already = 0

    def has(self, record: bytes, progress: Words) -> Generator[Words, None, bool]:
        """Return whether the record of a stored game begins with this one, reading a few games in each step."""
        header = record.partition(b"\n")[0].decode()
        for read, number in enumerate(self._numbers.get(header, ()), 1):
            if record_of(self._journal.load(number)).startswith(record):
                self._already += 1
                return True
            if read % GAMES_A_STEP == 0:
                yield progress
        return False

    def add(self, record: bytes, save: Callable[[], int]) -> None:
        """Save the game with this record, which is not among the stored ones."""
        self._numbers.setdefault(record.partition(b"\n")[0].decode(), []).append(save())
        self.added += 1

    def summary(self) -> tuple[Words, ...]:
        """Return how many games were added, and how many were stored already."""
        added, already = self.added, self._already
        return (
            *counted(added, words_n("{count} game saved.", "{count} games saved.", added)),
            *counted(already, words_n("{count} game was saved already.", "{count} games were saved already.", already)),
        )


def counted(count: int, sentence: Words) -> tuple[Words, ...]:
    return (sentence,) if count else ()
