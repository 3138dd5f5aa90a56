"""What an observation means in the mummy's turn. The mummy's player may read all of it.

Why some moves must wait: a mummy at rest may be in the middle of its move, and the move is played at once, before
everybody's eyes. So a cell from which the move could go on counts only after a longer rest.

Why the mummy also catches where it was only sensed to pass: a hunter's pawn clicks to its magnet. A player who slid the
mummy over such a cell and back would search for hunters at no cost, while entering a cell catches (P34). So back in
place, too, the mummy must be at rest, whomever it met. Then either nothing has happened, or the catch is announced.
Switches cannot sense the mummy on a cell that a pawn holds down. There, a path back stays without effect, and the
player is trusted.

Why switches know so little: they sense the mummy like any pawn, and not at all where a pawn stands. So a move is played
only if the mummy's piece alone, slid from cell to cell, was sensed on every one. In all other cases one and the same
question asks for the mummy, which tells nobody whether a pawn was the cause. What the map forbids is refused when the
path is entered. Once the mummy was lifted, nothing is inferred from where it is sensed.
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

WHERE_IS_MUMMY = words("The board has lost track of the mummy. Has the mummy moved, or caught a pawn?")
"""The question about a mummy that is not surely sensed: the same words wherever pawns and failing cells are."""
MUMMY_MISPLACED = words("The mummy is not where it is in the game. Hunters: check your pawns, too.")
"""The second sentence always goes with the first, so it does not tell whether a pawn is misplaced."""


def mummy_not_sensed(state: State) -> Reminder:
    """Return that the player enters the mummy's path, as the board does not sense the cell where the mummy stands.

    Over switches nothing else may be announced: any other text would tell where nobody stands.
    """
    text = words("The board does not sense the mummy on {cell}: enter its path by button.", cell=state.mummy)
    return Reminder(text, is_public=True)


def misplaced_mummy(state: State) -> Mismatch:
    """Return that the mummy does not stand where the game has it, as everybody may read it."""
    return Mismatch((Fix(state.mummy, MUMMY),), MUMMY_MISPLACED, is_public=True)


def ask_where_mummy_is(state: State, observation: Observation) -> Ambiguous:
    """Return the question where the mummy is, with the path over which it was sensed.

    Over switches the path ends before the first hunter: what is sensed there may be the pawn.
    """
    if observation.tells_mummy:
        sensed = path_by_strength(state, observation)[0]
    else:
        sensed = tuple(takewhile(lambda cell: cell not in state.in_corridors, path_by_tracks(state, observation)[0]))
    return Ambiguous((), WHERE_IS_MUMMY, known_path(state, sensed))


def path_so_far(state: State, observation: Observation) -> tuple[Cell, ...]:
    """Return how far the mummy, whose move it is, was sensed; nothing on a board of switches.

    There a pawn put down beside the mummy would be taken for it, and shown to everybody.
    """
    if mover_of(state) != MUMMY or not observation.tells_mummy:
        return ()
    return known_path(state, path_by_strength(state, observation)[0])


def infer_from_sensors(state: State, observation: Observation, position: Position) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that knows the mummy.

    The map and the sensed cells decide where it went. Whether and when a move counts must not depend on a hunter: the
    mummy's player could search for hunters. Only the move that is played ends at the first hunter (P34).
    """
    path, end = path_by_strength(state, observation)
    if is_in_place(state, position):
        return _came_home(state, observation, path)
    if end is None or end not in position.mummies:
        return after_rest(observation, MISMATCH_S, ask_where_mummy_is(state, observation))
    return _arrived(state, observation, path)


def _came_home(state: State, observation: Observation, sensed: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy, `sensed` on these cells, stands where it stood: nothing, or a catch.

    It takes as long whether or not the mummy met somebody.
    """
    if not sensed:
        return Waiting()
    met = next((number for number, cell in enumerate(sensed, 1) if cell in state.in_corridors), 0)
    path = only_path(state.maze, state.mummy, sensed[:met], state.steps or 0)
    caught = Matched(Move(state.mummy_player, path=until_catch(state, path))) if path else Waiting()
    return after_rest(observation, REST_S, caught)


def _arrived(state: State, observation: Observation, sensed: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy was `sensed` on these cells and came to rest on the last of them."""
    steps = state.steps or 0
    path = only_path(state.maze, state.mummy, sensed, steps)
    if path is None:
        reason, clause = why_not_reachable(state, sensed) or unknown_path(sensed[-1])
        fixes = (Fix(sensed[-1], None), Fix(state.mummy, MUMMY))
        return after_rest(observation, MISMATCH_S, Mismatch(fixes, reason, clause, is_public=True))
    action = Move(state.mummy_player, path=until_catch(state, path))
    return after_rest(observation, _rest_s(state, path), Matched(action))


def _rest_s(state: State, path: tuple[Cell, ...]) -> float:
    """Return how long the mummy must be at rest at the end of a path: hardly where it cannot go on."""
    return REST_S if len(path) < (state.steps or 0) else SETTLE_S


def infer_from_switches(state: State, observation: Observation, position: Position) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that senses it as any other piece.

    If the mummy was lifted, or slid otherwise than the map allows, the question depends on its own cells alone. On a
    hunter's cell the mummy is not sensed, so any other inference there would reveal the hunter.
    """
    if is_in_place(state, position):
        return Waiting()
    path, _ = path_by_tracks(state, observation)
    is_alone = position.pieces - expected(state).keys() == set(path[-1:])
    if is_on_path(state, observation) and is_alone and path == until_catch(state, path):
        return after_rest(observation, _rest_s(state, path), Matched(Move(state.mummy_player, path=path)))
    return after_rest(observation, ASK_S, ask_where_mummy_is(state, observation))
