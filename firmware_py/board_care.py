"""Looking after the magnetic board: what each cell feels, whether every one works, calibration, cells left out.

Why nothing of it during a game with hidden pieces: what a cell feels is where somebody stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import msgspec

from display.view import Maze, Menu, Square, View
from firmware_py.games.malediction.board import cell_name
from firmware_py.screens import (
    GO_BACK,
    Back,
    Choice,
    Input,
    LearnBoard,
    Press,
    Push,
    Reply,
    Screen,
    Table,
    hints,
    moved,
    reading,
)
from firmware_py.tracking import calibrating
from firmware_py.tracking.calibrating import CELLS, Calibrating
from firmware_py.tracking.cells import Cells, Felt, Frame, first_look, look
from firmware_py.tracking.known_board import KnownBoard
from firmware_py.words import Words, plain, words, words_n

MOST_NAMED = 6
"""Of more cells than these only some are named."""


@runtime_checkable
class FeelingPage(Screen, Protocol):
    """A page that looks at every frame while it lies on top."""

    def feel(self, frame: Frame, /) -> FeelingPage:
        """Return the page after a frame of the board."""


def care_choices(table: Table) -> tuple[Choice, ...]:
    """Return what the settings offer for the board that is plugged in; nothing without one."""
    board = table.board
    if board is None:
        return ()
    session = table.session
    if session is not None and session.game.id == "malediction" and not session.is_over:
        later = reading(
            words("Magnetic board"),
            words("Not during a game: it would show where the hunters stand."),
            (words("Finish the game or put it aside first."),),
        )
        return (Choice(words("Look after the board…"), Push(later), icons=("sensors",)),)
    done = words("calibrated") if board.is_calibrated else words("not calibrated yet")
    out = words_n("{count} cell", "{count} cells", len(board.masked)) if board.masked else words("none")
    return (
        Choice(words("Calibrate"), Push(CalibrationPage(Calibrating(board))), icons=("sensors",), detail=done),
        Choice(words("See and test every cell"), Push(CellTestPage(board)), icons=("sensors",)),
        Choice(words("Cells left out"), Push(MaskPage(board)), icons=("sensors",), detail=out),
    )


@dataclass(frozen=True)
class CellTestPage:
    """What each cell feels now; the test is over when every cell was seen with a piece and without."""

    board: KnownBoard
    cells: Cells | None = None
    bare: frozenset[int] = frozenset()
    """The cells that were seen to feel nothing."""
    felt: frozenset[int] = frozenset()
    """The cells that were seen to feel a piece."""
    values: tuple[float, ...] = ()
    unread: frozenset[int] = frozenset()

    def feel(self, frame: Frame) -> CellTestPage:
        """Return the page after a frame."""
        cells = look(self.cells, frame) if self.cells else first_look(frame, self.board.calibration)
        bare = {cell for cell, felt in enumerate(cells.felt) if felt is Felt.NOTHING}
        zeros = cells.calibration.offsets_mt
        values = tuple(value - zero for value, zero in zip(frame.cells, zeros, strict=True))
        felt = set(range(len(cells.felt))) - bare - frame.unread
        return CellTestPage(self.board, cells, self.bare | bare, self.felt | felt, values, frame.unread)

    def missing(self) -> tuple[int, ...]:
        """Return the cells that are still to be seen."""
        every = range(self.board.rows * self.board.columns)
        seen = self.bare & self.felt | self.board.masked
        return tuple(cell for cell in every if cell not in seen)

    def view(self, table: Table) -> View:
        """Return the grid with its readings, in mT or as a dot, and a tick on every cell that works."""
        missing = self.missing()
        count = self.board.rows * self.board.columns
        if missing:
            left = _named(self.board, missing)
            prompt = words("Lead a piece over every cell. Still to see: {cells}", cells=left)
        else:
            prompt = words("Every cell works.")
        seen = frozenset(range(count)) - frozenset(missing)
        marks = tuple(_reading(self.board, value) for value in self.values) or ("",) * count
        body = Maze(
            columns=self.board.columns,
            squares=tuple(
                Square(
                    open="NESW",
                    solid=cell in self.board.masked,
                    mark=mark,
                    colour="white" if mark else None,
                    icon="good" if cell in seen and not mark else "",
                )
                for cell, mark in enumerate(marks)
            ),
            wrong=tuple(sorted(self.unread - self.board.masked)),
        )
        return View(
            title=table.say(words("{done} of {count} cells", done=count - len(missing), count=count)),
            prompt=table.say(prompt),
            body=body,
            hints=hints(table, ok=words("begin again"), back=GO_BACK),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every screen may look at the table
        """Begin again, or go back."""
        match done:
            case Press("back"):
                return Back()
            case Press("ok"):
                return replace(self, bare=frozenset(), felt=frozenset())
        return self


@dataclass(frozen=True)
class CalibrationPage:
    """Calibration, guided: `ok` where something is to be begun or kept; all else follows from the pieces."""

    learning: Calibrating

    def feel(self, frame: Frame) -> CalibrationPage:
        """Return the page after a frame."""
        return CalibrationPage(calibrating.see(self.learning, frame))

    def view(self, table: Table) -> View:
        """Return what is to be done now, and where that was seen already."""
        learning, board = self.learning, self.learning.board
        known = {cell for cell, _ in learning.measured}
        body = Maze(
            columns=board.columns,
            squares=tuple(
                Square(open="NESW", solid=cell in board.masked, icon="good" if cell in known else "")
                for cell in range(board.rows * board.columns)
            ),
            lit=(learning.standing[0],) if learning.standing else (),
            wrong=learning.bad,
        )
        steps: tuple[calibrating.Step, ...] = ("empty", "hunter", "mummy") if board.tells_mummy else ("empty", "hunter")
        number = steps.index(learning.step) + 1 if learning.step in steps else len(steps)
        return View(
            title=table.say(words("Calibrate: {number} of {count}", number=number, count=len(steps))),
            prompt=table.say(self._prompt()),
            body=body,
            hints=hints(table, ok=self._ok(), back=GO_BACK),
        )

    def _prompt(self) -> Words:
        learning = self.learning
        left = CELLS - len(learning.measured)
        match learning.step:
            case "empty" if learning.is_measuring:
                return words("Measuring the empty board: hands off…")
            case "empty" if learning.bad:
                return words(
                    "Not empty, or not working: {cells}. Clear them, or leave them out in the settings.",
                    cells=_named(learning.board, learning.bad),
                )
            case "empty":
                return words("Take every piece off the board, then press OK.")
            case "hunter" if learning.are_alike:
                return words("Hunter and mummy felt alike. Once more: a hunter's pawn in the middle of a cell.")
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
        return words("Done. Press OK to keep it.")

    def _ok(self) -> Words:
        return words("keep") if self.learning.step == "done" else words("go on")

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every screen may look at the table
        """Measure the empty board, keep what was learnt, or go back and leave everything as it was."""
        match done, self.learning.step:
            case Press("back"), _:
                return Back()
            case Press("ok"), "empty":
                return replace(self, learning=calibrating.begin_empty(self.learning))
            case Press("ok"), "done":
                return LearnBoard(self.learning.board)
        return self


@dataclass(frozen=True)
class MaskPage:
    """The cells that are left out: `ok` leaves one out or takes it in again, `back` keeps it."""

    board: KnownBoard
    cursor: int = 0
    before: KnownBoard | None = None
    """What was kept when the page was opened."""

    def view(self, table: Table) -> View:
        """Return the grid; a cell left out is solid."""
        is_out = self.cursor in self.board.masked
        count = self.board.rows * self.board.columns
        return View(
            title=table.say(words("Cells left out")),
            prompt=table.say(
                words("{cell} is left out.", cell=_name(self.board, self.cursor))
                if is_out
                else words("{cell} is believed.", cell=_name(self.board, self.cursor))
            ),
            body=Maze(
                columns=self.board.columns,
                squares=tuple(Square(open="NESW", solid=cell in self.board.masked) for cell in range(count)),
                cursor=self.cursor,
                choices=Menu(()),
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
                count = self.board.rows * self.board.columns
                step = self.board.columns if button == "down" else -self.board.columns
                return replace(self, cursor=(self.cursor + step) % count)
            case Press(button):
                return replace(self, cursor=moved(self.cursor, self.board.rows * self.board.columns, button))
        return self


def _reading(board: KnownBoard, value: float) -> str:
    """Return a reading in two characters: whole mT, or a dot for a switch that feels something."""
    if not board.tells_mummy:
        return "•" if value >= 0.5 else ""
    return str(min(99, round(abs(value)))) if abs(value) >= 1 else ""


def _name(board: KnownBoard, cell: int) -> str:
    return cell_name(*divmod(cell, board.columns))


def _named(board: KnownBoard, cells: tuple[int, ...]) -> Words:
    names = ", ".join(_name(board, cell) for cell in cells[:MOST_NAMED])
    more = len(cells) - MOST_NAMED
    return words("{cells} and {more} more", cells=names, more=more) if more > 0 else plain(names)
