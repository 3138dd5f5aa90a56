"""What the device asks of a game that is played on the magnetic board.

A follower is a value: each method returns the next one. The device feeds it frames and time, says what the players
press, and carries out what it concludes. What the pieces mean is the game's business alone. `Follower` itself follows
nothing, as on a device without a board; a game's own one says what it knows better.
"""

# ruff: noqa: ARG002 - what is followed by nothing is not looked at

from __future__ import annotations

from math import inf
from typing import Any, Self

import msgspec

from display.view import Audience, Notice, View
from firmware_py.config.board_profile import BoardProfile
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext
from firmware_py.pages.page import Input, Stack
from firmware_py.sensing.cells import CellReadings
from firmware_py.words import Say


class BoardNews(msgspec.Struct, frozen=True):
    """What a follower has to say after a moment; the empty news if nothing is new."""

    notice: Notice | None = None
    inference: Any = None
    """What the pieces mean now, if that is something to act on."""
    is_public: bool = False
    """Whether what everybody may read has changed."""


NO_NEWS = BoardNews()


class Conclusion(msgspec.Struct, frozen=True):
    """What an inference leads to: pages, and an action to play at once, if any."""

    stack: Stack
    action: Any = None
    replaces_last: bool = False
    """The action replaces the last one, which is undone."""
    ends_notice: bool = False
    """A notice of success can go."""


class Pressed(msgspec.Struct, frozen=True):
    """A press, and what the pages make of it."""

    done: Input
    before: Stack
    after: Stack
    audience: Audience
    """Those who look at the screen."""
    plays: bool
    """Whether an action would be played."""


class Follower(msgspec.Struct, frozen=True):
    """Follows the pieces of one game on the board; this one has no news, and expects nothing."""

    @property
    def is_settled(self) -> bool:
        """Whether it knows what stands on the board."""
        return True

    @property
    def is_played(self) -> bool:
        """Whether a game is played on the board."""
        return False

    @property
    def why_nothing_follows(self) -> str:
        """What is believed, and why, if pieces move for long and nothing follows, for the log; else nothing."""
        return ""

    def feed(self, seen: CellReadings | BoardProfile | None, /) -> Self:
        """Take in a frame or a board that was found or has a new profile; None if it was lost."""
        return self

    def tick(self, now_s: float, before: Self, say: Say, audience: Audience, /) -> tuple[Self, BoardNews]:
        """The follower at `now_s`, and what is new since `before` to those who look at the screen."""
        return self, NO_NEWS

    def look_at_s(self) -> float:
        """When to read the board even if it reports nothing; infinity for never."""
        return inf

    def deadline_s(self) -> float:
        """When `tick` may have news without a frame; infinity for never."""
        return inf

    def expect(self, session: Session | None, stack: Stack, /, *, by_button: bool) -> Self:
        """Expect the pieces where session and pages have them.

        `by_button`: the players entered it by button; trust them over the sensors.
        """
        return self

    def expects(self, session: Session | None, stack: Stack, /) -> bool:
        """Whether it expects the pieces where session and pages have them."""
        return True

    def conclude(self, inference: Any, stack: Stack, session: Session, /) -> tuple[Self, Conclusion]:
        """The follower, and the pages and the action that its inference leads to."""
        return self, Conclusion(stack)

    def played(self, before: Any, action: Any, /) -> Self:
        """The follower after its own action was played on the state `before`."""
        return self

    def pressed(self, press: Pressed, say: Say, /) -> tuple[Self, Stack | None, Notice | None]:
        """The follower, pages and notice after a press; no pages if it comes too early.

        Too early is what a moving piece is about to contradict, and what answers a question that nobody has read yet.
        """
        return self, press.after, None

    def ask(self, stack: Stack, table: PageContext, /) -> tuple[Self, Stack]:
        """The follower and the pages, with its question before those it concerns."""
        return self, stack

    def trace(self, before: Self, stack: Stack, /) -> Stack:
        """The pages with a piece's path since `before`; a question goes with the board."""
        return stack

    def still_true(self, notice: Notice | None, before: Self, say: Say, /) -> Notice | None:
        """What is still true of a notice now that this follower replaces `before`."""
        return notice

    def beside(self, view: View, say: Say, /) -> View:
        """A page with the board's remarks beside it."""
        return view
