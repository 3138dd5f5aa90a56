"""The names of a board's cells in a sentence."""

from __future__ import annotations

from typing import Final

from firmware_py.config.board_profile import BoardProfile
from firmware_py.grid import cell_name
from firmware_py.words import Words, plain, words

MOST_NAMED: Final = 6
"""At most so many cells are named."""


def turned_over(board: BoardProfile, *cells: int) -> Words:
    """Return the question about cells that sense a magnet upside down."""
    return words("{cells}: is the magnet turned over?", cells=cell_words(board, *cells))


def cell_words(board: BoardProfile, *cells: int) -> Words:
    """Return the names of cells, given by number; at most `MOST_NAMED` of them."""
    names = ", ".join(cell_name(*divmod(cell, board.columns)) for cell in cells[:MOST_NAMED])
    more = len(cells) - MOST_NAMED
    return words("{cells} and {more} more", cells=names, more=more) if more > 0 else plain(names)
