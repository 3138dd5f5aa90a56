"""When a board has come to rest, and what stands on it then.

Why `touched` and `whereabouts`: two things that happened on the way matter to the rules. Which way the mummy was slid
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

from firmware_py.sensing import identities
from firmware_py.sensing.cells import Calibration, CellReadings, Cells, Felt, elapse, first_look, look, resting
from firmware_py.sensing.identities import Whereabouts
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
class Contact:
    """A cell that began to feel something, or something stronger; or one that `faded`, and feels less than before."""

    cell: int
    felt: Felt
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
    quiet_s: float
    """For how long the pieces have lain so; while nothing has changed for `SETTLE_S` only."""
    touched: tuple[Contact, ...] = ()
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    """Where the pieces on the cells may have come from (on a board that knows the mummy: all but her)."""
    crowded: frozenset[int] = frozenset()
    """Cells that feel more than one hunter can be felt, and clearly more than they felt before."""
    fickle: int | None = None
    """A cell that alone has changed, maybe by itself."""
    apart_s: float = 0.0
    """For how long the pieces have lain so apart from it."""


@dataclass(frozen=True)
class Stray:
    """A cell that alone has changed, what it felt before, and since when the pieces had lain so."""

    cell: int
    felt: Felt
    lain_s: float
    is_fickle: bool = False
    """Whether no piece on its way need have come to it, or left it."""


@dataclass(frozen=True)
class Settling:
    """A board over time, since `depart` was last called."""

    cells: Cells
    watched: frozenset[int]
    """Cells on which pieces are followed: not those where any number of them may stand unseen."""
    changed_s: float
    now_s: float
    lain_s: float
    """Since when the pieces lie as they do, apart from a cell that alone changed and changed back."""
    stray: Stray | None = None
    """The cell that alone has changed since."""
    touched: tuple[Contact, ...] = ()
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    changes: tuple[tuple[float, Contact], ...] = ()
    """When which cell began to feel more, or less, of the last `UNSTEADY_ALONE_S`."""
    unsteady: frozenset[int] = frozenset()
    pressed: frozenset[int] = frozenset()
    """Cells on which pawns stand whose switches the mummy may open by coming to a cell beside them."""
    trusted: frozenset[int] = frozenset()
    """Cells that are believed however often they change."""
    departed: tuple[float, ...] = ()
    """What each cell read when `depart` was called."""
    seen_s: float = float("-inf")
    """When the last frame came that showed nothing but what is believed."""

    @property
    def quiet_s(self) -> float:
        """Return how long the board has been at rest; what has lain for longer counts once nothing has just changed."""
        unchanged_s = self.now_s - self.changed_s
        return unchanged_s if unchanged_s < SETTLE_S else self.now_s - self.lain_s

    def quiet_from_s(self, quiet_s: float) -> float:
        """Return when it will have been at rest for so long."""
        return max(self.changed_s + min(quiet_s, SETTLE_S), self.lain_s + quiet_s)


def begin(frame: CellReadings, calibration: Calibration, now_s: float) -> Settling:
    """Return a board after its first frame."""
    cells = first_look(frame, calibration)
    settling = Settling(cells, frozenset(range(len(cells.felt))), now_s, now_s, now_s, seen_s=now_s)
    return depart(settling)


def see(settling: Settling, frame: CellReadings) -> Settling:
    """Return the board after a frame."""
    after = _changed(settling, look(settling.cells, frame), frame.at_s)
    return after if _is_in_doubt(after) else replace(after, seen_s=frame.at_s)


def _is_in_doubt(settling: Settling) -> bool:
    """Return whether the last frame shows a change that is not believed yet, on a cell that can be."""
    cells = settling.cells
    changed = {cell for cell in cells.doubts if cells.now[cell] is not cells.felt[cell]}
    return not changed <= settling.unsteady | cells.calibration.masked


def wait(settling: Settling, now_s: float) -> Settling:
    """Return the board after time without a frame."""
    return _changed(settling, elapse(settling.cells, now_s), now_s)


def watch(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with other cells being followed: from now on, as they stand."""
    return settling if cells == settling.watched else know(replace(settling, watched=cells))


def trust(settling: Settling, cells: frozenset[int]) -> Settling:
    """Return the board with these cells believed however often they change, and no others."""
    return replace(settling, trusted=cells, unsteady=settling.unsteady - cells)


def calm(settling: Settling) -> Settling:
    """Return the board with those cells believed again that came and went, and have not for a while."""
    lively = {touch.cell for at_s, touch in settling.changes if at_s > settling.now_s - UNSTEADY_ALONE_S}
    return replace(settling, unsteady=settling.unsteady & lively)


def depart(settling: Settling) -> Settling:
    """Return the board as if nothing had led to what it feels now."""
    return know(replace(settling, touched=(), departed=settling.cells.values))


def lie(settling: Settling, pawns: frozenset[int], home: frozenset[int], *, anew: bool) -> Settling:
    """Return the board with pawns known to rest on these cells and on no others; `anew` all as they are felt now."""
    return replace(settling, cells=resting(settling.cells, pawns, home, anew=anew))


def know(settling: Settling) -> Settling:
    """Return the board with every piece on it known to be the one that belongs there."""
    return replace(settling, whereabouts=identities.known(_followed(settling.cells, settling.watched)))


def observe(settling: Settling) -> Observation:
    """Return what stands on the board."""
    cells = settling.cells
    blind = cells.unread | settling.unsteady | cells.calibration.masked
    stray = settling.stray if settling.stray and settling.stray.is_fickle else None
    return Observation(
        cells.columns,
        len(cells.felt),
        cells.tells_mummy,
        _feeling(cells, Felt.PIECE),
        _feeling(cells, Felt.MUMMY),
        blind,
        settling.quiet_s,
        settling.touched,
        settling.whereabouts,
        _crowded(settling),
        stray.cell if stray else None,
        settling.now_s - stray.lain_s if stray else 0.0,
    )


def _crowded(settling: Settling) -> frozenset[int]:
    """Compare with what was felt before, too: a magnet may be stronger than those by which the board was learnt."""
    cells = settling.cells
    if not cells.tells_mummy:
        return frozenset()
    least_mt, zeros = cells.calibration.levels.two_mt, cells.calibration.offsets_mt
    readings = enumerate(zip(cells.values, settling.departed, zeros, strict=True))
    return frozenset(cell for cell, (now, was, zero) in readings if now - zero >= max(least_mt, CROWDED * (was - zero)))


def _feeling(cells: Cells, felt: Felt) -> frozenset[int]:
    return frozenset(cell for cell, what in enumerate(cells.felt) if what is felt)


def _followed(cells: Cells, watched: frozenset[int]) -> frozenset[int]:
    return _feeling(cells, Felt.PIECE) & watched


def _goes_on(touch: Contact, changes: tuple[tuple[float, Contact], ...]) -> bool:
    """Return whether a cell feels still more, or still less, as it did when it changed last."""
    last = next((earlier for _, earlier in reversed(changes) if earlier.cell == touch.cell), None)
    return last is not None and last.faded is touch.faded


def _is_unsteady(cell: int, changes: tuple[tuple[float, Contact], ...], now_s: float, columns: int) -> bool:
    of_cell = [change for change in changes if change[1].cell == cell]
    if not UNSTEADY_CHANGES <= len(of_cell) < RESTLESS_CHANGES:
        return len(of_cell) >= RESTLESS_CHANGES
    own = [change for change in of_cell if not _is_passed_on(change, changes, columns)]
    if len(own) < UNSTEADY_CHANGES:
        return False
    first = own[-UNSTEADY_CHANGES]
    if first[0] > now_s - UNSTEADY_S:
        return True
    since = changes[changes.index(first) :]
    return all(change[1].cell == cell or _is_passed_on(change, changes, columns) for change in since)


def _is_passed_on(change: tuple[float, Contact], changes: tuple[tuple[float, Contact], ...], columns: int) -> bool:
    """Return whether a piece has come from a neighbour, or gone there: hands do that as often as they like."""
    at_s, touch = change  # looked for among those of its time only: failing sensors make thousands
    first = bisect_left(changes, at_s - LIFT_S, key=itemgetter(0))
    last = bisect_right(changes, at_s + LIFT_S, key=itemgetter(0))
    return any(
        touch.faded is not other.faded and beside(touch.cell, other.cell, columns) for _, other in changes[first:last]
    )


def _changed(settling: Settling, cells: Cells, now_s: float) -> Settling:
    now_s = max(now_s, settling.now_s)
    if cells.felt == settling.cells.felt and cells.unread == settling.cells.unread:
        return replace(settling, cells=cells, now_s=now_s)
    pairs = list(enumerate(zip(settling.cells.felt, cells.felt, strict=True)))
    changed = [cell for cell, (before, after) in pairs if before is not after]
    fades = [Contact(cell, after, faded=True) for cell, (before, after) in pairs if after < before]
    rises = [Contact(cell, after) for cell, (before, after) in pairs if after > before]
    recent = tuple(change for change in settling.changes if change[0] > now_s - UNSTEADY_ALONE_S)
    changes = (*recent, *((now_s, touch) for touch in (*fades, *rises) if not _goes_on(touch, recent)))
    steady = (cell for cell in changed if cell not in settling.unsteady | settling.trusted)
    unsteady = settling.unsteady | {cell for cell in steady if _is_unsteady(cell, changes, now_s, cells.columns)}
    watched = settling.watched - unsteady
    was, now = _followed(settling.cells, watched), _followed(cells, watched)
    there = identities.without(settling.whereabouts, unsteady)
    after = replace(
        settling,
        cells=cells,
        watched=watched,
        now_s=now_s,
        touched=tuple(touch for touch in (*settling.touched, *fades, *rises) if touch.cell not in unsteady),
        whereabouts=identities.follow(there, was - now, now - was, now_s, cells.columns, settling.pressed),
        changes=changes,
        unsteady=unsteady,
    )
    return after if settling.unsteady.issuperset(changed) else _disturbed(settling, after, changed)


def _disturbed(before: Settling, after: Settling, changed: list[int]) -> Settling:
    """Return the board with what it means for its rest that these cells have changed."""
    after = replace(after, changed_s=after.now_s, lain_s=after.now_s)
    if len(changed) > 1:
        return replace(after, stray=None)
    (cell,) = changed
    stray = before.stray
    if stray is None or stray.cell != cell:
        stray = Stray(cell, before.cells.felt[cell], before.lain_s)
    is_back = after.cells.felt[cell] is stray.felt and _are_all_down(after)
    if is_back or cell in after.unsteady:
        return replace(after, lain_s=stray.lain_s, stray=None)
    has_changed = [touch.cell for _, touch in after.changes].count(cell)
    is_fickle = has_changed >= FICKLE_CHANGES or (_are_all_down(before) and _are_all_down(after, but=cell))
    return replace(after, stray=replace(stray, is_fickle=is_fickle))


def _are_all_down(settling: Settling, but: int | None = None) -> bool:
    """Return whether no piece is known to be in the air, `but` perhaps the one that belongs on that cell.

    One in the air would be slid over cells that feel it one by one.
    """
    cells = settling.cells
    is_mummy_down = not cells.tells_mummy or Felt.MUMMY in cells.felt
    return is_mummy_down and all(but in piece.trail.origins for piece in settling.whereabouts.air)
