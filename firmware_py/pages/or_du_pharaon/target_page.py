"""The page that asks for a card: the cursor moves over legal choices only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal, TypeAlias

from msgspec.structs import replace

from display.view import Button, Item, Menu, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.cells import START, Cell, GridPlace, place_words
from firmware_py.games.or_du_pharaon.legality import (
    is_burdened,
    reveal_targets,
    rotate_targets,
    takes_bust_out,
    targets,
)
from firmware_py.games.or_du_pharaon.state import AnyAction, Move, Pawn, Reveal, Rotate, State
from firmware_py.games.rules import Refusal
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.offers import Offer, Places, arrow_hints
from firmware_py.pages.or_du_pharaon.card_page import RotatePage, card_page
from firmware_py.pages.or_du_pharaon.pictures import TITLE, pyramid, spots
from firmware_py.pages.page import CHOOSE, GO_BACK, WHERE, Back, Later, Page, Push, Reply, hints
from firmware_py.words import Words, words, words_n


def next_place(cells: Iterable[str], places: Mapping[str, GridPlace], cursor: str, button: Button) -> str:
    """The next cell in a direction: along the row and on to the next, or along the column.

    Either pair of buttons reaches every cell, so four buttons are enough.
    """
    sideways = button in ("left", "right")
    order = sorted(cells, key=lambda cell: places[cell][::-1] if sideways else places[cell])
    step = {"left": -1, "up": -1, "right": 1, "down": 1}.get(button, 0)
    return order[(order.index(cursor) + step) % len(order)]


Purpose: TypeAlias = Literal["archaeologist", "porter", "reveal", "rotate"]

PROMPTS: dict[Purpose, Words] = {
    "archaeologist": words("Where does the archaeologist go?"),
    "porter": words("Where does the porter go?"),
    "reveal": words("Which card do you reveal?"),
    "rotate": words("Which card do you rotate?"),
}


def costs(state: State, purpose: Purpose) -> dict[Cell, int]:
    """The legal choices, each with the number of actions it costs."""
    match purpose:
        case "archaeologist" | "porter":
            return targets(state, purpose)
        case "reveal":
            return dict.fromkeys(reveal_targets(state), 1)
        case "rotate":
            return dict.fromkeys(rotate_targets(state), 1)


def target_page(state: State, purpose: Purpose) -> TargetPage:
    """The page with the cursor on the nearest choice."""
    open_now = costs(state, purpose)
    return TargetPage(purpose, min(open_now, key=lambda cell: (open_now[cell], cell == START, cell)))


class TargetPage(Page, frozen=True):
    """Asks for a card to go to, to reveal or to rotate."""

    purpose: Purpose
    at: Cell
    """The card on which the cursor begins."""

    def view(self, table: PageContext) -> View:
        """The pyramid with every choice and its cost."""
        say, state = table.say, table.playing.state
        notes = {cell: str(cost) for cell, cost in costs(state, self.purpose).items()}
        cell = self.cell(table)
        text = tuple(say(line) for line in self._about(state, cell))
        return View(
            title=say(TITLE),
            prompt=say(PROMPTS[self.purpose]),
            body=pyramid(table, Menu((), text=text), targets=notes, cursor=self.cell(table)),
            actor=table.actor(state.active),
            hints=(*(arrow_hints(table, WHERE) if len(notes) > 1 else ()), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def _about(self, state: State, cell: Cell) -> tuple[Words, ...]:
        """What the choice under the cursor costs, and its consequences."""
        cost = costs(state, self.purpose)[cell]
        price = words_n("{place}: {count} action", "{place}: {count} actions", cost, place=place_words(cell))
        return (price, *self._warnings(state, cell))

    def _warnings(self, state: State, cell: Cell) -> tuple[Words, ...]:
        if self.purpose not in ("archaeologist", "porter"):
            return ()
        pawn: Pawn = "archaeologist" if self.purpose == "archaeologist" else "porter"
        warnings = []
        if cell == START and is_burdened(state, pawn):
            warnings.append(words("The treasure is safe there."))
        if takes_bust_out(state, pawn):
            warnings.append(words("The bust leaves its chamber: the chamber falls, and the turn ends at once."))
        return tuple(warnings)

    def offers(self, table: PageContext) -> Places:
        """Every card that can be chosen."""
        state: State = table.playing.state
        return _places(
            state,
            self.at,
            {cell: Later(partial(chosen, state, self.purpose, cell)) for cell in costs(state, self.purpose)},
        )

    def cell(self, table: PageContext) -> Cell:
        """The card under the cursor."""
        at = self.pending.cursor
        return self.at if at is None else tuple(costs(table.playing.state, self.purpose))[at]


def _places(state: State, at: Cell, replies: Mapping[Cell, Later | Back]) -> Places:
    """Cards of the map, each with what choosing it leads to."""
    cells, places = tuple(replies), spots(state.setup.start)
    return Places(
        tuple(Offer(Item(cell, target=f"cell {cell}"), reply) for cell, reply in replies.items()),
        cells.index(at),
        lambda at, button: cells.index(next_place(cells, places, cells[at], button)),
    )


def chosen(state: State, purpose: Purpose, cell: Cell) -> Reply:
    """What follows when a card is chosen: the move, or the page that asks how it lies."""
    match purpose:
        case "archaeologist" | "porter":
            return Play(Move(state.active, purpose, cell))
        case "reveal":
            return Push(card_page(state, cell))
        case "rotate":
            return Push(RotatePage(cell))


class WhyNotPage(Page, frozen=True):
    """Says for the card under the cursor what it costs, or why it cannot be chosen."""

    purpose: Purpose
    at: Cell
    """The card on which the cursor begins."""

    def view(self, table: PageContext) -> View:
        """The pyramid with the costs, and the answer for the card under the cursor."""
        say, state = table.say, table.playing.state
        notes = {cell: str(cost) for cell, cost in costs(state, self.purpose).items()}
        if table.worked_by == "touch":
            notes = dict.fromkeys(spots(state.setup.start), "") | notes
        body = pyramid(table, Menu((), text=(say(self._answer(table)),)), targets=notes, cursor=self.cell(table))
        return View(
            title=say(TITLE),
            prompt=say(PROMPTS[self.purpose]),
            body=replace(body, pips=None, facts=(), alarm=None),
            actor=table.actor(state.active),
            hints=(*arrow_hints(table, words("any card")), *hints(table, ok=GO_BACK, back=GO_BACK)),
        )

    def _answer(self, table: PageContext) -> Words:
        rule = self.forbidden_by(table)
        if rule is not None:
            return rule.why
        cell = self.cell(table)
        cost = costs(table.playing.state, self.purpose).get(cell, 0)
        return words_n("{place}: {count} action", "{place}: {count} actions", cost, place=place_words(cell))

    def forbidden_by(self, table: PageContext) -> Refusal | None:
        """The clause by which the card under the cursor cannot be chosen; None if it can."""
        state: State = table.playing.state
        action: AnyAction
        cell = self.cell(table)
        match self.purpose:
            case "reveal":
                action = Reveal(state.active, cell, "NESW")
            case "rotate":
                action = Rotate(state.active, cell, 1)
            case pawn:
                action = Move(state.active, pawn, cell)
        return rules.broken_rule(state, action)

    def offers(self, table: PageContext) -> Places:
        """Every card: a touch asks about it, `ok` leads back."""
        state: State = table.playing.state
        places = _places(state, self.at, dict.fromkeys(spots(state.setup.start), Back()))
        asked = (replace(offer, touched=self.with_cursor(at)) for at, offer in enumerate(places.offers))
        return replace(places, offers=tuple(asked))

    def cell(self, table: PageContext) -> Cell:
        """The card under the cursor."""
        at = self.pending.cursor
        return self.at if at is None else tuple(spots(table.playing.state.setup.start))[at]
