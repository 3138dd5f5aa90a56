"""Which piece stands where, among pieces that feel the same: followed from the cells where all were known to stand.

Why sets: as long as one piece at a time is in the air, whatever is put down is that piece. Of two in the air the board
cannot tell which comes down, so both cells may hold either, and so may whatever these pieces touch later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from firmware_py.sensing.sliding import beside

OUTSIDE: Final = -1
"""Where a piece comes from that nobody lifted: stairs, dungeon, or beside the board."""
OVERLAP_S: Final = 0.03
"""How long a sliding piece may be felt on two neighbouring cells, or seem to be, as cells are read one after the other.
A figure is rather felt on neither: whatever comes earlier than this, or from farther away, is another piece."""
SLIDE_S: Final = 0.09
"""For how long a piece slid at half a second a cell is felt on neither of two neighbours. What is felt again so soon,
and so near, is that piece, whatever else is in the air: nobody lifts it and puts another one there as quickly. Only a
piece whose own cell it is may fall back on it at any time, as one does that leans beside it."""

SLID_S: Final = 0.15
"""For how long the mummy's figure is felt on neither of two neighbours at most: slid at 0.6 s a cell 4 mm off their
middle, or at a second through it. What is felt later may be another piece that was put down beside her."""


@dataclass(frozen=True)
class Trail:
    """From which cells a piece may have come, and over which it was slid from there."""

    origins: frozenset[int]
    cells: tuple[int, ...] = ()
    is_slid: bool = True
    """Whether it was never away from all cells for longer than a slide takes: a piece in the hand may be exchanged."""

    def onto(self, cell: int, away_s: float = 0.0) -> Trail:
        """Return the trail of a piece that has come to another cell; what was lifted on its way is slid no more."""
        is_slid = self.is_slid and away_s <= SLID_S
        return Trail(self.origins, (*self.cells, cell) if is_slid else self.cells, is_slid)


@dataclass(frozen=True)
class Lifted:
    """A piece in the air, or between two cells: which one it left, and when."""

    trail: Trail
    cell: int
    at_s: float


@dataclass(frozen=True)
class Whereabouts:
    """The trail of the piece on each cell, and of each piece in the air."""

    stands: dict[int, Trail] = field(default_factory=dict)
    air: tuple[Lifted, ...] = ()
    arrived_s: dict[int, float] = field(default_factory=dict)
    """When a piece came to a cell while none was in the air."""


def known(cells: Iterable[int]) -> Whereabouts:
    """Return where pieces are that all stand where they are known to stand."""
    return Whereabouts({cell: Trail(frozenset({cell})) for cell in cells})


def follow(
    before: Whereabouts,
    left: Iterable[int],
    filled: Iterable[int],
    now_s: float,
    columns: int,
    pressed: frozenset[int] = frozenset(),
) -> Whereabouts:
    """Return where pieces are after some cells were left, and then others filled, on a board of so many columns.

    Who comes beside a cell that is `pressed`, or slides on from there, may have opened its switch: its piece is there.
    """
    stands, air, arrived_s = dict(before.stands), before.air, dict(before.arrived_s)
    for cell in left:
        trail = stands.pop(cell, Trail(frozenset({OUTSIDE})))
        arrived_s.pop(cell, None)
        if trail.origins == {OUTSIDE}:
            continue
        early = next(
            (to for to, at_s in arrived_s.items() if now_s - at_s <= OVERLAP_S and beside(cell, to, columns)),
            None,
        )
        if early is None:
            air = (*air, Lifted(trail, cell, now_s))
        else:
            stands[early] = trail.onto(early)
            del arrived_s[early]
    for cell in filled:
        opened = tuple(piece for piece in air if piece.cell in pressed and _may_lie(piece, cell, air, columns))
        lifted = tuple(piece for piece in air if piece not in opened)
        own = next((piece for piece in opened if piece.cell == cell), None)
        if own is not None:
            stands[cell], air = own.trail, tuple(piece for piece in air if piece is not own)
            continue
        if not lifted:
            stands[cell] = Trail(frozenset({OUTSIDE}), (cell,))
            arrived_s[cell] = now_s
            continue
        came, *others = _with_likeliest_first(lifted, cell, now_s, columns)
        stands[cell], air = came.trail.onto(cell, now_s - came.at_s), (*others, *opened)
    return Whereabouts(stands, air, arrived_s)


def _with_likeliest_first(air: tuple[Lifted, ...], cell: int, now_s: float, columns: int) -> tuple[Lifted, ...]:
    """Return the pieces in the air, first the one that has slid to a cell; if none has for sure, each may be any."""
    slid = [
        piece
        for piece in air
        if now_s - piece.at_s <= SLIDE_S and (piece.cell == cell or beside(piece.cell, cell, columns))
    ]
    fell_back = [piece for piece in air if cell in piece.trail.origins]
    if len(slid) == 1 and fell_back in ([], slid):
        return (slid[0], *(piece for piece in air if piece is not slid[0]))
    if len(air) == 1:
        return air
    either = Trail(frozenset[int]().union(*(piece.trail.origins for piece in air)))
    return tuple(replace(piece, trail=either) for piece in air)


def _may_lie(pawn: Lifted, cell: int, air: tuple[Lifted, ...], columns: int) -> bool:
    """Return whether a pawn that is not felt may lie where it lay: a figure is beside it, or has just slid on."""
    left = (piece.cell for piece in air if piece is not pawn and piece.trail.cells and piece.trail.is_slid)
    return any(beside(pawn.cell, near, columns) for near in (cell, *left))


def without(before: Whereabouts, cells: frozenset[int]) -> Whereabouts:
    """Return where pieces are, with nothing known of some cells any more."""
    stands = {cell: trail for cell, trail in before.stands.items() if cell not in cells}
    return replace(before, stands=stands)


def rested(before: Whereabouts) -> Whereabouts:
    """Return where pieces are, with no trail behind those that stand where they began."""
    known_there = {cell: Trail(trail.origins) for cell, trail in before.stands.items() if trail.origins == {cell}}
    return replace(before, stands=before.stands | known_there)


def traced_back(after: Whereabouts, ended: frozenset[int], began: frozenset[int], way: tuple[int, ...]) -> Whereabouts:
    """Return where pieces are, with whatever was known to stand on `ended` having come from `began` over a way."""

    def traced(trail: Trail) -> Trail:
        if not trail.origins & ended:
            return trail
        return replace(trail, origins=(trail.origins - ended) | began, cells=(*way, *trail.cells))

    stands = {cell: traced(trail) for cell, trail in after.stands.items()}
    air = tuple(replace(piece, trail=traced(piece.trail)) for piece in after.air)
    return Whereabouts(stands, air, after.arrived_s)
