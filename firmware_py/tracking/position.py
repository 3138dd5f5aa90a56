"""Where the game says the pieces stand, where the board senses them, and what may be inferred from that.

Why stairs and dungeon are ignored: any number of pawns stand there (P30), which one sensor cannot count, and players
also lay them beside it. A pawn that is there may be anywhere off the corridors. Only as long as the mummy stands in the
dungeon, where some maps have its sarcophagus, is that a cell like any other: nobody is caught yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from firmware_py.games.malediction.legality import MUMMY, Piece
from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.state import Move, State
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing import Cells, Sensed, Settling
from firmware_py.words import Words


class Confidence(msgspec.Struct, frozen=True):
    """How well it is known where pieces stand."""

    was_watched: bool = False
    """The board has been connected all the time."""
    was_right: bool = True
    """As far as anybody knows, the pieces have stood as the game has them."""

    def __str__(self) -> str:
        return f"{'' if self.was_watched else 'un'}watched and {'right' if self.was_right else 'wrong'}"


SURE = Confidence(was_watched=True)


class Fix(msgspec.Struct, frozen=True):
    """A cell to put right, and the piece that belongs there; None if it must be empty."""

    cell: Cell
    piece: Piece | None


class Position(msgspec.Struct, frozen=True):
    """What the board senses on those cells of the map that are believed."""

    readable: frozenset[Cell]
    pieces: frozenset[Cell]
    """Where a piece is sensed that is not the mummy."""
    mummies: frozenset[Cell]
    """Where the mummy is sensed; over switches, its cell in the game, if anything is sensed there."""
    disbelieved: frozenset[Cell] = frozenset()
    """Cells that the players have contradicted by button."""

    def without(self, cells: frozenset[Cell]) -> Position:
        return Position(self.readable - cells, self.pieces - cells, self.mummies - cells, self.disbelieved)

    @property
    def occupied(self) -> frozenset[Cell]:
        return self.pieces | self.mummies


def sensed_position(state: State, settling: Settling, disbelieved: frozenset[Cell] = frozenset()) -> Position:
    """The board's readings on the map of a state; a1 is the board's top left cell."""
    columns, sensed = settling.cells.columns, settling.cells.sensed
    readable = believed_cells(state, settling, disbelieved)
    named = {cell_name(*divmod(number, columns)): sensed[number] for number in readable}
    if not settling.cells.tells_mummy and named.get(state.mummy):
        named[state.mummy] = Sensed.MUMMY
    return Position(
        frozenset(named),
        frozenset(cell for cell, what in named.items() if what is Sensed.PIECE),
        frozenset(cell for cell, what in named.items() if what is Sensed.MUMMY),
        disbelieved,
    )


def believed_cells(state: State, settling: Settling, disbelieved: frozenset[Cell]) -> frozenset[int]:
    """The numbers of the cells that are believed.

    A cell is not believed for one of five reasons: it was left out by hand, the board cannot read it now, it changes
    too often, any number of pieces may stand there, or the players said by button otherwise than it senses.
    """
    counted = frozenset(state.maze.cells) - ignored_cells(state) - disbelieved
    return cell_numbers(state.maze, settling.cells, counted) - settling.blind


def cell_numbers(maze: Maze, board: Cells, cells: Iterable[Cell]) -> frozenset[int]:
    """The numbers of cells on a board, without those that lie beside it."""
    places = (cell_position(cell) for cell in cells if maze.has(cell))
    numbers = (row * board.columns + column for row, column in places if column < board.columns)
    return frozenset(number for number in numbers if number < len(board.now))


def ignored_cells(state: State) -> frozenset[Cell]:
    """The cells on which any number of pieces may stand, or beside which they may lie."""
    maze = state.maze
    return frozenset({maze.stairs} if state.mummy == maze.dungeon else {maze.stairs, maze.dungeon})


def expected_pieces(state: State) -> dict[Cell, Piece]:
    """The pieces that stand on cells that count, by their cells."""
    return {**state.in_corridors, state.mummy: MUMMY}


def matches_exactly(state: State, position: Position) -> bool:
    """Whether the board senses exactly the pieces of a state."""
    counted = position.readable - ignored_cells(state)
    standing = {cell: piece for cell, piece in expected_pieces(state).items() if cell in counted}
    mummies = {cell for cell, piece in standing.items() if piece == MUMMY}
    return position.mummies & counted == mummies and position.pieces & counted == standing.keys() - mummies


def matches_tolerantly(state: State, position: Position) -> bool:
    """Whether all pieces stand in place; a mummy askew on its cell may be sensed there as any piece."""
    if matches_exactly(state, position):
        return True
    is_askew = not position.mummies and state.mummy in position.pieces
    return is_askew and position.pieces - {state.mummy} == (state.in_corridors.keys() & position.readable)


def to_put_right(state: State, position: Position) -> tuple[Fix, ...]:
    """The cells where the board contradicts the game, in the order of the map."""
    standing = expected_pieces(state)
    wrong = []
    for cell in state.maze.cells:
        if cell in position.readable and not _is_right(standing.get(cell), cell, position):
            wrong.append(Fix(cell, standing.get(cell)))
    return tuple(wrong)


def _is_right(piece: Piece | None, cell: Cell, position: Position) -> bool:
    if piece is None:
        return cell not in position.occupied
    return cell in (position.mummies if piece == MUMMY else position.pieces)


FOREVER_S: Final = float("inf")


class Waiting(msgspec.Struct, frozen=True):
    """Nothing to announce before `until_s` unless something changes; `may_move` if a move or a question may follow.

    `Waiting()` says that all pieces stand right.
    """

    until_s: float = FOREVER_S
    may_move: bool = False


class Matched(msgspec.Struct, frozen=True):
    """The pieces stand where this action leads; `instead`: it takes the place of the action matched last."""

    action: Move
    instead: bool = False


class Unmoved(msgspec.Struct, frozen=True):
    """The piece no longer stands where it was matched, nor surely anywhere else: it has not moved yet."""


class Ambiguous(msgspec.Struct, frozen=True):
    """It may have been one of these actions, or none of them: the players know.

    The question about the mummy is for everybody: it is asked whether or not a pawn is near, and it names no pawn.
    """

    actions: tuple[Move, ...]
    question: Words
    path: tuple[Cell, ...] | None = None
    """The cells over which the mummy was sensed, if the question is about the mummy."""


class Reminder(msgspec.Struct, frozen=True):
    """What the players must remember because the board cannot know it; `is_public` if that reveals no pawn."""

    words: Words
    is_public: bool = False


class Mismatch(msgspec.Struct, frozen=True):
    """The pieces stand where no legal action leads: what to put right, and why, with the clause if there is one."""

    fixes: tuple[Fix, ...]
    reason: Words
    clause: str = ""
    is_public: bool = False
    """Whether it is about the mummy alone, as the mummy's player sees it."""
    until_s: float = FOREVER_S
    """When there may be more to put right; infinity once that was evaluated."""

    @property
    def missed(self) -> int:
        """How many pieces are not where they belong."""
        return sum(fix.piece is not None for fix in self.fixes)


Inference: TypeAlias = Waiting | Matched | Unmoved | Ambiguous | Reminder | Mismatch


def once(due_s: float, now_s: float, inference: Inference, *, may_move: bool = False) -> Inference:
    """An inference as soon as it is due, else the wait for that."""
    return inference if now_s >= due_s else Waiting(due_s, may_move)


def instead_of(action: Move, found: Inference, *, is_known: bool) -> Inference | None:
    """What an inference from the state before the accepted move means for that move; `is_known`: it surely ended."""
    match found:
        case Matched(other):
            return Matched(other, instead=True) if other != action else None
        case Waiting(until_s) if until_s < FOREVER_S:
            return found
        case Waiting() | Ambiguous() | Reminder() if is_known:
            return Unmoved()
    return None
