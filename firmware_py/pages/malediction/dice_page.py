"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why the mummies come first with six buttons: they are put aside first (P12). So few faces are left that each has a key
of its own, and a die takes one press. With four buttons a die is turned to what it shows, and the next one begins with
that face. Why a cursor asks for the number of mummies: news may cover the foot of the first page, and with it the keys.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, View
from firmware_py.games.malediction.actions import Choose, Reset, Roll
from firmware_py.games.malediction.blocked_faces import why_blocked
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import playable_faces, reachable, showing_faces
from firmware_py.games.malediction.movement import Face
from firmware_py.games.malediction.state import DICE, State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, MENU, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.malediction.device_dice import DIE, device_dice, device_mummy_die, place_of_next_roll
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, title
from firmware_py.pages.stack import Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

SIDE_KEYS: dict[Button, int] = {"up": 0, "right": 1, "down": 2, "left": 3, "ok": 4}
"""The side of `DIE` that each of six buttons says once the mummies are entered: numbers clockwise, and the arrow."""
MANY_DICE = 4
"""Among so many dice there is mostly a mummy."""
MUMMY_SIDE = len(DIE) - 1
"""The side of `DIE` with the mummy."""


class DicePage(msgspec.Struct, frozen=True):
    """Asks what the free dice show; at the beginning of a turn locked dice can be reset instead."""

    faces: tuple[int, ...] = ()
    """The sides of `DIE` that are entered."""
    is_counted: bool = False
    """With six buttons: whether it is entered how many show the mummy; they stand first in `faces`."""
    side: int = 0
    """What is under the cursor: a number of mummies, or with four buttons the side of the next die."""
    below: Page | None = None
    """The page from which the dice are rolled again."""

    @property
    def mummies(self) -> int:
        """How many of the dice entered show the mummy."""
        return self.faces.count(MUMMY_SIDE)

    @property
    def others(self) -> tuple[int, ...]:
        """What the other dice entered show, in their order."""
        return tuple(side for side in self.faces if side != MUMMY_SIDE)

    @property
    def identity(self) -> object:
        """What tells the page from others: also what it asks for."""
        return DicePage, self.is_counted

    @property
    def entered(self) -> tuple[int, ...]:
        """What is entered so far."""
        return self.faces

    @property
    def is_begun(self) -> bool:
        """Whether something is entered."""
        return self.is_counted or bool(self.faces)

    def view(self, table: Table) -> View:
        """Return the numbers of mummies, or the row of the other dice; dice with mummies lie in the tray."""
        state: State = table.playing.state
        say = table.say
        shown, at = self._row(table)
        return View(
            title=say(title(state)),
            prompt=say(self._question(table)),
            body=maze(table, secrets=True, dice=shown, die=at, locked=state.locked + self.mummies),
            actor=actor(state),
            hints=(*self._keys(table), *self._held(table)),
        )

    def _asks_number(self, table: Table) -> bool:
        return table.layout == "six" and not self.is_counted

    def _left(self, table: Table) -> int:
        """Return how many of the free dice are not entered."""
        state: State = table.playing.state
        return DICE - state.locked - len(self.faces)

    def _row(self, table: Table) -> tuple[tuple[Item, ...], int]:
        """Return what lies in a row, and the index of what is under the cursor."""
        left = self._left(table)
        if self._asks_number(table):
            return tuple(Item(str(number), target=f"die {number}") for number in range(left + 1)), self.side
        known = [DIE_ICONS[DIE[side]] for side in self.others]
        under = [DIE_ICONS[DIE[self.side]] if table.layout == "four" else "die_blank"]
        icons = (*known, *under, *("die_blank",) * (left - 1))
        return tuple(Item("", (icon,), target=f"die {die}") for die, icon in enumerate(icons)), len(known)

    def _question(self, table: Table) -> Words:
        free = self._left(table)
        match (self._asks_number(table), self._resets(table)):
            case True, True:
                return words_n(
                    "Roll {count} die: mummy or none? Or hold ✓: reset.",
                    "Roll {count} dice: how many mummies? Or hold ✓: reset.",
                    free,
                )
            case True, False:
                return words_n("Roll {count} die: mummy or none?", "Roll {count} dice: how many mummies?", free)
            case False, True:
                return words_n(
                    "Roll {count} die: what does it show? Or hold ✓: reset.",
                    "Roll {count} dice: what do they show? Or hold ✓: reset.",
                    free,
                )
        if table.layout == "four":
            return words("What do the dice show? Turn each with up and down.")
        return words("What do the dice show?")

    def _keys(self, table: Table) -> tuple[Hint, ...]:
        if table.layout == "four" or self._asks_number(table):
            return hints(table, ok=CHOOSE)
        keys = tuple(Hint(button, "→" if DIE[side] == "arrow" else DIE[side]) for button, side in SIDE_KEYS.items())
        return (*keys, *hints(table, ok=None))

    def _held(self, table: Table) -> tuple[Hint, ...]:
        """Return what holding `ok` does, if anything."""
        if self._resets(table):
            whole = table.say(reset_words(table.playing.state))
            return (Hint("ok", whole, held=True, short=table.say(words("reset"))),)
        return (Hint("ok", table.say(words("one back")), held=True),) if self.is_begun or self.below else ()

    def _resets(self, table: Table) -> bool:
        """Return whether the locked dice can be reset instead, before the first roll (P08)."""
        state: State = table.playing.state
        return state.phase == "begin" and state.locked > 0 and not self.is_begun

    def press(self, done: Input, table: Table) -> Reply:
        """Tell the mummies and then die by die, or by holding `ok` reset the dice or go one back."""
        match done:
            case LongPress("ok") if self._resets(table):
                return Play(Reset(table.playing.state.hunter.player))
            case LongPress("ok"):
                return self._step_back(table)
            case Press("ok") if self._asks_number(table):
                return self._counted(self.side, table)
            case Press("up" | "down" | "left" | "right" as button) if self._asks_number(table):
                return replace(self, side=moved(self.side, self._left(table) + 1, button))
            case Press("up" | "down" as button) if table.layout == "four":
                return replace(self, side=moved(self.side, len(DIE), "down" if button == "up" else "up"))
            case Press(button) if button in SIDE_KEYS:
                return self._entered((self.side if table.layout == "four" else SIDE_KEYS[button],), table)
            case Touch(target) if target in (f"die {die}" for die in range(DICE + 1)):
                return self._touched(int(target.split()[1]), table)
        return self

    def _counted(self, number: int, table: Table) -> Reply:
        """Return what follows a number of mummies."""
        return replace(self, is_counted=True, side=0)._entered((MUMMY_SIDE,) * number, table)

    def _entered(self, sides: tuple[int, ...], table: Table) -> Reply:
        entered = replace(self, faces=(*self.faces, *sides))
        if entered._left(table):
            return entered
        rolled = (*entered.others, *(MUMMY_SIDE,) * entered.mummies)
        return Play(Roll(table.playing.state.hunter.player, faces=tuple(DIE[side] for side in rolled)))

    def _touched(self, number: int, table: Table) -> Reply:
        if self._asks_number(table):
            return self._counted(number, table) if number == self.side else replace(self, side=number)
        kept = (*(MUMMY_SIDE,) * self.mummies, *self.others[:number])
        return replace(self, faces=kept) if number < len(self.others) else self

    def _step_back(self, table: Table) -> Reply:
        if not self.is_begun:
            return self.below or self
        if table.layout == "six" and not self.others:
            return replace(self, faces=(), is_counted=False, side=self.mummies)
        return replace(self, faces=self.faces[:-1], side=self.faces[-1])


def reset_words(state: State) -> Words:
    """Return what a reset of the dice means."""
    return words_n(
        "Reset: the mummy may move {count} cell",
        "Reset: the mummy may move {count} cells",
        state.locked,
    )


def roll(table: Table, below: Page | None = None) -> Reply:
    """Return what follows "roll": the row of dice, or the device's own roll."""
    state: State = table.playing.state
    session = table.playing
    if session.seed:
        faces = device_dice(state, session.seed, place_of_next_roll(session))
        return Play(Roll(state.hunter.player, faces=faces))
    return dice_page(table, below=below)


def dice_page(table: Table, entered: tuple[int, ...] = (), below: Page | None = None) -> DicePage:
    """Return the page of the dice, with those entered before a power cut; `below` is for one back.

    Of a roll that was taken back, the last answer is open again.
    """
    free = DICE - table.playing.state.locked
    match table.playing.undone:
        case (Roll(faces=tuple(faces)), *_) if len(faces) == free:
            entered = tuple(DIE.index(face) for face in faces)
    mummies = (MUMMY_SIDE,) * entered.count(MUMMY_SIDE)
    known = (*mummies, *(side for side in entered if side != MUMMY_SIDE))
    if table.layout == "four":
        if len(known) == free:
            return DicePage(known[:-1], side=known[-1], below=below)
        return DicePage(known, side=MUMMY_SIDE if free >= MANY_DICE else 0, below=below)
    if len(known) == free:
        known = known[:-1] if known[-1] != MUMMY_SIDE else ()
        return DicePage(known, bool(known), 0 if known else len(mummies), below)
    return DicePage(known, bool(known), 0 if known else int(free >= MANY_DICE), below)


class ChoosePage(msgspec.Struct, frozen=True):
    """Offers the faces that show, and rolling again; the cells that a face reaches are lit.

    A face without a move is dimmed and says why it has none: only hunters see this page (P25).
    """

    cursor: int | None = None
    """None until somebody moves it: it stands on the highest number that can be played, the likeliest choice."""

    def view(self, table: Table) -> View:
        """Return the dice, and the cells that the one under the cursor reaches, or why it reaches none."""
        state: State = table.playing.state
        say = table.say
        faces, at = showing_faces(state), self.at(state)
        dice = (
            *(_die(face, index, state) for index, face in enumerate(faces)),
            Item(say(words("again")), ("redo",), target=f"die {len(faces)}"),
        )
        face = faces[at] if at < len(faces) else None
        lit = tuple(sorted(reachable(state, face))) if face else ()
        thrown = table.playing.ply if table.playing.seed else 0
        is_blocked = face is not None and why_blocked(state, face) is not None
        return View(
            title=say(title(state)),
            prompt=say(_question(state, face)),
            body=maze(table, secrets=True, dice=dice, die=at, thrown=thrown, lit=lit),
            actor=actor(state),
            hints=hints(table, ok=None if is_blocked else CHOOSE),
        )

    def at(self, state: State) -> int:
        """Return the index of the die under the cursor; rolling again comes after the faces."""
        if self.cursor is not None:
            return self.cursor
        faces = showing_faces(state)
        playable = [index for index, face in enumerate(faces) if reachable(state, face)]
        numbers = [index for index in playable if faces[index] != "arrow"]
        return (numbers or playable or [len(faces)])[-1]

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, announce a face, or roll again; the rules refuse a face without a move."""
        state: State = table.playing.state
        faces, at = showing_faces(state), self.at(state)
        match done:
            case Touch(target) if target in (f"die {die}" for die in range(len(faces) + 1)):
                touched = int(target.split()[1])
                return self.press(Press("ok"), table) if touched == at else replace(self, cursor=touched)
            case Press("ok") if at < len(faces):
                return Play(Choose(state.hunter.player, faces[at]))
            case Press("ok"):
                return roll(table, below=self)
            case Press("up" | "down" | "left" | "right" as button):
                return replace(self, cursor=moved(at, len(faces) + 1, button))
        return self


def _die(face: Face, index: int, state: State) -> Item:
    return Item("", (DIE_ICONS[face],), target=f"die {index}", is_dimmed=not reachable(state, face))


def _question(state: State, face: Face | None) -> Words:
    """Return what is asked with the cursor on a face, or on rolling again."""
    if face is None:
        free = DICE - state.locked
        if not playable_faces(state):
            return words_n(
                "No face can be played: roll {count} die again.",
                "No face can be played: roll {count} dice again.",
                free,
            )
        return words_n("Roll {count} die again?", "Roll {count} dice again?", free)
    if blocked := why_blocked(state, face):
        return words("Not {face}: {why}.", face=FACE_WORDS[face], why=blocked.why)
    return words("Announce {face}?", face=FACE_WORDS[face])


class MummyDiePage(msgspec.Struct, frozen=True):
    """Asks what the mummy die shows; everybody may see it."""

    menu: Page
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the faces of the die."""
        state: State = table.playing.state
        say = table.say
        prompt = words("What does the mummy die show?")
        faces = tuple(Item(str(face), target=f"die {die}") for die, face in enumerate(mummy_faces(state)))
        die, shown = self.cursor, faces
        if table.playing.seed:
            prompt, die, shown = words("The device rolls the mummy die."), 0, (Item("", ("dice",)),)
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=maze(table, secrets=False, dice=shown, die=die),
            actor=actor(state),
            hints=hints(table, ok=words("roll") if table.playing.seed else CHOOSE, back=MENU),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Choose the face, or let the device roll."""
        state: State = table.playing.state
        session = table.playing
        match done:
            case Press("ok") if session.seed:
                face = device_mummy_die(state, session.seed, place_of_next_roll(session))
                return Play(Roll(state.mummy_player, face=face))
            case Press("ok"):
                return Play(Roll(state.mummy_player, face=mummy_faces(state)[self.cursor]))
            case Press("back"):
                return Push(self.menu)
            case Touch(target) if target in (f"die {die}" for die in range(len(mummy_faces(state)))):
                return replace(self, cursor=int(target.split()[1]))
            case Press("up" | "down" | "left" | "right" as button):
                return replace(self, cursor=moved(self.cursor, len(mummy_faces(state)), button))
        return self


def mummy_faces(state: State) -> tuple[int, ...]:
    """Return the faces of the mummy die, each once, in order."""
    return tuple(sorted(set(state.maze.mummy_die)))
