"""A game played through its own pages without a device: presses at random, or the fewest presses for an action."""

from __future__ import annotations

import random
from typing import Any

from display.view import COLOURS, Menu, View
from firmware_py.desk.demo import DEMOS, shortest_presses
from firmware_py.games.registry import IllegalAction
from firmware_py.games.session import Session, play, with_edits
from firmware_py.pages.interface import Correct, PageContext, Play
from firmware_py.pages.page import Back, Input, LongPress, Page, Press, Reply, Stack, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak

INPUTS: tuple[Input, ...] = (
    *(Press("ok"),) * 9,
    *(Press("up"), Press("down"), Press("left"), Press("right")) * 3,
    Press("back"),
    LongPress("ok"),
)
"""What restless players press: mostly `ok` and directions."""


class NoMenu(Page, frozen=True):
    """Stands for the menu of the game, which any press leaves again: menus are no part of these walks."""

    def view(self, table: PageContext) -> View:  # noqa: ARG002 - as every page is shown
        return View("", "", Menu(()))

    def press(self, done: Input, table: PageContext) -> Reply:  # noqa: ARG002 - as every page is pressed
        return Back()


class Walk:
    """One game and the pages it is on."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.stack: Stack = ()
        self._show(session)

    @property
    def table(self) -> PageContext:
        """What the pages look at."""
        players = len(self.session.header.players)
        return PageContext(say=speak("en"), session=self.session, colours=COLOURS[:players])

    def _show(self, session: Session) -> None:
        self.session = session
        self.stack = (PAGES[session.game.id].page(self.table, None, NoMenu()),)

    def press(self, done: Input) -> bool:
        """Press, and return whether that played or corrected an action; other commands change nothing."""
        self.stack, command = press(self.stack, done, self.table)
        if isinstance(command, Correct):
            self._show(with_edits(self.session, command.edits))
            return True
        return isinstance(command, Play) and self.play(command)

    def play(self, wanted: Play) -> bool:
        """Play what a page asks for; return whether the rules allow it."""
        session = self.session
        try:
            for action in (wanted.action, *((wanted.then,) if wanted.then else ())):
                session = play(session, action)
        except IllegalAction:
            return False
        self._show(session)
        return True

    def play_at_random(self, chance: random.Random, most_presses: int) -> bool:
        """Press at random until an action is played; return whether one was."""
        return any(self.press(chance.choice(INPUTS)) for _ in range(most_presses))

    def enter(self, action: Any, then: Any = None) -> bool:
        """Enter a legal action by presses on the pages; return whether they offer it."""
        wanted, table, stack = Play(action, then), self.table, self.stack
        goals = [lambda s, _, met=met: met(s[-1]) for met in DEMOS[self.session.game.id].milestones(action)]
        try:
            for goal in (*goals, lambda _, command: command == wanted):
                for button in shortest_presses(stack, table, goal):
                    stack, _ = press(stack, Press(button), table)
        except LookupError:
            return False
        return self.play(wanted)
