"""Pages as values on a stack: `(stack, input) -> (stack, command)`.

Why: a page never does anything. It answers a press with its successor, with a page to lay on top, with `Back`, or with
a `Command` that others carry out. So a test can take every path through the menus without a device, and can count the
presses that a task costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from display.view import Button, View
from firmware_py.pages.commands import Command, Undo
from firmware_py.pages.table import Table


@dataclass(frozen=True)
class Press:
    """A short press of a button, or a repeat while it is held."""

    button: Button


@dataclass(frozen=True)
class LongPress:
    """A button held until it takes effect."""

    button: Button


@dataclass(frozen=True)
class Touch:
    """A finger or the mouse chose a target on the screen."""

    target: str


Input: TypeAlias = Press | LongPress | Touch


@dataclass(frozen=True)
class Push:
    """Lay a page on top of this one."""

    page: Page


@dataclass(frozen=True)
class Back:
    """Take away this page, and `more` below it."""

    more: int = 0


Reply: TypeAlias = "Page | Push | Back | Command"


class Page(Protocol):
    """One page of the device."""

    def view(self, table: Table, /) -> View:
        """Return what the page shows."""

    def press(self, done: Input, table: Table, /) -> Reply:
        """Return the reply to an input; the page itself if nothing changes."""


Stack: TypeAlias = tuple[Page, ...]


def press(stack: Stack, done: Input, table: Table) -> tuple[Stack, Command | None]:
    """Return the stack after an input, and the command that it gives, if any.

    Holding `back` is undo on every page of a game. The lowest page is never taken away.
    """
    if done == LongPress("back") and table.session is not None:
        return stack, Undo() if table.session.steps else None
    reply = stack[-1].press(done, table)
    match reply:
        case Push(page):
            return (*stack, page), None
        case Back(more):
            return stack[: max(1, len(stack) - 1 - more)], None
    if isinstance(reply, Command):
        return stack, reply
    return (*stack[:-1], reply), None
