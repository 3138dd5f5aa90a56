"""What a seat of the box knows, what it may wish for, who decides, and what is said about it afterwards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from importlib import import_module
from math import exp
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import msgspec

from firmware_py.games.registry import GAMES, Event, LazyMapping
from firmware_py.words import Words

T = TypeVar("T")


class TurnedCard(msgspec.Struct, frozen=True):
    """A card of L'or du pharaon that was turned over for the box: how people hold it, before it is laid."""

    at: str
    open: str
    chamber: bool


class Seen(msgspec.Struct, frozen=True):
    """All that a seat knows; `seen_of` makes it."""

    game: str
    player: str
    state: Any
    """The state without what this player must not know."""
    heard: tuple[Event, ...] = ()
    """What everybody heard since the game began."""
    turned: TurnedCard | None = None
    """What a card shows that the player has just had turned over, and is to lay."""
    is_coached: bool = False
    """A person sits there, whose cards are nobody else's: the box is only asked for advice."""


def seen_of(game: str, player: str, state: Any, events: Iterable[Event], turned: TurnedCard | None = None) -> Seen:
    """What a player's seat knows of a game in this state, in which all these events came to pass."""
    heard = tuple(event for event in events if event.is_public)
    return Seen(game, player, GAMES[game].rules.seen_by(state, player), heard, turned)


class RollDice(msgspec.Struct, frozen=True):
    """The wish that the dice are rolled that are due now."""

    by: str


class TurnCard(msgspec.Struct, frozen=True):
    """The wish that a card is turned over; the player is asked again, with `Seen.turned`, how to lay it."""

    by: str
    at: str


Wish: TypeAlias = Any
"""An action of the game, or what must happen before there is one: `RollDice` or `TurnCard`."""


class Thought(msgspec.Struct, frozen=True):
    """What is said about an action, from the knowledge of its seat alone."""

    why: Words
    heat: tuple[tuple[str, float], ...] = ()
    """How likely or how good each place is, beside the best with 1."""
    path: tuple[str, ...] = ()
    """The places that are entered one after the other."""
    choices: tuple[tuple[Words, float], ...] = ()
    """What was weighed that has no places, each with its worth in points."""


class Player(Protocol):
    """Who plays a game; a module satisfies it."""

    def decide(self, seen: Seen, level: int, seed: str, /) -> Wish:
        """From what a seat knows, a level and the seed of the game to the wish."""

    def explain(self, seen: Seen, act: Wish, seed: str, /) -> Thought | None:
        """What speaks for an action or a wish; None if there is nothing to say, or the seed is not known any more."""


def _player_in(_: str, module: str) -> Player:
    return cast("Player", import_module(module))


PLAYERS: LazyMapping[Player] = LazyMapping("player", _player_in)
"""Who plays each game, by the game's id."""


def register(game_id: str, module: str) -> None:
    """Say which module has a game's player."""
    PLAYERS.register(game_id, module)


def decide(seen: Seen, level: int, seed: str) -> Wish:
    """What the box does in a seat: a legal action, or `RollDice` or `TurnCard`.

    Of a mummy's path only what hides a hunter can be illegal: it ends on the first one whom it meets (`until_catch`).
    """
    return PLAYERS[seen.game].decide(seen, level, seed)


def explain(seen: Seen, act: Wish, seed: str) -> Thought | None:
    """What spoke for an action of the box, or speaks for one that it would do; None if there is nothing to say of it.

    It is found again each time: nothing of it is stored.
    """
    return PLAYERS[seen.game].explain(seen, act, seed)


def as_heat(worth: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """The best worth of each place as a heat: the worst has none, the best 1; where all are alike, each has 1."""
    best: dict[str, float] = {}
    for place, value in worth:
        best[place] = max(value, best.get(place, value))
    low, high = min(best.values(), default=0.0), max(best.values(), default=0.0)
    if low == high:
        return tuple((place, 1.0) for place in best) if high else ()
    return tuple((place, round_alike((value - low) / (high - low))) for place, value in best.items() if value > low)


def percent(chance: float) -> int:
    """A chance in a hundred, never more certain than it is."""
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)


def chance_of(seen: Seen, seed: str) -> random.Random:
    """The chance of one decision; it follows from the seed, the player and how much everybody has heard."""
    return random.Random(f"{seed}/{seen.player}/{len(seen.heard)}")


def round_alike(value: float) -> float:
    """A value that compares alike on every processor: their last bits differ."""
    return round(value, 9)


def draw_option(options: Sequence[tuple[float, T]], heat: float, chance: random.Random) -> T:
    """One of some valued options: the first of the best, or with `heat` others too, the better the likelier.

    An option that is worth `heat` less than another is chosen 2.7 times less often.
    """
    values = [round_alike(value) for value, _ in options]
    best = max(values)
    if heat <= 0:
        return options[values.index(best)][1]
    weights = [round_alike(exp((value - best) / heat)) for value in values]
    return chance.choices([option for _, option in options], weights)[0]
