"""The mummy's way, cell by cell, on a page that everybody may see.

Why her way is told blind and ends only when it is confirmed: a step that told at once whether somebody stands there
could be stepped back where nobody does, and her player would feel for the hunters with the buttons. Where she enters a
hunter's cell she catches (P34), and what was told beyond it is dropped.

Why steps taken back catch nobody here, while a figure that the magnetic board felt on a hunter's cell has caught though
she was slid home again: a button tells of nobody before `ok`, but a hunter's pawn clicks to the figure's magnet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Hint, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import mummy_steps, until_catch
from firmware_py.games.malediction.maze import SIDES, Side
from firmware_py.games.malediction.state import State
from firmware_py.games.rules import TABLE
from firmware_py.grid import Cell
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import GO_BACK, MENU, hints
from firmware_py.pages.malediction.pictures import actor, index_of, maze, title
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

SIDE_OF: dict[str, Side] = {"up": "N", "right": "E", "down": "S", "left": "W"}


@dataclass(frozen=True)
class MummyPage:
    """Where the mummy goes."""

    menu: Page
    path: tuple[Cell, ...] = ()
    pointed: int = 0
    """With four buttons: 0 is to stop here, the others are the neighbours in the order of `SIDES`."""
    stays: bool = False
    """She is to stay where she is, as soon as it is confirmed: one press too many on her die must not end her turn."""
    is_sensed: bool = False
    """The board sensed the path: nobody entered it, so it is no draft to store."""

    def view(self, table: Table) -> View:
        """Return the board with her way and where she may go on."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        say = table.say
        steps = mummy_steps(state, self.path)
        here = self.path[-1] if self.path else state.mummy
        pointing = table.layout == "four" and 0 < self.pointed <= len(steps)
        body = maze(
            table,
            secrets=False,
            path=self.path[:-1] if not self.path else (state.mummy, *self.path[:-1]),
            mummy=here,
            lit=tuple(steps.values()),
            cursor=_neighbours(steps)[self.pointed - 1] if pointing else here,
        )
        ok = words("she stops here") if self.path else words("she stays")
        if pointing:
            ok = words("step here")
        elif self._asks(steps):
            ok = words("she stays…")
        shown = hints(table, ok=ok, back=GO_BACK if self.path or self.stays else MENU)
        if table.layout == "six" and steps:
            shown = (Hint("up", say(words("step"))), *shown)
        return View(
            title=say(title(state)), prompt=say(self._prompt(state)), body=body, actor=actor(state), hints=shown
        )

    def _asks(self, steps: dict[Side, Cell]) -> bool:
        """Return whether `ok` only asks if she stays: no step was told, though there are some."""
        return bool(steps) and not self.path and not self.stays

    def _prompt(self, state: State) -> Words:
        if self.stays:
            return words("Does the mummy stay where she is? Then press OK again.")
        left = (state.steps or 0) - len(self.path)
        return words_n(
            "The mummy's way, cell by cell: {count} step left.",
            "The mummy's way, cell by cell: {count} steps left.",
            left,
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Take a step, take one back, or end the way."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        steps = mummy_steps(state, self.path)
        match done:
            case Press("back"):
                if self.stays:
                    return replace(self, stays=False)
                return self.on_way(self.path[:-1]) if self.path else Push(self.menu)
            case Press("ok") if table.layout == "four" and 0 < self.pointed <= len(steps):
                return self._stepped(_neighbours(steps)[self.pointed - 1])
            case Press("ok") if self._asks(steps):
                return replace(self, stays=True)
            case Press("ok"):
                return Play(Move(state.mummy_player, path=until_catch(table.playing.state, self.path)))
            case Press("up" | "down" as button) if table.layout == "four":
                by = 1 if button == "down" else -1
                return replace(self, pointed=(self.pointed + by) % (len(steps) + 1), stays=False)
            case Press(button) if SIDE_OF.get(button) in steps:
                return self._stepped(steps[SIDE_OF[button]])
            case Touch(target) if target.startswith("square "):
                index = int(target.split()[1])
                touched = [cell for cell in steps.values() if index_of(state.maze, cell) == index]
                return self._stepped(touched[0]) if touched else self
        return replace(self, stays=False)

    def _stepped(self, cell: Cell) -> MummyPage:
        return self.on_way((*self.path, cell))

    def on_way(self, path: tuple[Cell, ...]) -> MummyPage:
        """Return the page with another way told."""
        return replace(self, path=path, pointed=0, stays=False, is_sensed=False)


def _neighbours(steps: dict[Side, Cell]) -> tuple[Cell, ...]:
    return tuple(steps[side] for side in SIDES if side in steps)
