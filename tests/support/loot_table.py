"""A table for Maudite Momie in tests: states put together in place, cards written as words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import AnyAction, Card, Header, HouseRules, Reveal, State
from firmware_py.games.registry import Event, IllegalAction

NAMES = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")


def hand(text: str) -> tuple[Card, ...]:
    """The cards of a hand such as "vase 3, chest 2 mummy"."""
    faces = (part.split() for part in text.split(","))
    return tuple(Card(treasure, int(count), *centre) for treasure, count, *centre in faces)


def game(cards: tuple[int, ...], *, house: HouseRules | None = None, **changes: Any) -> State:
    """A game in which that many cards lie before each player, all others in two piles; then `changes`."""
    header = Header(1, "maudite_momie", NAMES[: len(cards)], house or HouseRules())
    rest = 54 - sum(cards)
    state = replace(rules.initial_state(header), cards=cards, left=rest - rest // 2, right=rest // 2)
    return replace(state, **changes)


def play(state: State, *actions: AnyAction) -> State:
    """The state after actions that must all be legal."""
    for action in actions:
        state, _ = rules.apply(state, action)
    return state


def reveal(state: State, cards: str) -> State:
    """The state after the next player who must reveal has shown these cards."""
    return play(state, Reveal(rules.to_act(state)[0], hand(cards)))


def announced(state: State, action: AnyAction) -> list[str]:
    """The names of what is announced after a legal action."""
    return [type(event).__name__ for event in events(state, action)]


def events(state: State, action: AnyAction) -> tuple[Event, ...]:
    """What is announced after a legal action."""
    return rules.apply(state, action)[1]


def refused(state: State, action: AnyAction) -> str:
    """The clause that refuses an action."""
    try:
        rules.apply(state, action)
    except IllegalAction as error:
        assert error.refusal == rules.broken_rule(state, action)
        return error.refusal.clause
    raise AssertionError(f"{action} was accepted")


def all_cards(state: State) -> int:
    """How many cards are anywhere."""
    return sum(state.cards) + state.left + state.right + state.discard
