"""What may be done now in Maudite Momie, listed."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.games.maudite_momie.actions import PILES, AnyAction, Awaken, Explore, Keep, Pile, Secure
from firmware_py.games.maudite_momie.legality import broken_rule
from firmware_py.games.maudite_momie.state import State


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; what is seen and not chosen is not listed: turned-over cards, an empty pile."""
    return tuple(_legal(state))


def may_act(state: State) -> bool:
    """Return whether there is any legal decision."""
    return next(_legal(state), None) is not None


def _legal(state: State) -> Iterator[AnyAction]:
    player = state.active
    candidates: tuple[AnyAction, ...] = ()
    match state.phase:
        case "turn":
            candidates = (
                *(Explore(player, pile) for pile in PILES),
                Secure(player),
                *(Awaken(player, target) for target in state.players),
            )
        case "keep":
            subsets: tuple[tuple[Pile, ...], ...] = ((), ("left",), ("right",), ("left", "right"))
            candidates = tuple(Keep(player, kept) for kept in subsets)
    return (action for action in candidates if broken_rule(state, action) is None)
