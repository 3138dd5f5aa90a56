"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why the mummies come first: they are put aside first (P12). With six buttons so few faces are left that each has a key
of its own, and a die takes one press. With four it is asked of one face after the other how many dice show it: three
keys count faster than they turn dice, and what is left shows the arrow. Of a last die it is asked which face it shows.
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
from firmware_py.pages.hints import CHOOSE, hints
from firmware_py.pages.lists import fitted, moved
from firmware_py.pages.malediction.device_dice import DIE, device_dice, place_of_next_roll
from firmware_py.pages.malediction.number_keys import NumberKeys, has_cursor
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, title
from firmware_py.pages.stack import Input, LongPress, Page, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

SIDE_KEYS: dict[Button, int] = {"up": 0, "right": 1, "down": 2, "left": 3, "ok": 4}
"""The side of `DIE` that each of six buttons says once the mummies are entered: numbers clockwise, and the arrow."""
MUMMY_SIDE = len(DIE) - 1
"""The side of `DIE` with the mummy."""
ARROW_SIDE = MUMMY_SIDE - 1
COUNTED = (MUMMY_SIDE, *range(ARROW_SIDE))
"""The sides of which it is asked how many dice show them; all dice that are left show the arrow."""


class DicePage(msgspec.Struct, frozen=True):
    """Asks what the free dice show; at the beginning of a turn locked dice can be reset instead."""

    faces: tuple[int, ...] = ()
    """The sides of `DIE` that are entered, the mummies first."""
    counted: int = 0
    """Of so many sides of `COUNTED` it is entered how many dice show them."""
    number: NumberKeys = NumberKeys()
    """How far the next number of dice is entered."""
    below: Page | None = None
    """The page from which the dice are rolled again."""

    @property
    def identity(self) -> object:
        """What tells the page from others: also what it asks for, and from which number on."""
        return DicePage, self.counted, self.number.skipped

    @property
    def mummies(self) -> int:
        """How many of the dice entered show the mummy."""
        return self.faces.count(MUMMY_SIDE)

    @property
    def others(self) -> tuple[int, ...]:
        """What the other dice entered show, in their order."""
        return tuple(side for side in self.faces if side != MUMMY_SIDE)

    @property
    def is_begun(self) -> bool:
        """Whether a number is entered, or begun with the key of all that are left."""
        return self.counted > 0 or self.number.skipped > 0

    def view(self, table: Table) -> View:
        """Return the number of dice with a face, or the row of dice; dice with mummies lie in the tray."""
        state: State = table.playing.state
        say = table.say
        shown, at = self._row(table)
        return View(
            title=say(title(state)),
            prompt=say(self._question(table)),
            body=maze(
                table, secrets=True, dice=shown, die=at, faces=self._faces(table), locked=state.locked + self.mummies
            ),
            actor=actor(state),
            hints=(*hints(table, ok=CHOOSE if has_cursor(table) else None), *self._held(table)),
        )

    def _asks_number(self, table: Table) -> bool:
        return self.counted < (1 if table.layout == "six" else len(COUNTED))

    def _left(self, table: Table) -> int:
        """Return how many of the free dice are not entered."""
        state: State = table.playing.state
        return DICE - state.locked - len(self.faces)

    def _asks_last(self, table: Table) -> bool:
        """Return whether it is asked which face the only die that is left shows, and not how many dice show a face."""
        return self.counted > 0 and self._asks_number(table) and self._left(table) == 1

    def _numbers(self, table: Table) -> tuple[int, ...]:
        """Return what can be chosen: how many dice, or for the last one the faces that are left, the first one as 1."""
        if self._asks_last(table):
            return tuple(side + 1 for side in (*COUNTED[self.counted :], ARROW_SIDE))
        return tuple(range(self._left(table) + 1))

    def _row(self, table: Table) -> tuple[tuple[Item, ...], int]:
        """Return what lies in a row, and the index of what is under the cursor."""
        numbers = self._numbers(table)
        if self._asks_last(table):
            return tuple(map(_face_of, self.number.items(numbers, table))), self.number.at(numbers, table)
        if self._asks_number(table):
            asked = (Item("", (DIE_ICONS[DIE[COUNTED[self.counted]]],)),) if not has_cursor(table) else ()
            return (*asked, *self.number.items(numbers, table)), self.number.at(numbers, table)
        known = [DIE_ICONS[DIE[side]] for side in self.others]
        icons = (*known, *("die_blank",) * self._left(table))
        return tuple(Item("", (icon,), target=f"die {die}") for die, icon in enumerate(icons)), len(known)

    def _question(self, table: Table) -> Words:
        left = self._left(table)
        if not self._asks_number(table):
            return words("What do the dice show?")
        if self._asks_last(table):
            return words("One die is left: what does it show?")
        if self.counted:
            face = FACE_WORDS[DIE[COUNTED[self.counted]]]
            return words("{count} dice left: how many show {face}?", count=left, face=face)
        if self._resets(table):
            return words_n(
                "Roll {count} die: mummy or none? Or hold ✓: reset.",
                "Roll {count} dice: how many mummies? Or hold ✓: reset.",
                left,
            )
        return words_n("Roll {count} die: mummy or none?", "Roll {count} dice: how many mummies?", left)

    def _faces(self, table: Table) -> tuple[Item, ...]:
        """Return what the next die may show once the mummies are entered, each with its key where there are keys.

        A number is read from farther away than pips.
        """
        if self._asks_number(table):
            return ()
        has_keys = table.settings.controls != "touch"
        shown = {
            side: Item("", ("die_arrow",)) if side == ARROW_SIDE else Item(DIE[side]) for side in SIDE_KEYS.values()
        }
        faces = ((replace(shown[side], target=f"side {side}"), button) for button, side in SIDE_KEYS.items())
        return tuple(replace(face, key=button) if has_keys else face for face, button in faces)

    def _held(self, table: Table) -> tuple[Hint, ...]:
        """Return what holding `ok` does, if anything."""
        if self._resets(table):
            whole = table.say(reset_words(table.playing.state))
            return (Hint("ok", whole, held=True, short=table.say(words("reset"))),)
        return (Hint("ok", table.say(words("previous die")), held=True),) if self.is_begun or self.below else ()

    def _resets(self, table: Table) -> bool:
        """Return whether the locked dice can be reset instead, before the first roll (P08)."""
        state: State = table.playing.state
        return state.phase == "begin" and state.locked > 0 and not self.is_begun

    def press(self, done: Input, table: Table) -> Reply:
        """Tell the mummies and then what the other dice show, or by holding `ok` reset the dice or go one back."""
        reply = self._answer(done, table)
        if isinstance(reply, DicePage) and (reply.counted, reply.faces) != (self.counted, self.faces):
            return replace(reply, number=NumberKeys())  # how far one number was entered says nothing of another
        return reply

    def _answer(self, done: Input, table: Table) -> Reply:
        match done:
            case LongPress("ok") if self._resets(table):
                return Play(Reset(table.playing.state.hunter.player))
            case LongPress("ok"):
                return self._step_back(table)
            case Press() | Touch() if self._asks_number(table):
                return self._counted(self.number.press(done, self._numbers(table), table), table)
            case Press(button, is_repeated=False) if button in SIDE_KEYS:
                return self._entered((SIDE_KEYS[button],), table)
            case Touch(target) if target in (f"side {side}" for side in SIDE_KEYS.values()):
                return self._entered((int(target.split()[1]),), table)
            case Touch(target) if target in (f"die {die}" for die in range(DICE + 1)):
                return self._touched(int(target.split()[1]))
        return self

    def _counted(self, number: NumberKeys | int, table: Table) -> Reply:
        """Return what follows a number of dice with the face that is asked for."""
        if isinstance(number, NumberKeys):
            return replace(self, number=number)
        if self._asks_last(table):
            return replace(self, counted=len(COUNTED))._entered((number - 1,), table)
        asked = replace(self, counted=self.counted + 1)
        return asked._entered((COUNTED[self.counted],) * number, table)

    def _entered(self, sides: tuple[int, ...], table: Table) -> Reply:
        entered = replace(self, faces=(*self.faces, *sides))
        left = entered._left(table)
        if left and entered.counted < len(COUNTED):
            return entered
        rolled = (*entered.others, *(ARROW_SIDE,) * left, *(MUMMY_SIDE,) * entered.mummies)
        return Play(Roll(table.playing.state.hunter.player, faces=tuple(DIE[side] for side in rolled)))

    def _touched(self, number: int) -> DicePage:
        """Return the page without the die that was touched, and those after it."""
        kept = (*(MUMMY_SIDE,) * self.mummies, *self.others[:number])
        return replace(self, faces=kept) if number < len(self.others) else self

    def _step_back(self, table: Table) -> Reply:
        if self.number.skipped:
            return replace(self, number=NumberKeys())
        if not self.counted:
            return self.below or self
        if table.layout == "six" and self.others:
            return replace(self, faces=self.faces[:-1])
        reopened = COUNTED[self.counted - 1]
        return replace(self, faces=tuple(s for s in self.faces if s != reopened), counted=self.counted - 1)


def reset_words(state: State) -> Words:
    """Return what a reset of the dice means."""
    return words_n(
        "Reset: the mummy may move {count} cell",
        "Reset: the mummy may move {count} cells",
        state.locked,
    )


def _face_of(item: Item) -> Item:
    """Return a number of `_numbers` as the face of the last die; one that leads to several stays a number."""
    if not item.label.isdigit():
        return item
    return replace(item, label="", icons=(DIE_ICONS[DIE[int(item.label) - 1]],))


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
    others = tuple(side for side in entered if side != MUMMY_SIDE)
    if table.layout == "four":
        return _counted_before((*mummies, *sorted(others)), free, below)
    if len(entered) == free:
        return DicePage((*mummies, *others[:-1]) if others else (), int(bool(others)), below=below)
    return DicePage((*mummies, *others), int(bool(entered)), below=below)


def _counted_before(known: tuple[int, ...], free: int, below: Page | None) -> DicePage:
    """Return the page of the dice of which some were counted face by face; if all were, the last number is open."""
    known_sides = [counted for counted, side in enumerate(COUNTED, 1) if side in known]
    counted = len(COUNTED) if ARROW_SIDE in known else max(known_sides, default=0)
    if len(known) == free:
        counted -= 1
    return DicePage(tuple(side for side in known if side in COUNTED[:counted]), counted, below=below)


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
        faces = showing_faces(state)
        if self.cursor is not None:
            return fitted(self.cursor, len(faces) + 1)
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
    if face == "arrow":
        return words("Announce the arrow?")
    return words("Announce {face}?", face=FACE_WORDS[face])
