"""The pages on which a wiring is taught with a magnet and looked over.

Why the page goes on by itself: whoever teaches a hundred cells has a magnet in one hand and looks at the board. The
buttons are for the exceptions.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import MazePlan, Menu, Square, View
from firmware_py.config.wiring import NO_SENSOR, UNKNOWN, BoardWiring, SensorWiring, chips_of
from firmware_py.grid import cell_name
from firmware_py.pages.board_care import wiring_learning as learning
from firmware_py.pages.board_care.chips_page import ChipsPage
from firmware_py.pages.board_care.wiring_learning import InputLevels, Teaching
from firmware_py.pages.commands import SaveWiring
from firmware_py.pages.general_topics import WIRING
from firmware_py.pages.hints import CHOOSE, GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, fitted, moved
from firmware_py.pages.stack import Back, Input, Page, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import Words, plain, words, words_n

ON_CELLS = words("On each cell: the last digit of its chip.")


MOST_NAMED = 4
"""A sentence names at most so many inputs."""


class TeachWiringPage(msgspec.Struct, frozen=True):
    """Asks for a magnet on one cell after the other; the page goes on by itself."""

    teaching: Teaching
    cursor: int = 0

    @classmethod
    def of(cls, wiring: BoardWiring, known: SensorWiring) -> TeachWiringPage:
        """Return the page for a board; `known` is what was taught before."""
        return cls(learning.begin(wiring.columns, known or (UNKNOWN,) * len(wiring.sensors)))

    def feed_inputs(self, inputs: InputLevels) -> Page:
        """Return the page after a reading of the inputs; after the last cell, the review page."""
        teaching = learning.feed(self.teaching, inputs)
        if teaching.is_done:
            return ReviewPage(teaching)
        return TeachWiringPage(teaching, self.cursor if _lines(teaching) == _lines(self.teaching) else 0)

    def view(self, table: Table) -> View:
        """Return the grid with the cell that needs a magnet, and what is wrong, if anything."""
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
            choices=Menu(items, fitted(self.cursor, len(items))),
        )
        return View(
            title=table.say(_title(teaching)),
            prompt=table.say(self._prompt()),
            body=body,
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return how a wiring is learnt."""
        return (WIRING,)

    def press(self, done: Input, table: Table) -> Reply:
        """Answer with what the chosen line leads to."""
        choices = self._choices(table)
        match done:
            case Press("back"):
                return Back()
            case Press("ok"):
                return choices[fitted(self.cursor, len(choices))].reply
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
        if (
            teaching.learnt and teaching.cell % teaching.columns == 0
        ):  # a slide would cross cells that are not taught yet
            return words("Lift the magnet over to {cell}.", cell=cell)
        return words("Put a magnet on {cell}.", cell=cell)

    def _choices(self, table: Table) -> tuple[Choice, ...]:
        teaching = self.teaching
        named = chips_of((*teaching.sensors, *(table.wiring.sensors if table.wiring else ())))
        check = Choice(
            words("What to check"), ChipsPage(named, TeachWiringPage(learning.pause(teaching))), icons=("info",)
        )
        if not teaching.has_begun:
            broken = Choice(
                words("They are broken"), TeachWiringPage(learning.leave_out_broken(teaching)), icons=("minus",)
            )
            return (check, broken) if teaching.trouble == "not_empty" else (check,)
        cell = _name(teaching, teaching.cell)
        out = learning.leave_out(teaching)
        choices = [
            check,
            Choice(
                words("Leave {cell} out", cell=cell),
                ReviewPage(out) if out.is_done else TeachWiringPage(out),
                ("minus",),
            ),
            Choice(words("One cell back"), TeachWiringPage(learning.step_back(teaching)), icons=("undo",)),
        ]
        if teaching.trouble == "double":
            other = _name(teaching, teaching.twin or 0)
            again = words("Yes: {other} again", other=other)
            choices.insert(1, Choice(again, TeachWiringPage(learning.assign(teaching)), icons=("good",)))
        if teaching.learnt:
            rest = ReviewPage(learning.finish(teaching))
            choices.append(Choice(words("Leave out the rest"), rest, icons=("end_turn",)))
        return tuple(choices)


def _lines(teaching: Teaching) -> tuple[object, ...]:
    """Return what decides the lines to choose from; when it changes, the cursor goes to the harmless line."""
    trouble = teaching.trouble if teaching.trouble in ("not_empty", "double") else None
    return teaching.cell, teaching.has_begun, trouble


class ReviewPage(msgspec.Struct, frozen=True):
    """The cells with the chip of each; the page names the input at the cursor."""

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

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return how a wiring is learnt."""
        return (WIRING,)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or ask what to do with the cell and the wiring."""
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


def _named(sensors: frozenset[str]) -> Words:
    named = " ".join(sorted(sensors)[:MOST_NAMED])
    more = len(sensors) - MOST_NAMED
    return words("{inputs} and {more} more", inputs=named, more=more) if more > 0 else plain(named)
