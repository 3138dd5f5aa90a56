"""What can be inferred from where the pieces stand, and how long they must have been at rest for it."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from firmware_py.games.malediction.actions import Move
from firmware_py.grid import Cell
from firmware_py.sensing.settling import Observation
from firmware_py.tracking.position import Fix
from firmware_py.words import Words

REST_S: Final = 1.6
"""How long the mummy must be at rest where its move could go on: one second, and the half second for which it is sensed
while it comes and goes at 0.6 s a cell."""
ASK_S: Final = REST_S
"""How long a position must be at rest before the players are asked to explain it."""
MISMATCH_S: Final = 3.0
"""How long a position that fits nothing must be at rest before it is named."""
PUT_BACK_S: Final = 1.0
"""How long pieces may stand otherwise than the game, after undo or power-up, before it is announced."""
FOREVER_S: Final = float("inf")


class Waiting(msgspec.Struct, frozen=True):
    """Nothing to announce until the board rests for `at_rest_s`, or does not sense the mummy for `missed_s`."""

    at_rest_s: float = FOREVER_S
    missed_s: float = FOREVER_S


class Matched(msgspec.Struct, frozen=True):
    """The pieces stand where this action leads; `instead`: it takes the place of the action matched last."""

    action: Move
    instead: bool = False


class Unmoved(msgspec.Struct, frozen=True):
    """The pawn no longer stands where it was matched, nor surely anywhere else: it has not moved yet."""


class Ambiguous(msgspec.Struct, frozen=True):
    """It may have been one of these actions, or none of them: the players know.

    The question about the mummy is for everybody: it is asked whether or not a pawn is near, and it names no pawn.
    """

    actions: tuple[Move, ...]
    question: Words
    path: tuple[Cell, ...] | None = None
    """The cells over which the mummy was sensed, if the question is about the mummy."""


class Reminder(msgspec.Struct, frozen=True):
    """What the players must remember because the board cannot know it; `is_public` if that reveals no pawn."""

    words: Words
    is_public: bool = False


class Mismatch(msgspec.Struct, frozen=True):
    """The pieces stand where no legal action leads: what to put right, and why, with the clause if there is one."""

    fixes: tuple[Fix, ...]
    reason: Words
    clause: str = ""
    is_public: bool = False
    """Whether it is about the mummy alone, as the mummy's player sees it."""
    at_rest_s: float = FOREVER_S
    """How long the board must be at rest until it is evaluated again; it is not compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mismatch) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.fixes, self.reason, self.clause, self.is_public


Inference: TypeAlias = Waiting | Matched | Unmoved | Ambiguous | Reminder | Mismatch


def after_rest(observation: Observation, at_rest_s: float, inference: Inference) -> Inference:
    """Return the inference once a position is at rest for `at_rest_s`, else the wait for that."""
    return inference if observation.at_rest_s >= at_rest_s else Waiting(at_rest_s)
