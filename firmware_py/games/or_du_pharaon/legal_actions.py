"""What may be done now in L'or du pharaon: the decisions, and the cards that can be revealed or rotated."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import (
    PAWNS,
    TREASURES,
    TURNS,
    AnyAction,
    EndTurn,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Steal,
    TakeLantern,
)
from firmware_py.games.or_du_pharaon.cells import SIDES, Cell
from firmware_py.games.or_du_pharaon.destinations import targets
from firmware_py.games.or_du_pharaon.legality import broken_rule
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; what a revealed card or a photo shows is not chosen, so not listed."""
    if state.phase != "turn":
        return ()
    player = state.active
    moves = tuple(Move(player, pawn, cell) for pawn in PAWNS for cell in targets(state, pawn))
    turning = tuple(Rotate(player, cell, turns) for cell in rotate_targets(state) for turns in TURNS)
    others: tuple[AnyAction, ...] = (
        PlaceLantern(player),
        TakeLantern(player),
        *(PickUp(player, treasure) for treasure in TREASURES),
        PutDown(player),
        *(Steal(player, victim) for victim in state.players),
    )
    return (*moves, *turning, *(action for action in others if broken_rule(state, action) is None), EndTurn(player))


def reveal_targets(state: State) -> tuple[Cell, ...]:
    """Return the face-down cards that the archaeologist may reveal now, sorted as text (G04)."""
    cells = _around(state, state.team.archaeologist)
    return tuple(cell for cell in cells if broken_rule(state, Reveal(state.active, cell, "".join(SIDES))) is None)


def rotate_targets(state: State) -> tuple[Cell, ...]:
    """Return the cards that the porter may rotate now, sorted as text (G05)."""
    cells = _around(state, state.team.porter)
    return tuple(cell for cell in cells if broken_rule(state, Rotate(state.active, cell, TURNS[0])) is None)


def _around(state: State, here: str) -> list[Cell]:
    """Return the card under a pawn and its neighbours; none for a lost pawn."""
    return [] if here == LOST else sorted({here, *neighbours_of(state.setup.start)[here].values()})
