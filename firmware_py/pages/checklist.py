"""The set-up as a checklist: what lies where before a game, one step after another with its picture."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Hint, View
from firmware_py.pages.general_topics import SETTING_UP
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.lists import Choice
from firmware_py.pages.stack import Input, LongPress, Page, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Illustration, Topic
from firmware_py.words import Words, words

ANY_NUMBER = range(100)


class SetUpStep(msgspec.Struct, frozen=True):
    """One thing to lay out."""

    title: Words
    text: Words
    picture: Illustration
    readers: Literal["all", "new", "known"] = "new"
    """Whom it is for: "known" if all have played the game here, in short what several steps say to "new" ones."""
    players: range = ANY_NUMBER
    """The numbers of players for whom it is done."""


class ChecklistPage(msgspec.Struct, frozen=True):
    """Shows one step after another; `ok` ticks it off, and held skips the others."""

    steps: tuple[SetUpStep, ...]
    then: Page
    """The page before the game, ready for what comes after the set-up."""
    at: int = 0

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what explains the page."""
        return (SETTING_UP,)

    def view(self, table: Table) -> View:
        """Return the step in large type below its picture."""
        say, step = table.say, self.steps[self.at]
        return View(
            title=say(words("Set-up: {number} of {count}", number=self.at + 1, count=len(self.steps))),
            prompt="",
            body=Announcement(say(step.title), (say(step.text),), picture=step.picture),
            hints=(
                *hints(table, ok=words("done"), back=GO_BACK),
                Hint("ok", say(words("skip the rest")), held=True),
            ),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - as every page
        """Tick the step off, look at another one, or leave."""
        match done:
            case LongPress("ok"):
                return self.then
            case Press("ok" | "down" | "right"):
                return replace(self, at=self.at + 1) if self.at + 1 < len(self.steps) else self.then
            case Press("back" | "up" | "left"):
                return replace(self, at=self.at - 1) if self.at else self.then
        return self


def checklist_choice(
    steps: tuple[SetUpStep, ...], title: Words, players: tuple[str, ...], table: Table, then: Page
) -> Choice:
    """Return the line that opens the checklist: a short one if everybody has played the game on this device.

    What must be laid out stands in the short one, too; only what people know by then is left out.

    `then` is the page on which it stands, with its cursor where people go on after the set-up.
    """
    known = {name for saved in table.saved_games() if saved.title == title for name in saved.players}
    readers = ("all", "known" if known.issuperset(players) else "new")
    needed = tuple(step for step in steps if len(players) in step.players and step.readers in readers)
    return Choice(words("Set up, step by step…"), ChecklistPage(needed, then), icons=("story",))
