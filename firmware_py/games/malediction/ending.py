"""The end: who has won and why, and the whole hidden game once more, step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Maze, Menu, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.pictures import actor, maze_of
from firmware_py.games.malediction.state import State
from firmware_py.screens import (
    GO_BACK,
    Back,
    Begin,
    Choice,
    Input,
    Leave,
    ListPage,
    Press,
    Push,
    Reply,
    Table,
    hints,
)
from firmware_py.words import Words, plain, words


def end_page(table: Table) -> ListPage:
    """Return the last page: nothing is a secret any more."""
    session = table.playing
    again = Begin(session.header, table.colours, bool(session.seed))
    return ListPage(
        title=words("The end"),
        prompt=rules.outcome(session.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        choices=(
            Choice(words("Watch the hidden game"), Push(ReplayPage()), icons=("history",)),
            Choice(words("Play again"), again, icons=("new",)),
            Choice(words("Done"), Leave(), icons=("ok",)),
        ),
        on_back=Leave(),
        around=_last_board,
    )


def _last_board(choices: Menu, table: Table) -> Maze:
    return maze_of(table.playing.state, choices)


@dataclass(frozen=True)
class ReplayPage:
    """The game as it was, one action after the other, with all that was hidden. Pushed by the last page only."""

    ply: int = 0

    def view(self, table: Table) -> View:
        """Return the board after so many actions, and what the last of them was."""
        session = table.playing
        say = table.say
        state: State = session.steps[self.ply - 1].state if self.ply else session.start
        return View(
            title=say(words("{number} of {count}", number=self.ply, count=session.ply)),
            prompt=say(self._told(table)),
            body=maze_of(state, Menu(())),
            actor=actor(state),
            hints=hints(table, ok=words("next"), back=GO_BACK),
        )

    def _told(self, table: Table) -> Words:
        if not self.ply:
            return words("So the game began.")
        told = tuple(event.words() for event in table.playing.steps[self.ply - 1].events)
        return plain(" ".join(table.say(line) for line in told[:2]))

    def press(self, done: Input, table: Table) -> Reply:
        """Go a step on or back."""
        last = table.playing.ply
        match done:
            case Press("back"):
                return Back()
            case Press("ok" | "down" | "right"):
                return replace(self, ply=min(last, self.ply + 1))
            case Press("up" | "left"):
                return replace(self, ply=max(0, self.ply - 1))
        return self
