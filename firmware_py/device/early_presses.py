"""Presses that come too early: for a moment after the turn has passed on, they belong to the player before.

Why the moment begins when the new player's page is shown: until then nobody could know whose turn it is, however long
the disk took. Why presses under way end with the turn: a button that was down before was pressed by the player before.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Actor
from firmware_py.device.state import DeviceState

SIGN_S = 0.5
"""How long it is shown whose turn it is instead."""


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is, and since when everybody can see that."""

    whose: Actor | None
    """None outside a game, and where nobody in particular must act."""
    early_s: float
    """For so many seconds a press still belongs to the player before."""
    shown_s: float | None = None
    """None until it is shown."""
    sign_until_s: float | None = None
    """Until when it is shown that a press was dropped; None if none was."""

    @property
    def sign(self) -> Actor | None:
        """Whose sign is shown because a press was dropped, if any."""
        return None if self.sign_until_s is None else self.whose

    @property
    def counts_from_s(self) -> float:
        """From when presses count; infinity as long as the turn is not shown."""
        return float("inf") if self.shown_s is None else self.shown_s + self.early_s


def begin(whose: Actor | None, early_s: float) -> Turn:
    """Return the turn at power-up, when every press counts."""
    return Turn(whose, early_s, shown_s=float("-inf"))


def followed(turn: Turn, before: DeviceState, state: DeviceState) -> Turn:
    """Return the turn in the state after `before`; the same turn if it has not passed on."""
    if state.stack[0] is before.stack[0] and state.session is before.session:
        return turn  # pages were laid over the game, or taken away
    return turn if state.actor == turn.whose else Turn(state.actor, turn.early_s)


def tick(turn: Turn, now_s: float) -> Turn:
    """Return the turn at `now_s`, when it is shown; the same turn if nothing has changed."""
    if turn.shown_s is None:
        return replace(turn, shown_s=now_s)
    if turn.sign_until_s is not None and now_s >= turn.sign_until_s:
        return replace(turn, sign_until_s=None)
    return turn


def is_early(turn: Turn, at_s: float) -> bool:
    """Return whether a contact that closed at `at_s`, or a touch then, belongs to the player before."""
    return at_s < turn.counts_from_s


def dropped(turn: Turn, at_s: float) -> Turn:
    """Return the turn after a press was dropped."""
    return replace(turn, sign_until_s=at_s + SIGN_S)
