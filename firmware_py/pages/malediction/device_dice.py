"""Dice that the device rolls: faces that follow from the game's seed, the turn, and which roll of that turn it is.

Why no running generator: after an undo the same roll at the same place shows the same faces, so taking back cannot
fish for better ones. Why not the number of the action: whether a pawn has ended its move on a mission, and how often a
hunter has rolled again, would show in every later roll (P48). The seed is drawn once a game and stays secret, as it
would tell all rolls to come.
"""

from __future__ import annotations

import random
from typing import NamedTuple, get_args

from firmware_py.games.malediction.actions import DieFace, is_roll
from firmware_py.games.malediction.state import DICE, State
from firmware_py.games.session import Session

DIE: tuple[DieFace, ...] = get_args(DieFace)
"""The six sides of a white die."""


class RollPlace(NamedTuple):
    """Where in a game a roll stands, each counted from 1; the mummy's own turn counts like a pawn's."""

    turn: int
    roll: int
    """Which roll of that turn it is."""


def place_of_next_roll(session: Session) -> RollPlace:
    """Return the place of a roll that is made now; nothing hidden in an earlier turn bears on it."""
    turn, roll, whose = 1, 1, session.start.turn
    for step in session.steps:
        if step.state.turn != whose:
            turn, roll, whose = turn + 1, 1, step.state.turn
        elif is_roll(step.action):
            roll += 1
    return RollPlace(turn, roll)


def device_dice(state: State, seed: str, place: RollPlace) -> tuple[DieFace, ...]:
    """Return what the unlocked white dice show if they are rolled at that place of the game."""
    return tuple(DIE[side] for side in _sides(seed, place, len(DIE), DICE - state.locked))


def device_mummy_die(state: State, seed: str, place: RollPlace) -> int:
    """Return what the board's mummy die shows if it is rolled at that place of the game."""
    (side,) = _sides(seed, place, len(state.maze.mummy_die), 1)
    return state.maze.mummy_die[side]


def _sides(seed: str, place: RollPlace, sides: int, count: int) -> tuple[int, ...]:
    """Return fair sides; `random()` is the one generator that Python promises to keep over its versions."""
    chance = random.Random(f"{seed}/{place.turn}/{place.roll}")
    return tuple(int(chance.random() * sides) for _ in range(count))
