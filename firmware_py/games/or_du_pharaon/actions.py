"""What players enter in L'or du pharaon: their decisions, and what revealed cards and photos show."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from firmware_py.games.or_du_pharaon.cells import Cell, Sides
from firmware_py.words import Words, words

Pawn: TypeAlias = Literal["archaeologist", "porter"]
Treasure: TypeAlias = Literal[2, 3, "bust"]
Turns: TypeAlias = Literal[1, 2, 3]

PAWNS: tuple[Pawn, ...] = get_args(Pawn)
TREASURES: tuple[Treasure, ...] = get_args(Treasure)
"""In the order in which they are listed and sorted."""
TURNS: tuple[Turns, ...] = get_args(Turns)
"""Quarter turns of a rotation, clockwise (G09)."""

PAWN_WORDS: dict[Pawn, Words] = {"archaeologist": words("the archaeologist"), "porter": words("the porter")}


def treasure_words(treasure: Treasure) -> Words:
    """Return the name of a treasure in a sentence."""
    return words("the bust") if treasure == "bust" else words("a treasure worth {points}", points=treasure)


class Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts.

    Why without `gc`: it holds words and numbers, never itself, and a list of legal ones is made for each page.
    """

    by: str


class Move(Action, frozen=True, tag="move"):
    """Move a pawn to another card for the fewest possible actions (G03, G15)."""

    pawn: Pawn
    to: Cell


class Reveal(Action, frozen=True, tag="reveal"):
    """Turn a card face up and lay it with the sides in `open` open (G04, G07)."""

    at: Cell
    open: Sides
    chamber: bool = False


class Photo(Action, frozen=True, tag="photo"):
    """Enter what the photo of the chamber just revealed shows (G29)."""

    treasures: tuple[Treasure, ...]
    mummy: bool = False
    curse: bool = False


class Rotate(Action, frozen=True, tag="rotate"):
    """Let the porter rotate the card under it or one next to it (G05, G09)."""

    at: Cell
    turns: Turns


class PlaceLantern(Action, frozen=True, tag="place_lantern"):
    """Lay a lantern where the porter stands (G19)."""


class TakeLantern(Action, frozen=True, tag="take_lantern"):
    """Lift your own lantern where the porter stands (G19)."""


class PickUp(Action, frozen=True, tag="pick_up"):
    """Let the archaeologist pick up a treasure on the same card (G23)."""

    treasure: Treasure


class PutDown(Action, frozen=True, tag="put_down"):
    """Lay down what the archaeologist carries (G23)."""


class Steal(Action, frozen=True, tag="steal"):
    """Take what another archaeologist on the same card carries (G25)."""

    victim: str = msgspec.field(name="from")


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn; also used to pass."""


AnyAction: TypeAlias = Move | Reveal | Photo | Rotate | PlaceLantern | TakeLantern | PickUp | PutDown | Steal | EndTurn
PAID = (Move, Reveal, Rotate, PlaceLantern, TakeLantern)
"""The acts that cost actions; all others are free (G01, G23)."""
