"""Setting up: where the start card lies and how, and which house rules apply."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import msgspec
from msgspec.structs import replace

from display.view import NO_CHOICES, Button, Colour, Hint, Item, Menu, PyramidPlan, Tile, View
from firmware_py.games.or_du_pharaon.cells import GRID, START, Sides, outward_sides, position, turned
from firmware_py.games.or_du_pharaon.state import Header, Setup, StartCard, neighbours_of
from firmware_py.pages.lesson import checklist_choice, lesson_choice
from firmware_py.pages.lists import CHOOSE, GO_BACK, TURN, WHERE, Choice, ListPage, LivePage, arrow_hints, hints, moved
from firmware_py.pages.or_du_pharaon.card_page import SHAPE_WORDS, SHAPES, CardShape
from firmware_py.pages.or_du_pharaon.pictures import TITLE
from firmware_py.pages.or_du_pharaon.target_page import next_place
from firmware_py.pages.or_du_pharaon.texts import LESSON, SET_UP
from firmware_py.pages.stack import Back, Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.start_page import SILENT, OnCover, Option, StartPage
from firmware_py.pages.table import Table
from firmware_py.words import words

NAMES: tuple[CardShape, ...] = tuple(dict.fromkeys(chain(("cross",), SHAPES)))
"""The shapes; first the card without a wall, which most tables have."""


class StartWallsPage(msgspec.Struct, frozen=True):
    """Asks for shape and orientation of the start card; one open side at least leads into the pyramid."""

    start: StartCard
    tiles: tuple[Tile, ...]
    """The square, with the start card in it or beside it."""
    then: Callable[[Sides], Reply]
    """What follows from the open sides."""
    shape: int = 0
    turns: int = 0
    is_turning: bool = False
    """With four buttons: up and down turn the card."""

    @property
    def open(self) -> Sides:
        """The open sides of the card as it lies now."""
        return turned(SHAPES[NAMES[self.shape]], self.turns)

    def view(self, table: Table) -> View:
        """Return the square with the start card as it lies now."""
        say = table.say
        items = tuple(
            Item(say(SHAPE_WORDS[name]), (name,), target=f"shape {index}") for index, name in enumerate(NAMES)
        )
        choices = Menu(items, self.shape, is_pictured=True)
        if self.is_turning:
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
            hints=(*self._turn_hints(table), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    @property
    def _can_turn(self) -> bool:
        return len(self._possible(self.shape)) > 1

    def _asks_turn(self, table: Table) -> bool:
        """Return whether the buttons turn the card in a step of their own, which comes next."""
        return table.layout == "four" and self._can_turn and not self.is_turning

    def _turn_hints(self, table: Table) -> tuple[Hint, ...]:
        if not self._can_turn or self._asks_turn(table):
            return ()
        return arrow_hints(table, TURN, field="rotate")

    def press(self, done: Input, table: Table) -> Reply:
        """Choose the shape, turn the card, or go on."""
        match done:
            case Press("ok"):
                return replace(self, is_turning=True) if self._asks_turn(table) else self.then(self.open)
            case Press("back"):
                return replace(self, is_turning=False) if self.is_turning else Back()
            case Press(button):
                turns = button in ("left", "right") or self.is_turning
                return self._turned(button) if turns else self._shaped(moved(self.shape, len(NAMES), button))
            case Touch("turn"):
                return self._turned("right")
            case Touch(target) if target.startswith("shape "):
                shape = int(target.removeprefix("shape "))
                return self.then(self.open) if shape == self.shape else self._shaped(shape)
        return self

    def _shaped(self, shape: int) -> StartWallsPage:
        return replace(self, shape=shape, turns=self._possible(shape)[0])

    def _turned(self, button: Button) -> StartWallsPage:
        possible = self._possible(self.shape)
        return replace(self, turns=possible[moved(possible.index(self.turns), len(possible), button)])

    def _possible(self, shape: int) -> tuple[int, ...]:
        """Return the turns by which the shape leads into the pyramid, each picture once."""
        inward = neighbours_of(self.start)[START]
        pictures = {turned(SHAPES[NAMES[shape]], turns): turns for turns in (3, 2, 1, 0)}
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


def set_up(players: tuple[str, ...], colours: tuple[Colour, ...]) -> Page:
    """Return the page that asks whether the start card lies within the square or beside it."""
    return LivePage(StartPlaceLines(players, colours))


class StartPlaceLines(msgspec.Struct, frozen=True):
    """Where the start card lies, or how all is set up: whoever opens the box knows neither square nor start card."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return ListPage(
            title=TITLE,
            prompt=words("Where does the start card lie?"),
            choices=(
                Choice(
                    words("In the outer row of the square"),
                    Push(StartCardPage(self.players, self.colours, "c6")),
                    ("start_inside",),
                    words("as printed: 35 cards and the start card"),
                ),
                Choice(
                    words("Beside the square"),
                    Push(StartCardPage(self.players, self.colours, "c6S")),
                    ("start_beside",),
                    words("36 cards, the start card touches one of them"),
                ),
                checklist_choice(SET_UP, TITLE, self.players, table, LivePage(self, cursor=0)),
                lesson_choice(LESSON, table, LivePage(self, cursor=2)),
            ),
            around=OnCover(self.colours),
        )


INSIDE = {cell: StartCard(at=cell) for cell in GRID if outward_sides(cell)}
"""Every place in the outer row, by the name of its cell."""
BESIDE = {cell + side: StartCard(beside=cell, side=side) for cell in GRID for side in outward_sides(cell)}
"""Every place beside the square, by the cell and the side that it touches."""


class StartCardPage(msgspec.Struct, frozen=True):
    """Asks for the place of the start card."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    cursor: str
    """A name in `INSIDE` or `BESIDE`."""

    def _places(self) -> dict[str, StartCard]:
        return INSIDE if self.cursor in INSIDE else BESIDE

    def view(self, table: Table) -> View:
        """Return the square with every place that the start card can take."""
        say = table.say
        return View(
            title=say(TITLE),
            prompt=say(words("Point to the start card, as it lies on the table.")),
            body=PyramidPlan(tuple(self._tiles()), cursor=self.cursor),
            hints=(*arrow_hints(table, WHERE), *hints(table, ok=CHOOSE, back=GO_BACK)),
        )

    def _tiles(self) -> list[Tile]:
        margin = 0 if self.cursor in INSIDE else 1
        shift = margin - 1
        tiles = []
        for cell in GRID:
            column, row = position(cell)
            is_start = cell == self.cursor
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
            tiles += [self._beside(name, card) for name, card in BESIDE.items()]
        return tiles

    def _beside(self, name: str, card: StartCard) -> Tile:
        column, row = card.place
        is_start = name == self.cursor
        return Tile(
            name, column, row, "start" if is_start else "beside", "NESW" if is_start else "", target=f"start {name}"
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Move the cursor round the square, choose the place, or go back."""
        places = self._places()
        match done:
            case Press("ok"):
                return self._chosen(self.cursor)
            case Press("back"):
                return Back()
            case Press(button):
                spots = {name: card.place for name, card in places.items()}
                return replace(self, cursor=next_place(places, spots, self.cursor, button))
            case Touch(target) if target.removeprefix("start ") in places:
                return self._chosen(target.removeprefix("start "))
        return self

    def _chosen(self, name: str) -> Reply:
        start = self._places()[name]
        tiles = (replace(tile, target="") for tile in replace(self, cursor=name)._tiles())
        return Push(StartWallsPage(start, tuple(tiles), StartLaid(self.players, self.colours, start)))


class StartLaid(msgspec.Struct, frozen=True):
    """What follows once it is known how the start card lies: the last page before the game."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    start: StartCard

    def __call__(self, open_sides: Sides) -> Reply:
        """Return what follows from the open sides of the start card."""
        header = Header(1, "or_du_pharaon", self.players, Setup(msgspec.structs.replace(self.start, open=open_sides)))
        return Push(
            StartPage(
                title=TITLE,
                prompt=words("{player} begins.", player=self.players[0]),
                header=header,
                colours=self.colours,
                options=OPTIONS,
                steps=SET_UP,
            )
        )
