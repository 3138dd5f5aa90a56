"""The inferences that the board allows: a move, a question, what to put right, or a wait."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from firmware_py.games.malediction.state import Move
from firmware_py.grid import Cell
from firmware_py.tracking.position import Fix
from firmware_py.words import Words

FOREVER_S: Final = float("inf")


class Waiting(msgspec.Struct, frozen=True):
    """Nothing to announce before `until_s` unless something changes; `may_move` if a move or a question may follow.

    `Waiting()` says that all pieces stand right.
    """

    until_s: float = FOREVER_S
    may_move: bool = False


class Matched(msgspec.Struct, frozen=True):
    """The pieces stand where this action leads; `instead`: it takes the place of the action matched last."""

    action: Move
    instead: bool = False


class Unmoved(msgspec.Struct, frozen=True):
    """The piece no longer stands where it was matched, nor surely anywhere else: it has not moved yet."""


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
    until_s: float = FOREVER_S
    """When there may be more to put right; infinity once that was evaluated."""

    @property
    def missed(self) -> int:
        """How many pieces are not where they belong."""
        return sum(fix.piece is not None for fix in self.fixes)


Inference: TypeAlias = Waiting | Matched | Unmoved | Ambiguous | Reminder | Mismatch


def once(due_s: float, now_s: float, inference: Inference, *, may_move: bool = False) -> Inference:
    """An inference as soon as it is due, else the wait for that."""
    return inference if now_s >= due_s else Waiting(due_s, may_move)


def instead_of(action: Move, found: Inference, *, is_known: bool) -> Inference | None:
    """What an inference from the state before the accepted move means for that move; `is_known`: it surely ended."""
    match found:
        case Matched(other):
            return Matched(other, instead=True) if other != action else None
        case Waiting(until_s) if until_s < FOREVER_S:
            return found
        case Waiting() | Ambiguous() | Reminder() if is_known:
            return Unmoved()
    return None
