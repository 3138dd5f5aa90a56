"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why the mummies come first: they are put aside first (P12). With six buttons so few faces are left that each has a key
of its own, and a die takes one press. With four it is asked of one face after the other how many dice show it: three
keys count faster than they turn dice, and what is left shows the arrow. Of a last die it is asked which face it shows.

A page on which holding `ok` means nothing else may have one more key: if one number is left over, that chooses it.

Why on the page itself and not in its foot: news covers the foot. Why a number up to the last key has the same key each
time that it is asked for: fingers learn it. An encoder has no such keys: it turns a cursor along the row.

Why no running generator: after an undo the same roll shows the same faces, so nobody can take back in the hope of
better ones. Why not the number of the action: every later roll would then reveal whether a pawn ended its move on a
mission, and how often a hunter rolled again (P48). The seed is drawn once a game and stays secret, because it
determines all rolls.
"""

from __future__ import annotations

import random
from typing import NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, View
from firmware_py.config.settings import ButtonLayout
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legality import playable_faces, reachable, showing_faces, why_blocked
from firmware_py.games.malediction.maze import Face
from firmware_py.games.malediction.state import DICE, Choose, DieFace, Reset, Roll, State, is_roll
from firmware_py.games.session import Session
from firmware_py.pages.commands import Play
from firmware_py.pages.lists import CHOOSE, GO_BACK, MENU, fitted, hints, moved
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, title
from firmware_py.pages.stack import Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

FROM_ZERO: dict[ButtonLayout, tuple[Button, ...]] = {
    "six": ("ok", "up", "right", "down", "left"),
    "four": ("up", "ok", "down"),
}
"""The keys of the numbers from 0 on; with six buttons those of a die, clockwise."""
FROM_ONE: dict[ButtonLayout, tuple[Button, ...]] = {
    "six": ("up", "right", "down", "left", "ok"),
    "four": FROM_ZERO["four"],
}


class NumberKeys(msgspec.Struct, frozen=True):
    """How far the choice of a number has come."""

    skipped: int = 0
    """So many numbers were passed with the key of all that are left."""
    cursor: int = 0
    """The index of the number to which an encoder has turned."""

    def left(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers that can still be chosen."""
        return numbers[fitted(self.skipped, len(numbers)) :]

    def at(self, numbers: tuple[int, ...], table: Table) -> int:
        """Return the index of the number under the cursor, -1 where numbers have keys instead."""
        return fitted(self.cursor, len(self.left(numbers))) if has_cursor(table) else -1

    def items(self, numbers: tuple[int, ...], table: Table, *, may_hold: bool = False) -> tuple[Item, ...]:
        """Return the numbers that are left, each with its key; for one more `ok` is held, if it may be."""
        left = self.left(numbers)
        if has_cursor(table):
            return tuple(Item(str(number), target=f"number {number}") for number in left)
        keys = _keys(numbers, table)
        held = self.held(numbers, table) if may_hold else None
        shown = left if held or len(left) <= len(keys) else left[: len(keys)]
        labels = tuple(map(str, shown)) if shown == left else (*map(str, shown[:-1]), f"{shown[-1]}+")
        shown_keys = (None,) * len(shown) if table.settings.controls == "touch" else (*keys, "ok")
        return tuple(
            Item(label, target=f"number {number}", key=key, is_held=bool(key) and number == held)
            for label, number, key in zip(labels, shown, shown_keys, strict=False)
        )

    def held(self, numbers: tuple[int, ...], table: Table) -> int | None:
        """Return the number for which `ok` may be held: the last one, if all the others that are left have keys."""
        is_one_more = len(self.left(numbers)) == len(_keys(numbers, table)) + 1
        return numbers[-1] if is_one_more and not has_cursor(table) else None

    def press(self, done: Input, numbers: tuple[int, ...], table: Table, *, may_hold: bool = False) -> NumberKeys | int:
        """Return the number that an input chooses, or how far the choice has come now."""
        left = self.left(numbers)
        held = self.held(numbers, table) if may_hold else None
        match done:
            case LongPress("ok") if held is not None:
                return held
            case Press("ok") if has_cursor(table):
                return left[self.at(numbers, table)]
            case Press(button) if has_cursor(table):
                return replace(self, cursor=moved(self.at(numbers, table), len(left), button))
            case Press(button, is_repeated=False) if button in (keys := _keys(numbers, table)):
                return self._at(keys.index(button), numbers, table, held)
            case Touch(target) if target in (touched := [f"number {number}" for number in left]):
                return self._at(touched.index(target), numbers, table, held)
        return self

    def _at(self, index: int, numbers: tuple[int, ...], table: Table, held: int | None) -> NumberKeys | int:
        """Return what the key of this index leads to."""
        left, last = self.left(numbers), len(_keys(numbers, table)) - 1
        if index >= len(left):
            return self
        is_rest = index == last < len(left) - 1 and held is None and not has_cursor(table)
        return NumberKeys(self.skipped + index) if is_rest else left[index]


def has_cursor(table: Table) -> bool:
    """Return whether a cursor is turned along the row, and numbers have no keys."""
    return table.settings.controls == "encoder"


def _keys(numbers: tuple[int, ...], table: Table) -> tuple[Button, ...]:
    return (FROM_ONE if numbers[0] else FROM_ZERO)[table.layout]


DIE: tuple[DieFace, ...] = get_args(DieFace)
"""The six sides of a white die."""
SIDES = range(len(DIE))
"""The indices of `DIE`."""


class RollPlace(NamedTuple):
    """The place of a roll in a game, counted from 1; the mummy's turn counts like a pawn's."""

    turn: int
    roll: int
    """The number of the roll in that turn."""


def place_of_next_roll(session: Session) -> RollPlace:
    """Return the place of a roll made now; nothing hidden in an earlier turn affects it."""
    turn, roll, whose = 1, 1, session.start.turn
    for step in session.steps:
        if step.state.turn != whose:
            turn, roll, whose = turn + 1, 1, step.state.turn
        elif is_roll(step.action):
            roll += 1
    return RollPlace(turn, roll)


def device_dice(state: State, seed: str, place: RollPlace) -> tuple[DieFace, ...]:
    """Return the faces of the unlocked white dice rolled at a place of the game."""
    return tuple(DIE[side] for side in _sides(seed, place, len(DIE), DICE - state.locked))


def device_mummy_die(state: State, seed: str, place: RollPlace) -> int:
    """Return the face of the mummy die rolled at a place of the game."""
    (side,) = _sides(seed, place, len(state.maze.mummy_die), 1)
    return state.maze.mummy_die[side]


def _sides(seed: str, place: RollPlace, sides: int, count: int) -> tuple[int, ...]:
    """Return fair sides; Python promises that `random()` gives the same numbers in later versions."""
    chance = random.Random(f"{seed}/{place.turn}/{place.roll}")
    return tuple(int(chance.random() * sides) for _ in range(count))


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
