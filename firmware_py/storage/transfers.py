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


class Collection:
    """The games of the journal while others are added to them; a game that is stored already is not added."""

    def __init__(self, records: list[bytes]) -> None:
        """Begin with the records of the stored games."""
        self._records = records
        self.added = 0
        self._already = 0

    def add(self, record: bytes, save: Callable[[], object]) -> None:
        """Save the game with this record, unless the record of a stored game begins with it."""
        if any(stored.startswith(record) for stored in self._records):
            self._already += 1
            return
        save()
        self._records.append(record)
        self.added += 1

    def summary(self) -> tuple[Words, ...]:
        """Return how many games were added, and how many were stored already."""
        added, already = self.added, self._already
        return (
            *counted(added, words_n("{count} game saved.", "{count} games saved.", added)),
            *counted(already, words_n("{count} game was saved already.", "{count} games were saved already.", already)),
        )


def collected(journal: Journal) -> Generator[Words, None, Collection]:
    """Return the games that the journal has now."""
    records = []
    for number, game in enumerate(journal.games()):
        if number % GAMES_A_STEP == 0:
            yield words("Looking for the games…")
        records.append(record_of(journal.load(game.id)))
    return Collection(records)


def counted(count: int, sentence: Words) -> tuple[Words, ...]:
    return (sentence,) if count else ()
