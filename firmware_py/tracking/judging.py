"""What to tell the players of a board and a game together, and when.

Why a move can be accepted and superseded: who rests in the midst of a way has ended it as far as anybody can tell. If
the mummy then goes on before the next player acts, the longer move takes the place of the shorter; back where she had
stopped she has gone on only if she met a hunter. A pawn may go anywhere else, or back, as long as its turn is not
handed over: nothing has been played, and only hunters have read it.

Why the players are asked once the board was away: of pieces that went on while the cable was out, or the power, nobody
knows which went where. A place where a legal move leads is then likely and not sure, as after two pieces in the air;
any other is put right.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.sensing import settling as rest
from firmware_py.sensing.cells import TICK_S, Felt
from firmware_py.sensing.identities import OUTSIDE
from firmware_py.sensing.settling import Observation, Settling, observe
from firmware_py.tracking.conclusions import (
    ASK_S,
    FOREVER_S,
    NAME_S,
    PUT_BACK_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Unmoved,
    Waiting,
    patient,
)
from firmware_py.tracking.explaining import infer, may_supersede, on_return, put_back
from firmware_py.tracking.felt_paths import by_strength, by_trail, is_on_way
from firmware_py.tracking.mummys_turn import astray, unfelt, where_is_she
from firmware_py.tracking.reasons import end_of
from firmware_py.tracking.standing import MUMMY, Seen, fits, is_home, mover_of, seen, sensors
from firmware_py.tracking.tracker import JUST_AFTER_S, Tracker, departed, from_before, lying


def judge(tracker: Tracker) -> tuple[Tracker, Inference | None]:
    """Return what is to be told now, or None if that is nothing new.

    `Waiting` ends what was told before; that all is right is told once it is known.
    """
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None or state.phase == "over" or not _is_due(tracker, settling):
        return tracker, None
    observation = _observed(tracker, settling, state)
    before, told = tracker.told, _inferred(tracker, state, observation)
    tracker = _rested(tracker, state, observation, told)
    tracker = replace(tracker, told=told, judged=_last_changed(settling))
    is_old = told == before or (told != Waiting() and isinstance(told, Waiting) and isinstance(before, Waiting))
    return tracker, None if is_old else told


def deadline_s(tracker: Tracker) -> float:
    """Return when `elapse` and `judge` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None:
        return FOREVER_S
    deadlines_s = [] if settling.cells.is_steady else [settling.cells.ticked_s + TICK_S]
    if tracker.state is not None and tracker.state.phase != "over":
        if settling.now_s < (missed_s := tracker.missed_from_s):
            deadlines_s.append(missed_s)
        waits_until_s = _waits_until_s(tracker, settling)
        if settling.now_s < waits_until_s or _is_seen(settling, waits_until_s):
            deadlines_s.append(waits_until_s)
    return min(deadlines_s, default=FOREVER_S) + JUST_AFTER_S


def look_at_s(tracker: Tracker) -> float:
    """Return when the board must be looked at, as something follows then from nothing having changed; else infinity."""
    if tracker.settling is None or tracker.state is None:
        return FOREVER_S
    return _waits_until_s(tracker, tracker.settling) + JUST_AFTER_S


def _inferred(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return what the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker)
    if superseding is not None:
        return superseding
    if mover_of(state) != MUMMY:
        if not tracker.homed:
            return _with_present_reason(tracker, put_back(state, observation, tracker.left_out))
    elif observation.tells_mummy and state.mummy in tracker.left_out and by_strength(state, observation)[1] is None:
        return patient(observation, NAME_S, unfelt(state))
    elif not (observation.tells_mummy and tracker.is_mummy_homed):
        if not observation.tells_mummy and state.mummy not in seen(state, observation, tracker.left_out).judged:
            return unfelt(state)
        if tracker.missed_s is not None:
            return _of_missed_mummy(tracker, state, observation)
        if not tracker.is_mummy_homed or tracker.was_mummy_away:
            return _of_mummy_to_be_put_back(tracker, state, observation)
    if tracker.was_mover_away:
        return _with_present_reason(tracker, on_return(state, observation, tracker.left_out))
    return _with_present_reason(tracker, infer(state, observation, tracker.left_out))


def _of_missed_mummy(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return what comes of it, in her turn, that the mummy is missed: she is to be put back, or asked for."""
    assert tracker.settling is not None
    assert tracker.missed_s is not None
    patience_s = ASK_S if tracker.is_mummy_homed else PUT_BACK_S
    if tracker.settling.now_s - tracker.missed_s < patience_s:
        return Waiting(missed_s=patience_s)
    return where_is_she(state, observation) if tracker.is_mummy_homed else astray(state)


def _of_mummy_to_be_put_back(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return what comes of it that a piece stands on the mummy's cell, and she may not: a pawn is told from her."""
    if observation.tells_mummy and not is_home(state, seen(state, observation, tracker.left_out)):
        return patient(observation, PUT_BACK_S, astray(state))
    return patient(observation, rest.SETTLE_S, Waiting())


def _rested(tracker: Tracker, state: State, observation: Observation, told: Inference) -> Tracker:
    """Return the tracker knowing whether the pieces are at home now, where that follows from what is told of them."""
    what = seen(state, observation, tracker.left_out)
    is_her_turn = mover_of(state) == MUMMY
    was_away = tracker.was_away or tracker.was_mummy_away
    if was_away or not (tracker.is_mummy_homed if is_her_turn else tracker.homed):
        if told != Waiting():
            return tracker
        had_stood = tracker.homed and not tracker.was_away
        homed = had_stood or not is_her_turn or fits(state, what)
        settling = lying(departed(tracker), state, anew=True)
        known = replace(tracker, settling=settling, homed=homed, is_mummy_homed=True)
        return replace(known, was_away=False, was_mummy_away=False, at_rest=True)
    home = _is_she_home(state, observation, what) if is_her_turn else fits(state, what)
    is_said = not isinstance(told, Waiting) or told == Waiting()
    at_rest = home and is_said and tracker.before is None and observation.quiet_s >= rest.SETTLE_S
    assert tracker.settling is not None
    settling = lying(tracker.settling, state, anew=True) if at_rest else tracker.settling
    return replace(tracker, at_rest=at_rest, settling=settling)


def _is_she_home(state: State, observation: Observation, what: Seen) -> bool:
    """Return whether the mummy, whose turn it is, stands where she stood; over switches nothing may be in the air then.

    Whether the pawns stand right does not count: it may have followed from where her figure was held.
    """
    if what.tells_mummy:
        return is_home(state, what)
    has_left = is_on_way(state, observation) and by_trail(state, observation)[0][-1:] != (state.mummy,)
    return state.mummy in what.pieces and not has_left and not observation.whereabouts.air


def _is_due(tracker: Tracker, settling: Settling) -> bool:
    """Return whether the board has changed since it was judged, or the time has come for which that waited."""
    waits_until_s = _waits_until_s(tracker, settling)
    is_time = settling.now_s >= waits_until_s and _is_seen(settling, waits_until_s)
    return tracker.judged != _last_changed(settling) or is_time


def _is_seen(settling: Settling, at_s: float) -> bool:
    """Return whether the board has shown that nothing changed until then; one of switches shows it by frames alone."""
    return settling.cells.tells_mummy or settling.seen_s >= at_s or settling.changed_s >= at_s


def _last_changed(settling: Settling) -> tuple[float, frozenset[int]]:
    return settling.changed_s, settling.cells.unread


def _waits_until_s(tracker: Tracker, settling: Settling) -> float:
    """Return when what is told may change though the board does not; infinity if never."""
    match tracker.told:
        case Waiting(missed_s=missed_s) if missed_s < FOREVER_S:
            return FOREVER_S if tracker.missed_s is None else tracker.missed_s + missed_s
        case Waiting(quiet_s) | Mismatch(quiet_s=quiet_s) if tracker.state and mover_of(tracker.state) == MUMMY:
            return tracker.stood_s + quiet_s
        case Waiting(quiet_s) | Mismatch(quiet_s=quiet_s):
            return settling.quiet_from_s(quiet_s)
    return FOREVER_S


def _observed(tracker: Tracker, settling: Settling, state: State) -> Observation:
    """Return what stands on the board; in the mummy's turn it is at rest as long as she is."""
    observation = observe(settling)
    if mover_of(state) != MUMMY:
        return observation
    return replace(observation, quiet_s=settling.now_s - tracker.stood_s, fickle=None)


def _superseding(tracker: Tracker) -> Inference | None:
    """Return what takes the accepted move's place, or the wait until something does; None if it stands."""
    if tracker.before is None or tracker.settling is None or tracker.state is None:
        return None
    state, action = tracker.before
    observation = observe(from_before(tracker.settling, state, action))
    what = seen(tracker.state, observation, tracker.left_out)
    is_pawn = action.to is not UNSET
    is_back = not is_pawn and _has_come_back(tracker.settling, tracker.state, what)
    if not is_back and fits(tracker.state, what):
        return None
    was_away = tracker.was_away if is_pawn else tracker.was_mummy_away
    match (on_return if was_away else infer)(state, observation, tracker.left_out):
        case Ambiguous() as asked if was_away:
            return asked
        case Matched(other) if may_supersede(state, action, other) and (not is_back or _catches(state, other)):
            return Matched(other, instead=True)
        case Waiting(quiet_s) as waiting if quiet_s < FOREVER_S:
            return waiting
        case Waiting() | Ambiguous() | Reminder() if is_pawn and tracker.homed:
            return Unmoved()
    return None


def _with_present_reason(tracker: Tracker, told: Inference) -> Inference:
    """Return what is told, and of pieces that are missed why what is felt instead may not be.

    As long as a pawn's turn is not handed over it may still go elsewhere, so the state before its move is asked.
    """
    if not isinstance(told, Mismatch) or tracker.before is None or tracker.settling is None:
        return told
    state, action = tracker.before
    if action.to is UNSET:
        return told
    observation = replace(observe(from_before(tracker.settling, state, action)), quiet_s=FOREVER_S)
    earlier = infer(state, observation, tracker.left_out)
    missed = sum(fix.piece is not None for fix in told.fixes)
    if missed != 1 or not isinstance(earlier, Mismatch):
        return told  # of many that are missed none is to blame
    return replace(told, reason=earlier.reason, clause=earlier.clause)


def _has_come_back(settling: Settling, state: State, what: Seen) -> bool:
    """Return whether the mummy, on a board that knows her, has gone on from her cell in a state and is there again."""
    (here,) = sensors(state.maze, settling.cells.columns, (state.mummy,)) or {OUTSIDE}
    hers = [touch.cell for touch in settling.touched if touch.felt is Felt.MUMMY and not touch.faded]
    return state.mummy in what.mummies and hers[-1:] == [here] and hers.count(here) > 1


def _catches(state: State, action: Move) -> bool:
    return end_of(state, action) in state.in_corridors
