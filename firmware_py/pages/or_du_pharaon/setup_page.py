"""Setting up: where the start card lies and how, and which house rules apply."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import NO_CHOICES, Colour, Item, Menu, PyramidPlan, Tile, View
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    START,
    Header,
    Setup,
    Sides,
    StartCard,
    grid_place,
    neighbours_of,
    outward_sides,
    turn_sides,
)
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import Dialled, Lines, Offer, Pending, Places, arrow_hints
from firmware_py.pages.or_du_pharaon.card_page import SHAPE_WORDS, next_place
from firmware_py.pages.or_du_pharaon.pictures import SHAPES, TEXTS, TITLE, CardShape
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    TURN,
    WHERE,
    Choice,
    Later,
    ListPage,
    LivePage,
    Page,
    Push,
    Reply,
    hints,
)
from firmware_py.pages.start_page import SILENT, OnTitlePage, Option, StartPage, checklist_choice, lesson_choice
from firmware_py.words import Words, words

NAMES: tuple[CardShape, ...] = tuple(dict.fromkeys(chain(("cross",), SHAPES)))
"""The shapes; first the card without a wall, which most tables have."""


class StartWallsPage(Page, frozen=True):
    """Asks for shape and orientation of the start card; one open side at least leads into the pyramid."""

    start: StartCard
    tiles: tuple[Tile, ...]
    """The square, with the start card in it or beside it."""
    then: Callable[[Sides], Reply]
    """What follows from the open sides."""
    shape: int = 0
    turns: int = 0

    @property
    def open(self) -> Sides:
        """The open sides of the card as it lies now."""
        return turn_sides(SHAPES[NAMES[self.shape]], self.turns)

    def view(self, table: PageContext) -> View:
        """The square, with the start card as it lies now."""
        say, laid = table.say, self.arrange(table)
        choices = Menu(laid.items(), laid.cursor or 0, is_pictured=True)
        if self.pending.keys:
            choices = NO_CHOICES
        cursor = next(tile.name for tile in self.tiles if tile.ground == "start")
        target = "turn" if self._can_turn else ""
        tiles = tuple(
            replace(tile, ground="path", open=self.open, target=target)  # the start card's sun would hide its walls
            if tile.name == cursor
            else tile
            for tile in self.tiles
        )
        return View(
            title=say(TITLE),
            prompt=say(words("How does the start card lie? Where are its walls?")),
            body=PyramidPlan(tiles, choices, cursor),
            hints=(
                *(arrow_hints(table, TURN, field="rotate") if self._can_turn and laid.now.turns else ()),
                *hints(table, ok=CHOOSE, back=GO_BACK),
            ),
        )

    @property
    def _can_turn(self) -> bool:
        return len(self._open_rotations(self.shape)) > 1

    def offers(self, table: PageContext) -> Dialled:
        """The shapes; that under the cursor is the start card's, as it lies."""
        say, possible = table.say, self._open_rotations(self.shape)
        lines = (
            Offer(
                Item(say(SHAPE_WORDS[name]), (name,), target=f"shape {shape}"),
                self.then(self.open) if shape == self.shape else self._with_shape(shape),
            )
            for shape, name in enumerate(NAMES)
        )
        at = possible.index(self.turns)
        less, more = (
            Offer(Item(say(TURN), ("rotate",), target=name), replace(self, turns=possible[(at + by) % len(possible)]))
            for name, by in (("turn back", -1), ("turn", 1))
        )
        return Dialled(Lines(tuple(lines), self.shape), less, more, self._can_turn)

    def proceed(self, pending: Pending, table: PageContext) -> StartWallsPage:
        """The page with another shape, or in the step in which the card is turned."""
        if pending.cursor is not None and not pending.keys:
            return self._with_shape(pending.cursor)
        return replace(self, pending=Pending(pending.keys))

    def _with_shape(self, shape: int) -> StartWallsPage:
        return replace(self, shape=shape, turns=self._open_rotations(shape)[0])

    def _open_rotations(self, shape: int) -> tuple[int, ...]:
        """The rotations by which the shape leads into the pyramid, each picture once."""
        inward = neighbours_of(self.start)[START]
        pictures = {turn_sides(SHAPES[NAMES[shape]], turns): turns for turns in (3, 2, 1, 0)}
        return tuple(sorted(turns for sides, turns in pictures.items() if any(side in inward for side in sides)))


OPTIONS = (
    Option(
        "collapse_spread",  # G42
        (
            ("orthogonal", words("A fall spreads to the four neighbours")),
            ("diagonal", words("A fall spreads to all eight neighbours")),
        ),
        "collapse",
        SILENT,
    ),
    Option(
        "no_path_ends_turn",  # G36
        (
            (False, words("A trapped mummy changes nothing")),
            (True, words("A trapped mummy ends the turn")),
        ),
        "mummy",
        SILENT,
    ),
    Option(
        "count_discovery_turn",  # G45
        (
            (False, words("Three turns, from the next one on")),
            (True, words("The turn of the discovery counts too")),
        ),
        "bust",
    ),
    Option(
        "glide_with_treasure",  # G18
        (
            (False, words("Lanterns do not help a carrier")),
            (True, words("Lanterns help a carrier too")),
        ),
        "lantern",
    ),
    Option(
        "open_scores",  # G28
        (
            (False, words("Scores stay secret until the end")),
            (True, words("Scores are shown all along")),
        ),
        "trophy",
    ),
)


def set_up(players: tuple[str, ...], colours: tuple[Colour, ...], boxes: tuple[tuple[str, Any], ...] = ()) -> Page:
    """The page that asks whether the start card lies in the square or beside it."""
    return LivePage(StartPlaceLines(players, colours, boxes))


class StartPlaceLines(msgspec.Struct, frozen=True):
    """Where the start card lies, or how all is set up: a newcomer to the game knows neither square nor start card."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    boxes: tuple[tuple[str, Any], ...] = ()

    def __call__(self, table: PageContext) -> ListPage:
        return ListPage(
            title=TITLE,
            prompt=words("Where does the start card lie?"),
            choices=(
                Choice(
                    words("In the outer row of the square"),
                    Push(StartCardPage(self.players, self.colours, "c6", self.boxes)),
                    ("start_inside",),
                    words("as printed: 35 cards and the start card"),
                ),
                Choice(
                    words("Beside the square"),
                    Push(StartCardPage(self.players, self.colours, "c6S", self.boxes)),
                    ("start_beside",),
                    words("36 cards, the start card touches one of them"),
                ),
                checklist_choice(TEXTS, TITLE, self.players, table, LivePage(self).with_cursor(0)),
                lesson_choice(TEXTS, table, LivePage(self).with_cursor(2)),
            ),
            around=OnTitlePage(self.colours),
        )


INSIDE = {cell: StartCard(at=cell) for cell in GRID if outward_sides(cell)}
"""Every place in the outer row, by the name of its cell."""
BESIDE = {cell + side: StartCard(beside=cell, side=side) for cell in GRID for side in outward_sides(cell)}
"""Every place beside the square, by the cell and the side that it touches."""


class StartCardPage(Page, frozen=True):
    """Asks for the place of the start card."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    start: str
    """The place on which the cursor begins: a name in `INSIDE` or `BESIDE`."""
    boxes: tuple[tuple[str, Any], ...] = ()

    def _places(self) -> dict[str, StartCard]:
        return INSIDE if self.start in INSIDE else BESIDE

    @property
    def place(self) -> str:
        """The place under the cursor."""
        return self.start if self.pending.cursor is None else tuple(self._places())[self.pending.cursor]

    def view(self, table: PageContext) -> View:
        """The square with every place that the start card can take."""
        say = table.say
        return View(
            title=say(TITLE),
            prompt=say(words("Point to the start card, as it lies on the table.")),
            body=PyramidPlan(tuple(self._tiles(self.place)), cursor=self.place),
            hints=(*arrow_hints(table, WHERE), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def _tiles(self, start: str) -> list[Tile]:
        margin = 0 if start in INSIDE else 1
        shift = margin - 1
        tiles = []
        for cell in GRID:
            column, row = grid_place(cell)
            is_start = cell == start
            tiles.append(
                Tile(
                    cell,
                    column + shift,
                    row + shift,
                    "start" if is_start else "hidden",
                    "NESW" if is_start else "",
                    target=f"start {cell}" if cell in self._places() else "",
                )
            )
        if margin:
            tiles += [_beside(name, card, is_start=name == start) for name, card in BESIDE.items()]
        return tiles

    def offers(self, table: PageContext) -> Places:
        """Every place that the start card can take."""
        places = {name: card.place for name, card in self._places().items()}
        names = tuple(places)
        return Places(
            tuple(Offer(Item(name, target=f"start {name}"), Later(partial(self._choose, name))) for name in names),
            names.index(self.start),
            lambda at, button: names.index(next_place(names, places, names[at], button)),
        )

    def _choose(self, name: str) -> Reply:
        start = self._places()[name]
        tiles = (replace(tile, target="") for tile in self._tiles(name))
        return Push(StartWallsPage(start, tuple(tiles), StartLaid(self.players, self.colours, start, self.boxes)))


def _beside(name: str, card: StartCard, *, is_start: bool) -> Tile:
    column, row = card.place
    return Tile(
        name, column, row, "start" if is_start else "beside", "NESW" if is_start else "", target=f"start {name}"
    )


class StartLaid(msgspec.Struct, frozen=True):
    """What follows once it is known how the start card lies: the last page before the game."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    start: StartCard
    boxes: tuple[tuple[str, Any], ...] = ()

    def __call__(self, open_sides: Sides) -> Reply:
        """The last page before the game, once the open sides are known."""
        laid = Setup(msgspec.structs.replace(self.start, open=open_sides))
        header = Header(1, "or_du_pharaon", self.players, laid, box=dict(self.boxes))
        return Push(
            StartPage(
                title=TITLE,
                prompt=_who_begins,
                header=header,
                colours=self.colours,
                options=OPTIONS,
                texts=TEXTS,
                has_lesson=False,
            )
        )


def _who_begins(header: Header) -> Words:
    return words("{player} begins.", player=header.players[0])
