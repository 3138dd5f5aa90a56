"""The pages of a wiring: what is in force, teaching another one with a magnet, looking it over, the inputs as they are.

Why the cells come by themselves and the buttons are for the exceptions: whoever teaches a hundred cells has a magnet in
one hand and his eyes on the board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from display.view import MazePlan, Menu, Square, View
from firmware_py.grid import cell_name
from firmware_py.pages.commands import LearnWiring
from firmware_py.pages.hints import CHOOSE, GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, LivePage, confirm, moved, reading, with_cursor_of
from firmware_py.pages.stack import Back, Input, Page, Press, Push, Reply, Stack, Touch
from firmware_py.pages.table import Table
from firmware_py.sensing.wiring import learning
from firmware_py.sensing.wiring.learning import InputLevels, Teaching
from firmware_py.sensing.wiring.stored import NO_SENSOR, OPEN, BoardWiring, SensorWiring, chips_of
from firmware_py.words import Words, plain, words, words_n

SOURCES = {
    "learnt": words("learnt on this device"),
    "file": words("as in the settings file"),
    "order": words("in order"),
}
IN_FORCE = {
    "learnt": words("What was learnt here counts, whatever the settings file says."),
    "file": words("The settings file counts, as long as nothing is learnt here."),
    "order": words("Nothing is learnt yet: the switches count as soldered row by row, as in the guide."),
}
CHECKS = (
    words("Turn the magnet round: only one side is felt."),
    words("Look at the switch: its side, its supply, its wire."),
    words("A cell that is left out is played by button."),
)
ON_CELLS = words("On each cell: the last digit of its chip.")
MOST_NAMED = 4
"""Of more inputs than these only some are named."""


class SensingPage(ABC):
    """Any page that looks at the inputs of all chips while it lies on top; no Protocol, like `FeelingPage`."""

    @abstractmethod
    def sense(self, inputs: InputLevels, /) -> Page:
        """Return the page after a look at the inputs."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "sense")


def wiring_choices(table: Table) -> tuple[Choice, ...]:
    """Return the line of the settings that leads here; none without a board whose wiring is its owner's."""
    wiring = table.wiring
    if wiring is None:
        return ()
    detail = SOURCES[wiring.source]
    return (Choice(words("Wiring"), Push(LivePage(_wiring_lines)), icons=("sensors",), detail=detail),)


def draft_of(stack: Stack, wiring: BoardWiring | None) -> SensorWiring | None:
    """Return what was learnt so far on the page on top; None if it is no such page, or there is nothing new."""
    page = stack[-1]
    if wiring is None or not isinstance(page, TeachPage | ReviewPage):
        return None
    return page.teaching.sensors if page.teaching.learnt and page.teaching.sensors != wiring.sensors else None


def _wiring_lines(table: Table) -> ListPage:
    wiring = table.wiring
    if wiring is None:
        return reading(words("Wiring"), words("There is nothing to be taught: this board knows its own."), ())
    choices = [Choice(words("Teach it with a magnet"), Push(TeachPage.anew(wiring, ())), icons=("sensors",))]
    if wiring.draft:
        drafted = TeachPage.anew(wiring, wiring.draft)
        page = ReviewPage(drafted.teaching) if drafted.teaching.is_done else drafted
        detail = _count_words(drafted.teaching)
        choices.insert(0, Choice(words("Go on teaching"), Push(page), icons=("resume",), detail=detail))
    now = Teaching(wiring.columns, wiring.sensors)
    choices += [
        Choice(words("Look at it, cell by cell"), Push(ReviewPage(now)), icons=("why",), detail=_count_words(now)),
        Choice(words("Chips and inputs"), Push(InputsPage(chips_of(wiring.sensors), Back())), icons=("info",)),
    ]
    if wiring.source == "learnt":
        forget = confirm(
            words("Forget it?"),
            words("The wiring is again what the settings file says. The device begins anew."),
            words("Yes, forget what was learnt"),
            LearnWiring(()),
            "discard",
        )
        choices.append(Choice(words("Forget what was learnt"), Push(forget), icons=("discard",)))
    return ListPage(words("Wiring"), IN_FORCE[wiring.source], tuple(choices))


# --- teaching --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TeachPage:
    """One cell after the other gets a magnet; the page goes on by itself."""

    teaching: Teaching
    cursor: int = 0

    @classmethod
    def anew(cls, wiring: BoardWiring, known: SensorWiring) -> TeachPage:
        """Return the page for a board of which so much is known."""
        return cls(learning.begin(wiring.columns, known or (OPEN,) * len(wiring.sensors)))

    def sense(self, inputs: InputLevels) -> Page:
        """Return the page after a look at the inputs; after the last cell it is the one to look it over."""
        teaching = learning.feed(self.teaching, inputs)
        if teaching.is_done:
            return ReviewPage(teaching)
        return TeachPage(teaching, self.cursor if _lines(teaching) == _lines(self.teaching) else 0)

    def view(self, table: Table) -> View:
        """Return the grid with the cell that is asked for, and what is wrong, if anything."""
        teaching = self.teaching
        twins = (
            {teaching.owner(sensor) for sensor in teaching.fresh} if teaching.trouble in ("several", "double") else ()
        )
        items = tuple(choice.item(table.say, str(index)) for index, choice in enumerate(self._choices(table)))
        body = MazePlan(
            columns=teaching.columns,
            squares=_squares(teaching),
            cursor=teaching.cell,
            lit=(teaching.cell,),
            wrong=tuple(sorted(cell for cell in twins if cell is not None)),
            choices=Menu(items, self.cursor),
        )
        return View(
            title=table.say(_title(teaching)),
            prompt=table.say(self._prompt()),
            body=body,
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Answer with what the chosen line leads to."""
        choices = self._choices(table)
        match done:
            case Press("back"):
                return Back()
            case Press("ok"):
                return choices[self.cursor].reply
            case Press(button):
                return replace(self, cursor=moved(self.cursor, len(choices), button))
            case Touch(target) if target.isdigit() and int(target) < len(choices):
                return choices[int(target)].reply
        return self

    def _prompt(self) -> Words:
        teaching = self.teaching
        cell = _name(teaching, teaching.cell)
        named = _named(teaching.fresh)
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
                closed = _named(teaching.stray)
                return words(
                    "Closed already: {inputs}. Lift the magnet, then put it on {cell}.", inputs=closed, cell=cell
                )
            case "nothing":
                return words("Nothing answers on {cell}.", cell=cell)
        if not teaching.has_begun:
            return words("Take all pieces off the board.")
        if teaching.learnt and teaching.cell % teaching.columns == 0:  # a slide would cross cells that are not learnt
            return words("Lift the magnet over to {cell}.", cell=cell)
        return words("Put a magnet on {cell}.", cell=cell)

    def _choices(self, table: Table) -> tuple[Choice, ...]:
        teaching = self.teaching
        named = chips_of((*teaching.sensors, *(table.wiring.sensors if table.wiring else ())))
        check = Choice(words("What to check"), InputsPage(named, TeachPage(learning.pause(teaching))), icons=("info",))
        if not teaching.has_begun:
            broken = Choice(words("They are broken"), TeachPage(learning.leave_out_broken(teaching)), icons=("minus",))
            return (check, broken) if teaching.trouble == "not_empty" else (check,)
        cell = _name(teaching, teaching.cell)
        out = learning.leave_out(teaching)
        choices = [
            check,
            Choice(
                words("Leave {cell} out", cell=cell), ReviewPage(out) if out.is_done else TeachPage(out), ("minus",)
            ),
            Choice(words("One cell back"), TeachPage(learning.step_back(teaching)), icons=("undo",)),
        ]
        if teaching.trouble == "double":
            other = _name(teaching, teaching.twin or 0)
            again = words("Yes: {other} again", other=other)
            choices.insert(1, Choice(again, TeachPage(learning.take(teaching)), icons=("good",)))
        if teaching.learnt:
            rest = ReviewPage(learning.finish(teaching))
            choices.append(Choice(words("Leave out the rest"), rest, icons=("end_turn",)))
        return tuple(choices)


def _lines(teaching: Teaching) -> tuple[object, ...]:
    """Return what the lines to choose from follow from; where they are others, the cursor goes to the harmless one."""
    trouble = teaching.trouble if teaching.trouble in ("not_empty", "double") else None
    return teaching.cell, teaching.has_begun, trouble


# --- looking it over -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReviewPage:
    """The cells with the chip of each; the cursor tells the input."""

    teaching: Teaching
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the grid; the number on a cell is the last digit of its chip's address."""
        return View(
            title=table.say(_title(self.teaching)),
            prompt=table.say(self._prompt()),
            body=MazePlan(
                columns=self.teaching.columns,
                squares=_squares(self.teaching, with_chips=True),
                cursor=self.cursor,
                choices=Menu((), text=(table.say(ON_CELLS),)),
            ),
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def _prompt(self) -> Words:
        cell, sensor = _name(self.teaching, self.cursor), self.teaching.sensors[self.cursor]
        if sensor == NO_SENSOR:
            return words("{cell} is left out.", cell=cell)
        return words(
            "{cell}: input {input} of the chip {chip}", cell=cell, input=f"GP{sensor[2:]}", chip=f"0x{sensor[:2]}"
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or ask what is to become of it."""
        count, columns = len(self.teaching.sensors), self.teaching.columns
        match done:
            case Press("back"):
                return Back()
            case Press("ok"):
                return self._what_now(table)
            case Press(("up" | "down") as button) if table.layout == "six":
                return replace(self, cursor=(self.cursor + (columns if button == "down" else -columns)) % count)
            case Press(button):
                return replace(self, cursor=moved(self.cursor, count, button))
        return self

    def _what_now(self, table: Table) -> ListPage:
        teaching = self.teaching
        again = learning.begin(teaching.columns, learning.ask_again(teaching, self.cursor).sensors)
        cell = _name(teaching, self.cursor)
        choices = [Choice(words("Teach {cell} again", cell=cell), TeachPage(again), icons=("sensors",))]
        wiring = table.wiring
        counts = wiring is not None and wiring.source == "learnt" and wiring.sensors == teaching.sensors
        if teaching.learnt and not counts:
            keep = Choice(words("Keep it"), LearnWiring(teaching.sensors), icons=("ok",), detail=_count_words(teaching))
            choices.insert(0, keep)
        return ListPage(
            title=words("Wiring"),
            prompt=words("It counts.") if counts else words("Once it is kept, the device begins anew with it."),
            choices=tuple(choices),
            on_back=self,
        )


# --- the inputs ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InputsPage:
    """Which chips answer and which of their inputs are closed, and what to look at when nothing answers."""

    named: tuple[int, ...]
    """Chips that should answer."""
    on_back: Reply
    inputs: InputLevels | None = None
    cursor: int = 0

    def sense(self, inputs: InputLevels) -> InputsPage:
        """Return the page after a look at the inputs."""
        return replace(self, inputs=inputs)

    def view(self, table: Table) -> View:
        """Return the lines."""
        return self._page().view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Walk along the lines, or go back."""
        return with_cursor_of(self._page().press(done, table), self)

    def _page(self) -> ListPage:
        lines = (*(() if self.inputs is None else self._chips(self.inputs)), *CHECKS)
        choices = tuple(Choice(line, self.on_back, ok=GO_BACK) for line in lines)
        cursor = min(self.cursor, len(lines) - 1)
        prompt = words("As they are now, cell or no cell.")
        return ListPage(words("Chips and inputs"), prompt, choices, cursor, on_back=self.on_back)

    def _chips(self, inputs: InputLevels) -> tuple[Words, ...]:
        """Return a line for each chip that is silent or has something to tell, and one for all others."""
        if not inputs.chips:
            return (words("No chip answers. Look at the cable."),)
        telling = chips_of(tuple(inputs.closed))
        silent = tuple(words("Chip {chip} does not answer.", chip=f"{chip:#04x}") for chip in self._missing(inputs))
        closed = tuple(_closed(chip, inputs) for chip in telling)
        quiet = len(inputs.chips) - len(telling)
        others = words_n("{count} chip answers, nothing is closed.", "{count} chips answer, nothing is closed.", quiet)
        return (*silent, *closed, *((others,) if quiet else ()))

    def _missing(self, inputs: InputLevels) -> tuple[int, ...]:
        return tuple(chip for chip in self.named if chip not in inputs.chips)


def _closed(chip: int, inputs: InputLevels) -> Words:
    closed = sorted(f"GP{sensor[2:]}" for sensor in inputs.closed if int(sensor[:2], 16) == chip)
    return words("Chip {chip}: {inputs} closed", chip=f"{chip:#04x}", inputs=" ".join(closed))


# --- pieces of these pages -------------------------------------------------------------------------------------------


def _squares(teaching: Teaching, *, with_chips: bool = False) -> tuple[Square, ...]:
    return tuple(_square(sensor, with_chips=with_chips) for sensor in teaching.sensors)


def _square(sensor: str, *, with_chips: bool) -> Square:
    if sensor in (OPEN, NO_SENSOR):
        return Square(open="NESW", solid=sensor == NO_SENSOR)
    if with_chips:
        return Square(open="NESW", mark=sensor[1], colour="white")
    return Square(open="NESW", icon="good")


def _count_words(teaching: Teaching) -> Words:
    return words_n("{count} of {all} cells", "{count} of {all} cells", teaching.learnt, all=len(teaching.sensors))


def _title(teaching: Teaching) -> Words:
    return words("Wiring: {count}", count=_count_words(teaching))


def _name(teaching: Teaching, cell: int) -> str:
    return cell_name(*divmod(cell, teaching.columns))


def _named(sensors: frozenset[str]) -> Words:
    named = " ".join(sorted(sensors)[:MOST_NAMED])
    more = len(sensors) - MOST_NAMED
    return words("{inputs} and {more} more", inputs=named, more=more) if more > 0 else plain(named)
