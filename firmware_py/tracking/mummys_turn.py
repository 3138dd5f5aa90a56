"""What an observation means in the mummy's turn, and what is told of her: her player may read all of it.

Why some of her moves must wait: at rest she may be on her way, and her move is played at once, before everybody's
eyes. So a cell from which it could go on counts only after a longer rest.

Why she catches also where she was only felt to pass: a hunter's pawn clicks to her magnet, and who slid her over its
cell and home again would feel for hunters for nothing, while entering catches (P34). So at home too she is given her
rest, whomever she met, and then either it was nothing or the catch is told. Switches cannot feel her on a cell that a
pawn holds down: there a way home stays nothing, and her player is trusted.

Why switches know so little of her: they feel her as any pawn, and not at all where one stands. So a move of hers is
played only if her piece alone, slid from cell to cell, was felt on every one; for all else she is asked for in one and
the same sentence, which tells nobody whether a pawn was the cause. What the map forbids is refused when her way is
told. Once she was lifted nothing is concluded any more from where she is felt.
"""

from __future__ import annotations

from itertools import takewhile

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import until_catch
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.sensing.settling import SETTLE_S, Observation
from firmware_py.tracking.inferences import (
    ASK_S,
    MISMATCH_S,
    REST_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Waiting,
    after_rest,
)
from firmware_py.tracking.position import MUMMY, Fix, Position, expected, is_in_place, mover_of
from firmware_py.tracking.possible_paths import only_path
from firmware_py.tracking.reasons import unknown_path, why_not_reachable
from firmware_py.tracking.sensed_paths import is_on_path, known_path, path_by_strength, path_by_tracks
from firmware_py.words import words

WHERE_IS_MUMMY = words("The board has lost track of the mummy. Has she moved, or caught a pawn?")
"""What is asked about a mummy who is not felt, or not surely: the same words wherever pawns and blind cells are."""
MUMMY_MISPLACED = words("The mummy does not stand as she does in the game. Hunters: see that the pawns do.")
"""The second sentence is always said with the first, so it does not tell whether a pawn is astray."""


def mummy_not_sensed(state: State) -> Reminder:
    """Return that her player tells the mummy's way, as the board does not feel the cell where she stands.

    Over switches nothing else can be said: whatever came up where she is felt would tell where nobody stands.
    """
    text = words("The board does not feel the mummy on {cell}: tell her way by button.", cell=state.mummy)
    return Reminder(text, is_public=True)


def misplaced_mummy(state: State) -> Mismatch:
    """Return that the mummy does not stand where the game has her, as everybody may read it."""
    return Mismatch((Fix(state.mummy, MUMMY),), MUMMY_MISPLACED, is_public=True)


def ask_where_mummy_is(state: State, observation: Observation) -> Ambiguous:
    """Return the question where the mummy is, with the way over which she was felt to go.

    On switches it ends before the first hunter: what is felt there may be his pawn.
    """
    if observation.tells_mummy:
        sensed = path_by_strength(state, observation)[0]
    else:
        sensed = tuple(takewhile(lambda cell: cell not in state.in_corridors, path_by_tracks(state, observation)[0]))
    return Ambiguous((), WHERE_IS_MUMMY, known_path(state, sensed))


def path_so_far(state: State, observation: Observation) -> tuple[Cell, ...]:
    """Return how far the mummy, whose move it is, was felt to go; nothing on a board that feels any piece alike.

    There a pawn put down beside her would be taken for her, and shown to everybody.
    """
    if mover_of(state) != MUMMY or not observation.tells_mummy:
        return ()
    return known_path(state, path_by_strength(state, observation)[0])


def infer_from_sensors(state: State, observation: Observation, position: Position) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that knows her.

    Where she has gone follows from the map and from where she is felt, and whether that counts, and when, from no
    hunter: her player could feel for them otherwise. Only what is played ends on the first hunter's cell (P34).
    """
    path, end = path_by_strength(state, observation)
    if is_in_place(state, position):
        return _came_home(state, observation, path)
    if end is None or end not in position.mummies:
        return after_rest(observation, MISMATCH_S, ask_where_mummy_is(state, observation))
    return _arrived(state, observation, path)


def _came_home(state: State, observation: Observation, sensed: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy, `sensed` on these cells, stands where she stood: nothing, or a catch.

    It takes as long whether or not she met somebody.
    """
    if not sensed:
        return Waiting()
    met = next((number for number, cell in enumerate(sensed, 1) if cell in state.in_corridors), 0)
    path = only_path(state.maze, state.mummy, sensed[:met], state.steps or 0)
    caught = Matched(Move(state.mummy_player, path=until_catch(state, path))) if path else Waiting()
    return after_rest(observation, REST_S, caught)


def _arrived(state: State, observation: Observation, sensed: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy is `sensed` on these cells, and has come to rest on the last of them."""
    steps = state.steps or 0
    path = only_path(state.maze, state.mummy, sensed, steps)
    if path is None:
        reason, clause = why_not_reachable(state, sensed) or unknown_path(sensed[-1])
        fixes = (Fix(sensed[-1], None), Fix(state.mummy, MUMMY))
        return after_rest(observation, MISMATCH_S, Mismatch(fixes, reason, clause, is_public=True))
    action = Move(state.mummy_player, path=until_catch(state, path))
    return after_rest(observation, _rest_s(state, path), Matched(action))


def _rest_s(state: State, path: tuple[Cell, ...]) -> float:
    """Return how long the mummy rests at the end of a way before it counts: at once where she cannot go on."""
    return REST_S if len(path) < (state.steps or 0) else SETTLE_S


def infer_from_switches(state: State, observation: Observation, position: Position) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that feels her as any other piece.

    Who slides her otherwise than the map allows, or lifts her, is asked for her by her own cells alone, elsewhere: on a
    hunter's cell she is not felt, so what else is made of what is felt there would tell of him.
    """
    if is_in_place(state, position):
        return Waiting()
    path, _ = path_by_tracks(state, observation)
    is_she_alone = position.pieces - expected(state).keys() == set(path[-1:])
    if is_on_path(state, observation) and is_she_alone and path == until_catch(state, path):
        return after_rest(observation, _rest_s(state, path), Matched(Move(state.mummy_player, path=path)))
    return after_rest(observation, ASK_S, ask_where_mummy_is(state, observation))
