"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why the mummies come first: they are put aside first (P12). So few faces are left that with six buttons each has a key
of its own, and a die takes one press. With four buttons the next die starts with the face of the one before.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, View
from firmware_py.games.malediction.actions import Choose, Roll
from firmware_py.games.malediction.blocked_faces import why_blocked
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import mission_ends, playable_faces, reachable, showing_faces
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
"""Of so many dice, one mummy is nearer to what most rolls show than none."""
OTHER_SIDES = len(DIE) - 1
"""How many sides a die has besides the mummy, the last."""


class DicePage(msgspec.Struct, frozen=True):
    """Asks how many of the free dice show the mummy, and then what each of the others shows."""

    wanted: int
    mummies: int | None = None
    """None until it is entered."""
    faces: tuple[int, ...] = ()
    """The sides of `DIE` that the other dice show, as far as they are entered."""
    side: int = 0
    """What is under the cursor: a number of mummies, or with four buttons a side of the next die."""
    below: Page | None = None
    """The page before the first question."""

    def view(self, table: Table) -> View:
        """Return the numbers of mummies, or the row of the other dice; dice with mummies lie in the tray."""
        state: State = table.playing.state
        say = table.say
        shown, at = self._row(table)
        held = (Hint("ok", say(words("one back")), held=True),) if self.is_begun or self.below else ()
        return View(
            title=say(title(state)),
            prompt=say(self._question(table)),
            body=maze(table, secrets=True, dice=shown, die=at, locked=state.locked + (self.mummies or 0)),
            actor=actor(state),
            hints=(*self._shown_keys(table), *held),
        )

    @property
    def is_begun(self) -> bool:
        """Whether the mummies are entered."""
        return self.mummies is not None

    def _row(self, table: Table) -> tuple[tuple[Item, ...], int]:
        """Return what lies in a row, and the index of what is under the cursor."""
        if self.mummies is None:
            return tuple(Item(str(number), target=f"die {number}") for number in range(self.wanted + 1)), self.side
        others = self.wanted - self.mummies
        known = [DIE_ICONS[DIE[side]] for side in self.faces]
        known += [DIE_ICONS[DIE[self.side]]] if table.layout == "four" else []
        icons = (*known, *("die_blank",) * others)[:others]
        return tuple(Item("", (icon,), target=f"die {die}") for die, icon in enumerate(icons)), len(self.faces)

    def _question(self, table: Table) -> Words:
        if self.mummies is None:
            return words("How many dice show the mummy?")
        if table.layout == "four":
            return words("What do the dice show? Turn each with up and down.")
        return words("What do the dice show?")

    def _shown_keys(self, table: Table) -> tuple[Hint, ...]:
        if self.mummies is None or table.layout == "four":
            return (Hint("ok", table.say(CHOOSE)),)
        return tuple(Hint(button, "→" if DIE[side] == "arrow" else DIE[side]) for button, side in SIDE_KEYS.items())

    def press(self, done: Input, table: Table) -> Reply:
        """Tell the mummies and then die by die, or go one back."""
        match done:
            case LongPress("ok"):
                return self._step_back()
            case Press(button):
                return self._mummies_by(button, table) if self.mummies is None else self._die_by(button, table)
            case Touch(target) if target in (f"die {die}" for die in range(self.wanted + 1)):
                return self._touched(int(target.split()[1]), table)
        return self

    def _mummies_by(self, button: Button, table: Table) -> Reply:
        if button != "ok":
            return replace(self, side=moved(self.side, self.wanted + 1, button))
        entered = replace(self, mummies=self.side, side=0)
        return entered._thrown(table) if entered.mummies == self.wanted else entered

    def _die_by(self, button: Button, table: Table) -> Reply:
        if table.layout == "four" and button != "ok":
            return replace(self, side=moved(self.side, OTHER_SIDES, "down" if button == "up" else "up"))
        side = self.side if table.layout == "four" else SIDE_KEYS[button]
        entered = replace(self, faces=(*self.faces, side))
        return entered._thrown(table) if len(entered.faces) + (self.mummies or 0) == self.wanted else entered

    def _thrown(self, table: Table) -> Play:
        sides = (*self.faces, *(OTHER_SIDES,) * (self.mummies or 0))
        return Play(Roll(table.playing.state.hunter.player, faces=tuple(DIE[side] for side in sides)))

    def _touched(self, number: int, table: Table) -> Reply:
        if self.mummies is not None:
            return replace(self, faces=self.faces[:number])
        return self._mummies_by("ok", table) if number == self.side else replace(self, side=number)

    def _step_back(self) -> Reply:
        if self.faces:
            return replace(self, faces=self.faces[:-1], side=self.faces[-1])
        if self.mummies is not None:
            return replace(self, mummies=None, side=self.mummies)
        return self.below or self


def roll(table: Table, below: Page | None = None) -> Reply:
    """Return what follows "roll": the row of dice, or the device's own roll."""
    state: State = table.playing.state
    session = table.playing
    if session.seed:
        faces = device_dice(state, session.seed, place_of_next_roll(session))
        return Play(Roll(state.hunter.player, faces=faces))
    return dice_page(table, below=below)


def dice_page(table: Table, entered: tuple[int, ...] = (), below: Page | None = None) -> DicePage:
    """Return the page of the dice, with those taken back or entered before a power cut; `below` is for one back.

    The last answer of a roll that was taken back is open again.
    """
    wanted = DICE - table.playing.state.locked
    match table.playing.undone:
        case (Roll(faces=tuple(faces)), *_) if len(faces) == wanted:
            entered = tuple(DIE.index(face) for face in faces)
    mummies, others = entered.count(OTHER_SIDES), tuple(side for side in entered if side != OTHER_SIDES)
    if not entered or len(entered) > wanted:
        return DicePage(wanted, side=int(wanted >= MANY_DICE), below=below)
    if len(entered) < wanted:
        return DicePage(wanted, mummies, others, below=below)
    if others:
        return DicePage(wanted, mummies, others[:-1], others[-1], below)
    return DicePage(wanted, side=wanted, below=below)


class ChoosePage(msgspec.Struct, frozen=True):
    """Offers the faces that show, and rolling again; the cells that a face reaches are lit.

    A face without a move is dimmed and says why it has none: only hunters see this page (P25).
    """

    cursor: int | None = None
    """None until somebody moves it: it stands on a face that leads to a mission, or the first that can be played."""

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
        wished = [index for index in playable if mission_ends(state, faces[index])]
        return (wished or playable or [len(faces)])[0]

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
