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
EARLY_S: Final = 0.03
"""How long a sliding piece may be felt on two neighbouring cells, or seem to be, as cells are read one after the other.
A figure is rather felt on neither: whatever comes earlier than this, or from farther away, is another piece."""
PIECE_GAP_S: Final = 0.09
"""For how long a piece slid at half a second a cell is felt on neither of two neighbours. What is felt again so soon,
and so near, is that piece, whatever else is in the air: nobody lifts it and puts another one there as quickly. Only a
piece whose own cell it is may fall back on it at any time, as one does that leans beside it."""

MUMMY_GAP_S: Final = 0.15
"""For how long the mummy's figure is felt on neither of two neighbours at most: slid at 0.6 s a cell 4 mm off their
middle, or at a second through it. What is felt later may be another piece that was put down beside her."""


@dataclass(frozen=True)
class Track:
    """From which cells a piece may have come, and over which it was slid from there."""

    origins: frozenset[int]
    cells: tuple[int, ...] = ()
    is_slid: bool = True
    """Whether it was never away from all cells for longer than a slide takes: a piece in the hand may be exchanged."""

    def onto(self, cell: int, away_s: float = 0.0) -> Track:
        """Return the trail of a piece that has come to another cell; what was lifted on its way is slid no more."""
        is_slid = self.is_slid and away_s <= MUMMY_GAP_S
        return Track(self.origins, (*self.cells, cell) if is_slid else self.cells, is_slid)


@dataclass(frozen=True)
class Lifted:
    """A piece in the air, or between two cells: which one it left, and when."""

    track: Track
    cell: int
    at_s: float


@dataclass(frozen=True)
class TrackSet:
    """The trail of the piece on each cell, and of each piece in the air."""

    on_cells: dict[int, Track] = field(default_factory=dict)
    in_air: tuple[Lifted, ...] = ()
    arrived_s: dict[int, float] = field(default_factory=dict)
    """When a piece came to a cell while none was in the air."""


def known_tracks(cells: Iterable[int]) -> TrackSet:
    """Return where pieces are that all stand where they are known to stand."""
    return TrackSet({cell: Track(frozenset({cell})) for cell in cells})


def associate(
    before: TrackSet,
    left: Iterable[int],
    filled: Iterable[int],
    now_s: float,
    columns: int,
    pressed: frozenset[int] = frozenset(),
) -> TrackSet:
    """Return where pieces are after some cells were left, and then others filled, on a board of so many columns.

    Who comes beside a cell that is `pressed`, or slides on from there, may have opened its switch: its piece is there.
    """
    on_cells, in_air, arrived_s = dict(before.on_cells), before.in_air, dict(before.arrived_s)
    for cell in left:
        track = on_cells.pop(cell, Track(frozenset({OUTSIDE})))
        arrived_s.pop(cell, None)
        if track.origins == {OUTSIDE}:
            continue
        early = next(
            (to for to, at_s in arrived_s.items() if now_s - at_s <= EARLY_S and beside(cell, to, columns)),
            None,
        )
        if early is None:
            in_air = (*in_air, Lifted(track, cell, now_s))
        else:
            on_cells[early] = track.onto(early)
            del arrived_s[early]
    for cell in filled:
        opened = tuple(piece for piece in in_air if piece.cell in pressed and _may_lie(piece, cell, in_air, columns))
        lifted = tuple(piece for piece in in_air if piece not in opened)
        own = next((piece for piece in opened if piece.cell == cell), None)
        if own is not None:
            on_cells[cell], in_air = own.track, tuple(piece for piece in in_air if piece is not own)
            continue
        if not lifted:
            on_cells[cell] = Track(frozenset({OUTSIDE}), (cell,))
            arrived_s[cell] = now_s
            continue
        came, *others = _with_likeliest_first(lifted, cell, now_s, columns)
        on_cells[cell], in_air = came.track.onto(cell, now_s - came.at_s), (*others, *opened)
    return TrackSet(on_cells, in_air, arrived_s)


def _with_likeliest_first(in_air: tuple[Lifted, ...], cell: int, now_s: float, columns: int) -> tuple[Lifted, ...]:
    """Return the pieces in the air, first the one that has slid to a cell; if none has for sure, each may be any."""
    slid = [
        piece
        for piece in in_air
        if now_s - piece.at_s <= PIECE_GAP_S and (piece.cell == cell or beside(piece.cell, cell, columns))
    ]
    fell_back = [piece for piece in in_air if cell in piece.track.origins]
    if len(slid) == 1 and fell_back in ([], slid):
        return (slid[0], *(piece for piece in in_air if piece is not slid[0]))
    if len(in_air) == 1:
        return in_air
    either = Track(frozenset[int]().union(*(piece.track.origins for piece in in_air)))
    return tuple(replace(piece, track=either) for piece in in_air)


def _may_lie(pawn: Lifted, cell: int, in_air: tuple[Lifted, ...], columns: int) -> bool:
    """Return whether a pawn that is not felt may lie where it lay: a figure is beside it, or has just slid on."""
    left = (piece.cell for piece in in_air if piece is not pawn and piece.track.cells and piece.track.is_slid)
    return any(beside(pawn.cell, near, columns) for near in (cell, *left))


def without_tracks(before: TrackSet, cells: frozenset[int]) -> TrackSet:
    """Return where pieces are, with nothing known of some cells any more."""
    on_cells = {cell: track for cell, track in before.on_cells.items() if cell not in cells}
    return replace(before, on_cells=on_cells)


def reset_paths(before: TrackSet) -> TrackSet:
    """Return where pieces are, with no trail behind those that stand where they began."""
    known_there = {cell: Track(track.origins) for cell, track in before.on_cells.items() if track.origins == {cell}}
    return replace(before, on_cells=before.on_cells | known_there)


def traced_back(after: TrackSet, ended: frozenset[int], began: frozenset[int], path: tuple[int, ...]) -> TrackSet:
    """Return where pieces are, with whatever was known to stand on `ended` having come from `began` over a way."""

    def traced(track: Track) -> Track:
        if not track.origins & ended:
            return track
        return replace(track, origins=(track.origins - ended) | began, cells=(*path, *track.cells))

    on_cells = {cell: traced(track) for cell, track in after.on_cells.items()}
    in_air = tuple(replace(piece, track=traced(piece.track)) for piece in after.in_air)
    return TrackSet(on_cells, in_air, after.arrived_s)
