"""Teaching a board by hand: the mummy's figure is slid through every corridor, then put on every mission.

Why the drawing is all that is learnt: it begins as solid rock, and every slide hollows it out. So it is kept, taken
back, shown and put right like any other drawing, and what nobody walked is rock already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Hint, MazePiece, MazePlan, Menu, View
from firmware_py.games.malediction.maze import COLOUR_WORDS, COLOURS, is_mission
from firmware_py.grid import cell_name
from firmware_py.pages.board_care.care import refusal
from firmware_py.pages.hints import GO_BACK, MENU, hints
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    size_of,
    squares_of,
    with_mission_turned,
    with_passage,
)
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.sounds import Sound
from firmware_py.pages.stack import Input, LongPress, Press, Reply, Stack
from firmware_py.pages.table import Table
from firmware_py.sensing import sliding as figure
from firmware_py.sensing.board_profile import MOST_NAMED, BoardProfile, cell_words
from firmware_py.sensing.cells import CellReadings
from firmware_py.sensing.sliding import Arrival, Sliding
from firmware_py.words import Words, plain, words, words_n

FEW = 10
"""Where less than one cell in so many was walked, hardly anything was."""

STEPS = ("corridors", *COLOURS)
"""What is taught: the corridors, then the missions colour by colour."""


def teach_choices(page: EditorPage, table: Table) -> tuple[Choice, ...]:
    """Return what is offered if a board is plugged in that is as large as the drawing: to teach what is missing."""
    board = table.board
    if board is None or not is_as_large(page, board):
        return ()
    size = plain(f"{board.rows} × {board.columns}")
    teaching = refusal(table) or teach_page(page, board)
    return (Choice(words("Teach the map by hand…"), teaching, icons=("sensors",), detail=size),)


def teach_page(page: EditorPage, board: BoardProfile, step: int = 0) -> TeachMapPage:
    """Return the page on which a board is taught; what is drawn on `page` stays."""
    return TeachMapPage(page, board, Sliding(board.calibration), step if 0 <= step < len(STEPS) else 0)


def heard(before: Stack, after: Stack) -> Sound | None:
    """Return what is heard of a board that is taught: that it has changed, or that something went wrong."""
    match before[-1], after[-1]:
        case TeachMapPage(page=old), TeachMapPage(page=new) if old is not new:
            return "key"
        case TeachMapPage(remark=old_remark), TeachMapPage(remark=remark) if remark and remark != old_remark:
            return "refusal"
    return None


def is_as_large(page: EditorPage, board: BoardProfile) -> bool:
    """Return whether a drawing has as many rows and columns as a board."""
    return size_of(page.drawing) == (board.rows, board.columns)


@dataclass(frozen=True)
class TeachMapPage:
    """The board as far as it is taught."""

    page: EditorPage
    board: BoardProfile
    sliding: Sliding
    step: int = 0
    remark: Words | None = None
    """What went wrong last."""
    stroke: tuple[int, int] | None = None
    """Where the last straight slide ended, and what a step on it adds to a cell's number."""
    is_strange: bool = False
    """Another board is plugged in: what its sensors feel is not to be compared with what is known of this one."""

    def met(self, name: str) -> TeachMapPage:
        """Return the page after a board of this name was plugged in."""
        return replace(self, is_strange=name != self.board.name)

    def feed(self, frame: CellReadings) -> TeachMapPage:
        """Return the page after a frame; another board than the one that is taught teaches nothing."""
        if self.is_strange or (frame.columns, len(frame.cells)) != (self.board.columns, self.board.count):
            return self
        sliding, found = figure.feed(self.sliding, frame)
        page = replace(self, sliding=sliding)
        match found:
            case Arrival("slid", before, cell) if self.step == 0:
                return page._walked(before, cell)
            case Arrival("rushed" | "lifted") if self.step == 0:
                return replace(page, remark=page._why_not(found))
            case Arrival("put", cell=cell) if self.step > 0:
                return page._marked(cell)
        return page

    def _walked(self, before: int, cell: int) -> TeachMapPage:
        """Return the page with a passage open; a straight slide is one change."""
        opened = with_passage(self.page.drawing, self._place(before), self._place(cell))
        if opened == self.page.drawing:
            return replace(self, remark=None)
        goes_on = self.stroke == (before, cell - before)
        page = replace(self.page, drawing=opened) if goes_on else self.page.changed(opened)
        return replace(self, page=page, remark=None, stroke=(cell, cell - before))

    def _marked(self, cell: int) -> TeachMapPage:
        """Return the page with a mission of this step's colour on a cell, or without the one that was there."""
        turned = with_mission_turned(self.page.drawing, self._place(cell), STEPS[self.step])
        if turned == self.page.drawing:
            return self
        if is_mission(content_at(turned, *self._place(cell))) and not squares_of(turned)[cell].open:
            told = words("No passage leads to {cell} yet: no mission there.", cell=self._name(cell))
            return replace(self, remark=told)
        return replace(self, page=self.page.changed(turned, STEPS[self.step]), remark=None)

    def _why_not(self, found: Arrival) -> Words | None:
        """Return why no passage was opened, if somebody may wonder."""
        columns, before, cell = self.board.columns, self._name(found.before), self._name(found.cell)
        blind = self.sliding.blind
        if all(any(figure.beside(cell, end, columns) for cell in blind) for end in (found.before, found.cell)):
            return words("Near {before} and {cell} a cell is left out: draw by hand there.", before=before, cell=cell)
        if found.how == "rushed":
            return words("From {before} to {cell} too fast: slide more slowly.", before=before, cell=cell)
        if figure.beside(found.before, found.cell, columns):
            return words("Lifted between {before} and {cell}: no passage.", before=before, cell=cell)
        return None

    def view(self, table: Table) -> View:
        """Return the board as far as it is known, with the figure on it, and what is still missing."""
        say, blind = table.say, tuple(sorted(self.sliding.blind))
        by_hand = (
            words("Left out, to be drawn by hand: {cells}", cells=cell_words(self.board, *blind)) if blind else None
        )
        text = (self.remark, *self._so_far(), by_hand)
        at = None if self.sliding.is_lifted else self.sliding.at
        return View(
            title=say(words("Teach the map: {number} of {count}", number=self.step + 1, count=len(STEPS))),
            prompt=say(self._prompt(table.board)),
            body=MazePlan(
                columns=self.board.columns,
                squares=squares_of(self.page.drawing),
                pieces=() if at is None else (MazePiece(at, icon="mummy", active=True),),
                wrong=self.sliding.crowd or blind,
                choices=Menu((), text=tuple(say(line) for line in text if line)),
            ),
            hints=(
                *hints(table, ok=self._ok(), back=GO_BACK if self.step else MENU),
                *((Hint("back", say(words("take back")), held=True),) if self.page.past else ()),
            ),
        )

    def _prompt(self, board: BoardProfile | None) -> Words:
        if board is None:
            return words("Plug the magnetic board in to go on.")
        if not is_as_large(self.page, board):
            return words("The board that is plugged in has another size.")
        if self.is_strange:
            return words("Another magnetic board is plugged in. Press ✓ to go on with it.")
        if self.sliding.crowd:
            cells = cell_words(self.board, *self.sliding.crowd)
            return words("More than one piece is felt: {cells}. The mummy must be alone on the board.", cells=cells)
        if self.step == 0:
            return words("Slide the mummy through every corridor.")
        return words("Lift the mummy and put it on each in turn: {missions}.", missions=COLOUR_WORDS[STEPS[self.step]])

    def _so_far(self) -> tuple[Words, ...]:
        """Return how much is known: the cells that were walked, or the missions of this step's colour."""
        squares = squares_of(self.page.drawing)
        if self.step:
            count = sum(square.mark.startswith(STEPS[self.step]) for square in squares)
            return (words_n("{count} mission", "{count} missions", count),)
        rock = tuple(cell for cell, square in enumerate(squares) if square.solid)
        few = 0 < len(rock) <= MOST_NAMED
        left = (words("Not walked yet: {cells}", cells=cell_words(self.board, *rock)),) if few else ()
        return (self._walked_words(), *left)

    @property
    def _walked_cells(self) -> int:
        return sum(not square.solid for square in squares_of(self.page.drawing))

    def _walked_words(self) -> Words:
        return words("{done} of {count} cells walked", done=self._walked_cells, count=self.board.count)

    def _ok(self) -> Words:
        return words("go on") if self.is_strange or self.step + 1 < len(STEPS) else words("look it over")

    def press(self, done: Input, table: Table) -> Reply:
        """Go on to the next step, or back to the one before; after the last the editor, before the first its menu."""
        match done:
            case Press("ok") if self.is_strange and table.board is not None and is_as_large(self.page, table.board):
                return teach_page(self.page, table.board, self.step)
            case Press("ok") if self.step == 0 and self._walked_cells * FEW < self.board.count:
                return self._asked()
            case Press("ok"):
                return self._at(self.step + 1) if self.step + 1 < len(STEPS) else self.page
            case LongPress("back"):
                return replace(self, page=self.page.taken_back(), remark=None, stroke=None)
            case Press("back"):
                return self._at(self.step - 1) if self.step else self.page.press(done, table)
        return self

    def _asked(self) -> ListPage:
        """Return the page that asks whether to go on where hardly a corridor is known."""
        return ListPage(
            title=words("Go on with so few corridors?") if self._walked_cells else words("Go on without corridors?"),
            prompt=words("A mission can only stand where the mummy was slid."),
            choices=(
                Choice(words("No, go back"), self, icons=("back",)),
                Choice(words("Yes, go on to the missions"), self._at(1), icons=("end_turn",)),
            ),
            text=(self._walked_words(),),
            icon="warning",
            on_back=self,
        )

    def _at(self, step: int) -> TeachMapPage:
        return replace(self, step=step, sliding=figure.settle(self.sliding), remark=None, stroke=None)

    def _place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.board.columns)

    def _name(self, cell: int) -> str:
        return cell_name(*self._place(cell))
