"""What the backs of cards tell about guardians, in a fresh deck (L31): 6 guardians in each colour of backs."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from fractions import Fraction

Back: TypeAlias = Literal["green", "yellow", "red"]
BACKS: tuple[Back, ...] = get_args(Back)
IN_DECK: dict[Back, int] = {"green": 24, "yellow": 18, "red": 12}
GUARDIANS_OF_A_COLOUR = 6


def chance_of_a_guardian(cards: dict[Back, int]) -> Fraction:
    """Return the chance that at least one of so many cards of each back, dealt from a fresh deck, hides a guardian."""
    from fractions import Fraction  # here, because the first press needs none

    none = Fraction(1)
    for back, count in cards.items():
        harmless = IN_DECK[back] - GUARDIANS_OF_A_COLOUR
        none *= Fraction(comb(harmless, count), comb(IN_DECK[back], count))
    return 1 - none
