"""Drawing a board on the device: the cursor walks over cells and walls, so that an owner can copy his own box.

Why the cursor walks over walls too: then one button is enough, and four buttons go through the whole board in reading
order, just as one would copy it. What is drawn is kept among the journal's settings (`board.draft`) after every change
until the board is finished; then it becomes a file among the owner's boards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from display.view import Button, Hint, Item, MazePlan, Menu, View
from firmware_py.games.malediction.map_drawing import MapDrawing, Problem
from firmware_py.games.malediction.map_text import blank, drawn
from firmware_py.games.malediction.maze import MOST_COLUMNS
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.hints import MENU
from firmware_py.pages.lists import Choice, ListPage, LivePage, with_cursor_of
from firmware_py.pages.malediction.map_choice import Offer, offers
from firmware_py.pages.malediction.map_editor.canvas import (
    Spot,
    content_at,
    has_wall,
    oddities_of,
    problems_of,
    size_of,
    solid_rock,
    squares_of,
    with_wall_turned,
)
from firmware_py.pages.malediction.map_editor.draft import (
    KEPT_CHANGES,
    UnreadableDraft,
    changed_file,
    read_draft,
    taught_step,
    write_draft,
)
from firmware_py.pages.malediction.map_editor.menu import editor_menu
from firmware_py.pages.malediction.map_editor.palette import content_words, palette
from firmware_py.pages.malediction.map_editor.pawns_and_die import DieFacesPage, OnePawnLines, PawnLines
from firmware_py.pages.malediction.map_editor.teaching import TeachMapPage, is_as_large, teach_choices, teach_page
from firmware_py.pages.stack import Back, Input, LongPress, Page, Press, Reply, Stack
from firmware_py.pages.table import Table
from firmware_py.sensing.board_profile import BoardProfile
from firmware_py.words import Words, words, words_n

LEAST, MOST_ROWS = 3, 26
USUAL = 10
"""The printed board has so many rows and columns."""


@dataclass(frozen=True)
class SizePage:
    """How large the new board is."""

    rows: int = 0
    """0: not yet told."""
    cursor: int = USUAL - LEAST

    def view(self, table: Table) -> View:
        """Return the numbers to choose from."""
        return self.page(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Choose rows, then columns."""
        reply = self.page(table).press(done, table)
        return with_cursor_of(reply, self)

    def page(self, table: Table) -> ListPage:
        """Return the list of numbers."""
        numbers = range(LEAST, (MOST_COLUMNS if self.rows else MOST_ROWS) + 1)
        if self.rows:
            choices = tuple(
                Choice(words_n("{count} column", "{count} columns", count), _blank_page(self.rows, count))
                for count in numbers
            )
            prompt = words("How many columns has your board?")
        else:
            choices = tuple(Choice(words_n("{count} row", "{count} rows", count), SizePage(count)) for count in numbers)
            prompt = words("How many rows has your board?")
        on_back: Reply = SizePage() if self.rows else first_page() if _others(table) else Back()
        return ListPage(words("A board of your own"), prompt, choices, self.cursor, icon="wall", on_back=on_back)


def first_page() -> Page:
    """Return the page on which drawing begins."""
    return LivePage(_first_lines)


def _first_lines(table: Table) -> ListPage:
    """Return which board is drawn: a new one, or any of the others; if there are none, how large the new one is."""
    others = _others(table)
    if not others:
        return SizePage().page(table)
    new = Choice(words("A new board"), SizePage(), icons=("wall",))
    return ListPage(words("A board of your own"), words("Which board do you want to draw?"), (new, *others))


def _others(table: Table) -> tuple[Choice, ...]:
    """Return what can be begun with instead of a blank: the board that is plugged in, and the owner's boards."""
    return (*_taught_choices(table), *_owned_choices(table))


def _taught_choices(table: Table) -> tuple[Choice, ...]:
    """Return the board that is plugged in as one to be taught, if its map can be written."""
    board = table.board
    if board is None or board.columns > MOST_COLUMNS:
        return ()
    return teach_choices(EditorPage(solid_rock(board.rows, board.columns)), table)


def _owned_choices(table: Table) -> tuple[Choice, ...]:
    return tuple(
        Choice(words("Change {name}", name=offer.label), _page_of(offer), icons=("letters",))
        for offer in offers(table)
        if offer.file
    )


def _page_of(offer: Offer) -> EditorPage:
    """Return the editor with a board drawn anew, since its file may leave out blanks at the ends of its lines."""
    return EditorPage(msgspec.structs.replace(drawn(offer.board), name=offer.name), file=offer.file)


def _blank_page(rows: int, columns: int) -> EditorPage:
    return EditorPage(drawn(blank(rows, columns)))


def editor_page(kept: str, board: BoardProfile | None = None) -> Page:
    """Return the page with the board that was kept, or on which a new one begins; `board` is the one plugged in."""
    if not kept:
        return first_page()
    try:
        drawing, at, past = read_draft(kept)
    except UnreadableDraft:
        told = words("The board that was being drawn cannot be read any more. Boards that were kept are all there.")
        return _damaged(told, Choice(words("Begin a new board"), first_page(), icons=("wall",)))
    page = EditorPage(drawing, at, past or (), file=changed_file(kept))
    if past is None:
        told = words("The board is whole, but the changes before now cannot be taken back any more.")
        return _damaged(told, Choice(words("Go on drawing"), page, icons=("resume",)))
    step = taught_step(kept)
    if step is None or board is None or not is_as_large(page, board):
        return page
    return teach_page(page, board, step)


def _damaged(told: Words, onwards: Choice) -> ListPage:
    """Return the page that tells what a damaged draft has lost; what is left of it stays kept until one goes on."""
    return ListPage(
        words("A board of your own"), words("The draft is damaged."), (onwards,), text=(told,), icon="warning"
    )


def board_draft(stack: Stack) -> str | None:
    """Return the board that is being drawn, to be kept over a power cut, or None when nobody draws."""
    match stack[-1]:
        case EditorPage() as page:
            return _kept(page)
        case TeachMapPage(page=page, step=step):
            return _kept(page, step)
        case DieFacesPage(page=page) | LivePage(lines=PawnLines(page=page) | OnePawnLines(page=page)):
            return _kept(page)
        case SizePage():
            return ""
        case LivePage(lines=lines) if lines is _first_lines:
            return ""
    return None


def _kept(page: EditorPage, taught: int | None = None) -> str:
    return write_draft(page.drawing, page.at, page.past, taught, page.file)


# --- the pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EditorPage:
    """The board under the cursor."""

    drawing: MapDrawing
    at: Spot = (1, 1)
    past: tuple[MapDrawing, ...] = ()
    """The drawing before each change, the newest last."""
    kind: str = "R"
    """What was drawn last: a colour of missions, or one of `KINDS`."""
    file: str = ""
    """The owner's board that is being changed, by its file; empty for a new one."""

    def view(self, table: Table) -> View:
        """Return the board, and what is to be said of it."""
        say = table.say
        undo = (Hint("back", say(words("take back")), held=True),) if self.past else ()
        return View(
            title=self.drawing.name or say(words("A board of your own")),
            prompt=say(self._prompt()),
            body=self.picture(Menu((), text=tuple(say(line) for line in self._verdict()))),
            hints=(Hint("ok", say(self._next_step)), Hint("back", say(MENU)), *undo),
        )

    def _verdict(self) -> tuple[Words, ...]:
        """Return what is not right yet, here or else the first of it; or what is odd about a board that is right."""
        problems, oddities = self.problems, self.oddities
        if problems:
            count = words_n("{count} thing to put right.", "{count} things to put right.", len(problems))
            return count, next((p for p in problems if cell_name(*self.cell) in p.cells), problems[0]).why
        if oddities:
            can = words_n(
                "The board can be played; {count} thing is odd.",
                "The board can be played; {count} things are odd.",
                len(oddities),
            )
            return can, oddities[0]
        return (words("Everything is right: the board can be played."),)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is not right yet."""
        return problems_of(self.drawing)

    @property
    def oddities(self) -> tuple[Words, ...]:
        """What is odd, though the board can be played."""
        return oddities_of(self.drawing)

    @property
    def _next_step(self) -> Words:
        if self.is_on_cell:
            return words("fill")
        return words("open") if has_wall(self.drawing, self.at) else words("wall up")

    @property
    def is_on_cell(self) -> bool:
        """Whether the cursor stands on a cell, not on a wall or an opening."""
        return bool(self.at[0] % 2 and self.at[1] % 2)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cell at the cursor, or of the cell left of or above its wall."""
        return (self.at[0] - 1) // 2, (self.at[1] - 1) // 2

    def picture(self, choices: Menu, dice: tuple[Item, ...] = (), die: int = 0) -> MazePlan:
        """Return the board with the cursor."""
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
            dice=dice,
            die=die,
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

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor; draw or open a wall, or choose what a cell holds."""
        match done:
            case Press("ok") if self.is_on_cell:
                return palette(self, table)
            case Press("ok"):
                return self.changed(with_wall_turned(self.drawing, self.at))
            case LongPress("back") if self.past:
                return self.taken_back()
            case Press("back"):
                return editor_menu(self, table, anew=first_page())
            case Press(button):
                return self._moved(button, table.layout == "four")
        return self

    def changed(self, drawing: MapDrawing, kind: str | None = None) -> EditorPage:
        """Return the page with a changed board, which can be taken back."""
        past = (*self.past, self.drawing)[-KEPT_CHANGES:]
        return replace(self, drawing=drawing, past=past, kind=self.kind if kind is None else kind)

    def _moved(self, button: Button, in_reading_order: bool) -> EditorPage:
        rows, columns = size_of(self.drawing)
        if in_reading_order:
            spots = [(r, c) for r in range(1, 2 * rows) for c in range(1, 2 * columns) if r % 2 or c % 2]
            step = 1 if button in ("down", "right") else -1
            return replace(self, at=spots[(spots.index(self.at) + step) % len(spots)])
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.get(button, (0, 0))
        row, column = self.at[0] + down, self.at[1] + right
        if row % 2 == 0 and column % 2 == 0:  # a corner between four walls: on to the next wall
            row, column = row + down, column + right
        if not (1 <= row < 2 * rows and 1 <= column < 2 * columns):
            return self
        return replace(self, at=(row, column))

    def taken_back(self) -> EditorPage:
        """Return the page without the last change, if there is one."""
        return replace(self, drawing=self.past[-1], past=self.past[:-1]) if self.past else self

    def gone_to(self, problem: Problem) -> EditorPage:
        """Return the page with the cursor where something is not right, if that is a cell."""
        if not problem.cells:
            return self
        row, column = cell_position(problem.cells[0])
        return replace(self, at=(2 * row + 1, 2 * column + 1))

    @property
    def beside(self) -> Beside:
        """What sets choices beside the board."""
        return Beside(self)


@dataclass(frozen=True)
class Beside:
    """Sets choices beside the board that is being drawn."""

    page: EditorPage

    def __call__(self, choices: Menu, table: Table) -> MazePlan:  # noqa: ARG002 - as every page asks
        """Return the board with the choices."""
        return self.page.picture(choices)
