"""When a board has come to rest, and what stands on it then.

Why `changes` and `tracks`: two things that happened before matter to the rules. A record stores the path over which the
mummy was slid. And two equal pieces that were in the air together may have been swapped.

Why a position outlasts one cell that changes and changes back while all pieces are down: the pieces have not moved.
Otherwise nothing could ever be said beside a sensor that comes and goes. While that cell differs, nothing is inferred
from it. What is wrong without it has been wrong all the time, unless a piece in motion may have come to it or left it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import itemgetter
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

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
"""How much stronger the field of a cell is at least once a second piece has come to it."""
UNSTEADY_CHANGES: Final = 10
UNSTEADY_S: Final = 4.0
"""Within this time `UNSTEADY_CHANGES` changes of a cell mean a weak magnet or a bad sensor.

A piece that comes is one change and its going another, also where the mummy's field comes and goes by steps.
"""
UNSTEADY_ALONE_S: Final = 12.0
"""The longer time for as many changes, if no other cell changes: else nothing beside it would come to rest."""
RESTLESS_CHANGES: Final = 3 * UNSTEADY_CHANGES
"""As many changes within `UNSTEADY_ALONE_S` are too many, even if a piece may have gone to and fro.

Two sensors side by side that come and go in turn look like that.
"""
FICKLE_CHANGES: Final = 4
"""A cell that has changed so often within `UNSTEADY_ALONE_S` no longer delays a message about other cells."""


class CellChange(msgspec.Struct, frozen=True):
    """A change of one cell: it senses something new or stronger, or, if `faded`, less than before."""

    cell: int
    sensed: Sensed
    faded: bool = False


TimedChanges: TypeAlias = tuple[tuple[float, CellChange], ...]


class Observation(msgspec.Struct, frozen=True):
    """What stands on which cells, by their numbers, for how long, and what led to it."""

    columns: int
    count: int
    """How many cells the board has."""
    tells_mummy: bool
    """Whether `mummies` means anything; a board of switches senses pieces only."""
    pieces: frozenset[int]
    mummies: frozenset[int]
    blind: frozenset[int]
    """Cells of which nothing is known: not read, unsteady, or left out by hand."""
    at_rest_s: float
    """How long the pieces have been at rest; just after a change, how long ago that was."""
    changes: tuple[CellChange, ...] = ()
    tracks: TrackSet = msgspec.field(default_factory=TrackSet)
    """Where the pieces on the cells may have come from (on a board that knows the mummy: all other pieces)."""
    crowded: frozenset[int] = frozenset()
    """Cells that sense more than one pawn can cause, and clearly more than before."""
    fickle: int | None = None
    """A cell that alone has changed, maybe by itself."""
    apart_s: float = 0.0
    """How long the pieces have been at rest apart from it."""


class LoneChange(msgspec.Struct, frozen=True):
    """A cell that alone has changed, what it sensed before, and since when the pieces had been at rest."""

    cell: int
    sensed: Sensed
    at_rest_since_s: float
    is_fickle: bool = False
    """Whether no piece in motion can have come to it, or left it."""


class Settling(msgspec.Struct, frozen=True):
    """A board over time, since `forget_changes` was last called."""

    cells: Cells
    tracked: frozenset[int]
    """Cells on which pieces are tracked: not those where any number of pieces may stand."""
    changed_s: float
    now_s: float
    at_rest_since_s: float
    """Since when the pieces are at rest, apart from a cell that alone changed and changed back."""
    lone_change: LoneChange | None = None
    """The cell that alone has changed since."""
    changes: tuple[CellChange, ...] = ()
    tracks: TrackSet = msgspec.field(default_factory=TrackSet)
    recent_changes: TimedChanges = ()
    """When which cell began to sense more, or less, within the last `UNSTEADY_ALONE_S`."""
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
        """Return how long the board has been at rest; just after a change, how long ago that was."""
        unchanged_s = self.now_s - self.changed_s
        return unchanged_s if unchanged_s < SETTLE_S else self.now_s - self.at_rest_since_s

    def at_rest_from_s(self, at_rest_s: float) -> float:
        """Return when the board will have been at rest for so long."""
        return max(self.changed_s + min(at_rest_s, SETTLE_S), self.at_rest_since_s + at_rest_s)


def begin(frame: CellReadings, calibration: Calibration, now_s: float) -> Settling:
    """Return a board after its first frame."""
    cells = begin_cells(frame, calibration)
    settling = Settling(cells, frozenset(range(len(cells.sensed))), now_s, now_s, now_s, confirmed_s=now_s)
    return forget_changes(settling)


def feed(settling: Settling, frame: CellReadings) -> Settling:
    """Return the board after a frame."""
    after = _advanced(settling, feed_cells(settling.cells, frame), frame.at_s)
    return after if _is_in_doubt(after) else replace(after, confirmed_s=frame.at_s)


def _is_in_doubt(settling: Settling) -> bool:
    """Return whether the last frame shows a change that is not believed yet, on a cell that can be."""
    cells = settling.cells
    changed = {cell for cell in cells.doubts if cells.now[cell] is not cells.sensed[cell]}
    return not changed <= settling.unsteady | cells.calibration.masked


def tick(settling: Settling, now_s: float) -> Settling:
    """Return the board after time without a frame."""
    return _advanced(settling, tick_cells(settling.cells, now_s), now_s)


def set_tracked(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with pieces tracked on other cells: from now on, from where they stand."""
    return settling if cells == settling.tracked else reset_tracks(replace(settling, tracked=cells))


def trust(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with these cells believed however often they change, and no others."""
    return replace(settling, trusted=cells, unsteady=settling.unsteady - cells)


def believe_calm(settling: Settling) -> Settling:
    """Return the board with those unsteady cells believed again that have not changed for a while."""
    lively = {change.cell for at_s, change in settling.recent_changes if at_s > settling.now_s - UNSTEADY_ALONE_S}
    return replace(settling, unsteady=settling.unsteady & lively)


def forget_changes(settling: Settling) -> Settling:
    """Return the board as if nothing had led to what it senses now."""
    return reset_tracks(replace(settling, changes=(), baseline=settling.cells.values))


def set_at_rest(settling: Settling, pawns: frozenset[int], home: frozenset[int], *, refresh: bool) -> Settling:
    """Return the board with pawns at rest on these cells and on no others; `refresh` takes all fields as sensed now."""
    return replace(settling, cells=subtract_pawns(settling.cells, pawns, home, refresh=refresh))


def reset_tracks(settling: Settling) -> Settling:
    """Return the board with every piece on it known to be the one that belongs there."""
    return replace(settling, tracks=association.known_tracks(_pieces_on(settling.cells, settling.tracked)))


def observe(settling: Settling) -> Observation:
    """Return what stands on the board."""
    cells = settling.cells
    blind = cells.unread | settling.unsteady | cells.calibration.masked
    lone_change = settling.lone_change if settling.lone_change and settling.lone_change.is_fickle else None
    return Observation(
        cells.columns,
        len(cells.sensed),
        cells.tells_mummy,
        _sensing(cells, Sensed.PIECE),
        _sensing(cells, Sensed.MUMMY),
        blind,
        settling.at_rest_s,
        settling.changes,
        settling.tracks,
        _crowded(settling),
        lone_change.cell if lone_change else None,
        settling.now_s - lone_change.at_rest_since_s if lone_change else 0.0,
    )


def _crowded(settling: Settling) -> frozenset[int]:
    """Compare with the field before, too: a magnet may be stronger than those of the calibration."""
    cells = settling.cells
    if not cells.tells_mummy:
        return frozenset()
    least_mt, zeros = cells.calibration.levels.two_mt, cells.calibration.offsets_mt
    readings = enumerate(zip(cells.values, settling.baseline, zeros, strict=True))
    return frozenset(cell for cell, (now, was, zero) in readings if now - zero >= max(least_mt, CROWDED * (was - zero)))


def _sensing(cells: Cells, sensed: Sensed) -> frozenset[int]:
    return frozenset(cell for cell, what in enumerate(cells.sensed) if what is sensed)


def _pieces_on(cells: Cells, tracked: frozenset[int]) -> frozenset[int]:
    return _sensing(cells, Sensed.PIECE) & tracked


def _goes_on(change: CellChange, recent_changes: TimedChanges) -> bool:
    """Return whether a cell goes on in the direction of its last change."""
    last = next((earlier for _, earlier in reversed(recent_changes) if earlier.cell == change.cell), None)
    return last is not None and last.faded is change.faded


def _is_unsteady(cell: int, recent_changes: TimedChanges, now_s: float, columns: int) -> bool:
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


def _is_passed_on(change: tuple[float, CellChange], recent_changes: TimedChanges, columns: int) -> bool:
    """Return whether a piece has come from a neighbour, or gone there: players may do that as often as they like."""
    at_s, cell_change = change  # looked for among those of its time only: failing sensors make thousands
    first = bisect_left(recent_changes, at_s - LIFT_S, key=itemgetter(0))
    last = bisect_right(recent_changes, at_s + LIFT_S, key=itemgetter(0))
    return any(
        cell_change.faded is not other.faded and beside(cell_change.cell, other.cell, columns)
        for _, other in recent_changes[first:last]
    )


def _advanced(settling: Settling, cells: Cells, now_s: float) -> Settling:
    """Return the board with its cells at a later time."""
    now_s = max(now_s, settling.now_s)
    if cells.sensed == settling.cells.sensed and cells.unread == settling.cells.unread:
        return replace(settling, cells=cells, now_s=now_s)
    found = _changes_between(settling.cells, cells)
    recent_changes = _with_recent(settling.recent_changes, found, now_s)
    changed = sorted({change.cell for change in found})
    suspects = (cell for cell in changed if cell not in settling.unsteady | settling.trusted)
    unsteady = settling.unsteady | {
        cell for cell in suspects if _is_unsteady(cell, recent_changes, now_s, cells.columns)
    }
    tracked = settling.tracked - unsteady
    was, now = _pieces_on(settling.cells, tracked), _pieces_on(cells, tracked)
    tracks = association.without_tracks(settling.tracks, unsteady)
    after = replace(
        settling,
        cells=cells,
        tracked=tracked,
        now_s=now_s,
        changes=tuple(change for change in (*settling.changes, *found) if change.cell not in unsteady),
        tracks=association.associate(tracks, was - now, now - was, now_s, cells.columns, settling.pressed),
        recent_changes=recent_changes,
        unsteady=unsteady,
    )
    return after if settling.unsteady.issuperset(changed) else _disturbed(settling, after, changed)


def _changes_between(before: Cells, after: Cells) -> tuple[CellChange, ...]:
    """Return what has changed from one moment to the next: first the cells that sense less, then those with more."""
    pairs = list(enumerate(zip(before.sensed, after.sensed, strict=True)))
    fades = (CellChange(cell, now, faded=True) for cell, (was, now) in pairs if now < was)
    rises = (CellChange(cell, now) for cell, (was, now) in pairs if now > was)
    return (*fades, *rises)


def _with_recent(before: TimedChanges, found: tuple[CellChange, ...], now_s: float) -> TimedChanges:
    """Return the changes of the last `UNSTEADY_ALONE_S`; a cell that goes on in the same direction adds none."""
    recent = tuple(change for change in before if change[0] > now_s - UNSTEADY_ALONE_S)
    return (*recent, *((now_s, change) for change in found if not _goes_on(change, recent)))


def _disturbed(before: Settling, after: Settling, changed: list[int]) -> Settling:
    """Return the board with its new time of rest, now that these cells have changed."""
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

    A piece in motion is sensed by one cell after the other.
    """
    cells = settling.cells
    is_mummy_down = not cells.tells_mummy or Sensed.MUMMY in cells.sensed
    return is_mummy_down and all(but in piece.track.origins for piece in settling.tracks.in_air)
