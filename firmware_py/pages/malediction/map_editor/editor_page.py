"""The page on which an owner draws the map of their box: the cursor moves over cells and walls.

Why it moves over walls too: one button then does everything, and with four buttons the cursor goes through the whole
map in reading order, just as one copies it.

Why the palette and the menu are passed in: both import this page, so it cannot import them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, MazePlan, Menu, View
from firmware_py.games.malediction.map_files import MapDrawing, Problem
from firmware_py.games.malediction.maze import FEWEST_HUNTERS, OBJECTS, is_mission, object_words, pawn_words
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.interface import PageContext
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.malediction.map_editor.canvas import (
    KINDS,
    MOST_UNDONE,
    Point,
    content_at,
    content_words,
    free_missions,
    has_wall,
    oddities_of,
    problems_of,
    put_content,
    size_of,
    squares_of,
    toggle_wall,
)
from firmware_py.pages.malediction.pictures import mission_icon, pawn_colours
from firmware_py.pages.offers import Keys, Offer, arrow_hints, steer
from firmware_py.pages.page import CHOOSE, GO_BACK, MENU, Choice, Later, ListPage, LivePage, Page, Reply, hints
from firmware_py.words import Words, own_line, plain, words, words_n

Opens: TypeAlias = Callable[["EditorPage", PageContext], ListPage]
"""Makes a page that opens from the editor page."""


class EditorPage(Page, frozen=True):
    """The map under the cursor."""

    TOPICS: ClassVar = ("drawing", "problems")
    drawing: MapDrawing
    palette: Opens
    """Offers what the cell under the cursor can hold."""
    menu: Opens
    """Offers what can be done with the whole map."""
    at: Point = (1, 1)
    past: tuple[MapDrawing, ...] = ()
    """The drawing before each change, the newest last."""
    kind: str = "R"
    """What was drawn last: the colour of a mission, or one of `KINDS`."""
    file: str = ""
    """The file of the owner's map that is being changed; empty for a new map."""

    def view(self, table: PageContext) -> View:
        """The map and what is wrong with it."""
        say = table.say
        undo = (Hint("back", say(words("undo")), held=True),) if self.past else ()
        return View(
            title=self.drawing.name or say(words("A map of your own")),
            prompt=say(self._prompt()),
            body=self.picture(Menu((), text=tuple(say(line) for line in self._verdict()))),
            hints=(Hint("ok", say(self._next_step)), Hint("back", say(MENU)), *undo),
        )

    def _verdict(self) -> tuple[Words, ...]:
        """The problem at the cursor, or else the first one; without problems, what is odd."""
        problems, oddities = self.problems, self.oddities
        if problems:
            count = words_n("{count} thing to put right.", "{count} things to put right.", len(problems))
            here = next((p for p in problems if cell_name(*self.cell) in p.cells), problems[0])
            return count, own_line(here.why)
        if oddities:
            can = words_n(
                "The map can be played; {count} thing is odd.",
                "The map can be played; {count} things are odd.",
                len(oddities),
            )
            return can, own_line(oddities[0])
        return (words("The map is complete and can be played."),)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is still wrong."""
        return problems_of(self.drawing)

    @property
    def oddities(self) -> tuple[Words, ...]:
        """What is odd though the map can be played."""
        return oddities_of(self.drawing)

    @property
    def _next_step(self) -> Words:
        if self.is_on_cell:
            return words("fill")
        return words("open") if has_wall(self.drawing, self.at) else words("wall up")

    @property
    def is_on_cell(self) -> bool:
        """Whether the cursor stands on a cell, not on a wall or a passage."""
        return bool(self.at[0] % 2 and self.at[1] % 2)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cell at the cursor; for a wall, of the cell to the left or above."""
        return (self.at[0] - 1) // 2, (self.at[1] - 1) // 2

    def picture(self, choices: Menu) -> MazePlan:
        """The map with the cursor."""
        columns = size_of(self.drawing)[1]
        row, column = self.cell
        side = "" if self.is_on_cell else ("E" if self.at[0] % 2 else "S")
        wrong = {cell_position(cell) for problem in self.problems for cell in problem.cells}
        return MazePlan(
            columns=columns,
            squares=squares_of(self.drawing),
            cursor=row * columns + column,
            side=side,
            wrong=tuple(sorted(down * columns + right for down, right in wrong)),
            choices=choices,
        )

    def _prompt(self) -> Words:
        name = cell_name(*self.cell)
        if self.is_on_cell:
            content = content_at(self.drawing, *self.cell)
            what = content_words(content, self.drawing.objects.get(content, ""))
            return words("{cell}: {content}", cell=name, content=what)
        wall = has_wall(self.drawing, self.at)
        if self.at[0] % 2:
            return (
                words("{cell}: wall on the right", cell=name) if wall else words("{cell}: open on the right", cell=name)
            )
        return words("{cell}: wall below", cell=name) if wall else words("{cell}: open below", cell=name)

    def offers(self, table: PageContext) -> Keys:
        """A wall to draw or to remove, or what the cell can hold, and where the cursor can go."""
        ok = Offer(Item(table.say(CHOOSE), target="ok"), Later(lambda: self._change_place(table)))
        in_reading_order = steer(ok, lambda button: Later(partial(self._steer, button, in_reading_order=True)))
        return steer(ok, lambda button: Later(partial(self._steer, button)), by_two=in_reading_order)

    def _change_place(self, table: PageContext) -> Reply:
        return self.palette(self, table) if self.is_on_cell else self.change(toggle_wall(self.drawing, self.at))

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return self.menu(self, table)

    def give_up(self, table: PageContext) -> Reply:
        """Take back the last change."""
        return self.undo()

    def change(self, drawing: MapDrawing, kind: str | None = None) -> EditorPage:
        """Change the map, so that it can be undone."""
        past = (*self.past, self.drawing)[-MOST_UNDONE:]
        return replace(self, drawing=drawing, past=past, kind=self.kind if kind is None else kind)

    def _steer(self, button: Button, *, in_reading_order: bool = False) -> EditorPage:
        rows, columns = size_of(self.drawing)
        if in_reading_order:
            points = [(r, c) for r in range(1, 2 * rows) for c in range(1, 2 * columns) if r % 2 or c % 2]
            step = 1 if button in ("down", "right") else -1
            return replace(self, at=points[(points.index(self.at) + step) % len(points)])
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[button]
        row, column = self.at[0] + down, self.at[1] + right
        if row % 2 == 0 and column % 2 == 0:  # a corner between four walls: on to the next wall
            row, column = row + down, column + right
        if not (1 <= row < 2 * rows and 1 <= column < 2 * columns):
            return self
        return replace(self, at=(row, column))

    def undo(self) -> EditorPage:
        """Undo the last change, if there is one."""
        return replace(self, drawing=self.past[-1], past=self.past[:-1]) if self.past else self

    def go_to(self, problem: Problem) -> EditorPage:
        """The page with the cursor on the cell of a problem, if it has one."""
        if not problem.cells:
            return self
        row, column = cell_position(problem.cells[0])
        return replace(self, at=(2 * row + 1, 2 * column + 1))

    @property
    def beside(self) -> Beside:
        """Sets choices beside the map."""
        return Beside(self)


class Beside(msgspec.Struct, frozen=True):
    """Sets choices beside the map that is being drawn."""

    page: EditorPage

    def __call__(self, choices: Menu, table: PageContext) -> MazePlan:
        return self.page.picture(choices)


HIGHEST_SET = 9
"""The highest number to which this page turns a face; a map file may have higher ones, which stand as digits."""
MOST_FACES = 12
MOST_PAWNS = 6
"""Most pawns: each has a colour of its own on the screen, besides the mummy."""


def name_page(page: EditorPage, then: Callable[[str], Reply], taken: tuple[str, ...] = ()) -> Page:
    """The keyboard for a name that is not `taken`; `back` leads to `page`."""
    return KeyboardPage(then, taken, on_back=page)


# --- pawns -----------------------------------------------------------------------------------------------------------


def pawns_page(page: EditorPage) -> Page:
    """The page on which pawns are renamed, added and left out."""
    return LivePage(PawnLines(page))


class PawnLines(msgspec.Struct, frozen=True):
    """Lists the pawns; each line leads to a page that renames it or leaves it out."""

    page: EditorPage

    def __call__(self, table: PageContext) -> ListPage:
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
            about=("pawns_and_die",),
        )


class OnePawnLines(msgspec.Struct, frozen=True):
    """What can be done with one of the pawns."""

    page: EditorPage
    pawn: str

    def __call__(self, table: PageContext) -> ListPage:
        pawns = self.page.drawing.pawns
        others = tuple(pawn for pawn in pawns if pawn != self.pawn)
        rename = Choice(words("Another name…"), name_page(self.page, self._rename_pawn, others), icons=("letters",))
        leave_out = Choice(words("Not in my box"), _with_pawns(self.page, others), icons=("discard",))
        return ListPage(
            title=pawn_words(self.pawn),
            prompt=words("What is it called in your box?"),
            choices=(rename, *((leave_out,) if len(others) >= FEWEST_HUNTERS else ())),
            on_back=pawns_page(self.page),
        )

    def _rename_pawn(self, name: str) -> Reply:
        return _with_pawns(self.page, tuple(name if pawn == self.pawn else pawn for pawn in self.page.drawing.pawns))


def _with_pawns(page: EditorPage, pawns: tuple[str, ...]) -> Page:
    return pawns_page(page.change(msgspec.structs.replace(page.drawing, pawns=pawns)))


# --- the mummy die ---------------------------------------------------------------------------------------------------


def die_page(page: EditorPage) -> ListPage:
    """The page that asks how many faces the mummy die has; the next one asks for each face."""
    die = page.drawing.mummy_die
    most = max(MOST_FACES, len(die))
    return ListPage(
        title=words("Mummy die"),
        prompt=words("How many faces does your mummy die have?"),
        choices=tuple(
            Choice(words_n("{count} face", "{count} faces", count), DieFacesPage(_with_faces(page, count)))
            for count in range(1, most + 1)
        ),
        start=max(0, len(die) - 1),
        on_back=page,
        about=("pawns_and_die",),
    )


def _with_faces(page: EditorPage, count: int) -> EditorPage:
    """The page with `count` faces; added faces count on."""
    die = page.drawing.mummy_die
    if count == len(die):
        return page
    faces = (*die, *(min(HIGHEST_SET, face + 1) for face in range(len(die), count)))[:count]
    return page.change(msgspec.structs.replace(page.drawing, mummy_die=faces))


class DieFacesPage(Page, frozen=True):
    """Asks for the faces of the mummy die: one after the other, or by touch in any order."""

    page: EditorPage
    current: int = 0

    def view(self, table: PageContext) -> View:
        """The faces in a row, with pips for a finger, since fields with digits look like a keypad."""
        say, die = table.say, self.page.drawing.mummy_die
        is_touched = table.worked_by == "touch"  # digits to be touched would look like a keypad
        faces = tuple(
            Item(str(face), (f"die_{face}",) if is_touched and face <= HIGHEST_SET else (), target=f"face {at}")
            for at, face in enumerate(die)
        )
        line = words("Face {number} of {count}: {face}", number=self.current + 1, count=len(die), face=self._face)
        by_touch = words("Touch each face until it is as on your die.")
        ok = CHOOSE if self.current == self._ends(table)[1] else words("next face")
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

    def _ends(self, table: PageContext) -> tuple[int, int]:
        """The first and the last of the faces that are asked one after the other."""
        if table.worked_by == "touch":  # a finger changes any face at any time, so that none comes before or after
            return self.current, self.current
        return 0, len(self.page.drawing.mummy_die) - 1

    def offers(self, table: PageContext) -> Keys:
        """The next face, and what up and down make of this one; a finger changes the faces in any order."""
        is_last = self.current == self._ends(table)[1]
        following = self.page if is_last else replace(self, current=self.current + 1)
        up, down = (
            Offer(Item(sign, target=name), Later(partial(self._count_to, self.current, by)))
            for name, sign, by in (("more", "+", 1), ("less", "−", -1))
        )
        faces = (
            Offer(Item(str(face), target=f"face {at}"), Later(partial(self._count_to, at, 1)))
            for at, face in enumerate(self.page.drawing.mummy_die)
        )
        return Keys(Offer(Item(table.say(CHOOSE), target="ok"), following), up, down, beside=tuple(faces))

    def go_back(self, table: PageContext) -> Reply:
        """Go back to the face before, or to the map."""
        return self.page if self.current == self._ends(table)[0] else replace(self, current=self.current - 1)

    def _count_to(self, at: int, by: int) -> DieFacesPage:
        """The page with the cursor on a face, and this face changed."""
        die = list(self.page.drawing.mummy_die)
        die[at] = (die[at] + by) % (HIGHEST_SET + 1)
        drawing = msgspec.structs.replace(self.page.drawing, mummy_die=tuple(die))
        return replace(self, page=self.page.change(drawing), current=at)


MISSION_WORDS = {
    "R": words("red mission"),
    "B": words("blue mission"),
    "W": words("white mission"),
    "G": words("green mission"),
    "Y": words("yellow mission"),
}


def palette(page: EditorPage, table: PageContext) -> ListPage:
    """What the cell under the cursor can hold; the list begins at what was drawn last."""
    row, column = page.cell
    here = content_at(page.drawing, row, column)
    codes = free_missions(page.drawing)
    kinds = tuple(kind for kind in KINDS if kind[0] != here)
    known = [*(code[0] for code in codes), *(kind for kind, _, _ in kinds)]

    def with_content(content: str, kind: str) -> EditorPage:
        return page.change(put_content(page.drawing, row, column, content), kind)

    return ListPage(
        title=words("Cell {cell}", cell=cell_name(row, column)),
        prompt=words("What is in this cell?"),
        choices=(
            *(
                Choice(mission_label(code), with_content(code, code[0]), icons=(mission_icon(code),), brief=plain(code))
                for code in codes
            ),
            *(Choice(label, with_content(kind, kind), icons=(icon,)) for kind, label, icon in kinds),
            *((_name_choice(page, here, table),) if is_mission(here) else ()),
        ),
        start=known.index(page.kind) if page.kind in known else 0,
        on_back=page,
        around=page.beside,
        about=("cells",),
    )


def mission_label(code: str) -> Words:
    """The label of a mission: its code and its colour."""
    return words("{code}: {colour}", code=code, colour=MISSION_WORDS[code[0]])


def _name_choice(page: EditorPage, code: str, table: PageContext) -> Choice:
    """The line that names what is drawn on a mission, from a list or by keyboard."""
    now = page.drawing.objects.get(code, "")

    def with_name(name: str) -> EditorPage:
        return page.change(msgspec.structs.replace(page.drawing, objects={**page.drawing.objects, code: name}))

    free = [name for name in OBJECTS if name.message not in page.drawing.objects.values()]
    names = ListPage(
        title=mission_label(code),
        prompt=words("What is drawn here?"),
        choices=(
            *(
                Choice(name, with_name(name.message), icons=(mission_icon(code),))
                for name in sorted(free, key=lambda name: table.say(name).casefold())
            ),
            Choice(words("Another name…"), name_page(page, with_name), icons=("letters",)),
        ),
        on_back=page,
        around=page.beside,
        about=("cells",),
    )
    return Choice(words("Name what is drawn here…"), names, icons=("letters",), detail=object_words(now))
