"""What an observation means to a game: a move, a question, pieces to put right, or nothing yet.

Why a pawn's move counts as soon as it rests: it is played when the turn is handed over, and until then another cell
takes its place. And where a board cannot feel the difference (two pawns that were in the air together, a cell that has
gone blind), the players are asked.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import eq

from msgspec import UNSET

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.games.malediction.state import State, to_act
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing.identities import OUTSIDE, Whereabouts
from firmware_py.sensing.settling import SETTLE_S, Observation
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
    Waiting,
    patient,
)
from firmware_py.tracking.mummys_turn import WHERE_IS_SHE, astray, meant_by_sensors, meant_by_switches
from firmware_py.tracking.reasons import end_of, moves, reason_for, start_of, touched, which
from firmware_py.tracking.standing import (
    MUMMY,
    Fix,
    Seen,
    expected,
    fits,
    is_home,
    mover_of,
    piece_words,
    seen,
    to_put_right,
)
from firmware_py.words import words


def infer(state: State, observation: Observation, left_out: frozenset[Cell] = frozenset()) -> Inference:
    """Return what an observation means; `left_out` are cells of which the players said that they feel nothing.

    What led to the observation (`touched`, `whereabouts`) must have begun where the state has its pieces. What is wrong
    apart from a `fickle` cell is named as long after it came to rest as if that cell were left out; but who lifts the
    piece that may move is about to move it.
    """
    told, fickle = _meant(state, observation, left_out), observation.fickle
    if fickle is None or told != Waiting(NAME_S):
        return told
    own = state.mummy if mover_of(state) == MUMMY else start_of(state)
    if cell_name(*divmod(fickle, observation.columns)) == own:
        return told
    blind = observation.blind | {fickle}
    match _meant(state, replace(observation, blind=blind, quiet_s=observation.apart_s), left_out):
        case Mismatch() as named:
            return replace(named, quiet_s=NAME_S)
        case Waiting(quiet_s) if quiet_s == NAME_S:
            return Waiting(NAME_S - (observation.apart_s - observation.quiet_s))
    return told


def _meant(state: State, observation: Observation, left_out: frozenset[Cell]) -> Inference:
    if observation.quiet_s < SETTLE_S:
        return Waiting(SETTLE_S)
    what = seen(state, observation, left_out)
    if mover_of(state) == MUMMY:
        return (meant_by_sensors if what.tells_mummy else meant_by_switches)(state, observation, what)
    if is_home(state, what):
        return _at_home(state, observation, what)
    fitting = tuple(action for action in moves(state) if fits(rules.apply(state, action)[0], what))
    match fitting:
        case (action,) if end_of(state, action) in what.judged:
            return _accepted(state, action, observation, what)
        case ():
            return patient(observation, NAME_S, _mismatch(state, observation, what))
    return patient(observation, ASK_S, Ambiguous(fitting, which(state, fitting)))


def put_back(state: State, observation: Observation, left_out: frozenset[Cell] = frozenset()) -> Inference:
    """Return whether the pieces stand as a state has them, whatever could be played: after undo and a move by button.

    `Waiting` without end means that they do.
    """
    if observation.quiet_s < SETTLE_S:
        return Waiting(SETTLE_S)
    what = seen(state, observation, left_out)
    if is_home(state, what):
        return Waiting()
    reason = words("The pieces do not stand as they do in the game.")
    if not what.occupied and not state.in_corridors:
        reason = words("The board is empty. The pawns stand on the stairs, {cell}.", cell=state.maze.stairs)
    return patient(observation, PUT_BACK_S, Mismatch(to_put_right(state, what), reason))


def on_return(state: State, observation: Observation, left_out: frozenset[Cell] = frozenset()) -> Inference:
    """Return what is told once a board is there (again) while the pieces should stand as a state has them.

    Nobody felt where they went meanwhile: where a legal action leads is asked about, and never played. Of a mummy known
    by her strength it is asked wherever her steps lead on the map, whoever stands there; her way her player tells.
    """
    told = put_back(state, observation, left_out)
    if not isinstance(told, Mismatch):
        return told
    if mover_of(state) == MUMMY:
        in_reach = mummy_paths(state.maze, state.mummy, state.steps or 0, ())
        is_likely = seen(state, observation, left_out).mummies & in_reach.keys()
        return Ambiguous((), WHERE_IS_SHE, ()) if is_likely else astray(state)
    at_rest = replace(observation, quiet_s=FOREVER_S, touched=(), whereabouts=Whereabouts())
    match infer(state, at_rest, left_out):
        case Ambiguous() as asked:
            return asked
        case Mismatch(fixes) as named if _has_gone_elsewhere(fixes):
            return named
        case Matched(action):
            return Ambiguous((action,), which(state, (action,)))
    return told


def _has_gone_elsewhere(fixes: tuple[Fix, ...]) -> bool:
    """Return whether one piece is missed at most, and felt elsewhere: of many, or of one put away, none is to blame."""
    missed = sum(fix.piece is not None for fix in fixes)
    return missed <= 1 and missed < len(fixes)


def may_supersede(state: State, told: Move, other: Move) -> bool:
    """Return whether a move takes the place of what was told last: of the mummy's only a longer one on the same way.

    Any of a pawn's does: nothing is played before its turn is handed over.
    """
    if told.path is UNSET or other.path is UNSET:
        return True
    is_caught = end_of(state, told) in state.in_corridors
    return not is_caught and len(other.path) > len(told.path) == sum(map(eq, other.path, told.path))


# --- what fits -------------------------------------------------------------------------------------------------------


def _at_home(state: State, observation: Observation, what: Seen) -> Inference:
    """A piece put back is nothing, unless it could have walked back, or two could have been swapped."""
    if not _are_told_apart(state, state, observation, what):
        standing = expected(state).items()
        told = tuple(
            words("{piece}: {cell}", piece=piece_words(state, piece), cell=cell)
            for cell, piece in standing
            if piece != MUMMY or not what.tells_mummy
        )
        reminder = words("Several pieces were in the air. Each stands where it stood: {pieces}.", pieces=told)
        return patient(observation, ASK_S, Reminder(reminder))
    start = start_of(state)
    if state.phase == "move" and state.face and start in reachable(state, state.face) and _is_back(state, observation):
        assert start is not None
        action = Move(to_act(state)[0], to=start)
        return patient(observation, ASK_S, Ambiguous((action,), which(state, (action,))))
    return Waiting()


def _is_back(state: State, observation: Observation) -> bool:
    """Return whether the pawn that may move came home from elsewhere, and was not lifted after another came home.

    It was not that pawn who was laid on stairs, dungeon or rock.
    """
    homes, board = expected(state), state.maze
    way = tuple(cell for cell in touched(observation) if board.has(cell) and board.is_floor(cell))
    return any(cell == start_of(state) and before not in homes for before, cell in pairwise(way))


def _accepted(state: State, action: Move, observation: Observation, what: Seen) -> Inference:
    if not _are_told_apart(state, rules.apply(state, action)[0], observation, what):
        return patient(observation, ASK_S, Ambiguous((action,), which(state, (action,))))
    return Matched(action)


def _are_told_apart(state: State, after: State, observation: Observation, what: Seen) -> bool:
    """Return whether every piece is known to be the one that stands on its cell in `after`, coming from `state`."""
    homes = {piece: cell for cell, piece in expected(state).items() if cell in what.judged}
    number = {cell: row * observation.columns + column for cell in what.judged for row, column in [cell_position(cell)]}
    for cell, piece in expected(after).items():
        if cell in what.judged and (piece != MUMMY or not what.tells_mummy):
            home = number[homes[piece]] if piece in homes else OUTSIDE
            trail = observation.whereabouts.stands.get(number[cell])
            if trail and trail.origins != {home}:
                return False
    return True


def _mismatch(state: State, observation: Observation, what: Seen) -> Mismatch:
    """Return what is to be put right: if a legal move has surely been made as well, what stands wrong after it."""
    fixes = to_put_right(state, what)
    after_moves = [to_put_right(rules.apply(state, action)[0], what) for action in moves(state)]
    fewest = min(map(len, after_moves), default=len(fixes))
    likeliest = [wrong for wrong in after_moves if len(wrong) == fewest]
    has_moved = fewest < len(fixes) and len(likeliest) == 1
    fixes = likeliest[0] if has_moved else fixes
    reason, clause = reason_for(state, observation, what, fixes, has_moved=has_moved)
    return Mismatch(fixes, reason, clause)
