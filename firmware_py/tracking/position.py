"""Where the game says the pieces stand, and where the board senses them: both by the names of cells.

Why stairs and dungeon are ignored: any number of pawns stand there (P30), which one sensor cannot count, and players
also lay them beside it. A pawn that is there may be anywhere off the corridors. Only as long as the mummy stands in the
dungeon, where some maps have its sarcophagus, is that a cell like any other: nobody is caught yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from firmware_py.games.malediction.maze import Maze, pawn_words
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing.settling import Observation
from firmware_py.words import Words, words

MUMMY = "mummy"
Piece: TypeAlias = "int | str"
"""The index of a pawn, or `MUMMY`."""


class Fix(msgspec.Struct, frozen=True):
    """A cell to put right, and the piece that belongs there; None if it must be empty."""

    cell: Cell
    piece: Piece | None


class Position(msgspec.Struct, frozen=True):
    """What the board senses on those cells of the map that are believed."""

    readable: frozenset[Cell]
    pieces: frozenset[Cell]
    """Where a piece is sensed; on a board that knows the mummy, any piece but the mummy."""
    mummies: frozenset[Cell]
    tells_mummy: bool
    crowded: frozenset[Cell] = frozenset()
    """Where two pieces may stand, on a board that can sense it."""

    @property
    def occupied(self) -> frozenset[Cell]:
        """Where anything is sensed."""
        return self.pieces | self.mummies


def sensed_position(state: State, observation: Observation, disbelieved: frozenset[Cell] = frozenset()) -> Position:
    """Return what an observation says about the map of a state, whose a1 is the board's top left cell."""
    maze, columns = state.maze, observation.columns
    named = {cell_name(*divmod(number, columns)): number for number in range(observation.count)}
    blind = disbelieved | ignored_cells(state)
    readable = frozenset(
        cell for cell in maze.cells if cell in named and cell not in blind and named[cell] not in observation.blind
    )
    pieces = frozenset(cell for cell in readable if named[cell] in observation.pieces)
    mummies = frozenset(cell for cell in readable if named[cell] in observation.mummies)
    crowded = frozenset(cell for cell in readable if named[cell] in observation.crowded)
    return Position(readable, pieces, mummies, observation.tells_mummy, crowded)


def cell_numbers(maze: Maze, columns: int, cells: Iterable[Cell]) -> frozenset[int]:
    """Return the numbers of cells on a board of so many columns, without those that lie beside the board."""
    places = (cell_position(cell) for cell in cells if maze.has(cell))
    return frozenset(row * columns + column for row, column in places if column < columns)


def ignored_cells(state: State) -> frozenset[Cell]:
    """Return the cells on which any number of pieces may stand, or beside which they may lie."""
    maze = state.maze
    return frozenset({maze.stairs} if state.mummy == maze.dungeon else {maze.stairs, maze.dungeon})


def expected(state: State) -> dict[Cell, Piece]:
    """Return the pieces that stand on cells that count, by their cells."""
    return {**state.in_corridors, state.mummy: MUMMY}


def mover_of(state: State) -> Piece | None:
    """Return the piece that may move now, or None where the game waits for no move."""
    match state.phase:
        case "move":
            return state.active
        case "interrupt" | "mummy_move":
            return MUMMY
    return None


def fits(state: State, position: Position) -> bool:
    """Return whether the board senses exactly the pieces of a state."""
    counted = position.readable - ignored_cells(state)
    standing = {cell: piece for cell, piece in expected(state).items() if cell in counted}
    if not position.tells_mummy:
        return position.pieces & counted == standing.keys()
    mummies = {cell for cell, piece in standing.items() if piece == MUMMY}
    return position.mummies & counted == mummies and position.pieces & counted == standing.keys() - mummies


def is_in_place(state: State, position: Position) -> bool:
    """Return whether the pieces that matter stand in place; in the mummy's turn only the mummy matters.

    On a board that knows the mummy, a mummy askew on its cell is sensed there as any piece.
    """
    if fits(state, position):
        return True
    if not position.tells_mummy:
        return mover_of(state) == MUMMY and (state.mummy in position.pieces or state.mummy not in position.readable)
    is_askew = not position.mummies and state.mummy in position.pieces
    is_not_sensed = not position.mummies and state.mummy not in position.readable
    if mover_of(state) == MUMMY:
        return state.mummy in position.mummies or is_askew or is_not_sensed
    is_there = position.mummies == {state.mummy} or is_askew
    standing = expected(state).keys() & position.readable
    return is_there and position.pieces | position.mummies == standing


def to_put_right(state: State, position: Position) -> tuple[Fix, ...]:
    """Return the cells that sense something else than the game says, in the order of the map."""
    standing = expected(state)
    wrong = []
    for cell in state.maze.cells:
        if cell in position.readable and not _is_right(standing.get(cell), cell, position):
            wrong.append(Fix(cell, standing.get(cell)))
    return tuple(wrong)


def _is_right(piece: Piece | None, cell: Cell, position: Position) -> bool:
    if piece is None or not position.tells_mummy:
        return (cell in position.occupied) == (piece is not None)
    return cell in (position.mummies if piece == MUMMY else position.pieces)


def piece_words(state: State, piece: Piece) -> Words:
    """Return the name of a piece."""
    return pawn_words(state.hunters[piece].pawn) if isinstance(piece, int) else words("mummy")


def fix_words(state: State, fix: Fix) -> Words:
    """Return what is to be done about a cell."""
    if fix.piece is None:
        return words("{cell} must be empty", cell=fix.cell)
    return words("{piece} belongs on {cell}", piece=piece_words(state, fix.piece), cell=fix.cell)
