"""The pieces that hands move: pawns by their index, and the mummy; which may move now, and where its moves end."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import legal_actions
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.words import Words, words

Piece: TypeAlias = "int | str"
"""The index of a pawn, or `MUMMY`."""
MUMMY = "mummy"


def piece_words(state: State, piece: Piece) -> Words:
    """Return the name of a piece."""
    return pawn_words(state.hunters[piece].pawn) if isinstance(piece, int) else words("mummy")


def mover_of(state: State) -> Piece | None:
    """Return the piece that may move now, or None where the game waits for no move."""
    match state.phase:
        case "move":
            return state.active
        case "interrupt" | "mummy_move":
            return MUMMY
    return None


def start_of(state: State) -> Cell | None:
    """Return the cell from which the active pawn moves, or None if it is on no cell."""
    return state.cell(state.turn) if state.turn is not None else None


def moves(state: State) -> tuple[Move, ...]:
    """Return the legal actions that bring a piece to another cell, one for each cell."""
    here = state.mummy if state.phase in ("interrupt", "mummy_move") else start_of(state)
    found = (action for action in legal_actions(state) if isinstance(action, Move))
    return tuple(action for action in found if end_of(state, action) != here)


def end_of(state: State, action: Move) -> Cell:
    """Return where the moved piece ends."""
    if action.to is not UNSET:
        return action.to
    return action.path[-1] if action.path is not UNSET and action.path else state.mummy
