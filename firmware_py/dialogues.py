"""The dialogue of every game: how presses become actions, and states become pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from display.view import Colour
from firmware_py.games.malediction import dialogue as malediction
from firmware_py.games.maudite_momie import dialogue as maudite_momie
from firmware_py.games.or_du_pharaon import dialogue as or_du_pharaon
from firmware_py.rules import Event, Rule
from firmware_py.screens import Choice, Screen, Sound, Table
from firmware_py.start_page import Option
from firmware_py.words import Words


class Dialogue(Protocol):
    """What the menus and the loop ask of a game; a module of functions satisfies it."""

    def set_up(self, players: tuple[str, ...], colours: tuple[Colour, ...], /) -> Screen:
        """Return the first page after the players are known; its last one answers with `Begin`."""

    def page(self, table: Table, draft: str | None, menu: Screen, /) -> Screen:
        """Return the page for the state now; `menu` opens on `back`, `draft` is what `draft_of` gave before."""

    def draft_of(self, screen: Screen, /) -> str | None:
        """Return what a page holds that is not an action yet, or None."""

    def summary(self, state: Any, /) -> Words:
        """Return how a game stands, in one line."""

    def forbidden(self, state: Any, /) -> tuple[Rule, ...]:
        """Return the clauses that forbid what a player might want to do now, each once."""

    def sound(self, event: Event, /) -> Sound | None:
        """Return what an announcement sounds like, or None for a silent one."""


DIALOGUES: dict[str, Dialogue] = {
    "maudite_momie": maudite_momie,
    "or_du_pharaon": or_du_pharaon,
    "malediction": malediction,
}
"""Every game's dialogue by the game's id."""

MENU_CHOICES: dict[str, Callable[[Table], tuple[Choice, ...]]] = {"or_du_pharaon": or_du_pharaon.menu_choices}
"""What a game adds to the menu inside it."""

COLOURED = frozenset({"maudite_momie", "or_du_pharaon"})
"""The games in which everybody takes a colour; in the others the pieces that they are given have theirs."""

HOUSE_RULES: dict[str, tuple[Option, ...]] = {
    "maudite_momie": maudite_momie.OPTIONS,
    "or_du_pharaon": or_du_pharaon.OPTIONS,
    "malediction": malediction.OPTIONS,
}
"""Where a table may play otherwise than printed, by the game's id."""
