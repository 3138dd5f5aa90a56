"""The interface of every game's rules, and the values that pass through it.

Why: a referee must explain, so "which clause forbids this" is the primitive, and "is this legal" follows from it.
Decisions of the players can be listed (`legal_actions`). What the table shows (revealed cards, dice, a photo) cannot;
it is only checked. Chance is such an observation: nothing here is random. Rules know no undo, no clock and no device;
the three games share this module and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from firmware_py.words import Words


class Refusal(msgspec.Struct, frozen=True):
    """The clause that forbids an action, and why in plain words, including what would be allowed."""

    clause: str
    why: Words


class IllegalAction(Exception):  # noqa: N818 - the players' fault, in the players' words
    """Raised for an action that the rules forbid; the state is unchanged."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        super().__init__(f"{refusal.clause}: {refusal.why.message}")
        self.refusal = refusal
        self.action = action


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=_snake_case):
    """What the device announces after an action; in JSON an object with its name under "event"."""

    is_public: ClassVar[bool] = True
    """Whether everybody at the table may hear it."""

    is_shown_anyway: ClassVar[bool] = False
    """Whether the next page shows it anyway, so that it needs no words."""

    announces_turn: ClassVar[bool] = False
    """Whether it only says that its player acts next."""

    def words(self) -> Words:
        """The announcement as one sentence."""
        raise NotImplementedError

    def heard(self) -> Words:
        """Return it as a voice says it right after the choice was heard, and whose turn it is."""
        return self.words()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners in seating order (several share the victory), and the reason."""

    winners: tuple[str, ...]
    reason: Words


class Header(Protocol):
    """Line 1 of a record: what a game is played with. Each game adds its house `rules` and its `setup`."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names in seating order, first to act first."""


class Action(Protocol):
    """One later line of a record: what a player does."""

    @property
    def by(self) -> str:
        """The player who acts."""


TABLE = ""
"""The viewer for everybody at the table; any other viewer is a player's name."""

H_contra = TypeVar("H_contra", contravariant=True)
S = TypeVar("S")
A = TypeVar("A")


class Rules(Protocol[H_contra, S, A]):
    """The rules of one game as pure functions over immutable values; a module of functions satisfies it."""

    def initial_state(self, header: H_contra, /) -> S:
        """The state before the first action."""

    def to_act(self, state: S, /) -> tuple[str, ...]:
        """The players who may act now, in seating order; empty when the game is over."""

    def broken_rule(self, state: S, action: A, /) -> Refusal | None:
        """Why `action` is refused now, with its clause; None if it is legal."""

    def legal_actions(self, state: S, /) -> Sequence[A]:
        """Every legal decision; what the table shows is not listed."""

    def apply(self, state: S, action: A, /) -> tuple[S, tuple[Event, ...]]:
        """Return the state after `action`, and what to announce.

        :raises IllegalAction: when `broken_rule` refuses it.
        """

    def outcome(self, state: S, /) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def seen_by(self, state: S, viewer: str, /) -> S:
        """The state without what `viewer` (a player's name, or `TABLE`) must not know."""

    def record_state(self, state: S, /) -> dict[str, Any]:
        """The state as a record shows it: the keys of the format, secrets included."""
