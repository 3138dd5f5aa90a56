"""One piece slid over a board: through which passages it goes, where it is lifted, and where it is put.

Why a time separates sliding from lifting: half-way between two cells there are some millimetres where neither sensor
senses the piece. So being sensed nowhere for a moment belongs to sliding. A piece sensed nowhere for longer was in the
air, and nothing is inferred from where it comes down.

Why fields below zero count as well, on a board that measures: wherever the piece is on the board, the field of a cell
beside it goes below zero. A centimetre above the board it does so nowhere. That separates a quick hop over a wall from
a slide, once the board is calibrated. Over switches nothing does.

Why a cell that sensed the piece only for a moment counts too: a piece slid too fast is believed on none of the cells in
between. A path round a wall then ends beside where it began.

Why no number is its own: a gap of `SLIDE_S` is the dead zone between two cells, so nothing was passed in it, and for so
long two cells may sense one piece; after `SETTLE_S` without a frame nobody knows the piece's path, as if it were sensed
nowhere; a piece is put down once it has rested for twice as long; it is in the air for longer than a spike lasts.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.sensing.cells import Calibration, CellReadings, Cells, Sensed, around, begin_cells, beside, feed_cells
from firmware_py.sensing.constants import AIR_PART, RING_MT, SENSOR_S, SETTLE_S, SLIDE_S, TICK_S, WINDOW

How: TypeAlias = Literal["slid", "rushed", "lifted", "put"]


class Arrival(msgspec.Struct, frozen=True):
    """Where the piece has come to.

    `slid` from the neighbour `before`; `rushed` from there, but not surely through cells that sensed it; `lifted`
    between the two; or `put`: it rests where it was put down, and `before` is that very cell.
    """

    how: How
    before: int
    cell: int


class Sliding(msgspec.Struct, frozen=True):
    """The piece over time."""

    calibration: Calibration
    cells: Cells | None = None
    at: int | None = None
    """The last cell that sensed it alone; None while it may be anywhere."""
    came_s: float = 0.0
    gone_s: float | None = None
    """Since when it is sensed nowhere."""
    gap_s: float = 0.0
    """How long it was sensed nowhere after it left that cell."""
    range_mt: tuple[float, float] = (0.0, 0.0)
    """The weakest and the strongest field on and beside that cell since it came, if the board measures."""
    aired_s: float | None = None
    """Since when it seems to be in the air by these fields."""
    air_s: float = 0.0
    """How long it seemed so after it left that cell."""
    crowded_s: float | None = None
    """Since when several cells sense something."""
    brushed: frozenset[int] = frozenset()
    """The cells that have sensed it, if only for a moment, since it was at rest."""
    is_put: bool = False
    """It was in the air, and has not been at rest since."""

    @property
    def is_lifted(self) -> bool:
        """Whether it has been in the air since it was at rest."""
        return self.gap_s > SETTLE_S

    @property
    def has_hopped(self) -> bool:
        """Whether it was in the air since it left its last cell, for however short a time."""
        return self.is_lifted or self.air_s > WINDOW * TICK_S

    @property
    def now(self) -> frozenset[int]:
        """The cells that sense something at this very moment."""
        return _sensing(self.cells, self.cells.now) if self.cells else frozenset()

    @property
    def sensed(self) -> frozenset[int]:
        """The cells that are believed to sense something."""
        return _sensing(self.cells, self.cells.sensed) if self.cells else frozenset()

    @property
    def blind(self) -> frozenset[int]:
        """The cells that are left out, or that the board cannot read now."""
        return _blind(self.cells) if self.cells else self.calibration.masked

    @property
    def crowd(self) -> tuple[int, ...]:
        """The cells that sense something at once, for longer than a piece takes to slide across."""
        if self.cells is None or self.crowded_s is None or self.cells.ticked_s - self.crowded_s < SENSOR_S:
            return ()
        return tuple(sorted(self.sensed))


def feed(sliding: Sliding, frame: CellReadings) -> tuple[Sliding, Arrival | None]:
    """Return the piece after a frame, and where it has come to, if anywhere; frames come in order of time."""
    before = sliding.cells
    if before is None or frame.at_s - before.ticked_s > SETTLE_S:
        return _begun(sliding, begin_cells(frame, before.calibration if before else sliding.calibration)), None
    cells = feed_cells(before, frame)
    if cells.unread != before.unread:
        return _begun(sliding, cells), None
    there, found = _moved(_timed(replace(sliding, cells=cells), frame.at_s), frame.at_s)
    return _brushed(there), found


def settle(sliding: Sliding) -> Sliding:
    """Return the piece as one at rest, so that `feed` does not report it as `put`."""
    return replace(sliding, is_put=False)


def _begun(sliding: Sliding, cells: Cells) -> Sliding:
    there = Sliding(sliding.calibration, cells)
    return replace(there, at=next(iter(there.sensed))) if len(there.sensed) == 1 else there


def _timed(sliding: Sliding, now_s: float) -> Sliding:
    """Return the piece with how long it was sensed nowhere, or in the air, and since when on several cells."""
    crowded_s = _since(sliding.crowded_s, now_s, lasts=len(sliding.sensed) > 1)
    is_crowd = crowded_s is not None and now_s - crowded_s > SLIDE_S
    low_mt, high_mt = _range_mt(sliding)
    lowest_mt, highest_mt = min(sliding.range_mt[0], low_mt), max(sliding.range_mt[1], high_mt)
    is_aired = lowest_mt <= -RING_MT / 2 and low_mt > AIR_PART * lowest_mt and high_mt < AIR_PART * highest_mt
    aired_s = _since(sliding.aired_s, now_s, lasts=is_aired)
    return replace(
        sliding,
        at=None if is_crowd else sliding.at,
        gone_s=_since(sliding.gone_s, now_s, lasts=not sliding.now),
        gap_s=max(sliding.gap_s, 0.0 if sliding.gone_s is None else now_s - sliding.gone_s),
        range_mt=(lowest_mt, highest_mt),
        aired_s=aired_s,
        air_s=max(sliding.air_s, 0.0 if aired_s is None else now_s - aired_s),
        crowded_s=crowded_s,
    )


def _since(before_s: float | None, now_s: float, *, lasts: bool) -> float | None:
    """Return since when something lasts, by since when it did before; None if it does not."""
    if not lasts:
        return None
    return now_s if before_s is None else before_s


def _range_mt(sliding: Sliding) -> tuple[float, float]:
    """Return the weakest and the strongest field on and beside the cell that sensed it last, if the board measures."""
    cells, at = sliding.cells, sliding.at
    if cells is None or at is None or not cells.tells_mummy:
        return 0.0, 0.0
    zeros = cells.calibration.offsets_mt
    fields = [cells.values[cell] - zeros[cell] for cell in (at, *around(at, cells)) if cell not in sliding.blind]
    return min(fields, default=0.0), max(fields, default=0.0)


def _brushed(sliding: Sliding) -> Sliding:
    """Return the piece with the cells that sense it now, unless it is at rest."""
    if sliding.now == sliding.sensed == {sliding.at}:
        return replace(sliding, brushed=frozenset(), gap_s=0.0, air_s=0.0)
    return replace(sliding, brushed=sliding.brushed | sliding.now)


def _moved(sliding: Sliding, now_s: float) -> tuple[Sliding, Arrival | None]:
    """Return the piece where it is sensed alone, if it is, and what that means."""
    before = sliding.at
    if len(sliding.sensed) != 1:
        return sliding, None
    (cell,) = sliding.sensed
    if cell == before and not sliding.is_lifted:
        is_steady = sliding.now == sliding.sensed and now_s - sliding.came_s >= 2 * SETTLE_S
        return (settle(sliding), Arrival("put", cell, cell)) if sliding.is_put and is_steady else (sliding, None)
    is_put = sliding.is_put or sliding.has_hopped
    there = replace(sliding, at=cell, came_s=now_s, gap_s=0.0, brushed=frozenset(), is_put=is_put)
    there = replace(there, range_mt=(0.0, 0.0), aired_s=None, air_s=0.0)
    if before is None or before == cell:
        return there, None
    return there, Arrival(_how(sliding, before, cell), before, cell)


def _how(sliding: Sliding, before: int, cell: int) -> How:
    assert sliding.cells is not None
    if sliding.has_hopped:
        return "lifted"
    is_next = beside(before, cell, sliding.cells.columns) and sliding.brushed <= {before, cell}
    is_sure = sliding.gap_s < SLIDE_S or not _may_go_round(sliding, before, cell)
    return "slid" if is_next and is_sure else "rushed"


def _may_go_round(sliding: Sliding, cell: int, other: int) -> bool:
    """Return whether the path between two neighbours may have led round over two cells that cannot sense."""
    assert sliding.cells is not None
    columns, blind = sliding.cells.columns, sliding.blind
    return any(
        beside(cell, first, columns) and beside(other, second, columns) and beside(first, second, columns)
        for first in blind
        for second in blind
    )


def _sensing(cells: Cells, what: tuple[Sensed, ...]) -> frozenset[int]:
    blind = _blind(cells)
    return frozenset(cell for cell, sensed in enumerate(what) if sensed is not Sensed.NOTHING and cell not in blind)


def _blind(cells: Cells) -> frozenset[int]:
    return cells.calibration.masked | cells.unread
