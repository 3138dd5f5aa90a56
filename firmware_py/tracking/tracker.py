"""The tracker follows one board and one game over time, keeps what is known of the pieces, and says what follows.

As long as the pieces were watched, and stood as the game has them, a move is taken. After the board was away, and as a
game begins, a likely move is asked about. After undo, and after a move by button, it is said what to put right. All is
well again as soon as all pieces stand right. The mummy has a `Confidence` of its own: in its turn nothing else matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import MUMMY, mover_of
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.registry import TABLE
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing import (
    DEADLINE_S,
    ROUNDING_S,
    TICK_S,
    Calibration,
    CellReadings,
    Cells,
    Sensed,
    Settling,
    begin_settling,
    believe_calm,
    changes,
    feed_settling,
    subtract_pawns,
    tick_settling,
    trust,
)
from firmware_py.tracking import hunters, mummy
from firmware_py.tracking.hunters import Evidence, Placements, check_setup, homes_of, infer, infer_after_gap
from firmware_py.tracking.mummy import Mummy
from firmware_py.tracking.position import (
    FOREVER_S,
    SURE,
    Ambiguous,
    Confidence,
    Inference,
    Mismatch,
    Position,
    Waiting,
    believed_cells,
    cell_numbers,
    expected_pieces,
    ignored_cells,
    instead_of,
    matches_exactly,
    matches_tolerantly,
    sensed_position,
    to_put_right,
)

AT_ONCE = Waiting(0.0)


class Tracker(msgspec.Struct, frozen=True):
    """A board, or None while there is none, and the game on it, or None."""

    calibration: Calibration = msgspec.field(default_factory=Calibration)
    settling: Settling | None = None
    state: State | None = None
    before: tuple[State, Move] | None = None
    """The state before the move that was accepted last, and that move, as long as it is provisional."""
    confidence: Confidence = Confidence()
    """How well the pawns' places are known; the mummy has its own."""
    placements: Placements = msgspec.field(default_factory=Placements)
    mummy: Mummy = Mummy()
    disbelieved: frozenset[Cell] = frozenset()
    """Cells that the players have contradicted by button, until these cells change or are right again."""
    inference: Inference = msgspec.field(default_factory=Waiting)
    """The latest inference."""
    public_inference: Inference = msgspec.field(default_factory=Waiting)
    """The part of it that everybody may read."""
    is_due: bool = True
    """Whether something has changed since the board was evaluated."""
    until_s: float = FOREVER_S
    """Next forced evaluation, although nothing changes."""
    pending_s: float | None = None
    """When pieces began to move without anything following; None if something was inferred last, or all stand right."""

    @property
    def turn(self) -> State | None:
        """The state when the turn began whose move may still be another one."""
        return self.before[0] if self.before else self.state

    @property
    def mummy_has_moved(self) -> bool:
        """Whether the move accepted last is the mummy's, and provisional."""
        return self.before is not None and self.before[1].path is not UNSET

    @property
    def unsteady(self) -> tuple[Cell, ...]:
        """The cells that have changed too often to be believed."""
        return self._name_cells(self.settling.unsteady) if self.settling else ()

    @property
    def unread(self) -> tuple[Cell, ...]:
        """The cells that the board cannot read now."""
        return self._name_cells(self.settling.cells.unread) if self.settling else ()

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells over which the mummy is being slid, until it is in place again."""
        return self.mummy.path if self.state and mover_of(self.state) == MUMMY else ()

    @property
    def tells_mummy(self) -> bool:
        """Whether the board knows the mummy from a pawn, so that it can follow its path."""
        return self.settling is not None and self.settling.cells.tells_mummy

    def with_mummy(self, **changes: Any) -> Tracker:
        """The tracker with these changes of its mummy."""
        return replace(self, mummy=replace(self.mummy, **changes))

    def position(self, state: State) -> Position:
        assert self.settling is not None
        return sensed_position(state, self.settling, self.disbelieved)

    def evidence(self, state: State, now_s: float) -> Evidence:
        """The evidence about the pieces at a moment, for a state in which they may stand."""
        assert self.settling is not None
        return Evidence(self.position(state), self.placements, self.settling, now_s)

    def _name_cells(self, numbers: frozenset[int]) -> tuple[Cell, ...]:
        if not numbers or self.settling is None or self.state is None:
            return ()
        columns, maze = self.settling.cells.columns, self.state.maze
        names = (cell_name(*divmod(number, columns)) for number in sorted(numbers))
        return tuple(name for name in names if maze.has(name))


def feed(tracker: Tracker, frame: CellReadings) -> Tracker:
    """The tracker after a frame. The first frame begins a board; so does a frame of another size."""
    if tracker.settling is None:
        return _begin_board(replace(tracker, settling=begin_settling(frame, tracker.calibration)), frame.at_s)
    if len(frame.cells) != len(tracker.settling.cells.sensed):
        return feed(Tracker(tracker.calibration, state=tracker.state), frame)
    return _advance(tracker, feed_settling(tracker.settling, frame), frame.at_s)


def tick(tracker: Tracker, now_s: float) -> Tracker:
    """The tracker after time without a frame; unchanged if no cell is in doubt."""
    if tracker.settling is None:
        return tracker
    settling = tick_settling(tracker.settling, now_s)
    return tracker if settling is tracker.settling else _advance(tracker, settling, now_s)


def disconnect(tracker: Tracker) -> Tracker:
    """The tracker without its board. The move accepted last is still provisional."""
    return Tracker(
        tracker.calibration,
        state=tracker.state,
        before=tracker.before,
        mummy=Mummy(
            replace(tracker.mummy.confidence, was_watched=False), tracker.mummy.track if tracker.before else None
        ),
        confidence=replace(tracker.confidence, was_watched=False),
    )


def _begin_board(tracker: Tracker, now_s: float) -> Tracker:
    """The tracker with a board that has just come, or a game."""
    if tracker.settling is None or tracker.state is None:
        return tracker
    if tracker.mummy.track is not None:
        tracker = tracker.with_mummy(track=mummy.reconnect(tracker.mummy.track, tracker.settling.cells))
    return _with_turn(with_pieces_known(tracker, now_s), now_s)


def _advance(tracker: Tracker, settling: Settling, now_s: float) -> Tracker:
    assert tracker.settling is not None
    before, after = tracker.settling.cells, settling.cells
    tracker = _with_mummy_sensed(replace(tracker, settling=settling), before, now_s)
    found = changes(before, after)
    if tracker.state is None or (not found and before.unread == after.unread):
        return tracker
    names = frozenset(cell_name(*divmod(cell, after.columns)) for cell in found)
    disbelieved = (tracker.disbelieved - names) | _find_ignored(tracker.inference, names)
    return _with_placements(replace(tracker, disbelieved=disbelieved, is_due=True), before, found, now_s)


def _with_mummy_sensed(tracker: Tracker, before: Cells, now_s: float) -> Tracker:
    was = tracker.mummy.track
    if was is None or tracker.settling is None:
        return tracker
    track = mummy.sense(was, before, tracker.settling.cells, now_s)
    return replace(tracker.with_mummy(track=track), is_due=tracker.is_due or track.since_s != was.since_s)


def _find_ignored(named: Inference, changed: frozenset[Cell]) -> frozenset[Cell]:
    """The cells on which a piece too many was named, and players have moved another one all the same."""
    fixes = named.fixes if isinstance(named, Mismatch) else ()
    cells = frozenset(fix.cell for fix in fixes)
    return cells if all(fix.piece is None for fix in fixes) and not cells & changed else frozenset()


def _with_placements(tracker: Tracker, before: Cells, found: Iterable[int], now_s: float) -> Tracker:
    """The tracker with the pieces followed to where they are sensed now."""
    settling, turn = tracker.settling, tracker.turn
    assert settling is not None
    assert turn is not None
    changed = sorted(believed_cells(turn, settling, tracker.disbelieved).intersection(found))
    left = [cell for cell in changed if settling.cells.sensed[cell] is Sensed.NOTHING]
    filled = [cell for cell in changed if before.sensed[cell] is Sensed.NOTHING]
    mummies = settling.sensing(Sensed.MUMMY)
    after = hunters.follow_pieces(tracker.placements, left, filled, mummies, now_s, settling.cells.columns)
    return replace(tracker, placements=after)


def with_pieces_known(tracker: Tracker, now_s: float) -> Tracker:
    """The tracker with every piece that is sensed on its cell known to be the one that belongs there."""
    settling, turn = tracker.settling, tracker.turn
    if settling is None or turn is None:
        return tracker
    occupied = settling.sensing(Sensed.PIECE) | settling.sensing(Sensed.MUMMY) | settling.blind
    known = hunters.put_home(homes_of(turn, settling), mover_of(turn), occupied, now_s)
    return replace(tracker, placements=known)


def with_pawns_at_rest(tracker: Tracker, *, refresh: bool) -> Tracker:
    """The tracker with the pawns at rest where the game has them, so that their fields are known."""
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None:
        return tracker
    pawns = cell_numbers(state.maze, settling.cells, state.in_corridors.keys() | ignored_cells(state))
    home = cell_numbers(state.maze, settling.cells, (state.mummy,))
    cells = subtract_pawns(settling.cells, pawns, home, refresh=refresh)
    return replace(tracker, settling=replace(settling, cells=cells))


def _with_turn(tracker: Tracker, now_s: float) -> Tracker:
    """The tracker with what follows from whose turn it is: which cells count, and where the pieces began."""
    settling, state, turn = tracker.settling, tracker.state, tracker.turn
    assert settling is not None
    assert state is not None
    assert turn is not None
    trusted = mover_of(state) == MUMMY
    track = tracker.mummy.track
    tracker = replace(tracker.with_mummy(track_before=track), settling=trust(settling, trusted=trusted))
    public = rules.seen_by(turn if tracker.mummy_has_moved else state, TABLE)
    if track is not None and (track.public.phase, public.phase) == ("mummy_roll", "mummy_move"):
        tracker = tracker.with_mummy(track=mummy.begin_turn(track, public, settling.cells))
    elif track is None or track.public != public or public.phase == "mummy_roll":
        tracker = tracker.with_mummy(track=mummy.begin(public, settling.cells))
    tracker = with_pawns_at_rest(tracker, refresh=False)
    if matches_exactly(state, tracker.position(state)) and tracker.before is None:
        return with_pieces_known(tracker, now_s)
    homes = homes_of(turn, settling)
    return replace(tracker, placements=hunters.reset_homes(tracker.placements, homes, mover_of(turn)))


DICE_PHASES = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: a player who enters that says nothing about the pieces."""


def set_game_state(
    tracker: Tracker, state: State | None, *, before: tuple[State, Move] | None = None, by_button: bool = False
) -> Tracker:
    """The tracker with the game in another state, or without one.

    `before` is the state before a pawn's move entered by button, and that move, until its turn is handed over.
    `by_button`: the players confirmed this by button after they had read what is wrong; trust them over the sensors.
    """
    now_s = tracker.settling.changed_s if tracker.settling else 0.0
    if state is None or tracker.state is None:
        known = Confidence(was_right=before is None)
        first = Tracker(
            tracker.calibration, tracker.settling, state, before, known, mummy=Mummy(known), inference=AT_ONCE
        )
        return _begin_board(first, now_s)
    if state == tracker.state and before == tracker.before and not by_button:
        return replace(tracker, inference=AT_ONCE, is_due=True)
    return _set_state(tracker, tracker.state, state, before, by_button=by_button)


def _set_state(
    tracker: Tracker, earlier: State, state: State, before: tuple[State, Move] | None, *, by_button: bool
) -> Tracker:
    """The tracker in another state of the same game."""
    is_same = state.maze == earlier.maze and expected_pieces(state) == expected_pieces(earlier)
    is_same_mummy = is_same or state.mummy == earlier.mummy
    mummy_known = tracker.mummy.confidence
    is_missed_alike = state.mummy == earlier.mummy and (mover_of(state) == MUMMY) is (mover_of(earlier) == MUMMY)
    later = replace(
        tracker,
        state=state,
        before=before,
        confidence=tracker.confidence if is_same else replace(tracker.confidence, was_right=False),
        mummy=replace(
            tracker.mummy,
            confidence=mummy_known if is_same_mummy else replace(mummy_known, was_right=False),
            missed_s=tracker.mummy.missed_s if is_missed_alike else None,
            goes_on=False,
        ),
        inference=AT_ONCE,
        is_due=True,
    )
    if tracker.settling is None:
        return later
    later = replace(later, disbelieved=_find_contradicted(tracker, earlier, state, by_button=by_button))
    return _with_turn(later, tracker.settling.changed_s)


def _find_contradicted(tracker: Tracker, earlier: State, state: State, *, by_button: bool) -> frozenset[Cell]:
    """The cells that are not believed in a state, as the players have said otherwise.

    With `by_button` they played on although they had read which cells are wrong, or that the mummy is missed. Cells
    that sense what the game says are believed again. The mummy's cell is disbelieved only once everybody has read that
    the mummy is missed, which no pawn can have hastened.
    """
    assert tracker.settling is not None
    fixes = to_put_right(state, sensed_position(state, tracker.settling))
    wrong = frozenset(fix.cell for fix in fixes if fix.piece != MUMMY)
    mummys = frozenset({state.mummy} if state.mummy == earlier.mummy else ())
    cells = tracker.disbelieved & (wrong | mummys)
    if not by_button or _is_about_dice(earlier, state):
        return cells
    is_mummy_missed = bool(_cells_of(tracker.public_inference)) and tracker.mummy.missed_s is not None
    return cells | (wrong & _cells_of(tracker.inference)) | (mummys if is_mummy_missed else frozenset())


def _cells_of(inference: Inference) -> frozenset[Cell]:
    return frozenset(fix.cell for fix in inference.fixes) if isinstance(inference, Mismatch) else frozenset()


def _is_about_dice(earlier: State, state: State) -> bool:
    """Whether the step from one state to the next says nothing about the pieces, but only about dice."""
    has_rolled = earlier.phase in DICE_PHASES and state.phase != earlier.phase
    return has_rolled or state.phase == "choose"  # which may be reached again with the same dice


def accept(tracker: Tracker, before: State, action: Move) -> Tracker:
    """The tracker after `set_game_state`, once a move matched by the board was played from the state `before`.

    The move may be another one until the next player acts. Only a catch is final (P34).
    """
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None:
        return tracker
    position = tracker.position(state)
    is_right = matches_exactly(state, position)
    is_mummy_there = is_right or state.mummy in position.occupied
    after = tracker.with_mummy(confidence=Confidence(True, is_mummy_there))
    after = replace(after, confidence=Confidence(True, is_right))
    if action.path is not UNSET:
        if action.path and action.path[-1] in before.in_corridors:
            return after
        return replace(after.with_mummy(track=tracker.mummy.track_before), before=(before, action))
    homes = homes_of(before, settling)
    known = hunters.reset_homes(tracker.placements, homes, mover_of(before))
    return replace(after, before=(before, action), placements=known)


def undo_move(tracker: Tracker) -> Tracker:
    """The tracker without the move accepted last: its piece is tracked on from where it stood before."""
    assert tracker.before is not None
    known = tracker.mummy.confidence
    return replace(
        tracker.with_mummy(confidence=SURE if known.was_watched else known),
        state=tracker.before[0],
        before=None,
        confidence=SURE,
        placements=hunters.forget_strays(tracker.placements),
        inference=AT_ONCE,
        is_due=True,
    )


def decline(tracker: Tracker) -> Tracker:
    """The tracker once its question was answered with no.

    A mummy that has not moved is to be put back. So is every piece if the board was away.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    if isinstance(tracker.inference, Ambiguous) and tracker.inference.path is not None:
        named: Inference = mummy.misplacement(tracker.state)
        missed = tracker.with_mummy(confidence=Confidence(True, False), missed_s=-FOREVER_S)
        return replace(missed, inference=named, public_inference=named)
    if tracker.confidence.was_watched:
        return tracker
    seen = tracker.evidence(tracker.state, FOREVER_S)
    return replace(tracker, inference=check_setup(tracker.state, seen))


def evaluate(tracker: Tracker, now_s: float) -> tuple[Tracker, Inference | None]:
    """The tracker, and what is inferred now; None if that is nothing new.

    `Waiting` ends what was announced before. `Waiting()` says that all pieces stand right.
    """
    now_s -= DEADLINE_S - ROUNDING_S  # whatever else wakes the device, a moment has passed only after its deadline
    state = tracker.state
    if state is None or not _is_time(tracker, state, now_s):
        return tracker, None
    tracker = _note_times(tracker, state, now_s)
    inference, announced = _infer(tracker, state, now_s), mummy.announce(tracker.mummy, state, now_s)
    until_s = min(_until_s(inference), _until_s(announced))
    if isinstance(inference, Mismatch):  # until when it lasts does not make it another one
        inference = replace(inference, until_s=FOREVER_S)
    is_old = _is_old(tracker.inference, inference)
    goes_on = tracker.mummy_has_moved and isinstance(_supersede(tracker, state, now_s), Waiting)
    tracker = _with_rest(tracker, state, inference, now_s)
    tracker = replace(
        tracker,
        mummy=replace(tracker.mummy, goes_on=goes_on),
        inference=inference,
        public_inference=inference if mover_of(state) == MUMMY else announced,
        is_due=False,
        until_s=until_s,
        pending_s=_pending_s(tracker, inference, now_s),
    )
    return tracker, None if is_old else inference


def _is_time(tracker: Tracker, state: State, now_s: float) -> bool:
    """Whether something may follow: from a change, or from a frame of switches that shows none."""
    settling = tracker.settling
    if settling is None or state.phase == "over":
        return False
    return tracker.is_due or (now_s if tracker.tells_mummy else settling.confirmed_s) >= tracker.until_s


def _is_old(before: Inference, inference: Inference) -> bool:
    """Whether an inference was announced before; waiting, however long, is nothing new."""
    are_waits = isinstance(before, Waiting) and isinstance(inference, Waiting)
    return inference == before or (are_waits and inference != Waiting())


def _pending_s(tracker: Tracker, inference: Inference, now_s: float) -> float | None:
    """When pieces began to move without anything following; None if something does, or all stand right."""
    if not isinstance(inference, Waiting) or inference == Waiting():
        return None
    return now_s if tracker.pending_s is None else tracker.pending_s


def deadline_s(tracker: Tracker) -> float:
    """When `tick` and `evaluate` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None or tracker.state is None or tracker.state.phase == "over":
        return FOREVER_S
    if tracker.is_due:
        return settling.changed_s
    tick_s = settling.cells.ticked_s + TICK_S if settling.cells.doubts else FOREVER_S
    return min(tick_s, tracker.until_s if tracker.tells_mummy else FOREVER_S) + DEADLINE_S


def look_at_s(tracker: Tracker) -> float:
    """When the board must be read, as something then follows from no change; infinity if never."""
    return FOREVER_S if tracker.settling is None else tracker.until_s + DEADLINE_S


def _note_times(tracker: Tracker, state: State, now_s: float) -> Tracker:
    """The tracker with the time since when the mummy is where it is, or missed; calm cells are believed again."""
    settling = tracker.settling
    assert settling is not None
    if state.phase == "begin" and settling.unsteady:
        tracker = replace(tracker, settling=believe_calm(settling, now_s))
    return replace(tracker, mummy=mummy.note_times(tracker.mummy, state, settling.cells, tracker.disbelieved, now_s))


def _until_s(inference: Inference) -> float:
    return inference.until_s if isinstance(inference, Waiting | Mismatch) else FOREVER_S


def _infer(tracker: Tracker, state: State, now_s: float) -> Inference:
    """What the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _supersede(tracker, state, now_s)
    if superseding is not None:
        return superseding
    if mover_of(state) == MUMMY:
        position = tracker.position(state)
        return mummy.infer(tracker.mummy, state, position, now_s, tells_mummy=tracker.tells_mummy)
    seen = tracker.evidence(state, now_s)
    infers = infer if tracker.confidence.was_watched else infer_after_gap
    return _with_present_reason(tracker, (infers if tracker.confidence.was_right else check_setup)(state, seen))


def _supersede(tracker: Tracker, state: State, now_s: float) -> Inference | None:
    """The inference that takes the accepted move's place, or the wait for one; None if the move stands."""
    if tracker.before is None:
        return None
    before, action = tracker.before
    if tracker.mummy_has_moved:
        return mummy.supersede(tracker.mummy, state, tracker.position(state), tracker.before, now_s)
    if matches_exactly(state, tracker.position(state)) and tracker.evidence(state, now_s).is_sure(state):
        return None
    was_watched = tracker.confidence.was_watched
    found = (infer if was_watched else infer_after_gap)(before, tracker.evidence(before, now_s))
    if isinstance(found, Ambiguous) and not was_watched:
        return found
    return instead_of(action, found, is_known=tracker.confidence.was_right)


def _with_rest(tracker: Tracker, state: State, inference: Inference, now_s: float) -> Tracker:
    """The tracker with the confidence that follows from an inference.

    In a hunter's turn the mummy's follows from its own cell alone: everybody notices what the board makes of it later,
    and so where the pawns stand must not matter.
    """
    is_mummy_right = inference == Waiting() if mover_of(state) == MUMMY else tracker.mummy.missed_s is None
    if is_mummy_right:
        tracker = tracker.with_mummy(confidence=SURE)
    if inference == Waiting():
        return _in_place(tracker, state, now_s)
    if tracker.confidence == Confidence() and _is_only_too_much(inference):
        return with_pieces_known(replace(tracker, confidence=SURE), now_s)
    return tracker


def _in_place(tracker: Tracker, state: State, now_s: float) -> Tracker:
    """The tracker with all pieces in place: what led there is forgotten."""
    position = tracker.position(state)
    if mover_of(state) != MUMMY or matches_exactly(state, position):
        tracker = replace(tracker, confidence=SURE)
    if tracker.before is not None:
        return tracker
    track = tracker.mummy.track
    if track is not None and track.visits and track.last == state.mummy:
        tracker = tracker.with_mummy(track=replace(track, visits=()))
    if not matches_tolerantly(state, position):
        return tracker
    return with_pieces_known(with_pawns_at_rest(tracker, refresh=True), now_s)


def _is_only_too_much(inference: Inference) -> bool:
    """Whether all pieces stand right, and no move explains what else is sensed."""
    return isinstance(inference, Mismatch) and not inference.missed


def _with_present_reason(tracker: Tracker, inference: Inference) -> Inference:
    """The inference, with the reason why the missed piece may not stand where it is sensed instead.

    As long as a pawn's turn is not handed over it may still go elsewhere, so its earlier state gives the reason.
    """
    if not isinstance(inference, Mismatch) or tracker.before is None or tracker.mummy_has_moved:
        return inference
    earlier = infer(tracker.before[0], tracker.evidence(tracker.before[0], FOREVER_S))
    if inference.missed != 1 or not isinstance(earlier, Mismatch):
        return inference  # of several missed pieces none is to blame
    return replace(inference, reason=earlier.reason, clause=earlier.clause)
