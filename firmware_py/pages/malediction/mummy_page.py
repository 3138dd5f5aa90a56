"""The mummy's path, cell by cell, on a page that everybody may see.

Why a step shows no catch before the path is confirmed: if it did, the mummy's player could search for hunters by
stepping forward and back. On a hunter's cell the mummy catches (P34); the rest of the path is dropped.

Why a step taken back catches nobody here, but catches on the magnetic board: a button reveals nothing before `ok`,
while a hunter's pawn clicks to the mummy's magnet at once.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, Item, View
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


class MummyPage(msgspec.Struct, frozen=True):
    """Asks where the mummy goes."""

    menu: Page
    path: tuple[Cell, ...] = ()
    pointed: int = 0
    """With four buttons: 0 means to stop here, the others are the neighbours in the order of `SIDES`."""
    stays: bool = False
    """The page asks whether the mummy stays: one press too many after the mummy die must not end the turn."""
    is_sensed: bool = False
    """The board sensed the path and nobody has pressed a button since, so it is no draft to store yet."""

    def view(self, table: Table) -> View:
        """Return the map with the path and the next cells."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        say = table.say
        steps = mummy_steps(state, self.path)
        here = self.path[-1] if self.path else state.mummy
        pointed = self._pointed_at(steps, table)
        body = maze(
            table,
            secrets=False,
            path=(state.mummy, *self.path[:-1]) if self.path else (),
            mummy=here,
            lit=tuple(steps.values()),
            cursor=pointed or here,
            dice=_rolled(state) if table.playing.seed else (),
            die=-1,
            thrown=1,
        )
        ok = words("step here") if pointed else self._ok(steps)
        shown = hints(table, ok=ok, back=GO_BACK if self.path or self.stays else MENU)
        if table.layout == "six" and steps:
            shown = (Hint("up", say(words("step"))), *shown)
        return View(
            title=say(title(state)), prompt=say(self._prompt(state)), body=body, actor=actor(state), hints=shown
        )

    def _pointed_at(self, steps: dict[Side, Cell], table: Table) -> Cell | None:
        """Return the next cell that the cursor points at with four buttons; None if the path ends here."""
        if table.layout != "four" or not 0 < self.pointed <= len(steps):
            return None
        return _neighbours(steps)[self.pointed - 1]

    def _ok(self, steps: dict[Side, Cell]) -> Words:
        if self._asks(steps):
            return words("it stays…")
        return words("it stops here") if self.path else words("it stays")

    def _asks(self, steps: dict[Side, Cell]) -> bool:
        """Return whether `ok` first asks if the mummy stays: there are steps, but none was entered."""
        return bool(steps) and not self.path and not self.stays

    def _prompt(self, state: State) -> Words:
        if self.stays:
            return words("Does the mummy stay where it is? Then press ✓ again.")
        left = (state.steps or 0) - len(self.path)
        return words_n(
            "The mummy's path, cell by cell: {count} step left.",
            "The mummy's path, cell by cell: {count} steps left.",
            left,
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Take a step, take one back, or confirm the path."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        steps = mummy_steps(state, self.path)
        match done:
            case Press("back"):
                return self._step_back()
            case Press("ok"):
                return self._confirmed(steps, table)
            case Press("up" | "down" as button) if table.layout == "four":
                by = 1 if button == "down" else -1
                return replace(self, pointed=(self.pointed + by) % (len(steps) + 1), stays=False, is_sensed=False)
            case Press(button) if SIDE_OF.get(button) in steps:
                return self._stepped(steps[SIDE_OF[button]])
            case Touch(target) if target.startswith("square "):
                touched = [cell for cell in steps.values() if index_of(state.maze, cell) == int(target.split()[1])]
                return self._stepped(touched[0]) if touched else self
        return replace(self, stays=False, is_sensed=False)

    def _step_back(self) -> Reply:
        if self.stays:
            return replace(self, stays=False, is_sensed=False)
        return self.on_path(self.path[:-1]) if self.path else Push(self.menu)

    def _confirmed(self, steps: dict[Side, Cell], table: Table) -> Reply:
        if pointed := self._pointed_at(steps, table):
            return self._stepped(pointed)
        if self._asks(steps):
            return replace(self, stays=True)
        state: State = table.playing.state
        return Play(Move(state.mummy_player, path=until_catch(state, self.path)))

    def _stepped(self, cell: Cell) -> MummyPage:
        return self.on_path((*self.path, cell))

    def on_path(self, path: tuple[Cell, ...]) -> MummyPage:
        """Return the page with another path."""
        return replace(self, path=path, pointed=0, stays=False, is_sensed=False)


def _rolled(state: State) -> tuple[Item, ...]:
    """Return the mummy die as the device has rolled it; nothing in an interrupt, for which nobody rolls (P10)."""
    return (Item(str((state.steps or 0) - state.locked)),) if state.phase == "mummy_move" else ()


def _neighbours(steps: dict[Side, Cell]) -> tuple[Cell, ...]:
    return tuple(steps[side] for side in SIDES if side in steps)
