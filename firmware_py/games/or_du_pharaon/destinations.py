"""Where a pawn may go now, and for how many actions: step by step, gliding, or with a treasure (G15 to G24, G40)."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import Pawn
from firmware_py.games.or_du_pharaon.cells import START, Cell
from firmware_py.games.or_du_pharaon.gliding import action_costs
from firmware_py.games.or_du_pharaon.setup import numbers_of
from firmware_py.games.or_du_pharaon.state import LOST, State, pyramid_graph, where


def targets(state: State, pawn: Pawn) -> dict[Cell, int]:
    """Return where the active player's pawn may move now, sorted as text, and how many actions each card costs."""
    if state.phase != "turn" or where(state.team, pawn) == LOST:
        return {}
    actions = min(1, state.actions_left) if takes_bust_out(state, pawn) else state.actions_left
    costs = _costs(state, pawn, actions, burdened=is_burdened(state, pawn), lanterns=may_glide(state, pawn))
    return {cell: costs[cell] for cell in sorted(costs) if costs[cell] > 0}


def is_burdened(state: State, pawn: Pawn) -> bool:
    """Return whether this pawn of the active player carries a treasure."""
    return pawn == "archaeologist" and state.team.carrying is not None


def takes_bust_out(state: State, pawn: Pawn) -> bool:
    """Return whether this pawn's next move takes the bust out of its chamber, so that it is a single step (G40)."""
    return is_burdened(state, pawn) and state.team.carrying == "bust" and state.collapse.status == "countdown"


def may_glide(state: State, pawn: Pawn) -> bool:
    """Return whether lanterns help this pawn of the active player now (G18)."""
    return not is_burdened(state, pawn) or (state.rules.glide_with_treasure and not takes_bust_out(state, pawn))


def cost_if(state: State, pawn: Pawn, to: Cell, *, burdened: bool, lanterns: bool) -> int | None:
    """Return how many actions a move of the active player's pawn costs, however many are left; None without a path.

    The path of a burdened pawn does not cross the start card (G24); without `lanterns` every step costs one.
    """
    return _costs(state, pawn, len(state.openings), burdened=burdened, lanterns=lanterns).get(to)


def _costs(state: State, pawn: Pawn, actions: int, *, burdened: bool, lanterns: bool) -> dict[Cell, int]:
    numbers = numbers_of(state.setup.start)
    graph = pyramid_graph(state.setup.start, state.openings)
    if burdened:
        graph[numbers[START]] = ()
    lit = {numbers[cell] for cell in state.team.lanterns} if lanterns else set()
    costs = action_costs(graph, lit, numbers[where(state.team, pawn)], actions)
    return {cell: cost for cell, cost in zip(numbers, costs, strict=True) if cost is not None}
