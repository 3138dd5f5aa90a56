"""The fewest presses that lead to a goal, found by a breadth-first search: pages are values."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from display.view import Button
from firmware_py.pages.commands import Command
from firmware_py.pages.stack import Press, Stack, press
from firmware_py.pages.table import Table

Reached: TypeAlias = Callable[[Stack, Command | None], bool]
"""Whether a goal is reached: by the stack, or by the command that led to it."""

MOST_STACKS = 20_000
"""How many stacks are searched before a goal counts as out of reach."""


def shortest_presses(stack: Stack, table: Table, reached: Reached) -> tuple[Button, ...]:
    """Return the fewest short presses that lead from `stack` to a goal.

    :raises LookupError: when no presses lead there.
    """
    buttons: tuple[Button, ...] = ("ok", "down", "up", "back")
    if table.layout == "six":
        buttons = (*buttons, "right", "left")
    seen = {stack}
    waiting: deque[tuple[Stack, tuple[Button, ...]]] = deque([(stack, ())])
    while waiting and len(seen) < MOST_STACKS:
        shown, presses = waiting.popleft()
        for button in buttons:
            after, command = press(shown, Press(button), table)
            if reached(after, command):
                return (*presses, button)
            if command is None and after not in seen:
                seen.add(after)
                waiting.append((after, (*presses, button)))
    raise LookupError("no presses lead there")
