"""The seeded cards of Maudite Momie, and how its actions are entered."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from firmware_py.bots.seat import Wish
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import (
    BACKS,
    IN_DECK,
    PILES,
    TREASURES,
    AnyAction,
    Card,
    CardBack,
    Centre,
    Explore,
    Keep,
    Pile,
    Reveal,
    State,
    without_middles,
)
from firmware_py.pages.maudite_momie.turn_pages import HandPage
from firmware_py.pages.page import Page

PLAYERS = ("Ada", "Bo", "Chloé", "Dédé")

SIX_GUARDIANS: tuple[Centre, ...] = ("mummy", "mummy", "werewolf", "werewolf", "frank", "frank")
"""The six guardians of each back colour; their numbers by type are invented."""

AMULETS_PER_BACK = 3
"""Invented, like the treasures: the printed list of cards is not public."""

SYMBOLS: dict[CardBack, tuple[Literal[1, 2, 3], ...]] = {
    "green": (1, 1, 2),
    "yellow": (1, 2, 2, 3),
    "red": (2, 3),
}
"""How many treasures a card of each back may show: the riskier the back, the more."""


Dealt: TypeAlias = "tuple[CardBack, Card]"


class Cards:
    """The cards of one game: the piles, and what lies before each player."""

    def __init__(self, players: tuple[str, ...], chance: random.Random, *, are_backs_announced: bool = False) -> None:
        """Shuffle the cards into two piles; the box can be told the back of each card that is drawn."""
        self._chance, self._are_backs_announced = chance, are_backs_announced
        cards = _deck(chance)
        self._piles: dict[Pile, list[Dealt]] = {"left": cards[:27], "right": cards[27:]}
        self._hands: dict[str, list[Dealt]] = {player: [] for player in players}
        self._discard: list[Dealt] = []

    def hand(self, player: str) -> tuple[Card, ...]:
        """The faces of a player's cards."""
        return tuple(card for _, card in self._hands[player])

    def top(self, pile: Pile) -> CardBack:
        """The back of the card on top of a pile."""
        return self._piles[pile][-1][0]

    def observe(self, state: State) -> Reveal | None:
        """The cards that are turned over, if somebody must."""
        if not state.revealing:
            return None
        player = state.players[state.revealing[0]]
        hand = self.hand(player)
        shown = Reveal(player, tuple(sorted(hand if state.awakened else without_middles(hand), key=_as_laid_out)))
        self._move_cards(shown, rules.apply(state, shown)[0])
        return shown

    def add_unentered(self, state: State) -> State:
        """The state itself: no card that lies open is kept from the device."""
        return state

    def fulfil(self, state: State, wish: Wish) -> AnyAction:
        """The action, with the cards moved accordingly."""
        action: AnyAction = wish
        if isinstance(action, Explore) and self._are_backs_announced:
            action = replace(action, back=self.top(action.pile))
        self._move_cards(action, rules.apply(state, action)[0])
        return action

    def _move_cards(self, action: AnyAction, after: State) -> None:
        match action:
            case Explore(by, pile):
                self._hands[by].append(self._piles[pile].pop())
            case Reveal(by):
                self._discard += self._hands[by]
                self._hands[by] = []
            case Keep(by, kept):
                for pile in PILES:
                    if self._piles[pile]:
                        card = self._piles[pile].pop()
                        (self._hands[by] if pile in kept else self._discard).append(card)
        if len(self._discard) != after.discard:
            self._reshuffle(after)

    def _reshuffle(self, after: State) -> None:
        cards = [*self._piles["left"], *self._piles["right"], *self._discard]
        self._chance.shuffle(cards)
        self._piles = {"left": cards[: after.left], "right": cards[after.left :]}
        self._discard = []


def _as_laid_out(card: Card) -> tuple[bool, int]:
    """Sort key of a hand that is turned up: guardians and amulets first, then like by like."""
    return card.centre == "empty", TREASURES.index(card.treasure)


def _deck(chance: random.Random) -> list[Dealt]:
    cards: list[Dealt] = []
    for back in reversed(BACKS):
        amulets: list[Centre] = ["amulet"] * AMULETS_PER_BACK
        empty: list[Centre] = ["empty"] * (IN_DECK[back] - len(SIX_GUARDIANS) - AMULETS_PER_BACK)
        numbers = SYMBOLS[back]
        cards += [
            (back, Card(chance.choice(TREASURES), chance.choice(numbers), centre))
            for centre in (*SIX_GUARDIANS, *amulets, *empty)
        ]
    chance.shuffle(cards)
    return cards


def milestones(action: AnyAction) -> tuple[Callable[[Page], bool], ...]:
    """What a page shows in turn while a hand is entered, as conditions: each answer but the last."""
    if not isinstance(action, Reveal):
        return ()
    cards = tuple(Card(card.treasure, card.count) for card in action.cards)
    special = tuple(card.centre for card in action.cards if card.centre != "empty")

    def has_entered(middles: int, treasures: int) -> Callable[[Page], bool]:
        wanted = (special[:middles], cards[:treasures])
        return lambda page: isinstance(page, HandPage) and (_entered_centres(page.centres), page.cards) == wanted

    middles = tuple(has_entered(number, 0) for number in range(1, len(special) + 1))
    return (*middles, *(has_entered(len(special), treasures) for treasures in range(1, len(cards))))


def _entered_centres(centres: tuple[Centre, ...]) -> tuple[Centre, ...]:
    """The guardians and amulets among middles: a hand has no order, and they are told first."""
    return tuple(centre for centre in centres if centre != "empty")
