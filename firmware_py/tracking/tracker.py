"""A board and a game together over time: what has happened to both that matters to what is told.

Why `was_in_place`: after undo or a move by button the pieces do not stand where the game has them. Until they have
stood there once, nothing is taken for a move. Otherwise the move just taken back would be played again at once.

Why `missed_s`: everybody may read that the mummy is not where the game has her. Whether it is told, and when, follows
from her cell alone: what is told of all pieces comes and goes with every pawn that is lifted. In her turn over switches
the same goes for the question where she is, from the last cell to which she was slid: her player could put her down
anywhere, and where nothing comes of it a hunter would stand. For the same reason she rests, or is in the air, since she
came where she is, or was lifted (`mummy_there_s`), whatever else has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import UNSET

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing import settling as rest
from firmware_py.sensing.association import OUTSIDE, reset_paths, traced_back
from firmware_py.sensing.cells import Calibration, CellReadings, Sensed
from firmware_py.sensing.settling import Observation, Settling, observe
from firmware_py.tracking.inferences import FOREVER_S, MISMATCH_S, Ambiguous, Inference, Mismatch, Waiting
from firmware_py.tracking.matching import check_setup
from firmware_py.tracking.mummys_turn import misplaced_mummy, path_so_far
from firmware_py.tracking.position import (
    MUMMY,
    Position,
    cell_numbers,
    expected,
    fits,
    ignored_cells,
    is_in_place,
    mover_of,
    sensed_position,
    to_put_right,
)
from firmware_py.tracking.reasons import end_of, start_of
from firmware_py.tracking.sensed_paths import is_on_path, path_by_strength, path_by_tracks

JUST_AFTER_S: Final = 0.001
"""So that a moment waited for has passed when it is looked at."""
AT_ONCE: Final = Waiting(0.0)
DICE: Final = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: who tells that says nothing of the pieces."""
MUMMY_PHASES: Final = ("mummy_roll", "interrupt", "mummy_move")
"""Phases in which the mummy's player acts."""


@dataclass(frozen=True)
class Tracker:
    """A board, or None while there is none, and the game on it, or None."""

    calibration: Calibration = field(default_factory=Calibration)
    settling: Settling | None = None
    state: State | None = None
    was_in_place: bool = False
    """Whether the pieces have stood as the game has them since it last moved them otherwise."""
    was_mummy_in_place: bool = False
    """Whether she has, wherever the pawns were: in her turn nothing else counts."""
    at_rest: bool = False
    """Whether they stand so now: what led there is forgotten with the next change."""
    was_unobserved: bool = False
    """Whether the board was lost since they last did, and nobody felt where they went meanwhile."""
    was_mummy_unobserved: bool = False
    """Whether it was since she last did, wherever the pawns were."""
    missed_s: float | None = None
    """Since when neither the mummy's cell has felt anything, nor a cell to which she was slid in her turn; None while
    one does, or hers cannot be believed."""
    mummy_cell: Cell | None = None
    """Where the mummy is felt in her turn, over switches only if she was slid there; None if nowhere."""
    mummy_there_s: float = float("-inf")
    """Since when that is so."""
    before: tuple[State, Move] | None = None
    """The state before the move that was accepted last, and that move, until the next player acts."""
    disbelieved: frozenset[Cell] = frozenset()
    """Cells of which the players said otherwise than they feel: not believed until they change, or are right again."""
    inference: Inference = field(default_factory=Waiting)
    evaluated: tuple[float, frozenset[int]] | None = None
    """When the board had last changed when it was last judged, and the cells it could not read then."""

    @property
    def unsteady(self) -> tuple[Cell, ...]:
        """The cells that have changed too often to be believed."""
        return self._named(self.settling.unsteady) if self.settling else ()

    @property
    def unread(self) -> tuple[Cell, ...]:
        """The cells that the board cannot read now."""
        return self._named(self.settling.cells.unread) if self.settling else ()

    @property
    def public_inference(self) -> Inference:
        """What may be told to everybody: in the mummy's turn all that is told, else that she is missed."""
        if self.state is None or mover_of(self.state) == MUMMY:
            return self.inference
        if self.settling is None or self.state.phase == "over" or self.settling.now_s < self.missed_from_s:
            return Waiting()
        return misplaced_mummy(self.state)

    @property
    def missed_from_s(self) -> float:
        """When the mummy will have been missed for so long that it is told; infinity if she is not missed."""
        return FOREVER_S if self.missed_s is None else self.missed_s + MISMATCH_S

    @property
    def was_mover_unobserved(self) -> bool:
        """Whether the board was lost since the pieces stood as the game has them; in her turn she alone counts."""
        is_hers = self.state is not None and mover_of(self.state) == MUMMY
        return self.was_mummy_unobserved if is_hers else self.was_unobserved

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells over which the mummy's figure is being slid, as long as it is not at home again."""
        is_followed = self.was_mummy_in_place and not self.was_mummy_unobserved
        if self.settling is None or self.state is None or not is_followed or self.at_rest:
            return ()
        return path_so_far(self.state, observe(self.settling)) if self.settling.changes else ()

    def _named(self, numbers: frozenset[int]) -> tuple[Cell, ...]:
        """Return the names of those cells that lie on the map."""
        if not numbers or self.settling is None or self.state is None:
            return ()
        columns, board = self.settling.cells.columns, self.state.maze
        names = (cell_name(*divmod(number, columns)) for number in sorted(numbers))
        return tuple(name for name in names if board.has(name))


def feed(tracker: Tracker, frame: CellReadings) -> Tracker:
    """Return the tracker after a frame; the first one begins a board, as does one of another size."""
    if tracker.settling is None:
        return _watching(replace(tracker, settling=rest.begin(frame, tracker.calibration, frame.at_s)))
    if len(frame.cells) != len(tracker.settling.cells.sensed):
        return feed(follow(Tracker(tracker.calibration), tracker.state), frame)
    after = _moved_on(tracker, rest.feed(tracker.settling, frame))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.feed(without_changes(tracker), frame))


def tick(tracker: Tracker, now_s: float) -> Tracker:
    """Return the tracker after time without a frame."""
    if tracker.settling is None:
        return tracker
    after = _moved_on(tracker, rest.tick(tracker.settling, now_s))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.tick(without_changes(tracker), now_s))


def disconnect(tracker: Tracker) -> Tracker:
    """Return the tracker without its board. A pawn whose turn is not handed over may still go elsewhere."""
    kept = tracker.before if tracker.before and tracker.before[1].to is not UNSET else None
    return Tracker(
        tracker.calibration,
        state=tracker.state,
        was_in_place=tracker.was_in_place,
        was_mummy_in_place=tracker.was_mummy_in_place,
        was_unobserved=True,
        was_mummy_unobserved=True,
        before=kept,
    )


def follow(
    tracker: Tracker, state: State | None, *, before: tuple[State, Move] | None = None, insists: bool = False
) -> Tracker:
    """Return the tracker with the game in another state, or without one.

    `before` is the state before a pawn's move that was told by button, and that move, until its turn is handed over.
    Who `insists` has played on by button though he was told that pieces stand wrong: he is believed, not the cells.
    """
    if state is None or tracker.state is None:
        was_in_place = before is None  # as far as anybody knows: nobody felt where they went meanwhile
        refresh = Tracker(tracker.calibration, tracker.settling, state, was_in_place, before=before, inference=AT_ONCE)
        return _watching(replace(refresh, was_unobserved=True, was_mummy_unobserved=True, evaluated=tracker.evaluated))
    stays = state.maze == tracker.state.maze and expected(state) == expected(tracker.state)
    was_mummy_in_place = tracker.was_mummy_in_place and state.mummy == tracker.state.mummy
    later = replace(
        tracker,
        state=state,
        was_in_place=tracker.was_in_place and stays,
        was_mummy_in_place=was_mummy_in_place,
        before=before,
        inference=AT_ONCE,
    )
    was_hers, is_hers = mover_of(tracker.state) == MUMMY, mover_of(state) == MUMMY
    if (was_hers, tracker.state.mummy) != (is_hers, state.mummy):  # from now on she is missed for something else
        later = replace(later, missed_s=None)
    if tracker.settling is None:
        return later
    position = sensed_position(state, observe(tracker.settling))
    disbelieved = _disbelieved(tracker, tracker.settling, state, position, insists=insists)
    is_as_it_was = stays and fits(state, sensed_position(state, observe(tracker.settling), disbelieved))
    settling = rest.forget_changes(tracker.settling) if is_as_it_was else tracker.settling
    is_longer = tracker.before is not None and tracker.before[1].path is not UNSET  # than the move that was hers
    begins = not was_hers and (insists or not is_longer)
    if is_hers and (begins or is_in_place(state, position)):
        settling = replace(settling, changes=())  # what was done with her before her turn
    is_new_way = is_hers and begins and not position.tells_mummy  # over switches what was in the air may have been she
    settling = rest.reset_tracks(settling) if is_new_way else replace(settling, tracks=reset_paths(settling.tracks))
    settling = (
        rest.believe_calm(settling) if state.phase == "begin" else settling
    )  # and nobody's way is forgotten with it
    return _watching(replace(later, settling=settling, at_rest=False, disbelieved=disbelieved))


def _disbelieved(
    tracker: Tracker, settling: Settling, state: State, position: Position, *, insists: bool
) -> frozenset[Cell]:
    """Return the cells that are not believed once the game goes on in a state; who `insists` is instead of them.

    Those that have come to feel what the game says are believed again. Hers is left out only once everybody has read
    that she is missed, which no pawn can have hastened. Over switches those of pawns that stand wrong when her turn
    begins are, whether that was told or not: her move follows from none.
    """
    assert tracker.state is not None
    wrong = {fix.cell for fix in to_put_right(state, position) if fix.piece != MUMMY}
    hers = {state.mummy} if state.mummy == tracker.state.mummy else set[Cell]()
    cells = tracker.disbelieved & (wrong | hers)
    has_rolled = tracker.state.phase in DICE and state.phase != tracker.state.phase
    is_dice = has_rolled or state.phase == "choose"  # which may be reached again with the same dice
    if insists and not is_dice:
        announced = tracker.inference.fixes if isinstance(tracker.inference, Mismatch) else ()
        cells |= wrong & {fix.cell for fix in announced}
        cells |= hers if settling.now_s >= tracker.missed_from_s else frozenset()
    if state.phase in MUMMY_PHASES and tracker.state.phase not in MUMMY_PHASES and not position.tells_mummy:
        cells |= wrong
    return cells


def accept(tracker: Tracker, before: State, action: Move) -> Tracker:
    """Return the tracker after `follow`, once an action matched by the board was played from the state `before`."""
    if tracker.settling is None or tracker.state is None:
        return tracker
    settling = rest.reset_tracks(tracker.settling)
    position = sensed_position(tracker.state, observe(settling), tracker.disbelieved)
    was_in_place = fits(tracker.state, position)
    hers = was_in_place or tracker.state.mummy in position.occupied
    return replace(
        tracker,
        settling=settling,
        was_in_place=was_in_place,
        was_mummy_in_place=hers,
        at_rest=False,
        before=(before, action),
    )


def retract(tracker: Tracker) -> Tracker:
    """Return the tracker with the move accepted last not made: its piece is followed on from where it stood before."""
    assert tracker.before is not None
    assert tracker.settling is not None
    state, action = tracker.before
    settling = from_before(tracker.settling, state, action)
    return replace(
        tracker,
        state=state,
        settling=settling,
        was_in_place=True,
        was_unobserved=False,
        at_rest=False,
        before=None,
        inference=AT_ONCE,
    )


def decline(tracker: Tracker) -> Tracker:
    """Return the tracker once its question was answered with no.

    A mummy who has not moved is to be put back, and so is every piece if the board was away.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    if isinstance(tracker.inference, Ambiguous) and tracker.inference.path is not None:
        return replace(tracker, was_mummy_in_place=False, missed_s=-FOREVER_S, inference=misplaced_mummy(tracker.state))
    if not tracker.was_mover_unobserved:
        return tracker
    observation = replace(observe(tracker.settling), at_rest_s=FOREVER_S)
    return replace(tracker, inference=check_setup(tracker.state, observation, tracker.disbelieved))


def from_before(settling: Settling, state: State, action: Move) -> Settling:
    """Return the board as if the moved piece were followed from where it stood before."""
    columns = settling.cells.columns
    start = state.mummy if action.path is not UNSET else state.cell(state.active)
    is_counted = start is not None and start not in ignored_cells(state)
    began = cell_numbers(state.maze, columns, (start,)) if start and is_counted else frozenset({OUTSIDE})
    ended = cell_numbers(state.maze, columns, (end_of(state, action),))
    path = action.path if action.path is not UNSET else ()
    numbers = tuple(number for cell in path for number in cell_numbers(state.maze, columns, (cell,)))
    return replace(settling, tracks=traced_back(settling.tracks, ended, began, numbers))


def has_left(tracker: Tracker, cell: Cell) -> bool:
    """Return whether the piece of a cell, to which it has come and stood as in the game, is felt there no more."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or not tracker.was_in_place or tracker.was_unobserved:
        return False
    position = _seen_now(tracker)
    return position is not None and cell in position.readable - position.occupied


def is_occupied(tracker: Tracker, cell: Cell | None) -> bool:
    """Return whether a piece is felt on a cell for sure."""
    position = _seen_now(tracker)
    return position is not None and cell in position.readable & position.occupied


def _seen_now(tracker: Tracker) -> Position | None:
    if tracker.settling is None or tracker.state is None:
        return None
    return sensed_position(tracker.state, observe(tracker.settling), tracker.disbelieved)


def with_pawns_at_rest(settling: Settling, state: State, *, refresh: bool) -> Settling:
    """Return the board with the pawns of a state at rest where they stand; `refresh`, as they are sensed now."""
    columns = settling.cells.columns
    pawns = cell_numbers(state.maze, columns, state.in_corridors.keys() | ignored_cells(state))
    return rest.set_at_rest(settling, pawns, cell_numbers(state.maze, columns, (state.mummy,)), refresh=refresh)


def _watching(tracker: Tracker) -> Tracker:
    """Return the tracker with its board knowing what follows from the state: which cells count, and where pawns are.

    In her turn cells are believed however often they change, over switches her own: how often it does, or another one,
    also follows from whether a pawn stands where her player goes to and fro with her. The back of her field may then
    open switches under pawns that stand askew beside her, though nobody has lifted them.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    cells, state = tracker.settling.cells, tracker.state
    trusted = () if mover_of(state) != MUMMY else state.maze.cells if cells.tells_mummy else (state.mummy,)
    settling = rest.trust(tracker.settling, cell_numbers(state.maze, cells.columns, trusted))
    pressed = state.in_corridors if mover_of(state) == MUMMY and not cells.tells_mummy else ()
    settling = replace(settling, pressed=cell_numbers(state.maze, cells.columns, pressed))
    settling = with_pawns_at_rest(settling, state, refresh=False)
    counted = cell_numbers(
        state.maze, cells.columns, frozenset(state.maze.cells) - ignored_cells(state) - tracker.disbelieved
    )
    believed = counted - settling.unsteady - cells.calibration.masked
    return _noted(replace(tracker, settling=rest.set_tracked(settling, believed)))


def without_changes(tracker: Tracker) -> Settling:
    """Return the board of a tracker that has one, as if nothing had led to what it feels now."""
    assert tracker.settling is not None
    return rest.forget_changes(tracker.settling)


def _moved_on(tracker: Tracker, settling: Settling) -> Tracker:
    """Return the tracker with its board later on."""
    assert tracker.settling is not None
    before, after = tracker.settling.cells, settling.cells
    if before.sensed == after.sensed and before.unread == after.unread:
        return replace(tracker, settling=settling)
    pairs = zip(before.sensed, after.sensed, strict=True)
    changed = frozenset(cell for cell, (was, now) in enumerate(pairs) if was is not now)
    changed_names = frozenset(cell_name(*divmod(cell, after.columns)) for cell in changed)
    disbelieved = tracker.disbelieved - _believed_again(tracker, settling, changed_names)
    later = replace(tracker, settling=settling, at_rest=False, disbelieved=disbelieved)
    known = disbelieved == tracker.disbelieved and settling.unsteady == tracker.settling.unsteady
    return _noted(later) if known else _watching(later)


def _believed_again(tracker: Tracker, settling: Settling, changed: frozenset[Cell]) -> frozenset[Cell]:
    """Return which cells are believed from now on, if they were not: those that have changed.

    In her turn over switches none as long as her figure is not at home: it may be what has changed them. As soon as it
    is, so are those that feel what the game says.
    """
    state, cells = tracker.state, settling.cells
    if state is None or state.phase not in MUMMY_PHASES or cells.tells_mummy:
        return changed
    home = cell_numbers(state.maze, cells.columns, (state.mummy,))
    if all(cells.sensed[cell] is Sensed.NOTHING for cell in home):
        return frozenset()
    wrong = {fix.cell for fix in to_put_right(state, sensed_position(state, observe(settling)))}
    return changed | (tracker.disbelieved - wrong)


def _noted(tracker: Tracker) -> Tracker:
    """Return the tracker knowing since when the mummy is missed, and since when she is where she is."""
    settling, state = tracker.settling, tracker.state
    now_s = settling.now_s - JUST_AFTER_S if settling else 0.0  # what was waited for has come that much earlier
    if settling is None or state is None or not _is_missed(tracker, settling, state):
        tracker = tracker if tracker.missed_s is None else replace(tracker, missed_s=None)
    elif tracker.missed_s is None:
        tracker = replace(tracker, missed_s=now_s)
    if settling is None or state is None:
        return tracker
    if mover_of(state) != MUMMY:
        is_homed = tracker.was_mummy_in_place and not tracker.was_mummy_unobserved
        if is_homed or not _is_felt_at_home(settling, state):
            return tracker
        return replace(tracker, was_mummy_in_place=True, was_mummy_unobserved=False)
    mummy_cell = _where_she_is(state, observe(settling))
    has_stayed = tracker.mummy_there_s > -FOREVER_S and mummy_cell == tracker.mummy_cell
    return tracker if has_stayed else replace(tracker, mummy_cell=mummy_cell, mummy_there_s=now_s)


def _is_felt_at_home(settling: Settling, state: State) -> bool:
    """Return whether the mummy's cell feels her, or over switches anything."""
    cells = settling.cells
    hers = Sensed.MUMMY if cells.tells_mummy else Sensed.PIECE
    return any(cells.sensed[cell] is hers for cell in cell_numbers(state.maze, cells.columns, (state.mummy,)))


def _where_she_is(state: State, observation: Observation) -> Cell | None:
    """Return where the mummy is felt: by her strength, or over switches at home, or where she was slid to."""
    if observation.tells_mummy:
        return path_by_strength(state, observation)[1]
    (home,) = cell_numbers(state.maze, observation.columns, (state.mummy,)) or {OUTSIDE}
    if home in observation.pieces:
        return state.mummy
    return path_by_tracks(state, observation)[0][-1] if is_on_path(state, observation) else None


def _is_missed(tracker: Tracker, settling: Settling, state: State) -> bool:
    """Return whether the mummy is felt neither on her cell nor, in her turn over switches, where she was slid to."""
    cells = settling.cells
    believed = frozenset({state.mummy}) - tracker.disbelieved
    (here,) = cell_numbers(state.maze, cells.columns, believed) or {OUTSIDE}
    if here in cells.unread | cells.calibration.masked | {OUTSIDE} or cells.sensed[here] is not Sensed.NOTHING:
        return False
    is_hers = mover_of(state) == MUMMY and not cells.tells_mummy
    is_followed = is_hers and tracker.was_mummy_in_place and not tracker.was_mummy_unobserved
    return not (is_followed and is_on_path(state, observe(settling)))
