"""The page on which an owner draws the map of their box: the cursor moves over cells and walls.

Why it moves over walls too: one button then does everything, and with four buttons the cursor goes through the whole
map in reading order, just as one copies it.

Why the palette and the menu are passed in: both import this page, so it cannot import them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, MazePlan, Menu, View
from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.games.malediction.map_problems import Problem
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.general_topics import DRAWING, PROBLEMS
from firmware_py.pages.hints import MENU
from firmware_py.pages.lists import ListPage
from firmware_py.pages.malediction.map_editor.canvas import (
    Spot,
    content_at,
    has_wall,
    oddities_of,
    problems_of,
    size_of,
    squares_of,
    with_wall_turned,
)
from firmware_py.pages.malediction.map_editor.contents import content_words
from firmware_py.pages.malediction.map_editor.stored_draft import MOST_UNDONE
from firmware_py.pages.stack import Input, LongPress, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import Words, own_line, words, words_n

Opens: TypeAlias = Callable[["EditorPage", Table], ListPage]
"""Makes a page that opens from the editor page."""


class EditorPage(msgspec.Struct, frozen=True):
    """The map under the cursor."""

    drawing: MapDrawing
    palette: Opens
    """Offers what the cell under the cursor can hold."""
    menu: Opens
    """Offers what can be done with the whole map."""
    at: Spot = (1, 1)
    past: tuple[MapDrawing, ...] = ()
    """The drawing before each change, the newest last."""
    kind: str = "R"
    """What was drawn last: the colour of a mission, or one of `KINDS`."""
    file: str = ""
    """The file of the owner's map that is being changed; empty for a new map."""

    def view(self, table: Table) -> View:
        """Return the map and what is wrong with it."""
        say = table.say
        undo = (Hint("back", say(words("undo")), held=True),) if self.past else ()
        return View(
            title=self.drawing.name or say(words("A map of your own")),
            prompt=say(self._prompt()),
            body=self.picture(Menu((), text=tuple(say(line) for line in self._verdict()))),
            hints=(Hint("ok", say(self._next_step)), Hint("back", say(MENU)), *undo),
        )

    def _verdict(self) -> tuple[Words, ...]:
        """Return the problem at the cursor, or else the first one; without problems, what is odd."""
        problems, oddities = self.problems, self.oddities
        if problems:
            count = words_n("{count} thing to put right.", "{count} things to put right.", len(problems))
            here = next((p for p in problems if cell_name(*self.cell) in p.cells), problems[0])
            return count, own_line(here.why)
        if oddities:
            can = words_n(
                "The map can be played; {count} thing is odd.",
                "The map can be played; {count} things are odd.",
                len(oddities),
            )
            return can, own_line(oddities[0])
        return (words("The map is complete and can be played."),)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is still wrong."""
        return problems_of(self.drawing)

    @property
    def oddities(self) -> tuple[Words, ...]:
        """What is odd though the map can be played."""
        return oddities_of(self.drawing)

    @property
    def _next_step(self) -> Words:
        if self.is_on_cell:
            return words("fill")
        return words("open") if has_wall(self.drawing, self.at) else words("wall up")

    @property
    def is_on_cell(self) -> bool:
        """Whether the cursor stands on a cell, not on a wall or a passage."""
        return bool(self.at[0] % 2 and self.at[1] % 2)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cell at the cursor; for a wall, of the cell to the left or above."""
        return (self.at[0] - 1) // 2, (self.at[1] - 1) // 2

    def picture(self, choices: Menu) -> MazePlan:
        """Return the map with the cursor."""
        columns = size_of(self.drawing)[1]
        row, column = self.cell
        side = "" if self.is_on_cell else ("E" if self.at[0] % 2 else "S")
        wrong = {cell_position(cell) for problem in self.problems for cell in problem.cells}
        return MazePlan(
            columns=columns,
            squares=squares_of(self.drawing),
            cursor=row * columns + column,
            side=side,
            wrong=tuple(sorted(down * columns + right for down, right in wrong)),
            choices=choices,
        )

    def _prompt(self) -> Words:
        name = cell_name(*self.cell)
        if self.is_on_cell:
            content = content_at(self.drawing, *self.cell)
            what = content_words(content, self.drawing.objects.get(content, ""))
            return words("{cell}: {content}", cell=name, content=what)
        wall = has_wall(self.drawing, self.at)
        if self.at[0] % 2:
            return (
                words("{cell}: wall on the right", cell=name) if wall else words("{cell}: open on the right", cell=name)
            )
        return words("{cell}: wall below", cell=name) if wall else words("{cell}: open below", cell=name)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, draw or remove a wall, or choose what a cell holds."""
        match done:
            case Press("ok") if self.is_on_cell:
                return self.palette(self, table)
            case Press("ok"):
                return self.changed(with_wall_turned(self.drawing, self.at))
            case LongPress("back") if self.past:
                return self.taken_back()
            case Press("back"):
                return self.menu(self, table)
            case Press(button):
                return self._steered(button, table.layout == "four")
        return self

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return how a map is drawn."""
        return (DRAWING, PROBLEMS)

    def changed(self, drawing: MapDrawing, kind: str | None = None) -> EditorPage:
        """Return the page with a changed map; the change can be taken back."""
        past = (*self.past, self.drawing)[-MOST_UNDONE:]
        return replace(self, drawing=drawing, past=past, kind=self.kind if kind is None else kind)

    def _steered(self, button: Button, in_reading_order: bool) -> EditorPage:
        rows, columns = size_of(self.drawing)
        if in_reading_order:
            spots = [(r, c) for r in range(1, 2 * rows) for c in range(1, 2 * columns) if r % 2 or c % 2]
            step = 1 if button in ("down", "right") else -1
            return replace(self, at=spots[(spots.index(self.at) + step) % len(spots)])
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.get(button, (0, 0))
        row, column = self.at[0] + down, self.at[1] + right
        if row % 2 == 0 and column % 2 == 0:  # a corner between four walls: on to the next wall
            row, column = row + down, column + right
        if not (1 <= row < 2 * rows and 1 <= column < 2 * columns):
            return self
        return replace(self, at=(row, column))

    def taken_back(self) -> EditorPage:
        """Return the page without the last change, if there is one."""
        return replace(self, drawing=self.past[-1], past=self.past[:-1]) if self.past else self

    def gone_to(self, problem: Problem) -> EditorPage:
        """Return the page with the cursor on the cell of a problem, if it has one."""
        if not problem.cells:
            return self
        row, column = cell_position(problem.cells[0])
        return replace(self, at=(2 * row + 1, 2 * column + 1))

    @property
    def beside(self) -> Beside:
        """Sets choices beside the map."""
        return Beside(self)


class Beside(msgspec.Struct, frozen=True):
    """Sets choices beside the map that is being drawn."""

    page: EditorPage

    def __call__(self, choices: Menu, table: Table) -> MazePlan:  # noqa: ARG002 - as every page asks
        """Return the map with the choices."""
        return self.page.picture(choices)
