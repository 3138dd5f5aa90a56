"""Dice that the device rolls: faces that follow from the game's seed and the number of the action.

Why no running generator: after an undo the same roll at the same place shows the same faces, so taking back cannot
fish for better ones. The seed is drawn once a game and stays secret, as it would tell all rolls to come.
"""

from __future__ import annotations

import random
from typing import get_args

from firmware_py.games.malediction.state import DICE, DieFace, State

DIE: tuple[DieFace, ...] = get_args(DieFace)
"""The six sides of a white die."""


def device_dice(state: State, seed: str, ply: int) -> tuple[DieFace, ...]:
    """Return what the unlocked white dice show if they are rolled as action number `ply` of the game."""
    return tuple(DIE[side] for side in _sides(seed, ply, len(DIE), DICE - state.locked))


def device_mummy_die(state: State, seed: str, ply: int) -> int:
    """Return what the board's mummy die shows if it is rolled as action number `ply` of the game."""
    (side,) = _sides(seed, ply, len(state.board.mummy_die), 1)
    return state.board.mummy_die[side]


def _sides(seed: str, ply: int, sides: int, count: int) -> tuple[int, ...]:
    """Return fair sides; `random()` is the one generator that Python promises to keep over its versions."""
    chance = random.Random(f"{seed}/{ply}")
    return tuple(int(chance.random() * sides) for _ in range(count))
