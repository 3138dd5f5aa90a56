"""An independent search for what may still be done in a turn of L'or du pharaon: whatever can be entered is tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from firmware_py.games.or_du_pharaon.rules import apply, broken_rule, record_state
from firmware_py.games.or_du_pharaon.state import (
    FIGURES,
    GRID,
    START,
    TREASURES,
    TURNS,
    AnyAction,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    State,
    Steal,
    TakeLantern,
)

MOST_STATES = 40
"""Most states to look at: more of them only show that a turn goes on."""


def everything(state: State) -> Iterator[AnyAction]:
    """Yield whatever could be entered in a turn but its end, forbidden or not."""
    player, places = state.active, (*GRID, START)
    yield from (Move(player, figure, cell) for figure, cell in product(FIGURES, places))
    yield from (Reveal(player, cell, "NESW", chamber) for cell in places for chamber in (False, True))
    yield from (Rotate(player, cell, turns) for cell, turns in product(places, TURNS))
    yield from (PickUp(player, treasure) for treasure in TREASURES)
    yield from (Steal(player, victim) for victim in state.players)
    yield from (PlaceLantern(player), TakeLantern(player), PutDown(player))


def reached(state: State) -> list[State]:
    """Every state that acts of this turn lead to, the state itself first."""
    found, waiting = [state], [state]
    while waiting and len(found) < MOST_STATES:
        here = waiting.pop()
        for action in everything(here):
            if broken_rule(here, action) is None:
                after, _ = apply(here, action)
                if after not in found:
                    found.append(after)
                    waiting.append(after)
    return found


def is_spent_by_search(state: State) -> bool:
    """Whether all that acts lead to is the same table, but that the active player's hands may be empty."""

    def but_for_own_hands(one: State) -> dict[str, Any]:
        shown = record_state(one)
        held, here = one.team.carrying, one.team.archaeologist
        shown["carrying"].pop(one.active)
        if held is not None:
            shown["loose"][here] = sorted((*shown["loose"].get(here, ()), held), key=TREASURES.index)
        return shown

    tables = reached(state)
    held = {one.team.carrying for one in tables} - {None, state.team.carrying}
    return not held and all(
        one.turn == state.turn and but_for_own_hands(one) == but_for_own_hands(state) for one in tables
    )
