"""What can be wrong with a drawn map, and where."""

from __future__ import annotations

import msgspec

from firmware_py.grid import Cell
from firmware_py.words import Words, words


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, and where: line and column of the map, counted from 1, or line 0 for another key.

    `cells` are the cells concerned, if any; the first of them is at line and column.
    """

    why: Words
    line: int = 0
    column: int = 0
    key: str = "map"
    cells: tuple[Cell, ...] = ()

    @property
    def words(self) -> Words:
        """The problem with its place, as one sentence."""
        if self.line == 0:
            return words("{key}: {why}", key=self.key, why=self.why)
        return words("map line {line}, column {column}: {why}", line=self.line, column=self.column, why=self.why)


Problems = tuple[Problem, ...]
