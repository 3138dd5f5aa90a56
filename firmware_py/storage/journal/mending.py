"""One wrong bit in a row is put right: only one bit makes the digest of the row true again.

Why the search has a limit: a row is read again for each of its bits, so the time grows with the square of its length;
and a card can damage many rows, while the players wait for the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from firmware_py.storage.journal.readable_rows import Row, text_of
from firmware_py.storage.journal.rows import digest

MOST_SEARCHED = 500_000_000
"""So many characters are read at most in search of wrong bits in one file: on a slow computer that takes some 20 s."""
CHARACTERS_A_TRY = 1000
"""What it costs to read a row again however short it is, in characters."""

_ACTION = slice(2, 5)
"""Where the columns that an action's digest covers stand in its row."""


def is_after(previous: Any, row: Row) -> bool:
    """Return whether this action follows the one with the digest `previous`."""
    return bool(digest(previous, *row[_ACTION]) == row[5])


def is_sealed(row: Row) -> bool:
    """Return whether a setting, or the entry of a game, is as it was written."""
    return bool(digest(*row[:-1]) == row[-1])


class Search:
    """Searches damaged rows for what makes their digests true; once it has read too much, it finds nothing more."""

    def __init__(self, characters: int = MOST_SEARCHED) -> None:
        """Begin a search that reads so many `characters` at most."""
        self._left = characters

    def entry(self, row: Row, numbers: Iterable[int]) -> Row | None:
        """Return the entry of a game with one bit put right, or the number of another game; None if none is right."""
        moved = ((number, *row[1:]) for number in numbers)
        return self.first(moved, is_sealed) or self.sealed(row)

    def sealed(self, row: Row) -> Row | None:
        """Return a setting, or the entry of a game, with one bit put right; None if no bit does it."""
        return self.first(_one_bit_off(row, range(len(row))), is_sealed)

    def action(self, there: Iterable[Row], previous: Any) -> Row | None:
        """Return one of the rows with one bit put right so that it follows the action before; None if no bit does."""
        off = (changed for row in there for changed in _one_bit_off(row, (*range(len(row))[_ACTION], len(row) - 1)))
        return self.first(off, lambda row: is_after(previous, row))

    def first(self, candidates: Iterable[Row], is_true: Callable[[Row], bool]) -> Row | None:
        """Return the first row that is true; None if none is, or the limit is reached."""
        for row in candidates:
            self._left -= CHARACTERS_A_TRY + sum(len(value) for value in row if isinstance(value, str | bytes))
            if self._left < 0:
                return None
            if is_true(row):
                return row
        return None


def _one_bit_off(row: Row, columns: Iterable[int]) -> Iterator[Row]:
    """Yield the row with each single bit of these columns turned; nothing for a row without a digest."""
    for column in columns if row[-1] else ():
        for value in _turned(row[column]):
            yield (*row[:column], value, *row[column + 1 :])


def _turned(value: Any) -> Iterator[Any]:
    """Yield a value with each of its bits turned."""
    if isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(31))
    elif isinstance(value, str | bytes):
        stored = value.encode() if isinstance(value, str) else value
        for at, byte in enumerate(stored):
            for bit in range(8):
                yield text_of(b"%b%c%b" % (stored[:at], byte ^ (1 << bit), stored[at + 1 :]))
