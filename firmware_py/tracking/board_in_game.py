"""The sensed board with what follows from the game: which pawns are at rest, which cells count, what to forget."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.sensing import settling as rest
from firmware_py.sensing.association import OUTSIDE, reset_paths, traced_back
from firmware_py.sensing.settling import Settling
from firmware_py.tracking.belief import believed_cells, pressed_cells, trusted_cells
from firmware_py.tracking.position import MUMMY, Position, cell_numbers, ignored_cells, is_in_place, mover_of
from firmware_py.tracking.reasons import end_of


def with_pawns_at_rest(settling: Settling, state: State, *, refresh: bool) -> Settling:
    """Return the board with the pawns of a state at rest where they stand.

    `refresh`: take the fields of all of them as sensed now, and not only of those that have come since.
    """
    columns = settling.cells.columns
    pawns = cell_numbers(state.maze, columns, state.in_corridors.keys() | ignored_cells(state))
    return rest.set_at_rest(settling, pawns, cell_numbers(state.maze, columns, (state.mummy,)), refresh=refresh)


def with_beliefs(settling: Settling, state: State, disbelieved: frozenset[Cell]) -> Settling:
    """Return the board with the cells that count in a state, and with its pawns."""
    later = rest.trust(settling, trusted_cells(state, settling.cells))
    later = replace(later, pressed=pressed_cells(state, settling.cells))
    later = with_pawns_at_rest(later, state, refresh=False)
    return rest.set_tracked(later, believed_cells(state, later, disbelieved))


def in_state(settling: Settling, state: State, position: Position, *, begins_mummys_turn: bool) -> Settling:
    """Return the board as the game enters a state: what led to the pieces before it is forgotten as far as needed."""
    if begins_mummys_turn or (mover_of(state) == MUMMY and is_in_place(state, position)):
        settling = replace(settling, changes=())  # what was done with the mummy before its turn
    if begins_mummys_turn and not position.tells_mummy:
        settling = rest.reset_tracks(settling)  # over switches the piece in the air may have been the mummy
    else:
        settling = replace(settling, tracks=reset_paths(settling.tracks))
    return rest.believe_calm(settling) if state.phase == "begin" else settling  # no path is forgotten with it


def from_before(settling: Settling, state: State, action: Move) -> Settling:
    """Return the board as if the moved piece were tracked from where it stood before."""
    columns = settling.cells.columns
    start = state.mummy if action.path is not UNSET else state.cell(state.active)
    is_counted = start is not None and start not in ignored_cells(state)
    began = cell_numbers(state.maze, columns, (start,)) if start and is_counted else frozenset({OUTSIDE})
    ended = cell_numbers(state.maze, columns, (end_of(state, action),))
    path = action.path if action.path is not UNSET else ()
    numbers = tuple(number for cell in path for number in cell_numbers(state.maze, columns, (cell,)))
    return replace(settling, tracks=traced_back(settling.tracks, ended, began, numbers))
