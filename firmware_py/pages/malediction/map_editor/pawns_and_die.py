"""The pages for what lies in an owner's box besides the map: the pawns and the mummy die."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from display.view import Item, Menu, View
from firmware_py.games.malediction.maze import FEWEST_HUNTERS, pawn_words
from firmware_py.pages.general_topics import PAWNS_AND_DIE
from firmware_py.pages.hints import CHOOSE, GO_BACK, arrow_hints, hints
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.malediction.pictures import pawn_colours
from firmware_py.pages.stack import Input, Page, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import words, words_n

HIGHEST_SET = 9
"""The highest number to which this page turns a face; a map file may have higher ones, which stand as digits."""
MOST_FACES = 12
MOST_PAWNS = 6
"""So many pawns have a colour of their own on the screen, besides the mummy."""


def name_page(page: EditorPage, then: Callable[[str], Reply], taken: tuple[str, ...] = ()) -> Page:
    """Return the keyboard for a name that is none of the `taken` ones; `back` leads to `page`."""
    return KeyboardPage(then, taken, on_back=page)


# --- pawns -----------------------------------------------------------------------------------------------------------


def pawns_page(page: EditorPage) -> Page:
    """Return the page on which pawns are renamed, added and left out."""
    return LivePage(PawnLines(page))


class PawnLines(msgspec.Struct, frozen=True):
    """The pawns, one a line."""

    page: EditorPage

    def __call__(self, table: Table) -> ListPage:  # noqa: ARG002 - as every page asks
        """Return the page as the drawing stands."""
        pawns = self.page.drawing.pawns
        colours = pawn_colours(pawns)
        lines = tuple(
            Choice(pawn_words(pawn), LivePage(OnePawnLines(self.page, pawn)), colour=colours[pawn]) for pawn in pawns
        )
        more = Choice(
            words("One more pawn…"),
            name_page(self.page, lambda name: _with_pawns(self.page, (*pawns, name)), pawns),
            icons=("letters",),
        )
        return ListPage(
            title=words("The pawns"),
            prompt=words("Which pawns are in your box?"),
            choices=(*lines, *((more,) if len(pawns) < MOST_PAWNS else ())),
            on_back=self.page,
            about=(PAWNS_AND_DIE,),
        )


class OnePawnLines(msgspec.Struct, frozen=True):
    """What can be done with one of the pawns."""

    page: EditorPage
    pawn: str

    def __call__(self, table: Table) -> ListPage:  # noqa: ARG002 - as every page asks
        """Return the page as the drawing stands."""
        pawns = self.page.drawing.pawns
        others = tuple(pawn for pawn in pawns if pawn != self.pawn)
        rename = Choice(words("Another name…"), name_page(self.page, self._renamed, others), icons=("letters",))
        leave_out = Choice(words("Not in my box"), _with_pawns(self.page, others), icons=("discard",))
        return ListPage(
            title=pawn_words(self.pawn),
            prompt=words("What is it called in your box?"),
            choices=(rename, *((leave_out,) if len(others) >= FEWEST_HUNTERS else ())),
            on_back=pawns_page(self.page),
        )

    def _renamed(self, name: str) -> Reply:
        return _with_pawns(self.page, tuple(name if pawn == self.pawn else pawn for pawn in self.page.drawing.pawns))


def _with_pawns(page: EditorPage, pawns: tuple[str, ...]) -> Page:
    return pawns_page(page.changed(msgspec.structs.replace(page.drawing, pawns=pawns)))


# --- the mummy die ---------------------------------------------------------------------------------------------------


def die_page(page: EditorPage) -> ListPage:
    """Return the page that asks how many faces the mummy die has; the next page asks for each face."""
    die = page.drawing.mummy_die
    most = max(MOST_FACES, len(die))
    return ListPage(
        title=words("Mummy die"),
        prompt=words("How many faces does your mummy die have?"),
        choices=tuple(
            Choice(words_n("{count} face", "{count} faces", count), DieFacesPage(_with_faces(page, count)))
            for count in range(1, most + 1)
        ),
        cursor=max(0, len(die) - 1),
        on_back=page,
        about=(PAWNS_AND_DIE,),
    )


def _with_faces(page: EditorPage, count: int) -> EditorPage:
    """Return the page with so many faces; added faces go on counting up."""
    die = page.drawing.mummy_die
    if count == len(die):
        return page
    faces = (*die, *(min(HIGHEST_SET, face + 1) for face in range(len(die), count)))[:count]
    return page.changed(msgspec.structs.replace(page.drawing, mummy_die=faces))


class DieFacesPage(msgspec.Struct, frozen=True):
    """Asks for the faces of the mummy die: one after the other, or by touch in any order."""

    page: EditorPage
    current: int = 0

    def view(self, table: Table) -> View:
        """Return the faces in a row; for a finger they show pips, since fields with digits look like a keypad."""
        say, is_touched, die = table.say, _is_touched(table), self.page.drawing.mummy_die
        faces = tuple(
            Item(str(face), (f"die_{face}",) if is_touched and face <= HIGHEST_SET else (), target=f"face {at}")
            for at, face in enumerate(die)
        )
        line = words("Face {number} of {count}: {face}", number=self.current + 1, count=len(die), face=self._face)
        by_touch = words("Touch each face until it is as on your die.")
        ok = CHOOSE if is_touched or self.current == self._last else words("next face")
        return View(
            title=say(words("Mummy die")),
            prompt=say(by_touch if is_touched else words("Set each face as it is on your die.")),
            body=replace(
                self.page.picture(Menu((), text=(say(line),))), cursor=None, side="", dice=faces, die=self.current
            ),
            hints=(*arrow_hints(table, words("change"), is_upright=True), *hints(table, ok=ok, back=GO_BACK)),
        )

    @property
    def _face(self) -> int:
        return self.page.drawing.mummy_die[self.current]

    @property
    def _last(self) -> int:
        return len(self.page.drawing.mummy_die) - 1

    def press(self, done: Input, table: Table) -> Reply:
        """Turn a face, or go to the next one; a finger changes the faces in any order, and then leaves them."""
        match done:
            case Press("ok" | "back") if _is_touched(table):
                return self.page
            case Press("ok"):
                return replace(self, current=self.current + 1) if self.current < self._last else self.page
            case Press("back"):
                return replace(self, current=self.current - 1) if self.current else self.page
            case Press("up" | "down" as button):
                return self._counted(self.current, 1 if button == "up" else -1)
            case Touch(target) if target in (touched := [f"face {at}" for at in range(self._last + 1)]):
                return self._counted(touched.index(target), 1)
        return self

    def _counted(self, at: int, by: int) -> DieFacesPage:
        """Return the page with the cursor on a face, and this face changed."""
        die = list(self.page.drawing.mummy_die)
        die[at] = (die[at] + by) % (HIGHEST_SET + 1)
        drawing = msgspec.structs.replace(self.page.drawing, mummy_die=tuple(die))
        return replace(self, page=self.page.changed(drawing), current=at)


def _is_touched(table: Table) -> bool:
    return table.settings.controls == "touch"
