"""The map that answers for every cell why a pawn, or the mummy, may not go there; its cursor goes everywhere."""

from __future__ import annotations

import msgspec

from display.view import Button, Item, MazePlan, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legality import reachable, why_no_mummy, why_not_end
from firmware_py.games.malediction.maze import Face, distances
from firmware_py.games.malediction.state import State
from firmware_py.games.rules import TABLE, Refusal
from firmware_py.grid import Cell
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.pictures import actor, index_of, maze, title
from firmware_py.pages.offers import Offer, Places, arrow_hints, move_cursor
from firmware_py.pages.page import GO_BACK, Back, Page, hints
from firmware_py.words import Words, words, words_n


class PawnEnds(msgspec.Struct, frozen=True):
    """Asks whether the active pawn may end on a cell with a face; hunters ask."""

    face: Face

    def seen(self, table: PageContext) -> State:
        state: State = table.playing.state
        return state

    def map(self, table: PageContext, cursor: Cell) -> MazePlan:
        """The map as hunters see it, with the cells where the pawn may end."""
        lit = tuple(sorted(reachable(self.seen(table), self.face)))
        return maze(table, secrets=True, lit=lit, cursor=cursor)

    def refusal(self, state: State, cell: Cell) -> Refusal | None:
        return why_not_end(state, self.face, cell)

    def answer(self, state: State, cell: Cell) -> Words:
        refusal, face = self.refusal(state, cell), FACE_WORDS[self.face]
        if refusal is None:
            return words("{cell}: yes, with {face}.", cell=cell, face=face)
        return words("{cell}: not with {face}. {why}", cell=cell, face=face, why=refusal.why)


class MummyGoes(msgspec.Struct, frozen=True):
    """Asks how far it is to a cell for the mummy; everybody may."""

    path: tuple[Cell, ...]
    """What is entered of its path so far."""

    def seen(self, table: PageContext) -> State:
        state: State = rules.seen_by(table.playing.state, TABLE)
        return state

    def map(self, table: PageContext, cursor: Cell) -> MazePlan:
        """The map as everybody may see it, with the mummy at the end of its path."""
        state = self.seen(table)
        path = (state.mummy, *self.path[:-1]) if self.path else ()
        return maze(table, secrets=False, path=path, mummy=self._here(state), cursor=cursor)

    def refusal(self, state: State, cell: Cell) -> Refusal | None:
        return why_no_mummy(state, self._here(state), (state.steps or 0) - len(self.path), cell)

    def answer(self, state: State, cell: Cell) -> Words:
        refusal = self.refusal(state, cell)
        if refusal is not None:
            return words("{cell}: no. {why}", cell=cell, why=refusal.why)
        steps = distances(state.maze, [self._here(state)])[cell]
        if not steps:
            return words("{cell}: the mummy is here.", cell=cell)
        return words_n("{cell}: {count} step.", "{cell}: {count} steps.", steps, cell=cell)

    def _here(self, state: State) -> Cell:
        return self.path[-1] if self.path else state.mummy


class WhyNotPage(Page, frozen=True):
    """Answers for the cell under the cursor."""

    asked: PawnEnds | MummyGoes
    at: Cell
    """The cell on which the cursor begins."""

    def view(self, table: PageContext) -> View:
        """The map, and the answer."""
        state, cell = self.asked.seen(table), self.cell(table)
        return View(
            title=table.say(title(state)),
            prompt=table.say(self.asked.answer(state, cell)),
            body=self.asked.map(table, cell),
            actor=actor(state),
            hints=(*arrow_hints(table, words("any cell")), *hints(table, ok=GO_BACK, back=GO_BACK)),
        )

    def forbidden_by(self, table: PageContext) -> Refusal | None:
        return self.asked.refusal(self.asked.seen(table), self.cell(table))

    def offers(self, table: PageContext) -> Places:
        """Every cell: the cursor wraps, a touch asks about a cell, `ok` leads back."""
        state: State = table.playing.state
        cells, columns = state.maze.cells, state.maze.columns
        return Places(
            tuple(
                Offer(Item(cell, target=f"square {at}"), Back(), touched=self.with_cursor(at))
                for at, cell in enumerate(cells)
            ),
            index_of(state.maze, self.at),
            lambda at, button: _beside(at, button, columns, len(cells)),
            lambda at, button: move_cursor(at, len(cells), button),
        )

    def cell(self, table: PageContext) -> Cell:
        """The cell under the cursor."""
        at, cells = self.pending.cursor, table.playing.state.maze.cells
        cell: Cell = self.at if at is None else cells[at]
        return cell


def _beside(at: int, button: Button, columns: int, count: int) -> int:
    """The next square in a direction, wrapping at the edges."""
    row = at - at % columns
    match button:
        case "left" | "right":
            return row + (at + (1 if button == "right" else -1)) % columns
        case "up":
            return (at - columns) % count
        case "down":
            return (at + columns) % count
    return at
