"""Players who choose at random among everything a table could do: one sampler a game, for the suite of all games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from firmware_py.games import GAMES
from firmware_py.games.maudite_momie import state as momie
from firmware_py.games.maudite_momie.cards import CENTRES, TREASURES, Card


@dataclass(frozen=True)
class Sampler:
    """How to draw a random header of a game, and a random legal observation where no decision is open."""

    header: Callable[[random.Random], Any]
    observation: Callable[[random.Random, Any], Any]


def _momie_header(chance: random.Random) -> momie.Header:
    names = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")[: chance.randint(2, 6)]
    rules = momie.HouseRules(chance.choice(("all", "others")), self_awaken=chance.random() < 0.5)
    return momie.Header(1, "maudite_momie", names, rules)


def _momie_observation(chance: random.Random, state: momie.State) -> momie.Reveal:
    seat = chance.choice(state.revealing)
    cards = tuple(
        Card(chance.choice(TREASURES), chance.choice((1, 2, 3)), chance.choice(CENTRES))
        for _ in range(state.cards[seat])
    )
    return momie.Reveal(state.players[seat], cards)


SAMPLERS = {"maudite_momie": Sampler(_momie_header, _momie_observation)}
"""A sampler for every game, by the game's id."""


def random_game(game: str, seed: int, most_actions: int = 3000) -> Iterator[tuple[Any, Any, Any]]:
    """Play a random game and yield (state before, action, state after), until it is over."""
    chance = random.Random(seed)
    rules, sampler = GAMES[game].rules, SAMPLERS[game]
    state = rules.initial_state(sampler.header(chance))
    for _ in range(most_actions):
        if rules.outcome(state):
            return
        decisions = rules.legal_actions(state)
        action = chance.choice(decisions) if decisions else sampler.observation(chance, state)
        after, _ = rules.apply(state, action)
        yield state, action, after
        state = after
    raise AssertionError(f"{game}, seed {seed}: not over after {most_actions} actions")
