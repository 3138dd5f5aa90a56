"""How the editor is opened: on a blank board, on one of the owner's, on the one plugged in, or on a draft.

What is drawn is kept among the journal's settings (`board.draft`) after every change until the board is finished; then
it becomes a file among the owner's boards.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from display.view import View
from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.games.malediction.map_text import blank, drawn
from firmware_py.games.malediction.maze import MOST_COLUMNS
from firmware_py.pages.lists import Choice, ListPage, LivePage, with_cursor_of
from firmware_py.pages.malediction.map_choice import Offer, offers
from firmware_py.pages.malediction.map_editor.canvas import (
    Spot,
    solid_rock,
)
from firmware_py.pages.malediction.map_editor.draft import (
    Past,
    UnreadableDraft,
    changed_file,
    read_draft,
    taught_step,
    write_draft,
)
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.malediction.map_editor.menu import editor_menu
from firmware_py.pages.malediction.map_editor.palette import palette
from firmware_py.pages.malediction.map_editor.pawns_and_die import DieFacesPage, OnePawnLines, PawnLines
from firmware_py.pages.malediction.map_editor.teaching import TeachMapPage, is_as_large, teach_choices, teach_page
from firmware_py.pages.stack import Back, Input, Page, Reply, Stack
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
    return teach_choices(edit(solid_rock(board.rows, board.columns)), table)


def _owned_choices(table: Table) -> tuple[Choice, ...]:
    return tuple(
        Choice(words("Change {name}", name=offer.label), _page_of(offer), icons=("letters",))
        for offer in offers(table)
        if offer.file
    )


def _page_of(offer: Offer) -> EditorPage:
    """Return the editor with a board drawn anew, since its file may leave out blanks at the ends of its lines."""
    return edit(msgspec.structs.replace(drawn(offer.board), name=offer.name), file=offer.file)


def edit(drawing: MapDrawing, at: Spot = (1, 1), past: Past = (), file: str = "") -> EditorPage:
    """Return the page on which a board is drawn; `file` is that of an owner's board."""
    return EditorPage(drawing, at, past, file=file, palette=palette, menu=_menu)


def _menu(page: EditorPage, table: Table) -> ListPage:
    return editor_menu(page, table, anew=first_page())


def _blank_page(rows: int, columns: int) -> EditorPage:
    return edit(drawn(blank(rows, columns)))


def start_editing(kept: str, board: BoardProfile | None = None) -> Page:
    """Return the page with the board that was kept, or on which a new one begins; `board` is the one plugged in."""
    if not kept:
        return first_page()
    try:
        drawing, at, past = read_draft(kept)
    except UnreadableDraft:
        told = words("The board that was being drawn cannot be read any more. Boards that were kept are all there.")
        return _damaged(told, Choice(words("Begin a new board"), first_page(), icons=("wall",)))
    page = edit(drawing, at, past or (), file=changed_file(kept))
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
