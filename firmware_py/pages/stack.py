"""Pages as values on a stack: `(stack, input) -> (stack, command)`.

Why: a page never does anything. It answers a press with its successor, with a page to lay on top, with `Back`, or with
a `Command` that others carry out. So a test can take every path through the menus without a device, and can count the
presses that a task costs.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

import msgspec

from display.view import Button, Menu, View
from firmware_py.pages.commands import Command, Undo
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic


class Press(msgspec.Struct, frozen=True):
    """A short press of a button, or a repeat while it is held.

    A repeat moves a cursor, or does nothing: whoever holds a key a little too long has chosen nothing twice.
    """

    button: Button
    is_repeated: bool = False


class LongPress(msgspec.Struct, frozen=True):
    """A button held until it takes effect."""

    button: Button


class Touch(msgspec.Struct, frozen=True):
    """A finger or the mouse chose a target on the screen."""

    target: str


class Elapsed(msgspec.Struct, frozen=True):
    """Nobody touched anything until the ring of the page was full."""


Input: TypeAlias = Press | LongPress | Touch | Elapsed


class Push(msgspec.Struct, frozen=True):
    """Lay a page on top of this one."""

    page: Page


class Back(msgspec.Struct, frozen=True):
    """Take away this page, and `more` below it."""

    more: int = 0


Reply: TypeAlias = "Page | Push | Back | Command"


class Page(Protocol):
    """One page of the device."""

    def view(self, table: Table, /) -> View:
        """Return what the page shows."""

    def press(self, done: Input, table: Table, /) -> Reply:
        """Return the reply to an input; the page itself if nothing changes."""


class NoMenu(msgspec.Struct, frozen=True):
    """Stands for a menu where there is none: to open it means to go back."""

    def view(self, table: Table) -> View:  # noqa: ARG002 - as every page
        """Return an empty page; it is never shown."""
        return View("", "", Menu(()))

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - as every page
        """Go back."""
        return Back()


@runtime_checkable
class Explaining(Protocol):
    """A page around the games that explains itself."""

    def topics(self, table: Table, /) -> tuple[Topic, ...]:
        """Return what explains it, the most important first; nothing if only the controls do."""


@runtime_checkable
class Hiding(Protocol):
    """A page that may hold a secret."""

    def covered(self) -> Page:
        """Return the page with its secret covered."""


@runtime_checkable
class Hidden(Protocol):
    """A page that hides another one."""

    def uncovered(self) -> Page:
        """Return the page that it hides."""


@runtime_checkable
class Elapsing(Protocol):
    """A page that may answer by itself what is the only answer left, once a ring that everybody sees is full."""

    def answers_itself(self, table: Table, /) -> bool:
        """Return whether it does now, as long as nobody has pressed a button since it came."""


Stack: TypeAlias = tuple[Page, ...]


def press(stack: Stack, done: Input, table: Table) -> tuple[Stack, Command | None]:
    """Return the stack after an input, and the command that it gives, if any.

    Holding `back` is undo on every page of a game. The lowest page is never taken away.
    """
    if done == LongPress("back") and table.session is not None and not is_of_the_past(stack[-1]):
        session = table.session
        return stack, Undo() if session.steps or session.uncorrected or session.game.has_secrets else None
    reply = stack[-1].press(done, table)
    if _is_repeated(done) and not _moves_only(reply, stack[-1]):
        return stack, None
    match reply:
        case Push(NoMenu()):
            return _uncovered(stack, max(1, len(stack) - 1), table), None
        case Push(page):
            return (*stack, page), None
        case Back(more):
            return _uncovered(stack, max(1, len(stack) - 1 - more), table), None
    if isinstance(reply, Command):
        return stack, reply
    return (*stack[:-1], reply), None


def _is_repeated(done: Input) -> bool:
    return isinstance(done, Press) and done.is_repeated


def _moves_only(reply: Reply, page: Page) -> bool:
    """Return whether a reply is the same page with its cursor elsewhere, and nothing else entered."""
    return (identity_of(reply), entered_on(reply)) == (identity_of(page), entered_on(page))


def entered_on(page: object) -> object:
    """Return what keys have entered on a page; None where they only move a cursor.

    A page on which they enter something has a property `entered`; so has one that holds such a page.
    """
    return getattr(page, "entered", None)


def identity_of(page: object) -> object:
    """Return what tells a page from others, whatever is entered on it and wherever its cursor is: mostly its type.

    A page of many uses, or one that holds another page, has a property `identity`.
    """
    return getattr(page, "identity", type(page))


def is_of_the_past(page: Page) -> bool:
    """Return whether a page shows an earlier moment of a game: holding `back` is not undo there, the page answers it.

    A page that may do so has a property of this name. Each press asks several times, so no protocol is tried: Python
    takes twenty microseconds for that.
    """
    return getattr(page, "is_of_the_past", False)


def holds_past(stack: Stack) -> bool:
    """Return whether a page about an earlier moment of the game lies on the stack, on top or below."""
    return any(map(is_of_the_past, stack))


def _uncovered(stack: Stack, count: int, table: Table) -> Stack:
    """Return the lowest `count` pages; what is secret of them is open only to those who looked at the page above."""
    *below, top = stack[:count]
    if count < len(stack):
        is_secret = stack[-1].view(table).audience == "hunters"
        if is_secret and isinstance(top, Hidden):
            top = top.uncovered()
        elif not is_secret and isinstance(top, Hiding):
            top = top.covered()
    return (*below, top)
