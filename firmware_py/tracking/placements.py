"""Which of several pieces that read alike is which: a small set of joint placements, each with its cost.

A cell that no longer senses a piece puts that piece into a hand. A cell that begins to sense one was filled by whoever
can have come there, and each of them is one placement more. It costs as many unlikely
things as hands must have done for it:

| what was done | cost |
|---|---|
| slid on from a neighbour, or put back where it belongs, or where it stood | 0 |
| lifted, and put down elsewhere | 1 |
| the same, out of the sight of all cells | 2 |
| the same, by a piece that may not move | 3 |
| put down where another piece belongs, so that two are exchanged | `SWAP` more |

Only the cheapest placements are kept. Two explanations whose costs differ are not close; nobody is asked then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.pieces import MUMMY, Piece
from firmware_py.sensing.cells import beside
from firmware_py.sensing.constants import FRAME_S, SLIDE_S, SWAP

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


class Placement(msgspec.Struct, frozen=True):
    """Where all pieces are, and what hands had to do for it."""

    places: Mapping[Piece, Place]
    cost: int = 0

    def on(self, cell: int) -> Piece | None:
        """Return the piece on a cell."""
        return next((piece for piece, place in self.places.items() if place.at == cell), None)

    def put(self, piece: Piece, place: Place, cost: int = 0) -> Placement:
        """Return the placement with one piece elsewhere."""
        return Placement({**self.places, piece: place}, self.cost + cost)


class Placements(msgspec.Struct, frozen=True):
    """The likeliest placements, cheapest first."""

    homes: Mapping[Piece, int] = msgspec.field(default_factory=dict)
    """The cell of each piece when the turn began; `OFF` where pieces are not counted."""
    mover: Piece | None = None
    likely: tuple[Placement, ...] = (Placement({}),)

    @property
    def best(self) -> Placement:
        """The cheapest placement."""
        return self.likely[0]

    def is_sure(self, standing: Mapping[int, Piece]) -> bool:
        """Return whether these pieces stand on these cells in the cheapest placements, and in all of the same cost."""
        least = self.best.cost
        alike = [one for one in self.likely if one.cost == least]
        return all(one.on(cell) in (piece, None) for one in alike for cell, piece in standing.items())


def known(homes: Mapping[Piece, int], mover: Piece | None, occupied: frozenset[int], now_s: float) -> Placements:
    """Return the placement in which every piece whose cell is occupied stands there, and the others are in a hand."""
    places = {
        piece: Place(home) if home == OFF or home in occupied else Place(HAND, home, now_s)
        for piece, home in homes.items()
    }
    return Placements(homes, mover, (Placement(places),))


def rehomed(before: Placements, homes: Mapping[Piece, int], mover: Piece | None) -> Placements:
    """Return the same placements in another turn."""
    if (homes, mover) == (before.homes, before.mover):
        return before
    places = {piece: before.best.places.get(piece, Place(home)) for piece, home in homes.items()}
    return Placements(homes, mover, (Placement(places),))


def unmoved(before: Placements) -> Placements:
    """Return the likeliest placement of pieces that have not moved after all: where they strayed is forgotten."""
    places = {piece: replace(place, has_strayed=False) for piece, place in before.best.places.items()}
    return replace(before, likely=(Placement(places),))


def moved(
    before: Placements, left: Iterable[int], filled: Iterable[int], mummies: Collection[int], now_s: float, columns: int
) -> Placements:
    """Return the placements after cells were left, then others filled; where some know the mummy, it is on one."""
    likely = list(before.likely)
    for cell in left:
        likely = [after for one in likely for after in _lifted(one, before, cell, now_s, columns)]
    for cell in filled:
        likely = [after for one in likely for after in _filled(one, before, cell, now_s, columns)]
    with_mummy = [one for one in likely if MUMMY in map(one.on, mummies)]
    return replace(before, likely=_cheapest(with_mummy or likely))


def _cheapest(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """Return the placements that cost hardly more than the cheapest one, each once."""
    found: dict[tuple[tuple[int, int], ...], Placement] = {}
    for one in sorted(placements, key=lambda one: one.cost):
        found.setdefault(tuple((place.at, place.left) for place in one.places.values()), one)
    least = min(one.cost for one in found.values())
    return tuple(replace(one, cost=one.cost - least) for one in found.values() if one.cost - least <= SWAP)


def _lifted(one: Placement, before: Placements, cell: int, now_s: float, columns: int) -> Iterator[Placement]:
    """Yield every placement after a cell was left; a piece sensed beside it just before may have been this one."""
    piece = one.on(cell)
    if piece is None:
        yield one
        return
    if before.homes[piece] == OFF:
        yield one.put(piece, Place(OFF, cell, now_s))
        return
    for other, place in one.places.items():
        came_early = before.homes[other] == OFF and beside(cell, place.at, columns) and now_s - place.since_s <= FRAME_S
        if place.at >= 0 and came_early:
            slid = Place(place.at, cell, now_s, has_strayed=True)
            yield one.put(other, Place(OFF)).put(piece, slid, -_from_outside(other, before.mover))
    yield one.put(piece, replace(one.places[piece], at=HAND, left=cell, since_s=now_s))


def _filled(one: Placement, before: Placements, cell: int, now_s: float, columns: int) -> Iterator[Placement]:
    """Yield every placement after a cell was filled: with each piece that can have come there."""
    away = [piece for piece, place in one.places.items() if place.at < 0]
    if not away or one.on(cell) is not None:
        yield one
    else:
        for piece in away:
            place, home = one.places[piece], before.homes[piece]
            strayed = place.has_strayed or cell != home
            there = Place(cell, place.left, now_s, has_strayed=strayed)
            yield one.put(piece, there, _cost(place, piece, before, cell, now_s, columns))


def _cost(place: Place, piece: Piece, before: Placements, cell: int, now_s: float, columns: int) -> int:
    """Return what it costs a piece in a hand, or off the board, to come to a cell."""
    if cell in (before.homes[piece], place.left):
        return 0
    belongs_to_other = cell in before.homes.values()
    is_near = beside(place.left, cell, columns)
    if place.at == OFF:
        cost = _from_outside(piece, before.mover)
    else:
        cost = 0 if is_near and now_s - place.since_s <= SLIDE_S else 1
    return cost + (SWAP if belongs_to_other else 0)


def _from_outside(piece: Piece, mover: Piece | None) -> int:
    """Return what it costs a piece to come from where no cell senses it: it was lifted, unseen, and may not move."""
    return 2 + (piece != mover)
