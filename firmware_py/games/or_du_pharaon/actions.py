"""Everything that may be told of a game of L'or du pharaon: what the players do, and what the table shows them."""

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
"""In the order in which they are listed."""
TURNS: tuple[Turns, ...] = get_args(Turns)
"""Quarter turns of a rotation, clockwise (G09)."""

PAWN_WORDS: dict[Pawn, Words] = {"archaeologist": words("the archaeologist"), "porter": words("the porter")}


def treasure_words(treasure: Treasure) -> Words:
    """Return how a treasure is called in a sentence."""
    return words("the bust") if treasure == "bust" else words("a treasure worth {points}", points=treasure)


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action says: who does it."""

    by: str


class Move(Action, frozen=True, tag="move"):
    """Go to another card for the fewest actions that get there (G03, G15)."""

    pawn: Pawn
    to: Cell


class Reveal(Action, frozen=True, tag="reveal"):
    """Turn a card face up and lay it as one likes (G04, G07)."""

    at: Cell
    open: Sides
    chamber: bool = False


class Photo(Action, frozen=True, tag="photo"):
    """Tell what the photo of the chamber just revealed shows (G29)."""

    treasures: tuple[Treasure, ...]
    mummy: bool = False
    curse: bool = False


class Rotate(Action, frozen=True, tag="rotate"):
    """Let the porter turn his card or one next to it (G05, G09)."""

    at: Cell
    turns: Turns


class PlaceLantern(Action, frozen=True, tag="place_lantern"):
    """Lay a lantern where the porter stands (G19)."""


class TakeLantern(Action, frozen=True, tag="take_lantern"):
    """Lift the own lantern where the porter stands (G19)."""


class PickUp(Action, frozen=True, tag="pick_up"):
    """Let the archaeologist take up a treasure that lies on his card (G23)."""

    treasure: Treasure


class PutDown(Action, frozen=True, tag="put_down"):
    """Lay down what the archaeologist carries (G23)."""


class Steal(Action, frozen=True, tag="steal"):
    """Take what another archaeologist on the same card carries (G25)."""

    victim: str = msgspec.field(name="from")


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Leave it at that; also the way to pass."""


AnyAction: TypeAlias = Move | Reveal | Photo | Rotate | PlaceLantern | TakeLantern | PickUp | PutDown | Steal | EndTurn
PAID = (Move, Reveal, Rotate, PlaceLantern, TakeLantern)
"""What costs actions; everything else is free (G01, G23)."""
