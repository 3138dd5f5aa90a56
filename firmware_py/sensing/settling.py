"""A board over time: when each cell changed last, and which cells change too often."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from operator import itemgetter
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.sensing.cells import (
    Calibration,
    CellReadings,
    Cells,
    Sensed,
    begin_cells,
    beside,
    feed_cells,
    tick_cells,
)
from firmware_py.sensing.constants import SETTLE_S, UNSTEADY_CHANGES, UNSTEADY_S

TimedChanges: TypeAlias = "tuple[tuple[float, int, bool], ...]"
"""When which cell began to sense more, or less if that is False."""


class Settling(msgspec.Struct, frozen=True):
    """A board over time; nothing in it changes unless a cell does."""

    cells: Cells
    changed_s: float
    """When any cell that is not unsteady last changed."""
    recent_changes: TimedChanges = ()
    """The changes of the last `UNSTEADY_S`."""
    unsteady: frozenset[int] = frozenset()
    """Cells that have changed too often to be believed."""
    trusted: bool = False
    """Whether all cells are believed however often they change."""
    confirmed_s: float = float("-inf")
    """The time of the last frame that showed nothing but what is believed."""

    @property
    def blind(self) -> frozenset[int]:
        """Cells that say nothing: not read, unsteady, or left out by hand."""
        return self.cells.unread | self.unsteady | self.cells.calibration.masked

    def sensing(self, sensed: Sensed) -> frozenset[int]:
        return frozenset(cell for cell, what in enumerate(self.cells.sensed) if what is sensed)


def begin(frame: CellReadings, calibration: Calibration) -> Settling:
    return Settling(begin_cells(frame, calibration), frame.at_s, confirmed_s=frame.at_s)


def feed(settling: Settling, frame: CellReadings) -> Settling:
    after = _advance(settling, feed_cells(settling.cells, frame), frame.at_s)
    cells = after.cells
    in_doubt = {cell for cell in cells.doubts if cells.now[cell] is not cells.sensed[cell]}
    return after if in_doubt - after.blind else replace(after, confirmed_s=frame.at_s)


def tick(settling: Settling, now_s: float) -> Settling:
    """The board after time without a frame; as it is, if no cell is in doubt."""
    cells = tick_cells(settling.cells, now_s)
    return settling if cells is settling.cells else _advance(settling, cells, now_s)


def trust(settling: Settling, *, trusted: bool) -> Settling:
    """Return the board with all cells believed however often they change, or those that have changed less often."""
    unsteady = frozenset[int]() if trusted else settling.unsteady
    return replace(settling, trusted=trusted, unsteady=unsteady)


def believe_calm(settling: Settling, now_s: float) -> Settling:
    """Return the board with those unsteady cells believed again that have not changed for a while."""
    lively = {cell for at_s, cell, _ in settling.recent_changes if at_s > now_s - UNSTEADY_S}
    return replace(settling, unsteady=settling.unsteady & lively)


def _advance(settling: Settling, cells: Cells, now_s: float) -> Settling:
    before = settling.cells
    settling, found = replace(settling, cells=cells), changes(before, cells)
    if not found and cells.unread == before.unread:
        return settling
    recent = _with_changes(settling.recent_changes, found, now_s)
    suspects = frozenset[int]() if settling.trusted else found.keys()
    unsteady = {cell for cell in suspects if _is_unsteady(cell, recent, cells.columns)}
    is_calm = settling.unsteady >= found.keys() and cells.unread == before.unread
    return replace(
        settling,
        changed_s=settling.changed_s if is_calm else now_s,
        recent_changes=recent,
        unsteady=settling.unsteady | unsteady,
    )


def changes(before: Cells, after: Cells) -> dict[int, bool]:
    """The cells that are believed to sense something else than before, and whether it is more."""
    if before.sensed == after.sensed:
        return {}
    pairs = enumerate(zip(before.sensed, after.sensed, strict=True))
    return {cell: now > was for cell, (was, now) in pairs if now is not was}


def _with_changes(recent: TimedChanges, found: Mapping[int, bool], now_s: float) -> TimedChanges:
    """The recent changes with new ones, without those that go on in the direction of the cell's last change.

    The field comes and goes by steps.
    """
    recent = tuple(change for change in recent if change[0] > now_s - UNSTEADY_S)
    last = {cell: rises for _, cell, rises in recent}
    return recent + tuple((now_s, cell, rises) for cell, rises in found.items() if last.get(cell) is not rises)


def _is_unsteady(cell: int, recent: TimedChanges, columns: int) -> bool:
    """Whether a cell changes as no piece makes it change.

    More than one in `SETTLE_S` are too many even if a piece may have gone to and fro: two sensors side by side that
    come and go in turn look like that.
    """
    of_cell = [change for change in recent if change[1] == cell]
    if len(of_cell) < UNSTEADY_CHANGES:
        return False
    own = sum(not _is_passed_on(change, recent, columns) for change in of_cell)
    return own >= UNSTEADY_CHANGES or len(of_cell) > UNSTEADY_S / SETTLE_S


def _is_passed_on(change: tuple[float, int, bool], recent: TimedChanges, columns: int) -> bool:
    """Whether a piece has come from a neighbour, or gone there: players may do that as often as they like."""
    at_s, cell, rises = change  # looked for among those of its time only: failing sensors make thousands
    first = bisect_left(recent, at_s - SETTLE_S, key=itemgetter(0))
    last = bisect_right(recent, at_s + SETTLE_S, key=itemgetter(0))
    return any(
        rises is not other_rises and beside(cell, other, columns) for _, other, other_rises in recent[first:last]
    )
