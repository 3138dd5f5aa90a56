"""What lies behind a page: the world of the game that is under way, or of the one that is being set up."""

from __future__ import annotations

from display.view import World
from firmware_py.games.session import Session
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.players import PlayersPage
from firmware_py.pages.registry import WORLDS
from firmware_py.pages.stack import Stack


def world_behind(session: Session | None, stack: Stack) -> World:
    """Return the world of the game; "home" if none has been chosen."""
    if session:
        return WORLDS.get(session.game.id, "home")
    asked = (page.on_back if isinstance(page, KeyboardPage) else page for page in stack)
    return next((WORLDS[page.box.id] for page in asked if isinstance(page, PlayersPage)), "home")
