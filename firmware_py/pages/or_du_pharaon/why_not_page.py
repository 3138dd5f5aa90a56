"""The map that answers for every card why one may not go there, reveal or rotate it; its cursor goes everywhere."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Menu, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.actions import AnyAction, Move, Reveal, Rotate
from firmware_py.games.or_du_pharaon.cells import Cell, place_words
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.games.rules import Rule
from firmware_py.pages.hints import GO_BACK, arrow_hints, hints
from firmware_py.pages.or_du_pharaon.cursor import next_place
from firmware_py.pages.or_du_pharaon.pictures import TITLE, pyramid, spots
from firmware_py.pages.or_du_pharaon.target_page import PROMPTS, Purpose, costs
from firmware_py.pages.stack import Back, Input, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n


class WhyNotPage(msgspec.Struct, frozen=True):
    """Says for the card under the cursor what it costs, or why it cannot be chosen."""

    purpose: Purpose
    cursor: Cell

    def view(self, table: Table) -> View:
        """Return the pyramid with the costs, and the answer for the card under the cursor."""
        say, state = table.say, table.playing.state
        notes = {cell: str(cost) for cell, cost in costs(state, self.purpose).items()}
        if table.settings.controls == "touch":
            notes = dict.fromkeys(spots(state.setup.start), "") | notes
        body = pyramid(table, Menu((), text=(say(self._answer(table)),)), targets=notes, cursor=self.cursor)
        return View(
            title=say(TITLE),
            prompt=say(PROMPTS[self.purpose]),
            body=replace(body, pips=None, facts=(), alarm=None),
            actor=table.actor(state.active),
            hints=(*arrow_hints(table, words("any card")), *hints(table, ok=GO_BACK, back=GO_BACK)),
        )

    def _answer(self, table: Table) -> Words:
        rule = self.forbidden_by(table)
        if rule is not None:
            return rule.why
        cost = costs(table.playing.state, self.purpose).get(self.cursor, 0)
        return words_n("{place}: {count} action", "{place}: {count} actions", cost, place=place_words(self.cursor))

    def forbidden_by(self, table: Table) -> Rule | None:
        """Return the clause by which the card under the cursor cannot be chosen; None if it can."""
        state: State = table.playing.state
        action: AnyAction
        match self.purpose:
            case "reveal":
                action = Reveal(state.active, self.cursor, "NESW")
            case "rotate":
                action = Rotate(state.active, self.cursor, 1)
            case pawn:
                action = Move(state.active, pawn, self.cursor)
        return rules.broken_rule(state, action)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor to any card, or go back."""
        state: State = table.playing.state
        places = spots(state.setup.start)
        match done:
            case Press("ok" | "back"):
                return Back()
            case Press(button):
                return replace(self, cursor=next_place(places, places, self.cursor, button))
            case Touch(target) if target.removeprefix("cell ") in places:
                return replace(self, cursor=target.removeprefix("cell "))
        return self
