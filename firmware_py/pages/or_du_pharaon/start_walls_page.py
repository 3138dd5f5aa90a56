"""The page that asks how the start card lies: which of its sides have no wall. It is never rotated later (G11)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import msgspec
from msgspec.structs import replace

from display.view import NO_CHOICES, Button, Hint, Item, Menu, PyramidPlan, Tile, View
from firmware_py.games.or_du_pharaon.cells import START, Sides, turned
from firmware_py.games.or_du_pharaon.setup import StartCard, neighbours_of
from firmware_py.pages.hints import CHOOSE, GO_BACK, TURN, arrow_hints, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.or_du_pharaon.card_page import SHAPE_WORDS, SHAPES, CardShape
from firmware_py.pages.or_du_pharaon.pictures import TITLE
from firmware_py.pages.stack import Back, Input, Press, Reply, Touch
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
