"""The dice pages: players enter dice thrown at the table, or the device rolls them.

Why only the mummies are asked, and then the face that is announced: nothing else decides (P12, P25). The dice between
are told only at a table that wants so (`EVERY_DIE`), or where a program must know them to choose.

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

from msgspec.structs import replace

from display.view import Hint, Item, View
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legality import playable_faces, reachable, showing_faces, why_blocked
from firmware_py.games.malediction.maze import FACES, Face
from firmware_py.games.malediction.state import DICE, UNTOLD, Choose, DieFace, Reset, Roll, RolledFace, State, is_roll
from firmware_py.games.seats import box_of
from firmware_py.games.session import Session
from firmware_py.pages.box_seat import TellPage, acts_for
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, title
from firmware_py.pages.offers import (
    UNTOUCHED,
    Keys,
    Laid,
    Lines,
    Offer,
    Row,
    clamp_cursor,
    has_two_directions,
)
from firmware_py.pages.page import CHOOSE, GO_BACK, MENU, Later, Page, Push, Reply, hints
from firmware_py.pages.start_page import Option
from firmware_py.words import NOTHING, Words, words, words_n

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
    """The place of a roll made now, on which nothing hidden in earlier turns has an effect."""
    turn, roll, whose = 1, 1, session.start.turn
    for step in session.steps:
        if step.state.turn != whose:
            turn, roll, whose = turn + 1, 1, step.state.turn
        elif is_roll(step.action):
            roll += 1
    return RollPlace(turn, roll)


def device_dice(state: State, seed: str, place: RollPlace) -> tuple[DieFace, ...]:
    """The faces of the unlocked white dice rolled at a place of the game."""
    return tuple(DIE[side] for side in _sides(seed, place, len(DIE), DICE - state.locked))


def device_mummy_die(state: State, seed: str, place: RollPlace) -> int:
    """The face of the mummy die rolled at a place of the game."""
    (side,) = _sides(seed, place, len(state.maze.mummy_die), 1)
    return state.maze.mummy_die[side]


def _sides(seed: str, place: RollPlace, sides: int, count: int) -> tuple[int, ...]:
    """Fair sides, the same in later versions of Python, as it promises of `random()`."""
    chance = random.Random(f"{seed}/{place.turn}/{place.roll}")
    return tuple(int(chance.random() * sides) for _ in range(count))


MUMMY_SIDE = len(DIE) - 1
"""The side of `DIE` with the mummy."""
ARROW_SIDE = MUMMY_SIDE - 1
COUNTED = (MUMMY_SIDE, *range(ARROW_SIDE))
"""The sides of which it is asked how many dice show them; all dice that are left show the arrow."""


EVERY_DIE = Option(
    "every_die",
    ((False, words("Enter each roll: how many mummies")), (True, words("Enter each roll: every die"))),
    "dice",
    (NOTHING, NOTHING),
)
"""What a table tells of dice that it throws; any time, since the rules take both."""


def asks_every_die(table: PageContext) -> bool:
    """Whether it is asked what every die shows, and not only how many are mummies: the program must know to choose."""
    state = table.session.state if table.session else None
    chooses_itself = isinstance(state, State) and state.turn is not None and box_of(state, state.hunter.player)
    return bool(chooses_itself or EVERY_DIE.usual(table.settings, "malediction"))


class DicePage(Page, frozen=True):
    """Asks what the free dice show; at the beginning of a turn locked dice can be reset instead."""

    faces: tuple[int, ...] = ()
    """The sides of `DIE` that are entered, the mummies first."""
    counted: int = 0
    """For how many sides of `COUNTED` the number of dice is entered."""
    below: Page | None = None
    """The page from which the dice are rolled again."""
    counts_each_face: bool = False
    """Whether it is asked of each face how many dice show it."""

    @property
    def identity(self) -> object:
        """What tells the page from others: also what it asks for, and from which number on."""
        return DicePage, self.counted, self.pending.keys

    @property
    def entered(self) -> object:
        """What is entered so far."""
        return self.faces, self.pending.keys

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
        return self.counted > 0 or bool(self.pending.keys)

    def view(self, table: PageContext) -> View:
        """The number of dice with a face, or the row of dice; dice with mummies lie in the tray."""
        state: State = table.playing.state
        say = table.say
        laid = self.arrange(table)
        shown, at = self._row(laid, table)
        faces = () if self._asks_number else laid.items()
        return View(
            title=say(title(state)),
            prompt=say(self._question(table)),
            body=maze(table, secrets=True, dice=shown, die=at, faces=faces, locked=state.locked + self.mummies),
            actor=actor(state),
            hints=(*hints(table, ok=None if laid.cursor is None else CHOOSE), *laid.held_hint()),
        )

    @property
    def _asks_number(self) -> bool:
        return self.counted < (len(COUNTED) if self.counts_each_face else 1)

    def _count_left(self, table: PageContext) -> int:
        """Number of free dice not entered yet."""
        state: State = table.playing.state
        return DICE - state.locked - len(self.faces)

    def _asks_last(self, table: PageContext) -> bool:
        """Whether it is asked which face the only die that is left shows, and not how many dice show a face."""
        return self.counted > 0 and self._asks_number and self._count_left(table) == 1

    def _numbers(self, table: PageContext) -> tuple[int, ...]:
        """What can be chosen: how many dice, or for the last one the faces that are left, the first one as 1."""
        if self._asks_last(table):
            return tuple(side + 1 for side in (*COUNTED[self.counted :], ARROW_SIDE))
        return tuple(range(self._count_left(table) + 1))

    def _row(self, laid: Laid, table: PageContext) -> tuple[tuple[Item, ...], int]:
        """What lies in a row, and the index of what is under the cursor, -1 where numbers have keys instead."""
        at = -1 if laid.cursor is None else laid.cursor
        if self._asks_last(table):
            return tuple(map(_face_of, laid.items())), at
        if self._asks_number:
            asked = Item("", (DIE_ICONS[DIE[COUNTED[self.counted]]],))
            return (*((asked,) if laid.cursor is None else ()), *laid.items()), at
        return self._thrown_dice(table), len(self.others)

    def _thrown_dice(self, table: PageContext) -> tuple[Item, ...]:
        """The dice without a mummy, those entered first."""
        icons = (*(DIE_ICONS[DIE[side]] for side in self.others), *("die_blank",) * self._count_left(table))
        return tuple(Item("", (icon,), target=f"die {die}") for die, icon in enumerate(icons))

    def _question(self, table: PageContext) -> Words:
        left = self._count_left(table)
        if not self._asks_number:
            return words("What do the dice show?")
        if self._asks_last(table):
            return words("One die is left: what does it show?")
        if self.counted:
            face = FACE_WORDS[DIE[COUNTED[self.counted]]]
            return words("{count} dice left: how many show {face}?", count=left, face=face)
        if self._resets(table) and table.worked_by != "touch":  # a finger has no key to hold
            return words_n(
                "Roll {count} die: mummy or none? Or hold ✓: reset.",
                "Roll {count} dice: how many mummies? Or hold ✓: reset.",
                left,
            )
        return words_n("Roll {count} die: mummy or none?", "Roll {count} dice: how many mummies?", left)

    def offers(self, table: PageContext) -> Row:
        """How many dice show a face, or which face the next one shows, and by touch to undo a die."""
        back = self._held(table)
        if not self._asks_number:
            thrown = self._thrown_dice(table)[: len(self.others)]
            taken = tuple(Offer(item, self._without(die)) for die, item in enumerate(thrown))
            return Row(tuple(self._face(side, table) for side in range(MUMMY_SIDE)), held=back, beside=taken)
        numbers = tuple(self._number(number, table) for number in self._numbers(table))
        return Row(numbers, starts_at_zero=not self._asks_last(table), held=back)

    def _face(self, side: int, table: PageContext) -> Offer:
        """What the next die may show once the mummies are entered; a number is read from farther than pips."""
        return Offer(
            replace(_face_item(FACES[side]), target=f"side {side}"), Later(lambda: self._enter((side,), table))
        )

    def _number(self, number: int, table: PageContext) -> Offer:
        """A number of dice with the face that is asked for, or the face of the last die."""
        sides, counted = (COUNTED[self.counted],) * number if self.counted < len(COUNTED) else (), self.counted + 1
        if self._asks_last(table):
            sides, counted = (number - 1,), len(COUNTED)
        asked = replace(self, counted=counted, pending=UNTOUCHED)
        return Offer(Item(str(number), target=f"number {number}"), Later(lambda: asked._enter(sides, table)))

    def _held(self, table: PageContext) -> Offer | None:
        """What holding `ok` does, if anything."""
        say = table.say
        if self._resets(table):
            item = Item(say(reset_words(table.playing.state)), target="reset", brief=say(words("reset")))
            return Offer(item, Play(Reset(table.playing.state.hunter.player)))
        if not (self.is_begun or self.below):
            return None
        item = Item(say(words("previous die")), brief=say(words("previous"))) if self.is_begun else Item(say(GO_BACK))
        return Offer(replace(item, target="previous"), self._step_back())

    def _resets(self, table: PageContext) -> bool:
        """Whether the locked dice can be reset instead, before the first roll (P08)."""
        state: State = table.playing.state
        return state.phase == "begin" and state.locked > 0 and not self.is_begun

    def _enter(self, sides: tuple[int, ...], table: PageContext) -> Reply:
        entered = replace(self, faces=(*self.faces, *sides), pending=UNTOUCHED)
        left, player = entered._count_left(table), table.playing.state.hunter.player
        if not asks_every_die(table):
            unknown: tuple[RolledFace, ...] = (UNTOLD,)
            mummies: tuple[RolledFace, ...] = ("mummy",)
            return Play(Roll(player, faces=unknown * left + mummies * entered.mummies))
        if left and entered.counted < len(COUNTED):
            return entered
        rolled = (*entered.others, *(ARROW_SIDE,) * left, *(MUMMY_SIDE,) * entered.mummies)
        return Play(Roll(player, faces=tuple(DIE[side] for side in rolled)))

    def _without(self, die: int) -> DicePage:
        """The page without an entered die, and those after it."""
        return replace(self, faces=(*(MUMMY_SIDE,) * self.mummies, *self.others[:die]), pending=UNTOUCHED)

    def _step_back(self) -> Reply:
        if self.pending.keys:
            return replace(self, pending=UNTOUCHED)
        if not self.counted:
            return self.below or self
        if self.others and not self.counts_each_face:
            return replace(self, faces=self.faces[:-1])
        reopened = COUNTED[self.counted - 1]
        return replace(
            self, faces=tuple(s for s in self.faces if s != reopened), counted=self.counted - 1, pending=UNTOUCHED
        )


def reset_words(state: State) -> Words:
    """What a reset of the dice means."""
    return words_n(
        "Reset: the mummy may move {count} cell",
        "Reset: the mummy may move {count} cells",
        state.locked,
    )


def _face_of(item: Item) -> Item:
    """A number of `_numbers` as the face of the last die; one that leads to several stays a number."""
    if not item.label.isdigit():
        return item
    return replace(item, label="", icons=(DIE_ICONS[DIE[int(item.label) - 1]],))


def roll(table: PageContext, below: Page | None = None) -> Reply:
    """What follows "roll": the row of dice, or the device's own roll."""
    state: State = table.playing.state
    session = table.playing
    if session.seed:
        faces = device_dice(state, session.seed, place_of_next_roll(session))
        return Play(Roll(state.hunter.player, faces=faces))
    return dice_page(table, below=below)


def dice_page(table: PageContext, entered: tuple[int, ...] = (), below: Page | None = None) -> DicePage:
    """The page of the dice, with those entered before a power cut; `below` is for one back.

    Of a roll that was taken back, the last answer is open again.
    """
    free = DICE - table.playing.state.locked
    by_face = has_two_directions(table)  # three keys count the dice of each face faster than they turn each die
    if not asks_every_die(table):
        return DicePage(below=below, counts_each_face=by_face)
    match table.playing.undone:
        case (Roll(faces=tuple(faces)), *_) if len(faces) == free and UNTOLD not in faces:
            entered = tuple(DIE.index(face) for face in faces)
    mummies = (MUMMY_SIDE,) * entered.count(MUMMY_SIDE)
    others = tuple(side for side in entered if side != MUMMY_SIDE)
    if by_face:
        return _counted_before((*mummies, *sorted(others)), free, below)
    if len(entered) == free:
        return DicePage((*mummies, *others[:-1]) if others else (), int(bool(others)), below=below)
    return DicePage((*mummies, *others), int(bool(entered)), below=below)


def _counted_before(known: tuple[int, ...], free: int, below: Page | None) -> DicePage:
    """The page of the dice of which some were counted face by face; if all were, the last number is open."""
    known_sides = [counted for counted, side in enumerate(COUNTED, 1) if side in known]
    counted = len(COUNTED) if ARROW_SIDE in known else max(known_sides, default=0)
    if len(known) == free:
        counted -= 1
    return DicePage(tuple(side for side in known if side in COUNTED[:counted]), counted, below, counts_each_face=True)


def choose_page(table: PageContext) -> Page:
    """The page on which a face is chosen: among those that show, or among all if the dice were not told."""
    return FacePage() if UNTOLD in table.playing.state.faces else ChoosePage()


class FacePage(Page, frozen=True):
    """Asks which face is announced, of dice that nobody told; holding `ok` rolls again.

    A face without a move is dimmed, and the rules say why: only hunters see this page (P25).
    """

    def view(self, table: PageContext) -> View:
        """The faces; the cells that the one under a cursor reaches are lit."""
        state: State = table.playing.state
        say, laid = table.say, self.arrange(table)
        at = laid.cursor
        lit = () if at is None else tuple(sorted(reachable(state, FACES[at])))
        return View(
            title=say(title(state)),
            prompt=say(words("Which die do you announce?")),
            body=maze(table, secrets=True, dice=laid.items(), die=-1 if at is None else at, lit=lit),
            actor=actor(state),
            hints=(*hints(table, ok=None if at is None else CHOOSE), *laid.held_hint()),
        )

    def offers(self, table: PageContext) -> Row:
        """All faces, each with its key, and to roll again."""
        state: State = table.playing.state
        say, free = table.say, DICE - state.locked
        whole = words_n("roll {count} die again", "roll {count} dice again", free)
        again = Item(say(whole), ("redo",), target="again", brief=say(words("again")))
        return Row(
            tuple(
                Offer(
                    replace(_face_item(face), target=f"die {die}", is_dimmed=not reachable(state, face)),
                    Play(Choose(state.hunter.player, face)),
                )
                for die, face in enumerate(FACES)
            ),
            held=Offer(again, Later(lambda: roll(table, below=self))),
        )


def _face_item(face: Face) -> Item:
    """A face as it is chosen: a number is read from farther than pips."""
    return Item("", (DIE_ICONS[face],)) if face == "arrow" else Item(face)


class ChoosePage(Page, frozen=True):
    """Offers the faces that show, and rolling again; the cells that a face reaches are lit.

    A face without a move is dimmed and says why it has none: only hunters see this page (P25).
    """

    def view(self, table: PageContext) -> View:
        """The dice, and the cells that the one under the cursor reaches, or why it reaches none."""
        state: State = table.playing.state
        say = table.say
        faces, laid = showing_faces(state), self.arrange(table)
        at = laid.cursor or 0
        face = faces[at] if at < len(faces) else None
        lit = tuple(sorted(reachable(state, face))) if face else ()
        thrown = table.playing.ply if table.playing.seed else 0
        is_blocked = face is not None and why_blocked(state, face) is not None
        return View(
            title=say(title(state)),
            prompt=say(_question(state, face)),
            body=maze(table, secrets=True, dice=laid.items(), die=at, thrown=thrown, lit=lit),
            actor=actor(state),
            hints=hints(table, ok=None if is_blocked else CHOOSE),
        )

    def offers(self, table: PageContext) -> Lines:
        """The faces, with the cursor on the highest number that can be played, and to roll again.

        The rules refuse a face without a move.
        """
        state: State = table.playing.state
        faces, at = showing_faces(state), self.at(state)
        offers = (
            *(Offer(_die(face, die, state), Play(Choose(state.hunter.player, face))) for die, face in enumerate(faces)),
            Offer(
                Item(table.say(words("again")), ("redo",), target=f"die {len(faces)}"),
                Later(lambda: roll(table, below=self)),
            ),
        )
        first = (
            offer if die == at else replace(offer, touched=self.with_cursor(die)) for die, offer in enumerate(offers)
        )
        return Lines(tuple(first), at)

    def at(self, state: State) -> int:
        """The index of the die under the cursor; rolling again comes after the faces."""
        faces = showing_faces(state)
        if self.pending.cursor is not None:
            return clamp_cursor(self.pending.cursor, len(faces) + 1)
        playable = [index for index, face in enumerate(faces) if reachable(state, face)]
        numbers = [index for index in playable if faces[index] != "arrow"]
        return (numbers or playable or [len(faces)])[-1]


def _die(face: Face, index: int, state: State) -> Item:
    return Item("", (DIE_ICONS[face],), target=f"die {index}", is_dimmed=not reachable(state, face))


def _question(state: State, face: Face | None) -> Words:
    """What is asked with the cursor on a face, or on rolling again."""
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


class MummyDiePage(Page, frozen=True):
    """Asks what the mummy die shows; everybody may see it."""

    menu: Page

    @property
    def identity(self) -> object:
        """What tells the page from others: also from which number on it asks."""
        return MummyDiePage, self.pending.keys

    def topics(self, table: PageContext) -> tuple[str, ...]:
        """Who rolls for the box, if people do."""
        is_for_box = acts_for(table, table.playing.state.mummy_player) and not table.playing.seed
        return TellPage.TOPICS if is_for_box else ()

    def view(self, table: PageContext) -> View:
        """The faces of the die."""
        state: State = table.playing.state
        say, laid = table.say, self.arrange(table)
        prompt, ok = words("Roll the mummy die: what does it show?"), None if laid.cursor is None else CHOOSE
        if acts_for(table, state.mummy_player):
            prompt = words("Roll the mummy die for {player}: what does it show?", player=state.mummy_player)
        die, shown = -1 if laid.cursor is None else laid.cursor, laid.items()
        if table.playing.seed:
            prompt, ok, die = words("Let the device roll the mummy die."), words("roll"), 0
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            is_asked_once=True,
            body=maze(table, secrets=False, dice=shown, die=die),
            actor=actor(state),
            hints=(*hints(table, ok=ok, back=GO_BACK if self.pending.keys else MENU), *_held(shown)),
        )

    def offers(self, table: PageContext) -> Row | Keys:
        """The faces, or to let the device roll."""
        session, state = table.playing, table.playing.state
        if session.seed:
            face = device_mummy_die(state, session.seed, place_of_next_roll(session))
            roll = Play(Roll(state.mummy_player, face=face))
            return Keys(Offer(Item(table.say(words("roll")), ("dice",), target="roll"), roll), shows_keys=True)
        return Row(
            tuple(
                Offer(Item(str(face), target=f"number {face}"), Play(Roll(state.mummy_player, face=face)))
                for face in mummy_faces(state)
            ),
            may_hold=True,
        )

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.menu)


def _held(shown: tuple[Item, ...]) -> tuple[Hint, ...]:
    """What holding `ok` chooses, if it chooses anything."""
    return tuple(Hint("ok", item.label, held=True) for item in shown if item.is_held)


def mummy_faces(state: State) -> tuple[int, ...]:
    """The faces of the mummy die, each once, in order."""
    return tuple(sorted(set(state.maze.mummy_die)))
