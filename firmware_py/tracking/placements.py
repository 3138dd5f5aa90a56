"""Where each piece is, and since when: pieces read alike, so of several in the air the likeliest one came down.

Who that was matters little. Whoever lifts two pieces puts each back, and where all cells are right nobody has exchanged
them. Only a piece from the stairs, or from beside the board, that stands where another one could be is not sure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.pieces import MUMMY, Piece
from firmware_py.sensing.cells import beside
from firmware_py.sensing.constants import FRAME_S

HAND: Final = -1
OFF: Final = -2
"""Stairs, dungeon, or beside the board: nobody counts pieces there."""
NEVER: Final = float("inf")


class Place(msgspec.Struct, frozen=True):
    """Where one piece is: on a cell, in a `HAND` or `OFF`."""

    at: int
    left: int = OFF
    """The cell on which it stood last."""
    since_s: float = -NEVER
    has_strayed: bool = False
    """Whether it has stood on another cell than its own."""


NOWHERE: Final = Place(HAND)


class Placements(msgspec.Struct, frozen=True):
    """Where all pieces are since the turn began."""

    homes: Mapping[Piece, int] = msgspec.field(default_factory=dict)
    """The cell of each piece when the turn began; `OFF` where pieces are not counted."""
    mover: Piece | None = None
    places: Mapping[Piece, Place] = msgspec.field(default_factory=dict)

    def of(self, piece: Piece | None) -> Place:
        """Return where a piece is; nowhere if nobody knows it."""
        return NOWHERE if piece is None else self.places.get(piece, NOWHERE)

    def on(self, cell: int) -> Piece | None:
        """Return the piece on a cell."""
        return next((piece for piece, place in self.places.items() if place.at == cell), None)

    def is_sure(self, standing: Mapping[int, Piece]) -> bool:
        """Return whether nothing that may not move has come from the stairs to where another piece belongs."""
        return not any(self._is_stranger(self.on(cell), piece) for cell, piece in standing.items())

    def _is_stranger(self, found: Piece | None, belongs: Piece) -> bool:
        return found is not None and found not in (belongs, self.mover) and self.homes[found] == OFF

    def _put(self, piece: Piece, place: Place) -> Placements:
        return replace(self, places={**self.places, piece: place})

    def _leave(self, cell: int, now_s: float, columns: int) -> Placements:
        """Return the placements after a cell was left; a piece sensed beside it just before may have been this one."""
        piece = self.on(cell)
        if piece is None:
            return self
        if self.homes[piece] == OFF:
            return self._put(piece, Place(OFF, cell, now_s))
        for other, place in self.places.items():
            came_early = place.at >= 0 and beside(cell, place.at, columns) and now_s - place.since_s <= FRAME_S
            if came_early and self.homes[other] == OFF and other != self.mover:
                return self._put(other, Place(OFF))._put(piece, Place(place.at, cell, now_s, has_strayed=True))
        return self._put(piece, replace(self.places[piece], at=HAND, left=cell, since_s=now_s))

    def _fill(self, cell: int, mummies: Collection[int], now_s: float) -> Placements:
        """Return the placements after a cell was filled by the likeliest of the pieces that are on none."""
        away = [piece for piece, place in self.places.items() if place.at < 0]
        if mummies:  # where the mummy is known nothing else is taken for it
            away = [piece for piece in away if (piece == MUMMY) is (cell in mummies)]
        if not away or self.on(cell) is not None:
            return self
        piece = max(away, key=lambda piece: self._likelihood(piece, cell))
        place = self.places[piece]
        strayed = place.has_strayed or cell != self.homes[piece]
        return self._put(piece, Place(cell, place.left, now_s, has_strayed=strayed))

    def _likelihood(self, piece: Piece, cell: int) -> tuple[bool, bool, bool, bool, float]:
        """Return how likely a piece has come to a cell: home first, then back, out of a hand, on its turn, lately."""
        place = self.places[piece]
        return cell == self.homes[piece], cell == place.left, place.at == HAND, piece == self.mover, place.since_s


def known(homes: Mapping[Piece, int], mover: Piece | None, occupied: frozenset[int], now_s: float) -> Placements:
    """Return the placements in which every piece whose cell is occupied stands there, and the others are in a hand."""
    places = {
        piece: Place(home) if home == OFF or home in occupied else Place(HAND, home, now_s)
        for piece, home in homes.items()
    }
    return Placements(homes, mover, places)


def rehomed(before: Placements, homes: Mapping[Piece, int], mover: Piece | None) -> Placements:
    """Return the same placements in another turn."""
    return Placements(homes, mover, {piece: before.places.get(piece, Place(home)) for piece, home in homes.items()})


def unmoved(before: Placements) -> Placements:
    """Return the placements of pieces that have not moved after all: where they strayed is forgotten."""
    return replace(before, places={piece: replace(place, has_strayed=False) for piece, place in before.places.items()})


def moved(
    before: Placements, left: Iterable[int], filled: Iterable[int], mummies: Collection[int], now_s: float, columns: int
) -> Placements:
    """Return the placements after cells were left, then others filled; `mummies` sense the mummy."""
    after = before
    for cell in left:
        after = after._leave(cell, now_s, columns)
    for cell in filled:
        after = after._fill(cell, mummies, now_s)
    return after
