"""Looking after the magnetic board: what each cell feels, whether every one works, calibration, cells left out.

Why nothing of it during a game with hidden pieces: what a cell feels is where somebody stands. Once such a game is put
aside its pieces may stand there still, so it is said before anything is shown who may look.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import msgspec

from display.view import MazePlan, Menu, Square, View
from firmware_py.pages.board_care.cell_test import UNPLUGGED, CellTestPage
from firmware_py.pages.board_care.wiring import wiring_choices
from firmware_py.pages.commands import LearnBoard
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, LivePage, moved, reading
from firmware_py.pages.stack import Back, Input, Page, Press, Push, Reply
from firmware_py.pages.table import Table
from firmware_py.sensing import calibration
from firmware_py.sensing.board_profile import BoardProfile, cell_words, turned_over
from firmware_py.sensing.calibration import CELLS, Calibrating
from firmware_py.sensing.cells import CellReadings
from firmware_py.words import Words, words, words_n

ONLY_HUNTERS = words("A game with hidden pieces is not finished: only its hunters may look.")


class FeelingPage(ABC):
    """Any page that looks at every frame while it lies on top.

    Why no Protocol: this is asked of the page on top in every round, and Python 3.11 looks through all of a protocol
    each time; here the answer is kept for each class of pages.
    """

    @abstractmethod
    def feel(self, frame: CellReadings, /) -> Page:
        """Return the page after a frame of the board."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "feel")


def calibration_question() -> Page:
    """Return the page that asks for a calibration; once put off, the settings still offer it."""
    return LivePage(_question_lines)


def _question_lines(table: Table) -> ListPage:
    """It comes up by itself, so the cursor stands on the harmless answer."""
    board = table.board
    later = Choice(words("Later"), Back(), icons=("back",))
    if board is None:
        return ListPage(words("Magnetic board"), UNPLUGGED, (later,), icon="unplugged")
    lasts = words("Calibrating shows it your sensors and magnets. It takes a minute; the settings offer it too.")
    now = Choice(words("Calibrate now"), CalibrationPage(Calibrating(board)), icons=("sensors",))
    return ListPage(
        title=words("Magnetic board"),
        prompt=words("This board is not calibrated yet."),
        choices=(later, now),
        text=(ONLY_HUNTERS, lasts) if _may_show_secrets(table) else (lasts,),
        icon="sensors",
    )


def is_about_another(page: Page, name: str) -> bool:
    """Return whether a page looks after a board other than that of this name."""
    match page:
        case CalibrationPage(Calibrating(board)) | CellTestPage(board) | MaskPage(board):
            return board.name != name
    return False


def not_now(table: Table) -> Push | None:
    """Return what leads to a refusal as long as what the cells feel is a secret."""
    session = table.session
    if session is None or session.game.id != "malediction" or session.is_over:
        return None
    return Push(
        reading(
            words("Magnetic board"),
            words("Not during a game: it would show where the hunters stand."),
            (words("Finish the game or put it aside first."),),
        )
    )


def care_choices(table: Table) -> tuple[Choice, ...]:
    """Return what the settings offer for the board that is plugged in, and for its wiring; nothing without one."""
    if table.board is None and table.wiring is None:
        return ()
    if asked := not_now(table) or _first_asked(table):
        return (Choice(words("Look after the board…"), asked, icons=("sensors",)),)
    return (*_board_choices(table.board), *wiring_choices(table))


def _may_show_secrets(table: Table) -> bool:
    """Return whether the pieces of an unfinished game may stand on the board still."""
    return any(game.is_secret for game in table.kept_games)


def _first_asked(table: Table) -> Push | None:
    """Return what leads to the board's pages by way of saying who may look; None if everybody may."""
    if not _may_show_secrets(table):
        return None
    choices = (
        Choice(words("No, go back"), Back(), icons=("back",)),
        Choice(words("We are the hunters"), LivePage(_care_lines), icons=("sensors",)),
    )
    return Push(ListPage(words("Magnetic board"), ONLY_HUNTERS, choices))


def _care_lines(table: Table) -> ListPage:
    choices = (*_board_choices(table.board), *wiring_choices(table))
    if not choices:
        return ListPage(words("Magnetic board"), UNPLUGGED, (Choice(words("Later"), Back(), icons=("back",)),))
    return ListPage(words("Magnetic board"), words("What is to be looked after?"), choices)


def _board_choices(board: BoardProfile | None) -> tuple[Choice, ...]:
    if board is None:
        return ()
    done = words("calibrated") if board.is_calibrated else words("not calibrated yet")
    out = words_n("{count} cell", "{count} cells", len(board.silent)) if board.silent else words("none")
    return (
        Choice(words("Calibrate"), Push(CalibrationPage(Calibrating(board))), icons=("sensors",), detail=done),
        Choice(words("See and test every cell"), Push(CellTestPage(board)), icons=("sensors",)),
        Choice(words("Cells left out"), Push(MaskPage(board)), icons=("sensors",), detail=out),
    )


@dataclass(frozen=True)
class CalibrationPage:
    """Calibration, guided: `ok` where something is begun, kept or left out; all else follows from the pieces."""

    learning: Calibrating

    def feel(self, frame: CellReadings) -> CalibrationPage:
        """Return the page after a frame."""
        return CalibrationPage(calibration.feed(self.learning, frame))

    def view(self, table: Table) -> View:
        """Return what is to be done now, and where that was seen already."""
        learning, board = self.learning, self.learning.board
        known = {cell for cell, _ in learning.measured}
        felt = learning.left_over if learning.strongest is None else learning.strongest[:1]
        body = MazePlan(
            columns=board.columns,
            squares=tuple(
                Square(open="NESW", solid=cell in board.silent, icon="good" if cell in known else "")
                for cell in range(board.count)
            ),
            lit=tuple(cell for cell in felt if cell not in learning.broken),
            wrong=learning.turned or learning.broken or learning.bad,
            choices=Menu((), text=tuple(map(table.say, self._more()))),
        )
        steps: tuple[calibration.CalibrationStep, ...] = (
            ("empty", "hunter", "mummy") if board.tells_mummy else ("empty", "hunter")
        )
        shown = hints(table, ok=self._ok(), back=GO_BACK)
        number = steps.index(learning.step) + 1 if learning.step in steps else len(steps)
        return View(
            title=table.say(words("Calibrate: {number} of {count}", number=number, count=len(steps))),
            prompt=table.say(self._prompt(table)),
            body=body,
            hints=tuple(hint for hint in shown if hint.button != "ok" or self._means_something()),
        )

    def _means_something(self) -> bool:
        """Return whether `ok` does anything now, and not only the pieces."""
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
        return words("Done. Press ✓ to keep it.")

    def _more(self) -> tuple[Words, ...]:
        """Return what else there is to say, in smaller letters."""
        alike = words("Hunter and mummy felt alike: once more from the hunter on.")
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
                return (words("It is felt: leave it there for a moment."),)
        return ()

    def _ok(self) -> Words:
        if self.learning.broken:
            return words("leave out")
        return words("keep") if self.learning.step == "done" else words("go on")

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Measure the empty board, leave cells out, keep what was learnt, or go back and leave everything as it was.

        Any press tells that what went wrong has been read.
        """
        match done, self.learning.step:
            case Press("back"), _:
                return Back()
            case Press("ok"), "empty":
                return replace(self, learning=calibration.begin_empty(self.learning))
            case Press("ok"), "done":
                return LearnBoard(self.learning.board)
            case Press("ok"), _ if self.learning.broken:
                return replace(self, learning=calibration.leave_out(self.learning))
        return replace(self, learning=replace(self.learning, are_alike=False))


@dataclass(frozen=True)
class MaskPage:
    """The cells that are left out: `ok` leaves one out or takes it in again, `back` keeps it."""

    board: BoardProfile
    cursor: int = 0
    before: BoardProfile | None = None
    """What was kept when the page was opened."""

    def view(self, table: Table) -> View:
        """Return the grid; a cell left out is solid."""
        is_out = self.cursor in self.board.silent
        count = self.board.count
        return View(
            title=table.say(words("Cells left out")),
            prompt=table.say(
                words("{cell} is left out.", cell=cell_words(self.board, self.cursor))
                if is_out
                else words("{cell} is believed.", cell=cell_words(self.board, self.cursor))
            ),
            body=MazePlan(
                columns=self.board.columns,
                squares=tuple(Square(open="NESW", solid=cell in self.board.silent) for cell in range(count)),
                cursor=self.cursor,
                choices=Menu((), text=(table.say(words("A cell that is left out is played by button.")),)),
            ),
            hints=hints(table, ok=words("take in") if is_out else words("leave out"), back=words("keep")),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, turn a cell over, or keep what was chosen."""
        before = self.before or self.board
        match done:
            case Press("back"):
                return Back() if self.board == before else LearnBoard(self.board)
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
