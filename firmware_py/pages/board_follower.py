"""What the device asks of a game that is played on the magnetic board.

A follower is a value: each method returns the next one. The device feeds it frames and time, says what the players
press, and carries out what it concludes. What the pieces mean is the game's business alone.
"""

from __future__ import annotations

from math import inf
from typing import Any, ClassVar, Protocol, Self

import msgspec

from display.view import Audience, Notice, View
from firmware_py.config.board_profile import BoardProfile
from firmware_py.games.session import Session
from firmware_py.pages.stack import Input, Stack
from firmware_py.pages.table import Table
from firmware_py.sensing.cells import CellReadings
from firmware_py.words import Say, Words


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


class Follower(Protocol):
    """Follows the pieces of one game on the board."""

    @property
    def is_settled(self) -> bool:
        """Whether it knows what stands on the board."""

    @property
    def is_played(self) -> bool:
        """Whether a game is played on the board."""

    @property
    def why_nothing_follows(self) -> str:
        """What is believed, and why, if pieces move for long and nothing follows, for the log; else nothing."""

    def feed(self, frame: CellReadings, /) -> Self:
        """Return the follower after a frame of the board."""

    def connected(self, profile: BoardProfile, /) -> Self:
        """Return the follower with a board that was found, or whose profile has changed."""

    def disconnected(self) -> Self:
        """Return the follower after the board was lost: nobody watched the pieces since."""

    def tick(self, now_s: float, before: Self, say: Say, audience: Audience, /) -> tuple[Self, BoardNews]:
        """Return the follower at `now_s`, with what is new since `before` to those who look at the screen."""

    def look_at_s(self) -> float:
        """Return when the board must be read even if it reports nothing; infinity if never."""

    def deadline_s(self) -> float:
        """Return when `tick` may have news without a frame; infinity if never."""

    def expecting(self, session: Session | None, stack: Stack, /, *, insists: bool) -> Self:
        """Return the follower that expects the pieces where session and pages have them.

        `insists`: the players entered it by button; trust them over the sensors.
        """

    def is_expecting(self, session: Session | None, stack: Stack, /) -> bool:
        """Return whether it expects the pieces where session and pages have them."""

    def played(self, before: Any, action: Any, /) -> Self:
        """Return the follower after an action it concluded was played from the state `before`."""

    def concluded(self, inference: Any, stack: Stack, session: Session, /) -> tuple[Self, Conclusion]:
        """Return the follower, and the pages and the action to which its own inference leads."""

    def is_too_early(self, stack: Stack, done: Input, /) -> bool:
        """Return whether a moving piece is about to contradict a press, or nobody has read yet what it answers."""

    def held_back(self) -> Words | None:
        """Return why no action may be played yet, for everybody to read: the last one is about to be another."""

    def early_notice(self, stack: Stack, say: Say, /) -> Notice | None:
        """Return what is announced after a press that came too early; None where the press must leave no sign."""

    def read_by(self, audience: Audience, /) -> Self:
        """Return the follower after a press: what it announced was read."""

    def pressed(self, before: Stack, after: Stack, say: Say, /) -> tuple[Self, Stack, Notice | None]:
        """Return the follower, the pages, and a notice after a press led from the pages `before` to `after`."""

    def asking(self, stack: Stack, table: Table, /) -> tuple[Self, Stack]:
        """Return the follower and the pages, with its question laid before those whom it concerns."""

    def unasked(self, stack: Stack, /) -> Stack:
        """Return the pages without its question: the pieces can answer it no more."""

    def traced(self, before: Self, stack: Stack, /) -> Stack:
        """Return the pages showing the path that a piece took since `before`."""

    def still_true(self, notice: Notice | None, before: Self, say: Say, /) -> Notice | None:
        """Return a notice as far as it is still true, after this follower took the place of `before`."""

    def beside(self, view: View, say: Say, /) -> View:
        """Return a page with what the board has to say beside it."""


class NothingFollowed(msgspec.Struct, frozen=True):
    """The follower of a device without a board: it has no news, and expects nothing."""

    is_settled: ClassVar[bool] = True
    is_played: ClassVar[bool] = False
    why_nothing_follows: ClassVar[str] = ""

    def feed(self, _: CellReadings) -> Self:
        """Return this follower, as all that follows does."""
        return self

    def connected(self, _: BoardProfile) -> Self:
        return self

    def disconnected(self) -> Self:
        return self

    def tick(self, *_: object) -> tuple[Self, BoardNews]:
        return self, NO_NEWS

    def look_at_s(self) -> float:
        return inf

    def deadline_s(self) -> float:
        return inf

    def expecting(self, *_: object, insists: bool) -> Self:  # noqa: ARG002 - as every follower
        return self

    def is_expecting(self, *_: object) -> bool:
        return True

    def played(self, *_: object) -> Self:
        return self

    def concluded(self, _: object, stack: Stack, session: Session) -> tuple[Self, Conclusion]:  # noqa: ARG002
        return self, Conclusion(stack)

    def is_too_early(self, *_: object) -> bool:
        return False

    def held_back(self) -> None:
        return None

    def early_notice(self, *_: object) -> None:
        return None

    def read_by(self, _: Audience) -> Self:
        return self

    def pressed(self, before: Stack, after: Stack, say: Say) -> tuple[Self, Stack, None]:  # noqa: ARG002
        return self, after, None

    def asking(self, stack: Stack, table: Table) -> tuple[Self, Stack]:  # noqa: ARG002
        return self, stack

    def unasked(self, stack: Stack) -> Stack:
        return stack

    def traced(self, _: Self, stack: Stack) -> Stack:
        return stack

    def still_true(self, notice: Notice | None, before: Self, say: Say) -> Notice | None:  # noqa: ARG002
        return notice

    def beside(self, view: View, say: Say) -> View:  # noqa: ARG002
        return view
