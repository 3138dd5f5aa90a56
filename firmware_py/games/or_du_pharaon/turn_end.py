"""How a turn ends and the next one begins; players without pawns are passed over."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.collapse import turn_ended
from firmware_py.games.or_du_pharaon.events import PassedOver, TurnBegins
from firmware_py.games.or_du_pharaon.scoring import game_over
from firmware_py.games.or_du_pharaon.state import ACTIONS_A_TURN, State
from firmware_py.games.rules import Event

Events = tuple[Event, ...]


def end_turn(state: State) -> tuple[State, Events]:
    """Return the state after the active player's turn, at the next player's, or at the end of the game."""
    after, fell = turn_ended(state)
    after, events = hand_over(after)
    return after, (*fell, *events)


def hand_over(state: State) -> tuple[State, Events]:
    """Return the state at the turn of the next player who has a pawn, or at the end of the game (G49, G50).

    Players without pawns have empty turns before that, one after another; a clock's empty turn still brings its wave.
    """
    if not state.cards:
        over = replace(state, phase="over", actions_left=0, photographed=None)
        return over, (game_over(over),)
    following = (state.turn + 1) % len(state.players)
    state = replace(state, phase="turn", turn=following, actions_left=ACTIONS_A_TURN, photographed=None)
    if not state.team.is_lost:
        return state, (TurnBegins(state.active),)
    after, events = end_turn(state)
    return after, (PassedOver(state.active), *events)
