"""The fewest presses that lead to a goal, found by a breadth-first search: pages are values."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

from display.view import Button
from firmware_py.pages.interface import Command, PageContext
from firmware_py.pages.page import LongPress, Press, Stack, press

ByButton: TypeAlias = Press | LongPress

Reached: TypeAlias = Callable[[Stack, Command | None], bool]
"""Whether a goal is reached: by the stack, or by the command that led to it."""

MOST_STACKS = 20_000
"""Most stacks searched before a goal counts as out of reach."""


def shortest_presses(
    stack: Stack, table: PageContext, reached: Reached, most: int = MOST_STACKS
) -> tuple[ByButton, ...]:
    """The fewest presses that lead from `stack` to a goal, none if it is reached there.

    :raises LookupError: when no presses lead there, within so many stacks.
    """
    if reached(stack, None):
        return ()
    seen = {stack}
    waiting: deque[tuple[Stack, tuple[ByButton, ...]]] = deque([(stack, ())])
    while waiting and len(seen) < most:
        shown, presses = waiting.popleft()
        for done, after, command in _answers(shown, table):
            if reached(after, command):
                return (*presses, done)
            if command is None and after not in seen:
                seen.add(after)
                waiting.append((after, (*presses, done)))
    raise LookupError("no presses lead there")


def auto_confirms(stack: Stack, table: PageContext, wanted: Command) -> bool:
    """Whether the page on top gives this command by itself, without a press."""
    return stack[-1].own_answer(table) == wanted


def _answers(shown: Stack, table: PageContext) -> Iterator[tuple[ByButton, Stack, Command | None]]:
    """Yield each press that may lead on, and what follows from it."""
    others: tuple[Button, ...] = (
        ("down", "up", "back", "right", "left") if table.layout == "six" else ("down", "up", "back")
    )
    yield Press("ok"), *press(shown, Press("ok"), table)
    yield LongPress("ok"), *press(shown, LongPress("ok"), table)
    for button in others:
        yield Press(button), *press(shown, Press(button), table)
