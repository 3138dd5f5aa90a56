"""Room cards: what those that lie face up show and are worth, and what the backs of a fresh deck tell (L31)."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from fractions import Fraction

Treasure: TypeAlias = Literal["chest", "vase", "cup", "crown", "scarab", "mask"]
Guardian: TypeAlias = Literal["mummy", "werewolf", "frank"]
Centre: TypeAlias = Literal["empty", "amulet", "mummy", "werewolf", "frank"]
CardBack: TypeAlias = Literal["green", "yellow", "red"]

TREASURES: tuple[Treasure, ...] = get_args(Treasure)
GUARDIANS: tuple[Guardian, ...] = get_args(Guardian)
"""In the order of their benefits (L14)."""
CENTRES: tuple[Centre, ...] = get_args(Centre)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The face of one room card: 1 to 3 symbols of one treasure, and what its centre shows."""

    treasure: Treasure
    count: Literal[1, 2, 3]
    centre: Centre = "empty"


class Haul(msgspec.Struct, frozen=True):
    """What a hand scores with one treasure type: its symbols, and whether they count twice (L08)."""

    treasure: Treasure
    symbols: int
    doubled: bool

    @property
    def points(self) -> int:
        """One point for each symbol, two if doubled, never more (L08, L09)."""
        return self.symbols * 2 if self.doubled else self.symbols


def hauls(cards: Iterable[Card]) -> tuple[Haul, ...]:
    """The haul of each treasure type in a hand; a type on two or more cards is doubled once (L08, L09)."""
    hand = tuple(cards)
    found = []
    for treasure in TREASURES:
        counts = [card.count for card in hand if card.treasure == treasure]
        if counts:
            found.append(Haul(treasure, sum(counts), doubled=len(counts) >= 2))
    return tuple(found)


def points(cards: Iterable[Card]) -> int:
    """The points of a secured hand; guardians and amulets are ignored (L07, L08)."""
    return sum(haul.points for haul in hauls(cards))


def guardians(cards: Iterable[Card]) -> tuple[Guardian, ...]:
    """The guardian types of a hand, each once, in the order of their benefits (L14)."""
    centres = {card.centre for card in cards}
    return tuple(guardian for guardian in GUARDIANS if guardian in centres)


def is_caught(cards: Iterable[Card]) -> bool:
    """Whether an awakened hand is caught: more guardians than amulets; equal numbers escape (L12)."""
    hand = tuple(cards)
    amulets = sum(card.centre == "amulet" for card in hand)
    return sum(card.centre in GUARDIANS for card in hand) > amulets


def without_middles(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as it is entered when nobody awakened its guardians: middles are ignored then (L07)."""
    return tuple(replace(card, centre="empty") for card in cards)


Back: TypeAlias = Literal["green", "yellow", "red"]

BACKS: tuple[Back, ...] = get_args(Back)

IN_DECK: dict[Back, int] = {"green": 24, "yellow": 18, "red": 12}

GUARDIANS_OF_A_COLOUR = 6


def chance_of_a_guardian(cards: dict[Back, int]) -> Fraction:
    """The chance that at least one of so many cards of each back, dealt from a fresh deck, hides a guardian."""
    from fractions import Fraction  # here, because the first press needs none

    none = Fraction(1)
    for back, count in cards.items():
        harmless = IN_DECK[back] - GUARDIANS_OF_A_COLOUR
        none *= Fraction(comb(harmless, count), comb(IN_DECK[back], count))
    return 1 - none
