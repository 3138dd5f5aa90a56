"""What a game of L'or du pharaon is played with: players, house rules, and where the cards lie."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from firmware_py.games.or_du_pharaon.cells import (
    GRID,
    SIZE,
    START,
    STEPS,
    Cell,
    GridCell,
    Position,
    Side,
    Sides,
    beyond,
    outward_sides,
    position,
)
from firmware_py.games.or_du_pharaon.paths import Cards
from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.games.registry import BOXES
from firmware_py.words import words

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules: where a table plays otherwise than printed."""

    collapse_spread: Literal["orthogonal", "diagonal"] = "orthogonal"
    """Whether a wave takes the four or the eight neighbours of a fallen card (G42)."""
    no_path_ends_turn: bool = False
    """Whether a mummy or curse without a path ends the turn too (G36)."""
    count_discovery_turn: bool = False
    """Whether the turn of the discovery is the first of the three until the chamber falls (G45)."""
    glide_with_treasure: bool = False
    """Whether lanterns help a carrier too (G18)."""
    open_scores: bool = False
    """Whether everybody's running total is shown (G28); no score depends on it."""


class StartCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the start card lies: at `at` in the outer row, or outside it, touching `beside` on its `side`."""

    at: GridCell | UnsetType = UNSET
    beside: GridCell | UnsetType = UNSET
    side: Side | UnsetType = UNSET
    open: Sides = "NESW"

    def __post_init__(self) -> None:
        if self.at is not UNSET:
            if self.beside is not UNSET or self.side is not UNSET:
                raise UnreadableLine(
                    words(
                        'the start card lies either "at" a cell of the outer row or "beside" one on a "side", not both'
                    )
                )
            if not outward_sides(self.at):
                raise UnreadableLine(
                    words("the start card lies in the outer row of the square, and {cell} does not", cell=self.at)
                )
        elif self.beside is UNSET or self.side is UNSET:
            raise UnreadableLine(words('the start card lies "at" a cell of the outer row, or "beside" one on a "side"'))
        elif self.side not in outward_sides(self.beside):
            raise UnreadableLine(
                words("the {side} side of {cell} does not point out of the square", side=self.side, cell=self.beside)
            )

    @property
    def place(self) -> Position:
        """Its column and row; one of them is 0 or 7 if the card lies beside the square."""
        if self.at is not UNSET:
            return position(self.at)
        assert self.beside is not UNSET
        assert self.side is not UNSET
        return beyond(position(self.beside), self.side)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game needs to know of the table; the bust is not counted among the treasures."""

    start: StartCard
    lanterns: Count = 5
    treasures: Count = 8
    photos: Count = 5


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 4 players in seating order, first to act first."""

    record: Literal[1]
    game: Literal["or_du_pharaon"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])


@lru_cache(maxsize=64)
def places_of(start: StartCard) -> dict[Cell, Position]:
    """Return the position of every card, the start card first; the cell that it takes has no other name."""
    square = {cell: position(cell) for cell in GRID if cell != start.at}
    return {START: start.place, **square}


ROWS = SIZE + 2
"""Of the pyramid's grid: the start card may lie above or below the square."""


@lru_cache(maxsize=64)
def bits_of(start: StartCard) -> dict[Cell, Cards]:
    """Return the bit of every card in the pyramid's bitboards."""
    return {cell: 1 << (column * ROWS + row) for cell, (column, row) in places_of(start).items()}


@lru_cache(maxsize=64)
def names_of(start: StartCard) -> dict[Cards, Cell]:
    """Return every card by its bit."""
    return {bit: cell for cell, bit in bits_of(start).items()}


@lru_cache(maxsize=64)
def neighbours_of(start: StartCard) -> dict[Cell, dict[Side, Cell]]:
    """Return for every card its neighbours by side; there is no diagonal neighbour (G13)."""
    places = places_of(start)
    lying = {place: cell for cell, place in places.items()}
    return {
        cell: {side: lying[beyond(place, side)] for side in STEPS if beyond(place, side) in lying}
        for cell, place in places.items()
    }
