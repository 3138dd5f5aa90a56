"""The page that asks for a card: the cursor moves over legal choices only."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Menu, View
from firmware_py.games.or_du_pharaon.actions import Move, Pawn
from firmware_py.games.or_du_pharaon.cells import START, Cell, place_words
from firmware_py.games.or_du_pharaon.destinations import is_burdened, takes_bust_out, targets
from firmware_py.games.or_du_pharaon.legal_actions import reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, WHERE, arrow_hints, hints
from firmware_py.pages.or_du_pharaon.card_page import RotatePage, card_page
from firmware_py.pages.or_du_pharaon.cursor import next_place
from firmware_py.pages.or_du_pharaon.pictures import TITLE, pyramid, spots
from firmware_py.pages.stack import Back, Input, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

Purpose: TypeAlias = Literal["archaeologist", "porter", "reveal", "rotate"]

PROMPTS: dict[Purpose, Words] = {
    "archaeologist": words("Where does the archaeologist go?"),
    "porter": words("Where does the porter go?"),
    "reveal": words("Which card do you reveal?"),
    "rotate": words("Which card do you rotate?"),
}


def costs(state: State, purpose: Purpose) -> dict[Cell, int]:
    """Return the legal choices, each with the number of actions it costs."""
    match purpose:
        case "archaeologist" | "porter":
            return targets(state, purpose)
        case "reveal":
            return dict.fromkeys(reveal_targets(state), 1)
        case "rotate":
            return dict.fromkeys(rotate_targets(state), 1)


def target_page(state: State, purpose: Purpose) -> TargetPage:
    """Return the page with the cursor on the nearest choice."""
    open_now = costs(state, purpose)
    return TargetPage(purpose, min(open_now, key=lambda cell: (open_now[cell], cell == START, cell)))


class TargetPage(msgspec.Struct, frozen=True):
    """Asks for a card to go to, to reveal or to rotate."""

    purpose: Purpose
    cursor: Cell

    def view(self, table: Table) -> View:
        """Return the pyramid with every choice and its cost."""
        say, state = table.say, table.playing.state
        notes = {cell: str(cost) for cell, cost in costs(state, self.purpose).items()}
        text = tuple(say(line) for line in self._about(state))
        return View(
            title=say(TITLE),
            prompt=say(PROMPTS[self.purpose]),
            body=pyramid(table, Menu((), text=text), targets=notes, cursor=self.cursor),
            actor=table.actor(state.active),
            hints=(*(arrow_hints(table, WHERE) if len(notes) > 1 else ()), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def _about(self, state: State) -> tuple[Words, ...]:
        """Return what the choice under the cursor costs, and its consequences."""
        cost = costs(state, self.purpose)[self.cursor]
        price = words_n("{place}: {count} action", "{place}: {count} actions", cost, place=place_words(self.cursor))
        return (price, *self._warnings(state))

    def _warnings(self, state: State) -> tuple[Words, ...]:
        if self.purpose not in ("archaeologist", "porter"):
            return ()
        pawn: Pawn = "archaeologist" if self.purpose == "archaeologist" else "porter"
        warnings = []
        if self.cursor == START and is_burdened(state, pawn):
            warnings.append(words("The treasure is safe there."))
        if takes_bust_out(state, pawn):
            warnings.append(words("The bust leaves its chamber: the chamber falls, and the turn ends at once."))
        return tuple(warnings)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, choose a card, or go back."""
        state: State = table.playing.state
        open_now = costs(state, self.purpose)
        match done:
            case Press("ok"):
                return chosen(state, self.purpose, self.cursor)
            case Press("back"):
                return Back()
            case Press(button):
                return replace(self, cursor=next_place(open_now, spots(state.setup.start), self.cursor, button))
            case Touch(target) if target.removeprefix("cell ") in open_now:
                return chosen(state, self.purpose, target.removeprefix("cell "))
        return self


def chosen(state: State, purpose: Purpose, cell: Cell) -> Reply:
    """Return what follows when a card is chosen: the move, or the page that asks how it lies."""
    match purpose:
        case "archaeologist" | "porter":
            return Play(Move(state.active, purpose, cell))
        case "reveal":
            return Push(card_page(state, cell))
        case "rotate":
            return Push(RotatePage(cell))
