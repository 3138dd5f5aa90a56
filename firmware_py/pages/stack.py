"""Pages as values on a stack: `(stack, input) -> (stack, command)`.

Why: a page never does anything. It answers a press with its successor, with a page to lay on top, with `Back`, or with
a `Command` that others carry out. So a test can take every path through the menus without a device, and can count the
presses that a task costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Audience, Menu, View
from firmware_py.games.rules import Refusal
from firmware_py.pages.commands import Command, Undo
from firmware_py.pages.context import PageContext
from firmware_py.pages.offers import UNTOUCHED, Laid, Lines, Offer, Pending, Shape, every, lay
from firmware_py.pages.offers import Input as Input
from firmware_py.pages.offers import LongPress as LongPress
from firmware_py.pages.offers import Press as Press
from firmware_py.pages.offers import Timeout as Timeout
from firmware_py.pages.offers import Touch as Touch

NOTHING_OFFERED = Lines(())


class Push(msgspec.Struct, frozen=True):
    """Lay a page on top of this one."""

    page: Page


class Back(msgspec.Struct, frozen=True):
    """Take away this page, and `more` below it."""

    more: int = 0


class Later(msgspec.Struct, frozen=True):
    """A reply that is found out when it is asked for, because that takes long."""

    reply: Callable[[], Reply]


Reply: TypeAlias = "Page | Push | Back | Command"


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One page of the device: it shows something, says what can be done, and answers what people choose.

    Most pages say `view` and `offers`; everything else has a default.
    """

    TOPICS: ClassVar[tuple[str, ...]] = ()
    """The general explanations of what it is, the most important first; none if only the controls are explained."""

    asks_box: ClassVar[bool] = False
    """Whether the box is asked on it, and not people."""
    pending: Pending = UNTOUCHED
    """How far the choice on it has come."""

    def view(self, table: PageContext) -> View:
        """What the page shows."""
        raise NotImplementedError(type(self))

    # --- what can be done --------------------------------------------------------------------------------------------

    def offers(self, table: PageContext) -> Shape:  # noqa: ARG002 - as every page
        """What can be done, and in which shape it lies."""
        return NOTHING_OFFERED

    def audience(self, table: PageContext) -> Audience:  # noqa: ARG002 - as every page
        """Those who may know what the page shows and offers."""
        return "table"

    def laid(self, table: PageContext) -> Laid:
        """How the offers lie on this device."""
        return lay(self.offers(table), self.pending, table)

    def press(self, done: Input, table: PageContext) -> Reply:
        """Answer an input, with the page itself if nothing changes."""
        match self.laid(table).answer(done):
            case Offer(value=value):
                return self.choose(value, table)
            case Pending() as pending:
                return self.proceed(pending, table)
        match done:
            case Press("back"):
                return self.go_back(table)
            case LongPress("back"):
                return self.give_up(table)
            case Timeout():
                return self.own_answer(table) or self
        return self

    def with_cursor(self, at: int) -> Self:
        """The page as if somebody had moved its cursor there."""
        return replace(self, pending=Pending(cursor=at))

    def choose(self, value: Any, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """What follows from an offer's value; mostly the value is the reply."""
        reply: Reply = value.reply() if isinstance(value, Later) else value
        return reply

    def proceed(self, pending: Pending, table: PageContext) -> Page:  # noqa: ARG002 - as every page
        """The page once a choice has come so far."""
        return replace(self, pending=pending)

    def go_back(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        return Back()

    def give_up(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """What follows `back` held on a page of the past."""
        return self

    def own_answer(self, table: PageContext) -> Command | None:  # noqa: ARG002 - as every page
        """The only answer left, if the page gives it by itself once the countdown ring is full.

        It does as long as nobody has pressed a button since the page came.
        """
        return None

    # --- what it is --------------------------------------------------------------------------------------------------

    @property
    def identity(self) -> object:
        """What tells the page from others, whatever is entered on it and wherever its cursor is.

        A page of many uses, or one that holds another page, has more to tell than its type.
        """
        return type(self)

    @property
    def entered(self) -> object:
        """What keys have entered; a repeat of a key enters nothing, it only moves a cursor."""
        return self.pending.keys

    @property
    def is_of_the_past(self) -> bool:
        """Whether it shows an earlier moment of a game: holding `back` is not undo there, the page answers it."""
        return False

    @property
    def game(self) -> str:
        """The game that is being set up on it, if one is: its world lies behind the page."""
        return ""

    def topics(self, table: PageContext) -> tuple[str, ...]:  # noqa: ARG002 - as every page
        """The general explanations of the page as it is now."""
        return self.TOPICS

    def forbidden_by(self, table: PageContext) -> Refusal | None:  # noqa: ARG002 - as every page
        """The clause behind its answer, if it says why something is forbidden; None if it is allowed."""
        return None

    def covered(self) -> Page:
        """The page with its secret covered, if it may hold one."""
        return self

    def uncovered(self) -> Page:
        """The page that it hides, if it hides one."""
        return self


class NoMenu(Page, frozen=True):
    """Stands for a menu where there is none: to open it means to go back."""

    def view(self, table: PageContext) -> View:  # noqa: ARG002 - as every page
        """An empty page, which is never shown."""
        return View("", "", Menu(()))

    def press(self, done: Input, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """Go back."""
        return Back()


Stack: TypeAlias = tuple[Page, ...]


def press(stack: Stack, done: Input, table: PageContext) -> tuple[Stack, Command | None]:
    """The stack after an input, and the command it gives, if any.

    Holding `back` is undo on every page of a game. The lowest page is never taken away.
    """
    top = stack[-1]
    if done == LongPress("back") and table.session is not None and not top.is_of_the_past:
        session = table.session
        return stack, Undo() if session.steps or session.versions_before or session.has_secrets else None
    reply = top.press(done, table)
    if isinstance(done, Press) and done.is_repeated and not _moves_only(reply, top):
        return stack, None
    match reply:
        case Push(NoMenu()):
            return _uncovered(stack, max(1, len(stack) - 1), table), None
        case Push(page):
            return (*stack, page), None
        case Back(more):
            return _uncovered(stack, max(1, len(stack) - 1 - more), table), None
        case Page():
            return (*stack[:-1], reply), None
    return stack, reply


def _moves_only(reply: Reply, page: Page) -> bool:
    """Whether a reply is the same page with its cursor elsewhere, and nothing else entered."""
    return isinstance(reply, Page) and (reply.identity, reply.entered) == (page.identity, page.entered)


def offered(stack: Stack, table: PageContext, audience: Audience) -> tuple[Offer, ...]:
    """Everything that the page on top offers to those who may know it; nothing to others.

    A touch of its name chooses each of them. What a page hides is never asked: who wants to see it lifts the curtain.
    """
    top = stack[-1]
    return every(top.offers(table)) if top.audience(table) in ("table", audience) else ()


def holds_past(stack: Stack) -> bool:
    """Whether a page about an earlier moment of the game lies on the stack, on top or below."""
    return any(page.is_of_the_past for page in stack)


def _uncovered(stack: Stack, count: int, table: PageContext) -> Stack:
    """The lowest `count` pages; their secrets are open only to those who looked at the page above."""
    *below, top = stack[:count]
    if count < len(stack):
        top = top.uncovered() if stack[-1].audience(table) == "hunters" else top.covered()
    return (*below, top)
