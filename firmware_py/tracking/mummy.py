"""Where the mummy went, and what everybody may read of it: a question about walls and cells, never about hunters.

Why a mummy at rest must wait where it could go on: it may be in the middle of its move. With all steps used it rests
just long enough to be no slide.

Why a gap is closed only by a path without an alternative: a record has the path cell by cell (P35), and on one of two
paths a hunter may stand. A choice between them would tell the mummy's player who is where.

Why loops are cut: who goes back has thought better of it, and spends no steps. A hunter that the mummy met on a loop is
caught all the same (P34).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.legality import MUMMY, mover_of, why_not_by
from firmware_py.games.malediction.maze import Maze, mummy_paths
from firmware_py.games.malediction.state import Move, State, is_known_to_nobody
from firmware_py.games.registry import Refusal
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing import (
    CLEARLY,
    FRAME_S,
    MISMATCH_S,
    MOST_NOISE_MT,
    MOST_PATHS,
    PUT_BACK_S,
    REST_S,
    RING_MT,
    SETTLE_S,
    Cells,
    Sensed,
)
from firmware_py.tracking.position import (
    FOREVER_S,
    SURE,
    Ambiguous,
    Confidence,
    Fix,
    Inference,
    Matched,
    Mismatch,
    Position,
    Reminder,
    Unmoved,
    Waiting,
    cell_numbers,
    ignored_cells,
    instead_of,
    once,
)
from firmware_py.words import Words, words


class Visit(msgspec.Struct, frozen=True):
    """A cell that sensed the mummy, and for how long none had before; in between it may have been lifted."""

    cell: Cell
    gap_s: float = 0.0
    swing_mt: Mapping[Cell, float] = msgspec.field(default_factory=dict)
    """How far the reading of each cell went up and down meanwhile; without those that read the same, as if dead."""


def visited_path(maze: Maze, start: Cell, visits: tuple[Visit, ...], steps: int) -> tuple[Cell, ...] | None:
    """Every cell that the mummy entered, loops included; None if there are several paths, or none.

    A path that the mummy's steps allow has precedence over those that they do not.
    """
    found = list(islice(_paths(maze, start, visits, steps, ()), MOST_PATHS))
    legal = [path for path in found if len(without_loops(start, path)) <= steps] or found
    return legal[0] if len(legal) == 1 else None


def _paths(
    maze: Maze, start: Cell, visits: tuple[Visit, ...], steps: int, path: tuple[Cell, ...]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the paths over the cells that sensed the mummy, on from one that is known."""
    if not visits:
        yield path
        return
    spent = without_loops(start, path)
    is_there = visits[0].cell == (spent[-1] if spent else start)
    for leg in [()] if is_there else _legs(maze, start, spent, visits[0], steps):
        yield from _paths(maze, start, visits[1:], steps, (*path, *leg))


def without_loops(start: Cell, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A path without the detours that led back to a cell where it had been."""
    kept = [start]
    for cell in path:
        if cell in kept:
            del kept[kept.index(cell) + 1 :]
        else:
            kept.append(cell)
    return tuple(kept[1:])


def until_met(start: Cell, path: tuple[Cell, ...], steps: int, hunters: Collection[Cell]) -> tuple[Cell, ...] | None:
    """The path to the first hunter that the mummy met within its steps (P34); None if it met nobody."""
    for count, cell in enumerate(path, 1):
        spent = without_loops(start, path[:count])
        if cell in hunters and len(spent) <= steps:
            return spent
    return None


def _legs(maze: Maze, start: Cell, spent: tuple[Cell, ...], visit: Visit, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield how the mummy can have come from the end of a path to a cell: a step, back, straight on, or carried."""
    here, to = spent[-1] if spent else start, visit.cell
    been, near = (start, *spent), {*maze.steps(here).values()}
    if to in been and to not in near:
        yield tuple(reversed(been[been.index(to) : -1]))
    elif visit.gap_s <= SETTLE_S:
        yield from _likeliest(tuple(_slid(maze, here, visit, steps - len(spent))), visit)
    elif to in near and all(visit.swing_mt.get(cell, 0.0) < 2 * RING_MT for cell in near - {to}):
        yield (to,)
    else:
        yield from _simple(maze, here, to, steps - len(spent))


def _likeliest(paths: tuple[tuple[Cell, ...], ...], visit: Visit) -> tuple[tuple[Cell, ...], ...]:
    """The one path that the fields of all cells allow and show; all of them if there is none, or a rival.

    A cell beside the mummy swings by its ring at most; one below it by twice as much, if a frame shows it there. A dead
    cell rules out nothing, and shows nothing of a mummy too fast for a frame.
    """
    swing_mt, cells = visit.swing_mt, {cell for path in paths for cell in path}
    allowed, shown = [], []
    for path in paths:
        is_fast = _is_fast(path, visit)
        below = [swing_mt.get(cell, 0.0) for cell in path[:-1]]
        beside = [swing_mt.get(cell, 0.0) for cell in cells.difference(path)]
        is_missed = any(0.0 < mt < (RING_MT if is_fast else 2 * RING_MT) for mt in below)
        if not is_missed and all(mt <= CLEARLY * RING_MT for mt in beside):
            allowed.append(path)
            if not is_fast or all(mt > CLEARLY * RING_MT for mt in below):
                shown.append(path)
    if len(shown) != 1 or any(swing_mt.keys() & {*path}.difference(shown[0]) for path in allowed):
        return paths
    return (shown[0],)


def _is_fast(path: tuple[Cell, ...], visit: Visit) -> bool:
    """Whether the mummy came over a path in less time than a frame needs to show each cell."""
    return visit.gap_s <= FRAME_S * (len(path) - 1)


def _slid(maze: Maze, start: Cell, visit: Visit, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the paths to a visited cell that go no detour, or one that was sensed, or too fast for any frame.

    Nobody slides over a cell in less than half of the time in which a frame may miss it; nor is a gap known better.
    """
    (row, column), (to_row, to_column) = cell_position(start), cell_position(visit.cell)
    straight = abs(row - to_row) + abs(column - to_column)
    is_beside = visit.cell in maze.steps(start).values()
    most = min(steps, 2 + int(2 * visit.gap_s / FRAME_S))
    for path in _simple(maze, start, visit.cell, max(straight, most)):
        is_rushed = not is_beside and _is_fast(path, visit)
        sensed_mt = max((mt for cell, mt in visit.swing_mt.items() if cell in path[:-1]), default=0.0)
        if len(path) <= straight or is_rushed or sensed_mt > CLEARLY * RING_MT:
            yield path


def _simple(maze: Maze, start: Cell, to: Cell, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield every path of at most `steps` cells that visits no cell twice."""
    away = {cell: len(path) for cell, path in mummy_paths(maze, to, steps, ()).items()}
    waiting: list[tuple[Cell, ...]] = [()]
    while waiting:
        path = waiting.pop()
        here = path[-1] if path else start
        if here == to:
            yield path
            continue
        for cell in maze.steps(here).values():
            if cell != start and cell not in path and len(path) + away.get(cell, steps) < steps:
                waiting.append((*path, cell))


WHERE_IS_MUMMY = words("The board has lost track of the mummy. Has the mummy moved, or caught a pawn?")
"""The question about a mummy that is not surely sensed: the same words wherever pawns and failing cells are."""
HAS_MUMMY_MOVED = words("The board has lost track of the mummy. Has the mummy moved?")
"""The same where the hunters are the box's and have no pawns."""


def why_misplaced(state: State) -> Words:
    """That the mummy is not where the game has it.

    The second sentence goes with the first wherever there are pawns, so it does not tell whether one is misplaced.
    """
    if is_known_to_nobody(state):
        return words("The mummy is not where it is in the game.")
    return words("The mummy is not where it is in the game. Hunters: check your pawns, too.")


class MummyTrack(msgspec.Struct, frozen=True):
    """Where the mummy was sensed since its turn began, in the state `public` that the whole table may see."""

    public: State
    here: Cell | None
    """The cell that senses it now."""
    since_s: float = FOREVER_S
    """Since when that is so; infinity before the first evaluation in this turn.

    Minus infinity: it was not on its cell as its die was awaited, so where it is now it was not slid from there.
    """
    visits: tuple[Visit, ...] = ()
    gap: tuple[tuple[float, ...], ...] = ()
    """The readings of all cells since none senses it: it is between two of them."""

    @property
    def entered(self) -> tuple[Cell, ...] | None:
        """Every cell that it entered; None if there are several paths, or none."""
        return visited_path(self.public.maze, self.public.mummy, self.visits, self.public.steps)

    @property
    def path(self) -> tuple[Cell, ...]:
        """The path sensed so far, cell by cell; whom it met is announced only once it is at rest."""
        known: tuple[Cell, ...] = ()
        for visit in self.visits:
            here = known[-1] if known else self.public.mummy
            if visit.cell not in (here, *self.public.maze.steps(here).values()):
                break
            known = (*known, visit.cell)
        return without_loops(self.public.mummy, known)[: self.public.steps]

    @property
    def last(self) -> Cell:
        """The cell that sensed it last."""
        return self.visits[-1].cell if self.visits else self.public.mummy

    @property
    def slid(self) -> tuple[Visit, ...] | None:
        """Its slide since it stood on its cell, without loops; None if it was carried, or never stood there."""
        slid: list[Visit] = []
        for visit in self.visits:
            cells = [self.public.mummy, *(earlier.cell for earlier in slid)]
            if visit.cell in cells:
                del slid[cells.index(visit.cell) :]
            else:
                slid.append(visit)
        is_carried = self.since_s == -FOREVER_S or any(visit.gap_s > SETTLE_S for visit in slid)
        return None if is_carried else tuple(slid)


class Arrived(msgspec.Struct, frozen=True):
    """The mummy has come to rest after it entered these cells.

    `free` is the path without loops, which counts unless it met a hunter; None if the rules forbid it.
    """

    entered: tuple[Cell, ...]
    free: tuple[Cell, ...] | None


class Mummy(msgspec.Struct, frozen=True):
    """What a tracker knows of the mummy, apart from the pawns."""

    confidence: Confidence = Confidence()
    track: MummyTrack | None = None
    """Its track since its turn began."""
    track_before: MummyTrack | None = None
    """The track of the turn before."""
    missed_s: float | None = None
    """When its cell stopped sensing anything; None while it senses, or cannot be believed."""
    goes_on: bool = False
    """Whether it has gone on from where it rested, and may yet rest elsewhere; known from the mummy alone."""

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells over which it is being slid in its turn, until it is in place again."""
        has_begun = self.track is not None and self.track.since_s < FOREVER_S
        return self.track.path if self.track and self.confidence == SURE and has_begun else ()


def begin(public: State, cells: Cells) -> MummyTrack:
    """The track of a mummy that stands where the game has it, if its cell senses anything.

    If it does not while its die is awaited, whatever senses it next was not reached from there.
    """
    home = cell_numbers(public.maze, cells, (public.mummy,))
    if any(cells.sensed[cell] is not Sensed.NOTHING for cell in home):
        return MummyTrack(public, public.mummy)
    return MummyTrack(public, None, -FOREVER_S if public.phase == "mummy_roll" else FOREVER_S)


def begin_turn(track: MummyTrack, public: State, cells: Cells) -> MummyTrack:
    """The track once the die is told: people roll and move at once, and enter the die afterwards.

    What was carried before, or left again, has not happened: nobody is caught by a figure in a hand. The mummy rests as
    long as if it had come just now.
    """
    is_held = track.here is None and cells.ticked_s - track.since_s > SETTLE_S
    if track.slid is None or is_held:
        return begin(public, cells)
    return replace(track, public=public, visits=track.slid, since_s=track.since_s if track.here is None else FOREVER_S)


def reconnect(track: MummyTrack, cells: Cells) -> MummyTrack:
    """The track once the board is there again: nobody knows how the mummy came to where it is now."""
    here = next((_name_of(cell, cells) for cell in sorted(_strong(cells))), None)
    return replace(track, here=here, since_s=FOREVER_S)


def sense(track: MummyTrack, before: Cells, after: Cells, now_s: float) -> MummyTrack:
    """The track after a frame; a single frame is enough, as nothing else is as strong as the mummy.

    Whatever reads like the mummy while another cell senses it is a heap of pawns, or a failing sensor. So is what the
    stairs and the dungeon sense, which the mummy cannot enter (P33), if another cell senses it as well.
    """
    if track.here is None and now_s - track.since_s <= SETTLE_S:
        track = replace(track, gap=(*track.gap, after.values))
    if before.now == after.now:
        return track
    was, now = _strong(before), _strong(after)
    if track.here in {_name_of(cell, after) for cell in was - now}:
        track = replace(track, here=None, since_s=now_s, gap=(before.values, after.values))
    for cell in sorted(now - was - after.calibration.masked):
        track = _arrive(track, _name_of(cell, after), after, now_s)
    return track


def _strong(cells: Cells) -> frozenset[int]:
    return frozenset(cell for cell, sensed in enumerate(cells.now) if sensed is Sensed.MUMMY)


def _arrive(track: MummyTrack, cell: Cell, cells: Cells, now_s: float) -> MummyTrack:
    """The track on a cell. Back on the mummy's own, what leaves several paths, or none, has not happened."""
    is_heap = track.here in ignored_cells(track.public)
    if not track.public.maze.has(cell) or (track.here is not None and not is_heap):
        return track
    visits = track.visits[:-1] if is_heap else track.visits
    gap_s = max(0.0, now_s - track.since_s)
    swings = ((_name_of(number, cells), max(mt) - min(mt)) for number, mt in enumerate(zip(*track.gap, strict=True)))
    swing_mt = {swung: mt for swung, mt in swings if mt > MOST_NOISE_MT}
    came = replace(track, here=cell, since_s=now_s, visits=(*visits, Visit(cell, gap_s, swing_mt)), gap=())
    while cell == track.public.mummy and came.entered is None:
        came = replace(came, visits=(*came.visits[:-2], Visit(cell)))
    return came


def note_times(mummy: Mummy, state: State, cells: Cells, disbelieved: frozenset[Cell], now_s: float) -> Mummy:
    """The mummy with the time since when it is where it is, or missed on its cell."""
    missed_s = None
    if mummy.track is not None and mummy.track.since_s == FOREVER_S:
        mummy = replace(mummy, track=replace(mummy.track, since_s=now_s))
    if _is_missed(state, cells, disbelieved):
        missed_s = now_s if mummy.missed_s is None else mummy.missed_s
    return mummy if missed_s == mummy.missed_s else replace(mummy, missed_s=missed_s)


def _is_missed(state: State, cells: Cells, disbelieved: frozenset[Cell]) -> bool:
    """Whether the mummy's cell is believed to sense nothing, or just a pawn while another one senses it."""
    believed = frozenset({state.mummy}) - disbelieved
    here = cell_numbers(state.maze, cells, believed) - cells.unread - cells.calibration.masked
    corridors = cell_numbers(state.maze, cells, frozenset(state.maze.cells) - ignored_cells(state))
    is_astray = any(cells.sensed[cell] is Sensed.MUMMY for cell in corridors)
    return any(cells.sensed[cell] < (Sensed.MUMMY if is_astray else Sensed.PIECE) for cell in here)


def announce(mummy: Mummy, state: State, now_s: float) -> Inference:
    """What everybody may read in a hunter's turn: only that the mummy is missed, unless it moves already."""
    is_slid = state.phase == "mummy_roll" and mummy.track is not None and bool(mummy.track.slid)
    if mummy.missed_s is None or is_slid or mover_of(state) == MUMMY:
        return Waiting()
    return once(mummy.missed_s + MISMATCH_S, now_s, misplacement(state))


def infer(mummy: Mummy, state: State, position: Position, now_s: float, *, tells_mummy: bool) -> Inference:
    """What the board means in the mummy's turn. Switches cannot follow it: its path is entered by button."""
    track = mummy.track
    if track is None:
        return Waiting()
    if not tells_mummy:
        missed_s = -FOREVER_S if mummy.missed_s is None else mummy.missed_s
        return once(missed_s + MISMATCH_S, now_s, Waiting())
    if mummy.confidence != SURE:
        return _wait_for_home(mummy, track, state, position, now_s)
    if state.mummy in position.disbelieved and track.here is None:
        return once(track.since_s + MISMATCH_S, now_s, _not_sensed(state))
    return Waiting() if _is_off_centre(track, state, position) else _meet(track, state, now_s)


def _wait_for_home(mummy: Mummy, track: MummyTrack, state: State, position: Position, now_s: float) -> Inference:
    """The inference while the mummy has not stood where the game has it since that is known."""
    if state.mummy in position.mummies or _is_off_centre(track, state, position):
        return Waiting()
    due_s = PUT_BACK_S + max(track.since_s, -FOREVER_S if mummy.missed_s is None else mummy.missed_s)
    is_asked = mummy.confidence == Confidence() and _may_have_gone(track, position.mummies)
    return once(due_s, now_s, _lost_question(state, ()) if is_asked else misplacement(state))


def supersede(
    mummy: Mummy, state: State, position: Position, moved: tuple[State, Move], now_s: float
) -> Inference | None:
    """What takes the place of the mummy's move: any other path that it has gone, or that it stands nowhere."""
    track, (before, action) = mummy.track, moved
    if track is None:
        return None
    if not mummy.confidence.was_watched:
        has_gone = track.here not in (None, state.mummy)
        return once(track.since_s + PUT_BACK_S, now_s, Unmoved()) if has_gone else None
    if _is_off_centre(track, state, position):
        return None
    if not isinstance(_meet(track, before, FOREVER_S), Matched):
        return once(track.since_s + REST_S, now_s, Unmoved(), may_move=True)
    return instead_of(action, _meet(track, before, now_s), is_known=True)


def _is_off_centre(track: MummyTrack, state: State, position: Position) -> bool:
    """Whether the mummy stands off the centre of its cell, where it is sensed as any piece."""
    if track.here is not None or track.last != state.mummy:
        return False
    is_home = state.mummy in position.pieces or state.mummy not in position.readable | position.disbelieved
    return is_home and not position.mummies


def _meet(track: MummyTrack, state: State, now_s: float) -> Inference:
    """The meaning of where the mummy has come to; only here its path meets the hunters (P34).

    Hunters of the box only meet a path that is played, which ✓ does: a rest, and what is slid back, searches no cell.
    """
    match _find_arrival(track, now_s):
        case Arrived(entered, free):
            hunters = () if is_known_to_nobody(state) else state.in_corridors
            met = until_met(state.mummy, entered, state.steps, hunters)
            path = free if met is None else met
            if path is None:
                return _why_not_there(track)
            return Matched(Move(state.mummy_player, path=path)) if path else Waiting()
        case other:
            return other


def _find_arrival(track: MummyTrack, now_s: float) -> Arrived | Inference:
    """Where the mummy has come to rest in its turn; or what to announce instead, or how long to wait."""
    found, rest_s = _find(track)
    due_s = track.since_s + rest_s
    return found if now_s >= due_s else Waiting(due_s, may_move=True)


def _find(track: MummyTrack) -> tuple[Arrived | Inference, float]:
    """What it means if the mummy stays where it is, and how long it must."""
    steps, entered = track.public.steps, track.entered
    if track.here is None:
        return _lost_question(track.public, track.path), MISMATCH_S
    if entered is None:
        return _why_not_there(track), MISMATCH_S
    free = without_loops(track.public.mummy, entered)
    if len(free) > steps:
        return Arrived(entered, None), REST_S
    goes_on = len(free) < steps and not is_known_to_nobody(track.public)
    return Arrived(entered, free), REST_S if goes_on else SETTLE_S


def _why_not_there(track: MummyTrack) -> Mismatch:
    """Why the mummy may not stay where it is."""
    entered = track.entered or tuple(visit.cell for visit in track.visits)
    path = without_loops(track.public.mummy, entered) or (track.last,)
    text = words("The board did not sense the mummy's path to {cell}: slide it from cell to cell.", cell=path[-1])
    refusal = why_not_by(track.public, path) or Refusal("P35", text)
    return Mismatch((Fix(path[-1], None), Fix(track.public.mummy, MUMMY)), refusal.why, refusal.clause, is_public=True)


def _not_sensed(state: State) -> Reminder:
    """The message that the player enters the mummy's path, as the board does not sense the mummy's cell."""
    text = words("The board does not sense the mummy on {cell}: enter its path here.", cell=state.mummy)
    return Reminder(text, is_public=True)


def misplacement(state: State) -> Mismatch:
    """The message that the mummy is not where the game has it, as everybody may read it."""
    return Mismatch((Fix(state.mummy, MUMMY),), why_misplaced(state), is_public=True)


def _lost_question(state: State, path: tuple[Cell, ...]) -> Ambiguous:
    """The question about a mummy that went over these cells and is sensed no longer."""
    return Ambiguous((), HAS_MUMMY_MOVED if is_known_to_nobody(state) else WHERE_IS_MUMMY, path)


def _may_have_gone(track: MummyTrack, mummies: frozenset[Cell]) -> bool:
    """Whether the mummy is sensed where its steps lead on the map, whoever stands there.

    Nobody knows how it went there while the board was away: its player enters the path.
    """
    return not mummies.isdisjoint(mummy_paths(track.public.maze, track.public.mummy, track.public.steps, ()))


def _name_of(cell: int, cells: Cells) -> Cell:
    return cell_name(*divmod(cell, cells.columns))
