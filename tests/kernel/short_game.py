"""A whole game of Maudite Momie in few presses: every kind of action, all guardians, and a final reveal.

What is done and turned up is for players to say: these ones hurry. A press and its picture cost a third of a second of
a core, and each card that is turned up takes three or more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from pair import GAME

from firmware_py.desk.demo import DEMOS
from firmware_py.games.maudite_momie.state import AnyAction, Awaken, Card, Explore, Keep, Reveal, Secure

PLAYERS = A, B = "A", "B"
ACTIONS: tuple[AnyAction, ...] = (
    Explore(A, "left"),
    Explore(B, "right"),
    Awaken(A, B),
    Reveal(B, (Card("mask", 1, "frank"),)),
    Explore(A, "right"),
    Explore(B, "left"),
    Explore(A, "left"),
    Explore(B, "right"),
    Awaken(A, B),
    Reveal(B, (Card("cup", 3, "mummy"), Card("cup", 3, "werewolf"))),
    Keep(A, ("left",)),
    Explore(B, "left"),
    Secure(A),
    Reveal(A, (Card("scarab", 3), Card("scarab", 3), Card("crown", 3), Card("crown", 3))),
    Reveal(B, (Card("vase", 2),)),
)


class ChosenTable:
    """A table at which all is settled beforehand."""

    def __init__(self, _players: tuple[str, ...], _seed: int) -> None:
        self._actions: Iterator[AnyAction] = iter(ACTIONS)

    def next_action(self, _state: Any) -> AnyAction:
        """The next action."""
        return next(self._actions)


SHORT_GAME = replace(DEMOS[GAME], players=PLAYERS, table=ChosenTable)
"""The game, as a demonstration has it."""
