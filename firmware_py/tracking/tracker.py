"""A board and a game together over time: what to tell the players, and when.

Why `homed`: after undo or a move by button the pieces do not stand where the game has them. Until they have stood there
once nothing is taken for a move, or the move just taken back would be played again at once.

Why a move can be accepted and superseded: who rests in the midst of a way has ended it as far as anybody can tell. If
the mummy then goes on before the next player acts, the longer move takes the place of the shorter; back where she had
stopped she has gone on only if she met a hunter. A pawn may go anywhere else, or back, as long as its turn is not
handed over: nothing has been played, and only hunters have read it.

Why `missed_s`: everybody may read that the mummy is not where the game has her. Whether it is told, and when, follows
from her cell alone: what is told of all pieces comes and goes with every pawn that is lifted. In her turn over switches
the same goes for the question where she is, from the last cell to which she was slid: her player could put her down
anywhere, and where nothing comes of it a hunter would stand. A board that knows her counts from when she came there, or
was lifted (`stood_s`), for the same reason.

Why `was_away`: of pieces that went on while the cable was out, or the power, nobody knows which went where. A place
where a legal move leads is then likely and not sure, so the players are asked, as after two pieces in the air; any
other is put right.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import UNSET

from firmware_py.games.malediction.board import Cell, cell_name
from firmware_py.games.malediction.state import Move, State
from firmware_py.tracking import settling as rest
from firmware_py.tracking.cells import TICK_S, Calibration, Felt, Frame
from firmware_py.tracking.felt_ways import by_strength, is_on_way
from firmware_py.tracking.inference import (
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
    astray,
    infer,
    is_home,
    may_supersede,
    on_return,
    put_back,
    unfelt,
    way_so_far,
    where_is_she,
)
from firmware_py.tracking.reasons import end_of, mover_of
from firmware_py.tracking.settling import Observation, Settling, observe
from firmware_py.tracking.standing import MUMMY, Seen, expected, fits, seen, sensors, to_put_right, uncounted
from firmware_py.tracking.whereabouts import OUTSIDE, rested, traced_back

JUST_AFTER_S: Final = 0.001
"""So that a moment waited for has passed when it is looked at."""
AT_ONCE: Final = Waiting(0.0)
DICE: Final = ("begin", "choose")
"""Phases that end with what a hunter's dice show: who tells that says nothing of the pieces."""


@dataclass(frozen=True)
class Tracker:
    """A board, or None while there is none, and the game on it, or None."""

    calibration: Calibration = field(default_factory=Calibration)
    settling: Settling | None = None
    state: State | None = None
    homed: bool = False
    """Whether the pieces have stood as the game has them since it last moved them otherwise."""
    is_mummy_homed: bool = False
    """Whether she has, wherever the pawns were: in her turn nothing else counts."""
    at_rest: bool = False
    """Whether they stand so now: what led there is forgotten with the next change."""
    was_away: bool = False
    """Whether the board was lost since they last did, and nobody felt where they went meanwhile."""
    missed_s: float | None = None
    """Since when neither the mummy's cell has felt anything, nor a cell to which she was slid in her turn; None while
    one does, or hers cannot be believed."""
    stands: Cell | None = None
    """Where the mummy is felt in her turn, by a board that knows her; None if nowhere."""
    stood_s: float = float("-inf")
    """Since when that is so."""
    before: tuple[State, Move] | None = None
    """The state before the move that was accepted last, and that move, until the next player acts."""
    left_out: frozenset[Cell] = frozenset()
    """Cells of which the players said otherwise than they feel: not believed until they change."""
    told: Inference = field(default_factory=Waiting)
    judged: tuple[float, frozenset[int]] | None = None
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
    def for_everybody(self) -> Inference:
        """What may be told to everybody: in the mummy's turn all that is told, else that she is missed."""
        if self.state is None or mover_of(self.state) == MUMMY:
            return self.told
        if self.settling is None or self.state.phase == "over" or self.settling.now_s < self._missed_from_s:
            return Waiting()
        return astray(self.state)

    @property
    def _missed_from_s(self) -> float:
        """When the mummy will have been missed for so long that it is told."""
        return FOREVER_S if self.missed_s is None else self.missed_s + NAME_S

    @property
    def way(self) -> tuple[Cell, ...]:
        """The cells over which the mummy's figure is being slid, as long as it is not at home again."""
        if self.settling is None or self.state is None or not self.is_mummy_homed or self.was_away or self.at_rest:
            return ()
        return way_so_far(self.state, observe(self.settling)) if self.settling.touched else ()

    def _named(self, numbers: frozenset[int]) -> tuple[Cell, ...]:
        """Return the names of those cells that lie on the map."""
        if not numbers or self.settling is None or self.state is None:
            return ()
        columns, board = self.settling.cells.columns, self.state.board
        names = (cell_name(*divmod(number, columns)) for number in sorted(numbers))
        return tuple(name for name in names if board.has(name))


def see(tracker: Tracker, frame: Frame) -> Tracker:
    """Return the tracker after a frame; the first one begins a board, as does one of another size."""
    if tracker.settling is None:
        return _watching(replace(tracker, settling=rest.begin(frame, tracker.calibration, frame.at_s)))
    if len(frame.cells) != len(tracker.settling.cells.felt):
        return see(follow(Tracker(tracker.calibration), tracker.state), frame)
    after = _moved_on(tracker, rest.see(tracker.settling, frame))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.see(_departed(tracker), frame))


def elapse(tracker: Tracker, now_s: float) -> Tracker:
    """Return the tracker after time without a frame."""
    if tracker.settling is None:
        return tracker
    after = _moved_on(tracker, rest.wait(tracker.settling, now_s))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.wait(_departed(tracker), now_s))


def lose(tracker: Tracker) -> Tracker:
    """Return the tracker without its board. A pawn whose turn is not handed over may still go elsewhere."""
    kept = tracker.before if tracker.before and tracker.before[1].to is not UNSET else None
    return Tracker(
        tracker.calibration,
        state=tracker.state,
        homed=tracker.homed,
        is_mummy_homed=tracker.is_mummy_homed,
        was_away=True,
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
        homed = before is None  # as far as anybody knows: nobody felt where they went meanwhile
        anew = Tracker(tracker.calibration, tracker.settling, state, homed, was_away=True, before=before, told=AT_ONCE)
        return _watching(replace(anew, judged=tracker.judged))
    stays = state.board == tracker.state.board and expected(state) == expected(tracker.state)
    is_mummy_homed = tracker.is_mummy_homed and state.mummy == tracker.state.mummy
    later = replace(
        tracker, state=state, homed=tracker.homed and stays, is_mummy_homed=is_mummy_homed, before=before, told=AT_ONCE
    )
    if state.mummy != tracker.state.mummy:
        later = replace(later, missed_s=None)
    if tracker.settling is None:
        return later
    left_out = tracker.left_out
    what = seen(state, observe(tracker.settling))
    is_dice = tracker.state.phase in DICE and state.phase != tracker.state.phase
    if insists and not is_dice and isinstance(tracker.told, Mismatch):
        still_wrong = {fix.cell for fix in to_put_right(state, what)}
        left_out |= {fix.cell for fix in tracker.told.fixes if fix.cell in still_wrong}
    settling = rest.depart(tracker.settling) if stays and fits(state, what) else tracker.settling
    if mover_of(state) == MUMMY and is_home(state, what):
        settling = replace(settling, touched=())  # what was done with her before her turn
    settling = replace(settling, whereabouts=rested(settling.whereabouts))
    return _watching(replace(later, settling=settling, at_rest=False, left_out=left_out))


def accept(tracker: Tracker, before: State, action: Move) -> Tracker:
    """Return the tracker after `follow`, once an action matched by the board was played from the state `before`."""
    if tracker.settling is None or tracker.state is None:
        return tracker
    settling = rest.know(tracker.settling)
    what = seen(tracker.state, observe(settling), tracker.left_out)
    homed = fits(tracker.state, what)
    hers = homed or tracker.state.mummy in what.occupied
    return replace(tracker, settling=settling, homed=homed, is_mummy_homed=hers, at_rest=False, before=(before, action))


def retract(tracker: Tracker) -> Tracker:
    """Return the tracker with the move accepted last not made: its piece is followed on from where it stood before."""
    assert tracker.before is not None
    assert tracker.settling is not None
    state, action = tracker.before
    settling = _from_before(tracker.settling, state, action)
    return replace(
        tracker, state=state, settling=settling, homed=True, was_away=False, at_rest=False, before=None, told=AT_ONCE
    )


def decline(tracker: Tracker) -> Tracker:
    """Return the tracker once its question was answered with no.

    A mummy who has not moved is to be put back, and so is every piece if the board was away.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    if isinstance(tracker.told, Ambiguous) and tracker.told.way is not None:
        return replace(tracker, is_mummy_homed=False, missed_s=-FOREVER_S, told=astray(tracker.state))
    if not tracker.was_away:
        return tracker
    observation = replace(observe(tracker.settling), quiet_s=FOREVER_S)
    return replace(tracker, told=put_back(tracker.state, observation, tracker.left_out))


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


def _inferred(tracker: Tracker, state: State, observation: Observation) -> Inference:
    """Return what the board means to the move accepted last, else to pieces to be put back, else to the next move."""
    superseding = _superseding(tracker)
    if superseding is not None:
        return superseding
    if mover_of(state) != MUMMY:
        if not tracker.homed:
            return _with_present_reason(tracker, put_back(state, observation, tracker.left_out))
    elif not (observation.tells_mummy and tracker.is_mummy_homed):
        if not observation.tells_mummy and state.mummy not in seen(state, observation, tracker.left_out).judged:
            return unfelt(state)
        if tracker.missed_s is not None:
            return _of_missed_mummy(tracker, state, observation)
        if not tracker.is_mummy_homed or tracker.was_away:
            return Waiting() if observation.quiet_s >= rest.SETTLE_S else Waiting(rest.SETTLE_S)
    if tracker.was_away:
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


def _rested(tracker: Tracker, state: State, observation: Observation, told: Inference) -> Tracker:
    """Return the tracker knowing whether the pieces are at home now, where that follows from what is told of them."""
    what = seen(state, observation, tracker.left_out)
    is_hers = mover_of(state) == MUMMY
    if tracker.was_away or not (tracker.is_mummy_homed if is_hers else tracker.homed):
        if told != Waiting():
            return tracker
        had_stood = tracker.homed and not tracker.was_away
        homed = had_stood or not is_hers or fits(state, what)
        known = replace(tracker, settling=_departed(tracker), homed=homed, is_mummy_homed=True)
        return replace(known, was_away=False, at_rest=True)
    home = is_home(state, what) if is_hers and what.tells_mummy else fits(state, what)
    is_said = not isinstance(told, Waiting) or told == Waiting()
    at_rest = home and is_said and tracker.before is None and observation.quiet_s >= rest.SETTLE_S
    assert tracker.settling is not None
    return replace(tracker, at_rest=at_rest, settling=rest.lie(tracker.settling) if at_rest else tracker.settling)


def _is_due(tracker: Tracker, settling: Settling) -> bool:
    """Return whether the board has changed since it was judged, or the time has come for which that waited."""
    return tracker.judged != _last_changed(settling) or settling.now_s >= _waits_until_s(tracker, settling)


def _last_changed(settling: Settling) -> tuple[float, frozenset[int]]:
    return settling.changed_s, settling.cells.unread


def _waits_until_s(tracker: Tracker, settling: Settling) -> float:
    """Return when what is told may change though the board does not; infinity if never."""
    match tracker.told:
        case Waiting(missed_s=missed_s) if missed_s < FOREVER_S:
            return FOREVER_S if tracker.missed_s is None else tracker.missed_s + missed_s
        case Waiting(quiet_s) | Mismatch(quiet_s=quiet_s) if tracker.state and _is_hers(settling, tracker.state):
            return tracker.stood_s + quiet_s
        case Waiting(quiet_s) | Mismatch(quiet_s=quiet_s):
            return settling.quiet_from_s(quiet_s)
    return FOREVER_S


def _observed(tracker: Tracker, settling: Settling, state: State) -> Observation:
    """Return what stands on the board; in her turn one that knows the mummy is at rest as long as she is."""
    observation = observe(settling)
    if not _is_hers(settling, state):
        return observation
    return replace(observation, quiet_s=settling.now_s - tracker.stood_s, fickle=None)


def _is_hers(settling: Settling, state: State) -> bool:
    """Return whether it is the mummy's turn on a board that knows her."""
    return settling.cells.tells_mummy and mover_of(state) == MUMMY


def deadline_s(tracker: Tracker) -> float:
    """Return when `elapse` and `judge` may have something new without a frame; infinity if never."""
    settling = tracker.settling
    if settling is None:
        return FOREVER_S
    deadlines_s = [] if settling.cells.is_steady else [settling.cells.ticked_s + TICK_S]
    if tracker.state is not None and tracker.state.phase != "over":
        if settling.now_s < (missed_s := tracker._missed_from_s):
            deadlines_s.append(missed_s)
        deadlines_s.append(_waits_until_s(tracker, settling))
    return min(deadlines_s, default=FOREVER_S) + JUST_AFTER_S


def _superseding(tracker: Tracker) -> Inference | None:
    """Return what takes the accepted move's place, or the wait until something does; None if it stands."""
    if tracker.before is None or tracker.settling is None or tracker.state is None:
        return None
    state, action = tracker.before
    observation = observe(_from_before(tracker.settling, state, action))
    what = seen(tracker.state, observation, tracker.left_out)
    is_pawn = action.to is not UNSET
    is_back = not is_pawn and _has_come_back(tracker.settling, tracker.state, what)
    if not is_back and fits(tracker.state, what):
        return None
    match (on_return if tracker.was_away else infer)(state, observation, tracker.left_out):
        case Ambiguous() as asked if tracker.was_away:
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
    observation = replace(observe(_from_before(tracker.settling, state, action)), quiet_s=FOREVER_S)
    earlier = infer(state, observation, tracker.left_out)
    is_missed = any(fix.piece is not None for fix in told.fixes)
    if not is_missed or not isinstance(earlier, Mismatch):
        return told
    return replace(told, reason=earlier.reason, clause=earlier.clause)


def _has_come_back(settling: Settling, state: State, what: Seen) -> bool:
    """Return whether the mummy, on a board that knows her, has gone on from her cell in a state and is there again."""
    (here,) = sensors(state.board, settling.cells.columns, (state.mummy,)) or {OUTSIDE}
    hers = [touch.cell for touch in settling.touched if touch.felt is Felt.MUMMY and not touch.faded]
    return state.mummy in what.mummies and hers[-1:] == [here] and hers.count(here) > 1


def _catches(state: State, action: Move) -> bool:
    return end_of(state, action) in state.in_corridors


def _from_before(settling: Settling, state: State, action: Move) -> Settling:
    """Return the board as if the moved piece were followed from where it stood before."""
    columns = settling.cells.columns
    start = state.mummy if action.path is not UNSET else state.cell(state.active)
    is_counted = start is not None and start not in uncounted(state)
    began = sensors(state.board, columns, (start,)) if start and is_counted else frozenset({OUTSIDE})
    ended = sensors(state.board, columns, (end_of(state, action),))
    path = action.path if action.path is not UNSET else ()
    way = tuple(number for cell in path for number in sensors(state.board, columns, (cell,)))
    return replace(settling, whereabouts=traced_back(settling.whereabouts, ended, began, way))


def _watching(tracker: Tracker) -> Tracker:
    """Return the tracker with those cells counted on which pieces stand one by one.

    In her turn cells are believed however often they change, over switches her own: how often it does, or another one,
    also follows from whether a pawn stands where her player goes to and fro with her.
    """
    if tracker.settling is None or tracker.state is None:
        return tracker
    cells, state = tracker.settling.cells, tracker.state
    trusted = () if mover_of(state) != MUMMY else state.board.cells if cells.tells_mummy else (state.mummy,)
    settling = rest.trust(tracker.settling, sensors(state.board, cells.columns, trusted))
    counted = sensors(state.board, cells.columns, frozenset(state.board.cells) - uncounted(state) - tracker.left_out)
    believed = counted - settling.unsteady - cells.calibration.masked
    return _noted(replace(tracker, settling=rest.watch(settling, believed)))


def _departed(tracker: Tracker) -> Settling:
    assert tracker.settling is not None
    return rest.depart(tracker.settling)


def _moved_on(tracker: Tracker, settling: Settling) -> Tracker:
    """Return the tracker with its board later on."""
    assert tracker.settling is not None
    before, after = tracker.settling.cells, settling.cells
    if before.felt == after.felt and before.unread == after.unread:
        return replace(tracker, settling=settling)
    pairs = zip(before.felt, after.felt, strict=True)
    changed = frozenset(cell for cell, (was, now) in enumerate(pairs) if was is not now)
    changed_names = frozenset(cell_name(*divmod(cell, after.columns)) for cell in changed)
    left_out = tracker.left_out - changed_names
    later = replace(tracker, settling=settling, at_rest=False, left_out=left_out)
    known = left_out == tracker.left_out and settling.unsteady == tracker.settling.unsteady
    return _noted(later) if known else _watching(later)


def _noted(tracker: Tracker) -> Tracker:
    """Return the tracker knowing since when the mummy is missed, and since when she is where she is."""
    settling, state = tracker.settling, tracker.state
    now_s = settling.now_s - JUST_AFTER_S if settling else 0.0  # what was waited for has come that much earlier
    if settling is None or state is None or not _is_missed(tracker, settling, state):
        tracker = tracker if tracker.missed_s is None else replace(tracker, missed_s=None)
    elif tracker.missed_s is None:
        tracker = replace(tracker, missed_s=now_s)
    if settling is None or state is None or not _is_hers(settling, state):
        return tracker
    _, stands = by_strength(state, observe(settling))
    return tracker if stands == tracker.stands else replace(tracker, stands=stands, stood_s=now_s)


def _is_missed(tracker: Tracker, settling: Settling, state: State) -> bool:
    """Return whether the mummy is felt neither on her cell nor, in her turn over switches, where she was slid to."""
    cells = settling.cells
    believed = frozenset({state.mummy}) - tracker.left_out
    (here,) = sensors(state.board, cells.columns, believed) or {OUTSIDE}
    if here in cells.unread | cells.calibration.masked | {OUTSIDE} or cells.felt[here] is not Felt.NOTHING:
        return False
    is_followed = mover_of(state) == MUMMY and tracker.is_mummy_homed and not cells.tells_mummy
    return not (is_followed and is_on_way(state, observe(settling)))
