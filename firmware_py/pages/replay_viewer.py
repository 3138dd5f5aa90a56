"""The replay viewer: a finished game, step by step, with everything that was hidden."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from display.view import Actor, Body, Hint, Menu, View
from firmware_py.pages.correction import can_be_corrected, correcting
from firmware_py.pages.general_topics import REPLAY
from firmware_py.pages.hints import GO_BACK, NEXT, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.stack import Back, Input, LongPress, Press, Push, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import words

MOST_SHOWN = 2
"""So many announcements of one action are shown at most."""


def by_whom(table: Table) -> Actor | None:
    """Return the player of the last action, or None before the first."""
    steps = table.playing.steps
    return table.actor(steps[-1].action.by) if steps else None


class ReplayPage(msgspec.Struct, frozen=True):
    """Shows the table after the first `ply` actions. Only the last page of a game may open it."""

    picture: Callable[[Menu, Table], Body]
    """Makes the picture of the game, around an empty menu."""
    who: Callable[[Table], Actor | None] = by_whom
    ply: int = 0

    @property
    def is_of_the_past(self) -> bool:
        """True."""
        return True

    def view(self, table: Table) -> View:
        """Return the table as it was then, and what had just happened."""
        session, say = table.playing, table.say
        then = replace(table, session=replace(session, steps=session.steps[: self.ply]), open_scores=True)
        return View(
            title=say(words("{number} of {count}", number=self.ply, count=session.ply)),
            prompt=_announcements(then),
            body=self.picture(Menu(()), then),
            actor=self.who(then),
            hints=(
                *self._correcting(table),
                Hint("up", say(words("previous"))),
                Hint("down", say(NEXT)),
                *hints(replace(table, session=None), ok=NEXT, back=GO_BACK),  # nothing is taken back here
            ),
        )

    def _correcting(self, table: Table) -> tuple[Hint, ...]:
        if not can_be_corrected(table.playing, self.ply):
            return ()
        return (Hint("ok", table.say(words("correct this")), held=True),)

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return how a game is watched."""
        return (REPLAY,)

    def press(self, done: Input, table: Table) -> Reply:
        """Go one action forward or back, or correct the last one."""
        match done:
            case LongPress("ok") if can_be_corrected(table.playing, self.ply):
                return Push(correcting(table, self.ply, is_uncovered=True))
            case Press("back"):
                return Back()
            case Press("ok"):
                return replace(self, ply=min(table.playing.ply, self.ply + 1))
            case Press(button):
                return replace(self, ply=moved(self.ply, table.playing.ply + 1, button))
        return self


def _announcements(then: Table) -> str:
    if not then.playing.steps:
        return then.say(words("The start of the game."))
    shown = then.playing.steps[-1].events[:MOST_SHOWN]
    return " ".join(then.say(event.words()) for event in shown)
