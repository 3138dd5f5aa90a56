"""The cells of a magnetic board as they are: what each feels, how much it trembles, and whether every one works.

Why three pages of one, which `ok` turns over: all live on the same frames, and what was seen of the cells must not be
lost by a look at the noise or at the chips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import msgspec

from display.view import Colour, MazePlan, Menu, Square, View
from firmware_py.pages.board_care.health import health_lines
from firmware_py.pages.commands import LearnBoard
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, confirm, moved
from firmware_py.pages.stack import Back, Input, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.sensing.board_profile import BoardProfile, cell_words, turned_over
from firmware_py.sensing.cells import MOST_NOISE_MT, CellReadings, Cells, Sensed, begin_cells, feed_cells
from firmware_py.sensing.measuring import LEAST_RATE_HZ, Measured, measured
from firmware_py.words import NOTHING, Words, words, words_n

CellTestTab: TypeAlias = Literal["readings", "noise", "health"]

FACES: dict[bool, tuple[CellTestTab, ...]] = {True: ("readings", "noise", "health"), False: ("readings", "health")}
"""What `ok` leads through, by whether the board measures; a switch does not tremble."""
FACE_WORDS: dict[CellTestTab, Words] = {
    "readings": words("readings"),
    "noise": words("noise"),
    "health": words("chips and link"),
}
UNPLUGGED = words("The magnetic board is not plugged in.")
MOST_MARKED_MT = 99
"""The largest number that the smallest screen has room for on a cell."""
WINDOW_S = 1.0
"""How long frames are gathered for a measurement."""


@dataclass(frozen=True)
class CellTestPage:
    """What each cell feels now; the test is over when every cell was seen with a piece and without."""

    board: BoardProfile
    face: CellTestTab = "readings"
    cells: Cells | None = None
    bare: frozenset[int] = frozenset()
    """The cells that were seen to feel nothing."""
    felt: frozenset[int] = frozenset()
    """The cells that were seen to feel a piece."""
    values: tuple[float, ...] = ()
    unread: frozenset[int] = frozenset()
    frames: tuple[CellReadings, ...] = ()
    """Those of the measurement that is under way."""
    measured: Measured | None = None
    """The last one that is complete."""
    cursor: int = 0
    """The line of the page about chips and link."""

    def feel(self, frame: CellReadings) -> CellTestPage:
        """Return the page after a frame."""
        cells = feed_cells(self.cells, frame) if self.cells else begin_cells(frame, self.board.calibration)
        nothing = {cell for cell, felt in enumerate(cells.sensed) if felt is Sensed.NOTHING}
        bare = {cell for cell in nothing - frame.unread if cells.now[cell] is Sensed.NOTHING}
        felt = set(range(len(cells.sensed))) - nothing - frame.unread
        zeros = cells.calibration.offsets_mt
        values = tuple(value - zero for value, zero in zip(frame.cells, zeros, strict=True))
        page = replace(
            self, cells=cells, bare=self.bare | bare, felt=self.felt | felt, values=values, unread=frame.unread
        )
        return page._measuring(frame)

    def _measuring(self, frame: CellReadings) -> CellTestPage:
        frames = (*self.frames, frame)
        if frame.at_s - frames[0].at_s < WINDOW_S:
            return replace(self, frames=frames)
        return replace(self, frames=(frame,), measured=measured(frames))

    def missing(self) -> tuple[int, ...]:
        """Return the cells that are still to be seen."""
        seen = self.bare & self.felt | self.board.silent
        return tuple(cell for cell in range(self.board.count) if cell not in seen)

    def view(self, table: Table) -> View:
        """Return what is looked at now; `ok` leads to what is named in the footer."""
        match self.face:
            case "readings":
                view = self._readings(table)
            case "noise":
                view = self._noise(table)
            case _:
                view = self._health(table).view(table)
        if table.board is None:
            view = replace(view, prompt=table.say(UNPLUGGED))
        return replace(view, hints=hints(table, ok=FACE_WORDS[self._next()], back=GO_BACK))

    def press(self, done: Input, table: Table) -> Reply:
        """Turn the page over, walk along its lines, or go back."""
        match done:
            case Press("back"):
                return self._left_behind()
            case Press("ok"):
                return replace(self, face=self._next(), cursor=0)
            case Press(button) if self.face == "health":
                return replace(self, cursor=moved(self.cursor, len(self._health(table).choices), button))
        return self

    def _left_behind(self) -> Reply:
        """Go back; ask first about cells that are left out and work, or about a few that alone were not seen."""
        if mended := tuple(sorted(self.board.masked & self.bare & self.felt)):
            whole = msgspec.structs.replace(self.board, masked=self.board.masked - frozenset(mended))
            told = words("Left out, but they work: {cells}. Take them in again?", cells=cell_words(self.board, *mended))
            return confirm(words("Cells left out"), told, words("Take them in"), LearnBoard(whole), icon="sensors")
        missing = self.missing()
        if not 0 < len(missing) <= self.board.count // 4:
            return Back()
        without = msgspec.structs.replace(self.board, masked=self.board.masked | frozenset(missing))
        told = words("Not seen: {cells}. Leave them out?", cells=cell_words(self.board, *missing))
        return confirm(words("Cells left out"), told, words("Leave them out"), LearnBoard(without), icon="sensors")

    def _next(self) -> CellTestTab:
        faces = FACES[self.board.tells_mummy]
        return faces[(faces.index(self.face) + 1) % len(faces)]

    def _readings(self, table: Table) -> View:
        """Return the grid in mT, or with a dot on every switch that is closed; what was seen to work is green."""
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
            prompt=table.say(words("Lead a piece over every cell.") if missing else every),
            body=self._grid(squares, self.unread, table, self._left(missing), self._strongest()),
        )

    def _left(self, missing: tuple[int, ...]) -> Words:
        """Return which cells are still to be seen; those whose chip does not answer before all others."""
        if unanswered := sorted(self.unread - self.board.silent):
            return words("No answer from {cells}.", cells=cell_words(self.board, *unanswered))
        if turned := self._turned_over():
            return turned_over(self.board, *turned)
        return words("Still to see: {cells}.", cells=cell_words(self.board, *missing)) if missing else NOTHING

    def _strongest(self) -> Words:
        """Return the strongest field in full, if it has more digits than there is room for on its cell."""
        cell = max(range(len(self.values)), key=lambda number: abs(self.values[number]), default=0)
        if not self.values or round(abs(self.values[cell])) <= MOST_MARKED_MT:
            return NOTHING
        return words("{cell}: {field} mT", cell=cell_words(self.board, cell), field=round(self.values[cell]))

    def _turned_over(self) -> tuple[int, ...]:
        """Return the cells that feel a piece the wrong way round; beside the mummy a weak field points so, too."""
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

    def _grid(self, squares: tuple[Square, ...], wrong: frozenset[int], table: Table, *told: Words) -> MazePlan:
        beside = Menu((), text=tuple(table.say(line) for line in told if line != NOTHING))
        return MazePlan(self.board.columns, squares, wrong=tuple(sorted(wrong - self.board.silent)), choices=beside)

    def _health(self, table: Table) -> ListPage:
        """Return how fast frames come, and what the board's parts have counted; what is not as it should be first."""
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
    """Return a reading in two characters and perhaps a sign: whole mT, or a dot for a switch that feels something."""
    if not board.tells_mummy:
        return "•" if value >= 0.5 else ""
    sign = "-" if value < 0 else ""  # a true minus is too wide for a cell of the smallest screen
    return f"{sign}{min(MOST_MARKED_MT, round(abs(value)))}" if abs(value) >= 1 else ""
