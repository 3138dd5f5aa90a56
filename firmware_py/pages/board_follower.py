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
from firmware_py.pages.stack import Input, Stack
from firmware_py.pages.table import Table
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
    """The action takes the place of the last one, which is taken back."""
    ends_notice: bool = False
    """A notice of success is no longer to be read."""


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
        """Return the follower after a frame; after a board was found, or its profile has changed; or lost, for None."""
        return self

    def tick(self, now_s: float, before: Self, say: Say, audience: Audience, /) -> tuple[Self, BoardNews]:
        """Return the follower at `now_s`, with what is new since `before` to those who look at the screen."""
        return self, NO_NEWS

    def look_at_s(self) -> float:
        """Return when the board must be read even if it reports nothing; infinity if never."""
        return inf

    def deadline_s(self) -> float:
        """Return when `tick` may have news without a frame; infinity if never."""
        return inf

    def expecting(self, session: Session | None, stack: Stack, /, *, by_button: bool) -> Self:
        """Return the follower that expects the pieces where session and pages have them.

        `by_button`: the players entered it by button; trust them over the sensors.
        """
        return self

    def is_expecting(self, session: Session | None, stack: Stack, /) -> bool:
        """Return whether it expects the pieces where session and pages have them."""
        return True

    def concluded(self, inference: Any, stack: Stack, session: Session, /) -> tuple[Self, Conclusion]:
        """Return the follower, and the pages and the action to which its own inference leads."""
        return self, Conclusion(stack)

    def played(self, before: Any, action: Any, /) -> Self:
        """Return the follower after an action it concluded was played from the state `before`."""
        return self

    def pressed(self, press: Pressed, say: Say, /) -> tuple[Self, Stack | None, Notice | None]:
        """Return the follower, the pages and a notice after a press; no pages if it comes too early.

        Too early is what a moving piece is about to contradict, and what answers a question that nobody has read yet.
        """
        return self, press.after, None

    def asking(self, stack: Stack, table: Table, /) -> tuple[Self, Stack]:
        """Return the follower and the pages, with its question laid before those whom it concerns."""
        return self, stack

    def traced(self, before: Self, stack: Stack, /) -> Stack:
        """Return the pages showing the path that a piece took since `before`; with the board its question goes."""
        return stack

    def still_true(self, notice: Notice | None, before: Self, say: Say, /) -> Notice | None:
        """Return a notice as far as it is still true, after this follower took the place of `before`."""
        return notice

    def beside(self, view: View, say: Say, /) -> View:
        """Return a page with what the board has to say beside it."""
        return view
