"""What players enter in Maudite Momie: their decisions, and the cards they turn over."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from firmware_py.games.maudite_momie.cards import Card, CardBack
from firmware_py.words import Words, words

Pile: TypeAlias = Literal["left", "right"]

PILES: tuple[Pile, ...] = get_args(Pile)
PILE_WORDS: dict[Pile, Words] = {"left": words("left"), "right": words("right")}


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts."""

    by: str


class Explore(Action, frozen=True, tag="explore"):
    """Take the top card of a pile, face down (L06)."""

    pile: Pile
    back: CardBack | msgspec.UnsetType = msgspec.UNSET


class Secure(Action, frozen=True, tag="secure"):
    """Turn over all your own cards to score them (L07)."""


class Awaken(Action, frozen=True, tag="awaken"):
    """Turn over all cards of another player, whom the guardians then attack (L12)."""

    target: str


class Reveal(Action, frozen=True, tag="reveal"):
    """Enter the faces of all cards that lie before `by`."""

    cards: tuple[Card, ...]


class Backs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The backs of the cards that a werewolf drew."""

    left: CardBack | msgspec.UnsetType = msgspec.UNSET
    right: CardBack | msgspec.UnsetType = msgspec.UNSET


class Keep(Action, frozen=True, tag="keep"):
    """Choose which cards drawn by a werewolf stay with the player; each is named by its pile (L17)."""

    kept: tuple[Pile, ...]
    backs: Backs = Backs()


class ReportEmpty(Action, frozen=True, tag="report_empty"):
    """Report a pile that is empty on the table though cards are counted in it: two new ones are made (L33)."""


AnyAction: TypeAlias = Explore | Secure | Awaken | Reveal | Keep | ReportEmpty
