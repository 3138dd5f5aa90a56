"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why only the mummies are told of dice thrown at the table: they are locked (P12), and everybody may know them. Of the
others the rules need only the face that is announced. The hunters see that it shows; the device knows where it leads.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, Item, View
from firmware_py.games.malediction.actions import Choose, Reset, Roll
from firmware_py.games.malediction.blocked_faces import why_blocked
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import mission_ends, playable_faces, reachable, showing_faces
from firmware_py.games.malediction.movement import Face
from firmware_py.games.malediction.state import DICE, State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, MENU, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.malediction.device_dice import device_dice, device_mummy_die, place_of_next_roll
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, title
from firmware_py.pages.stack import Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

MANY_DICE = 4
"""Of so many dice, one mummy is nearer to what most rolls show than none."""


class DicePage(msgspec.Struct, frozen=True):
    """Asks how many of the free dice show the mummy; at the beginning of a turn locked dice can be reset instead."""

    cursor: int = 0
    """The number under the cursor."""
    below: Page | None = None
    """The page from which the dice are rolled again."""

    def view(self, table: Table) -> View:
        """Return the numbers of mummies."""
        state: State = table.playing.state
        say = table.say
        free = DICE - state.locked
        numbers = tuple(Item(str(number), target=f"die {number}") for number in range(free + 1))
        ask = words_n("Roll {count} die: mummy or none?", "Roll {count} dice: how many mummies?", free)
        if self._resets(state):
            ask = words_n(
                "Roll {count} die: mummy or none? Or hold ✓: reset.",
                "Roll {count} dice: how many mummies? Or hold ✓: reset.",
                free,
            )
        return View(
            title=say(title(state)),
            prompt=say(ask),
            body=maze(table, secrets=True, dice=numbers, die=self.cursor),
            actor=actor(state),
            hints=(*hints(table, ok=CHOOSE), *self._held(state, table)),
        )

    def _held(self, state: State, table: Table) -> tuple[Hint, ...]:
        """Return what holding `ok` does, if anything."""
        if self.below:
            return (Hint("ok", table.say(words("one back")), held=True),)
        if not self._resets(state):
            return ()
        return (Hint("ok", table.say(reset_words(state)), held=True, short=table.say(words("reset"))),)

    def _resets(self, state: State) -> bool:
        """Return whether the locked dice can be reset instead, before the first roll (P08)."""
        return state.phase == "begin" and state.locked > 0

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, tell the number under it, or by holding `ok` reset the dice or go back."""
        state: State = table.playing.state
        free = DICE - state.locked
        match done:
            case LongPress("ok") if self.below:
                return self.below
            case LongPress("ok") if self._resets(state):
                return Play(Reset(state.hunter.player))
            case Press("ok"):
                return Play(Roll(state.hunter.player, mummies=self.cursor))
            case Press("up" | "down" | "left" | "right" as button):
                return replace(self, cursor=moved(self.cursor, free + 1, button))
            case Touch(target) if target in (f"die {number}" for number in range(free + 1)):
                touched = int(target.split()[1])
                return self.press(Press("ok"), table) if touched == self.cursor else replace(self, cursor=touched)
        return self


def reset_words(state: State) -> Words:
    """Return what a reset of the dice means."""
    return words_n(
        "Reset: the mummy may move {count} cell",
        "Reset: the mummy may move {count} cells",
        state.locked,
    )


def roll(table: Table, below: Page | None = None) -> Reply:
    """Return what follows "roll": the number of mummies, or the device's own roll."""
    state: State = table.playing.state
    session = table.playing
    if session.seed:
        faces = device_dice(state, session.seed, place_of_next_roll(session))
        return Play(Roll(state.hunter.player, faces=faces))
    return dice_page(table, below=below)


def dice_page(table: Table, below: Page | None = None) -> DicePage:
    """Return the page of the dice; the cursor is on a number that was taken back, or on the likeliest."""
    free = DICE - table.playing.state.locked
    match table.playing.undone:
        case (Roll(mummies=int(mummies)), *_) if mummies <= free:
            return DicePage(mummies, below)
        case (Roll(faces=tuple(faces)), *_) if len(faces) == free:
            return DicePage(faces.count("mummy"), below)
    return DicePage(int(free >= MANY_DICE), below)


class ChoosePage(msgspec.Struct, frozen=True):
    """Offers the faces that show, or all if nobody has told, and rolling again; the cells that a face reaches are lit.

    A face without a move is dimmed and says why it has none: only hunters see this page (P25).
    """

    cursor: int | None = None
    """None until somebody moves it.

    Among faces that show it stands on one that leads to a mission, or the first that can be played; among all faces on
    the middle one, from where none is far.
    """

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
        if state.faces is None:
            return playable[len(playable) // 2] if playable else len(faces)
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
    if state.faces is None:
        return words("Which die do you announce? {face}?", face=FACE_WORDS[face])
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
