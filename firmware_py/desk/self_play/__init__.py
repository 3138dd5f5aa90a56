"""Tables that play whole games by themselves, for the demonstration and the tests.

Each seat is played from what it knows. Cards and dice are the table's own, in one module for each game:
`maudite_momie`, `or_du_pharaon`, `malediction`; decisions are those of `bots`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from msgspec.structs import replace

from firmware_py.bots.seat import Seen, TurnedCard, Wish, seen_of
from firmware_py.games.registry import GAMES, Event


class Props(Protocol):
    """The cards or dice of one game."""

    def observe(self, state: Any, /) -> Any | None:
        """The observation that the table now shows, as an action; None if it waits for a decision."""

    def add_unentered(self, state: Any, /) -> Any:
        """The state with what lies open on the table, but was not entered."""

    def fulfil(self, state: Any, wish: Wish, /) -> Any:
        """The action that a wish becomes, with the dice that fall and the cards that are drawn.

        A card that is turned over comes back as a `TurnedCard`.
        """


Decider: TypeAlias = Callable[[Seen], Wish]
"""Who decides: `bots.seat.decide` with a level and a seed, or an opponent to measure it by."""


class SeatedTable:
    """One game; each player's seat decides when it is asked."""

    def __init__(self, game: str, props: Props, seats: Mapping[str, Decider]) -> None:
        """Sit down; nothing is heard yet."""
        self._game, self._props, self._seats = game, props, seats
        self._heard: tuple[Event, ...] = ()

    def next_action(self, state: Any) -> Any:
        """The next action at this table; it must be played before the next one is asked for."""
        rules = GAMES[self._game].rules
        action = self._props.observe(state)
        if action is None:
            action = self._decide(rules.to_act(state)[0], state)
        self._heard += rules.apply(state, action)[1]
        return action

    def _decide(self, player: str, state: Any) -> Any:
        decide, seen = self._seats[player], seen_of(self._game, player, self._props.add_unentered(state), self._heard)
        found = self._props.fulfil(state, decide(seen))
        return decide(replace(seen, turned=found)) if isinstance(found, TurnedCard) else found
