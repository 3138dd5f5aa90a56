"""Evaluate the board against the game: what is inferred, and when that is new.

Why a move can be accepted and superseded: a piece that rests in the middle of a path has ended its move as far as
anybody can know. If the mummy goes on before the next player acts, the longer move takes the place of the shorter one.
Back where it had stopped, it has gone on only if it met a hunter. A pawn may go anywhere else, or back, as long as its
turn is not handed over: nothing has been played, and only hunters have read about it.

Why the players are asked once the board was away: nobody knows which pieces moved while the cable or the power was
out. A place where a legal move leads is then likely but not sure, as after two pieces in the air. Any other place is to
be put right.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.sensing import settling as rest
from firmware_py.sensing.association import OUTSIDE
from firmware_py.sensing.cells import TICK_S, Sensed
from firmware_py.sensing.settling import Observation, Settling, observe
from firmware_py.tracking.board_in_game import from_before, with_pawns_at_rest
from firmware_py.tracking.inferences import (
    ASK_S,
    FOREVER_S,
    MISMATCH_S,
    PUT_BACK_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Unmoved,
    Waiting,
    after_rest,
)
from firmware_py.tracking.matching import check_setup, infer, infer_after_gap, may_supersede
from firmware_py.tracking.mummys_turn import ask_where_mummy_is, misplaced_mummy, mummy_not_sensed
from firmware_py.tracking.position import MUMMY, Position, cell_numbers, fits, is_in_place, mover_of, sensed_position
from firmware_py.tracking.reasons import end_of
from firmware_py.tracking.sensed_paths import is_on_path, path_by_strength, path_by_tracks
from firmware_py.tracking.tracker import JUST_AFTER_S, Tracker


def evaluate(tracker: Tracker) -> tuple[Tracker, Inference | None]:
    """Return the tracker, and what is inferred now; None if that is nothing new.

    `Waiting` ends what was announced before. `Waiting()` says that all pieces stand right.
    """
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None or state.phase == "over" or not _is_due(tracker, settling):
        return tracker, None
    observation = _observed(tracker, settling, state)
    before, inference = tracker.inference, _inferred(tracker, state, observation)
    tracker = _with_rest(tracker, settling, state, observation, inference)
    tracker = replace(tracker, inference=inference, evaluated=_last_changed(settling))
    is_old = inference == before or (
        inference != Waiting() and isinstance(inference, Waiting) and isinstance(before, Waiting)
    )
    return tracker, None if is_old else inference


def deadline_s(tracker: Tracker) -> float:
    """Return when `tick` and `evaluate` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None:
        return FOREVER_S
    deadlines_s = [] if settling.cells.is_steady else [settling.cells.ticked_s + TICK_S]
    if tracker.state is not None and tracker.state.phase != "over":
        if settling.now_s < (missed_s := tracker.missed_from_s):
            deadlines_s.append(missed_s)
        waits_until_s = _waits_until_s(tracker, settling)
        if settling.now_s < waits_until_s or _is_confirmed(settling, waits_until_s):
            deadlines_s.append(waits_until_s)
    return min(deadlines_s, default=FOREVER_S) + JUST_AFTER_S


def look_at_s(tracker: Tracker) -> float:
    """Return when the board must be read, as something then follows from no change; infinity if never."""
    if tracker.settling is None or tracker.state is None:
        return FOREVER_S
    return _waits_until_s(tracker, tracker.settling) + JUST_AFTER_S


def _inferred(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return what the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker)
    if superseding is not None:
        return superseding
    if mover_of(state) == MUMMY:
        about_mummy = _of_mummy_out_of_place(tracker, state, observation)
        if about_mummy is not None:
            return about_mummy
    elif not tracker.was_in_place:
        return _with_present_reason(tracker, check_setup(state, observation, tracker.disbelieved))
    if tracker.was_mover_unobserved:
        return _with_present_reason(tracker, infer_after_gap(state, observation, tracker.disbelieved))
    return _with_present_reason(tracker, infer(state, observation, tracker.disbelieved))


def _of_mummy_out_of_place(tracker: Tracker, state: State, observation: Observation) -> Inference | None:
    """Return the inference in its turn when the mummy is not sensed, missed or not in place; else None."""
    if observation.tells_mummy:
        if state.mummy in tracker.disbelieved and path_by_strength(state, observation)[1] is None:
            return after_rest(observation, MISMATCH_S, mummy_not_sensed(state))
        if tracker.was_mummy_in_place:
            return None
    elif state.mummy not in sensed_position(state, observation, tracker.disbelieved).readable:
        return mummy_not_sensed(state)
    if tracker.missed_s is not None:
        return _of_missed_mummy(tracker, state, observation)
    return None if tracker.is_mummy_tracked else _of_mummy_to_be_put_back(tracker, state, observation)


def _of_missed_mummy(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return the inference in its turn when the mummy is missed: it is to be put back, or asked for."""
    assert tracker.settling is not None
    assert tracker.missed_s is not None
    patience_s = ASK_S if tracker.was_mummy_in_place else PUT_BACK_S
    if tracker.settling.now_s - tracker.missed_s < patience_s:
        return Waiting(missed_s=patience_s)
    return ask_where_mummy_is(state, observation) if tracker.was_mummy_in_place else misplaced_mummy(state)


def _of_mummy_to_be_put_back(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return the inference when the piece on the mummy's cell may not be the mummy, but a pawn."""
    if observation.tells_mummy and not is_in_place(state, sensed_position(state, observation, tracker.disbelieved)):
        return after_rest(observation, PUT_BACK_S, misplaced_mummy(state))
    return after_rest(observation, rest.SETTLE_S, Waiting())


def _with_rest(
    tracker: Tracker, settling: Settling, state: State, observation: Observation, inference: Inference
) -> Tracker:
    """Return the tracker knowing whether the pieces are in place now, where that follows from the inference."""
    is_mummys_turn = mover_of(state) == MUMMY
    was_unobserved = tracker.was_unobserved or tracker.was_mummy_unobserved
    if was_unobserved or not (tracker.was_mummy_in_place if is_mummys_turn else tracker.was_in_place):
        return _put_in_place(tracker, settling, state, observation) if inference == Waiting() else tracker
    position = sensed_position(state, observation, tracker.disbelieved)
    in_place = _is_mummy_in_place(state, observation, position) if is_mummys_turn else fits(state, position)
    is_final = not isinstance(inference, Waiting) or inference == Waiting()
    at_rest = in_place and is_final and tracker.before is None and observation.at_rest_s >= rest.SETTLE_S
    settling = with_pawns_at_rest(settling, state, refresh=True) if at_rest else settling
    return replace(tracker, at_rest=at_rest, settling=settling)


def _put_in_place(tracker: Tracker, settling: Settling, state: State, observation: Observation) -> Tracker:
    """Return the tracker once the pieces, or in its turn the mummy, are in place again."""
    had_stood = tracker.was_in_place and not tracker.was_unobserved
    position = sensed_position(state, observation, tracker.disbelieved)
    was_in_place = had_stood or mover_of(state) != MUMMY or fits(state, position)
    settling = with_pawns_at_rest(rest.forget_changes(settling), state, refresh=True)
    known = replace(tracker, settling=settling, was_in_place=was_in_place, was_mummy_in_place=True)
    return replace(known, was_unobserved=False, was_mummy_unobserved=False, at_rest=True)


def _is_mummy_in_place(state: State, observation: Observation, position: Position) -> bool:
    """Return whether the mummy, whose turn it is, stands where it stood; over switches nothing may be in the air then.

    Whether the pawns stand right does not matter: that may have followed from where the mummy was held.
    """
    if position.tells_mummy:
        return is_in_place(state, position)
    has_left = is_on_path(state, observation) and path_by_tracks(state, observation)[0][-1:] != (state.mummy,)
    return state.mummy in position.pieces and not has_left and not observation.tracks.in_air


def _is_due(tracker: Tracker, settling: Settling) -> bool:
    """Return whether the board has changed since it was evaluated, or the awaited time has come."""
    waits_until_s = _waits_until_s(tracker, settling)
    is_time = settling.now_s >= waits_until_s and _is_confirmed(settling, waits_until_s)
    return tracker.evaluated != _last_changed(settling) or is_time


def _is_confirmed(settling: Settling, at_s: float) -> bool:
    """Return whether the board has shown that nothing changed until then; only frames show it over switches."""
    return settling.cells.tells_mummy or settling.confirmed_s >= at_s or settling.changed_s >= at_s


def _last_changed(settling: Settling) -> tuple[float, frozenset[int]]:
    return settling.changed_s, settling.cells.unread


def _waits_until_s(tracker: Tracker, settling: Settling) -> float:
    """Return when the inference may change although the board does not; infinity if never."""
    match tracker.inference:
        case Waiting(missed_s=missed_s) if missed_s < FOREVER_S:
            return FOREVER_S if tracker.missed_s is None else tracker.missed_s + missed_s
        case Waiting(at_rest_s) | Mismatch(at_rest_s=at_rest_s) if tracker.state and mover_of(tracker.state) == MUMMY:
            return tracker.mummy_there_s + at_rest_s
        case Waiting(at_rest_s) | Mismatch(at_rest_s=at_rest_s):
            return settling.at_rest_from_s(at_rest_s)
    return FOREVER_S


def _observed(tracker: Tracker, settling: Settling, state: State) -> Observation:
    """Return what stands on the board; in the mummy's turn the board is at rest as long as the mummy is."""
    observation = observe(settling)
    if mover_of(state) != MUMMY:
        return observation
    return replace(observation, at_rest_s=settling.now_s - tracker.mummy_there_s, fickle=None)


def _superseding(tracker: Tracker) -> Inference | None:
    """Return what takes the accepted move's place, or the wait until something does; None if the move stands."""
    if tracker.before is None or tracker.settling is None or tracker.state is None:
        return None
    state, action = tracker.before
    observation = observe(from_before(tracker.settling, state, action))
    position = sensed_position(tracker.state, observation, tracker.disbelieved)
    if action.to is not UNSET:
        return None if fits(tracker.state, position) else _superseding_pawn(tracker, state, action, observation)
    is_back = _has_come_back(tracker.settling, tracker.state, position)
    if not is_back and fits(tracker.state, position):
        return None
    return _superseding_mummy(tracker, state, action, observation, is_back=is_back)


def _superseding_pawn(tracker: Tracker, state: State, action: Move, observation: Observation) -> Inference | None:
    """Return what takes the place of a pawn's move: another move, a question, a wait, or that it has not moved."""
    match (infer_after_gap if tracker.was_unobserved else infer)(state, observation, tracker.disbelieved):
        case Ambiguous() as asked if tracker.was_unobserved:
            return asked
        case Matched(other) if may_supersede(state, action, other):
            return Matched(other, instead=True)
        case Waiting(at_rest_s) as waiting if at_rest_s < FOREVER_S:
            return waiting
        case Waiting() | Ambiguous() | Reminder() if tracker.was_in_place:
            return Unmoved()
    return None


def _superseding_mummy(
    tracker: Tracker, state: State, action: Move, observation: Observation, *, is_back: bool
) -> Inference | None:
    """Return what takes the place of the mummy's move; if it `is_back` where it had stopped, only a catch does."""
    match (infer_after_gap if tracker.was_mummy_unobserved else infer)(state, observation, tracker.disbelieved):
        case Ambiguous() as asked if tracker.was_mummy_unobserved:
            return asked
        case Matched(other) if may_supersede(state, action, other) and (not is_back or _catches(state, other)):
            return Matched(other, instead=True)
        case Waiting(at_rest_s) as waiting if at_rest_s < FOREVER_S:
            return waiting
    return None


def _with_present_reason(tracker: Tracker, inference: Inference) -> Inference:
    """Return the inference, with the reason why the missed piece may not stand where it is sensed instead.

    As long as a pawn's turn is not handed over it may still go elsewhere, so its earlier state gives the reason.
    """
    if not isinstance(inference, Mismatch) or tracker.before is None or tracker.settling is None:
        return inference
    state, action = tracker.before
    if action.to is UNSET:
        return inference
    observation = replace(observe(from_before(tracker.settling, state, action)), at_rest_s=FOREVER_S)
    earlier = infer(state, observation, tracker.disbelieved)
    missed = sum(fix.piece is not None for fix in inference.fixes)
    if missed != 1 or not isinstance(earlier, Mismatch):
        return inference  # of several missed pieces none is to blame
    return replace(inference, reason=earlier.reason, clause=earlier.clause)


def _has_come_back(settling: Settling, state: State, position: Position) -> bool:
    """Return whether the mummy, on a board that knows it, has left its cell in a state and is there again."""
    (here,) = cell_numbers(state.maze, settling.cells.columns, (state.mummy,)) or {OUTSIDE}
    visited = [change.cell for change in settling.changes if change.sensed is Sensed.MUMMY and not change.faded]
    return state.mummy in position.mummies and visited[-1:] == [here] and visited.count(here) > 1


def _catches(state: State, action: Move) -> bool:
    return end_of(state, action) in state.in_corridors
