"""Why the active pawn cannot move with a face: what stands in its way (P18 to P25)."""

from __future__ import annotations

from firmware_py.games.malediction.legal_actions import start_and_others
from firmware_py.games.malediction.movement import Face, hunter_ends
from firmware_py.games.malediction.state import State
from firmware_py.games.rules import Rule
from firmware_py.words import words

NOBODY = frozenset[str]()


def why_blocked(state: State, face: Face) -> Rule | None:
    """Return the clause that leaves the active pawn no move with a face; None if it has one, or is hidden.

    It is the nearest: another hunter before the mummy, and the mummy before the walls.
    """
    start, others = start_and_others(state)
    if start is None or hunter_ends(state.maze, start, face, state.mummy, others):
        return None
    is_arrow = face == "arrow"
    if hunter_ends(state.maze, start, face, state.mummy, NOBODY):
        if is_arrow:
            return Rule("P22", words("another hunter is in the way"))
        return Rule("P21", words("every path ends on another hunter"))
    if hunter_ends(state.maze, start, face, "", NOBODY):
        return Rule("P22" if is_arrow else "P24", words("the mummy is in the way"))
    if is_arrow:
        return Rule("P23", words("there are walls all around"))
    return Rule("P18", words("no path here is that long"))
