"""The mummy die on a page that everybody may see: each face has a key, or the device rolls."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, Item, View
from firmware_py.games.malediction.actions import Roll
from firmware_py.games.malediction.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, MENU, hints
from firmware_py.pages.malediction.device_dice import device_mummy_die, place_of_next_roll
from firmware_py.pages.malediction.number_keys import NumberKeys, has_cursor
from firmware_py.pages.malediction.pictures import actor, maze, title
from firmware_py.pages.stack import Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import words


class MummyDiePage(msgspec.Struct, frozen=True):
    """Asks what the mummy die shows; everybody may see it."""

    menu: Page
    number: NumberKeys = NumberKeys()

    @property
    def identity(self) -> object:
        """What tells the page from others: also from which number on it asks."""
        return MummyDiePage, self.number.skipped

    def view(self, table: Table) -> View:
        """Return the faces of the die."""
        state: State = table.playing.state
        say = table.say
        prompt, ok = words("What does the mummy die show?"), CHOOSE if has_cursor(table) else None
        die, shown = self.number.at(mummy_faces(state), table), self._items(table)
        if table.playing.seed:
            prompt, ok = words("The device rolls the mummy die."), words("roll")
            die, shown = 0, (Item("", ("dice",)),)
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=maze(table, secrets=False, dice=shown, die=die),
            actor=actor(state),
            hints=(*hints(table, ok=ok, back=GO_BACK if self.number.skipped else MENU), *_held(shown)),
        )

    def _items(self, table: Table) -> tuple[Item, ...]:
        return self.number.items(mummy_faces(table.playing.state), table, may_hold=True)

    def press(self, done: Input, table: Table) -> Reply:
        """Choose the face, or let the device roll."""
        state: State = table.playing.state
        session = table.playing
        match done:
            case Press("back") if self.number.skipped:
                return replace(self, number=NumberKeys())
            case Press("back"):
                return Push(self.menu)
            case Press("ok") if session.seed:
                face = device_mummy_die(state, session.seed, place_of_next_roll(session))
                return Play(Roll(state.mummy_player, face=face))
            case Press() | LongPress("ok") | Touch() if not session.seed:
                number = self.number.press(done, mummy_faces(state), table, may_hold=True)
                if isinstance(number, NumberKeys):
                    return replace(self, number=number)
                return Play(Roll(state.mummy_player, face=number))
        return self


def _held(shown: tuple[Item, ...]) -> tuple[Hint, ...]:
    """Return what holding `ok` chooses, if it chooses anything."""
    return tuple(Hint("ok", item.label, held=True) for item in shown if item.is_held)


def mummy_faces(state: State) -> tuple[int, ...]:
    """Return the faces of the mummy die, each once, in order."""
    return tuple(sorted(set(state.maze.mummy_die)))
