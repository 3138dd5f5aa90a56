"""Evaluate the board against the game: what is inferred, and when that is new.

Why a move can be accepted and superseded: a piece that rests in the middle of a path has ended its move as far as
anybody can know. Until the next player acts, any other legal move takes its place, a shorter one as well as a longer
one, and a piece back where it began has not moved. Only a catch is final (P34).
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.sensing import settling as rest
from firmware_py.sensing.cells import Sensed
from firmware_py.sensing.constants import MISMATCH_S, PUT_BACK_S, SILENT_S, TICK_S
from firmware_py.sensing.settling import Settling
from firmware_py.tracking import mummy
from firmware_py.tracking.evidence import evidence
from firmware_py.tracking.inferences import (
    FOREVER_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Unmoved,
    Waiting,
)
from firmware_py.tracking.matching import check_setup, infer, infer_after_gap
from firmware_py.tracking.mummy import Arrived, MummyTrack
from firmware_py.tracking.paths import until_met
from firmware_py.tracking.position import MUMMY, cell_numbers, fits, is_in_place, mover_of, sensed_position
from firmware_py.tracking.tracker import Standing, Tracker, with_pawns_at_rest, with_pieces_known

JUST_AFTER_S = 0.001 - 1e-9
"""By how much a moment must have passed."""
DEADLINE_S = 0.001
"""Added to a deadline, so that it has passed then."""


def evaluate(tracker: Tracker, now_s: float) -> tuple[Tracker, Inference | None]:
    """Return the tracker, and what is inferred now; None if that is nothing new.

    `Waiting` ends what was announced before. `Waiting()` says that all pieces stand right.
    """
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None or state.phase == "over":
        return tracker, None
    now_s -= JUST_AFTER_S  # whatever else wakes the device, a moment has passed only after its deadline
    if not tracker.is_due:
        if now_s < tracker.until_s or tracker.is_unconfirmed:
            return tracker, None
        if not tracker.tells_mummy and settling.confirmed_s < tracker.until_s:
            return replace(tracker, is_unconfirmed=True), None  # only frames show it over switches
    if state.phase == "begin" and settling.unsteady:
        tracker = replace(tracker, settling=rest.believe_calm(settling, now_s))
    tracker = _with_mummy_timed(tracker, settling, state, now_s)
    before, inference = tracker.inference, _inferred(tracker, state, now_s)
    public = inference if mover_of(state) == MUMMY else _public(tracker, state, now_s)
    until_s = min(_until_s(inference), _until_s(public), _until_s(_public(tracker, state, now_s)))
    tracker = _with_rest(tracker, state, inference, now_s)
    tracker = replace(tracker, inference=inference, public_inference=public, is_due=False, until_s=until_s)
    tracker = _with_silence(tracker, inference, now_s)
    is_old = inference == before or (
        inference != Waiting() and isinstance(inference, Waiting) and isinstance(before, Waiting)
    )
    return tracker, None if is_old else inference


def _with_silence(tracker: Tracker, inference: Inference, now_s: float) -> Tracker:
    """Return the tracker with since when nothing follows from what pieces do."""
    if not isinstance(inference, Waiting) or inference == Waiting():
        return replace(tracker, pending_s=None, is_silent=False)
    since_s = now_s if tracker.pending_s is None else tracker.pending_s
    return replace(tracker, pending_s=since_s, is_silent=now_s >= since_s + SILENT_S)


def deadline_s(tracker: Tracker) -> float:
    """Return when `tick` and `evaluate` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None or tracker.state is None or tracker.state.phase == "over":
        return FOREVER_S
    if tracker.is_due:
        return settling.changed_s
    tick_s = FOREVER_S if settling.cells.is_steady else settling.cells.ticked_s + TICK_S
    return min(tick_s, FOREVER_S if tracker.is_unconfirmed else tracker.until_s) + DEADLINE_S


def look_at_s(tracker: Tracker) -> float:
    """Return when the board must be read, as something then follows from no change; infinity if never."""
    return FOREVER_S if tracker.settling is None else tracker.until_s + DEADLINE_S


def _with_mummy_timed(tracker: Tracker, settling: Settling, state: State, now_s: float) -> Tracker:
    """Return the tracker with since when the mummy is where it is, or missed on its cell."""
    if tracker.mummy is not None and tracker.mummy.since_s == FOREVER_S:
        tracker = replace(tracker, mummy=replace(tracker.mummy, since_s=now_s))
    believed = frozenset({state.mummy}) - tracker.disbelieved
    cells = settling.cells
    here = cell_numbers(state.maze, cells.columns, believed) - cells.unread - cells.calibration.masked
    is_missed = any(cells.sensed[cell] is Sensed.NOTHING for cell in here)
    if not is_missed:
        return tracker if tracker.missed_s is None else replace(tracker, missed_s=None)
    return tracker if tracker.missed_s is not None else replace(tracker, missed_s=now_s)


def _until_s(inference: Inference) -> float:
    return inference.until_s if isinstance(inference, Waiting | Mismatch) else FOREVER_S


def _public(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what everybody may read in a hunter's turn: only that the mummy is missed."""
    if tracker.missed_s is None or mover_of(state) == MUMMY:
        return Waiting()
    until_s = tracker.missed_s + MISMATCH_S
    return mummy.misplaced(state) if now_s >= until_s else Waiting(until_s)


def _inferred(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker, state, now_s)
    if superseding is not None:
        return superseding
    if mover_of(state) == MUMMY:
        return _of_mummy(tracker, state, now_s)
    seen = evidence(tracker, state, now_s)
    if not tracker.standing.was_right:
        return _with_present_reason(tracker, check_setup(state, seen))
    return _with_present_reason(tracker, (infer if tracker.standing.was_watched else infer_after_gap)(state, seen))


def _superseding(tracker: Tracker, state: State, now_s: float) -> Inference | None:
    """Return what takes the accepted move's place, or the wait until something does; None if the move stands."""
    if tracker.before is None or tracker.settling is None:
        return None
    before, action = tracker.before
    if action.path is not UNSET:
        return _superseding_mummy(tracker, before, action, now_s)
    if fits(state, sensed_position(state, tracker.settling, tracker.disbelieved)):
        seen = evidence(tracker, state, now_s)
        if seen.is_sure(state):
            return None
    seen = evidence(tracker, before, now_s)
    was_watched = tracker.standing.was_watched
    match (infer if was_watched else infer_after_gap)(before, seen):
        case Ambiguous() as asked if not was_watched:
            return asked
        case Matched(other) if other != action:
            return Matched(other, instead=True)
        case Waiting(until_s) as waiting if until_s < FOREVER_S:
            return waiting
        case Waiting() | Ambiguous() | Reminder() if tracker.standing.was_right:
            return Unmoved()
    return None


def _superseding_mummy(tracker: Tracker, before: State, action: Move, now_s: float) -> Inference | None:
    """Return what takes the place of the mummy's move: any other path that it has gone since its turn began."""
    if tracker.mummy is None or not tracker.mummy_standing.was_watched:
        return None
    match _arrival(tracker.mummy, before, now_s):
        case Matched(other) if other != action:
            return Matched(other, instead=True)
        case Waiting(until_s) as waiting if until_s < FOREVER_S:
            return waiting
        case Waiting():
            return Unmoved()
    return None


def _arrival(track: MummyTrack, state: State, now_s: float) -> Inference:
    """Return what it means where the mummy has come to; only here its path meets the hunters (P34)."""
    match mummy.arrived(track, now_s):
        case Arrived(entered, free):
            met = until_met(state.mummy, entered, state.steps or 0, state.in_corridors)
            path = free if met is None else met
            if path is None:
                return mummy.refused(track)
            return Matched(Move(state.mummy_player, path=path)) if path else Waiting()
        case other:
            return other


def _of_mummy(tracker: Tracker, state: State, now_s: float) -> Inference:
    """Return what the board means in the mummy's turn. Switches cannot follow it: its path is entered by button."""
    track = tracker.mummy
    if track is None:
        return Waiting()
    if not tracker.tells_mummy:
        until_s = FOREVER_S if tracker.missed_s is None else tracker.missed_s + MISMATCH_S
        return Waiting() if until_s in (FOREVER_S, -FOREVER_S) or now_s >= until_s else Waiting(until_s)
    if tracker.mummy_standing is not Standing.FOLLOWED:
        return _of_mummy_to_be_put_back(tracker, track, state, now_s)
    if state.mummy in tracker.disbelieved and track.here is None:
        until_s = track.since_s + MISMATCH_S
        return mummy.not_sensed(state) if now_s >= until_s else Waiting(until_s)
    return Waiting() if _is_askew(tracker, track, state) else _arrival(track, state, now_s)


def _is_askew(tracker: Tracker, track: MummyTrack, state: State) -> bool:
    """Return whether the mummy stands beside the middle of its own cell, which senses it as any piece."""
    assert tracker.settling is not None
    position = sensed_position(state, tracker.settling, tracker.disbelieved)
    is_home = state.mummy in position.pieces or state.mummy not in position.readable | tracker.disbelieved
    return track.here is None and not track.has_left and not position.mummies and is_home


def _of_mummy_to_be_put_back(tracker: Tracker, track: MummyTrack, state: State, now_s: float) -> Inference:
    """Return the inference while the mummy has not stood where the game has it since that is known."""
    assert tracker.settling is not None
    position = sensed_position(state, tracker.settling, tracker.disbelieved)
    if state.mummy in position.mummies or _is_askew(tracker, track, state):
        return Waiting()
    changed_s = max(track.since_s, tracker.missed_s if tracker.missed_s is not None else track.since_s)
    if tracker.mummy_standing is Standing.UNOBSERVED:
        return mummy.after_gap(track, next(iter(position.mummies), None), now_s, changed_s)
    until_s = changed_s + PUT_BACK_S
    return mummy.misplaced(state) if now_s >= until_s else Waiting(until_s)


def _with_rest(tracker: Tracker, state: State, inference: Inference, now_s: float) -> Tracker:
    """Return the tracker knowing that the pieces are in place now, if they are: what led there is forgotten."""
    assert tracker.settling is not None
    position = sensed_position(state, tracker.settling, tracker.disbelieved)
    is_mummys = mover_of(state) == MUMMY
    if _is_mummy_home(tracker, state):
        tracker = replace(tracker, mummy_standing=Standing.FOLLOWED) if not is_mummys else tracker
    if isinstance(inference, Mismatch) and tracker.standing is Standing.UNOBSERVED and _is_only_too_much(inference):
        return with_pieces_known(replace(tracker, standing=Standing.FOLLOWED), now_s)
    if inference != Waiting():
        return tracker
    if is_mummys:
        tracker = replace(tracker, mummy_standing=Standing.FOLLOWED)
        if tracker.mummy is not None and tracker.mummy.visits:
            tracker = replace(tracker, mummy=replace(tracker.mummy, visits=()))
    if not is_mummys or fits(state, position):
        tracker = replace(tracker, standing=Standing.FOLLOWED, mummy_standing=Standing.FOLLOWED)
    if is_in_place(state, position) and tracker.before is None:
        tracker = with_pieces_known(with_pawns_at_rest(tracker, refresh=True), now_s)
    return tracker


def _is_only_too_much(inference: Mismatch) -> bool:
    """Return whether all pieces stand right, and no move explains what else is sensed."""
    return all(fix.piece is None for fix in inference.fixes)


def _is_mummy_home(tracker: Tracker, state: State) -> bool:
    """Return whether the mummy is sensed on its cell."""
    assert tracker.settling is not None
    position = sensed_position(state, tracker.settling, tracker.disbelieved)
    return state.mummy in position.mummies


def _with_present_reason(tracker: Tracker, inference: Inference) -> Inference:
    """Return the inference, with the reason why the missed piece may not stand where it is sensed instead.

    As long as a pawn's turn is not handed over it may still go elsewhere, so its earlier state gives the reason.
    """
    if not isinstance(inference, Mismatch) or tracker.before is None or tracker.before[1].to is UNSET:
        return inference
    earlier = infer(tracker.before[0], evidence(tracker, tracker.before[0], FOREVER_S))
    missed = sum(fix.piece is not None for fix in inference.fixes)
    if missed != 1 or not isinstance(earlier, Mismatch):
        return inference  # of several missed pieces none is to blame
    return replace(inference, reason=earlier.reason, clause=earlier.clause)
