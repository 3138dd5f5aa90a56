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
from firmware_py.tracking.conclusions import (
    ASK_S,
    NAME_S,
    REST_S,
    Ambiguous,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Waiting,
    patient,
)
from firmware_py.tracking.felt_paths import by_strength, by_trail, is_on_way, known_way
from firmware_py.tracking.possible_paths import only_way
from firmware_py.tracking.reasons import unknown_way, why_not_there
from firmware_py.tracking.standing import MUMMY, Fix, Seen, expected, is_home, mover_of
from firmware_py.words import words

WHERE_IS_SHE = words("The board has lost track of the mummy. Has she moved, or caught a pawn?")
"""What is asked about a mummy who is not felt, or not surely: the same words wherever pawns and blind cells are."""
MUMMY_ASTRAY = words("The mummy does not stand as she does in the game. Hunters: see that the pawns do.")
"""The second sentence is always said with the first, so it does not tell whether a pawn is astray."""


def unfelt(state: State) -> Reminder:
    """Return that her player tells the mummy's way, as the board does not feel the cell where she stands.

    Over switches nothing else can be said: whatever came up where she is felt would tell where nobody stands.
    """
    told = words("The board does not feel the mummy on {cell}: tell her way by button.", cell=state.mummy)
    return Reminder(told, is_public=True)


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


def way_so_far(state: State, observation: Observation) -> tuple[Cell, ...]:
    """Return how far the mummy, whose move it is, was felt to go; nothing on a board that feels any piece alike.

    There a pawn put down beside her would be taken for her, and shown to everybody.
    """
    if mover_of(state) != MUMMY or not observation.tells_mummy:
        return ()
    return known_way(state, by_strength(state, observation)[0])


def meant_by_sensors(state: State, observation: Observation, what: Seen) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that knows her.

    Where she has gone follows from the map and from where she is felt, and whether that counts, and when, from no
    hunter: her player could feel for them otherwise. Only what is played ends on the first hunter's cell (P34).
    """
    way, end = by_strength(state, observation)
    if is_home(state, what):
        return _came_home(state, observation, way)
    if end is None or end not in what.mummies:
        return patient(observation, NAME_S, where_is_she(state, observation))
    return _arrived(state, observation, way)


def _came_home(state: State, observation: Observation, felt: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy, `felt` on these cells, stands where she stood: nothing, or a catch.

    It takes as long whether or not she met somebody.
    """
    if not felt:
        return Waiting()
    met = next((number for number, cell in enumerate(felt, 1) if cell in state.in_corridors), 0)
    way = only_way(state.maze, state.mummy, felt[:met], state.steps or 0)
    caught = Matched(Move(state.mummy_player, path=until_catch(state, way))) if way else Waiting()
    return patient(observation, REST_S, caught)


def _arrived(state: State, observation: Observation, felt: tuple[Cell, ...]) -> Inference:
    """Return what it means that the mummy is `felt` on these cells, and has come to rest on the last of them."""
    steps = state.steps or 0
    way = only_way(state.maze, state.mummy, felt, steps)
    if way is None:
        reason, clause = why_not_there(state, felt) or unknown_way(felt[-1])
        fixes = (Fix(felt[-1], None), Fix(state.mummy, MUMMY))
        return patient(observation, NAME_S, Mismatch(fixes, reason, clause, is_public=True))
    action = Move(state.mummy_player, path=until_catch(state, way))
    return patient(observation, _rest_s(state, way), Matched(action))


def _rest_s(state: State, way: tuple[Cell, ...]) -> float:
    """Return how long the mummy rests at the end of a way before it counts: at once where she cannot go on."""
    return REST_S if len(way) < (state.steps or 0) else SETTLE_S


def meant_by_switches(state: State, observation: Observation, what: Seen) -> Inference:
    """Return what an observation means in the mummy's turn, on a board that feels her as any other piece.

    Who slides her otherwise than the map allows, or lifts her, is asked for her by her own cells alone, elsewhere: on a
    hunter's cell she is not felt, so what else is made of what is felt there would tell of him.
    """
    if is_home(state, what):
        return Waiting()
    way, _ = by_trail(state, observation)
    is_she_alone = what.pieces - expected(state).keys() == set(way[-1:])
    if is_on_way(state, observation) and is_she_alone and way == until_catch(state, way):
        return patient(observation, _rest_s(state, way), Matched(Move(state.mummy_player, path=way)))
    return patient(observation, ASK_S, where_is_she(state, observation))
