"""Follow one board and one game over time.

Why `was_in_place`: after undo or a move by button the pieces do not stand where the game has them. Until they have
stood there once, nothing is taken for a move. Otherwise the move just taken back would be played again at once.

Why `mummy_there_s`: in the mummy's turn the board is at rest since the mummy came where it is, or was lifted, whatever
else has changed. The question where the mummy is must not depend on pawns either: with it the mummy could be put down
anywhere, and a hunter would stand wherever nothing is inferred.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing import settling as rest
from firmware_py.sensing.cells import Calibration, CellReadings
from firmware_py.sensing.settling import Settling, observe
from firmware_py.tracking.belief import believed_again, disbelieved_in, is_about_dice
from firmware_py.tracking.board_in_game import from_before, in_state, with_beliefs
from firmware_py.tracking.inferences import FOREVER_S, MISMATCH_S, Ambiguous, Inference, Mismatch, Waiting
from firmware_py.tracking.matching import check_setup
from firmware_py.tracking.mummys_place import is_missed, is_sensed_in_place, mummys_cell
from firmware_py.tracking.mummys_turn import misplaced_mummy, path_so_far
from firmware_py.tracking.position import (
    MUMMY,
    Position,
    expected,
    fits,
    mover_of,
    sensed_position,
)
from firmware_py.tracking.reasons import start_of

JUST_AFTER_S: Final = 0.001
"""Added to a deadline, so that it has passed when the board is evaluated."""
AT_ONCE: Final = Waiting(0.0)


class Tracker(msgspec.Struct, frozen=True):
    """A board, or None while there is none, and the game on it, or None."""

    calibration: Calibration = msgspec.field(default_factory=Calibration)
    settling: Settling | None = None
    state: State | None = None
    was_in_place: bool = False
    """Whether the pieces have stood as the game has them since the game last changed where they stand."""
    was_mummy_in_place: bool = False
    """The same for the mummy alone, wherever the pawns were: in the mummy's turn nothing else matters."""
    at_rest: bool = False
    """Whether the pieces stand so now: what led there is forgotten with the next change."""
    was_unobserved: bool = False
    """Whether the board was lost since the pieces last stood so: nobody knows where they went meanwhile."""
    was_mummy_unobserved: bool = False
    """The same for the mummy alone, wherever the pawns were."""
    missed_s: float | None = None
    """Since when neither the mummy's cell senses anything, nor a cell to which the mummy was slid in its turn.

    None while one does, or while the mummy's cell cannot be believed.
    """
    mummy_cell: Cell | None = None
    """Where the mummy is sensed in its turn, over switches only if it was slid there; None if nowhere."""
    mummy_there_s: float = float("-inf")
    """Since when that is so."""
    before: tuple[State, Move] | None = None
    """The state before the move that was accepted last, and that move, until the next player acts."""
    disbelieved: frozenset[Cell] = frozenset()
    """Cells that the players have contradicted by button, until these cells change or are right again."""
    inference: Inference = msgspec.field(default_factory=Waiting)
    """What was inferred last."""
    evaluated: tuple[float, frozenset[int]] | None = None
    """When the board had last changed at the last evaluation, and the cells it could not read then."""

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
        """What everybody may read: in the mummy's turn the inference, else only that the mummy is missed."""
        if self.state is None or mover_of(self.state) == MUMMY:
            return self.inference
        if self.settling is None or self.state.phase == "over" or self.settling.now_s < self.missed_from_s:
            return Waiting()
        return misplaced_mummy(self.state)

    @property
    def missed_from_s(self) -> float:
        """When the mummy will have been missed long enough to announce it; infinity if it is not missed."""
        return FOREVER_S if self.missed_s is None else self.missed_s + MISMATCH_S

    @property
    def was_mover_unobserved(self) -> bool:
        """Whether the board was lost since the pieces stood in place; in the mummy's turn the mummy alone matters."""
        is_mummys_turn = self.state is not None and mover_of(self.state) == MUMMY
        return self.was_mummy_unobserved if is_mummys_turn else self.was_unobserved

    @property
    def is_mummy_tracked(self) -> bool:
        """Whether the mummy has been in place, and the board was there ever since."""
        return self.was_mummy_in_place and not self.was_mummy_unobserved

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells over which the mummy is being slid, until it is in place again."""
        if self.settling is None or self.state is None or not self.is_mummy_tracked or self.at_rest:
            return ()
        return path_so_far(self.state, observe(self.settling)) if self.settling.changes else ()

    def _named(self, numbers: frozenset[int]) -> tuple[Cell, ...]:
        """Return the names of those cells that lie on the map."""
        if not numbers or self.settling is None or self.state is None:
            return ()
        columns, maze = self.settling.cells.columns, self.state.maze
        names = (cell_name(*divmod(number, columns)) for number in sorted(numbers))
        return tuple(name for name in names if maze.has(name))


def feed(tracker: Tracker, frame: CellReadings) -> Tracker:
    """Return the tracker after a frame. The first frame begins a board; so does a frame of another size."""
    if tracker.settling is None:
        return _with_beliefs(replace(tracker, settling=rest.begin(frame, tracker.calibration, frame.at_s)))
    if len(frame.cells) != len(tracker.settling.cells.sensed):
        return feed(follow(Tracker(tracker.calibration), tracker.state), frame)
    after = _advanced(tracker, rest.feed(tracker.settling, frame))
    return (
        after
        if after.at_rest == tracker.at_rest
        else _advanced(tracker, rest.feed(rest.forget_changes(tracker.settling), frame))
    )


def tick(tracker: Tracker, now_s: float) -> Tracker:
    """Return the tracker after time without a frame."""
    if tracker.settling is None:
        return tracker
    after = _advanced(tracker, rest.tick(tracker.settling, now_s))
    return (
        after
        if after.at_rest == tracker.at_rest
        else _advanced(tracker, rest.tick(rest.forget_changes(tracker.settling), now_s))
    )


def disconnect(tracker: Tracker) -> Tracker:
    """Return the tracker without its board. A pawn whose turn is not handed over may still go elsewhere."""
    is_open = tracker.before is not None and tracker.before[1].to is not UNSET
    return Tracker(
        tracker.calibration,
        state=tracker.state,
        was_in_place=tracker.was_in_place,
        was_mummy_in_place=tracker.was_mummy_in_place,
        was_unobserved=True,
        was_mummy_unobserved=True,
        before=tracker.before if is_open else None,
    )


def follow(
    tracker: Tracker, state: State | None, *, before: tuple[State, Move] | None = None, insists: bool = False
) -> Tracker:
    """Return the tracker with the game in another state, or without one.

    `before` is the state before a pawn's move entered by button, and that move, until its turn is handed over.
    `insists`: the players confirmed this by button after they had read what is wrong; trust them over the sensors.
    """
    if state is None or tracker.state is None:
        is_new = before is None  # as far as anybody knows the pieces of a new game are in place
        begun = Tracker(tracker.calibration, tracker.settling, state, is_new, before=before, inference=AT_ONCE)
        return _with_beliefs(
            replace(begun, was_unobserved=True, was_mummy_unobserved=True, evaluated=tracker.evaluated)
        )
    earlier, settling = tracker.state, tracker.settling
    later = _in_state(tracker, earlier, state, before)
    if settling is None:
        return later
    position = sensed_position(state, observe(settling))
    disbelieved = _disbelieved_in(tracker, settling, earlier, state, insists=insists)
    if _has_same_pieces(earlier, state) and fits(state, sensed_position(state, observe(settling), disbelieved)):
        settling = rest.forget_changes(settling)
    is_longer = tracker.before is not None and tracker.before[1].path is not UNSET  # than the mummy's own last move
    begins = mover_of(state) == MUMMY != mover_of(earlier) and (insists or not is_longer)
    settling = in_state(settling, state, position, begins_mummys_turn=begins)
    return _with_beliefs(replace(later, settling=settling, at_rest=False, disbelieved=disbelieved))


def accept(tracker: Tracker, before: State, action: Move) -> Tracker:
    """Return the tracker after `follow`, once an action matched by the board was played from the state `before`."""
    if tracker.settling is None or tracker.state is None:
        return tracker
    settling = rest.reset_tracks(tracker.settling)
    position = sensed_position(tracker.state, observe(settling), tracker.disbelieved)
    was_in_place = fits(tracker.state, position)
    return replace(
        tracker,
        settling=settling,
        was_in_place=was_in_place,
        was_mummy_in_place=was_in_place or tracker.state.mummy in position.occupied,
        at_rest=False,
        before=(before, action),
    )


def retract(tracker: Tracker) -> Tracker:
    """Return the tracker without the move accepted last: its piece is tracked on from where it stood before."""
    assert tracker.before is not None
    assert tracker.settling is not None
    state, action = tracker.before
    return replace(
        tracker,
        state=state,
        settling=from_before(tracker.settling, state, action),
        was_in_place=True,
        was_unobserved=False,
        at_rest=False,
        before=None,
        inference=AT_ONCE,
    )


def decline(tracker: Tracker) -> Tracker:
    """Return the tracker once its question was answered with no.

    A mummy that has not moved is to be put back. So is every piece if the board was away.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    if isinstance(tracker.inference, Ambiguous) and tracker.inference.path is not None:
        return replace(tracker, was_mummy_in_place=False, missed_s=-FOREVER_S, inference=misplaced_mummy(tracker.state))
    if not tracker.was_mover_unobserved:
        return tracker
    observation = replace(observe(tracker.settling), at_rest_s=FOREVER_S)
    return replace(tracker, inference=check_setup(tracker.state, observation, tracker.disbelieved))


def has_left(tracker: Tracker, cell: Cell) -> bool:
    """Return whether the piece that came to a cell and stood there as in the game is no longer sensed there."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or not tracker.was_in_place or tracker.was_unobserved:
        return False
    position = _position_now(tracker)
    return position is not None and cell in position.readable - position.occupied


def is_occupied(tracker: Tracker, cell: Cell | None) -> bool:
    """Return whether a piece is surely sensed on a cell."""
    position = _position_now(tracker)
    return position is not None and cell in position.readable & position.occupied


def _position_now(tracker: Tracker) -> Position | None:
    if tracker.settling is None or tracker.state is None:
        return None
    return sensed_position(tracker.state, observe(tracker.settling), tracker.disbelieved)


def _has_same_pieces(earlier: State, state: State) -> bool:
    return state.maze == earlier.maze and expected(state) == expected(earlier)


def _disbelieved_in(
    tracker: Tracker, settling: Settling, earlier: State, state: State, *, insists: bool
) -> frozenset[Cell]:
    """Return the cells that are not believed in a state; `insists`: nor those that the players have contradicted."""
    position = sensed_position(state, observe(settling))
    insists = insists and not is_about_dice(earlier, state)
    announced = tracker.inference.fixes if insists and isinstance(tracker.inference, Mismatch) else ()
    contradicted = frozenset(fix.cell for fix in announced)
    is_mummy_contradicted = insists and settling.now_s >= tracker.missed_from_s
    return disbelieved_in(
        state, position, earlier, tracker.disbelieved, contradicted, is_mummy_contradicted=is_mummy_contradicted
    )


def _in_state(tracker: Tracker, earlier: State, state: State, before: tuple[State, Move] | None) -> Tracker:
    """Return the tracker in a later state of the same game, its board as it is."""
    later = replace(
        tracker,
        state=state,
        was_in_place=tracker.was_in_place and _has_same_pieces(earlier, state),
        was_mummy_in_place=tracker.was_mummy_in_place and state.mummy == earlier.mummy,
        before=before,
        inference=AT_ONCE,
    )
    was_mummys_turn, is_mummys_turn = mover_of(earlier) == MUMMY, mover_of(state) == MUMMY
    if (was_mummys_turn, earlier.mummy) == (is_mummys_turn, state.mummy):
        return later
    return replace(later, missed_s=None)  # from now on the mummy is missed for another reason


def _with_beliefs(tracker: Tracker) -> Tracker:
    """Return the tracker with its board knowing what follows from the state: which cells count, and where pawns are."""
    if tracker.settling is None or tracker.state is None:
        return tracker
    settling = with_beliefs(tracker.settling, tracker.state, tracker.disbelieved)
    return _with_mummy(replace(tracker, settling=settling))


def _advanced(tracker: Tracker, settling: Settling) -> Tracker:
    """Return the tracker with its board at a later time."""
    assert tracker.settling is not None
    before, after = tracker.settling.cells, settling.cells
    if before.sensed == after.sensed and before.unread == after.unread:
        return replace(tracker, settling=settling)
    pairs = zip(before.sensed, after.sensed, strict=True)
    numbers = frozenset(number for number, (was, now) in enumerate(pairs) if was is not now)
    changed = frozenset(cell_name(*divmod(number, after.columns)) for number in numbers)
    disbelieved = tracker.disbelieved - believed_again(tracker.disbelieved, settling, tracker.state, changed)
    later = replace(tracker, settling=settling, at_rest=False, disbelieved=disbelieved)
    is_believed_as_before = disbelieved == tracker.disbelieved and settling.unsteady == tracker.settling.unsteady
    return _with_mummy(later) if is_believed_as_before else _with_beliefs(later)


def _with_mummy(tracker: Tracker) -> Tracker:
    """Return the tracker with since when the mummy is missed, and since when it is where it is."""
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None:
        return tracker if tracker.missed_s is None else replace(tracker, missed_s=None)
    now_s = settling.now_s - JUST_AFTER_S  # the deadline that has passed came that much earlier
    if not is_missed(settling, state, tracker.disbelieved, is_tracked=tracker.is_mummy_tracked):
        tracker = tracker if tracker.missed_s is None else replace(tracker, missed_s=None)
    elif tracker.missed_s is None:
        tracker = replace(tracker, missed_s=now_s)
    if mover_of(state) != MUMMY:
        if tracker.is_mummy_tracked or not is_sensed_in_place(settling, state):
            return tracker
        return replace(tracker, was_mummy_in_place=True, was_mummy_unobserved=False)
    cell = mummys_cell(state, observe(settling))
    has_stayed = tracker.mummy_there_s > -FOREVER_S and cell == tracker.mummy_cell
    return tracker if has_stayed else replace(tracker, mummy_cell=cell, mummy_there_s=now_s)
