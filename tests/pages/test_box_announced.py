"""What everybody hears of the box's turns: all of it, and nothing twice."""

import random

from box_table import HUNTER_BOX
from msgspec.structs import replace
from random_play import RandomTable

from display.view import COLOURS
from firmware_py.games.session import begin, play
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.curtain import Announced
from firmware_py.pages.page import NoMenu
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak


def test_what_a_hunter_of_the_box_has_done_is_announced_once():
    """The most important thing stands large; below it stands what else is public, and the voice says both."""
    people, session, found = RandomTable("malediction", random.Random(4)), begin(HUNTER_BOX), 0
    table = PageContext(speak("en"), colours=COLOURS[:3])
    for _ in range(80):
        if session.is_over:
            break
        session = play(session, people.next_action(session.state))
        page = PAGES["malediction"].page(replace(table, session=session), None, NoMenu())
        if isinstance(page, Announced) and len(page.heard) > 1:
            found += 1
            assert page.headline not in page.lines
            assert len({*page.lines}) == len(page.lines)
            assert len({*page.heard}) == len(page.heard)
            assert len(page.heard) == 1 + len(page.lines)
    assert found
