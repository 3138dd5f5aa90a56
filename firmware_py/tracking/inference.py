"""What an observation means to a game: a move, a question, pieces to put right, or nothing yet.

Why some fits must wait and some must ask. The mummy at rest may be on her way, and her move is played at once, before
everybody's eyes: a cell from which it could go on counts only after a longer rest. A pawn's counts as soon as it rests:
it is played when the turn is handed over, and until then another cell takes its place. And where a board cannot feel
the difference (the mummy on a hunter's cell over switches, two pawns that were in the air together, a cell that has
gone blind), the players are asked.

Why the mummy catches also where she was only felt to pass: a hunter's pawn clicks to her magnet, and who slid her over
its cell and home again would feel for hunters for nothing, while entering catches (P34). So at home too she is given
her rest, whomever she met, and then either it was nothing or the catch is told. Switches cannot feel her on a cell that
a pawn holds down: there a way home stays nothing, and her player is trusted.

Why switches know so little of her: they feel her as any pawn, and not at all where one stands. So a move of hers is
played only if her piece alone, slid from cell to cell, was felt on every one; for all else she is asked for in one and
the same sentence, which tells nobody whether a pawn was the cause. What the map forbids is refused when her way is
told. Once she was lifted nothing is concluded any more from where she is felt.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from operator import eq
from typing import Final, TypeAlias

from msgspec import UNSET

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.board import Cell, cell_name, place
from firmware_py.games.malediction.legality import reachable, to_act, until_catch
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.malediction.walks import mummy_ways
from firmware_py.tracking.felt_ways import by_strength, by_trail, is_on_way, known_way
from firmware_py.tracking.reasons import (
    end_of,
    mover_of,
    moves,
    reason_for,
    start_of,
    touched,
    unknown_way,
    which,
    why_not_there,
)
from firmware_py.tracking.settling import SETTLE_S, Observation
from firmware_py.tracking.standing import (
    MUMMY,
    Fix,
    Seen,
    expected,
    fits,
    piece_words,
    seen,
    to_put_right,
)
from firmware_py.tracking.ways import only_way
from firmware_py.tracking.whereabouts import OUTSIDE, Whereabouts
from firmware_py.words import Words, words

REST_S: Final = 1.6
"""How long the mummy rests where her move could go on before it counts: a second, and the half second for which she is
felt already, and still, while she comes and goes at 0.6 s a cell."""
ASK_S: Final = REST_S
"""How long a position lies that only the players can explain before they are asked."""
WHERE_IS_SHE = words("The board has lost track of the mummy. Has she moved, or caught a pawn?")
"""What is asked about a mummy who is not felt, or not surely: the same words wherever pawns and blind cells are."""
MUMMY_ASTRAY = words("The mummy does not stand as she does in the game. Hunters: see that the pawns do.")
"""The second sentence is always said with the first, so it does not tell whether a pawn is astray."""
NAME_S: Final = 3.0
"""How long a position that fits nothing lies before it is named."""
PUT_BACK_S: Final = 1.0
"""How long pieces may stand otherwise than the game, after undo or power-up, before it is said."""
FOREVER_S: Final = float("inf")


@dataclass(frozen=True)
class Waiting:
    """Nothing to say, until the board has been at rest for `quiet_s`, or the mummy has been missed for `missed_s`."""

    quiet_s: float = FOREVER_S
    missed_s: float = FOREVER_S


@dataclass(frozen=True)
class Matched:
    """The pieces stand where this action leads; `instead`: in place of the action that was told last."""

    action: Move
    instead: bool = False


@dataclass(frozen=True)
class Unmoved:
    """The pawn stands no more where it was told to have moved, nor anywhere else that is sure: it has not moved yet."""


@dataclass(frozen=True)
class Ambiguous:
    """It may have been one of these actions, or none of them: the players know.

    The question about the mummy is for everybody: it is asked whether or not a pawn is near, and names none.
    """

    actions: tuple[Move, ...]
    question: Words
    way: tuple[Cell, ...] | None = None
    """Over which cells the mummy was felt to go, where it is she who is asked for."""


@dataclass(frozen=True)
class Reminder:
    """What the players are to keep in mind, as the board cannot know; `is_public` if that tells of no pawn."""

    words: Words
    is_public: bool = False


@dataclass(frozen=True)
class Mismatch:
    """The pieces stand where no legal action leads: what to put right, and why, with the clause if there is one."""

    fixes: tuple[Fix, ...]
    reason: Words
    clause: str = ""
    is_public: bool = False
    """Whether it speaks of the mummy alone, as her player sees her."""
    quiet_s: float = field(default=FOREVER_S, compare=False)
    """How long the board must have been at rest for it to be judged again."""


Inference: TypeAlias = Waiting | Matched | Unmoved | Ambiguous | Reminder | Mismatch


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
        return (_mummys if what.tells_mummy else _mummys_on_switches)(state, observation, what)
    if is_home(state, what):
        return _at_home(state, observation, what)
    fitting = tuple(action for action in moves(state) if fits(rules.apply(state, action)[0], what))
    match fitting:
        case (action,) if end_of(state, action) in what.judged:
            return _accepted(state, action, observation, what)
        case ():
            return _patient(observation, NAME_S, _mismatch(state, observation, what))
    return _patient(observation, ASK_S, Ambiguous(fitting, which(state, fitting)))


def unfelt(state: State) -> Reminder:
    """Return that her player tells the mummy's way, as the board does not feel the cell where she stands.

    Over switches nothing else can be said: whatever came up where she is felt would tell where nobody stands.
    """
    told = words("The board does not feel {cell}: tell the mummy's way by button.", cell=state.mummy)
    return Reminder(told, is_public=True)


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
        reason = words("The board is empty. The pawns stand on the stairs, {cell}.", cell=state.board.stairs)
    return _patient(observation, PUT_BACK_S, Mismatch(to_put_right(state, what), reason))


def astray(state: State) -> Mismatch:
    """Return that the mummy does not stand where the game has her, as everybody may read it."""
    return Mismatch((Fix(state.mummy, MUMMY),), MUMMY_ASTRAY, is_public=True)


def where_is_she(state: State, observation: Observation) -> Ambiguous:
    """Return the question where the mummy is, with the way over which she was felt to go.

    On switches it ends before the first hunter: what is felt there may be his pawn.
    """
    if observation.tells_mummy:
        felt = by_strength(state, observation)[0]
    else:
        felt = tuple(takewhile(lambda cell: cell not in state.in_corridors, by_trail(state, observation)[0]))
    return Ambiguous((), WHERE_IS_SHE, known_way(state, felt))


def on_return(state: State, observation: Observation, left_out: frozenset[Cell] = frozenset()) -> Inference:
    """Return what is told once a board is there (again) while the pieces should stand as a state has them.

    Nobody felt where they went meanwhile: where a legal action leads is asked about, and never played. Of a mummy known
    by her strength it is asked wherever her steps lead on the map, whoever stands there; her way her player tells.
    """
    told = put_back(state, observation, left_out)
    if not isinstance(told, Mismatch):
        return told
    if mover_of(state) == MUMMY:
        in_reach = mummy_ways(state.board, state.mummy, state.steps or 0, ())
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


def way_so_far(state: State, observation: Observation) -> tuple[Cell, ...]:
    """Return how far the mummy, whose move it is, was felt to go; nothing on a board that feels any piece alike.

    There a pawn put down beside her would be taken for her, and shown to everybody.
    """
    if mover_of(state) != MUMMY or not observation.tells_mummy:
        return ()
    return known_way(state, by_strength(state, observation)[0])


def may_supersede(state: State, told: Move, other: Move) -> bool:
    """Return whether a move takes the place of what was told last: of the mummy's only a longer one on the same way.

    Any of a pawn's does: nothing is played before its turn is handed over.
    """
    if told.path is UNSET or other.path is UNSET:
        return True
    is_caught = end_of(state, told) in state.in_corridors
    return not is_caught and len(other.path) > len(told.path) == sum(map(eq, other.path, told.path))


# --- what fits -------------------------------------------------------------------------------------------------------


def is_home(state: State, what: Seen) -> bool:
    """Return whether nothing has moved that matters: in her turn the mummy alone does.

    On a board that knows her, a mummy askew on her cell is felt there as any piece.
    """
    if fits(state, what):
        return True
    if not what.tells_mummy:
        return mover_of(state) == MUMMY and (state.mummy in what.pieces or state.mummy not in what.judged)
    is_askew = not what.mummies and state.mummy in what.pieces
    is_unfelt = not what.mummies and state.mummy not in what.judged
    if mover_of(state) == MUMMY:
        return state.mummy in what.mummies or is_askew or is_unfelt
    is_there = what.mummies == {state.mummy} or is_askew
    standing = expected(state).keys() & what.judged
    return is_there and what.pieces | what.mummies == standing


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
        return _patient(observation, ASK_S, Reminder(reminder))
    start = start_of(state)
    if state.phase == "move" and state.face and start in reachable(state, state.face) and _is_back(state, observation):
        assert start is not None
        action = Move(to_act(state)[0], to=start)
        return _patient(observation, ASK_S, Ambiguous((action,), which(state, (action,))))
    return Waiting()


def _is_back(state: State, observation: Observation) -> bool:
    """Return whether the pawn that may move came home from elsewhere, and was not lifted after another came home.

    It was not that pawn who was laid on stairs, dungeon or rock.
    """
    homes, board = expected(state), state.board
    way = tuple(cell for cell in touched(observation) if board.has(cell) and board.is_floor(cell))
    return any(cell == start_of(state) and before not in homes for before, cell in pairwise(way))


def _accepted(state: State, action: Move, observation: Observation, what: Seen) -> Inference:
    if not _are_told_apart(state, rules.apply(state, action)[0], observation, what):
        return _patient(observation, ASK_S, Ambiguous((action,), which(state, (action,))))
    return Matched(action)


def _patient(observation: Observation, quiet_s: float, inference: Inference) -> Inference:
    return inference if observation.quiet_s >= quiet_s else Waiting(quiet_s)


def _are_told_apart(state: State, after: State, observation: Observation, what: Seen) -> bool:
    """Return whether every piece is known to be the one that stands on its cell in `after`, coming from `state`."""
    homes = {piece: cell for cell, piece in expected(state).items() if cell in what.judged}
    number = {cell: row * observation.columns + column for cell in what.judged for row, column in [place(cell)]}
    for cell, piece in expected(after).items():
        if cell in what.judged and (piece != MUMMY or not what.tells_mummy):
            home = number[homes[piece]] if piece in homes else OUTSIDE
            trail = observation.whereabouts.stands.get(number[cell])
            if trail and trail.origins != {home}:
                return False
    return True


# --- the mummy's way -------------------------------------------------------------------------------------------------


def _mummys(state: State, observation: Observation, what: Seen) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that knows her.

    Where she has gone follows from the map and from where she is felt, and whether that counts, and when, from no
    hunter: her player could feel for them otherwise. Only what is played ends on the first hunter's cell (P34).
    """
    way, end = by_strength(state, observation)
    if is_home(state, what):
        return _came_home(state, observation, way)
    if end is None or end not in what.mummies:
        return _patient(observation, NAME_S, where_is_she(state, observation))
    return _arrived(state, observation, way)


def _came_home(state: State, observation: Observation, felt: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy, `felt` on these cells, stands where she stood: nothing, or a catch.

    It takes as long whether or not she met somebody.
    """
    if not felt:
        return Waiting()
    met = next((number for number, cell in enumerate(felt, 1) if cell in state.in_corridors), 0)
    way = only_way(state.board, state.mummy, felt[:met], state.steps or 0)
    caught = Matched(Move(state.mummy_player, path=until_catch(state, way))) if way else Waiting()
    return _patient(observation, REST_S, caught)


def _arrived(state: State, observation: Observation, felt: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy is `felt` on these cells, and has come to rest on the last of them."""
    steps = state.steps or 0
    way = only_way(state.board, state.mummy, felt, steps)
    if way is None:
        reason, clause = why_not_there(state, felt) or unknown_way(felt[-1])
        fixes = (Fix(felt[-1], None), Fix(state.mummy, MUMMY))
        return _patient(observation, NAME_S, Mismatch(fixes, reason, clause, is_public=True))
    action = Move(state.mummy_player, path=until_catch(state, way))
    return _patient(observation, _rest_s(state, way), Matched(action))


def _rest_s(state: State, way: tuple[Cell, ...]) -> float:
    """Return how long the mummy rests at the end of a way before it counts: at once where she cannot go on."""
    return REST_S if len(way) < (state.steps or 0) else SETTLE_S


def _mummys_on_switches(state: State, observation: Observation, what: Seen) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that feels her as any other piece.

    Who slides her otherwise than the map allows, or lifts her, is asked for her by her own cells alone, elsewhere: on a
    hunter's cell she is not felt, so what else is made of what is felt there would tell of him.
    """
    if is_home(state, what):
        return Waiting()
    way, _ = by_trail(state, observation)
    is_she_alone = what.pieces - expected(state).keys() == set(way[-1:])
    are_hunters_there = what.pieces >= state.in_corridors.keys() & what.judged
    if is_on_way(state, observation) and is_she_alone and are_hunters_there and way == until_catch(state, way):
        return _patient(observation, _rest_s(state, way), Matched(Move(state.mummy_player, path=way)))
    return _patient(observation, ASK_S, where_is_she(state, observation))


def _mismatch(state: State, observation: Observation, what: Seen) -> Mismatch:
    fixes = to_put_right(state, what)
    reason, clause = reason_for(state, observation, what, fixes)
    return Mismatch(fixes, reason, clause)
