"""When a board has come to rest, and what stands on it then.

Why `changes` and `tracks`: two things that happened on the way matter to the rules. Which way the mummy was slid
is what a record keeps of her move; and two pieces of the same look that were in the air together may have been swapped.

Why a position outlasts one cell that changes and changes back while all pieces are down: they lie as they lay. A sensor
that comes and goes would otherwise never let anything be said. While it is otherwise, nothing is concluded from it, but
what is wrong without that cell has been wrong all the time: unless a piece on its way may have come to it, or left it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final

from firmware_py.sensing import association
from firmware_py.sensing.association import TrackSet
from firmware_py.sensing.cells import (
    Calibration,
    CellReadings,
    Cells,
    Sensed,
    begin_cells,
    feed_cells,
    subtract_pawns,
    tick_cells,
)
from firmware_py.sensing.sliding import LIFT_S, beside

SETTLE_S: Final = 0.25
"""How long nothing may change before a position counts."""
CROWDED: Final = 1.25
"""How much more a cell feels at least once a second piece has come to it."""
UNSTEADY_CHANGES: Final = 10
UNSTEADY_S: Final = 4.0
"""A cell that changes so often within that time is no hand's work: a weak magnet or a bad sensor. A piece that comes is
one change and its going another, also where the mummy's field comes and goes by steps."""
UNSTEADY_ALONE_S: Final = 12.0
"""Nor is one that does so within that time while no other cell changes: nothing would come to rest beside it."""
RESTLESS_CHANGES: Final = 3 * UNSTEADY_CHANGES
"""Nor is one that has changed so often within that time, though a piece may have gone to and fro: two sensors side by
side that come and go in turn look like that."""
FICKLE_CHANGES: Final = 4
"""A cell that has changed so often within `UNSTEADY_ALONE_S` does not keep from being named what is wrong elsewhere."""


@dataclass(frozen=True)
class CellChange:
    """A cell that began to feel something, or something stronger; or one that `faded`, and feels less than before."""

    cell: int
    sensed: Sensed
    faded: bool = False


@dataclass(frozen=True)
class Observation:
    """What stands where by the numbers of the cells, how long it has been so, and what led to it."""

    columns: int
    count: int
    """How many cells the board has."""
    tells_mummy: bool
    """Whether `mummies` means anything; a board of switches feels pieces only."""
    pieces: frozenset[int]
    mummies: frozenset[int]
    blind: frozenset[int]
    """Cells of which nothing is known: not read, unsteady, or left out by hand."""
    at_rest_s: float
    """For how long the pieces have lain so; while nothing has changed for `SETTLE_S` only."""
    changes: tuple[CellChange, ...] = ()
    tracks: TrackSet = field(default_factory=TrackSet)
    """Where the pieces on the cells may have come from (on a board that knows the mummy: all but her)."""
    crowded: frozenset[int] = frozenset()
    """Cells that feel more than one hunter can be felt, and clearly more than they felt before."""
    fickle: int | None = None
    """A cell that alone has changed, maybe by itself."""
    apart_s: float = 0.0
    """For how long the pieces have lain so apart from it."""


@dataclass(frozen=True)
class LoneChange:
    """A cell that alone has changed, what it felt before, and since when the pieces had lain so."""

    cell: int
    sensed: Sensed
    at_rest_since_s: float
    is_fickle: bool = False
    """Whether no piece on its way need have come to it, or left it."""


@dataclass(frozen=True)
class Settling:
    """A board over time, since `forget_changes` was last called."""

    cells: Cells
    tracked: frozenset[int]
    """Cells on which pieces are followed: not those where any number of them may stand unseen."""
    changed_s: float
    now_s: float
    at_rest_since_s: float
    """Since when the pieces lie as they do, apart from a cell that alone changed and changed back."""
    lone_change: LoneChange | None = None
    """The cell that alone has changed since."""
    changes: tuple[CellChange, ...] = ()
    tracks: TrackSet = field(default_factory=TrackSet)
    recent_changes: tuple[tuple[float, CellChange], ...] = ()
    """When which cell began to feel more, or less, of the last `UNSTEADY_ALONE_S`."""
    unsteady: frozenset[int] = frozenset()
    pressed: frozenset[int] = frozenset()
    """Cells on which pawns stand whose switches the mummy may open by coming to a cell beside them."""
    trusted: frozenset[int] = frozenset()
    """Cells that are believed however often they change."""
    baseline: tuple[float, ...] = ()
    """What each cell read when `forget_changes` was called."""
    confirmed_s: float = float("-inf")
    """When the last frame came that showed nothing but what is believed."""

    @property
    def at_rest_s(self) -> float:
        """Return how long the board has been at rest; what has lain for longer counts once nothing has just changed."""
        unchanged_s = self.now_s - self.changed_s
        return unchanged_s if unchanged_s < SETTLE_S else self.now_s - self.at_rest_since_s

    def at_rest_from_s(self, at_rest_s: float) -> float:
        """Return when it will have been at rest for so long."""
        return max(self.changed_s + min(at_rest_s, SETTLE_S), self.at_rest_since_s + at_rest_s)


def begin(frame: CellReadings, calibration: Calibration, now_s: float) -> Settling:
    """Return a board after its first frame."""
    cells = begin_cells(frame, calibration)
    settling = Settling(cells, frozenset(range(len(cells.sensed))), now_s, now_s, now_s, confirmed_s=now_s)
    return forget_changes(settling)


def feed(settling: Settling, frame: CellReadings) -> Settling:
    """Return the board after a frame."""
    after = _changed(settling, feed_cells(settling.cells, frame), frame.at_s)
    return after if _is_in_doubt(after) else replace(after, confirmed_s=frame.at_s)


def _is_in_doubt(settling: Settling) -> bool:
    """Return whether the last frame shows a change that is not believed yet, on a cell that can be."""
    cells = settling.cells
    changed = {cell for cell in cells.doubts if cells.now[cell] is not cells.sensed[cell]}
    return not changed <= settling.unsteady | cells.calibration.masked


def tick(settling: Settling, now_s: float) -> Settling:
    """Return the board after time without a frame."""
    return _changed(settling, tick_cells(settling.cells, now_s), now_s)


def set_tracked(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with other cells being followed: from now on, as they stand."""
    return settling if cells == settling.tracked else reset_tracks(replace(settling, tracked=cells))


def trust(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with these cells believed however often they change, and no others."""
    return replace(settling, trusted=cells, unsteady=settling.unsteady - cells)


def believe_calm(settling: Settling) -> Settling:
    """Return the board with those cells believed again that came and went, and have not for a while."""
    lively = {change.cell for at_s, change in settling.recent_changes if at_s > settling.now_s - UNSTEADY_ALONE_S}
    return replace(settling, unsteady=settling.unsteady & lively)


def forget_changes(settling: Settling) -> Settling:
    """Return the board as if nothing had led to what it feels now."""
    return reset_tracks(replace(settling, changes=(), baseline=settling.cells.values))


def set_at_rest(settling: Settling, pawns: frozenset[int], home: frozenset[int], *, refresh: bool) -> Settling:
    """Return the board with pawns known to rest on these cells and on no others; `refresh` all as they are felt now."""
    return replace(settling, cells=subtract_pawns(settling.cells, pawns, home, refresh=refresh))


def reset_tracks(settling: Settling) -> Settling:
    """Return the board with every piece on it known to be the one that belongs there."""
    return replace(settling, tracks=association.known_tracks(_followed(settling.cells, settling.tracked)))


def observe(settling: Settling) -> Observation:
    """Return what stands on the board."""
    cells = settling.cells
    blind = cells.unread | settling.unsteady | cells.calibration.masked
    lone_change = settling.lone_change if settling.lone_change and settling.lone_change.is_fickle else None
    return Observation(
        cells.columns,
        len(cells.sensed),
        cells.tells_mummy,
        _feeling(cells, Sensed.PIECE),
        _feeling(cells, Sensed.MUMMY),
        blind,
        settling.at_rest_s,
        settling.changes,
        settling.tracks,
        _crowded(settling),
        lone_change.cell if lone_change else None,
        settling.now_s - lone_change.at_rest_since_s if lone_change else 0.0,
    )


def _crowded(settling: Settling) -> frozenset[int]:
    """Compare with what was felt before, too: a magnet may be stronger than those by which the board was learnt."""
    cells = settling.cells
    if not cells.tells_mummy:
        return frozenset()
    least_mt, zeros = cells.calibration.levels.two_mt, cells.calibration.offsets_mt
    readings = enumerate(zip(cells.values, settling.baseline, zeros, strict=True))
    return frozenset(cell for cell, (now, was, zero) in readings if now - zero >= max(least_mt, CROWDED * (was - zero)))


def _feeling(cells: Cells, sensed: Sensed) -> frozenset[int]:
    return frozenset(cell for cell, what in enumerate(cells.sensed) if what is sensed)


def _followed(cells: Cells, tracked: frozenset[int]) -> frozenset[int]:
    return _feeling(cells, Sensed.PIECE) & tracked


def _goes_on(change: CellChange, recent_changes: tuple[tuple[float, CellChange], ...]) -> bool:
    """Return whether a cell feels still more, or still less, as it did when it changed last."""
    last = next((earlier for _, earlier in reversed(recent_changes) if earlier.cell == change.cell), None)
    return last is not None and last.faded is change.faded


def _is_unsteady(cell: int, recent_changes: tuple[tuple[float, CellChange], ...], now_s: float, columns: int) -> bool:
    of_cell = [change for change in recent_changes if change[1].cell == cell]
    if not UNSTEADY_CHANGES <= len(of_cell) < RESTLESS_CHANGES:
        return len(of_cell) >= RESTLESS_CHANGES
    own = [change for change in of_cell if not _is_passed_on(change, recent_changes, columns)]
    if len(own) < UNSTEADY_CHANGES:
        return False
    first = own[-UNSTEADY_CHANGES]
    if first[0] > now_s - UNSTEADY_S:
        return True
    since = recent_changes[recent_changes.index(first) :]
    return all(change[1].cell == cell or _is_passed_on(change, recent_changes, columns) for change in since)


def _is_passed_on(
    change: tuple[float, CellChange], recent_changes: tuple[tuple[float, CellChange], ...], columns: int
) -> bool:
    """Return whether a piece has come from a neighbour, or gone there: hands do that as often as they like."""
    at_s, cell_change = change  # looked for among those of its time only: failing sensors make thousands
    first = bisect_left(recent_changes, at_s - LIFT_S, key=itemgetter(0))
    last = bisect_right(recent_changes, at_s + LIFT_S, key=itemgetter(0))
    return any(
        cell_change.faded is not other.faded and beside(cell_change.cell, other.cell, columns)
        for _, other in recent_changes[first:last]
    )


def _changed(settling: Settling, cells: Cells, now_s: float) -> Settling:
    now_s = max(now_s, settling.now_s)
    if cells.sensed == settling.cells.sensed and cells.unread == settling.cells.unread:
        return replace(settling, cells=cells, now_s=now_s)
    pairs = list(enumerate(zip(settling.cells.sensed, cells.sensed, strict=True)))
    changed = [cell for cell, (before, after) in pairs if before is not after]
    fades = [CellChange(cell, after, faded=True) for cell, (before, after) in pairs if after < before]
    rises = [CellChange(cell, after) for cell, (before, after) in pairs if after > before]
    recent = tuple(change for change in settling.recent_changes if change[0] > now_s - UNSTEADY_ALONE_S)
    recent_changes = (*recent, *((now_s, change) for change in (*fades, *rises) if not _goes_on(change, recent)))
    steady = (cell for cell in changed if cell not in settling.unsteady | settling.trusted)
    unsteady = settling.unsteady | {cell for cell in steady if _is_unsteady(cell, recent_changes, now_s, cells.columns)}
    tracked = settling.tracked - unsteady
    was, now = _followed(settling.cells, tracked), _followed(cells, tracked)
    there = association.without_tracks(settling.tracks, unsteady)
    after = replace(
        settling,
        cells=cells,
        tracked=tracked,
        now_s=now_s,
        changes=tuple(change for change in (*settling.changes, *fades, *rises) if change.cell not in unsteady),
        tracks=association.associate(there, was - now, now - was, now_s, cells.columns, settling.pressed),
        recent_changes=recent_changes,
        unsteady=unsteady,
    )
    return after if settling.unsteady.issuperset(changed) else _disturbed(settling, after, changed)


def _disturbed(before: Settling, after: Settling, changed: list[int]) -> Settling:
    """Return the board with what it means for its rest that these cells have changed."""
    after = replace(after, changed_s=after.now_s, at_rest_since_s=after.now_s)
    if len(changed) > 1:
        return replace(after, lone_change=None)
    (cell,) = changed
    lone_change = before.lone_change
    if lone_change is None or lone_change.cell != cell:
        lone_change = LoneChange(cell, before.cells.sensed[cell], before.at_rest_since_s)
    is_back = after.cells.sensed[cell] is lone_change.sensed and _are_all_down(after)
    if is_back or cell in after.unsteady:
        return replace(after, at_rest_since_s=lone_change.at_rest_since_s, lone_change=None)
    has_changed = [change.cell for _, change in after.recent_changes].count(cell)
    is_fickle = has_changed >= FICKLE_CHANGES or (_are_all_down(before) and _are_all_down(after, but=cell))
    return replace(after, lone_change=replace(lone_change, is_fickle=is_fickle))


def _are_all_down(settling: Settling, but: int | None = None) -> bool:
    """Return whether no piece is known to be in the air, `but` perhaps the one that belongs on that cell.

    One in the air would be slid over cells that feel it one by one.
    """
    cells = settling.cells
    is_mummy_down = not cells.tells_mummy or Sensed.MUMMY in cells.sensed
    return is_mummy_down and all(but in piece.track.origins for piece in settling.tracks.in_air)
