"""Data association: which of several pieces that read alike is which, tracked from the cells where all were known.

Why sets: as long as one piece at a time is in the air, whatever is put down is that piece. Of two in the air the board
cannot tell which comes down. So both cells may hold either piece, and so may the cells they come to later.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware_py.sensing.sliding import beside

OUTSIDE: Final = -1
"""The origin of a piece that nobody lifted: stairs, dungeon, or beside the board."""
EARLY_S: Final = 0.03
"""How long a sliding piece may be sensed on two neighbouring cells, or seem to be, as cells are read in turn.

A sliding piece is rather sensed on neither cell. Whatever comes earlier, or from farther away, is another piece.
"""
PIECE_GAP_S: Final = 0.09
"""How long a piece slid at half a second a cell is sensed on neither of two neighbours.

What is sensed again so soon and so near is that piece, whatever else is in the air: nobody exchanges pieces as quickly.
Only a piece that leans beside its own cell may fall back on it at any time.
"""

MUMMY_GAP_S: Final = 0.15
"""How long the mummy is sensed on neither of two neighbours at most.

It is slid at 0.6 s a cell 4 mm off their middle, or at one second through it. What is sensed later may be another piece
that was put down beside it.
"""


class Track(msgspec.Struct, frozen=True):
    """The cells from which a piece may have come, and those over which it was slid from there."""

    origins: frozenset[int]
    cells: tuple[int, ...] = ()
    is_slid: bool = True
    """Whether it was never away from all cells for longer than a slide takes: a lifted piece may be exchanged."""

    def onto(self, cell: int, away_s: float = 0.0) -> Track:
        """Return the track of a piece that has come to another cell; a piece lifted in between is no longer slid."""
        is_slid = self.is_slid and away_s <= MUMMY_GAP_S
        return Track(self.origins, (*self.cells, cell) if is_slid else self.cells, is_slid)


FROM_OUTSIDE: Final = Track(frozenset({OUTSIDE}))


class Lifted(msgspec.Struct, frozen=True):
    """A piece in the air, or between two cells: which one it left, and when."""

    track: Track
    cell: int
    at_s: float


class TrackSet(msgspec.Struct, frozen=True):
    """The track of the piece on each cell, and of each piece in the air."""

    on_cells: dict[int, Track] = msgspec.field(default_factory=dict)
    in_air: tuple[Lifted, ...] = ()
    arrived_s: dict[int, float] = msgspec.field(default_factory=dict)
    """When a piece came to a cell while none was in the air."""


def known_tracks(cells: Iterable[int]) -> TrackSet:
    """Return the tracks of pieces that all stand where they are known to stand."""
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

    A piece that comes beside a `pressed` cell, or slides on from there, may have opened its switch: that cell's own
    piece is still there.
    """
    after = before
    for cell in left:
        after = _with_left(after, cell, now_s, columns)
    for cell in filled:
        after = _with_filled(after, cell, now_s, columns, pressed)
    return after


def _with_left(before: TrackSet, cell: int, now_s: float, columns: int) -> TrackSet:
    """Return where pieces are after a cell was left: the piece is in the air, or on the neighbour it came to early."""
    on_cells, arrived_s = dict(before.on_cells), dict(before.arrived_s)
    track = on_cells.pop(cell, FROM_OUTSIDE)
    arrived_s.pop(cell, None)
    if track.origins == {OUTSIDE}:
        return TrackSet(on_cells, before.in_air, arrived_s)
    arrivals = ((to, at_s) for to, at_s in arrived_s.items() if beside(cell, to, columns))
    early = next((to for to, at_s in arrivals if now_s - at_s <= EARLY_S), None)
    if early is None:
        return TrackSet(on_cells, (*before.in_air, Lifted(track, cell, now_s)), arrived_s)
    on_cells[early] = track.onto(early)
    del arrived_s[early]
    return TrackSet(on_cells, before.in_air, arrived_s)


def _with_filled(before: TrackSet, cell: int, now_s: float, columns: int, pressed: frozenset[int]) -> TrackSet:
    """Return where pieces are after a cell was filled: by its own pawn, by a piece in the air, or from outside."""
    in_air = before.in_air
    opened = tuple(piece for piece in in_air if piece.cell in pressed and _may_lie(piece, cell, in_air, columns))
    own = next((piece for piece in opened if piece.cell == cell), None)
    if own is not None:
        others = tuple(piece for piece in in_air if piece is not own)
        return replace(before, on_cells={**before.on_cells, cell: own.track}, in_air=others)
    lifted = tuple(piece for piece in in_air if piece not in opened)
    if not lifted:
        outsider = Track(FROM_OUTSIDE.origins, (cell,))
        arrived_s = {**before.arrived_s, cell: now_s}
        return TrackSet({**before.on_cells, cell: outsider}, in_air, arrived_s)
    came, *still_up = _with_likeliest_first(lifted, cell, now_s, columns)
    track = came.track.onto(cell, now_s - came.at_s)
    return replace(before, on_cells={**before.on_cells, cell: track}, in_air=(*still_up, *opened))


def _with_likeliest_first(in_air: tuple[Lifted, ...], cell: int, now_s: float, columns: int) -> tuple[Lifted, ...]:
    """Return the pieces in the air, first the one that has slid to a cell; if none surely has, each may be any."""
    slid = [piece for piece in in_air if _may_slide(piece, cell, now_s, columns)]
    fell_back = [piece for piece in in_air if cell in piece.track.origins]
    if len(slid) == 1 and fell_back in ([], slid):
        return (slid[0], *(piece for piece in in_air if piece is not slid[0]))
    if len(in_air) == 1:
        return in_air
    either = Track(frozenset[int]().union(*(piece.track.origins for piece in in_air)))
    return tuple(replace(piece, track=either) for piece in in_air)


def _may_slide(piece: Lifted, cell: int, now_s: float, columns: int) -> bool:
    """Return whether a piece left its cell so lately, and so near, that it has slid to a cell."""
    return now_s - piece.at_s <= PIECE_GAP_S and (piece.cell == cell or beside(piece.cell, cell, columns))


def _may_lie(pawn: Lifted, cell: int, in_air: tuple[Lifted, ...], columns: int) -> bool:
    """Return whether a pawn that is not sensed may still be there: a piece is beside it, or has just slid on."""
    left = (piece.cell for piece in in_air if piece is not pawn and piece.track.cells and piece.track.is_slid)
    return any(beside(pawn.cell, near, columns) for near in (cell, *left))


def without_tracks(before: TrackSet, cells: frozenset[int]) -> TrackSet:
    """Return the tracks without those of some cells."""
    on_cells = {cell: track for cell, track in before.on_cells.items() if cell not in cells}
    return replace(before, on_cells=on_cells)


def reset_paths(before: TrackSet) -> TrackSet:
    """Return the tracks, without a path for pieces that stand where they began."""
    known_there = {cell: Track(track.origins) for cell, track in before.on_cells.items() if track.origins == {cell}}
    return replace(before, on_cells=before.on_cells | known_there)


def traced_back(after: TrackSet, ended: frozenset[int], began: frozenset[int], path: tuple[int, ...]) -> TrackSet:
    """Return the tracks, with whatever was known to stand on `ended` having come from `began` over a path."""

    def traced(track: Track) -> Track:
        if not track.origins & ended:
            return track
        return replace(track, origins=(track.origins - ended) | began, cells=(*path, *track.cells))

    on_cells = {cell: traced(track) for cell, track in after.on_cells.items()}
    in_air = tuple(replace(piece, track=traced(piece.track)) for piece in after.in_air)
    return TrackSet(on_cells, in_air, after.arrived_s)
