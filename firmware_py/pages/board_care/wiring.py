"""The wiring of a board with switches: what is in force, learning another, and looking it over.

Why the magnet may stay: it rests on the cell learnt last until somebody moves it on. So inputs that were closed when a
cell was learnt are ignored until they have opened. So are inputs that closed while nothing was read, because another
page lay on top, the cable was out, or a chip was silent: nobody knows for which cell that was.

Why the page goes on by itself: whoever teaches a hundred cells has a magnet in one hand and looks at the board. The
buttons are for the exceptions.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Item, MazePlan, Menu, Square, View
from firmware_py.config.settings import UNKNOWN, BoardWiring, SensorWiring, chips_of, wiring_in
from firmware_py.grid import cell_name
from firmware_py.pages.interface import PageContext, SaveWiring
from firmware_py.pages.offers import Lines, Offer, Places, cells_of_board
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    Back,
    Choice,
    Later,
    ListedPage,
    ListPage,
    LivePage,
    Page,
    Push,
    Reply,
    Stack,
    confirm,
    hints,
    line_to_read,
    reading_page,
)
from firmware_py.words import Words, plain, words, words_n
from hardware.boards.settings import NO_SENSOR

STEADY_S: Final = 0.3
"""How long the same inputs must be closed before they count."""
PATIENCE_S: Final = 8.0
"""How long without an answer until the page says what may be wrong."""
LOST_S: Final = 0.6
"""How long without a reading until the magnet may be anywhere."""
FLUTTERS: Final = 8
"""More changes without an answer than any player makes."""

Trouble: TypeAlias = Literal["no_chip", "not_empty", "several", "double", "flutters", "resting", "nothing"]
"""Why the cell that is asked for is not learnt."""


class InputLevels(Protocol):
    """One reading of every input of every chip."""

    @property
    def closed(self) -> frozenset[str]: ...
    @property
    def chips(self) -> frozenset[int]: ...
    @property
    def at_s(self) -> float: ...


class Teaching(msgspec.Struct, frozen=True):
    """A wiring that is being learnt."""

    columns: int
    sensors: SensorWiring
    """What is known of each cell; `UNKNOWN` where nothing is, `NO_SENSOR` where it is left out."""
    cell: int = 0
    """The cell that is asked for."""
    has_begun: bool = False
    """The board was seen empty, or what was closed on the empty one is left out."""
    broken: frozenset[str] = frozenset()
    """Inputs that were closed on the empty board."""
    resting: frozenset[str] = frozenset()
    """Inputs that have been closed since a cell was learnt, or since nothing was read."""
    closed: frozenset[str] = frozenset()
    """Inputs that are closed now."""
    chips: frozenset[int] | None = None
    """The chips that answer now; None before the first reading, and while another page lies on top."""
    now_s: float = 0.0
    since_s: float = 0.0
    """When the inputs that count last changed."""
    asked_s: float = 0.0
    """When this cell was first asked for."""
    changes: int = 0
    """How often the inputs that count have changed since then."""

    @property
    def fresh(self) -> frozenset[str]:
        """The closed inputs that may answer: neither broken nor resting."""
        return self.closed - self.broken - self.resting

    @property
    def is_done(self) -> bool:
        """Whether every cell is learnt or left out."""
        return UNKNOWN not in self.sensors

    @property
    def learnt(self) -> int:
        """Number of cells with a known input."""
        return len(wiring_in(self.sensors))

    def owner(self, sensor: str) -> int | None:
        """The cell that an input belongs to."""
        return self.sensors.index(sensor) if sensor in self.sensors else None

    @property
    def twin(self) -> int | None:
        """The other cell that already has the one input that answers."""
        return self.owner(*self.fresh) if len(self.fresh) == 1 else None

    @property
    def stray(self) -> frozenset[str]:
        """The inputs of no cell that are ignored until they open."""
        return self.resting.difference(self.sensors)

    @property
    def trouble(self) -> Trouble | None:
        """Why the cell is not learnt, or None."""
        is_steady = self.now_s - self.since_s >= STEADY_S
        if self.chips is not None and not self.chips:
            return "no_chip"
        if self.fresh and is_steady:
            return self._trouble_of_closed()
        if not self.has_begun:
            return None
        if self.changes >= FLUTTERS:
            return "flutters"
        return None if self.fresh else self._trouble_of_open()

    def _trouble_of_closed(self) -> Trouble:
        if not self.has_begun:
            return "not_empty"
        return "several" if len(self.fresh) > 1 else "double"

    def _trouble_of_open(self) -> Trouble | None:
        if self.stray:
            return "resting"
        return "nothing" if self.now_s - max(self.since_s, self.asked_s) >= PATIENCE_S else None


def begin(columns: int, sensors: SensorWiring) -> Teaching:
    """Start with these known inputs, at the first cell without one."""
    return _ask(Teaching(columns, sensors), -1)


def feed(teaching: Teaching, inputs: InputLevels) -> Teaching:
    """Take in the next reading of the inputs."""
    is_first = teaching.chips is None or inputs.at_s - teaching.now_s > LOST_S
    after = _with_inputs(teaching, inputs, is_first=is_first)
    if is_first or after.fresh != teaching.fresh:
        return replace(after, since_s=inputs.at_s, changes=teaching.changes + 1)
    if inputs.at_s - after.since_s < STEADY_S or not inputs.chips:
        return after
    return (
        _assign_answer(after)
        if after.has_begun or after.fresh
        else _ask(replace(after, has_begun=True), after.cell - 1)
    )


def _assign_answer(teaching: Teaching) -> Teaching:
    """Assign the input that answers, if only one does and no other cell has it."""
    is_answer = teaching.has_begun and len(teaching.fresh) == 1 and teaching.twin is None and not teaching.is_done
    return assign(teaching) if is_answer else teaching


def _with_inputs(teaching: Teaching, inputs: InputLevels, *, is_first: bool) -> Teaching:
    watched = frozenset() if is_first else teaching.chips or frozenset()
    unwatched = _closed_unobserved(inputs, watched) if teaching.has_begun else frozenset()
    return replace(
        teaching,
        closed=inputs.closed,
        resting=(teaching.resting & inputs.closed) | unwatched,
        chips=inputs.chips,
        now_s=inputs.at_s,
        asked_s=inputs.at_s if is_first else teaching.asked_s,
    )


def pause(teaching: Teaching) -> Teaching:
    """Ignore what is closed at the next reading: another page lies on top."""
    return replace(teaching, chips=None)


def assign(teaching: Teaching) -> Teaching:
    """Assign the one closed input to this cell; a cell that had it is asked for again."""
    (sensor,) = teaching.fresh
    sensors = tuple(UNKNOWN if known == sensor else known for known in teaching.sensors)
    return _ask(_with(replace(teaching, sensors=sensors), teaching.cell, sensor), teaching.cell)


def leave_out(teaching: Teaching) -> Teaching:
    """Leave this cell out, and go on to the next."""
    return _ask(_with(teaching, teaching.cell, NO_SENSOR), teaching.cell)


def leave_out_broken(teaching: Teaching) -> Teaching:
    """Leave out the inputs that are closed on the empty board."""
    return _ask(replace(teaching, has_begun=True, broken=teaching.broken | teaching.closed), teaching.cell - 1)


def step_back(teaching: Teaching) -> Teaching:
    """Go back one cell, to learn it again."""
    return ask_again(teaching, max(0, teaching.cell - 1))


def ask_again(teaching: Teaching, cell: int) -> Teaching:
    """Go to any cell, to learn it again."""
    return _ask(_with(teaching, cell, UNKNOWN), cell - 1)


def finish(teaching: Teaching) -> Teaching:
    """Leave out every cell whose input is not known yet."""
    return replace(teaching, sensors=tuple(sensor or NO_SENSOR for sensor in teaching.sensors))


def _closed_unobserved(inputs: InputLevels, watched: frozenset[int]) -> frozenset[str]:
    """The inputs that closed unobserved, because their chip was not among those `watched` before."""
    return frozenset(sensor for sensor in inputs.closed if watched.isdisjoint(chips_of((sensor,))))


def _with(teaching: Teaching, cell: int, sensor: str) -> Teaching:
    sensors = teaching.sensors
    return replace(teaching, sensors=(*sensors[:cell], sensor, *sensors[cell + 1 :]))


def _ask(teaching: Teaching, after: int) -> Teaching:
    """Ask for the next cell without a known input; inputs closed now are ignored."""
    count = len(teaching.sensors)
    ahead = (cell % count for cell in range(after + 1, after + 1 + count))
    cell = next((cell for cell in ahead if teaching.sensors[cell] == UNKNOWN), teaching.cell)
    return replace(
        teaching,
        cell=cell,
        resting=teaching.closed - teaching.broken if teaching.has_begun else frozenset(),
        asked_s=teaching.now_s,
        since_s=teaching.now_s,
        changes=0,
    )


CHECKS = (
    words("Turn the magnet over: the board senses only one side."),
    words("Look at the switch: its side, its supply, its wire."),
    words("Moves on a cell that is left out are entered by hand."),
)


class ChipsPage(ListedPage, frozen=True):
    """Which chips answer, which of their inputs are closed, and what to check when nothing answers."""

    named: tuple[int, ...]
    """Chips that should answer."""
    on_back: Reply
    inputs: InputLevels | None = None

    def feed_inputs(self, inputs: InputLevels) -> ChipsPage:
        return replace(self, inputs=inputs)

    def fresh_list(self, table: PageContext) -> ListPage:
        """A line for each chip or group of chips; all lead back."""
        lines = (*(() if self.inputs is None else self._chips(self.inputs)), *CHECKS)
        choices = tuple(replace(line_to_read(line), reply=self.on_back) for line in lines)
        prompt = words("All inputs as they are now.")
        return ListPage(words("Chips and inputs"), prompt, choices, on_back=self.on_back)

    def _chips(self, inputs: InputLevels) -> tuple[Words, ...]:
        """A line for each chip that is silent or has a closed input, and one for the rest."""
        if not inputs.chips:
            return (words("No chip answers. Look at the cable."),)
        reporting = chips_of(tuple(inputs.closed))
        silent = tuple(words("Chip {chip} does not answer.", chip=f"{chip:#04x}") for chip in self._missing(inputs))
        closed = tuple(_chip_words(chip, inputs) for chip in reporting)
        quiet = len(inputs.chips) - len(reporting)
        others = words_n("{count} chip answers, nothing is closed.", "{count} chips answer, nothing is closed.", quiet)
        return (*silent, *closed, *((others,) if quiet else ()))

    def _missing(self, inputs: InputLevels) -> tuple[int, ...]:
        return tuple(chip for chip in self.named if chip not in inputs.chips)


def _chip_words(chip: int, inputs: InputLevels) -> Words:
    closed = sorted(f"GP{sensor[2:]}" for sensor in inputs.closed if int(sensor[:2], 16) == chip)
    return words("Chip {chip}: {inputs} closed", chip=f"{chip:#04x}", inputs=" ".join(closed))


ON_CELLS = words("On each cell: the last digit of its chip.")


MOST_NAMED = 4
"""Most inputs named in a sentence."""


class TeachWiringPage(Page, frozen=True):
    """Asks for a magnet on one cell after the other; the page goes on by itself."""

    TOPICS: ClassVar = ("wiring",)
    teaching: Teaching

    @classmethod
    def of(cls, wiring: BoardWiring, known: SensorWiring) -> TeachWiringPage:
        """The page for a board, of which `known` was taught before."""
        return cls(begin(wiring.columns, known or (UNKNOWN,) * len(wiring.sensors)))

    def feed_inputs(self, inputs: InputLevels) -> Page:
        """The page after a reading of the inputs; the review page after the last cell."""
        teaching = feed(self.teaching, inputs)
        if teaching.is_done:
            return ReviewPage(teaching)
        return (
            replace(self, teaching=teaching) if _lines(teaching) == _lines(self.teaching) else TeachWiringPage(teaching)
        )

    def view(self, table: PageContext) -> View:
        """The grid, the cell that needs a magnet, and what is wrong, if anything."""
        teaching = self.teaching
        twins = (
            {teaching.owner(sensor) for sensor in teaching.fresh} if teaching.trouble in ("several", "double") else ()
        )
        laid = self.arrange(table)
        body = MazePlan(
            columns=teaching.columns,
            squares=_squares(teaching),
            cursor=teaching.cell,
            lit=(teaching.cell,),
            wrong=tuple(sorted(cell for cell in twins if cell is not None)),
            choices=Menu(laid.items(), laid.cursor or 0),
        )
        return View(
            title=table.say(_title(teaching)),
            prompt=table.say(self._prompt()),
            body=body,
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def offers(self, table: PageContext) -> Lines:
        """What can be done about the cell."""
        choices = enumerate(self._choices(table))
        return Lines(tuple(Offer(choice.item(table.say, str(at)), choice.reply) for at, choice in choices))

    def _prompt(self) -> Words:
        teaching = self.teaching
        cell = _name(teaching, teaching.cell)
        named = _input_words(teaching.fresh)
        match teaching.trouble:
            case "no_chip":
                return words("No chip answers. Look at the cable.")
            case "not_empty":
                return words("Take all pieces off. Still closed: {inputs}", inputs=named)
            case "several":
                return words(
                    "{inputs} answer together. Middle of {cell}? Or their wires touch.", inputs=named, cell=cell
                )
            case "double":
                other = _name(teaching, teaching.twin or 0)
                return words("Is it on {cell}? {other} answered like this.", cell=cell, other=other)
            case "flutters":
                return words("{cell} comes and goes: a weak magnet, or a loose wire.", cell=cell)
            case "resting":
                closed = _input_words(teaching.stray)
                return words(
                    "Closed already: {inputs}. Lift the magnet, then put it on {cell}.", inputs=closed, cell=cell
                )
            case "nothing":
                return words("Nothing answers on {cell}.", cell=cell)
        if not teaching.has_begun:
            return words("Take all pieces off the board.")
        if (
            teaching.learnt and teaching.cell % teaching.columns == 0
        ):  # a slide would cross cells that are not taught yet
            return words("Lift the magnet over to {cell}.", cell=cell)
        return words("Put a magnet on {cell}.", cell=cell)

    def _choices(self, table: PageContext) -> tuple[Choice, ...]:
        teaching = self.teaching
        named = chips_of((*teaching.sensors, *(table.wiring.sensors if table.wiring else ())))
        check = Choice(words("What to check"), ChipsPage(named, TeachWiringPage(pause(teaching))), icons=("info",))
        if not teaching.has_begun:
            broken = Choice(words("They are broken"), TeachWiringPage(leave_out_broken(teaching)), icons=("minus",))
            return (check, broken) if teaching.trouble == "not_empty" else (check,)
        cell = _name(teaching, teaching.cell)
        out = leave_out(teaching)
        choices = [
            check,
            Choice(
                words("Leave {cell} out", cell=cell),
                ReviewPage(out) if out.is_done else TeachWiringPage(out),
                ("minus",),
            ),
            Choice(words("One cell back"), TeachWiringPage(step_back(teaching)), icons=("undo",)),
        ]
        if teaching.trouble == "double":
            other = _name(teaching, teaching.twin or 0)
            again = words("Yes: {other} again", other=other)
            choices.insert(1, Choice(again, TeachWiringPage(assign(teaching)), icons=("good",)))
        if teaching.learnt:
            rest = ReviewPage(finish(teaching))
            choices.append(Choice(words("Leave out the rest"), rest, icons=("end_turn",)))
        return tuple(choices)


def _lines(teaching: Teaching) -> tuple[object, ...]:
    """What decides the lines; when it changes, the cursor goes to the harmless one."""
    trouble = teaching.trouble if teaching.trouble in ("not_empty", "double") else None
    return teaching.cell, teaching.has_begun, trouble


class ReviewPage(Page, frozen=True):
    """The cells with the chip of each; the page names the input at the cursor."""

    TOPICS: ClassVar = ("wiring",)
    teaching: Teaching

    def view(self, table: PageContext) -> View:
        """The grid; the number on a cell is the last digit of its chip's address."""
        return View(
            title=table.say(_title(self.teaching)),
            prompt=table.say(self._prompt()),
            body=MazePlan(
                columns=self.teaching.columns,
                squares=_squares(self.teaching, with_chips=True),
                cursor=self.cell,
                choices=Menu((), text=(table.say(ON_CELLS),)),
            ),
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    @property
    def cell(self) -> int:
        """The cell under the cursor."""
        return self.pending.cursor or 0

    def _prompt(self) -> Words:
        cell, sensor = _name(self.teaching, self.cell), self.teaching.sensors[self.cell]
        if sensor == NO_SENSOR:
            return words("{cell} is left out.", cell=cell)
        return words(
            "{cell}: input {input} of the chip {chip}", cell=cell, input=f"GP{sensor[2:]}", chip=f"0x{sensor[:2]}"
        )

    def offers(self, table: PageContext) -> Places:
        """What can be done with each cell and the wiring."""
        names = (_name(self.teaching, cell) for cell in range(len(self.teaching.sensors)))
        cells = (
            Offer(Item(name, target=f"square {cell}"), Later(partial(self._what_now, cell, table)))
            for cell, name in enumerate(names)
        )
        return cells_of_board(tuple(cells), self.teaching.columns)

    def _what_now(self, at: int, table: PageContext) -> ListPage:
        teaching = self.teaching
        again = begin(teaching.columns, ask_again(teaching, at).sensors)
        cell = _name(teaching, at)
        choices = [Choice(words("Teach {cell} again", cell=cell), TeachWiringPage(again), icons=("sensors",))]
        wiring = table.wiring
        is_in_force = wiring is not None and wiring.source == "learnt" and wiring.sensors == teaching.sensors
        if teaching.learnt and not is_in_force:
            keep = Choice(words("Save it"), SaveWiring(teaching.sensors), icons=("ok",), detail=count_words(teaching))
            choices.insert(0, keep)
        return ListPage(
            title=words("Wiring"),
            prompt=words("It is in use.")
            if is_in_force
            else words("When it is saved, the device starts again with it."),
            choices=tuple(choices),
            on_back=self,
        )


def _squares(teaching: Teaching, *, with_chips: bool = False) -> tuple[Square, ...]:
    return tuple(_square(sensor, with_chips=with_chips) for sensor in teaching.sensors)


def _square(sensor: str, *, with_chips: bool) -> Square:
    if sensor in (UNKNOWN, NO_SENSOR):
        return Square(open="NESW", solid=sensor == NO_SENSOR)
    if with_chips:
        return Square(open="NESW", mark=sensor[1], colour="white")
    return Square(open="NESW", icon="good")


def count_words(teaching: Teaching) -> Words:
    return words_n("{count} of {all} cells", "{count} of {all} cells", teaching.learnt, all=len(teaching.sensors))


def _title(teaching: Teaching) -> Words:
    return words("Wiring: {count}", count=count_words(teaching))


def _name(teaching: Teaching, cell: int) -> str:
    return cell_name(*divmod(cell, teaching.columns))


def _input_words(sensors: frozenset[str]) -> Words:
    named = " ".join(sorted(sensors)[:MOST_NAMED])
    more = len(sensors) - MOST_NAMED
    return words("{inputs} and {more} more", inputs=named, more=more) if more > 0 else plain(named)


SOURCES = {
    "learnt": words("learnt on this device"),
    "file": words("as in the settings file"),
    "order": words("in order"),
}


IN_FORCE = {
    "learnt": words("What was learnt here applies, whatever the settings file says."),
    "file": words("The settings file applies as long as nothing is learnt here."),
    "order": words("Nothing is learnt yet: the switches are assumed to be soldered row by row, as in the guide."),
}


def wiring_choices(table: PageContext) -> tuple[Choice, ...]:
    """The line that opens the wiring; none if the wiring is fixed."""
    wiring = table.wiring
    if wiring is None:
        return ()
    detail = SOURCES[wiring.source]
    return (
        Choice(words("Wiring"), Push(LivePage(_wiring_lines)), icons=("sensors",), detail=detail, about=("wiring",)),
    )


def is_taught(stack: Stack) -> bool:
    """Whether the page on top teaches or reviews a wiring."""
    return isinstance(stack[-1], TeachWiringPage | ReviewPage)


def wiring_draft_of(stack: Stack, wiring: BoardWiring | None) -> SensorWiring | None:
    """The wiring taught so far on the page on top; None on other pages, or if nothing is new."""
    page = stack[-1]
    if wiring is None or not isinstance(page, TeachWiringPage | ReviewPage):
        return None
    return page.teaching.sensors if page.teaching.learnt and page.teaching.sensors != wiring.sensors else None


def _wiring_lines(table: PageContext) -> ListPage:
    wiring = table.wiring
    if wiring is None:
        return reading_page(words("Wiring"), words("There is nothing to learn: this board knows its own wiring."), ())
    choices = [Choice(words("Teach it with a magnet"), Push(TeachWiringPage.of(wiring, ())), icons=("sensors",))]
    if wiring.draft:
        drafted = TeachWiringPage.of(wiring, wiring.draft)
        page = ReviewPage(drafted.teaching) if drafted.teaching.is_done else drafted
        detail = count_words(drafted.teaching)
        choices.insert(0, Choice(words("Go on teaching"), Push(page), icons=("resume",), detail=detail))
    now = Teaching(wiring.columns, wiring.sensors)
    choices += [
        Choice(words("Look at it, cell by cell"), Push(ReviewPage(now)), icons=("why",), detail=count_words(now)),
        Choice(words("Chips and inputs"), Push(ChipsPage(chips_of(wiring.sensors), Back())), icons=("info",)),
    ]
    if wiring.source == "learnt":
        forget = confirm(
            words("Forget it?"),
            (words("The wiring of the settings file applies again. The device starts again."),),
            words("Yes, forget what was learnt"),
            SaveWiring(()),
            "discard",
        )
        choices.append(Choice(words("Forget what was learnt"), Push(forget), icons=("discard",)))
    return ListPage(words("Wiring"), IN_FORCE[wiring.source], tuple(choices), about=("wiring",))
