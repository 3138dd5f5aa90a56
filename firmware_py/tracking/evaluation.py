"""Evaluate the board against the game: what is inferred, and when that is new."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.pieces import MUMMY, mover_of
from firmware_py.games.malediction.state import State
from firmware_py.sensing import settling as rest
from firmware_py.sensing.cells import Cells, Sensed
from firmware_py.sensing.constants import DEADLINE_S, MISMATCH_S, PUT_BACK_S, REST_S, ROUNDING_S, TICK_S
from firmware_py.tracking import mummy
from firmware_py.tracking.hunters import check_setup, infer, infer_after_gap
from firmware_py.tracking.inferences import (
    FOREVER_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Unmoved,
    Waiting,
    once,
)
from firmware_py.tracking.mummy import Arrived, MummyTrack, until_met
from firmware_py.tracking.position import cell_numbers, ignored_cells, matches_exactly, matches_tolerantly
from firmware_py.tracking.tracker import SURE, Confidence, Tracker, with_pawns_at_rest, with_pieces_known


def evaluate(tracker: Tracker, now_s: float) -> tuple[Tracker, Inference | None]:
    """Return the tracker, and what is inferred now; None if that is nothing new.

    `Waiting` ends what was announced before. `Waiting()` says that all pieces stand right.
    """
    now_s -= DEADLINE_S - ROUNDING_S  # whatever else wakes the device, a moment has passed only after its deadline
    state = tracker.state
    if state is None or not _is_time(tracker, state, now_s):
        return tracker, None
    tracker = _note_times(tracker, state, now_s)
    inference, announced = _infer(tracker, state, now_s), _announce(tracker, state, now_s)
    until_s = min(_until_s(inference), _until_s(announced))
    if isinstance(inference, Mismatch):  # until when it lasts does not make it another one
        inference = replace(inference, until_s=FOREVER_S)
    is_old = _is_old(tracker.inference, inference)
    tracker = replace(
        _with_rest(tracker, state, inference, now_s),
        inference=inference,
        mummy_goes_on=tracker.mummy_has_moved and isinstance(_superseding(tracker, state, now_s), Waiting),
        public_inference=inference if mover_of(state) == MUMMY else announced,
        is_due=False,
        until_s=until_s,
        pending_s=_pending_s(tracker, inference, now_s),
    )
    return tracker, None if is_old else inference


def _is_time(tracker: Tracker, state: State, now_s: float) -> bool:
    """Return whether something may follow: a change, or that nothing has changed, which over switches a frame shows."""
    settling = tracker.settling
    if settling is None or state.phase == "over":
        return False
    return tracker.is_due or (now_s if tracker.tells_mummy else settling.confirmed_s) >= tracker.until_s


def _is_old(before: Inference, inference: Inference) -> bool:
    """Return whether an inference was announced before: to wait, and for how long, is nothing new."""
    are_waits = isinstance(before, Waiting) and isinstance(inference, Waiting)
    return inference == before or (are_waits and inference != Waiting())


def _pending_s(tracker: Tracker, inference: Inference, now_s: float) -> float | None:
    """Return since when pieces move and nothing follows; None if something does, or all stand right."""
    if not isinstance(inference, Waiting) or inference == Waiting():
        return None
    return now_s if tracker.pending_s is None else tracker.pending_s


def deadline_s(tracker: Tracker) -> float:
    """Return when `tick` and `evaluate` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None or tracker.state is None or tracker.state.phase == "over":
        return FOREVER_S
    if tracker.is_due:
        return settling.changed_s
    tick_s = settling.cells.ticked_s + TICK_S if settling.cells.doubts else FOREVER_S
    return min(tick_s, tracker.until_s if tracker.tells_mummy else FOREVER_S) + DEADLINE_S


def look_at_s(tracker: Tracker) -> float:
    """Return when the board must be read, as something then follows from no change; infinity if never."""
    return FOREVER_S if tracker.settling is None else tracker.until_s + DEADLINE_S


def _note_times(tracker: Tracker, state: State, now_s: float) -> Tracker:
    """Return the tracker with since when the mummy is where it is, or missed on its cell; calm cells are believed."""
    settling, track, missed_s = tracker.settling, tracker.mummy, None
    assert settling is not None
    if state.phase == "begin" and settling.unsteady:
        tracker = replace(tracker, settling=rest.believe_calm(settling, now_s))
    if track is not None and track.since_s == FOREVER_S:
        tracker = replace(tracker, mummy=replace(track, since_s=now_s))
    if _is_mummy_missed(tracker, state, settling.cells):
        missed_s = now_s if tracker.missed_s is None else tracker.missed_s
    return tracker if missed_s == tracker.missed_s else replace(tracker, missed_s=missed_s)


def _is_mummy_missed(tracker: Tracker, state: State, cells: Cells) -> bool:
    """Return whether the mummy's cell is believed to sense nothing, or just a pawn while another one senses it."""
    believed = frozenset({state.mummy}) - tracker.disbelieved
    here = cell_numbers(state.maze, cells, believed) - cells.unread - cells.calibration.masked
    corridors = cell_numbers(state.maze, cells, frozenset(state.maze.cells) - ignored_cells(state))
    is_astray = any(cells.sensed[cell] is Sensed.MUMMY for cell in corridors)
    return any(cells.sensed[cell] < (Sensed.MUMMY if is_astray else Sensed.PIECE) for cell in here)


def _until_s(inference: Inference) -> float:
    return inference.until_s if isinstance(inference, Waiting | Mismatch) else FOREVER_S


def _announce(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what everybody may read in a hunter's turn: only that the mummy is missed, unless it moves already."""
    is_slid = state.phase == "mummy_roll" and tracker.mummy is not None and bool(tracker.mummy.slid)
    if tracker.missed_s is None or is_slid or mover_of(state) == MUMMY:
        return Waiting()
    return once(tracker.missed_s + MISMATCH_S, now_s, mummy.misplaced(state))


def _infer(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker, state, now_s)
    if superseding is not None:
        return superseding
    if mover_of(state) == MUMMY:
        return _of_mummy(tracker, state, now_s)
    seen = tracker.evidence(state, now_s)
    infers = infer if tracker.confidence.was_watched else infer_after_gap
    return _with_present_reason(tracker, (infers if tracker.confidence.was_right else check_setup)(state, seen))


def _superseding(tracker: Tracker, state: State, now_s: float) -> Inference | None:
    """Return what takes the accepted move's place, or the wait until something does; None if the move stands."""
    if tracker.before is None:
        return None
    before, action = tracker.before
    if tracker.mummy_has_moved:
        return _superseding_mummy(tracker, before, action, now_s)
    if matches_exactly(state, tracker.position(state)) and tracker.evidence(state, now_s).is_sure(state):
        return None
    was_watched = tracker.confidence.was_watched
    found = (infer if was_watched else infer_after_gap)(before, tracker.evidence(before, now_s))
    if isinstance(found, Ambiguous) and not was_watched:
        return found
    return _instead(action, found, is_known=tracker.confidence.was_right)


def _superseding_mummy(tracker: Tracker, before: State, action: Move, now_s: float) -> Inference | None:
    """Return what takes the place of the mummy's move: any other path that it has gone, or that it stands nowhere."""
    if tracker.mummy is None or tracker.state is None:
        return None
    if not tracker.mummy_confidence.was_watched:
        has_gone = tracker.mummy.here not in (None, tracker.state.mummy)
        return once(tracker.mummy.since_s + PUT_BACK_S, now_s, Unmoved()) if has_gone else None
    if _is_off_centre(tracker, tracker.mummy, tracker.state):
        return None
    if not isinstance(_arrival(tracker.mummy, before, FOREVER_S), Matched):
        return once(tracker.mummy.since_s + REST_S, now_s, Unmoved(), may_move=True)
    return _instead(action, _arrival(tracker.mummy, before, now_s), is_known=True)


def _instead(action: Move, found: Inference, *, is_known: bool) -> Inference | None:
    """Return what an inference from the state before the accepted move means to it, if it is known that it ended."""
    match found:
        case Matched(other):
            return Matched(other, instead=True) if other != action else None
        case Waiting(until_s) if until_s < FOREVER_S:
            return found
        case Waiting() | Ambiguous() | Reminder() if is_known:
            return Unmoved()
    return None


def _arrival(track: MummyTrack, state: State, now_s: float) -> Inference:
    """Return what it means where the mummy has come to; only here its path meets the hunters (P34)."""
    match mummy.find_arrival(track, now_s):
        case Arrived(entered, free):
            met = until_met(state.mummy, entered, state.steps or 0, state.in_corridors)
            path = free if met is None else met
            if path is None:
                return mummy.why_not_there(track)
            return Matched(Move(state.mummy_player, path=path)) if path else Waiting()
        case other:
            return other


def _of_mummy(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what the board means in the mummy's turn. Switches cannot follow it: its path is entered by button."""
    track = tracker.mummy
    if track is None:
        return Waiting()
    if not tracker.tells_mummy:
        missed_s = -FOREVER_S if tracker.missed_s is None else tracker.missed_s
        return once(missed_s + MISMATCH_S, now_s, Waiting())
    if tracker.mummy_confidence != SURE:
        return _of_mummy_to_be_put_back(tracker, track, state, now_s)
    if state.mummy in tracker.disbelieved and track.here is None:
        return once(track.since_s + MISMATCH_S, now_s, mummy.not_sensed(state))
    return Waiting() if _is_off_centre(tracker, track, state) else _arrival(track, state, now_s)


def _is_off_centre(tracker: Tracker, track: MummyTrack, state: State) -> bool:
    """Return whether the mummy stands beside the middle of its cell in a state, which senses it as any piece."""
    if track.here is not None or track.last != state.mummy:
        return False
    position = tracker.position(state)
    is_home = state.mummy in position.pieces or state.mummy not in position.readable | tracker.disbelieved
    return is_home and not position.mummies


def _of_mummy_to_be_put_back(tracker: Tracker, track: MummyTrack, state: State, now_s: float) -> Inference:
    """Return the inference while the mummy has not stood where the game has it since that is known."""
    mummies = tracker.position(state).mummies
    if state.mummy in mummies or _is_off_centre(tracker, track, state):
        return Waiting()
    due_s = PUT_BACK_S + max(track.since_s, -FOREVER_S if tracker.missed_s is None else tracker.missed_s)
    is_asked = tracker.mummy_confidence == Confidence() and mummy.may_have_gone(track, mummies)
    return once(due_s, now_s, mummy.lost(()) if is_asked else mummy.misplaced(state))


def _with_rest(tracker: Tracker, state: State, inference: Inference, now_s: float) -> Tracker:
    """Return the tracker with the confidence that follows from an inference."""
    if inference == Waiting():
        return _in_place(tracker, state, now_s)
    if mover_of(state) != MUMMY and state.mummy in tracker.position(state).mummies:
        tracker = replace(tracker, mummy_confidence=SURE)
    if tracker.confidence == Confidence() and _is_only_too_much(inference):
        return with_pieces_known(replace(tracker, confidence=SURE), now_s)
    return tracker


def _in_place(tracker: Tracker, state: State, now_s: float) -> Tracker:
    """Return the tracker with all pieces in place: what led there is forgotten."""
    position = tracker.position(state)
    if mover_of(state) != MUMMY or matches_exactly(state, position):
        tracker = replace(tracker, confidence=SURE)
    tracker = replace(tracker, mummy_confidence=SURE)
    if tracker.before is not None:
        return tracker
    if tracker.mummy is not None and tracker.mummy.visits and tracker.mummy.last == state.mummy:
        tracker = replace(tracker, mummy=replace(tracker.mummy, visits=()))
    if not matches_tolerantly(state, position):
        return tracker
    return with_pieces_known(with_pawns_at_rest(tracker, refresh=True), now_s)


def _is_only_too_much(inference: Inference) -> bool:
    """Return whether all pieces stand right, and no move explains what else is sensed."""
    return isinstance(inference, Mismatch) and not inference.missed


def _with_present_reason(tracker: Tracker, inference: Inference) -> Inference:
    """Return the inference, with the reason why the missed piece may not stand where it is sensed instead.

    As long as a pawn's turn is not handed over it may still go elsewhere, so its earlier state gives the reason.
    """
    if not isinstance(inference, Mismatch) or tracker.before is None or tracker.mummy_has_moved:
        return inference
    earlier = infer(tracker.before[0], tracker.evidence(tracker.before[0], FOREVER_S))
    if inference.missed != 1 or not isinstance(earlier, Mismatch):
        return inference  # of several missed pieces none is to blame
    return replace(inference, reason=earlier.reason, clause=earlier.clause)
