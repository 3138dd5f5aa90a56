"""From the numbers of a frame to what each cell of a magnetic board holds, and what is known of one board.

Why samples in time and not frames: a board sends a frame when something changes, so between two frames the last one
holds. Each cell in doubt is sampled every `TICK_S`. What most of its last `WINDOW` samples agree on is believed.

Why the ring is added: beside the mummy its field points the other way, and would hide a pawn that stands askew.

Why the field of a pawn at rest is subtracted before the mummy is recognised: fields add up. The mummy, held beside a
cell, would be recognised from farther away where a pawn stands, and its player could search for pawns.

Here stands every number that somebody could tune, also of `tracking` and of teaching a map by hand.

Not counted: what is counted in the game, as a step, a piece, both sides or twice (0, 1 and 2); how patiently the pages
ask, calibrate and teach; what chips and the board's wiring are, which drivers know. What follows from the table is
computed where it is used: the levels from the fields of the pieces.

| name | unit | source | smaller breaks | larger breaks |
|---|---|---|---|---|
| `TICK_S` | s | half a frame of the sensor board | idle load | latency |
| `WINDOW` | samples | three of five outvote a spike | spikes become pieces | latency |
| `DRIFT_S` | s | the room warms within ten minutes | a piece put down askew fades | zeros lag behind |
| `SENSOR_S` | s | longer than any disturbance on a cable | glitches count as faults | dead cells play on |
| `MOST_NOISE_MT` | mT | ten times what the sensor has | good cells are refused | bad cells pass |
| `HUNTER_MT` | mT | a pawn's disc at 4 mm; until calibration | neighbours sense it as well | askew pawns are missed |
| `MUMMY_MT` | mT | the weakest mummy: three pawns; until calibration | pawns seem the mummy | the mummy seems a pawn |
| `SPREAD` | part | half the hysteresis of a level | cells flap at the level | askew pieces are missed |
| `PIECE_PART` | part | field of a pawn 6 mm off the middle | neighbours sense it as well | askew pawns are missed |
| `CLEARLY` | factor | of two fields: at a corner cut half-way, one pawn or two | wrong corners | needless messages |
| `RING_MT` | mT | below zero one cell from the mummy, by its discs | pawns there are missed | ghosts there |
| `AIR_PART` | part | share of its fields that a piece has left 10 mm up | hops seem slides | slides seem hops |
| `FRAME_S` | s | from one reading of a cell to the next | wrong paths, and two pieces for one | needless messages |
| `MOST_PATHS` | paths | more than any gap leaves open in play | known paths are asked for | evaluation lasts |
| `ROUNDING_S` | s | more than sums of seconds are off | samples are missed | samples come early |
| `DEADLINE_S` | s | more than rounding takes from a clock | a rest is evaluated twice | latency |
| `SETTLE_S` | s | the longest gap of a slide, 0.6 s a cell askew | slides count as moves | latency |
| `REST_S` | s | a second of thought, and 0.6 s on a cell | the mummy's stops count as moves | slow game |
| `MISMATCH_S` | s | a player puts a knocked pawn right in less | messages amid moves | faults seem silent |
| `PUT_BACK_S` | s | a hand lets go | messages amid moves | undo seems silent |
| `SLIDE_S` | s | dead zone of a pawn between two cells at 0.5 s a cell | slides seem gaps | gaps seem slides |
| `UNSTEADY_CHANGES` | changes | more than a drumming child makes | pieces are disbelieved | bad cells play on |
| `UNSTEADY_S` | s | nobody lifts a pawn five times in it | bad cells play on | pieces fade |
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from math import inf, sqrt
from operator import itemgetter
from typing import Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.foreign_text import from_json

TICK_S: Final = 0.01
WINDOW: Final = 5
DRIFT_S: Final = 600.0
SENSOR_S: Final = 1.0
MOST_NOISE_MT: Final = 1.0
HUNTER_MT: Final = 36.0
MUMMY_MT: Final = 108.0
SPREAD: Final = 0.12
PIECE_PART: Final = 0.18
CLEARLY: Final = 1.4
RING_MT: Final = 5.6
AIR_PART: Final = 0.25
FRAME_S: Final = 0.03
MOST_PATHS: Final = 50
ROUNDING_S: Final = 1e-8
DEADLINE_S: Final = 0.001
SETTLE_S: Final = 0.25
REST_S: Final = 1.6
MISMATCH_S: Final = 3.0
PUT_BACK_S: Final = 1.0
SLIDE_S: Final = 0.09
UNSTEADY_CHANGES: Final = 10
UNSTEADY_S: Final = 8.0


class Sensed(IntEnum):
    """What a cell senses, weakest first. A board of switches never distinguishes the mummy from any other piece."""

    NOTHING = 0
    PIECE = 1
    MUMMY = 2


SENSED: Final = tuple(Sensed)
"""By number: quicker than calling the class for every cell of every frame."""


class CellReadings(Protocol):
    """One reading of all cells, row by row from the top left: millitesla, or levels of 0 and 1."""

    @property
    def cells(self) -> tuple[float, ...]: ...
    @property
    def at_s(self) -> float: ...
    @property
    def columns(self) -> int: ...
    @property
    def reading(self) -> str: ...
    @property
    def unread(self) -> frozenset[int]: ...
    @property
    def railed(self) -> frozenset[int]: ...


class Levels(msgspec.Struct, frozen=True):
    """Fields in millitesla: from the upper one on a cell senses a piece, or the mummy; below the lower one no
    longer."""

    piece_on_mt: float
    piece_off_mt: float
    mummy_on_mt: float
    mummy_off_mt: float

    @property
    def hunter_mt(self) -> float:
        """The field of one pawn in the middle of a cell, which is its strongest."""
        return self.piece_on_mt / (1 + 2 * SPREAD) / PIECE_PART

    @property
    def two_mt(self) -> float:
        """The least field at which two hunters may share the cell."""
        return min(CLEARLY * self.hunter_mt, self.mummy_on_mt)


def levels_for(hunter_mt: float, mummy_mt: float) -> Levels:
    """The levels for pieces that have these fields in the middle of a cell.

    Between the two lies their geometric mean, as the field falls by factors with the distance. A piece is sensed
    from less than a quarter of the pawn's field on, so that it need not stand in the middle.
    """
    middle = sqrt(hunter_mt * mummy_mt)
    piece = hunter_mt * PIECE_PART
    return Levels(piece * (1 + 2 * SPREAD), piece * (1 - 2 * SPREAD), middle * (1 + SPREAD), middle * (1 - SPREAD))


UNCALIBRATED: Final = levels_for(HUNTER_MT, MUMMY_MT)


class Calibration(msgspec.Struct, frozen=True):
    """What is known of one board: the zero of each cell (none known: all zero), the levels, and what is left out."""

    offsets_mt: tuple[float, ...] = ()
    levels: Levels = UNCALIBRATED
    masked: frozenset[int] = frozenset()
    """Cells that somebody has left out by hand."""


class Cells(msgspec.Struct, frozen=True):
    """What all cells sense: at this very moment (`now`), and believed (`sensed`)."""

    calibration: Calibration
    ticked_s: float
    columns: int
    tells_mummy: bool
    now: tuple[Sensed, ...]
    sensed: tuple[Sensed, ...]
    doubts: tuple[tuple[int, tuple[Sensed, ...]], ...] = ()
    """Each cell whose last samples do not all agree with what is believed, and these samples."""
    unread: frozenset[int] = frozenset()
    drifted_s: float = float("-inf")
    values: tuple[float, ...] = ()
    """The last frame, as it was read."""
    resting_mt: tuple[float, ...] = ()
    """The field of the pawn known to be at rest on each cell, in millitesla; 0 without one."""
    railed: tuple[tuple[int, float], ...] = ()
    """Each cell that reads its lower end, and since when."""


def begin_cells(frame: CellReadings, calibration: Calibration) -> Cells:
    """The cells after a board's first frame, which is believed at once."""
    count = len(frame.cells)
    if len(calibration.offsets_mt) != count:
        calibration = replace(calibration, offsets_mt=(0.0,) * count)
    blank = (Sensed.NOTHING,) * count
    tells_mummy = frame.reading == "millitesla"
    cells = Cells(calibration, frame.at_s, frame.columns, tells_mummy, blank, blank, resting_mt=(0.0,) * count)
    now = _classify(cells, frame.cells)
    return replace(cells, now=now, sensed=now, unread=frame.unread, drifted_s=frame.at_s, values=frame.cells)


def subtract_pawns(cells: Cells, pawns: frozenset[int], home: frozenset[int], *, refresh: bool) -> Cells:
    """The cells with pawns known to be at rest on these, and on no others.

    Of those that have come since, and `refresh` of all, the field is taken as sensed now, unless in doubt. While
    the mummy is not sensed at `home` it may be held beside any of them, and add to the field: then at most one pawn's
    field is taken.
    """
    if not cells.tells_mummy:
        return cells
    is_home = any(cells.sensed[cell] is Sensed.MUMMY for cell in home)
    most_mt = inf if is_home else cells.calibration.levels.hunter_mt
    resting_mt = tuple(
        _resting_mt(cells, cell, most_mt, refresh=refresh) if cell in pawns else 0.0 for cell in range(len(cells.now))
    )
    later = replace(cells, resting_mt=resting_mt)
    return cells if later == cells else _sensing_now(later, _classify(later, cells.values))


def _resting_mt(cells: Cells, cell: int, most_mt: float, *, refresh: bool) -> float:
    """The field of the pawn at rest on a cell, at most so much."""
    sensed, known_mt = cells.sensed[cell], cells.resting_mt[cell]
    if sensed is Sensed.PIECE and cell not in dict(cells.doubts) and (refresh or not known_mt):
        return min(cells.values[cell] - cells.calibration.offsets_mt[cell], most_mt)
    return 0.0 if sensed is Sensed.NOTHING else known_mt


def feed_cells(cells: Cells, frame: CellReadings) -> Cells:
    """The cells after a frame; the samples before it count first. Frames come in order of time."""
    ticked_s = cells.ticked_s + _ticks(cells, frame.at_s) * TICK_S
    cells = tick_cells(cells, frame.at_s)
    cells = _sensing_now(cells, _classify(cells, frame.cells))
    since_s = dict(cells.railed)
    railed = tuple((cell, since_s.get(cell, frame.at_s)) for cell in frame.railed)
    dead = frozenset(cell for cell, began_s in railed if frame.at_s - began_s >= SENSOR_S)
    unread = frame.unread | dead
    looked = replace(cells, ticked_s=ticked_s, unread=unread, values=frame.cells, railed=railed)
    return _drift(looked, frame)


def _sensing_now(cells: Cells, now: tuple[Sensed, ...]) -> Cells:
    """The cells that sense this at the moment, in doubt where it is not what is believed."""
    doubts = dict(cells.doubts)
    for cell, (sensed, seen) in enumerate(zip(cells.sensed, now, strict=True)):
        if sensed is not seen and cell not in doubts:
            doubts[cell] = (sensed,) * WINDOW
    return replace(cells, now=now, doubts=tuple(doubts.items()))


def tick_cells(cells: Cells, now_s: float) -> Cells:
    """The cells after time without a frame; unchanged if none is in doubt."""
    ticks = _ticks(cells, now_s)
    if not ticks or not cells.doubts:
        return cells
    sensed, doubts = list(cells.sensed), []
    for cell, looks in cells.doubts:
        for _ in range(min(ticks, WINDOW)):
            looks = (*looks[1:], cells.now[cell])
            if 2 * looks.count(looks[-1]) > WINDOW:
                sensed[cell] = looks[-1]
        if looks != (sensed[cell],) * WINDOW:
            doubts.append((cell, looks))
    return replace(cells, ticked_s=cells.ticked_s + ticks * TICK_S, sensed=tuple(sensed), doubts=tuple(doubts))


def _ticks(cells: Cells, now_s: float) -> int:
    """How many samples have been due since the last one that was counted."""
    return max(0, int((now_s - cells.ticked_s + ROUNDING_S) / TICK_S))


def _classify(cells: Cells, values: tuple[float, ...]) -> tuple[Sensed, ...]:
    """Classify each reading; cells that could not be read keep their last class."""
    if not cells.tells_mummy:
        return tuple(Sensed.PIECE if value else Sensed.NOTHING for value in values)
    levels = cells.calibration.levels
    on = (levels.piece_off_mt, levels.piece_on_mt), (levels.mummy_off_mt, levels.mummy_on_mt)
    fields = [value - zero for value, zero in zip(values, cells.calibration.offsets_mt, strict=True)]
    rings = {other for cell, was in enumerate(cells.now) if was is Sensed.MUMMY for other in around(cell, cells)}
    return tuple(
        SENSED[(mt + RING_MT * (cell in rings) >= on[0][was < Sensed.PIECE]) + (mt - pawn >= on[1][was < Sensed.MUMMY])]
        for cell, (mt, pawn, was) in enumerate(zip(fields, cells.resting_mt, cells.now, strict=True))
    )


def around(cell: int, cells: Cells) -> tuple[int, ...]:
    others = (cell - cells.columns, cell - 1, cell + 1, cell + cells.columns)
    return tuple(other for other in others if 0 <= other < len(cells.now) and beside(cell, other, cells.columns))


def beside(cell: int, other: int, columns: int) -> bool:
    (row, column), (other_row, other_column) = divmod(cell, columns), divmod(other, columns)
    return abs(row - other_row) + abs(column - other_column) == 1


def _drift(cells: Cells, frame: CellReadings) -> Cells:
    """Follow the zeros slowly, but only of empty cells that no mummy's return flux reaches.

    A field as far below zero as a piece is above it is a piece upside down, or the sensor is dead.
    """
    since_s = frame.at_s - cells.drifted_s
    if not cells.tells_mummy or since_s < SENSOR_S or cells.doubts:
        return cells
    part = min(1, since_s / DRIFT_S)
    mummies = [divmod(cell, cells.columns) for cell, sensed in enumerate(cells.sensed) if sensed is Sensed.MUMMY]
    least_mt = -cells.calibration.levels.piece_on_mt
    offsets = tuple(
        zero + part * (value - zero)
        if sensed is Sensed.NOTHING and value - zero > least_mt and not _is_near(cell, cells.columns, mummies)
        else zero
        for cell, (value, zero, sensed) in enumerate(
            zip(frame.cells, cells.calibration.offsets_mt, cells.sensed, strict=True)
        )
    )
    return replace(cells, calibration=replace(cells.calibration, offsets_mt=offsets), drifted_s=frame.at_s)


def _is_near(cell: int, columns: int, mummies: Collection[tuple[int, int]]) -> bool:
    row, column = divmod(cell, columns)
    return any(abs(row - r) <= 2 and abs(column - c) <= 2 for r, c in mummies)


class Measured(msgspec.Struct, frozen=True):
    """The rate and the noise of one board's frames, when all are asked for."""

    rate_hz: float = 0.0
    noise_mt: tuple[float, ...] = ()
    """Each cell's standard deviation; it includes pieces that are moved meanwhile."""


def measure(frames: Sequence[CellReadings]) -> Measured:
    """The rate and the noise of these frames; fewer than two show neither."""
    if len(frames) < 2:
        return Measured()
    lasted_s = frames[-1].at_s - frames[0].at_s
    rate_hz = (len(frames) - 1) / lasted_s if lasted_s else 0.0
    return Measured(rate_hz, tuple(map(_deviation, zip(*(frame.cells for frame in frames), strict=True))))


def _deviation(readings: Sequence[float]) -> float:
    mean = sum(readings) / len(readings)
    return sqrt(sum((reading - mean) ** 2 for reading in readings) / len(readings))


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


def begin_settling(frame: CellReadings, calibration: Calibration) -> Settling:
    return Settling(begin_cells(frame, calibration), frame.at_s, confirmed_s=frame.at_s)


def feed_settling(settling: Settling, frame: CellReadings) -> Settling:
    after = _advance(settling, feed_cells(settling.cells, frame), frame.at_s)
    cells = after.cells
    in_doubt = {cell for cell, _ in cells.doubts if cells.now[cell] is not cells.sensed[cell]}
    return after if in_doubt - after.blind else replace(after, confirmed_s=frame.at_s)


def tick_settling(settling: Settling, now_s: float) -> Settling:
    """The board after time without a frame; as it is, if no cell is in doubt."""
    cells = tick_cells(settling.cells, now_s)
    return settling if cells is settling.cells else _advance(settling, cells, now_s)


def trust(settling: Settling, *, trusted: bool) -> Settling:
    """The board with all cells believed however often they change, or those that have changed less often."""
    unsteady = frozenset[int]() if trusted else settling.unsteady
    return replace(settling, trusted=trusted, unsteady=unsteady)


def believe_calm(settling: Settling, now_s: float) -> Settling:
    """The board with those unsteady cells believed again that have not changed for a while."""
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


BOARD_KEY: Final = "known_board."
"""The prefix of the settings that store board profiles; the board's own name follows."""

LEAST_RATE_HZ: Final = {"level": 8.0, "millitesla": 25.0}
"""Fewer frames a second mean a faulty link: when asked for all, boards send 10 or 50."""


class BoardProfile(msgspec.Struct, frozen=True):
    """One board, by the name it gives itself; without offsets it has not been calibrated."""

    name: str
    rows: int
    columns: int
    tells_mummy: bool
    """Whether it measures fields and so knows the mummy, or has only switches."""
    is_calibrated: bool = False
    offsets_mt: tuple[float, ...] = ()
    levels: Levels = UNCALIBRATED
    masked: frozenset[int] = frozenset()
    """Cells that are left out until somebody includes them again, or learns their wiring again."""
    bare: frozenset[int] = frozenset()
    """Cells that have no sensor, as the board reports; the stored value is ignored."""

    @property
    def count(self) -> int:
        """How many cells it has."""
        return self.rows * self.columns

    @property
    def calibration(self) -> Calibration:
        """The zeros and levels for reading the cells."""
        return Calibration(self.offsets_mt, self.levels, self.silent)

    @property
    def silent(self) -> frozenset[int]:
        """Cells that are ignored: masked by hand, or bare."""
        return self.masked | self.bare


def write_profile(board: BoardProfile) -> str:
    """A board profile as stored."""
    return msgspec.json.encode(board).decode()


def is_calibrated(text: str) -> bool:
    """Whether a stored profile is one of a calibrated board."""
    try:
        return from_json(text, BoardProfile).is_calibrated
    except msgspec.DecodeError:
        return False


def read_profile(text: str, new: BoardProfile) -> BoardProfile:
    """The stored profile of a board; `new` if it makes no sense or is of another size."""
    try:
        board = from_json(text, BoardProfile)
    except msgspec.DecodeError:
        return new
    same = all(getattr(board, field) == getattr(new, field) for field in ("name", "rows", "columns", "tells_mummy"))
    fits = len(board.offsets_mt) in (0, new.count) and all(0 <= cell < new.count for cell in board.masked)
    return msgspec.structs.replace(board, bare=new.bare) if same and fits else new
