"""One figure slid over a board by hand: through which passages it goes, where it is lifted, and where it is put.

Why a time parts sliding from lifting: half-way between two cells there are some millimetres where neither sensor feels
the figure, so being felt nowhere for a moment belongs to sliding. What was felt nowhere for longer was in the air, and
nothing is concluded from where it comes down.

Why what pulls below zero counts as well, on a board that measures: wherever the figure is on the board, the field of a
cell beside it goes below zero, and a centimetre above the board it does so nowhere. That parts a quick hop over a wall
from a slide, once the board is calibrated. Over switches nothing does.

Why a cell that felt the figure for a moment only counts too: who slides too fast is believed on none of the cells
between, and where his way leads round a wall it ends beside where it began.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from firmware_py.sensing.cells import Calibration, CellReadings, Cells, Sensed, begin_cells, feed_cells

LIFT_S: Final = 0.25
"""For how long a sliding figure may be felt nowhere: at 0.6 s a cell, askew, it is, and in the air hardly for less."""
ROUND_S: Final = 0.1
"""In less nobody slides it over two cells and back beside where it came from."""
OVERLAP_S: Final = 0.1
"""For how long several cells may seem to feel it, as they are read one after the other, or it is not alone."""
CROWD_S: Final = 1.0
"""How long it is not alone before that is said."""
REST_S: Final = 0.5
"""For how long a figure that was put down stays where it belongs."""
LOST_S: Final = 0.6
"""After so long without a frame the figure may be anywhere."""
AIR_S: Final = 0.05
"""What pulls no cell below zero for longer, and is not felt on its cell alone any more, is in the air."""
PULL_MT: Final = -3.0
"""How far below zero a figure has to pull the cells beside it, or nothing is concluded from that they are not."""
PART: Final = 0.25
"""In the air it pulls them by less than this part of what it did, and is felt no stronger than by this part."""

How: TypeAlias = Literal["slid", "rushed", "lifted", "put"]


@dataclass(frozen=True)
class Arrival:
    """Where the figure has come to.

    `slid` from the neighbour `before`; `rushed` from there, but not surely through cells that were felt; `lifted`
    between the two; or `put`: it rests where it was put down, `before` being that very cell.
    """

    how: How
    before: int
    cell: int


@dataclass(frozen=True)
class Sliding:
    """The figure over time."""

    calibration: Calibration
    cells: Cells | None = None
    at: int | None = None
    """The cell that was the last to feel it alone; None while it may be anywhere."""
    came_s: float = 0.0
    gone_s: float | None = None
    """Since when it is felt nowhere."""
    gap_s: float = 0.0
    """For how long it was felt nowhere on its way from there."""
    range_mt: tuple[float, float] = (0.0, 0.0)
    """The weakest and the strongest field there and beside since it came, if the board measures."""
    aired_s: float | None = None
    """Since when it seems to be in the air by that."""
    air_s: float = 0.0
    """For how long it did on its way from there."""
    crowded_s: float | None = None
    """Since when several cells feel something."""
    brushed: frozenset[int] = frozenset()
    """The cells that have felt it, be it for a moment, since it rested."""
    is_put: bool = False
    """It was in the air, and has not rested since."""

    @property
    def is_lifted(self) -> bool:
        """Whether it has been in the air since it rested."""
        return self.gap_s > LIFT_S

    @property
    def has_hopped(self) -> bool:
        """Whether it was in the air on its way from where it was felt last, for however short a time."""
        return self.is_lifted or self.air_s > AIR_S

    @property
    def now(self) -> frozenset[int]:
        """The cells that feel something at this very moment."""
        return _feeling(self.cells, self.cells.now) if self.cells else frozenset()

    @property
    def sensed(self) -> frozenset[int]:
        """The cells that are believed to feel something."""
        return _feeling(self.cells, self.cells.sensed) if self.cells else frozenset()

    @property
    def blind(self) -> frozenset[int]:
        """The cells that are left out, or that the board cannot read now."""
        return _blind(self.cells) if self.cells else self.calibration.masked

    @property
    def crowd(self) -> tuple[int, ...]:
        """The cells that feel something at once, and have done so for longer than a figure takes to slide across."""
        if self.cells is None or self.crowded_s is None or self.cells.ticked_s - self.crowded_s < CROWD_S:
            return ()
        return tuple(sorted(self.sensed))


def feed(sliding: Sliding, frame: CellReadings) -> tuple[Sliding, Arrival | None]:
    """Return the figure after a frame, and where it has come to, if it has; frames as `feed_cells` wants them."""
    before = sliding.cells
    if before is None or frame.at_s - before.ticked_s > LOST_S:
        return _begun(sliding, begin_cells(frame, before.calibration if before else sliding.calibration)), None
    cells = feed_cells(before, frame)
    if cells.unread != before.unread:
        return _begun(sliding, cells), None
    there, found = _moved(_timed(replace(sliding, cells=cells), frame.at_s), frame.at_s)
    return _brushed(there), found


def settle(sliding: Sliding) -> Sliding:
    """Return the figure as if it had stood where it stands for long."""
    return replace(sliding, is_put=False)


def beside(cell: int, other: int, columns: int) -> bool:
    """Return whether two cells have a side in common."""
    (row, column), (other_row, other_column) = divmod(cell, columns), divmod(other, columns)
    return abs(row - other_row) + abs(column - other_column) == 1


def _begun(sliding: Sliding, cells: Cells) -> Sliding:
    there = Sliding(sliding.calibration, cells)
    return replace(there, at=next(iter(there.sensed))) if len(there.sensed) == 1 else there


def _timed(sliding: Sliding, now_s: float) -> Sliding:
    """Return the figure with how long it was felt nowhere, or in the air, and since when on several cells."""
    crowded_s = _since(sliding.crowded_s, now_s, lasts=len(sliding.sensed) > 1)
    is_crowd = crowded_s is not None and now_s - crowded_s > OVERLAP_S
    low_mt, high_mt = _range_mt(sliding)
    lowest_mt, highest_mt = min(sliding.range_mt[0], low_mt), max(sliding.range_mt[1], high_mt)
    is_aired = lowest_mt <= PULL_MT and low_mt > PART * lowest_mt and high_mt < PART * highest_mt
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
    """Return the weakest and the strongest field on and beside the cell that felt it last, if the board measures."""
    cells, at = sliding.cells, sliding.at
    if cells is None or at is None or not cells.tells_mummy:
        return 0.0, 0.0
    zeros = cells.calibration.offsets_mt
    fields = [cells.values[cell] - zeros[cell] for cell in _around(at, cells) if cell not in sliding.blind]
    return min(fields, default=0.0), max(fields, default=0.0)


def _around(cell: int, cells: Cells) -> tuple[int, ...]:
    """Return a cell and those beside it."""
    others = (cell, cell - cells.columns, cell - 1, cell + 1, cell + cells.columns)
    return tuple(
        other
        for other in others
        if other == cell or (0 <= other < len(cells.sensed) and beside(cell, other, cells.columns))
    )


def _brushed(sliding: Sliding) -> Sliding:
    """Return the figure with the cells that feel it now, unless it rests: what is believed is what was felt before."""
    if sliding.now == sliding.sensed == {sliding.at}:
        return replace(sliding, brushed=frozenset(), gap_s=0.0, air_s=0.0)
    return replace(sliding, brushed=sliding.brushed | sliding.now)


def _moved(sliding: Sliding, now_s: float) -> tuple[Sliding, Arrival | None]:
    """Return the figure where it is felt alone, if it is, and what that means."""
    before = sliding.at
    if len(sliding.sensed) != 1:
        return sliding, None
    (cell,) = sliding.sensed
    if cell == before and not sliding.is_lifted:
        is_steady = sliding.now == sliding.sensed and now_s - sliding.came_s >= REST_S
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
    is_sure = sliding.gap_s < ROUND_S or not _may_go_round(sliding, before, cell)
    return "slid" if is_next and is_sure else "rushed"


def _may_go_round(sliding: Sliding, cell: int, other: int) -> bool:
    """Return whether the way between two neighbours may have led round over two cells that feel nothing."""
    assert sliding.cells is not None
    columns, blind = sliding.cells.columns, sliding.blind
    return any(
        beside(cell, first, columns) and beside(other, second, columns) and beside(first, second, columns)
        for first in blind
        for second in blind
    )


def _feeling(cells: Cells, what: tuple[Sensed, ...]) -> frozenset[int]:
    blind = _blind(cells)
    return frozenset(cell for cell, sensed in enumerate(what) if sensed is not Sensed.NOTHING and cell not in blind)


def _blind(cells: Cells) -> frozenset[int]:
    return cells.calibration.masked | cells.unread
