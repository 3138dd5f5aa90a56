"""The map that answers for every cell why a pawn, or the mummy, may not go there; its cursor goes everywhere."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Button, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.cell_reasons import distances, why_no_mummy, why_not_end
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.malediction.movement import Face
from firmware_py.games.malediction.state import State
from firmware_py.games.rules import TABLE, Rule
from firmware_py.grid import Cell
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.malediction.pictures import actor, index_of, maze, title
from firmware_py.pages.stack import Back, Input, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n


class HunterWhyNotPage(msgspec.Struct, frozen=True):
    """Says for the cell under the cursor whether the active pawn may end there with a face, or why not."""

    face: Face
    cursor: Cell

    def view(self, table: Table) -> View:
        """Return the map as hunters see it, and the answer."""
        state: State = table.playing.state
        lit = tuple(sorted(reachable(state, self.face)))
        return View(
            title=table.say(title(state)),
            prompt=table.say(self._answer(state)),
            body=maze(table, secrets=True, lit=lit, cursor=self.cursor),
            actor=actor(state),
            hints=hints(table, ok=GO_BACK, back=GO_BACK),
        )

    def _answer(self, state: State) -> Words:
        rule = self.rule(state)
        if rule is None:
            return words("{cell}: yes, with {face}.", cell=self.cursor, face=FACE_WORDS[self.face])
        return words("{cell}: not with {face}. {why}", cell=self.cursor, face=FACE_WORDS[self.face], why=rule.why)

    def rule(self, state: State) -> Rule | None:
        """Return the clause that forbids the cell under the cursor, or None."""
        return why_not_end(state, self.face, self.cursor)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor to any cell, or go back."""
        if done in (Press("ok"), Press("back")):
            return Back()
        return replace(self, cursor=moved_to(self.cursor, done, table))


class MummyWhyNotPage(msgspec.Struct, frozen=True):
    """Says for the cell under the cursor how far it is for the mummy, or why it cannot go there."""

    path: tuple[Cell, ...]
    """What is entered of its path so far."""
    cursor: Cell

    def view(self, table: Table) -> View:
        """Return the map as everybody may see it, and the answer."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        body = maze(
            table,
            secrets=False,
            path=(state.mummy, *self.path[:-1]) if self.path else (),
            mummy=self._here(state),
            cursor=self.cursor,
        )
        return View(
            title=table.say(title(state)),
            prompt=table.say(self._answer(state)),
            body=body,
            actor=actor(state),
            hints=hints(table, ok=GO_BACK, back=GO_BACK),
        )

    def _here(self, state: State) -> Cell:
        return self.path[-1] if self.path else state.mummy

    def _answer(self, state: State) -> Words:
        rule = self.rule(state)
        if rule is not None:
            return words("{cell}: no. {why}", cell=self.cursor, why=rule.why)
        steps = distances(state.maze, self._here(state), "")[self.cursor]
        return words_n("{cell}: {count} step.", "{cell}: {count} steps.", steps, cell=self.cursor)

    def rule(self, state: State) -> Rule | None:
        """Return the clause that forbids the cell under the cursor, or None."""
        left = (state.steps or 0) - len(self.path)
        return why_no_mummy(state, self._here(state), left, self.cursor)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor to any cell, or go back."""
        if done in (Press("ok"), Press("back")):
            return Back()
        return replace(self, cursor=moved_to(self.cursor, done, table))


def moved_to(cursor: Cell, done: Input, table: Table) -> Cell:
    """Return the cell after an input: the next in its direction, round the edges, or the touched one.

    With four buttons up and down go from cell to cell in reading order.
    """
    state: State = table.playing.state
    cells, at = state.maze.cells, index_of(state.maze, cursor)
    match done:
        case Touch(target) if target.startswith("square "):
            return cells[int(target.split()[1])]
        case Press(button) if table.layout == "four":
            return cells[(at + (1 if button == "down" else -1)) % len(cells)]
        case Press(button):
            return cells[_beside(at, button, state.maze.columns, len(cells))]
    return cursor


def _beside(at: int, button: Button, columns: int, count: int) -> int:
    """Return the index of the next square in a direction, round the edges."""
    row = at - at % columns
    match button:
        case "left" | "right":
            return row + (at + (1 if button == "right" else -1)) % columns
        case "up":
            return (at - columns) % count
        case "down":
            return (at + columns) % count
    return at
