"""The rules of L'or du pharaon: what follows from each action (clauses G01 to G54).

`legality` says what may be done, `consequences` how a game ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.consequences import (
    book_totals,
    carry_out_bust,
    end_turn,
    hand_over,
    leave,
    outcome,
    take_photo,
    take_treasure,
    totals,
    without_secrets,
)
from firmware_py.games.or_du_pharaon.events import (
    Delivered,
    LaidDown,
    LanternPlaced,
    LanternTaken,
    Moved,
    PickedUp,
    Revealed,
    Rotated,
    Stolen,
    TurnCut,
    TurnEnded,
)
from firmware_py.games.or_du_pharaon.legality import (
    broken_rule,
    cost_now,
    legal_actions,
    reveal_targets,
    takes_bust_out,
)
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    START,
    AnyAction,
    Card,
    EndTurn,
    Header,
    Leave,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Pyramid,
    Reveal,
    Rotate,
    State,
    Steal,
    TakeLantern,
    Team,
    to_act,
    turn_sides,
    where,
    with_card,
    with_figure,
    with_loose,
    with_own_team,
    with_team,
    without_loose,
)
from firmware_py.games.registry import Events, IllegalAction

__all__ = [
    "apply",
    "broken_rule",
    "initial_state",
    "is_turn_spent",
    "legal_actions",
    "outcome",
    "record_state",
    "seen_by",
    "to_act",
]


def initial_state(header: Header) -> State:
    """The table at the start: all cards face down, all figures on the start card, all lanterns in supply."""
    cards = tuple(Card(cell) for cell in GRID if cell != header.setup.start.at)
    teams = (Team(supply=header.setup.lanterns),) * len(header.players)
    pyramid = Pyramid(header.setup.start, cards)
    return State(header.players, header.rules, header.setup, pyramid, teams, boxes=header.boxes)


def seen_by(state: State, viewer: str) -> State:
    """Close all delivered treasures but the viewer's own, while the rules hide them (G28)."""
    return without_secrets(state, viewer)


def apply(state: State, action: AnyAction) -> tuple[State, Events]:
    """The state after `action`, and what to announce.

    :raises IllegalAction: when `broken_rule` refuses it.
    """
    refusal = broken_rule(state, action)
    if refusal is not None:
        raise IllegalAction(refusal, action)
    return _PLAYED[type(action)](state, action)


def is_turn_spent(state: State) -> bool:
    """Whether nothing that may be done in this turn changes anything, free acts behind free acts included.

    Putting down changes nothing by itself: whoever could steal the treasure may pick it up then (G25), a flight leaves
    it there too (G34), and the clock stays (G43). So what counts is what can be done with empty hands.
    """
    if state.phase != "turn" or reveal_targets(state):
        return False
    empty = state if state.team.carrying is None else _put_down(state, PutDown(state.active))[0]
    return all(isinstance(act, EndTurn) or apply(empty, act)[0] == state for act in legal_actions(empty))


def _move(state: State, action: Move) -> tuple[State, Events]:
    cost = cost_now(state, action.pawn, action.to)
    assert cost is not None
    bust_goes = takes_bust_out(state, action.pawn)
    events: Events = (Moved(action.by, action.pawn, where(state.team, action.pawn), action.to, cost),)
    after = with_own_team(state, with_figure(state.team, action.pawn, action.to), actions=cost)
    if action.to == START and action.pawn == "archaeologist":
        after, delivered = _deliver(after)
        events = (*events, *delivered)
    if not bust_goes:
        return after, events
    after, fell = carry_out_bust(after)
    after, next_turn = hand_over(after)
    return after, (*events, *fell, TurnCut(action.by), *next_turn)


def _deliver(state: State) -> tuple[State, Events]:
    """Move what the archaeologist carries to the player's collection, and book it (G24)."""
    team = state.team
    if team.carrying is None:
        return state, ()
    richer = replace(team, carrying=None, treasures=(*team.treasures, team.carrying))
    return book_totals(state, with_own_team(state, richer)), (Delivered(state.active, team.carrying),)


def _reveal(state: State, action: Reveal) -> tuple[State, Events]:
    after = with_card(state, Card(action.at, action.open, action.chamber), actions=1)
    if action.chamber:
        after = replace(after, phase="photo", photographed=action.at)
    return after, (Revealed(action.by, action.at, action.open, action.chamber),)


def _rotate(state: State, action: Rotate) -> tuple[State, Events]:
    card = state.card(action.at)
    assert card is not None
    card = replace(card, open=turn_sides(card.open, action.turns))
    return with_card(state, card, actions=1), (Rotated(action.by, action.at, action.turns, card.open),)


def _place_lantern(state: State, _: PlaceLantern) -> tuple[State, Events]:
    team = state.team
    lit = replace(team, lanterns=tuple(sorted((*team.lanterns, team.porter))), supply=team.supply - 1)
    return with_own_team(state, lit, actions=1), (LanternPlaced(state.active, team.porter),)


def _take_lantern(state: State, _: TakeLantern) -> tuple[State, Events]:
    team = state.team
    left = tuple(cell for cell in team.lanterns if cell != team.porter)
    after = with_own_team(state, replace(team, lanterns=left, supply=team.supply + 1), actions=1)
    return after, (LanternTaken(state.active, team.porter),)


def _pick_up(state: State, action: PickUp) -> tuple[State, Events]:
    cell = state.team.archaeologist
    after = without_loose(state, cell, action.treasure)
    after = with_own_team(after, replace(state.team, carrying=action.treasure))
    after, clock = take_treasure(after)
    return after, (PickedUp(action.by, cell, action.treasure), *clock)


def _put_down(state: State, _: PutDown) -> tuple[State, Events]:
    treasure, cell = state.team.carrying, state.team.archaeologist
    assert treasure is not None
    after = with_own_team(state, replace(state.team, carrying=None))
    return with_loose(after, cell, (treasure,)), (LaidDown(state.active, cell, treasure),)


def _steal(state: State, action: Steal) -> tuple[State, Events]:
    seat = state.players.index(action.victim)
    victim = state.teams[seat]
    assert victim.carrying is not None
    after = with_team(state, seat, replace(victim, carrying=None))
    after = with_own_team(after, replace(state.team, carrying=victim.carrying))
    after, clock = take_treasure(after)
    return after, (Stolen(action.by, action.victim, state.team.archaeologist, victim.carrying), *clock)


def _end_turn(state: State, action: EndTurn) -> tuple[State, Events]:
    after, events = end_turn(state)
    return after, (TurnEnded(action.by), *events)


_PLAYED: Mapping[type[AnyAction], Callable[[State, Any], tuple[State, Events]]] = {
    Move: _move,
    Reveal: _reveal,
    Photo: take_photo,
    Rotate: _rotate,
    PlaceLantern: _place_lantern,
    TakeLantern: _take_lantern,
    PickUp: _pick_up,
    PutDown: _put_down,
    Steal: _steal,
    EndTurn: _end_turn,
    Leave: lambda state, action: leave(state, action.by),
}
"""What follows from each kind of action, if it is legal."""


# --- records ---------------------------------------------------------------------------------------------------------


def record_state(state: State) -> dict[str, Any]:
    ended = outcome(state)
    teams = dict(zip(state.players, state.teams, strict=True))
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "scores": dict(zip(state.players, totals(state), strict=True)),
        "winners": list(ended.winners) if ended else [],
        "actions_left": state.actions_left,
        "cards": {card.cell: card.open for card in state.cards if card.open},
        "chambers": [card.cell for card in state.cards if card.chamber],
        "fallen": list(state.pyramid.fallen),
        "pawns": {
            player: {"archaeologist": team.archaeologist, "porter": team.porter} for player, team in teams.items()
        },
        "carrying": {player: team.carrying for player, team in teams.items()},
        "loose": {loose.cell: list(state.treasures_on(loose.cell)) for loose in state.loose},
        "lanterns": {player: list(team.lanterns) for player, team in teams.items()},
        "supply": {player: team.supply for player, team in teams.items()},
        "collected": {
            player: {"photos": team.photos, "treasures": list(team.treasures)} for player, team in teams.items()
        },
        "collapse": _record_collapse(state),
    }


def _record_collapse(state: State) -> dict[str, Any]:
    collapse = state.collapse
    return {
        "status": collapse.status,
        "clock": None if collapse.clock is None else state.players[collapse.clock],
        "turns": collapse.turns,
    }
