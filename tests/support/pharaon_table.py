"""A table of L'or du pharaon laid out by hand, as the tests of its clauses need it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.state import GRID, Card, Header, HouseRules, Loose, Setup, StartCard, State
from firmware_py.games.registry import Event, IllegalAction

AT_C6 = StartCard(at="c6")
BELOW_C6 = StartCard(beside="c6", side="S")
ALL_OPEN = dict.fromkeys(GRID, "NESW")


def table(
    openings: Mapping[str, str] | None = None,
    *,
    players: tuple[str, ...] = ("Ada", "Bo"),
    start: StartCard = AT_C6,
    house: HouseRules | None = None,
    chambers: tuple[str, ...] = (),
    fallen: tuple[str, ...] = (),
    loose: Mapping[str, tuple[Any, ...]] | None = None,
    teams: Mapping[str, Mapping[str, Any]] | None = None,
    setup: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """A state with these cards face up, the others face down, and figures as `teams` tells by player."""
    header = Header(1, "or_du_pharaon", players, Setup(start, **(setup or {})), house or HouseRules())
    state = rules.initial_state(header)
    cards = tuple(
        Card(card.cell, (openings or {}).get(card.cell, ""), card.cell in chambers)
        for card in state.cards
        if card.cell not in fallen
    )
    belongings = tuple(
        replace(team, **(teams or {}).get(player, {})) for player, team in zip(players, state.teams, strict=True)
    )
    lying = tuple(Loose(cell, treasure) for cell, discs in sorted((loose or {}).items()) for treasure in discs)
    return replace(state, pyramid=replace(state.pyramid, cards=cards), teams=belongings, loose=lying, **changes)


def play(state: State, *actions: Any) -> State:
    """The state after these actions, all of them legal."""
    for action in actions:
        state, _ = rules.apply(state, action)
    return state


def announced(state: State, action: Any) -> tuple[Event, ...]:
    """What a legal action announces."""
    return rules.apply(state, action)[1]


def refused(state: State, action: Any) -> str:
    """The clause that forbids an action, after checking that `apply` refuses it and says why."""
    try:
        rules.apply(state, action)
    except IllegalAction as illegal:
        assert illegal.refusal.why.message
        return illegal.refusal.clause
    return "nothing forbids it"


def shown(state: State) -> dict[str, Any]:
    """The state as a record shows it."""
    return rules.record_state(state)
