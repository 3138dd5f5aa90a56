"""Learn a wiring: each cell in turn gets a magnet, and the one input that then answers belongs to the cell.

Why the magnet may stay: it rests on the cell learnt last until somebody moves it on. So inputs that were closed when a
cell was learnt are ignored until they have opened. So are inputs that closed while nothing was read, because another
page lay on top, the cable was out, or a chip was silent: nobody knows for which cell that was.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.config.wiring import NO_SENSOR, UNKNOWN, SensorWiring, chips_of, wired_in

STEADY_S: Final = 0.3
"""How long the same inputs must be closed before they count."""
PATIENCE_S: Final = 8.0
"""After so long without an answer the page says what may be wrong."""
LOST_S: Final = 0.6
"""After so long without a reading the magnet may be anywhere."""
FLUTTERS: Final = 8
"""So many changes without an answer are made by no player."""

Trouble: TypeAlias = Literal["no_chip", "not_empty", "several", "double", "flutters", "resting", "nothing"]
"""Why the cell that is asked for is not learnt."""


class InputLevels(Protocol):
    """One reading of every input of every chip."""

    @property
    def closed(self) -> frozenset[str]: ...
    @property
    def chips(self) -> frozenset[int]: ...
    @property
    def at_s(self) -> float: ...


class Teaching(msgspec.Struct, frozen=True):
    """A wiring that is being learnt."""

    columns: int
    sensors: SensorWiring
    """What is known of each cell; `UNKNOWN` where nothing is, `NO_SENSOR` where it is left out."""
    cell: int = 0
    """The cell that is asked for."""
    has_begun: bool = False
    """The board was seen empty, or what was closed on the empty one is left out."""
    broken: frozenset[str] = frozenset()
    """Inputs that were closed on the empty board."""
    resting: frozenset[str] = frozenset()
    """Inputs that have been closed since a cell was learnt, or since nothing was read."""
    closed: frozenset[str] = frozenset()
    """Inputs that are closed now."""
    chips: frozenset[int] | None = None
    """The chips that answer now; None before the first reading, and while another page lies on top."""
    now_s: float = 0.0
    since_s: float = 0.0
    """When the inputs that count last changed."""
    asked_s: float = 0.0
    """Since when this cell is asked for."""
    changes: int = 0
    """How often the inputs that count have changed since."""

    @property
    def fresh(self) -> frozenset[str]:
        """Return the closed inputs that may answer: they are neither broken nor resting."""
        return self.closed - self.broken - self.resting

    @property
    def is_done(self) -> bool:
        """Return whether every cell is learnt or left out."""
        return UNKNOWN not in self.sensors

    @property
    def learnt(self) -> int:
        """Return the number of cells whose input is known."""
        return len(wired_in(self.sensors))

    def owner(self, sensor: str) -> int | None:
        """Return the cell to which an input is known to belong."""
        return self.sensors.index(sensor) if sensor in self.sensors else None

    @property
    def twin(self) -> int | None:
        """Return the other cell to which the one input that answers belongs already."""
        return self.owner(*self.fresh) if len(self.fresh) == 1 else None

    @property
    def stray(self) -> frozenset[str]:
        """Return the inputs that are ignored until they open, and belong to no cell."""
        return self.resting.difference(self.sensors)

    @property
    def trouble(self) -> Trouble | None:
        """Return why the cell is not learnt; None as long as nothing is wrong."""
        is_steady = self.now_s - self.since_s >= STEADY_S
        if self.chips is not None and not self.chips:
            return "no_chip"
        if self.fresh and is_steady:
            return self._trouble_of_closed()
        if not self.has_begun:
            return None
        if self.changes >= FLUTTERS:
            return "flutters"
        return None if self.fresh else self._trouble_of_open()

    def _trouble_of_closed(self) -> Trouble:
        if not self.has_begun:
            return "not_empty"
        return "several" if len(self.fresh) > 1 else "double"

    def _trouble_of_open(self) -> Trouble | None:
        if self.stray:
            return "resting"
        return "nothing" if self.now_s - max(self.since_s, self.asked_s) >= PATIENCE_S else None


def begin(columns: int, sensors: SensorWiring) -> Teaching:
    """Return the teaching of a board with these known inputs, at its first cell without one."""
    return _ask(Teaching(columns, sensors), -1)


def feed(teaching: Teaching, inputs: InputLevels) -> Teaching:
    """Return the teaching after a reading of the inputs; readings come in order of time."""
    is_first = teaching.chips is None or inputs.at_s - teaching.now_s > LOST_S
    after = _with_inputs(teaching, inputs, is_first=is_first)
    if is_first or after.fresh != teaching.fresh:
        return replace(after, since_s=inputs.at_s, changes=teaching.changes + 1)
    if inputs.at_s - after.since_s < STEADY_S or not inputs.chips:
        return after
    return _answered(after) if after.has_begun or after.fresh else _ask(replace(after, has_begun=True), after.cell - 1)


def _answered(teaching: Teaching) -> Teaching:
    """Return the teaching with the input that answers, if only one does and it is no other cell's."""
    is_answer = teaching.has_begun and len(teaching.fresh) == 1 and teaching.twin is None and not teaching.is_done
    return assign(teaching) if is_answer else teaching


def _with_inputs(teaching: Teaching, inputs: InputLevels, *, is_first: bool) -> Teaching:
    watched = frozenset() if is_first else teaching.chips or frozenset()
    unwatched = _unwatched(inputs, watched) if teaching.has_begun else frozenset()
    return replace(
        teaching,
        closed=inputs.closed,
        resting=(teaching.resting & inputs.closed) | unwatched,
        chips=inputs.chips,
        now_s=inputs.at_s,
        asked_s=inputs.at_s if is_first else teaching.asked_s,
    )


def pause(teaching: Teaching) -> Teaching:
    """Return the teaching while another page lies on top: what is closed at the next reading is ignored."""
    return replace(teaching, chips=None)


def assign(teaching: Teaching) -> Teaching:
    """Return the teaching with the one closed input assigned to this cell; a cell that had it is asked for again."""
    (sensor,) = teaching.fresh
    sensors = tuple(UNKNOWN if known == sensor else known for known in teaching.sensors)
    return _ask(_with(replace(teaching, sensors=sensors), teaching.cell, sensor), teaching.cell)


def leave_out(teaching: Teaching) -> Teaching:
    """Return the teaching without this cell, at the next one."""
    return _ask(_with(teaching, teaching.cell, NO_SENSOR), teaching.cell)


def leave_out_broken(teaching: Teaching) -> Teaching:
    """Return the teaching without the inputs that are closed on the empty board."""
    return _ask(replace(teaching, has_begun=True, broken=teaching.broken | teaching.closed), teaching.cell - 1)


def step_back(teaching: Teaching) -> Teaching:
    """Return the teaching at the cell before this one, which is to be learnt again."""
    return ask_again(teaching, max(0, teaching.cell - 1))


def ask_again(teaching: Teaching, cell: int) -> Teaching:
    """Return the teaching at any cell, which is to be learnt again."""
    return _ask(_with(teaching, cell, UNKNOWN), cell - 1)


def finish(teaching: Teaching) -> Teaching:
    """Return the teaching with every cell left out whose input is not known yet."""
    return replace(teaching, sensors=tuple(sensor or NO_SENSOR for sensor in teaching.sensors))


def _unwatched(inputs: InputLevels, watched: frozenset[int]) -> frozenset[str]:
    """Return the closed inputs that closed unobserved, because their chip was not among those `watched` before."""
    return frozenset(sensor for sensor in inputs.closed if watched.isdisjoint(chips_of((sensor,))))


def _with(teaching: Teaching, cell: int, sensor: str) -> Teaching:
    sensors = teaching.sensors
    return replace(teaching, sensors=(*sensors[:cell], sensor, *sensors[cell + 1 :]))


def _ask(teaching: Teaching, after: int) -> Teaching:
    """Return the teaching at the next cell without a known input; inputs closed now are ignored."""
    count = len(teaching.sensors)
    ahead = (cell % count for cell in range(after + 1, after + 1 + count))
    cell = next((cell for cell in ahead if teaching.sensors[cell] == UNKNOWN), teaching.cell)
    return replace(
        teaching,
        cell=cell,
        resting=teaching.closed - teaching.broken if teaching.has_begun else frozenset(),
        asked_s=teaching.now_s,
        since_s=teaching.now_s,
        changes=0,
    )
