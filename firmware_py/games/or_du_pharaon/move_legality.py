"""Why a pawn may not move to a card."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import PAWN_WORDS, Move
from firmware_py.games.or_du_pharaon.cells import Cell, place_words
from firmware_py.games.or_du_pharaon.destinations import cost_if, cost_now, is_burdened, may_glide, takes_bust_out
from firmware_py.games.or_du_pharaon.refusals import not_face_up, pawn_lost, touch_at_a_corner, wall_between
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State, where
from firmware_py.games.rules import Rule
from firmware_py.words import words, words_n


def broken_by_move(state: State, action: Move) -> Rule | None:
    if cost_now(state, action.pawn, action.to):
        return None
    here = where(state.team, action.pawn)
    if here == LOST:
        return pawn_lost(action)
    if action.to == here:
        return Rule(
            "G01", words("A move leads to another card: {pawn} is there already.", pawn=PAWN_WORDS[action.pawn])
        )
    closed = not_face_up(state, action.to)
    if closed is not None:
        return closed
    if takes_bust_out(state, action.pawn) and action.to not in state.pyramid.beside(here):
        return _no_single_step(state, here, action.to)
    cost = cost_if(
        state,
        action.pawn,
        action.to,
        burdened=is_burdened(state, action.pawn),
        lanterns=may_glide(state, action.pawn),
    )
    return _no_path(state, action, here) if cost is None else _too_far(state, action, cost)


def _no_single_step(state: State, here: Cell, to: Cell) -> Rule:
    if to in neighbours_of(state.setup.start)[here].values():
        return wall_between(here, to)
    return Rule("G40", words("The bust leaves its chamber by a single step to a card next to it."))


def _no_path(state: State, action: Move, here: Cell) -> Rule:
    if is_burdened(state, action.pawn) and _unburdened_cost(state, action) is not None:
        return _through_start()
    if action.to in neighbours_of(state.setup.start)[here].values():
        return wall_between(here, action.to)
    if touch_at_a_corner(state, here, action.to):
        return Rule("G13", words("There is no diagonal step, and no open path leads round the corner."))
    return Rule(
        "G03", words("No open path leads to {place}: both touching edges must be open.", place=place_words(action.to))
    )


def _too_far(state: State, action: Move, cost: int) -> Rule:
    left = state.actions_left
    if is_burdened(state, action.pawn):
        on_foot = cost_if(state, action.pawn, action.to, burdened=False, lanterns=may_glide(state, action.pawn))
        if on_foot is not None and on_foot <= left:
            return _through_start()
        gliding = _unburdened_cost(state, action)
        if gliding is not None and gliding <= left:
            why = words_n(
                "With a treasure every step costs an action: {place} takes {cost}, and {count} is left.",
                "With a treasure every step costs an action: {place} takes {cost}, and {count} are left.",
                left,
                place=place_words(action.to),
                cost=cost,
            )
            return Rule("G18", why)
    why = words_n(
        "The path to {place} takes {cost} actions, and {count} is left.",
        "The path to {place} takes {cost} actions, and {count} are left.",
        left,
        place=place_words(action.to),
        cost=cost,
    )
    return Rule("G01", why)


def _unburdened_cost(state: State, action: Move) -> int | None:
    return cost_if(state, action.pawn, action.to, burdened=False, lanterns=True)


def _through_start() -> Rule:
    return Rule("G24", words("With a treasure the path ends on the start card, where it is delivered."))
