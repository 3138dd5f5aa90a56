"""The pages on which players enter how a card lies: its shape, its orientation, and whether it is a chamber.

Why in this order: the map shows shape and orientation while they are chosen, so players see a slip before it is
played. With six buttons, left and right always turn the card. With four, up and down turn it in a step of their own.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, Map, Menu, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.actions import TURNS, Reveal, Rotate, Turns
from firmware_py.games.or_du_pharaon.cells import Cell, Sides, turned
from firmware_py.games.or_du_pharaon.endings import why_no_end
from firmware_py.games.or_du_pharaon.photo_effects import escape_path
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, Card, State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.or_du_pharaon.missing_page import missing_page
from firmware_py.pages.or_du_pharaon.pictures import TITLE, drawn_path, pyramid
from firmware_py.pages.stack import Back, Input, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

CardShape: TypeAlias = Literal["straight", "bend", "tee", "cross", "dead_end"]
CardStep: TypeAlias = Literal["shape", "turn", "chamber"]

SHAPES: dict[CardShape, Sides] = {"straight": "NS", "bend": "NE", "tee": "NES", "cross": "NESW", "dead_end": "N"}
"""The open sides of each shape before it is turned."""
SHAPE_WORDS: dict[CardShape, Words] = {
    "straight": words("Straight"),
    "bend": words("Bend"),
    "tee": words("Fork"),
    "cross": words("Crossing"),
    "dead_end": words("Dead end"),
}
NAMES: tuple[CardShape, ...] = tuple(SHAPES)
KINDS = (words("Passage"), words("Burial chamber"))


def shape_of(open_sides: Sides) -> tuple[int, int]:
    """Return the index of the shape with these open sides, and by how many quarter turns it is turned."""
    return next(
        (index, turns)
        for index, name in enumerate(NAMES)
        for turns in range(4)
        if turned(SHAPES[name], turns) == open_sides
    )


def card_page(state: State, cell: Cell) -> CardPage:
    """Return the page for a card to be revealed. It starts with a fork, the shape nearest to all others."""
    return _facing(CardPage(cell, NAMES.index("tee")), state)


def _facing(page: CardPage, state: State) -> CardPage:
    """Return the page with the card turned so that the archaeologist who reveals it can enter."""
    touching = neighbours_of(state.setup.start)[page.cell] if state.team.archaeologist != LOST else {}
    towards = next((side for side, cell in touching.items() if cell == state.team.archaeologist), None)
    shape = SHAPES[NAMES[page.shape]]
    turns = next((turns for turns in range(4) if towards is None or towards in turned(shape, turns)), 0)
    return replace(page, turns=turns)


class CardPage(msgspec.Struct, frozen=True):
    """Asks how a revealed card lies."""

    cell: Cell
    shape: int
    turns: int = 0
    chamber: bool = False
    step: CardStep = "shape"

    @property
    def open(self) -> Sides:
        """The open sides of the card as it lies now."""
        return turned(SHAPES[NAMES[self.shape]], self.turns)

    def action(self, by: str) -> Reveal:
        """Return the action for the card as it lies now."""
        return Reveal(by, self.cell, self.open, self.chamber)

    def view(self, table: Table) -> View:
        """Return the pyramid with the card as it lies now."""
        state: State = table.playing.state
        return View(
            title=table.say(TITLE),
            prompt=table.say(self.prompt(table)),
            body=self.body(table, chamber_is_open=may_be_chamber(state, self.cell)),
            actor=table.actor(state.active),
            hints=self.shown_hints(table),
        )

    def prompt(self, table: Table) -> Words:
        """Return the question of this step."""
        match self.step:
            case "shape":
                return words("What shape is the card at {place}?", place=self.cell)
            case "turn" if table.layout == "four":
                return words("Turn {place} as it lies on the table.", place=self.cell)
            case "turn":
                return words("Turn {place} with left and right. A burial chamber?", place=self.cell)
            case "chamber":
                return words("Is {place} a burial chamber?", place=self.cell)

    def shown_hints(self, table: Table) -> tuple[Hint, ...]:
        """Return what the buttons do."""
        say = table.say
        turn = words("turn")
        buttons: tuple[Button, ...] = ()
        if table.layout == "six":
            buttons = ("left", "right")
        elif self.step == "turn":
            buttons = ("up", "down")
        return (*(Hint(button, say(turn)) for button in buttons), *hints(table, ok=CHOOSE, back=GO_BACK))

    def body(self, table: Table, *, chamber_is_open: bool) -> Map:
        """Return the map with the card on it; for a chamber also the path of a mummy from there (G08)."""
        say, state = table.say, table.playing.state
        if self.step == "shape":
            shown = tuple(
                Item(say(SHAPE_WORDS[name]), (name,), target=f"shape {index}") for index, name in enumerate(NAMES)
            )
            choices = Menu(shown, self.shape)
        elif self.step == "turn" and table.layout == "four":
            choices = Menu((), text=(say(words("Up and down turn the card.")),))
        else:
            kinds = KINDS if chamber_is_open else KINDS[:1]
            icons = ("straight", "chamber")
            choices = Menu(
                tuple(Item(say(kind), (icons[index],), target=f"kind {index}") for index, kind in enumerate(kinds)),
                int(self.chamber),
            )
        layers = escape_path(state, self.cell, self.open) if self.chamber and self.step != "shape" else ()
        shown_map = pyramid(
            table,
            choices,
            cursor=self.cell,
            laid=Card(self.cell, self.open, self.chamber),
            path=drawn_path(layers, "mummy", is_preview=True),
        )
        tiles = tuple(replace(tile, target="turn") if tile.name == self.cell else tile for tile in shown_map.tiles)
        return replace(shown_map, tiles=tiles)

    def press(self, done: Input, table: Table) -> Reply:
        """Choose the shape, turn the card, say whether it is a chamber, and play it."""
        state: State = table.playing.state
        answer = self.answer(done, table, chamber_is_open=may_be_chamber(state, self.cell))
        if isinstance(answer, CardPage) and answer.shape != self.shape:
            return _facing(answer, state)
        if not isinstance(answer, Entered):
            return answer
        return _unless_endless(answer.card.action(state.active), table)

    def answer(self, done: Input, table: Table, *, chamber_is_open: bool) -> CardPage | Back | Entered:
        """Return the page after an input, `Back`, or the card once all of it is entered."""
        match done:
            case Press("ok"):
                return self._further(table.layout == "four" and chamber_is_open)
            case Press("back"):
                return self._step_back()
            case Press(button):
                return self._steered(button, table, chamber_is_open)
            case Touch("turn"):
                return replace(self, turns=(self.turns + 1) % 4)
            case Touch(target) if target.startswith("shape "):
                return replace(self, shape=int(target.removeprefix("shape ")), step="turn")
            case Touch(target) if target.startswith("kind "):
                return Entered(replace(self, chamber=target == "kind 1" and chamber_is_open))
        return self

    def _further(self, asks_chamber: bool) -> CardPage | Entered:
        match self.step:
            case "shape":
                return replace(self, step="turn")
            case "turn" if asks_chamber:
                return replace(self, step="chamber")
            case _:
                return Entered(self)

    def _step_back(self) -> CardPage | Back:
        match self.step:
            case "shape":
                return Back()
            case "turn":
                return replace(self, step="shape")
            case "chamber":
                return replace(self, step="turn")

    def _steered(self, button: Button, table: Table, chamber_is_open: bool) -> CardPage:
        if button in ("left", "right") or (self.step == "turn" and table.layout == "four"):
            return replace(self, turns=moved(self.turns, 4, button))
        if self.step == "shape":
            shape = moved(self.shape, len(NAMES), button)
            return replace(self, shape=shape)
        return replace(self, chamber=not self.chamber and chamber_is_open)


class Entered(msgspec.Struct, frozen=True):
    """A card of which everything is entered."""

    card: CardPage


def may_be_chamber(state: State, cell: Cell) -> bool:
    """Return whether a card may be a chamber: one is still hidden (G29)."""
    return rules.broken_rule(state, Reveal(state.active, cell, "NESW", chamber=True)) is None


class RotatePage(msgspec.Struct, frozen=True):
    """Asks how the porter turns a card; any direction button turns it on."""

    cell: Cell
    turns: Turns = 1

    def view(self, table: Table) -> View:
        """Return the pyramid with the card as it lies now."""
        say, state = table.say, table.playing.state
        card = state.card(self.cell)
        turns = words_n("{count} quarter turn clockwise", "{count} quarter turns clockwise", self.turns)
        body = pyramid(
            table,
            Menu((), text=(say(turns),)),
            cursor=self.cell,
            laid=Card(self.cell, turned(card.open, self.turns), card.chamber),
        )
        tiles = tuple(replace(tile, target="turn") if tile.name == self.cell else tile for tile in body.tiles)
        turn: tuple[Button, ...] = ("left", "right") if table.layout == "six" else ("up", "down")
        return View(
            title=table.say(TITLE),
            prompt=say(words("Turn {place} as it lies on the table.", place=self.cell)),
            body=replace(body, tiles=tiles),
            actor=table.actor(state.active),
            hints=(*(Hint(button, say(words("turn"))) for button in turn), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Turn the card on, or play it as it lies."""
        match done:
            case Press("ok"):
                return _unless_endless(Rotate(table.playing.state.active, self.cell, self.turns), table)
            case Press("back"):
                return Back()
            case Press(button):
                return self._turned(button)
            case Touch("turn"):
                return self._turned("right")
        return self

    def _turned(self, button: Button) -> RotatePage:
        return replace(self, turns=TURNS[moved(TURNS.index(self.turns), len(TURNS), button)])


def _unless_endless(action: Reveal | Rotate, table: Table) -> Reply:
    """Return the reply that plays an action, or says why the game could never end after it, if it still can now."""
    state: State = table.playing.state
    why = None if rules.broken_rule(state, action) else why_no_end(rules.apply(state, action)[0])
    return Push(missing_page(why, table)) if why and not why_no_end(state) else Play(action)
