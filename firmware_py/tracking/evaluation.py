"""Evaluate the board against the game: what is inferred, and when that is new."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.malediction.legality import MUMMY, mover_of
from firmware_py.games.malediction.state import State
from firmware_py.sensing import settling as rest
from firmware_py.sensing.constants import DEADLINE_S, ROUNDING_S, TICK_S
from firmware_py.tracking import mummy
from firmware_py.tracking.hunters import check_setup, infer, infer_after_gap
from firmware_py.tracking.inferences import (
    FOREVER_S,
    Ambiguous,
    Inference,
    Mismatch,
    Waiting,
    instead_of,
)
from firmware_py.tracking.position import (
    SURE,
    Confidence,
    matches_exactly,
    matches_tolerantly,
)
from firmware_py.tracking.tracker import Tracker, with_pawns_at_rest, with_pieces_known


def evaluate(tracker: Tracker, now_s: float) -> tuple[Tracker, Inference | None]:
    """Return the tracker, and what is inferred now; None if that is nothing new.

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
    goes_on = tracker.mummy_has_moved and isinstance(_superseding(tracker, state, now_s), Waiting)
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
        tracker = replace(tracker, settling=rest.believe_calm(settling, now_s))
    return replace(tracker, mummy=mummy.note_times(tracker.mummy, state, settling.cells, tracker.disbelieved, now_s))


def _until_s(inference: Inference) -> float:
    return inference.until_s if isinstance(inference, Waiting | Mismatch) else FOREVER_S


def _infer(tracker: Tracker, state: State, now_s: float) -> Inference:
    """What the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker, state, now_s)
    if superseding is not None:
        return superseding
    if mover_of(state) == MUMMY:
        position = tracker.position(state)
        return mummy.infer(tracker.mummy, state, position, now_s, tells_mummy=tracker.tells_mummy)
    seen = tracker.evidence(state, now_s)
    infers = infer if tracker.confidence.was_watched else infer_after_gap
    return _with_present_reason(tracker, (infers if tracker.confidence.was_right else check_setup)(state, seen))


def _superseding(tracker: Tracker, state: State, now_s: float) -> Inference | None:
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
