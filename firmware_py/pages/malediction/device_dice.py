"""Dice that the device rolls: the faces follow from the game's seed, the turn, and the number of the roll in that turn.

Why no running generator: after an undo the same roll shows the same faces, so nobody can take back in the hope of
better ones. Why not the number of the action: every later roll would then reveal whether a pawn ended its move on a
mission, and how often a hunter rolled again (P48). The seed is drawn once a game and stays secret, because it
determines all rolls.
"""

from __future__ import annotations

import random
from typing import NamedTuple, get_args

from firmware_py.games.malediction.actions import DieFace, is_roll
from firmware_py.games.malediction.state import DICE, State
from firmware_py.games.session import Session

DIE: tuple[DieFace, ...] = get_args(DieFace)
"""The six sides of a white die."""
SIDES = range(len(DIE))
"""The indices of `DIE`."""


class RollPlace(NamedTuple):
    """The place of a roll in a game, counted from 1; the mummy's turn counts like a pawn's."""

    turn: int
    roll: int
    """The number of the roll in that turn."""


def place_of_next_roll(session: Session) -> RollPlace:
    """Return the place of a roll made now; nothing hidden in an earlier turn affects it."""
    turn, roll, whose = 1, 1, session.start.turn
    for step in session.steps:
        if step.state.turn != whose:
            turn, roll, whose = turn + 1, 1, step.state.turn
        elif is_roll(step.action):
            roll += 1
    return RollPlace(turn, roll)


def device_dice(state: State, seed: str, place: RollPlace) -> tuple[DieFace, ...]:
    """Return the faces of the unlocked white dice rolled at a place of the game."""
    return tuple(DIE[side] for side in _sides(seed, place, len(DIE), DICE - state.locked))


def device_mummy_die(state: State, seed: str, place: RollPlace) -> int:
    """Return the face of the mummy die rolled at a place of the game."""
    (side,) = _sides(seed, place, len(state.maze.mummy_die), 1)
    return state.maze.mummy_die[side]


def _sides(seed: str, place: RollPlace, sides: int, count: int) -> tuple[int, ...]:
    """Return fair sides; Python promises that `random()` gives the same numbers in later versions."""
    chance = random.Random(f"{seed}/{place.turn}/{place.roll}")
    return tuple(int(chance.random() * sides) for _ in range(count))
