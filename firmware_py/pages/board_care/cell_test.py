"""The cell test: what each cell of the magnetic board senses, its noise, and whether every cell works.

Why one page with three tabs: all tabs use the same frames, and a look at the noise or the chips must not lose which
cells have worked.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Colour, MazePlan, Menu, Square, View
from firmware_py.config.board_profile import LEAST_RATE_HZ, BoardProfile
from firmware_py.pages.board_care.cell_names import cell_words, turned_over
from firmware_py.pages.board_care.health import health_lines
from firmware_py.pages.commands import SaveBoard
from firmware_py.pages.general_topics import BOARD_CARE
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, confirm, moved
from firmware_py.pages.stack import Back, Input, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.sensing.cells import CellReadings, Cells, Measured, Sensed, begin_cells, feed_cells, measure
from firmware_py.sensing.constants import MOST_NOISE_MT
from firmware_py.words import NOTHING, Words, words, words_n

CellTestTab: TypeAlias = Literal["readings", "noise", "health"]

TABS: dict[bool, tuple[CellTestTab, ...]] = {True: ("readings", "noise", "health"), False: ("readings", "health")}
"""The tabs that `ok` goes through, by whether the board measures; a switch has no noise."""
TAB_WORDS: dict[CellTestTab, Words] = {
    "readings": words("readings"),
    "noise": words("noise"),
    "health": words("chips and link"),
}
UNPLUGGED = words("The magnetic board is not plugged in.")
MOST_MARKED_MT = 99
"""The largest number that the smallest screen has room for on a cell."""
WINDOW_S = 1.0
"""A measurement collects the frames of so long."""


class CellTestPage(msgspec.Struct, frozen=True):
    """What each cell senses now. The test is complete once every cell was seen with a piece and without one."""

    board: BoardProfile
    tab: CellTestTab = "readings"
    cells: Cells | None = None
    seen_empty: frozenset[int] = frozenset()
    """The cells that have sensed nothing."""
    seen_occupied: frozenset[int] = frozenset()
    """The cells that have sensed a piece."""
    values: tuple[float, ...] = ()
    unread: frozenset[int] = frozenset()
    frames: tuple[CellReadings, ...] = ()
    """The frames of the measurement in progress."""
    measured: Measured | None = None
    """The last complete measurement."""
    cursor: int = 0
    """The line of the tab about chips and link."""

    def feed(self, frame: CellReadings) -> CellTestPage:
        """Return the page after a frame."""
        cells = feed_cells(self.cells, frame) if self.cells else begin_cells(frame, self.board.calibration)
        nothing = {cell for cell, sensed in enumerate(cells.sensed) if sensed is Sensed.NOTHING}
        empty = {cell for cell in nothing - frame.unread if cells.now[cell] is Sensed.NOTHING}
        occupied = set(range(len(cells.sensed))) - nothing - frame.unread
        zeros = cells.calibration.offsets_mt
        values = tuple(value - zero for value, zero in zip(frame.cells, zeros, strict=True))
        page = replace(
            self,
            cells=cells,
            seen_empty=self.seen_empty | empty,
            seen_occupied=self.seen_occupied | occupied,
            values=values,
            unread=frame.unread,
        )
        return page._measuring(frame)

    def _measuring(self, frame: CellReadings) -> CellTestPage:
        frames = (*self.frames, frame)
        if frame.at_s - frames[0].at_s < WINDOW_S:
            return replace(self, frames=frames)
        return replace(self, frames=(frame,), measured=measure(frames))

    def missing(self) -> tuple[int, ...]:
        """Return the cells that were not seen both ways yet."""
        seen = self.seen_empty & self.seen_occupied | self.board.silent
        return tuple(cell for cell in range(self.board.count) if cell not in seen)

    def view(self, table: Table) -> View:
        """Return the open tab; `ok` opens the next one, which the footer names."""
        match self.tab:
            case "readings":
                view = self._readings(table)
            case "noise":
                view = self._noise(table)
            case _:
                view = self._health(table).view(table)
        if table.board is None:
            view = replace(view, prompt=table.say(UNPLUGGED))
        return replace(view, hints=hints(table, ok=TAB_WORDS[self._next()], back=GO_BACK))

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what a test of the cells is for."""
        return (BOARD_CARE,)

    def press(self, done: Input, table: Table) -> Reply:
        """Open the next tab, move the cursor, or go back."""
        match done:
            case Press("back"):
                return self._leave()
            case Press("ok"):
                return replace(self, tab=self._next(), cursor=0)
            case Press(button) if self.tab == "health":
                return replace(self, cursor=moved(self.cursor, len(self._health(table).choices), button))
        return self

    def _leave(self) -> Reply:
        """Go back; ask first about cells that are left out but work, or about the few that were not seen."""
        if mended := tuple(sorted(self.board.masked & self.seen_empty & self.seen_occupied)):
            whole = msgspec.structs.replace(self.board, masked=self.board.masked - frozenset(mended))
            question = words("Left out, but they work: {cells}. Use them again?", cells=cell_words(self.board, *mended))
            return confirm(question, (), words("Use them again"), SaveBoard(whole), "sensors", words("Cells left out"))
        missing = self.missing()
        if not 0 < len(missing) <= self.board.count // 4:
            return Back()
        without = msgspec.structs.replace(self.board, masked=self.board.masked | frozenset(missing))
        question = words("Not seen: {cells}. Leave them out?", cells=cell_words(self.board, *missing))
        return confirm(question, (), words("Leave them out"), SaveBoard(without), "sensors", words("Cells left out"))

    def _next(self) -> CellTestTab:
        tabs = TABS[self.board.tells_mummy]
        return tabs[(tabs.index(self.tab) + 1) % len(tabs)]

    def _readings(self, table: Table) -> View:
        """Return the grid in mT, or with a dot on every closed switch; cells that work are green."""
        missing, silent = self.missing(), self.board.silent
        marks = tuple(_reading(self.board, value) for value in self.values) or ("",) * self.board.count
        works = frozenset(range(self.board.count)) - silent - frozenset(missing)
        squares = tuple(
            self._square(cell, mark, is_good=cell in works, icon="good" if cell in works and not mark else "")
            for cell, mark in enumerate(marks)
        )
        every = words("Every cell works, but for those left out.") if silent else words("Every cell works.")
        return View(
            title=table.say(
                words_n(
                    "{count} of {all} cells", "{count} of {all} cells", len(works), all=self.board.count - len(silent)
                )
            ),
            prompt=table.say(words("Slide a piece over every cell.") if missing else every),
            body=self._grid(squares, self.unread, table, self._left(missing), self._strongest()),
        )

    def _left(self, missing: tuple[int, ...]) -> Words:
        """Return which cells are still to be seen; first those whose chip does not answer."""
        if unanswered := sorted(self.unread - self.board.silent):
            return words("No answer from {cells}.", cells=cell_words(self.board, *unanswered))
        if turned := self._turned_over():
            return turned_over(self.board, *turned)
        return words("Still to see: {cells}.", cells=cell_words(self.board, *missing)) if missing else NOTHING

    def _strongest(self) -> Words:
        """Return the strongest field in full if its cell has no room for the digits."""
        cell = max(range(len(self.values)), key=lambda number: abs(self.values[number]), default=0)
        if not self.values or round(abs(self.values[cell])) <= MOST_MARKED_MT:
            return NOTHING
        return words("{cell}: {field} mT", cell=cell_words(self.board, cell), field=round(self.values[cell]))

    def _turned_over(self) -> tuple[int, ...]:
        """Return the cells that sense a magnet turned over; a weak negative field beside the mummy is ignored."""
        least_mt, silent = 2 * self.board.levels.piece_on_mt, self.board.silent
        return tuple(cell for cell, mt in enumerate(self.values) if mt <= -least_mt and cell not in silent)

    def _noise(self, table: Table) -> View:
        """Return the grid with each cell's noise in hundredths of a mT."""
        noise_mt = self.measured.noise_mt if self.measured else ()
        marks = tuple(str(min(99, round(100 * mt))) for mt in noise_mt) or ("",) * self.board.count
        noisy = frozenset(cell for cell, mt in enumerate(noise_mt) if mt > MOST_NOISE_MT)
        if noise_mt:
            loudest = max(range(len(noise_mt)), key=noise_mt.__getitem__)
            noise = round(100 * noise_mt[loudest])
            most = words("At most {noise}, on {cell}.", noise=noise, cell=cell_words(self.board, loudest))
        else:
            most = words("Measuring…")
        squares = tuple(self._square(cell, mark, is_good=cell not in noisy) for cell, mark in enumerate(marks))
        return View(
            title=table.say(words("Noise in hundredths of mT")),
            prompt=table.say(words("Hands off the board.")),
            body=self._grid(squares, noisy | self.unread, table, most),
        )

    def _square(self, cell: int, mark: str, *, is_good: bool, icon: str = "") -> Square:
        colour: Colour | None = ("green" if is_good else "white") if mark else None
        return Square(open="NESW", solid=cell in self.board.silent, mark=mark, colour=colour, icon=icon)

    def _grid(self, squares: tuple[Square, ...], wrong: frozenset[int], table: Table, *lines: Words) -> MazePlan:
        beside = Menu((), text=tuple(table.say(line) for line in lines if line != NOTHING))
        return MazePlan(self.board.columns, squares, wrong=tuple(sorted(wrong - self.board.silent)), choices=beside)

    def _health(self, table: Table) -> ListPage:
        """Return how fast frames come, and what the board's parts have counted; faults come first."""
        counted = table.board_health()
        lines = (*self._rate(table), *(health_lines(counted) if counted else ()))
        return ListPage(
            title=words("Chips and link"),
            prompt=words("Since the device was switched on."),
            choices=tuple(sorted(lines, key=lambda line: "good" in line.icons)),
            cursor=self.cursor,
        )

    def _rate(self, table: Table) -> tuple[Choice, ...]:
        if self.measured is None or table.board is None:
            return ()
        rate_hz = round(self.measured.rate_hz)
        least_hz = LEAST_RATE_HZ["millitesla" if self.board.tells_mummy else "level"]
        icon = "good" if rate_hz >= least_hz else "warning"
        return (Choice(words("Readings a second: {rate}", rate=rate_hz), Back(), (icon,)),)


def _reading(board: BoardProfile, value: float) -> str:
    """Return a reading in at most two characters and a sign: whole mT, or a dot for a closed switch."""
    if not board.tells_mummy:
        return "•" if value >= 0.5 else ""
    sign = "-" if value < 0 else ""  # a true minus is too wide for a cell of the smallest screen
    return f"{sign}{min(MOST_MARKED_MT, round(abs(value)))}" if abs(value) >= 1 else ""
