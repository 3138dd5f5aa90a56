"""Which cells of the board are believed in a game, and why the others are not.

A cell is not believed for one of five reasons:

- it was left out by hand (`Calibration.masked`);
- the board cannot read it now (`Cells.unread`);
- it changes too often (`Settling.unsteady`), unless it is trusted (`trusted_cells`);
- any number of pieces may stand there (`ignored_cells`);
- the players said by button otherwise than it senses (`Tracker.disbelieved`).

A disbelieved cell is believed again once it changes, or senses what the game says.
"""

from __future__ import annotations

from typing import Final

from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.sensing.cells import Cells, Sensed
from firmware_py.sensing.settling import Settling, observe
from firmware_py.tracking.position import (
    MUMMY,
    Position,
    cell_numbers,
    ignored_cells,
    mover_of,
    sensed_position,
    to_put_right,
)

DICE_PHASES: Final = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: a player who enters that says nothing about the pieces."""
MUMMY_PHASES: Final = ("mummy_roll", "interrupt", "mummy_move")
"""Phases in which the mummy's player acts."""


def is_about_dice(earlier: State, state: State) -> bool:
    """Return whether the step from one state to the next says nothing about the pieces, but only about dice."""
    has_rolled = earlier.phase in DICE_PHASES and state.phase != earlier.phase
    return has_rolled or state.phase == "choose"  # which may be reached again with the same dice


def disbelieved_in(
    state: State,
    position: Position,
    earlier: State,
    disbelieved: frozenset[Cell],
    contradicted: frozenset[Cell],
    *,
    is_mummy_contradicted: bool,
) -> frozenset[Cell]:
    """Return the cells that are not believed once the game goes on from an earlier state.

    The players played on although they had read that the `contradicted` cells are wrong, or that the mummy is missed.
    Cells that sense what the game says are believed again. The mummy's cell is disbelieved only once everybody has read
    that the mummy is missed, which no pawn can have hastened. Over switches, cells of pawns that stand wrong when the
    mummy's turn begins are disbelieved, whether that was announced or not: the mummy's move follows from none of them.
    """
    wrong = {fix.cell for fix in to_put_right(state, position) if fix.piece != MUMMY}
    mummys = {state.mummy} if state.mummy == earlier.mummy else set[Cell]()
    cells = disbelieved & (wrong | mummys)
    cells |= wrong & contradicted
    if is_mummy_contradicted:
        cells |= mummys
    begins_mummys_turn = state.phase in MUMMY_PHASES and earlier.phase not in MUMMY_PHASES
    return cells | wrong if begins_mummys_turn and not position.tells_mummy else cells


def believed_again(
    disbelieved: frozenset[Cell], settling: Settling, state: State | None, changed: frozenset[Cell]
) -> frozenset[Cell]:
    """Return which disbelieved cells are believed from now on: those that have changed.

    In the mummy's turn over switches there are none as long as the mummy is not in place, since the mummy may be what
    has changed them. As soon as it is in place, cells that sense what the game says are believed again as well.
    """
    cells = settling.cells
    if state is None or state.phase not in MUMMY_PHASES or cells.tells_mummy:
        return changed
    home = cell_numbers(state.maze, cells.columns, (state.mummy,))
    if all(cells.sensed[cell] is Sensed.NOTHING for cell in home):
        return frozenset()
    wrong = {fix.cell for fix in to_put_right(state, sensed_position(state, observe(settling)))}
    return changed | (disbelieved - wrong)


def trusted_cells(state: State, cells: Cells) -> frozenset[int]:
    """Return the cells that are believed however often they change: in the mummy's turn all, over switches its own.

    Why: how often the mummy's cell changes, or another one, also follows from whether a pawn stands where the mummy is
    moved to and fro. Disbelief would tell.
    """
    if mover_of(state) != MUMMY:
        return frozenset()
    return cell_numbers(state.maze, cells.columns, state.maze.cells if cells.tells_mummy else (state.mummy,))


def pressed_cells(state: State, cells: Cells) -> frozenset[int]:
    """Return the cells whose switches may open in the mummy's turn although nobody has lifted their pawns.

    The back of the mummy's field can open a switch under a pawn that stands askew beside the mummy.
    """
    is_mummys_turn = mover_of(state) == MUMMY
    pawns = state.in_corridors if is_mummys_turn and not cells.tells_mummy else ()
    return cell_numbers(state.maze, cells.columns, pawns)


def believed_cells(state: State, settling: Settling, disbelieved: frozenset[Cell]) -> frozenset[int]:
    """Return the cells on which pieces are tracked."""
    cells = settling.cells
    counted = frozenset(state.maze.cells) - ignored_cells(state) - disbelieved
    return cell_numbers(state.maze, cells.columns, counted) - settling.unsteady - cells.calibration.masked
