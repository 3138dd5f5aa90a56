"""From wherever restless players come, the pages lead to an end; each is left, and help to where it was asked."""

import random
from itertools import product

import pytest
from box_table import MUMMY_BOX, begin_with
from malediction_device import hold, press, switched_on
from malediction_device import play as play_on
from msgspec.structs import replace
from page_walks import Walk
from random_play import SAMPLERS, whole_game
from sampling import IS_WHOLE, many
from seeking_an_end import reaches_an_end
from shown_pages import found_pages

from display.view import COLOURS
from firmware_py.games.malediction.legality import why_not_end
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.games.seats import BoxSeat
from firmware_py.games.session import begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.help import HelpPage, help_page
from firmware_py.pages.interface import Begin, PageContext
from firmware_py.pages.malediction.curtain import Curtain, page_behind
from firmware_py.pages.page import GO_BACK, LongPress, Press
from firmware_py.pages.page import press as answer
from firmware_py.pages.registry import PAGES, explained_on
from firmware_py.words import speak

WALLED_IN = (("or_du_pharaon", 8), ("or_du_pharaon", 24))
"""Games in which all figures were once walled in."""


@pytest.mark.parametrize(("game", "seed"), [*WALLED_IN, *product(SAMPLERS, range(many(1, whole=3)))])
def test_from_any_page_of_a_restless_game_an_end_is_in_reach(game, seed):
    """Whatever was entered before: wrong cards, wrong dice, odd paths; nothing is taken back or corrected.

    A page may send restless players to a correction, and takes no wrong entry then; there the walk ends.
    """
    chance = random.Random(seed)
    walk = Walk(begin(SAMPLERS[game].header(chance)))
    for _ in range(chance.randint(0, 60)):
        if walk.session.is_over or not walk.play_at_random(chance, 200):
            break
    assert reaches_an_end(walk.session, chance)


# --- pages that are left ---------------------------------------------------------------------------------------------

MOST_LINES = 12
"""More topics than any page has."""


def chases(*, box):
    """Yield what lies there, and what it looks at, after each action of the beginning of a chase."""
    whole = whole_game("malediction", 1)
    header = whole.header
    seats = {header.setup.mummy: BoxSeat("mummy", 5, 1)} if box else {}
    session = begin(replace(header, box=seats))
    for step in whole.steps[:30]:
        for covered in (False, True):
            table = PageContext(say=speak("en"), session=session, colours=COLOURS, covered=covered)
            page = PAGES["malediction"].page(table, None, game_menu())
            yield (page,), table
            if isinstance(page, Curtain):
                yield (page.behind,), table
        session = play(session, step.action)


def with_help(stack, table):
    """Yield what help may lie on these pages, on whatever was refused there, and the help of that help."""
    explained = explained_on(stack[-1], table)
    state = table.session.state if table.session else None
    refused = [None]
    if getattr(state, "phase", "") == "move":
        refused += [why for cell in state.maze.cells if (why := why_not_end(state, state.face, cell))][:3]
    for why in refused:
        first = help_page(stack[-1], table, explained, why)
        if first is None:
            continue
        yield (*stack, first)
        cells = (first, *(answer((first,), Press(key), table)[0][0] for key in ("up", "down", "right")))
        for cell in cells:
            if second := help_page(cell, table, explained):
                yield (*stack, cell, second)


def without_cover(stack):
    """What lies there, whether or not a curtain hides it."""
    return tuple(map(page_behind, stack))


def left_by_ok(stack, table):
    """What lies there once `ok` has been pressed as often as a page of help may have topics."""
    after = stack
    for _ in range(MOST_LINES):
        if len(after) < len(stack):
            break
        after, _ = answer(after, Press("ok"), table)
    return after


def check_help(stack, table):
    """Check that all help on these pages is left by `ok`, and by `back`, to where it was asked."""
    for helped in with_help(stack, table):
        *below, _ = helped
        wanted = without_cover(below)
        assert without_cover(left_by_ok(helped, table)) == wanted, helped[-1]
        after, _ = answer(helped, Press("back"), table)
        if isinstance(after[-1], Curtain) and after[-1] != below[-1]:
            assert after[-1].audience(table) == "table"
            opened, _ = answer(after, LongPress("ok"), table)
            after = left_by_ok(opened, table)
        assert without_cover(after) == wanted, helped[-1]


@pytest.mark.parametrize("box", [False, True])
def test_help_in_a_chase_is_left_to_where_it_was_asked(box):
    """Whoever plays the mummy: by `ok`, by `back`, and through the curtain that was closed on it."""
    for stack, table in chases(box=box):
        check_help(stack, table)


@pytest.mark.parametrize("controls", ["six", "four"] if IS_WHOLE else ["six"])
def test_help_on_any_page_is_left_to_where_it_was_asked(controls):
    """By `ok` and by `back`."""
    for stack, table in found_pages(controls).values():
        check_help(stack, table)


@pytest.mark.parametrize("controls", ["six", "four"] if IS_WHOLE else ["six"])
def test_what_a_foot_names_back_lays_nothing_on_its_page(controls):
    """Neither by `back` nor by `ok` does the way back lead to a menu from which it leads here again."""
    back = speak("en")(GO_BACK)
    for stack, table in (*found_pages(controls).values(), *chases(box=True), *chases(box=False)):
        for lying in (stack, *with_help(stack, table)):
            table = replace(table, say=speak("en"))
            named = {hint.button for hint in lying[-1].view(table).hints if hint.label == back and not hint.held}
            for button in named if len(lying) > 1 else ():
                after, command = answer(lying, Press(button), table)
                assert command is not None or (len(after) <= len(lying) and after != lying), lying[-1]


def test_help_on_a_cell_that_is_refused_leads_back_to_the_map(tmp_path):
    """In a game in which the box plays the mummy: help, a cell out of reach, help on it, and out."""
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(MUMMY_BOX, ("red", "blue", "white")))
        press(device, "ok")
        play_on(device, Roll("Ada", faces=("1",) * 5))
        play_on(device, Choose("Ada", "1"))
        asked = device.app.stack
        hold(device, "up")
        press(device, "up")
        hold(device, "up")
        assert isinstance(device.app.stack[-1], HelpPage)
        press(device, "ok", "back")
        assert device.app.stack == asked
