"""How the pyramid collapses: after whose turns, which cards fall next, and what falls with them (G39 to G48)."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.actions import PAWNS
from firmware_py.games.or_du_pharaon.cells import Cell
from firmware_py.games.or_du_pharaon.collapse_events import (
    BustLeaves,
    ClockChanges,
    CountdownBegins,
    CountdownGoesOn,
    Fell,
    FigureLost,
    LanternLost,
    TreasureLost,
)
from firmware_py.games.or_du_pharaon.paths import Cards
from firmware_py.games.or_du_pharaon.scoring import booked
from firmware_py.games.or_du_pharaon.setup import ROWS, HouseRules
from firmware_py.games.or_du_pharaon.state import LOST, Collapse, State, Team, where, with_pawn
from firmware_py.games.rules import Event

COUNTDOWN_TURNS = 3

Events = tuple[Event, ...]


def next_wave(state: State) -> tuple[Cell, ...]:
    """Return the cards that fall next, sorted as text: the bust's chamber, later the neighbours of the last wave.

    Empty before the bust is found, and after the last card fell (G41, G45).
    """
    collapse = state.collapse
    match collapse.status:
        case "countdown":
            assert collapse.chamber is not None
            return (collapse.chamber,)
        case "falling":
            pyramid = state.pyramid
            touched = _touched(pyramid.bitboard(collapse.front), state.rules)
            return tuple(card.cell for card in state.cards if pyramid.bits[card.cell] & touched)
        case _:
            return ()


def _touched(cards: Cards, rules: HouseRules) -> Cards:
    """Return the places that touch any of `cards` at a side, or by a house rule at a corner (G42)."""
    down = cards >> 1 | cards << 1
    column = cards if rules.collapse_spread == "orthogonal" else cards | down
    return down | column >> ROWS | column << ROWS


def found_bust(state: State, chamber: Cell) -> tuple[State, Events]:
    """Return the state after the bust was found: the countdown of its discoverer begins (G45)."""
    collapse = Collapse("countdown", state.turn, COUNTDOWN_TURNS, chamber, is_discovery_turn=True)
    return replace(state, collapse=collapse), (CountdownBegins(state.active, chamber, COUNTDOWN_TURNS),)


def bust_leaves(state: State) -> tuple[State, Events]:
    """Return the state after the active player carried the bust out of its chamber, which falls (G39, G40)."""
    chamber = state.collapse.chamber
    assert chamber is not None
    fallen, events = _fall(replace(state, collapse=Collapse("falling", state.turn)), (chamber,))
    return fallen, (BustLeaves(state.active, chamber), *events, ClockChanges(state.active))


def treasure_taken(state: State) -> tuple[State, Events]:
    """Return the state after the active player took what they carry: with the bust they become the clock (G43).

    During the countdown, while the bust is in its chamber, its discoverer stays the clock.
    """
    collapse = state.collapse
    if state.team.carrying != "bust" or collapse.status != "falling" or collapse.clock == state.turn:
        return state, ()
    return replace(state, collapse=replace(collapse, clock=state.turn)), (ClockChanges(state.active),)


def turn_ended(state: State) -> tuple[State, Events]:
    """Return the state after the end of the active player's turn: nothing, one turn fewer, or a wave (G41, G45)."""
    collapse = state.collapse
    if collapse.clock != state.turn:
        return state, ()
    if collapse.status == "falling":
        return _fall(state, next_wave(state))
    if collapse.is_discovery_turn and not state.rules.count_discovery_turn:
        return replace(state, collapse=replace(collapse, is_discovery_turn=False)), ()
    assert collapse.chamber is not None
    assert collapse.turns is not None
    turns = collapse.turns - 1
    if turns == 0:
        fallen, events = _fall(replace(state, collapse=Collapse("falling", collapse.clock)), (collapse.chamber,))
        return fallen, (*events, ClockChanges(state.active))
    going_on = replace(collapse, turns=turns, is_discovery_turn=False)
    return replace(state, collapse=going_on), (CountdownGoesOn(state.active, collapse.chamber, turns),)


def _fall(state: State, cells: tuple[Cell, ...]) -> tuple[State, Events]:
    """Take cards out of the game with everything on them; all losses share one moment (G48, G52)."""
    gone = frozenset(cells)
    losses = [_losses(player, team, gone) for player, team in zip(state.players, state.teams, strict=True)]
    buried = tuple(TreasureLost(loose.cell, loose.treasure) for loose in state.loose if loose.cell in gone)
    cards = tuple(card for card in state.cards if card.cell not in gone)
    after = replace(
        state,
        pyramid=replace(state.pyramid, cards=cards),
        teams=tuple(team for team, _ in losses),
        loose=tuple(loose for loose in state.loose if loose.cell not in gone),
        collapse=replace(state.collapse, front=cells) if cards else Collapse("done"),
    )
    lost = tuple(event for _, events in losses for event in events)
    return booked(state, after), (Fell(cells, len(cards)), *lost, *buried)


def _losses(player: str, team: Team, cells: frozenset[Cell]) -> tuple[Team, Events]:
    """Return what is left to a player after these cards fell, and what is lost."""
    if cells.isdisjoint((team.archaeologist, team.porter, *team.lanterns)):
        return team, ()
    lost: list[Event] = []
    after = replace(team, lanterns=tuple(cell for cell in team.lanterns if cell not in cells))
    for pawn in PAWNS:
        if where(team, pawn) in cells:
            after = with_pawn(after, pawn, LOST)
            lost.append(FigureLost(player, pawn, where(team, pawn)))
    if after.archaeologist == LOST and team.carrying is not None:
        after = replace(after, carrying=None)
        lost.append(TreasureLost(team.archaeologist, team.carrying, player))
    lost.extend(LanternLost(player, cell) for cell in team.lanterns if cell in cells)
    return after, tuple(lost)
