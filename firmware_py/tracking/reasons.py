"""Why pieces may not stand where they are sensed, in the words of the rules, and the question about a piece that may.

Why apart from `matching`: what is sensed decides that a position fits nothing. The rules are asked for the reason
afterwards, which must be true of the very piece that was moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import UNSET, structs

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import legal_actions
from firmware_py.games.malediction.legality import broken_rule
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.games.malediction.state import State, to_act
from firmware_py.games.rules import TABLE
from firmware_py.grid import Cell, cell_position
from firmware_py.tracking.placements import Piece
from firmware_py.tracking.position import MUMMY, Fix, Position, ignored_cells, mover_of, piece_words
from firmware_py.words import NOTHING, Words, plain, words


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


def start_of(state: State) -> Cell | None:
    """Return the cell from which the active pawn moves, or None if it is on no cell."""
    return state.cell(state.turn) if state.turn is not None else None


def move_question(state: State, actions: tuple[Move, ...]) -> Words:
    """Return the question about a piece that may have moved."""
    ends = {end_of(state, action) for action in actions}
    if len(ends) > 1:
        return words("Has the piece moved to a cell that senses nothing?")
    piece = mover_of(state)
    assert piece is not None
    return words("Has the {piece} moved to {cell}?", piece=piece_words(state, piece), cell=min(ends))


def why_not_reachable(state: State, sensed: tuple[Cell, ...]) -> tuple[Words, str] | None:
    """Return why the map forbids the mummy's path over the sensed cells, and the clause.

    None if the map allows it: there are several paths.
    """
    cell, public = sensed[-1], rules.seen_by(state, TABLE)
    named = piece_words(state, MUMMY)
    for here, to in pairwise((state.mummy, *sensed)):
        rule = broken_rule(structs.replace(public, mummy=here), Move(state.mummy_player, path=(to,)))
        if (
            rule is not None
            and rule.clause in ("P32", "P33")
            and (_are_beside(here, to) or not state.maze.is_floor(to))
        ):
            return words("The {piece} may not end on {cell}: {why}", piece=named, cell=to, why=rule.why), rule.clause
    shortest = mummy_paths(state.maze, state.mummy, len(state.maze.cells), ()).get(cell, (cell,))
    for path in (shortest, sensed):
        rule = broken_rule(public, Move(state.mummy_player, path=path))
        if rule is not None and rule.clause != "P32":
            return words("The {piece} may not end on {cell}: {why}", piece=named, cell=cell, why=rule.why), rule.clause
    return None


def unknown_path(end: Cell) -> tuple[Words, str]:
    """Return why nothing is played where several paths lead to the cell on which the mummy is sensed."""
    return words("The board did not sense the mummy's path to {cell}: slide it from cell to cell.", cell=end), "P35"


def _are_beside(cell: Cell, other: Cell) -> bool:
    return sum(abs(a - b) for a, b in zip(cell_position(cell), cell_position(other), strict=True)) == 1


def reason_for(
    state: State, newest: Cell | None, position: Position, fixes: tuple[Fix, ...], *, has_moved: bool
) -> tuple[Words, str]:
    """Return why the pieces may not stand so in a hunter's turn, and the clause, empty if there is none.

    The reason names one moved piece where one explains it. `newest` is the cell that began to sense something last.
    `has_moved`: the active pawn has made a legal move, so it is not blamed.
    """
    mover = mover_of(state)
    others = _others_missed(position, fixes, mover)
    if others:
        return _not_now(state, others)
    extra = tuple(_arrivals(state, newest, position, fixes))
    if mover is None or has_moved or len(extra) > 1 or (extra and start_of(state) in position.occupied):
        return words("A piece is where it does not belong: {cells}.", cells=tuple(map(plain, extra))), ""
    if not extra:
        return _in_the_air(state, mover), ""
    return _forbidden(state, mover, extra[0])


def _others_missed(position: Position, fixes: tuple[Fix, ...], mover: Piece | None) -> tuple[Piece, ...]:
    """Return the missed pieces that may not move now; a mummy sensed on a pawn's cell hides that pawn."""
    return tuple(
        fix.piece for fix in fixes if fix.piece is not None and fix.piece != mover and fix.cell not in position.mummies
    )


def _arrivals(state: State, newest: Cell | None, position: Position, fixes: tuple[Fix, ...]) -> Iterator[Cell]:
    """Yield where a piece has come to: an empty cell, a hunter's cell that senses too much, stairs or dungeon."""
    for fix in fixes:
        if fix.piece is None or (fix.piece != MUMMY and fix.cell in position.mummies):
            yield fix.cell
    if any(fix.piece is None for fix in fixes):
        return
    yield from sorted(position.crowded & position.pieces & state.in_corridors.keys())
    if newest in ignored_cells(state):
        yield newest


def _not_now(state: State, others: tuple[Piece, ...]) -> tuple[Words, str]:
    """Return that other pieces than these may move now, or what the game waits for instead of any."""
    if mover_of(state) is not None:
        return words("Do not move now: {pieces}.", pieces=tuple(piece_words(state, one) for one in others)), "P06"
    piece = others[0]
    rule = broken_rule(state, _attempt(state, piece, state.mummy))
    why = rule.why if rule else NOTHING
    return words("The {piece} may not move now. {why}", piece=piece_words(state, piece), why=why), (
        rule.clause if rule else ""
    )


def _forbidden(state: State, piece: Piece, cell: Cell) -> tuple[Words, str]:
    """Return why a pawn may not end on a cell."""
    rule = broken_rule(state, _attempt(state, piece, cell))
    if rule is None:
        return _in_the_air(state, piece), ""
    if rule.clause in ("P21", "P22"):
        why = words("occupied by {pawn}.", pawn=piece_words(state, state.in_corridors[cell]))
    elif state.face is not None:
        why = words("with {face} to {cells}.", face=FACE_WORDS[state.face], cells=_ends(state))
    else:
        why = rule.why
    text = words("The {piece} may not end on {cell}: {why}", piece=piece_words(state, piece), cell=cell, why=why)
    return text, rule.clause


def _attempt(state: State, piece: Piece, cell: Cell) -> Move:
    player = (to_act(state) or (state.mummy_player,))[0]
    if piece != MUMMY:
        return Move(player, to=cell)
    paths = mummy_paths(state.maze, state.mummy, len(state.maze.cells), state.in_corridors)
    return Move(player, path=paths.get(cell, (cell,)))


def _in_the_air(state: State, piece: Piece) -> Words:
    named = piece_words(state, piece)
    return words(
        "The board does not sense the {piece}. It may end in the middle of {cells}.", piece=named, cells=_ends(state)
    )


def _ends(state: State) -> tuple[Words, ...]:
    """Return where the piece that may move may end."""
    found = (action for action in legal_actions(state) if isinstance(action, Move))
    return tuple(map(plain, sorted({end_of(state, action) for action in found})))
