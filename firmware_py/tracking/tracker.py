"""A board and a game together over time: what has happened to both that matters to what is told.

Why `homed`: after undo or a move by button the pieces do not stand where the game has them. Until they have stood there
once nothing is taken for a move, or the move just taken back would be played again at once.

Why `missed_s`: everybody may read that the mummy is not where the game has her. Whether it is told, and when, follows
from her cell alone: what is told of all pieces comes and goes with every pawn that is lifted. In her turn over switches
the same goes for the question where she is, from the last cell to which she was slid: her player could put her down
anywhere, and where nothing comes of it a hunter would stand. For the same reason she rests, or is in the air, since she
came where she is, or was lifted (`stood_s`), whatever else has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import UNSET

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing import settling as rest
from firmware_py.sensing.cells import Calibration, CellReadings, Felt
from firmware_py.sensing.identities import OUTSIDE, rested, traced_back
from firmware_py.sensing.settling import Observation, Settling, observe
from firmware_py.tracking.conclusions import FOREVER_S, NAME_S, Ambiguous, Inference, Mismatch, Waiting
from firmware_py.tracking.explaining import put_back
from firmware_py.tracking.felt_paths import by_strength, by_trail, is_on_way
from firmware_py.tracking.mummys_turn import astray, way_so_far
from firmware_py.tracking.reasons import end_of, start_of
from firmware_py.tracking.standing import (
    MUMMY,
    Seen,
    expected,
    fits,
    is_home,
    mover_of,
    seen,
    sensors,
    to_put_right,
    uncounted,
)

JUST_AFTER_S: Final = 0.001
"""So that a moment waited for has passed when it is looked at."""
AT_ONCE: Final = Waiting(0.0)
DICE: Final = ("begin", "choose", "mummy_roll")
"""Phases that end with what dice show: who tells that says nothing of the pieces."""
HERS: Final = ("mummy_roll", "interrupt", "mummy_move")
"""Phases in which the mummy's player acts."""


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
    was_mummy_away: bool = False
    """Whether it was since she last did, wherever the pawns were."""
    missed_s: float | None = None
    """Since when neither the mummy's cell has felt anything, nor a cell to which she was slid in her turn; None while
    one does, or hers cannot be believed."""
    stands: Cell | None = None
    """Where the mummy is felt in her turn, over switches only if she was slid there; None if nowhere."""
    stood_s: float = float("-inf")
    """Since when that is so."""
    before: tuple[State, Move] | None = None
    """The state before the move that was accepted last, and that move, until the next player acts."""
    left_out: frozenset[Cell] = frozenset()
    """Cells of which the players said otherwise than they feel: not believed until they change, or are right again."""
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
        if self.settling is None or self.state.phase == "over" or self.settling.now_s < self.missed_from_s:
            return Waiting()
        return astray(self.state)

    @property
    def missed_from_s(self) -> float:
        """When the mummy will have been missed for so long that it is told; infinity if she is not missed."""
        return FOREVER_S if self.missed_s is None else self.missed_s + NAME_S

    @property
    def was_mover_away(self) -> bool:
        """Whether the board was lost since the pieces stood as the game has them; in her turn she alone counts."""
        is_hers = self.state is not None and mover_of(self.state) == MUMMY
        return self.was_mummy_away if is_hers else self.was_away

    @property
    def way(self) -> tuple[Cell, ...]:
        """The cells over which the mummy's figure is being slid, as long as it is not at home again."""
        is_followed = self.is_mummy_homed and not self.was_mummy_away
        if self.settling is None or self.state is None or not is_followed or self.at_rest:
            return ()
        return way_so_far(self.state, observe(self.settling)) if self.settling.touched else ()

    def _named(self, numbers: frozenset[int]) -> tuple[Cell, ...]:
        """Return the names of those cells that lie on the map."""
        if not numbers or self.settling is None or self.state is None:
            return ()
        columns, board = self.settling.cells.columns, self.state.maze
        names = (cell_name(*divmod(number, columns)) for number in sorted(numbers))
        return tuple(name for name in names if board.has(name))


def see(tracker: Tracker, frame: CellReadings) -> Tracker:
    """Return the tracker after a frame; the first one begins a board, as does one of another size."""
    if tracker.settling is None:
        return _watching(replace(tracker, settling=rest.begin(frame, tracker.calibration, frame.at_s)))
    if len(frame.cells) != len(tracker.settling.cells.felt):
        return see(follow(Tracker(tracker.calibration), tracker.state), frame)
    after = _moved_on(tracker, rest.see(tracker.settling, frame))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.see(departed(tracker), frame))


def elapse(tracker: Tracker, now_s: float) -> Tracker:
    """Return the tracker after time without a frame."""
    if tracker.settling is None:
        return tracker
    after = _moved_on(tracker, rest.wait(tracker.settling, now_s))
    return after if after.at_rest == tracker.at_rest else _moved_on(tracker, rest.wait(departed(tracker), now_s))


def lose(tracker: Tracker) -> Tracker:
    """Return the tracker without its board. A pawn whose turn is not handed over may still go elsewhere."""
    kept = tracker.before if tracker.before and tracker.before[1].to is not UNSET else None
    return Tracker(
        tracker.calibration,
        state=tracker.state,
        homed=tracker.homed,
        is_mummy_homed=tracker.is_mummy_homed,
        was_away=True,
        was_mummy_away=True,
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
        anew = Tracker(tracker.calibration, tracker.settling, state, homed, before=before, told=AT_ONCE)
        return _watching(replace(anew, was_away=True, was_mummy_away=True, judged=tracker.judged))
    stays = state.maze == tracker.state.maze and expected(state) == expected(tracker.state)
    is_mummy_homed = tracker.is_mummy_homed and state.mummy == tracker.state.mummy
    later = replace(
        tracker, state=state, homed=tracker.homed and stays, is_mummy_homed=is_mummy_homed, before=before, told=AT_ONCE
    )
    was_hers, is_hers = mover_of(tracker.state) == MUMMY, mover_of(state) == MUMMY
    if (was_hers, tracker.state.mummy) != (is_hers, state.mummy):  # from now on she is missed for something else
        later = replace(later, missed_s=None)
    if tracker.settling is None:
        return later
    what = seen(state, observe(tracker.settling))
    left_out = _disbelieved(tracker, tracker.settling, state, what, insists=insists)
    is_as_it_was = stays and fits(state, seen(state, observe(tracker.settling), left_out))
    settling = rest.depart(tracker.settling) if is_as_it_was else tracker.settling
    is_longer = tracker.before is not None and tracker.before[1].path is not UNSET  # than the move that was hers
    begins = not was_hers and (insists or not is_longer)
    if is_hers and (begins or is_home(state, what)):
        settling = replace(settling, touched=())  # what was done with her before her turn
    is_new_way = is_hers and begins and not what.tells_mummy  # over switches what was in the air may have been she
    settling = rest.know(settling) if is_new_way else replace(settling, whereabouts=rested(settling.whereabouts))
    settling = rest.calm(settling) if state.phase == "begin" else settling  # and nobody's way is forgotten with it
    return _watching(replace(later, settling=settling, at_rest=False, left_out=left_out))


def _disbelieved(tracker: Tracker, settling: Settling, state: State, what: Seen, *, insists: bool) -> frozenset[Cell]:
    """Return the cells that are not believed once the game goes on in a state; who `insists` is instead of them.

    Those that have come to feel what the game says are believed again. Hers is left out only once everybody has read
    that she is missed, which no pawn can have hastened. Over switches those of pawns that stand wrong when her turn
    begins are, whether that was told or not: her move follows from none.
    """
    assert tracker.state is not None
    wrong = {fix.cell for fix in to_put_right(state, what) if fix.piece != MUMMY}
    hers = {state.mummy} if state.mummy == tracker.state.mummy else set[Cell]()
    cells = tracker.left_out & (wrong | hers)
    has_rolled = tracker.state.phase in DICE and state.phase != tracker.state.phase
    is_dice = has_rolled or state.phase == "choose"  # which may be reached again with the same dice
    if insists and not is_dice:
        told = tracker.told.fixes if isinstance(tracker.told, Mismatch) else ()
        cells |= wrong & {fix.cell for fix in told}
        cells |= hers if settling.now_s >= tracker.missed_from_s else frozenset()
    if state.phase in HERS and tracker.state.phase not in HERS and not what.tells_mummy:
        cells |= wrong
    return cells


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
    settling = from_before(tracker.settling, state, action)
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
    if not tracker.was_mover_away:
        return tracker
    observation = replace(observe(tracker.settling), quiet_s=FOREVER_S)
    return replace(tracker, told=put_back(tracker.state, observation, tracker.left_out))


def from_before(settling: Settling, state: State, action: Move) -> Settling:
    """Return the board as if the moved piece were followed from where it stood before."""
    columns = settling.cells.columns
    start = state.mummy if action.path is not UNSET else state.cell(state.active)
    is_counted = start is not None and start not in uncounted(state)
    began = sensors(state.maze, columns, (start,)) if start and is_counted else frozenset({OUTSIDE})
    ended = sensors(state.maze, columns, (end_of(state, action),))
    path = action.path if action.path is not UNSET else ()
    way = tuple(number for cell in path for number in sensors(state.maze, columns, (cell,)))
    return replace(settling, whereabouts=traced_back(settling.whereabouts, ended, began, way))


def is_off(tracker: Tracker, cell: Cell) -> bool:
    """Return whether the piece of a cell, to which it has come and stood as in the game, is felt there no more."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or not tracker.homed or tracker.was_away:
        return False
    what = _seen_now(tracker)
    return what is not None and cell in what.judged - what.occupied


def is_on(tracker: Tracker, cell: Cell | None) -> bool:
    """Return whether a piece is felt on a cell for sure."""
    what = _seen_now(tracker)
    return what is not None and cell in what.judged & what.occupied


def _seen_now(tracker: Tracker) -> Seen | None:
    if tracker.settling is None or tracker.state is None:
        return None
    return seen(tracker.state, observe(tracker.settling), tracker.left_out)


def lying(settling: Settling, state: State, *, anew: bool) -> Settling:
    """Return the board with the pawns of a state known to rest where they stand, or may; `anew`, as they are felt."""
    columns = settling.cells.columns
    pawns = sensors(state.maze, columns, state.in_corridors.keys() | uncounted(state))
    return rest.lie(settling, pawns, sensors(state.maze, columns, (state.mummy,)), anew=anew)


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
    settling = rest.trust(tracker.settling, sensors(state.maze, cells.columns, trusted))
    pressed = state.in_corridors if mover_of(state) == MUMMY and not cells.tells_mummy else ()
    settling = replace(settling, pressed=sensors(state.maze, cells.columns, pressed))
    settling = lying(settling, state, anew=False)
    counted = sensors(state.maze, cells.columns, frozenset(state.maze.cells) - uncounted(state) - tracker.left_out)
    believed = counted - settling.unsteady - cells.calibration.masked
    return _noted(replace(tracker, settling=rest.watch(settling, believed)))


def departed(tracker: Tracker) -> Settling:
    """Return the board of a tracker that has one, as if nothing had led to what it feels now."""
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
    left_out = tracker.left_out - _believed_again(tracker, settling, changed_names)
    later = replace(tracker, settling=settling, at_rest=False, left_out=left_out)
    known = left_out == tracker.left_out and settling.unsteady == tracker.settling.unsteady
    return _noted(later) if known else _watching(later)


def _believed_again(tracker: Tracker, settling: Settling, changed: frozenset[Cell]) -> frozenset[Cell]:
    """Return which cells are believed from now on, if they were not: those that have changed.

    In her turn over switches none as long as her figure is not at home: it may be what has changed them. As soon as it
    is, so are those that feel what the game says.
    """
    state, cells = tracker.state, settling.cells
    if state is None or state.phase not in HERS or cells.tells_mummy:
        return changed
    home = sensors(state.maze, cells.columns, (state.mummy,))
    if all(cells.felt[cell] is Felt.NOTHING for cell in home):
        return frozenset()
    wrong = {fix.cell for fix in to_put_right(state, seen(state, observe(settling)))}
    return changed | (tracker.left_out - wrong)


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
        is_homed = tracker.is_mummy_homed and not tracker.was_mummy_away
        if is_homed or not _is_felt_at_home(settling, state):
            return tracker
        return replace(tracker, is_mummy_homed=True, was_mummy_away=False)
    stands = _where_she_is(state, observe(settling))
    has_stayed = tracker.stood_s > -FOREVER_S and stands == tracker.stands
    return tracker if has_stayed else replace(tracker, stands=stands, stood_s=now_s)


def _is_felt_at_home(settling: Settling, state: State) -> bool:
    """Return whether the mummy's cell feels her, or over switches anything."""
    cells = settling.cells
    hers = Felt.MUMMY if cells.tells_mummy else Felt.PIECE
    return any(cells.felt[cell] is hers for cell in sensors(state.maze, cells.columns, (state.mummy,)))


def _where_she_is(state: State, observation: Observation) -> Cell | None:
    """Return where the mummy is felt: by her strength, or over switches at home, or where she was slid to."""
    if observation.tells_mummy:
        return by_strength(state, observation)[1]
    (home,) = sensors(state.maze, observation.columns, (state.mummy,)) or {OUTSIDE}
    if home in observation.pieces:
        return state.mummy
    return by_trail(state, observation)[0][-1] if is_on_way(state, observation) else None


def _is_missed(tracker: Tracker, settling: Settling, state: State) -> bool:
    """Return whether the mummy is felt neither on her cell nor, in her turn over switches, where she was slid to."""
    cells = settling.cells
    believed = frozenset({state.mummy}) - tracker.left_out
    (here,) = sensors(state.maze, cells.columns, believed) or {OUTSIDE}
    if here in cells.unread | cells.calibration.masked | {OUTSIDE} or cells.felt[here] is not Felt.NOTHING:
        return False
    is_hers = mover_of(state) == MUMMY and not cells.tells_mummy
    is_followed = is_hers and tracker.is_mummy_homed and not tracker.was_mummy_away
    return not (is_followed and is_on_way(state, observe(settling)))
