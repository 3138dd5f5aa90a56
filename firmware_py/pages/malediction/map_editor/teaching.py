"""Teaching a map by hand: somebody slides the mummy through every corridor, then puts it on every mission.

Why only the drawing is stored: it starts as solid rock, and every slide opens a passage. So it is saved, taken back,
shown and corrected like any other drawing, and cells that nobody visited are rock already.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, MazePiece, MazePlan, Menu, View
from firmware_py.config.board_profile import BoardProfile
from firmware_py.games.malediction.maze import COLOUR_WORDS, COLOURS, is_mission
from firmware_py.grid import cell_name
from firmware_py.pages.board_care.care import refusal
from firmware_py.pages.board_care.cell_names import MOST_NAMED, cell_words
from firmware_py.pages.general_topics import TEACHING
from firmware_py.pages.hints import GO_BACK, MENU, hints
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.map_editor import sliding as slides
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    size_of,
    squares_of,
    with_mission_turned,
    with_passage,
)
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.malediction.map_editor.sliding import Arrival, Sliding
from firmware_py.pages.sounds import Sound
from firmware_py.pages.stack import Input, LongPress, Press, Reply, Stack
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.sensing.cells import CellReadings, beside
from firmware_py.words import Words, plain, words, words_n

FEW = 10
"""Ask before going on while less than one cell in so many is open."""

STEPS = ("corridors", *COLOURS)
"""The steps of teaching: the corridors, then the missions colour by colour."""


def teach_choices(page: EditorPage, table: Table) -> tuple[Choice, ...]:
    """Return the choice to teach on the magnetic board, if one of the drawing's size is plugged in."""
    board = table.board
    if board is None or not is_as_large(page, board):
        return ()
    size = plain(f"{board.rows} × {board.columns}")
    teaching = refusal(table) or teach_page(page, board)
    return (Choice(words("Teach the map by hand…"), teaching, icons=("sensors",), detail=size),)


def teach_page(page: EditorPage, board: BoardProfile, step: int = 0) -> TeachMapPage:
    """Return the page on which a map is taught; what is drawn on `page` stays."""
    return TeachMapPage(page, board, Sliding(board.calibration), step if 0 <= step < len(STEPS) else 0)


def teaching_sound(before: Stack, after: Stack) -> Sound | None:
    """Return the sound of a map that is taught: it has changed, or something went wrong."""
    match before[-1], after[-1]:
        case TeachMapPage(page=old), TeachMapPage(page=new) if old is not new:
            return "key"
        case TeachMapPage(remark=old_remark), TeachMapPage(remark=remark) if remark and remark != old_remark:
            return "refusal"
    return None


def is_as_large(page: EditorPage, board: BoardProfile) -> bool:
    """Return whether a drawing has as many rows and columns as the magnetic board."""
    return size_of(page.drawing) == (board.rows, board.columns)


class TeachMapPage(msgspec.Struct, frozen=True):
    """The map as far as it is taught."""

    page: EditorPage
    board: BoardProfile
    sliding: Sliding
    step: int = 0
    remark: Words | None = None
    """What went wrong last."""
    stroke: tuple[int, int] | None = None
    """The cell where the last straight slide ended, and what one step of it adds to a cell's number."""
    is_other_board: bool = False
    """Another board is plugged in: the calibration of this one says nothing about its sensors."""

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return how a map is taught."""
        return (TEACHING,)

    def plugged_in(self, name: str) -> TeachMapPage:
        """Return the page after a board of this name was plugged in."""
        return replace(self, is_other_board=name != self.board.name)

    def feed(self, frame: CellReadings) -> TeachMapPage:
        """Return the page after a frame; a frame of another board is ignored."""
        if self.is_other_board or (frame.columns, len(frame.cells)) != (self.board.columns, self.board.count):
            return self
        sliding, found = slides.feed(self.sliding, frame)
        page = replace(self, sliding=sliding)
        match found:
            case Arrival("slid", before, cell) if self.step == 0:
                return page._with_passage(before, cell)
            case Arrival("rushed" | "lifted") if self.step == 0:
                return replace(page, remark=page._why_not(found))
            case Arrival("put", cell=cell) if self.step > 0:
                return page._with_mission(cell)
        return page

    def _with_passage(self, before: int, cell: int) -> TeachMapPage:
        """Return the page with a passage open; a whole straight slide is one change."""
        opened = with_passage(self.page.drawing, self._place(before), self._place(cell))
        if opened == self.page.drawing:
            return replace(self, remark=None)
        goes_on = self.stroke == (before, cell - before)
        page = replace(self.page, drawing=opened) if goes_on else self.page.changed(opened)
        return replace(self, page=page, remark=None, stroke=(cell, cell - before))

    def _with_mission(self, cell: int) -> TeachMapPage:
        """Return the page with a mission of this step's colour added to a cell, or removed from it."""
        turned = with_mission_turned(self.page.drawing, self._place(cell), STEPS[self.step])
        if turned == self.page.drawing:
            return self
        if is_mission(content_at(turned, *self._place(cell))) and not squares_of(turned)[cell].open:
            remark = words("No passage leads to {cell} yet: no mission there.", cell=self._name(cell))
            return replace(self, remark=remark)
        return replace(self, page=self.page.changed(turned, STEPS[self.step]), remark=None)

    def _why_not(self, found: Arrival) -> Words | None:
        """Return why no passage was opened, if that needs an explanation."""
        columns, before, cell = self.board.columns, self._name(found.before), self._name(found.cell)
        blind = self.sliding.blind
        if all(any(beside(cell, end, columns) for cell in blind) for end in (found.before, found.cell)):
            return words("Near {before} and {cell} a cell is left out: draw by hand there.", before=before, cell=cell)
        if found.how == "rushed":
            return words("From {before} to {cell} too fast: slide more slowly.", before=before, cell=cell)
        if beside(found.before, found.cell, columns):
            return words("Lifted between {before} and {cell}: no passage.", before=before, cell=cell)
        return None

    def view(self, table: Table) -> View:
        """Return the map as far as it is known, with the mummy on it, and what is still missing."""
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
                *((Hint("back", say(words("undo")), held=True),) if self.page.past else ()),
            ),
        )

    def _prompt(self, board: BoardProfile | None) -> Words:
        if board is None:
            return words("Plug the magnetic board in to go on.")
        if not is_as_large(self.page, board):
            return words("The board that is plugged in has another size.")
        if self.is_other_board:
            return words("Another magnetic board is plugged in. Press ✓ to go on with it.")
        if self.sliding.crowd:
            cells = cell_words(self.board, *self.sliding.crowd)
            return words("The board senses several pieces: {cells}. The mummy must be alone on it.", cells=cells)
        if self.step == 0:
            return words("Slide the mummy through every corridor.")
        return words("Lift the mummy and put it on each in turn: {missions}.", missions=COLOUR_WORDS[STEPS[self.step]])

    def _so_far(self) -> tuple[Words, ...]:
        """Return how much is known: the open cells, or the missions of this step's colour."""
        squares = squares_of(self.page.drawing)
        if self.step:
            count = sum(square.mark.startswith(STEPS[self.step]) for square in squares)
            return (words_n("{count} mission", "{count} missions", count),)
        rock = tuple(cell for cell, square in enumerate(squares) if square.solid)
        few = 0 < len(rock) <= MOST_NAMED
        left = (words("Not visited yet: {cells}", cells=cell_words(self.board, *rock)),) if few else ()
        return (self._open_words(), *left)

    @property
    def _open_cells(self) -> int:
        return sum(not square.solid for square in squares_of(self.page.drawing))

    def _open_words(self) -> Words:
        return words("{done} of {count} cells visited", done=self._open_cells, count=self.board.count)

    def _ok(self) -> Words:
        return words("go on") if self.is_other_board or self.step + 1 < len(STEPS) else words("look it over")

    def press(self, done: Input, table: Table) -> Reply:
        """Go to the next step or the one before; the editor follows the last step, its menu lies before the first."""
        match done:
            case Press("ok") if self.is_other_board and table.board is not None and is_as_large(self.page, table.board):
                return teach_page(self.page, table.board, self.step)
            case Press("ok") if self.step == 0 and self._open_cells * FEW < self.board.count:
                return self._few_corridors()
            case Press("ok"):
                return self._at(self.step + 1) if self.step + 1 < len(STEPS) else self.page
            case LongPress("back"):
                return replace(self, page=self.page.taken_back(), remark=None, stroke=None)
            case Press("back"):
                return self._at(self.step - 1) if self.step else self.page.press(done, table)
        return self

    def _few_corridors(self) -> ListPage:
        """Return the page that asks whether to go on though hardly a corridor is known."""
        return ListPage(
            title=words("Go on with so few corridors?") if self._open_cells else words("Go on without corridors?"),
            prompt=words("A mission can only stand where the mummy was slid."),
            choices=(
                Choice(words("No, go back"), self, icons=("back",)),
                Choice(words("Yes, go on to the missions"), self._at(1), icons=("end_turn",)),
            ),
            text=(self._open_words(),),
            icon="warning",
            on_back=self,
        )

    def _at(self, step: int) -> TeachMapPage:
        return replace(self, step=step, sliding=slides.settle(self.sliding), remark=None, stroke=None)

    def _place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.board.columns)

    def _name(self, cell: int) -> str:
        return cell_name(*self._place(cell))
