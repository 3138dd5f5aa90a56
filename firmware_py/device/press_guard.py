"""Presses that come too early: they were meant for the player before, or for the question before.

Why the moment begins when the new player's page is shown: until then nobody could know whose turn it is, however long
the disk took. Why presses under way end with the turn: a button that was down before was pressed by the player before.

Why a question has such a moment as well: people press twice, and the second press would answer what they have not read
yet. It is dropped without a sign, and only if it would do something: play an action, give a command, pass on whose turn
it is. And only if the same button led to the question, or a touch to one that is touched: what lies below a finger may
be anything by then. What a phone has led to, nobody at the device has read: there every finger waits. So a cursor, a
menu and what is entered part by part are as fast as fingers are, and whoever knows the next answer gives it at once by
another button.

Why a question is what the page says, but for numbers: so hardly a page has to declare it, and the next card is the same
question again. Whatever was played, the next question is a new one.
"""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from display.view import Actor
from firmware_py.device.effects import Finger
from firmware_py.device.state import DeviceState
from firmware_py.pages.page import Input, LongPress, press

SIGN_S = 0.5
"""How long it is shown whose turn it is instead."""


class PressGuard(msgspec.Struct, frozen=True):
    """Whose turn it is and what is asked, and since when everybody can see that."""

    whose: Actor | None
    """None outside a game, and where nobody in particular must act."""
    early_s: float
    """For how many seconds a press still belongs to the player or the question before."""
    shown_s: float | None = None
    """Since when it is shown whose turn it is; None until then."""
    input_source: Finger | None = None
    """The finger that led to the question; None if none did."""
    asked_s: float | None = None
    """Since when the question is shown; None until then."""
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

    @property
    def answers_from_s(self) -> float:
        """From when whatever is pressed answers the question; infinity as long as it is not shown."""
        return float("inf") if self.asked_s is None else self.asked_s + self.early_s


def begin(whose: Actor | None, early_s: float) -> PressGuard:
    """The guard at power-up, when every press counts."""
    return PressGuard(whose, early_s, shown_s=float("-inf"), asked_s=float("-inf"))


def follow(guard: PressGuard, before: DeviceState, state: DeviceState) -> PressGuard:
    """The guard in the state after `before`; the same one if it is the same turn and the same is asked."""
    if state.stack is before.stack and state.session is before.session:
        return guard
    if state.session is not before.session or _question(state) != _question(before):
        guard = replace(guard, input_source=state.input_source, asked_s=None)
    if state.stack[0] is before.stack[0] and state.session is before.session:
        return guard  # pages were laid over the game, or taken away
    if state.actor == guard.whose:
        return guard
    return PressGuard(state.actor, guard.early_s, input_source=state.input_source)


def _question(state: DeviceState) -> object:
    """What a page asks, but for numbers."""
    view = state.top_view
    return state.stack[-1].identity, view.title, re.sub(r"\d+", "0", view.prompt)


def tick(guard: PressGuard, now_s: float) -> PressGuard:
    """The guard at `now_s`, when turn and question are shown; the same one if nothing has changed."""
    if guard.shown_s is None or guard.asked_s is None:
        return replace(guard, shown_s=now_s if guard.shown_s is None else guard.shown_s, asked_s=now_s)
    if guard.sign_until_s is not None and now_s >= guard.sign_until_s:
        return replace(guard, sign_until_s=None)
    return guard


def is_early(guard: PressGuard, at_s: float) -> bool:
    """Whether a contact that closed at `at_s`, or a touch then, belongs to the player before."""
    return at_s < guard.counts_from_s


def is_accidental_repeat(
    guard: PressGuard, state: DeviceState, done: Input, finger: Finger | None, began_s: float
) -> bool:
    """Whether an input that began at `began_s` would answer a question that nobody can have read by then.

    While a button is held, it is read.
    """
    if began_s >= guard.answers_from_s or finger is None or guard.input_source not in (finger, "phone"):
        return False
    if isinstance(done, LongPress):
        return finger == "screen"
    (lowest, *_), command = press(state.stack, done, state.table)
    return command is not None or (lowest is not state.stack[0] and lowest.view(state.table).actor != state.actor)


def drop(guard: PressGuard, at_s: float) -> PressGuard:
    """The guard after a press was dropped."""
    return replace(guard, sign_until_s=at_s + SIGN_S)
