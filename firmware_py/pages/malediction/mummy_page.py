"""The mummy's path on a page that everybody may see.

Why a press walks on along the corridor: only where it branches is there anything to tell. `back` takes back a cell.
Whoever has used up all steps need not say that the mummy stops.

Why the map shows a key on each way with four buttons: three keys are mostly as many as there are ways, and a press
takes one at once. Up goes north and down south where a way leads there; else they lead to a side, as `ok` does. On a
crossing `ok` leads to east and west: up then leads to one of them, and each key still leads somewhere.

Why a step shows no catch before the path is confirmed: if it did, the mummy's player could search for hunters by
stepping forward and back. On a hunter's cell the mummy catches (P34); the rest of the path is dropped.

Why a step taken back catches nobody here, but catches on the magnetic board: a button reveals nothing before `ok`,
while a hunter's pawn clicks to the mummy's magnet at once.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, Notice, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import mummy_run, mummy_steps, until_catch, why_no_step
from firmware_py.games.malediction.maze import SIDES, Side
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.rules import TABLE
from firmware_py.grid import Cell
from firmware_py.pages.commands import Play
from firmware_py.pages.lists import GO_BACK, MENU, direction_hint, hints
from firmware_py.pages.malediction.dice_page import has_cursor
from firmware_py.pages.malediction.pictures import actor, index_of, maze, title
from firmware_py.pages.stack import Elapsed, Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

UPRIGHT: dict[Button, Side] = {"up": "N", "down": "S"}
LEVEL: tuple[Side, ...] = ("E", "W")
KEYS_OF_FOUR: tuple[Button, ...] = ("ok", "up", "down")
"""The keys of four buttons that choose a way, those that lie level first."""
SIDE_OF: dict[Button, Side] = {"up": "N", "down": "S", "left": "W", "right": "E"}


class MummyPage(msgspec.Struct, frozen=True):
    """Asks where the mummy goes."""

    menu: Page
    path: tuple[Cell, ...] = ()
    pointed: int = 0
    """With an encoder: a way on, clockwise from straight on."""
    is_sideways: bool = False
    """With four buttons, on a crossing: `ok` and up choose between east and west."""
    stays: bool = False
    """The page asks whether the mummy stays: one press too many after the mummy die must not end the turn."""
    blocked: Side | None = None
    """The side of the last key, where no step leads: the page says why."""
    is_sensed: bool = False
    """The board sensed the path and nobody has pressed a button since, so it is no draft to store yet."""
    is_offered: bool = False
    """The path stood there before anybody pressed a button, as after an undo: it is not played by itself."""

    @property
    def _is_asking(self) -> bool:
        """Whether the page asks for more than a side."""
        return self.stays or self.is_sideways

    @property
    def entered(self) -> tuple[Cell, ...]:
        """What is entered so far: a repeat walks on nowhere."""
        return self.path

    def view(self, table: Table) -> View:
        """Return the map with the path and the next cells."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        say = table.say
        here = self.path[-1] if self.path else state.mummy
        steps, pointed, keys = mummy_steps(state, self.path), self._pointed_at(state, table), self._keys(state, table)
        keyed = {steps[side]: button for button, sides in keys.items() for side in sides}
        body = maze(
            table,
            secrets=False,
            path=(state.mummy, *self.path[:-1]) if self.path else (),
            mummy=here,
            lit=tuple(keyed or steps.values()),
            cursor=steps[pointed] if pointed else here,
            keys=tuple(keyed.items()),
            dice=_rolled(state) if table.playing.seed else (),
            die=-1,
            thrown=1,
        )
        return View(
            title=say(title(state)),
            prompt=say(self._prompt(state)),
            body=body,
            actor=actor(state),
            notice=Notice((say(why_no_step(state.maze, here, self.blocked).why),), "error") if self.blocked else None,
            hints=self._hints(steps, "ok" in keys or pointed is not None, table),
        )

    def _hints(self, steps: dict[Side, Cell], is_walking: bool, table: Table) -> tuple[Hint, ...]:
        """Return what the buttons do; `is_walking`: `ok` leads on, and has to be held for the path to end."""
        say = table.say
        walk, back = words("walk"), GO_BACK if self.path or self._is_asking else MENU
        if table.layout == "six":
            arrows = (button for button, side in SIDE_OF.items() if side in steps)
            walking = (hint for button in arrows for hint in direction_hint(table, button, walk))
            return (*walking, *hints(table, ok=self._ends(), back=back))
        if self.stays or not steps:
            return hints(table, ok=self._ends(), back=back)
        return (*hints(table, ok=walk if is_walking else None, back=back), Hint("ok", say(self._ends()), held=True))

    def _pointed_at(self, state: State, table: Table) -> Side | None:
        """Return where the cursor of an encoder points; None with buttons, and if the path ends here."""
        onward = _onward(state, self.path)
        is_asked = has_cursor(table) and onward and not self.stays
        return onward[self.pointed % len(onward)] if is_asked else None

    def _keys(self, state: State, table: Table) -> dict[Button, tuple[Side, ...]]:
        """Return to which sides each of four buttons leads; nothing with others, and if the path ends here."""
        if table.layout != "four" or has_cursor(table) or self.stays:
            return {}
        return _side_keys(tuple(mummy_steps(state, self.path)), is_sideways=self.is_sideways)

    def _ends(self) -> Words:
        """Return what ends the turn."""
        return words("it stops here") if self.path else words("it stays")

    def _asks(self, steps: dict[Side, Cell]) -> bool:
        """Return whether `ok` first asks if the mummy stays: there are steps, but none was entered."""
        return bool(steps) and not self.path and not self.stays

    def _prompt(self, state: State) -> Words:
        if self.stays:
            return words("Does the mummy stay where it is? Then press ✓ again.")
        left = (state.steps or 0) - len(self.path)
        if self.path and not left:
            return words("No steps left: the mummy stops here.")
        return words_n(
            "Where does the mummy go? {count} step left.",
            "Where does the mummy go? {count} steps left.",
            left,
        )

    def answers_itself(self, table: Table) -> bool:
        """Return whether the path ends by itself: somebody has entered it, and all steps are used up.

        With a magnetic board the figure may still be on its way.
        """
        state: State = rules.seen_by(table.playing.state, TABLE)
        is_entered = bool(self.path) and not (self.is_offered or table.is_past or table.board)
        return is_entered and not mummy_steps(state, self.path)

    def press(self, done: Input, table: Table) -> Reply:
        """Walk on, take a step back, or confirm the path."""
        return (replace(self, blocked=None) if self.blocked else self)._answered(done, table)

    def _answered(self, done: Input, table: Table) -> Reply:
        state: State = rules.seen_by(table.playing.state, TABLE)
        steps = mummy_steps(state, self.path)
        match done:
            case Press("back"):
                return self._step_back()
            case Elapsed():
                return self._confirmed(table) if self.answers_itself(table) else self
            case Press(button) if sides := self._keys(state, table).get(button):
                return self._taken(sides, state)
            case Press("up" | "down" as button) if has_cursor(table):
                by = 1 if button == "down" else -1
                return replace(self, pointed=self.pointed + by, stays=False, is_sensed=False)
            case Press(button) if side := self._side_of(button, state, table):
                return self.on_path(mummy_run(state, self.path, side))
            case Press("ok") | LongPress("ok") if self._asks(steps):
                return replace(self, stays=True)
            case Press("ok") | LongPress("ok"):
                return self._confirmed(table)
            case Touch(target) if target.startswith("square "):
                return self._touched(steps, int(target.split()[1]), state)
        return self._led_nowhere(done, steps)

    def _led_nowhere(self, done: Input, steps: dict[Side, Cell]) -> MummyPage:
        """Return the page after an input without an effect; why a key has none is said where it stands for a side."""
        match done:
            case Press(button, is_repeated=False) if button in SIDE_OF and steps and not self.stays:
                return replace(self, is_sensed=False, blocked=SIDE_OF[button])
        return replace(self, stays=False, is_sensed=False)

    def _taken(self, sides: tuple[Side, ...], state: State) -> MummyPage:
        """Return the page after a key of four buttons."""
        if len(sides) > 1:
            return replace(self, is_sideways=True, is_sensed=False)
        return self.on_path(mummy_run(state, self.path, sides[0]))

    def _side_of(self, button: Button, state: State, table: Table) -> Side | None:
        """Return to which side a button lets the mummy walk; None if it does not."""
        if button == "ok":
            return self._pointed_at(state, table)
        side = SIDE_OF.get(button) if table.layout == "six" else None
        return side if side in mummy_steps(state, self.path) else None

    def _touched(self, steps: dict[Side, Cell], square: int, state: State) -> MummyPage:
        touched = [cell for cell in steps.values() if index_of(state.maze, cell) == square]
        return self.on_path((*self.path, touched[0])) if touched else self

    def _step_back(self) -> Reply:
        if self._is_asking:
            return replace(self, stays=False, is_sideways=False, is_sensed=False)
        return self.on_path(self.path[:-1]) if self.path else Push(self.menu)

    def _confirmed(self, table: Table) -> Play:
        state: State = table.playing.state
        return Play(Move(state.mummy_player, path=until_catch(state, self.path)))

    def on_path(self, path: tuple[Cell, ...]) -> MummyPage:
        """Return the page with another path."""
        return replace(self, path=path, pointed=0, is_sideways=False, stays=False, is_sensed=False, is_offered=False)


def _side_keys(sides: tuple[Side, ...], *, is_sideways: bool) -> dict[Button, tuple[Side, ...]]:
    """Return to which sides three keys lead: up to the north, down to the south, and the free ones to the others."""
    found = ((button, side) for button, side in UPRIGHT.items() if side in sides and not (is_sideways and side == "N"))
    upright: dict[Button, tuple[Side, ...]] = {button: (side,) for button, side in found}
    level = tuple(side for side in LEVEL if side in sides)
    free = tuple(button for button in KEYS_OF_FOUR if button not in upright)
    if len(level) > len(free):
        return upright | {free[0]: level}
    return upright | {button: (side,) for button, side in zip(free, level, strict=False)}


def _rolled(state: State) -> tuple[Item, ...]:
    """Return the mummy die as the device has rolled it; nothing in an interrupt, for which nobody rolls (P10)."""
    return (Item(str((state.steps or 0) - state.locked)),) if state.phase == "mummy_move" else ()


def _onward(state: State, path: tuple[Cell, ...]) -> tuple[Side, ...]:
    """Return where the mummy may walk on, clockwise from straight on, or from the north before the first step."""
    steps = mummy_steps(state, path)
    before, here = (state.mummy, *path)[-2:] if path else ("", "")
    ahead = next((at for at, side in enumerate(SIDES) if state.maze.steps(before).get(side) == here), 0) if path else 0
    return tuple(side for side in (*SIDES[ahead:], *SIDES[:ahead]) if side in steps)
