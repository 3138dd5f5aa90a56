"""What a tracker learns of the game: its next state, moves that were accepted or taken back, and answers."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.pieces import MUMMY, mover_of
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.tracking import mummy, placements
from firmware_py.tracking.inferences import FOREVER_S, Ambiguous, Inference, Mismatch
from firmware_py.tracking.matching import check_setup
from firmware_py.tracking.position import expected, fits, homes_of, sensed_position, to_put_right
from firmware_py.tracking.tracker import AT_ONCE, Standing, Tracker, begin_board, with_turn

DICE_PHASES = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: a player who enters that says nothing about the pieces."""


def follow(
    tracker: Tracker, state: State | None, *, before: tuple[State, Move] | None = None, insists: bool = False
) -> Tracker:
    """Return the tracker with the game in another state, or without one.

    `before` is the state before a pawn's move entered by button, and that move, until its turn is handed over.
    `insists`: the players confirmed this by button after they had read what is wrong; trust them over the sensors.
    """
    now_s = tracker.settling.changed_s if tracker.settling else 0.0
    if state is None or tracker.state is None:
        standing = Standing.UNOBSERVED if before is None else Standing.UNKNOWN
        first = Tracker(tracker.calibration, tracker.settling, state, before, standing, standing, inference=AT_ONCE)
        return begin_board(first, now_s)
    if state == tracker.state and before == tracker.before and not insists:
        return replace(tracker, inference=AT_ONCE, is_due=True)
    return _followed(tracker, tracker.state, state, before, insists=insists)


def _followed(
    tracker: Tracker, earlier: State, state: State, before: tuple[State, Move] | None, *, insists: bool
) -> Tracker:
    """Return the tracker in another state of the same game."""
    is_same = state.maze == earlier.maze and expected(state) == expected(earlier)
    is_same_mummy = is_same or state.mummy == earlier.mummy
    is_missed_alike = state.mummy == earlier.mummy and (mover_of(state) == MUMMY) is (mover_of(earlier) == MUMMY)
    later = replace(
        tracker,
        state=state,
        before=before,
        standing=tracker.standing if is_same else _moved_on(tracker.standing),
        mummy_standing=tracker.mummy_standing if is_same_mummy else _moved_on(tracker.mummy_standing),
        missed_s=tracker.missed_s if is_missed_alike else None,
        inference=AT_ONCE,
        is_due=True,
    )
    if tracker.settling is None:
        return later
    later = replace(later, disbelieved=_contradicted(tracker, earlier, state, insists=insists))
    return with_turn(later, tracker.settling.changed_s)


def _moved_on(standing: Standing) -> Standing:
    return Standing.MISPLACED if standing.was_watched else Standing.UNKNOWN


def _contradicted(tracker: Tracker, earlier: State, state: State, *, insists: bool) -> frozenset[Cell]:
    """Return the cells that are not believed in a state, as the players have said otherwise.

    Those who `insist` played on although they had read which cells are wrong, or that the mummy is missed. Cells that
    sense what the game says are believed again. The mummy's cell is disbelieved only once everybody has read that the
    mummy is missed, which no pawn can have hastened.
    """
    assert tracker.settling is not None
    fixes = to_put_right(state, sensed_position(state, tracker.settling))
    wrong = frozenset(fix.cell for fix in fixes if fix.piece != MUMMY)
    mummys = frozenset({state.mummy} if state.mummy == earlier.mummy else ())
    cells = tracker.disbelieved & (wrong | mummys)
    if not insists or _is_about_dice(earlier, state):
        return cells
    is_mummy_missed = bool(_announced(tracker.public_inference)) and tracker.missed_s is not None
    return cells | (wrong & _announced(tracker.inference)) | (mummys if is_mummy_missed else frozenset())


def _announced(inference: Inference) -> frozenset[Cell]:
    """Return the cells that were announced as wrong."""
    return frozenset(fix.cell for fix in inference.fixes) if isinstance(inference, Mismatch) else frozenset()


def _is_about_dice(earlier: State, state: State) -> bool:
    """Return whether the step from one state to the next says nothing about the pieces, but only about dice."""
    has_rolled = earlier.phase in DICE_PHASES and state.phase != earlier.phase
    return has_rolled or state.phase == "choose"  # which may be reached again with the same dice


def accept(tracker: Tracker, before: State, action: Move) -> Tracker:
    """Return the tracker after `follow`, once an action matched by the board was played from the state `before`.

    The move may be another one until the next player acts. Only a catch is final (P34).
    """
    settling, state = tracker.settling, tracker.state
    if settling is None or state is None:
        return tracker
    position = tracker.position(state)
    standing = Standing.FOLLOWED if fits(state, position) else Standing.MISPLACED
    is_mummy_there = standing is Standing.FOLLOWED or state.mummy in position.occupied
    after = replace(
        tracker, standing=standing, mummy_standing=Standing.FOLLOWED if is_mummy_there else Standing.MISPLACED
    )
    if action.path is not UNSET:
        is_catch = bool(action.path) and action.path[-1] in before.in_corridors
        return after if is_catch else replace(after, before=(before, action), mummy=tracker.mummy_before)
    homes = homes_of(before, settling)
    known = placements.rehomed(tracker.placements, homes, mover_of(before))
    return replace(after, before=(before, action), placements=known)


def retract(tracker: Tracker) -> Tracker:
    """Return the tracker without the move accepted last: its piece is tracked on from where it stood before."""
    assert tracker.before is not None
    return replace(
        tracker,
        state=tracker.before[0],
        before=None,
        standing=Standing.FOLLOWED,
        mummy_standing=Standing.FOLLOWED if tracker.mummy_standing.was_watched else tracker.mummy_standing,
        placements=placements.unmoved(tracker.placements),
        inference=AT_ONCE,
        is_due=True,
    )


def decline(tracker: Tracker) -> Tracker:
    """Return the tracker once its question was answered with no.

    A mummy that has not moved is to be put back. So is every piece if the board was away.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    if isinstance(tracker.inference, Ambiguous) and tracker.inference.path is not None:
        named: Inference = mummy.misplaced(tracker.state)
        return replace(
            tracker, mummy_standing=Standing.MISPLACED, missed_s=-FOREVER_S, inference=named, public_inference=named
        )
    if tracker.standing.was_watched:
        return tracker
    seen = tracker.evidence(tracker.state, FOREVER_S)
    return replace(tracker, inference=check_setup(tracker.state, seen))
