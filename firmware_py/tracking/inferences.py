"""What can be concluded from where the pieces stand, and for how long they must have stood there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from firmware_py.games.malediction.actions import Move
from firmware_py.grid import Cell
from firmware_py.sensing.settling import Observation
from firmware_py.tracking.position import Fix
from firmware_py.words import Words

REST_S: Final = 1.6
"""How long the mummy rests where her move could go on before it counts: a second, and the half second for which she is
felt already, and still, while she comes and goes at 0.6 s a cell."""
ASK_S: Final = REST_S
"""How long a position lies that only the players can explain before they are asked."""
MISMATCH_S: Final = 3.0
"""How long a position that fits nothing lies before it is named."""
PUT_BACK_S: Final = 1.0
"""How long pieces may stand otherwise than the game, after undo or power-up, before it is said."""
FOREVER_S: Final = float("inf")


@dataclass(frozen=True)
class Waiting:
    """Nothing to say, until the board has been at rest for `at_rest_s`, or the mummy has been missed for `missed_s`."""

    at_rest_s: float = FOREVER_S
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
    path: tuple[Cell, ...] | None = None
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
    at_rest_s: float = field(default=FOREVER_S, compare=False)
    """How long the board must have been at rest for it to be judged again."""


Inference: TypeAlias = Waiting | Matched | Unmoved | Ambiguous | Reminder | Mismatch


def after_rest(observation: Observation, at_rest_s: float, inference: Inference) -> Inference:
    """Return what is concluded, once a position has lain for `at_rest_s`; before that it waits."""
    return inference if observation.at_rest_s >= at_rest_s else Waiting(at_rest_s)
