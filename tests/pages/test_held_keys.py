"""A key that is held a little too long: it moves a cursor, and enters nothing that nobody meant."""

from itertools import groupby
from operator import itemgetter

import pytest
from sampling import many
from shown_pages import starts, walked

from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.page import Press, press

REPEATS = 6
"""More than a key makes that is held for a second."""


def entered(stack, table):
    """What would be stored of a game's page: everything that is entered there and is no action yet."""
    return draft_of(stack, table.session.game.id) if table.session else None


def held_too_long(stack, table, key, judged):
    """What is wrong about a key that is held on a page; nothing if it only moves a cursor after its press.

    Pages are values: what was `judged` for as many repeats with the same table would be the same again.
    """
    stack, command = press(stack, Press(key), table)
    if command is not None:
        return None
    for left in range(REPEATS, 0, -1):
        if judged.get((key, stack), 0) >= left:
            return None
        judged[key, stack] = left
        after, command = press(stack, Press(key, is_repeated=True), table)
        if command is not None:
            return "asks for something again"
        if [page.identity for page in after] != [page.identity for page in stack]:
            return "goes on to another page"
        if entered(after, table) != entered(stack, table):
            return "enters something again"
        stack = after
    return None


@pytest.mark.parametrize("controls", ["six", "four"])
def test_no_key_that_is_advance_hold_any_page_enters_anything_twice(controls):
    """Searched on every kind of page that presses at random find: what follows its first press is a cursor."""
    found = set()
    for start in starts("en", controls):
        for table, shown in groupby(walked(start, share=many(8, whole=1)), itemgetter(1)):
            judged = {}
            for stack in dict.fromkeys(stack for stack, *_ in shown):
                for key in ("up", "down", "left", "right"):
                    if wrong := held_too_long(stack, table, key, judged):
                        found.add((type(stack[-1]).__name__, key, wrong))
    assert found == set()
