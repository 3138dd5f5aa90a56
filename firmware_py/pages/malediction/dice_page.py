"""The dice pages: players enter dice thrown at the table in a row, or the device rolls them.

Why the next die starts with the face of the one before: players who enter their dice in order need two presses a die.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, Item, View
from firmware_py.games.malediction.actions import Choose, Roll
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


class DicePage(msgspec.Struct, frozen=True):
    """Asks what the free dice show."""

    wanted: int
    faces: tuple[int, ...] = (0,)
    """The sides of `DIE` that the dice entered so far show."""
    current: int = 0
    """The index of the die under the cursor."""
    below: Page | None = None
    """The page before the first die."""

    def view(self, table: Table) -> View:
        """Return the row of dice; dice with mummies lie in the tray."""
        state: State = table.playing.state
        say = table.say
        shown = tuple(
            Item("", (DIE_ICONS[DIE[self.faces[die]]] if die < len(self.faces) else "die_blank",), target=f"die {die}")
            for die in range(self.wanted)
        )
        mummies = sum(DIE[side] == "mummy" for side in self.faces[: self.current])
        held = (Hint("ok", say(words("one back")), held=True),) if self.current or self.below else ()
        return View(
            title=say(title(state)),
            prompt=say(words("What do the dice show? Turn each with up and down.")),
            body=maze(table, secrets=True, dice=shown, die=self.current, locked=state.locked + mummies),
            actor=actor(state),
            hints=(Hint("ok", say(words("next die") if self.current < self.wanted - 1 else words("done"))), *held),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Turn the die under the cursor, go to the next one, or enter the roll."""
        match done:
            case Press("up" | "down" as button):
                return self._turned(1 if button == "up" else -1)
            case Press("ok"):
                return self._next(table)
            case Press("right") if self.current < len(self.faces) - 1:
                return replace(self, current=self.current + 1)
            case Press("left") | LongPress("ok"):
                return self._step_back()
            case Touch(target) if target == f"die {self.current}":
                return self._turned(1)
            case Touch(target) if target in (f"die {die}" for die in range(len(self.faces))):
                return replace(self, current=int(target.split()[1]))
        return self

    def _turned(self, by: int) -> DicePage:
        side = (self.faces[self.current] + by) % len(DIE)
        return replace(self, faces=(*self.faces[: self.current], side, *self.faces[self.current + 1 :]))

    def _next(self, table: Table) -> Reply:
        if self.current == self.wanted - 1:
            return Play(Roll(table.playing.state.hunter.player, faces=tuple(DIE[side] for side in self.faces)))
        faces = self.faces if self.current + 1 < len(self.faces) else (*self.faces, self.faces[-1])
        return replace(self, faces=faces, current=self.current + 1)

    def _step_back(self) -> Reply:
        if self.current:
            return replace(self, current=self.current - 1)
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
    """Return the page of the dice, with those taken back or entered before a power cut; `below` is for `back`."""
    state: State = table.playing.state
    wanted = DICE - state.locked
    match table.playing.undone:
        case (Roll(faces=tuple(faces)), *_) if len(faces) == wanted:
            return DicePage(wanted, tuple(DIE.index(face) for face in faces), 0, below)
    if entered and len(entered) <= wanted:
        return DicePage(wanted, entered, len(entered) - 1, below)
    return DicePage(wanted, below=below)


class ChoosePage(msgspec.Struct, frozen=True):
    """Offers the faces that show, and rolling again; the cells that a face reaches are lit.

    A face without a move is dimmed and says why it has none: only hunters see this page (P25).
    """

    cursor: int | None = None
    """None until somebody moves it: then it stands on the first face that can be played."""

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
        is_blocked = face is not None and why_blocked(state, face) is not None
        return View(
            title=say(title(state)),
            prompt=say(_question(state, face)),
            body=maze(
                table, secrets=True, dice=dice, die=at, lit=tuple(sorted(reachable(state, face))) if face else ()
            ),
            actor=actor(state),
            hints=hints(table, ok=None if is_blocked else CHOOSE),
        )

    def at(self, state: State) -> int:
        """Return the index of the die under the cursor; rolling again comes after the faces."""
        if self.cursor is not None:
            return self.cursor
        faces = showing_faces(state)
        return next((index for index, face in enumerate(faces) if reachable(state, face)), len(faces))

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
