"""The pages of every game: how presses become actions, and states become pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from display.view import Colour
from firmware_py.games.rules import Event, Rule
from firmware_py.pages.lists import Choice
from firmware_py.pages.sounds import Sound
from firmware_py.pages.stack import Page
from firmware_py.pages.start_page import Option
from firmware_py.pages.table import Table
from firmware_py.words import Words


class Dialogue(Protocol):
    """What every game answers; a module of functions satisfies it."""

    def set_up(self, players: tuple[str, ...], colours: tuple[Colour, ...], /) -> Page:
        """Return the first page after the players are known; its last one answers with `Begin`."""

    def page(self, table: Table, draft: str | None, menu: Page, /) -> Page:
        """Return the page for the state now; `menu` opens on `back`, `draft` is what `draft_of` returned before."""

    def draft_of(self, page: Page, /) -> str | None:
        """Return what a page holds that is not an action yet, or None."""

    def summary(self, state: Any, /) -> Words:
        """Return how a game stands, in one line."""

    def forbidden(self, state: Any, /) -> tuple[Rule, ...]:
        """Return the clauses that forbid what a player might want to do now, each once."""

    def sound(self, event: Event, /) -> Sound | None:
        """Return what an announcement sounds like, or None for a silent one."""


class MenuChoices(Protocol):
    """What a game adds to the menu inside it."""

    def __call__(self, table: Table, /) -> tuple[Choice, ...]:
        """Return the lines to add."""


def no_choices(table: Table, /) -> tuple[Choice, ...]:  # noqa: ARG001 - as every game's choices are called
    """Return no line."""
    return ()


@dataclass(frozen=True)
class GamePages:
    """The pages of one game, and what the device must know to show them."""

    dialogue: Dialogue
    house_rules: tuple[Option, ...] = ()
    """Where a table may play otherwise than printed."""
    menu_choices: MenuChoices = no_choices
    players_choose_colours: bool = True
    """False where the colours belong to the pieces that the players are given."""


PAGES: dict[str, GamePages] = {}
"""The pages of every game by the game's id."""


def register(game_id: str, pages: GamePages) -> None:
    """Add the pages of a game to `PAGES`; pages of the same game are replaced."""
    PAGES[game_id] = pages


def dialogue_of(game_id: str) -> Dialogue:
    """Return the dialogue of a registered game."""
    return PAGES[game_id].dialogue
