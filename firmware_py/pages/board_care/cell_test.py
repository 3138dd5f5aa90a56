"""What each cell of the magnetic board senses: the cell test, cells left out, and what the parts have counted.

Why one page with three tabs: all tabs use the same frames, and a look at the noise or the chips must not lose which
cells have worked.

Why no remedies: the doctor names them. It asks every part by itself while no game runs. If the doctor runs beside the
device, it reads plain counts from here.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Colour, Item, MazePlan, Menu, Square, View
from firmware_py.grid import cell_name
from firmware_py.pages.interface import BoardHealth, PageContext, SaveBoard
from firmware_py.pages.offers import UNTOUCHED, Lines, Offer, Places, cells_of_board
from firmware_py.pages.page import GO_BACK, Back, Choice, ListPage, Page, Reply, confirm, hints
from firmware_py.sensing import (
    LEAST_RATE_HZ,
    MOST_NOISE_MT,
    BoardProfile,
    CellReadings,
    Cells,
    Measured,
    Sensed,
    begin_cells,
    feed_cells,
    measure,
)
from firmware_py.words import NOTHING, Words, list_words, plain, printable, words, words_n
from hardware.boards.frames import BoardDriver, Fault, PartHealth

MOST_NAMED: Final = 6
"""Most cells named in a sentence."""


def upside_down_question(board: BoardProfile, *cells: int) -> Words:
    """The question to ask about cells that sense a magnet upside down."""
    return words("{cells}: is the magnet turned over?", cells=cell_words(board, *cells))


def cell_words(board: BoardProfile, *cells: int) -> Words:
    """The names of cells, `MOST_NAMED` at most."""
    names = ", ".join(cell_name(*divmod(cell, board.columns)) for cell in cells[:MOST_NAMED])
    more = len(cells) - MOST_NAMED
    return words("{cells} and {more} more", cells=names, more=more) if more > 0 else plain(names)


def health_lines(health: BoardHealth) -> tuple[Choice, ...]:
    """A line for the connection and one for each part; each has a mark, good or bad."""
    again = words("Connected again: {count} ×", count=health.reconnections)
    return (_line(again, is_good=not health.reconnections), *map(_part, health.parts))


def _part(part: PartHealth) -> Choice:
    counts = dict(part.counts)
    match part.part.split():
        case ["chip", address]:
            return _chip(address, counts, answers=part.fault is not Fault.ABSENT)
        case ["interrupt", _]:
            return _line(INTERRUPTS[part.fault], is_good=part.fault is None)
        case ["serial", _]:
            damaged, lost = counts["damaged"] + counts["unreadable"], counts["lost"]
            detail = words("damaged: {damaged}, lost: {lost}", damaged=damaged, lost=lost)
            return _line(words("Messages: {count}", count=counts["messages"]), detail, is_good=not damaged + lost)
    return _board(counts)


INTERRUPTS: Mapping[Fault | None, Words] = {
    None: words("Interrupt line: good"),
    Fault.STUCK: words("Interrupt line: always low"),
    Fault.MUTE: words("Interrupt line: says nothing"),
}


def _chip(address: str, counts: Mapping[str, int], *, answers: bool) -> Choice:
    """Whether a chip answers, and its errors by the names that the kernel gives them."""
    errors = {name.split()[1]: number for name, number in counts.items() if name.startswith("errno ")}
    label = words("Chip {address}: answers", address=address)
    if not answers:
        label = words("Chip {address}: no answer", address=address)
    names = tuple(errno.errorcode.get(int(number), number) for number in errors)
    detail = words("no errors")
    if errors:
        detail = words_n("{count} error ({names})", "{count} errors ({names})", sum(errors.values()), names=names)
    if counts["resets"]:
        detail = list_words(detail, words_n("{count} restart", "{count} restarts", counts["resets"]))
    return _line(label, detail, is_good=answers and not errors)


def _board(counts: Mapping[str, int]) -> Choice:
    """The sensor board's own report; its supply comes with its first sign of life."""
    restarts, errors = counts["restarts"], counts["errors"]
    label = words("Board: no message yet")
    if counts["supply_mv"]:
        volts, hundredths = divmod(round(counts["supply_mv"] / 10), 100)
        warmth = counts["temperature_c10"] // 10
        label = words("Board: {volts}.{rest} V, {warmth} °C", volts=volts, rest=f"{hundredths:02}", warmth=warmth)
    detail = words("errors: {errors}, restarts: {restarts}", errors=errors, restarts=restarts)
    return _line(label, detail, is_good=not errors + restarts)


def _line(label: Words, detail: Words = NOTHING, *, is_good: bool) -> Choice:
    return Choice(label, Back(), ("good" if is_good else "warning",), detail)


class Tally(msgspec.Struct, frozen=True):
    """What a board's driver has counted at one moment."""

    at_s: float
    turns: int
    messages: int
    lines: tuple[str, ...]
    """The rates since the tally before, if there was one, then a line for each part; in English."""


def tally(board: BoardDriver, before: Tally | None, now_s: float) -> Tally:
    """The driver's counts, and their rates since `before`."""
    parts = board.health()
    messages = sum(count for part in parts for name, count in part.counts if name == "messages")
    lines = tuple(map(_counts, parts))
    if before:
        span_s = now_s - before.at_s
        turns_hz, messages_hz = (board.cycles - before.turns) / span_s, (messages - before.messages) / span_s
        heard = f", {messages_hz:.1f} messages" if messages else ""
        lines = (f"{turns_hz:.1f} turns of the driver{heard} a second, over {span_s:.0f} s", *lines)
    return Tally(now_s, board.cycles, messages, lines)


def _counts(part: PartHealth) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in part.counts) or "nothing counted"
    said = f', said: "{printable(part.said)}"' if part.said else ""
    return f"{part.part}: {part.fault or 'good'}, {counts}{said}"


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
"""The largest number that fits a cell on the smallest screen."""
WINDOW_S = 1.0
"""How long a measurement collects frames."""


class CellTestPage(Page, frozen=True):
    """What each cell senses now. The test is complete once every cell was seen with a piece and without one."""

    TOPICS: ClassVar = ("board_care",)
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

    def feed(self, frame: CellReadings) -> CellTestPage:
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
        return page._measure_cell(frame)

    def _measure_cell(self, frame: CellReadings) -> CellTestPage:
        frames = (*self.frames, frame)
        if frame.at_s - frames[0].at_s < WINDOW_S:
            return replace(self, frames=frames)
        return replace(self, frames=(frame,), measured=measure(frames))

    def missing(self) -> tuple[int, ...]:
        """The cells still to be seen both open and closed."""
        seen = self.seen_empty & self.seen_occupied | self.board.silent
        return tuple(cell for cell in range(self.board.count) if cell not in seen)

    def view(self, table: PageContext) -> View:
        """The open tab; `ok` opens the next one, which the footer names."""
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

    def offers(self, table: PageContext) -> Lines:
        """What opens the next tab, whatever line of this one the cursor is on."""
        tab = self._next()
        following = Offer(Item(table.say(TAB_WORDS[tab]), target="tab"), replace(self, tab=tab, pending=UNTOUCHED))
        count = len(self._health(table).choices) if self.tab == "health" else 1
        return Lines((following,) * max(1, count))

    def go_back(self, table: PageContext) -> Reply:
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

    def _readings(self, table: PageContext) -> View:
        """The grid in mT, or with a dot on every closed switch; cells that work are green."""
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
            body=self._grid(squares, self.unread, table, self._missing_words(missing), self._strongest()),
        )

    def _missing_words(self, missing: tuple[int, ...]) -> Words:
        """The cells still to be seen, those of silent chips first."""
        if unanswered := sorted(self.unread - self.board.silent):
            return words("No answer from {cells}.", cells=cell_words(self.board, *unanswered))
        if turned := self._turned_over():
            return upside_down_question(self.board, *turned)
        return words("Still to see: {cells}.", cells=cell_words(self.board, *missing)) if missing else NOTHING

    def _strongest(self) -> Words:
        """The strongest field, if its cell has no room for all digits."""
        cell = max(range(len(self.values)), key=lambda number: abs(self.values[number]), default=0)
        if not self.values or round(abs(self.values[cell])) <= MOST_MARKED_MT:
            return NOTHING
        return words("{cell}: {field} mT", cell=cell_words(self.board, cell), field=round(self.values[cell]))

    def _turned_over(self) -> tuple[int, ...]:
        """The cells that sense a magnet upside down; a weak negative field beside the mummy is ignored."""
        least_mt, silent = 2 * self.board.levels.piece_on_mt, self.board.silent
        return tuple(cell for cell, mt in enumerate(self.values) if mt <= -least_mt and cell not in silent)

    def _noise(self, table: PageContext) -> View:
        """The grid with each cell's noise in hundredths of a mT."""
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

    def _grid(self, squares: tuple[Square, ...], wrong: frozenset[int], table: PageContext, *lines: Words) -> MazePlan:
        beside = Menu((), text=tuple(table.say(line) for line in lines if line != NOTHING))
        return MazePlan(self.board.columns, squares, wrong=tuple(sorted(wrong - self.board.silent)), choices=beside)

    def _health(self, table: PageContext) -> ListPage:
        """Frames a second and the parts' counts, faults first."""
        counted = table.board_health
        lines = (*self._rate(table), *(health_lines(counted) if counted else ()))
        return ListPage(
            title=words("Chips and link"),
            prompt=words("Since the device was switched on."),
            choices=tuple(sorted(lines, key=lambda line: "good" in line.icons)),
            pending=self.pending,
        )

    def _rate(self, table: PageContext) -> tuple[Choice, ...]:
        if self.measured is None or table.board is None:
            return ()
        rate_hz = round(self.measured.rate_hz)
        least_hz = LEAST_RATE_HZ["millitesla" if self.board.tells_mummy else "level"]
        icon = "good" if rate_hz >= least_hz else "warning"
        return (Choice(words("Readings a second: {rate}", rate=rate_hz), Back(), (icon,)),)


def _reading(board: BoardProfile, value: float) -> str:
    """A reading in two characters and a sign at most: whole mT, or a dot for a closed switch."""
    if not board.tells_mummy:
        return "•" if value >= 0.5 else ""
    sign = "-" if value < 0 else ""  # a true minus is too wide for a cell of the smallest screen
    return f"{sign}{min(MOST_MARKED_MT, round(abs(value)))}" if abs(value) >= 1 else ""


class MaskPage(Page, frozen=True):
    """The cells that are left out: `ok` leaves one out or takes it in again, `back` saves."""

    TOPICS: ClassVar = ("board_care",)
    board: BoardProfile
    before: BoardProfile | None = None
    """The board as it was when the page was opened."""

    @property
    def cell(self) -> int:
        """The cell under the cursor."""
        return self.pending.cursor or 0

    def view(self, table: PageContext) -> View:
        """The grid, with cells left out drawn solid."""
        is_out = self.cell in self.board.silent
        count = self.board.count
        return View(
            title=table.say(words("Cells left out")),
            prompt=table.say(
                words("{cell} is left out.", cell=cell_words(self.board, self.cell))
                if is_out
                else words("{cell} is used.", cell=cell_words(self.board, self.cell))
            ),
            body=MazePlan(
                columns=self.board.columns,
                squares=tuple(Square(open="NESW", solid=cell in self.board.silent) for cell in range(count)),
                cursor=self.cell,
                choices=Menu((), text=(table.say(words("Moves on a cell that is left out are entered by hand.")),)),
            ),
            hints=hints(table, ok=words("use again") if is_out else words("leave out"), back=words("keep")),
        )

    def offers(self, table: PageContext) -> Places:
        """Each cell, to be left out or taken in."""
        cells = (
            Offer(
                Item(table.say(cell_words(self.board, cell)), target=f"square {cell}"),
                replace(
                    self,
                    board=msgspec.structs.replace(self.board, masked=self.board.masked ^ {cell}),
                    before=self.before or self.board,
                ),
            )
            for cell in range(self.board.count)
        )
        return cells_of_board(tuple(cells), self.board.columns)

    def go_back(self, table: PageContext) -> Reply:
        """Save what was changed."""
        return Back() if self.board == (self.before or self.board) else SaveBoard(self.board)
