"""What lies behind a page: the world of the game under way or being set up; and the posters of great moments."""

from __future__ import annotations

from display.view import Moment, MomentKind, World
from firmware_py.games.session import Session
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.players import PlayersPage
from firmware_py.pages.registry import WORLDS
from firmware_py.pages.stack import Stack
from firmware_py.pages.table import Table
from firmware_py.words import Words, words


def world_behind(session: Session | None, stack: Stack) -> World:
    """Return the world of the game; "home" if none has been chosen."""
    if session:
        return WORLDS.get(session.game.id, "home")
    asked = (page.on_back if isinstance(page, KeyboardPage) else page for page in stack)
    return next((WORLDS[page.box.id] for page in asked if isinstance(page, PlayersPage)), "home")


TITLES: dict[MomentKind, Words] = {
    "caught": words("Caught!"),
    "mummy": words("The mummy!"),
    "curse": words("A curse!"),
    "bust": words("The bust!"),
    "collapse": words("Collapse!"),
    "wave": words("Cards fall!"),
    "fall": words("The chamber!"),
    "mission": words("Missions done!"),
    "win": words("Victory!"),
}
"""One or two words, which are read across the table; the page after the poster says the rest."""


def poster(kind: MomentKind, player: str, table: Table) -> Moment:
    """Return a moment that happened to a player; to nobody in particular if the name is empty."""
    return Moment(kind, table.say(TITLES[kind]), table.actor(player) if player else None)
