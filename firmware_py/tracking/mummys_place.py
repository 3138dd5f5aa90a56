"""Where the mummy is sensed, and whether the mummy is missed.

Why apart from the other pieces: everybody may read that the mummy is not where the game has it. Whether and when that
is announced must follow from the mummy's cell alone. What is inferred from all pieces changes with every pawn that is
lifted.
"""

from __future__ import annotations

from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.sensing.association import OUTSIDE
from firmware_py.sensing.cells import Sensed
from firmware_py.sensing.settling import Observation, Settling, observe
from firmware_py.tracking.position import MUMMY, cell_numbers, mover_of
from firmware_py.tracking.sensed_paths import is_on_path, path_by_strength, path_by_tracks


def is_sensed_in_place(settling: Settling, state: State) -> bool:
    """Return whether the mummy's cell senses the mummy, or over switches anything."""
    cells = settling.cells
    wanted = Sensed.MUMMY if cells.tells_mummy else Sensed.PIECE
    home = cell_numbers(state.maze, cells.columns, (state.mummy,))
    return any(cells.sensed[cell] is wanted for cell in home)


def mummys_cell(state: State, observation: Observation) -> Cell | None:
    """Return where the mummy is sensed in its turn; None if nowhere.

    A board of sensors knows the mummy by its strength. A board of switches knows it in place, or where it was slid to.
    """
    if observation.tells_mummy:
        return path_by_strength(state, observation)[1]
    (home,) = cell_numbers(state.maze, observation.columns, (state.mummy,)) or {OUTSIDE}
    if home in observation.pieces:
        return state.mummy
    return path_by_tracks(state, observation)[0][-1] if is_on_path(state, observation) else None


def is_missed(settling: Settling, state: State, disbelieved: frozenset[Cell], *, is_tracked: bool) -> bool:
    """Return whether the mummy is sensed neither on its cell nor, in its turn over switches, where it was slid to.

    `is_tracked`: the mummy has been in place, and the board was there ever since.
    """
    cells = settling.cells
    believed = frozenset({state.mummy}) - disbelieved
    (here,) = cell_numbers(state.maze, cells.columns, believed) or {OUTSIDE}
    if here in cells.unread | cells.calibration.masked | {OUTSIDE} or cells.sensed[here] is not Sensed.NOTHING:
        return False
    is_mummys_turn = mover_of(state) == MUMMY and not cells.tells_mummy
    return not (is_mummys_turn and is_tracked and is_on_path(state, observe(settling)))
