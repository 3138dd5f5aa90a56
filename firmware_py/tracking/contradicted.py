"""The cells that sense otherwise than the players have said by button, and until when these are not believed."""

from __future__ import annotations

from firmware_py.games.malediction.pieces import MUMMY
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.tracking.position import Position, to_put_right

DICE_PHASES = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: a player who enters that says nothing about the pieces."""


def contradicted_in(
    state: State,
    position: Position,
    earlier: State,
    disbelieved: frozenset[Cell],
    announced: frozenset[Cell],
    *,
    is_mummy_missed: bool,
) -> frozenset[Cell]:
    """Return the cells that are not believed once the game goes on from an earlier state.

    The players played on although they had read that the `announced` cells are wrong, or that the mummy is missed.
    Cells that sense what the game says are believed again. The mummy's cell is disbelieved only once everybody has read
    that the mummy is missed, which no pawn can have hastened.
    """
    wrong = {fix.cell for fix in to_put_right(state, position) if fix.piece != MUMMY}
    mummys = {state.mummy} if state.mummy == earlier.mummy else set[Cell]()
    cells = disbelieved & (wrong | mummys)
    if is_about_dice(earlier, state):
        return cells
    return cells | (wrong & announced) | (mummys if is_mummy_missed else set())


def is_about_dice(earlier: State, state: State) -> bool:
    """Return whether the step from one state to the next says nothing about the pieces, but only about dice."""
    has_rolled = earlier.phase in DICE_PHASES and state.phase != earlier.phase
    return has_rolled or state.phase == "choose"  # which may be reached again with the same dice
