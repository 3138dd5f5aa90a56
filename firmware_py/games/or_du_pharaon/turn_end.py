"""How a turn ends and the next one begins, with the waves between them and players without figures passed over."""

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
    after, told = hand_over(after)
    return after, (*fell, *told)


def hand_over(state: State) -> tuple[State, Events]:
    """Return the state at the turn of the next player who has a figure, or at the end of the game (G49, G50).

    Players without figures have empty turns on the way, each seeing the losses so far; a clock's empty turn brings
    its wave all the same.
    """
    if not state.cards:
        over = replace(state, phase="over", actions_left=0, photographed=None)
        return over, (game_over(over),)
    following = (state.turn + 1) % len(state.players)
    state = replace(state, phase="turn", turn=following, actions_left=ACTIONS_A_TURN, photographed=None)
    if not state.team.is_lost:
        return state, (TurnBegins(state.active),)
    after, told = end_turn(state)
    return after, (PassedOver(state.active), *told)
