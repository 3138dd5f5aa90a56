"""What lies behind a page: the world of its game, from the moment it is chosen."""

import pytest

from firmware_py.games.registry import BOXES
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.page import Press, Stack, press
from firmware_py.pages.players import players_page
from firmware_py.pages.registry import PAGES, WORLDS, world_behind
from firmware_py.words import speak


@pytest.mark.parametrize("game", PAGES)
def test_a_game_has_its_world_before_it_begins(game: str) -> None:
    """From the table to the last page, and while a name is written, which takes the place of the table."""
    table = PageContext(speak("en"))
    stack: Stack = (home(), players_page(BOXES[game]))
    assert world_behind(None, stack[:1]) == "home"
    assert world_behind(None, stack) == WORLDS[game]
    written, _ = press(press(stack, Press("down"), table)[0], Press("ok"), table)
    assert isinstance(written[-1], KeyboardPage)
    assert world_behind(None, written) == WORLDS[game]
    after, _ = press(stack, Press("ok"), table)
    assert len(after) == 3
    assert world_behind(None, after) == WORLDS[game]
