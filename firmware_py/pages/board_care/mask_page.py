"""The page on which cells of the magnetic board are left out."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import MazePlan, Menu, Square, View
from firmware_py.config.board_profile import BoardProfile
from firmware_py.pages.board_care.cell_names import cell_words
from firmware_py.pages.commands import SaveBoard
from firmware_py.pages.general_topics import BOARD_CARE
from firmware_py.pages.hints import hints
from firmware_py.pages.lists import moved
from firmware_py.pages.stack import Back, Input, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import words


class MaskPage(msgspec.Struct, frozen=True):
    """The cells that are left out: `ok` leaves one out or takes it in again, `back` saves."""

    board: BoardProfile
    cursor: int = 0
    before: BoardProfile | None = None
    """The board as it was when the page was opened."""

    def view(self, table: Table) -> View:
        """Return the grid; a cell left out is solid."""
        is_out = self.cursor in self.board.silent
        count = self.board.count
        return View(
            title=table.say(words("Cells left out")),
            prompt=table.say(
                words("{cell} is left out.", cell=cell_words(self.board, self.cursor))
                if is_out
                else words("{cell} is used.", cell=cell_words(self.board, self.cursor))
            ),
            body=MazePlan(
                columns=self.board.columns,
                squares=tuple(Square(open="NESW", solid=cell in self.board.silent) for cell in range(count)),
                cursor=self.cursor,
                choices=Menu((), text=(table.say(words("Moves on a cell that is left out are entered by hand.")),)),
            ),
            hints=hints(table, ok=words("use again") if is_out else words("leave out"), back=words("keep")),
        )

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return why a cell is left out."""
        return (BOARD_CARE,)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, leave a cell out or take it in, or save."""
        before = self.before or self.board
        match done:
            case Press("back"):
                return Back() if self.board == before else SaveBoard(self.board)
            case Press("ok"):
                masked = self.board.masked ^ {self.cursor}
                return replace(self, board=msgspec.structs.replace(self.board, masked=masked), before=before)
            case Press(("up" | "down") as button) if table.layout == "six":
                count = self.board.count
                step = self.board.columns if button == "down" else -self.board.columns
                return replace(self, cursor=(self.cursor + step) % count)
            case Press(button):
                return replace(self, cursor=moved(self.cursor, self.board.count, button))
        return self
