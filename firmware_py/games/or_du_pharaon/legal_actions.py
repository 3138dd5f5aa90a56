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
from firmware_py.games.or_du_pharaon.card_legality import before_porter
from firmware_py.games.or_du_pharaon.cells import SIDES, Cell
from firmware_py.games.or_du_pharaon.destinations import destinations
from firmware_py.games.or_du_pharaon.legality import broken_in_turn, broken_rule
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; what a revealed card or a photo shows is not chosen, so not listed."""
    if state.phase != "turn":
        return ()
    player = state.active
    return (
        *[Move(player, pawn, cell) for pawn in PAWNS for cell in destinations(state, pawn)],
        *[Rotate(player, cell, turns) for cell in rotate_targets(state) for turns in TURNS],
        *[action for action in _with_lanterns_and_treasures(state) if broken_in_turn(state, action) is None],
        EndTurn(player),
    )


def _with_lanterns_and_treasures(state: State) -> list[AnyAction]:
    """Return the acts with what is at hand; any other lacks its lantern, its treasure or its victim."""
    player, team = state.active, state.team
    acts: list[AnyAction] = []
    if state.actions_left:
        acts.append(TakeLantern(player) if team.porter in team.lanterns else PlaceLantern(player))
    if team.carrying is not None:
        return [*acts, PutDown(player)]
    if lying := state.lying(team.archaeologist):
        acts += [PickUp(player, treasure) for treasure in TREASURES if treasure in lying]
    acts += [Steal(player, name) for name, other in zip(state.players, state.teams, strict=True) if other.carrying]
    return acts


def reveal_targets(state: State) -> tuple[Cell, ...]:
    """Return the face-down cards that the archaeologist may reveal now, sorted as text (G04)."""
    here = state.team.archaeologist
    cells = [] if here == LOST else sorted(neighbours_of(state.setup.start)[here].values())
    return tuple(cell for cell in cells if broken_rule(state, Reveal(state.active, cell, "".join(SIDES))) is None)


def rotate_targets(state: State) -> tuple[Cell, ...]:
    """Return the cards that the porter may rotate now, sorted as text."""
    return before_porter(state) if state.phase == "turn" and state.actions_left else ()
