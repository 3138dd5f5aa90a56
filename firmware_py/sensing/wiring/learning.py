"""Learning a wiring: each cell in turn gets a magnet, and the one input that answers then is the cell's.

Why the magnet may stay: it rests on the cell that was learnt last until a hand slides or lifts it on, so inputs that
were closed when a cell was learnt count for nothing until they have opened. The same holds for what has closed while
nobody looked - another page lay on top, the cable was out, a chip was silent: who can tell for which cell it was?
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, TypeAlias

from firmware_py.sensing.wiring.stored import NO_SENSOR, OPEN, SensorWiring, chips_of, wired_in

STEADY_S: Final = 0.3
"""How long the same inputs must be closed before they count."""
PATIENCE_S: Final = 8.0
"""So long without an answer, and it is told what may be wrong."""
LOST_S: Final = 0.6
"""After so long without a look the magnet may be anywhere."""
FLUTTERS: Final = 8
"""So many changes without an answer are no hand's work."""

Trouble: TypeAlias = Literal["no_chip", "not_empty", "several", "double", "flutters", "resting", "nothing"]
"""Why the cell that is asked for is not learnt."""


class InputLevels(Protocol):
    """One look at every input of every chip."""

    @property
    def closed(self) -> frozenset[str]: ...
    @property
    def chips(self) -> frozenset[int]: ...
    @property
    def at_s(self) -> float: ...


@dataclass(frozen=True)
class Teaching:
    """A wiring on its way to being known."""

    columns: int
    sensors: SensorWiring
    """What is known of each cell; `OPEN` where nothing is, `NO_SENSOR` where it is left out."""
    cell: int = 0
    """The cell that is asked for."""
    has_begun: bool = False
    """The board was seen empty, or what was closed on the empty one is left out."""
    broken: frozenset[str] = frozenset()
    """Inputs that were closed on the empty board."""
    resting: frozenset[str] = frozenset()
    """Inputs that have been closed since a cell was learnt, or since nobody looked."""
    closed: frozenset[str] = frozenset()
    """Inputs that are closed now."""
    chips: frozenset[int] | None = None
    """The chips that answer now; None before the first look, and while another page is looked at."""
    now_s: float = 0.0
    since_s: float = 0.0
    """When the inputs that count have changed last."""
    asked_s: float = 0.0
    """Since when this cell is asked for."""
    changes: int = 0
    """How often the inputs that count have changed since."""

    @property
    def fresh(self) -> frozenset[str]:
        """Return the closed inputs that count."""
        return self.closed - self.broken - self.resting

    @property
    def is_done(self) -> bool:
        """Return whether every cell is learnt or left out."""
        return OPEN not in self.sensors

    @property
    def learnt(self) -> int:
        """Return of how many cells the input is known."""
        return len(wired_in(self.sensors))

    def owner(self, sensor: str) -> int | None:
        """Return the cell that an input is known to belong to."""
        return self.sensors.index(sensor) if sensor in self.sensors else None

    @property
    def twin(self) -> int | None:
        """Return the other cell to which the one input that answers belongs already."""
        return self.owner(*self.fresh) if len(self.fresh) == 1 else None

    @property
    def stray(self) -> frozenset[str]:
        """Return the inputs that count for nothing until they open, and are no cell's either."""
        return self.resting.difference(self.sensors)

    @property
    def trouble(self) -> Trouble | None:
        """Return why the cell is not learnt; None as long as nothing is wrong."""
        is_steady = self.now_s - self.since_s >= STEADY_S
        if self.chips is not None and not self.chips:
            return "no_chip"
        if not self.has_begun:
            return "not_empty" if self.fresh and is_steady else None
        if self.fresh and is_steady:
            return "several" if len(self.fresh) > 1 else "double"
        if self.changes >= FLUTTERS:
            return "flutters"
        if self.stray and not self.fresh:
            return "resting"
        return "nothing" if not self.fresh and self.now_s - max(self.since_s, self.asked_s) >= PATIENCE_S else None


def begin(columns: int, sensors: SensorWiring) -> Teaching:
    """Return the teaching of a board of which so much is known, at the first cell that is open."""
    return _ask(Teaching(columns, sensors), -1)


def feed(teaching: Teaching, inputs: InputLevels) -> Teaching:
    """Return the teaching after a look at the inputs; looks come in order of time."""
    before = teaching.fresh
    is_first = teaching.chips is None or inputs.at_s - teaching.now_s > LOST_S
    watched = frozenset() if is_first else teaching.chips or frozenset()
    unwatched = _unwatched(inputs, watched) if teaching.has_begun else frozenset()
    teaching = replace(
        teaching,
        closed=inputs.closed,
        resting=(teaching.resting & inputs.closed) | unwatched,
        chips=inputs.chips,
        now_s=inputs.at_s,
        asked_s=inputs.at_s if is_first else teaching.asked_s,
    )
    if is_first or teaching.fresh != before:
        return replace(teaching, since_s=inputs.at_s, changes=teaching.changes + 1)
    if inputs.at_s - teaching.since_s < STEADY_S or not inputs.chips:
        return teaching
    if not teaching.has_begun:
        return teaching if teaching.fresh else _ask(replace(teaching, has_begun=True), teaching.cell - 1)
    if len(teaching.fresh) == 1 and teaching.twin is None and not teaching.is_done:
        return take(teaching)
    return teaching


def pause(teaching: Teaching) -> Teaching:
    """Return the teaching for whoever looks at another page meanwhile: what is closed at the next look counts not."""
    return replace(teaching, chips=None)


def take(teaching: Teaching) -> Teaching:
    """Return the teaching with the one input that answers taken for this cell; a cell that had it is asked for anew."""
    (sensor,) = teaching.fresh
    sensors = tuple(OPEN if known == sensor else known for known in teaching.sensors)
    return _ask(_with(replace(teaching, sensors=sensors), teaching.cell, sensor), teaching.cell)


def leave_out(teaching: Teaching) -> Teaching:
    """Return the teaching without this cell, at the next one."""
    return _ask(_with(teaching, teaching.cell, NO_SENSOR), teaching.cell)


def leave_out_broken(teaching: Teaching) -> Teaching:
    """Return the teaching without the inputs that are closed on the empty board."""
    return _ask(replace(teaching, has_begun=True, broken=teaching.broken | teaching.closed), teaching.cell - 1)


def step_back(teaching: Teaching) -> Teaching:
    """Return the teaching at the cell before this one, which is to be learnt anew."""
    return ask_again(teaching, max(0, teaching.cell - 1))


def ask_again(teaching: Teaching, cell: int) -> Teaching:
    """Return the teaching at any cell, which is to be learnt anew."""
    return _ask(_with(teaching, cell, OPEN), cell - 1)


def finish(teaching: Teaching) -> Teaching:
    """Return the teaching with all that is open left out."""
    return replace(teaching, sensors=tuple(sensor or NO_SENSOR for sensor in teaching.sensors))


def _unwatched(inputs: InputLevels, watched: frozenset[int]) -> frozenset[str]:
    """Return the closed inputs that nobody saw closing, because their chip was not among those `watched` before."""
    return frozenset(sensor for sensor in inputs.closed if watched.isdisjoint(chips_of((sensor,))))


def _with(teaching: Teaching, cell: int, sensor: str) -> Teaching:
    sensors = teaching.sensors
    return replace(teaching, sensors=(*sensors[:cell], sensor, *sensors[cell + 1 :]))


def _ask(teaching: Teaching, after: int) -> Teaching:
    """Return the teaching at the next open cell after one, or before it; what is closed now counts no more."""
    count = len(teaching.sensors)
    ahead = (cell % count for cell in range(after + 1, after + 1 + count))
    cell = next((cell for cell in ahead if teaching.sensors[cell] == OPEN), teaching.cell)
    return replace(
        teaching,
        cell=cell,
        resting=teaching.closed - teaching.broken if teaching.has_begun else frozenset(),
        asked_s=teaching.now_s,
        since_s=teaching.now_s,
        changes=0,
    )
