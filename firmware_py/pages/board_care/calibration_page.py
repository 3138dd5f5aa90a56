"""The page that guides a calibration of the magnetic board."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import MazePlan, Menu, Square, View
from firmware_py.pages.board_care import calibrating as calibration
from firmware_py.pages.board_care.calibrating import CELLS, Calibrating
from firmware_py.pages.board_care.cell_names import cell_words, turned_over
from firmware_py.pages.board_care.cell_test import UNPLUGGED
from firmware_py.pages.commands import SaveBoard
from firmware_py.pages.general_topics import BOARD_CARE
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.stack import Back, Input, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.sensing.cells import CellReadings
from firmware_py.words import Words, words, words_n

STEPS: tuple[calibration.CalibrationStep, ...] = ("empty", "hunter", "mummy")
"""What is calibrated in turn; the mummy only on a board that tells it from a hunter."""


class CalibrationPage(msgspec.Struct, frozen=True):
    """A guided calibration. The pieces lead through it; `ok` starts a step, saves, or leaves cells out."""

    learning: Calibrating

    def feed(self, frame: CellReadings) -> CalibrationPage:
        """Return the page after a frame."""
        return CalibrationPage(calibration.feed(self.learning, frame))

    def view(self, table: Table) -> View:
        """Return what to do now, and where it is done already."""
        steps = STEPS if self.learning.board.tells_mummy else STEPS[:2]
        number = steps.index(self.learning.step) + 1 if self.learning.step in steps else len(steps)
        shown = hints(table, ok=self._ok(), back=GO_BACK)
        return View(
            title=table.say(words("Calibrate: {number} of {count}", number=number, count=len(steps))),
            prompt=table.say(self._prompt(table)),
            body=self._grid(table),
            hints=tuple(hint for hint in shown if hint.button != "ok" or self._means_something()),
        )

    def _grid(self, table: Table) -> MazePlan:
        learning, board = self.learning, self.learning.board
        known = {cell for cell, _ in learning.measured}
        occupied = learning.left_over if learning.strongest is None else learning.strongest[:1]
        return MazePlan(
            columns=board.columns,
            squares=tuple(
                Square(open="NESW", solid=cell in board.silent, icon="good" if cell in known else "")
                for cell in range(board.count)
            ),
            lit=tuple(cell for cell in occupied if cell not in learning.broken),
            wrong=learning.turned or learning.broken or learning.bad,
            choices=Menu((), text=tuple(map(table.say, self._more()))),
        )

    def _means_something(self) -> bool:
        """Return whether `ok` does anything now; else only the pieces do."""
        match self.learning.step:
            case "empty":
                return not self.learning.is_measuring
            case "hunter" | "mummy":
                return bool(self.learning.broken)
        return True

    def _prompt(self, table: Table) -> Words:
        if table.board is None:
            return UNPLUGGED
        learning = self.learning
        left = CELLS - len(learning.measured)
        match learning.step:
            case "empty" if learning.is_measuring:
                return words("Measuring the empty board: hands off…")
            case "empty" if learning.bad:
                return words("Not empty, or not working: {cells}.", cells=cell_words(learning.board, *learning.bad))
            case "empty":
                return words("Take every piece off the board, then press ✓.")
            case "hunter" | "mummy" if learning.broken:
                return words("Not empty, or not working: {cells}.", cells=cell_words(learning.board, *learning.broken))
            case "hunter" if learning.left_over:
                return words("Take every piece off the board.")
            case "mummy" if learning.left_over:
                return words("Take every piece off the board, the hunter too.")
            case "hunter":
                return words_n(
                    "Put a hunter's pawn in the middle of {count} more cell.",
                    "Put a hunter's pawn in the middle of {count} cells, one after the other.",
                    left,
                )
            case "mummy":
                return words_n(
                    "Put the mummy in the middle of {count} more cell.",
                    "Put the mummy in the middle of {count} cells, one after the other.",
                    left,
                )
        return words("Done. Press ✓ to save it.")

    def _more(self) -> tuple[Words, ...]:
        """Return what the page says in smaller letters."""
        alike = words("Hunter and mummy read alike: repeat both, the hunter first.")
        why = (alike,) if self.learning.are_alike else ()
        broken = (words("Take off what lies there. If nothing does, ✓ leaves it out."),) if self.learning.broken else ()
        match self.learning.step:
            case "empty" if self.learning.bad and not self.learning.is_measuring:
                return (words("Clear them and press ✓, or leave them out in the settings."),)
            case "hunter" | "mummy" if self.learning.turned:
                return (turned_over(self.learning.board, *self.learning.turned), *broken, *why)
            case "hunter" | "mummy" if broken:
                return (*broken, *why)
            case "hunter" if why:
                return why
            case "mummy" if self.learning.left_over:
                return (words("Only then put the mummy down."),)
            case "hunter" | "mummy" if self.learning.strongest:
                return (words("The board senses it: leave it there for a moment."),)
        return ()

    def _ok(self) -> Words:
        if self.learning.broken:
            return words("leave out")
        return words("save") if self.learning.step == "done" else words("go on")

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what calibrating is for."""
        return (BOARD_CARE,)

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Measure the empty board, leave cells out, save the calibration, or go back and change nothing.

        Any press means that the players have read what went wrong.
        """
        match done, self.learning.step:
            case Press("back"), _:
                return Back()
            case Press("ok"), "empty":
                return replace(self, learning=calibration.begin_empty(self.learning))
            case Press("ok"), "done":
                return SaveBoard(self.learning.board)
            case Press("ok"), _ if self.learning.broken:
                return replace(self, learning=calibration.leave_out(self.learning))
        return replace(self, learning=replace(self.learning, are_alike=False))
