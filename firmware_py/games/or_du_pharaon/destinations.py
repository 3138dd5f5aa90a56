"""Where a pawn may go now, and for how many actions: step by step, gliding, or with a treasure (G15 to G24, G40)."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import Pawn
from firmware_py.games.or_du_pharaon.cells import START, Cell
from firmware_py.games.or_du_pharaon.gliding import reached_by_actions
from firmware_py.games.or_du_pharaon.paths import Cards
from firmware_py.games.or_du_pharaon.state import LOST, Pyramid, State, Team, where


def destinations(state: State, pawn: Pawn) -> list[Cell]:
    """Return where the active player's pawn may move now, sorted as text."""
    return state.pyramid.cells(sum(_reached_now(state, pawn)[1:]))


def targets(state: State, pawn: Pawn) -> dict[Cell, int]:
    """Return the same, and how many actions each card costs."""
    reached = _reached_now(state, pawn)
    costs = {cell: cost for cost, cards in enumerate(reached) if cost for cell in state.pyramid.cells(cards)}
    return dict(sorted(costs.items()))


def is_burdened(state: State, pawn: Pawn) -> bool:
    """Return whether this pawn of the active player carries a treasure."""
    return pawn == "archaeologist" and state.team.carrying is not None


def takes_bust_out(state: State, pawn: Pawn) -> bool:
    """Return whether this pawn's next move takes the bust out of its chamber, so that it is a single step (G40)."""
    return is_burdened(state, pawn) and state.team.carrying == "bust" and state.collapse.status == "countdown"


def may_glide(state: State, pawn: Pawn) -> bool:
    """Return whether lanterns help this pawn of the active player now (G18)."""
    return not is_burdened(state, pawn) or (state.rules.glide_with_treasure and not takes_bust_out(state, pawn))


def cost_now(state: State, pawn: Pawn, to: Cell) -> int | None:
    """Return how many actions a move of the active player's pawn costs; None unless it is legal."""
    return _cost(state, _reached_now(state, pawn), to) or None


def cost_if(state: State, pawn: Pawn, to: Cell, *, burdened: bool, lanterns: bool) -> int | None:
    """Return what a move would cost, however many actions are left; None without a path.

    The path of a burdened pawn does not cross the start card (G24); without `lanterns` every step costs one.
    """
    enough = len(state.pyramid.bits)
    reached = _reached(state.pyramid, state.team, pawn, enough, burdened=burdened, lanterns=lanterns)
    return _cost(state, reached, to)


def _cost(state: State, reached: list[Cards], to: Cell) -> int | None:
    goal = state.pyramid.bits.get(to, 0)
    return next((cost for cost, cards in enumerate(reached) if cards & goal), None)


def _reached_now(state: State, pawn: Pawn) -> list[Cards]:
    """Return the cards that a pawn reaches for no action, for one, and so on, with the actions that are left."""
    team, actions = state.team, state.actions_left
    if state.phase != "turn" or where(team, pawn) == LOST:
        return []
    if pawn == "porter" or team.carrying is None:
        return _reached(state.pyramid, team, pawn, actions)
    if takes_bust_out(state, pawn):
        actions = min(1, actions)
    return _reached(state.pyramid, team, pawn, actions, burdened=True, lanterns=may_glide(state, pawn))


def _reached(
    pyramid: Pyramid, team: Team, pawn: Pawn, actions: int, *, burdened: bool = False, lanterns: bool = True
) -> list[Cards]:
    corridors = pyramid.corridors
    if burdened:
        corridors = corridors.without_exits_of(pyramid.bits[START])
    lit = pyramid.bitboard(team.lanterns) if lanterns and team.lanterns else 0
    return reached_by_actions(corridors, lit, pyramid.bits[where(team, pawn)], actions)
