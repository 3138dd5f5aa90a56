"""Which piece stands where, among pieces that feel the same: followed from the cells where all were known to stand.

Why sets: as long as one piece at a time is in the air, whatever is put down is that piece. Of two in the air the board
cannot tell which comes down, so both cells may hold either, and so may whatever these pieces touch later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

OUTSIDE: Final = -1
"""Where a piece comes from that nobody lifted: stairs, dungeon, or beside the board."""
OVERLAP_S: Final = 0.03
"""How long a sliding piece may be felt on two neighbouring cells, or seem to be, as cells are read one after the other.
A figure is rather felt on neither: whatever comes earlier than this, or from farther away, is another piece."""


@dataclass(frozen=True)
class Whereabouts:
    """The cells from which the piece on each cell may have come, and the same for each piece in the air."""

    stands: dict[int, frozenset[int]] = field(default_factory=dict)
    air: tuple[frozenset[int], ...] = ()
    arrived_s: dict[int, float] = field(default_factory=dict)
    """When a piece came to a cell while none was in the air."""


def known(cells: Iterable[int]) -> Whereabouts:
    """Return where pieces are that all stand where they are known to stand."""
    return Whereabouts({cell: frozenset({cell}) for cell in cells})


def follow(before: Whereabouts, left: Iterable[int], filled: Iterable[int], now_s: float, columns: int) -> Whereabouts:
    """Return where pieces are after some cells were left, and then others filled, on a board of so many columns."""
    stands, air, arrived_s = dict(before.stands), before.air, dict(before.arrived_s)
    for cell in left:
        piece = stands.pop(cell, frozenset({OUTSIDE}))
        arrived_s.pop(cell, None)
        if piece == {OUTSIDE}:
            continue
        early = next(
            (to for to, at_s in arrived_s.items() if now_s - at_s <= OVERLAP_S and _are_neighbours(cell, to, columns)),
            None,
        )
        if early is None:
            air = (*air, piece)
        else:
            stands[early] = piece
            del arrived_s[early]
    for cell in filled:
        stands[cell] = frozenset[int]().union(*air) or frozenset({OUTSIDE})
        air = (stands[cell],) * (len(air) - 1)
        if stands[cell] == {OUTSIDE}:
            arrived_s[cell] = now_s
    return Whereabouts(stands, air, arrived_s)


def _are_neighbours(cell: int, other: int, columns: int) -> bool:
    (row, column), (to_row, to_column) = divmod(cell, columns), divmod(other, columns)
    return abs(row - to_row) + abs(column - to_column) == 1


def without(before: Whereabouts, cells: frozenset[int]) -> Whereabouts:
    """Return where pieces are, with nothing known of some cells any more."""
    stands = {cell: origins for cell, origins in before.stands.items() if cell not in cells}
    return replace(before, stands=stands)


def traced_back(after: Whereabouts, ended: frozenset[int], began: frozenset[int]) -> Whereabouts:
    """Return where pieces are, with whatever was known to stand on `ended` having come there from `began`."""

    def traced(origins: frozenset[int]) -> frozenset[int]:
        return (origins - ended) | began if origins & ended else origins

    stands = {cell: traced(origins) for cell, origins in after.stands.items()}
    return Whereabouts(stands, tuple(map(traced, after.air)), after.arrived_s)
