"""Match an observation with the legal moves: a move, a question, pieces to put right, or nothing yet.

Why a pawn's move counts as soon as the pawn is at rest: it is played when the turn is handed over. Until then another
cell may take its place. Where a board cannot sense the difference, as after two pawns in the air together or beside a
cell that fails, the players are asked.
"""

from __future__ import annotations

from itertools import pairwise
from operator import eq

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.games.malediction.state import State, to_act
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing.association import OUTSIDE, TrackSet
from firmware_py.sensing.settling import SETTLE_S, Observation
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
    Waiting,
    after_rest,
)
from firmware_py.tracking.mummys_turn import WHERE_IS_MUMMY, infer_from_sensors, infer_from_switches, misplaced_mummy
from firmware_py.tracking.position import (
    MUMMY,
    Fix,
    Position,
    expected,
    fits,
    is_in_place,
    mover_of,
    piece_words,
    sensed_position,
    to_put_right,
)
from firmware_py.tracking.reasons import end_of, move_question, moves, newly_sensed, reason_for, start_of
from firmware_py.words import words


def infer(state: State, observation: Observation, disbelieved: frozenset[Cell] = frozenset()) -> Inference:
    """Return what an observation means; `disbelieved` are cells that the players have contradicted by button.

    The `changes` and `tracks` of the observation must have begun where the state has its pieces. What is wrong apart
    from a `fickle` cell is named as if that cell were disbelieved. But players who lift the piece that may move are
    about to move it.
    """
    inference, fickle = _meant(state, observation, disbelieved), observation.fickle
    if fickle is None or inference != Waiting(MISMATCH_S):
        return inference
    own = state.mummy if mover_of(state) == MUMMY else start_of(state)
    if cell_name(*divmod(fickle, observation.columns)) == own:
        return inference
    blind = observation.blind | {fickle}
    match _meant(state, replace(observation, blind=blind, at_rest_s=observation.apart_s), disbelieved):
        case Mismatch() as named:
            return replace(named, at_rest_s=MISMATCH_S)
        case Waiting(at_rest_s) if at_rest_s == MISMATCH_S:
            return Waiting(MISMATCH_S - (observation.apart_s - observation.at_rest_s))
    return inference


def _meant(state: State, observation: Observation, disbelieved: frozenset[Cell]) -> Inference:
    if observation.at_rest_s < SETTLE_S:
        return Waiting(SETTLE_S)
    position = sensed_position(state, observation, disbelieved)
    if mover_of(state) == MUMMY:
        return (infer_from_sensors if position.tells_mummy else infer_from_switches)(state, observation, position)
    if is_in_place(state, position):
        return _in_place(state, observation, position)
    fitting = tuple(action for action in moves(state) if fits(rules.apply(state, action)[0], position))
    match fitting:
        case (action,) if end_of(state, action) in position.readable:
            return _accepted(state, action, observation, position)
        case ():
            return after_rest(observation, MISMATCH_S, _mismatch(state, observation, position))
    return after_rest(observation, ASK_S, Ambiguous(fitting, move_question(state, fitting)))


def check_setup(state: State, observation: Observation, disbelieved: frozenset[Cell] = frozenset()) -> Inference:
    """Compare the pieces with a state, whatever could be played: after undo and after a move by button.

    Return `Waiting()` if they stand as the state has them.
    """
    if observation.at_rest_s < SETTLE_S:
        return Waiting(SETTLE_S)
    position = sensed_position(state, observation, disbelieved)
    if is_in_place(state, position):
        return Waiting()
    reason = words("The pieces do not stand as they do in the game.")
    if not position.occupied and not state.in_corridors:
        reason = words("The board is empty. The pawns stand on the stairs, {cell}.", cell=state.maze.stairs)
    return after_rest(observation, PUT_BACK_S, Mismatch(to_put_right(state, position), reason))


def infer_after_gap(state: State, observation: Observation, disbelieved: frozenset[Cell] = frozenset()) -> Inference:
    """Return the inference once a board is there (again) while the pieces should stand as a state has them.

    Nobody knows where they went meanwhile: a legal action is asked about, and never played. About a mummy known by its
    strength the question is asked wherever its steps lead on the map, whoever stands there. Its player enters the path.
    """
    inference = check_setup(state, observation, disbelieved)
    if not isinstance(inference, Mismatch):
        return inference
    if mover_of(state) == MUMMY:
        in_reach = mummy_paths(state.maze, state.mummy, state.steps or 0, ())
        is_likely = sensed_position(state, observation, disbelieved).mummies & in_reach.keys()
        return Ambiguous((), WHERE_IS_MUMMY, ()) if is_likely else misplaced_mummy(state)
    at_rest = replace(observation, at_rest_s=FOREVER_S, changes=(), tracks=TrackSet())
    match infer(state, at_rest, disbelieved):
        case Ambiguous() as asked:
            return asked
        case Mismatch(fixes) as named if _has_gone_elsewhere(fixes):
            return named
        case Matched(action):
            return Ambiguous((action,), move_question(state, (action,)))
    return inference


def _has_gone_elsewhere(fixes: tuple[Fix, ...]) -> bool:
    """Return whether at most one piece is missed, and sensed elsewhere: of several none can be blamed."""
    missed = sum(fix.piece is not None for fix in fixes)
    return missed <= 1 and missed < len(fixes)


def may_supersede(state: State, accepted: Move, other: Move) -> bool:
    """Return whether a move takes the place of the one accepted last: for the mummy only a longer one on the same path.

    For a pawn any move does: nothing is played before its turn is handed over.
    """
    if accepted.path is UNSET or other.path is UNSET:
        return True
    is_caught = end_of(state, accepted) in state.in_corridors
    return not is_caught and len(other.path) > len(accepted.path) == sum(map(eq, other.path, accepted.path))


# --- what fits -------------------------------------------------------------------------------------------------------


def _in_place(state: State, observation: Observation, position: Position) -> Inference:
    """A piece put back means nothing, unless it could have moved back, or two pieces could have been swapped."""
    if not _are_distinct(state, state, observation, position):
        standing = expected(state).items()
        named = tuple(
            words("{piece}: {cell}", piece=piece_words(state, piece), cell=cell)
            for cell, piece in standing
            if piece != MUMMY or not position.tells_mummy
        )
        reminder = words("Several pieces were lifted. Check that each stands where it stood: {pieces}.", pieces=named)
        return after_rest(observation, ASK_S, Reminder(reminder))
    start = start_of(state)
    if state.phase == "move" and state.face and start in reachable(state, state.face) and _is_back(state, observation):
        assert start is not None
        action = Move(to_act(state)[0], to=start)
        return after_rest(observation, ASK_S, Ambiguous((action,), move_question(state, (action,))))
    return Waiting()


def _is_back(state: State, observation: Observation) -> bool:
    """Return whether the pawn that may move came back from elsewhere, and not when another pawn had just come back.

    A piece laid on stairs, dungeon or rock was not that pawn.
    """
    homes, maze = expected(state), state.maze
    path = tuple(cell for cell in newly_sensed(observation) if maze.has(cell) and maze.is_floor(cell))
    return any(cell == start_of(state) and before not in homes for before, cell in pairwise(path))


def _accepted(state: State, action: Move, observation: Observation, position: Position) -> Inference:
    if not _are_distinct(state, rules.apply(state, action)[0], observation, position):
        return after_rest(observation, ASK_S, Ambiguous((action,), move_question(state, (action,))))
    return Matched(action)


def _are_distinct(state: State, after: State, observation: Observation, position: Position) -> bool:
    """Return whether every piece is known to be the one that stands on its cell in `after`, coming from `state`."""
    homes = {piece: cell for cell, piece in expected(state).items() if cell in position.readable}
    number = {
        cell: row * observation.columns + column for cell in position.readable for row, column in [cell_position(cell)]
    }
    for cell, piece in expected(after).items():
        if cell in position.readable and (piece != MUMMY or not position.tells_mummy):
            home = number[homes[piece]] if piece in homes else OUTSIDE
            track = observation.tracks.on_cells.get(number[cell])
            if track and track.origins != {home}:
                return False
    return True


def _mismatch(state: State, observation: Observation, position: Position) -> Mismatch:
    """Return what is to be put right: if a legal move has surely been made as well, what stands wrong after it."""
    fixes = to_put_right(state, position)
    after_moves = [to_put_right(rules.apply(state, action)[0], position) for action in moves(state)]
    fewest = min(map(len, after_moves), default=len(fixes))
    likeliest = [wrong for wrong in after_moves if len(wrong) == fewest]
    has_moved = fewest < len(fixes) and len(likeliest) == 1
    fixes = likeliest[0] if has_moved else fixes
    reason, clause = reason_for(state, observation, position, fixes, has_moved=has_moved)
    return Mismatch(fixes, reason, clause)
