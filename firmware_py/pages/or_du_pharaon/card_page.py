"""The pages on which players choose a card, and enter how it lies: shape, orientation, and whether it is a chamber.

Why on one page: the map shows shape and orientation while they are chosen, so players see a slip before it is played.
Up and down choose the shape, left and right turn the card; with four buttons, up and down turn it in a step of their
own. The card starts as most of them lie: a fork that lets the archaeologist in and leads on to face-down cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from display.view import NO_CHOICES, Button, Item, Menu, PyramidPlan, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.consequences import escape_path
from firmware_py.games.or_du_pharaon.legality import (
    is_burdened,
    reveal_targets,
    rotate_targets,
    takes_bust_out,
    targets,
    why_no_end,
)
from firmware_py.games.or_du_pharaon.state import (
    SIDES,
    START,
    TURNS,
    AnyAction,
    Card,
    Cell,
    Figure,
    GridPlace,
    Move,
    Photo,
    Reveal,
    Rotate,
    Side,
    Sides,
    State,
    Turns,
    neighbours_of,
    place_words,
    turn_sides,
)
from firmware_py.games.registry import Refusal
from firmware_py.pages.box_seat import ThinkingPage
from firmware_py.pages.correction import EntriesPage
from firmware_py.pages.interface import PageContext, Play, Turned, Unplayed
from firmware_py.pages.offers import Dialled, Keys, Laid, Lines, Offer, Pending, Places, arrow_hints, leaves
from firmware_py.pages.or_du_pharaon.pictures import NAMES, SHAPES, TITLE, CardShape, drawn_path, pyramid, spots
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    MENU,
    TURN,
    WHERE,
    Back,
    Choice,
    Later,
    ListPage,
    Page,
    Push,
    Reply,
    hints,
)
from firmware_py.words import Words, words, words_n

MISSING = words("Something is missing")


def missing_page(refusal: Refusal, table: PageContext) -> ListPage:
    """The page about what is missing; during a correction it only leads back."""
    entered = {type(step.action) for step in table.playing.steps}
    photos = Choice(words("Correct a photo…"), Push(EntriesPage(kind=Photo.__name__)), ("photo",))
    cards = Choice(words("Correct a card…"), Push(EntriesPage(kind=Reveal.__name__)), ("reveal",))
    return ListPage(
        title=MISSING,
        prompt=refusal.why,
        choices=(
            *((photos,) if Photo in entered and not table.is_past else ()),
            *((cards,) if Reveal in entered and not table.is_past else ()),
            Choice(words("Go back"), Back(), ("back",)),
        ),
        icon="warning",
    )


SHAPE_WORDS: dict[CardShape, Words] = {
    "straight": words("Straight"),
    "bend": words("Bend"),
    "tee": words("Fork"),
    "cross": words("Crossing"),
    "dead_end": words("Dead end"),
}
CHAMBER = len(NAMES)
"""The line below the shapes."""


def card_page(state: State, cell: Cell) -> CardPage:
    """The page for a card to be revealed. It starts with a fork, the shape nearest to all others."""
    return _turn_to_enter(CardPage(cell, NAMES.index("tee")), state)


def _turn_to_enter(page: CardPage, state: State) -> CardPage:
    """The page with the card turned so that the archaeologist can enter, and can go on from there."""
    touching = neighbours_of(state.setup.start)[page.cell]
    turns = max(range(4), key=lambda turns: _welcome(turn_sides(SHAPES[NAMES[page.shape]], turns), touching, state))
    return replace(page, turns=turns)


def _welcome(open_sides: Sides, touching: Mapping[Side, Cell], state: State) -> int:
    """How well the open sides suit the archaeologist who reveals the card: a way in, then ways on."""
    beyond = [cell for side, cell in touching.items() if side in open_sides]
    hidden = sum(cell not in state.pyramid.openings for cell in beyond)
    return 9 * (state.team.archaeologist in beyond) + len(beyond) + hidden


class CardPage(Page, frozen=True):
    """Asks how a revealed card lies."""

    cell: Cell
    shape: int
    turns: int = 0
    chamber: bool = False
    on_chamber: bool = False
    """The cursor stands on the line below the shapes, by which the card becomes a burial chamber or a passage."""

    @property
    def open(self) -> Sides:
        """The open sides of the card as it lies now."""
        return turn_sides(SHAPES[NAMES[self.shape]], self.turns)

    def action(self, by: str) -> Reveal:
        """The action for the card as it lies now."""
        return Reveal(by, self.cell, self.open, self.chamber)

    def view(self, table: PageContext) -> View:
        """The pyramid with the card as it lies now."""
        state: State = table.playing.state
        question = heard = words("Turn {place} to match the table.", place=self.cell)
        laid = self.arrange(table)
        if not self.pending.keys:
            question = words("How does the card at {place} lie?", place=self.cell)
            heard = words("How does {place} lie?", place=self.cell)
        ok = words("lay it like this") if not self.on_chamber else CHOOSE
        return View(
            title=table.say(TITLE),
            prompt=table.say(question),
            heard=table.say(heard),
            is_asked_once=True,
            body=self._body(laid, table),
            actor=table.actor(state.active),
            hints=(
                *(arrow_hints(table, TURN, field="rotate") if laid.now.turns else ()),
                *hints(table, ok=ok, back=GO_BACK),
            ),
        )

    def _body(self, laid: Laid, table: PageContext) -> PyramidPlan:
        """The map with the card on it; for a chamber also the path of a mummy from there (G08)."""
        state: State = table.playing.state
        choices = Menu(laid.items(), laid.cursor or 0, is_pictured=True)
        if self.pending.keys:
            choices = NO_CHOICES
        layers = escape_path(state, self.cell, self.open) if self.chamber else ()
        shown_map = pyramid(
            table,
            choices,
            cursor=self.cell,
            laid=Card(self.cell, self.open, self.chamber),
            path=drawn_path(layers, "mummy", is_preview=True),
        )
        if not laid.now.other_keys:
            return shown_map
        tiles = tuple(replace(tile, target="turn") if tile.name == self.cell else tile for tile in shown_map.tiles)
        return replace(shown_map, tiles=tiles)

    def offers(self, table: PageContext) -> Dialled | Lines:
        """The shapes, and what turns the card."""
        less, more = (
            Offer(Item(table.say(TURN), ("rotate",), target=name), replace(self, turns=(self.turns + by) % 4))
            for name, by in (("turn back", -1), ("turn", 1))
        )
        is_step = not self.on_chamber and len(self.open) < len(SIDES)
        return Dialled(self._shapes(table), less, more, is_step)

    def _shapes(self, table: PageContext) -> Lines:
        """The shapes, of which the one under the cursor is played as it lies, and to make it a chamber."""
        say, state = table.say, table.playing.state
        here = CHAMBER if self.on_chamber else self.shape
        lay = Later(lambda: self.entered_card(table))
        lines = tuple(
            Offer(
                Item(say(SHAPE_WORDS[name]), (name,), target=f"shape {line}"),
                lay if line == here else Later(partial(self._at, line, state)),
            )
            for line, name in enumerate(NAMES)
        )
        chamber = (Offer(self._chamber(table), self._turn_over()),) if may_be_chamber(state, self.cell) else ()
        return Lines((*lines, *chamber), here, is_pictured=True)

    def entered_card(self, table: PageContext) -> Reply:
        """What follows once the card lies as on the table."""
        return _unless_endless(self.action(table.playing.state.active), table)

    def _chamber(self, table: PageContext) -> Item:
        say, chamber = table.say, words("Burial chamber")
        icons = ("chamber", "ok") if self.chamber else ("chamber",)
        spoken = say(words("{what}: entered", what=chamber)) if self.chamber else ""
        return Item(say(chamber), icons, target="chamber", spoken=spoken, brief=say(words("Chamber")))

    def proceed(self, pending: Pending, table: PageContext) -> CardPage:
        """The page with the cursor on another line, or in the step in which the card is turned."""
        if pending.cursor is not None and not pending.keys:
            return self._at(pending.cursor, table.playing.state)
        return replace(self, pending=Pending(pending.keys))

    def _turn_over(self) -> CardPage:
        """The page with a burial chamber for a passage, or the reverse."""
        return replace(self, chamber=not self.chamber, on_chamber=False)

    def _at(self, line: int, state: State) -> CardPage:
        """The page with the cursor on another line; a shape lies at once as it most likely does."""
        if line == CHAMBER:
            return replace(self, on_chamber=True)
        page = replace(self, on_chamber=False)
        return page if line == self.shape else _turn_to_enter(replace(page, shape=line), state)


class TurnedPage(CardPage, frozen=True, kw_only=True):
    """Asks what a card shows that is turned over for the box, which then says how to lay it."""

    TOPICS: ClassVar = ("hands",)

    thinking: ThinkingPage
    """The page on which the box has asked for the card."""

    def view(self, table: PageContext) -> View:
        """The pyramid with a card of this shape."""
        prompt = words(
            "Turn over {place} for {player}: what does it show?", place=self.cell, player=self.thinking.player
        )
        ok = hints(table, ok=words("it shows this"), back=MENU)
        return replace(CardPage.view(self, table), prompt=table.say(prompt), hints=ok)

    def offers(self, table: PageContext) -> Lines:
        """The shapes, and to make it a chamber; how it lies is for the box to say."""
        return self._shapes(table)

    def asked_for(self, table: PageContext) -> tuple[Reveal, ...]:
        return (self.action(self.thinking.player),)

    def entered_card(self, table: PageContext) -> Reply:
        """Let the box decide how it is laid."""
        what = words("{player} reveals {place}.", player=self.thinking.player, place=self.cell)
        unplayed = Unplayed(self, what, ("chamber" if self.chamber else NAMES[self.shape],))
        return replace(self.thinking, turned=Turned(self.cell, self.open, self.chamber), unplayed=unplayed)

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.thinking.menu)


def turned_page(state: State, cell: Cell, thinking: ThinkingPage) -> TurnedPage:
    """The page for a card that is turned over for the box."""
    return TurnedPage(cell, NAMES.index("tee"), card_page(state, cell).turns, thinking=thinking)


def may_be_chamber(state: State, cell: Cell) -> bool:
    """Whether a card may be a chamber: one is still hidden (G29)."""
    return rules.broken_rule(state, Reveal(state.active, cell, "NESW", chamber=True)) is None


class RotatePage(Page, frozen=True):
    """Asks how the porter turns a card; any direction button turns it on."""

    cell: Cell
    turns: Turns = 1

    def view(self, table: PageContext) -> View:
        """The pyramid with the card as it lies now."""
        say, state = table.say, table.playing.state
        card = state.card(self.cell)
        turns = words_n("{count} quarter turn clockwise", "{count} quarter turns clockwise", self.turns)
        body = pyramid(
            table,
            Menu((), text=(say(turns),)),
            cursor=self.cell,
            laid=Card(self.cell, turn_sides(card.open, self.turns), card.chamber),
        )
        tiles = tuple(replace(tile, target="turn") if tile.name == self.cell else tile for tile in body.tiles)
        return View(
            title=table.say(TITLE),
            prompt=say(words("Turn {place} to match the table.", place=self.cell)),
            body=replace(body, tiles=tiles),
            actor=table.actor(state.active),
            hints=(*arrow_hints(table, TURN, field="rotate"), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def offers(self, table: PageContext) -> Keys:
        """The turns before and after this one; `ok` plays the card as it lies."""
        say, action = table.say, Rotate(table.playing.state.active, self.cell, self.turns)
        back, on = (
            Offer(Item(say(TURN), ("rotate",), target=name), replace(self, turns=TURNS[at % len(TURNS)]))
            for name, at in (("turn back", TURNS.index(self.turns) - 1), ("turn", TURNS.index(self.turns) + 1))
        )
        return leaves(Offer(Item(say(CHOOSE), target="lay"), Later(lambda: _unless_endless(action, table))), back, on)


def _unless_endless(action: Reveal | Rotate, table: PageContext) -> Reply:
    """The reply that plays an action, or says why the game could never end after it, if it still can now."""
    state: State = table.playing.state
    why = None if rules.broken_rule(state, action) else why_no_end(rules.apply(state, action)[0])
    return Push(missing_page(why, table)) if why and not why_no_end(state) else Play(action)


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
        figure: Figure = "archaeologist" if self.purpose == "archaeologist" else "porter"
        warnings = []
        if cell == START and is_burdened(state, figure):
            warnings.append(words("The treasure is safe there."))
        if takes_bust_out(state, figure):
            warnings.append(words("The bust leaves its chamber: the chamber falls, and the turn ends at once."))
        return tuple(warnings)

    def offers(self, table: PageContext) -> Places:
        """Every card that can be chosen."""
        state: State = table.playing.state
        return _places(
            state,
            self.at,
            {cell: Later(partial(follow_choice, state, self.purpose, cell)) for cell in costs(state, self.purpose)},
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


def follow_choice(state: State, purpose: Purpose, cell: Cell) -> Reply:
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
        if table.worked_by == "touch":  # a finger finds only cards that are drawn as targets
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
            case figure:
                action = Move(state.active, figure, cell)
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
