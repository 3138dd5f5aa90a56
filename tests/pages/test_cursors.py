"""A remembered cursor stands on something that is shown, whatever was shown when it was turned there."""

import random
from itertools import islice

import pytest
from box_games import HEADERS
from box_table import People, begin_box_game
from kept_layouts import layout
from malediction_device import switched_on
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from sampling import every, many
from shown_pages import equipped_starts, found_pages, starts, walked

from display.draw.marks import TouchArea
from display.view import COLOURS, NO_CHOICES, Menu, View
from firmware_py.config.settings import Settings, house_rule_key
from firmware_py.games.or_du_pharaon.state import EndTurn
from firmware_py.games.session import begin, play
from firmware_py.pages.box_seat import ThinkingPage
from firmware_py.pages.help import help_page
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext, Redo
from firmware_py.pages.malediction.curtain import Secret, page_behind
from firmware_py.pages.malediction.dice_page import DicePage
from firmware_py.pages.offers import UNTOUCHED, Lines
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from firmware_py.pages.page import Back, Choice, ListPage, LongPress, NoMenu, Press, press
from firmware_py.pages.registry import PAGES, explained_on
from firmware_py.words import NOTHING, plain, speak

CONTROLS = ("six", "four", "encoder", "touch")
BUTTONS = ("up", "down", "left", "right", "ok", "back")
TURNS = tuple(map(Press, BUTTONS[:4]))
INPUTS = (*map(Press, BUTTONS), *TURNS, *map(LongPress, ("ok", "ok", "ok", "back", "up")))


def tables_meanwhile(table):
    """What a page may find when it comes to light again, or while it is shown: other controls, other devices."""
    settings = (replace(table.settings, controls=controls) for controls in CONTROLS)
    return (
        table,
        *(replace(table, settings=chosen) for chosen in settings),
        replace(table, has_stick=not table.has_stick, has_voice=not table.has_voice, board=None, wiring=None),
        replace(table, saved_games=tuple, saved_count=0, has_set_aside=False, trial=None, maps=()),
    )


def looked_at(stack, table):
    """What a page shows, after all else was asked of it that the device asks; its cursor is on an item."""
    page = stack[-1]
    help_page(page, table, explained_on(page, table))
    view = page.view(table)
    menu = view.body if isinstance(view.body, Menu) else getattr(view.body, "choices", None)
    if isinstance(menu, Menu) and menu.items:
        assert -1 <= menu.cursor < len(menu.items), page
        laid = page.arrange(table)
        if laid.cursor is not None and menu.items == laid.items():
            assert menu.cursor == laid.cursor, "what is drawn under the cursor is what ok chooses"
    return view


@pytest.mark.parametrize("controls", CONTROLS)
def test_every_page_answers_wherever_its_cursor_was_left(controls):
    """Also after the controls were changed, a board was unplugged, or a saved game was thrown away meanwhile."""
    chance = random.Random(5)
    for start in (*starts("en", controls), *equipped_starts("en", controls)):
        for stack, table, _ in walked(start, seed=11, going_back=2.0, share=many(8, whole=1)):
            now = chance.choice(tables_meanwhile(table))
            looked_at(stack, now)
            after, _ = press(stack, chance.choice(INPUTS), now)
            looked_at(after, now)


def game_pages(game, seed, controls, *, every_die=False):
    """The page of a game that was played at random for a while, and the table."""
    house = ((house_rule_key("malediction", "every_die"), "true"),) if every_die else ()
    chance, settings = random.Random(seed), Settings(controls=controls, house_rules=house)
    header = SAMPLERS[game].header(chance)
    session = begin(header)
    for _, action, _ in islice(random_game(game, seed), chance.randrange(40)):
        session = play(session, action)
    colours = COLOURS[: len(header.players)]
    table = PageContext(say=speak("en"), session=session, colours=colours, settings=settings)
    page = PAGES[game].page(table, None, NoMenu())
    return (page_behind(page) if isinstance(page, Secret) else page,), table


@pytest.mark.parametrize("controls", CONTROLS)
@pytest.mark.parametrize("game", SAMPLERS)
def test_no_press_on_a_page_of_a_game_leaves_its_cursor_on_nothing(game, controls):
    """Whatever is entered, turned, taken back and entered again on it; what asks for a command is asked again."""
    for seed in every(12, range(60)):
        first, table = game_pages(game, seed, controls)
        chance, stack = random.Random(seed), first
        for _ in range(60):
            looked_at(stack, table)
            stack, command = press(stack, chance.choice(INPUTS), table)
            stack = first if command is not None else stack


@pytest.mark.parametrize("controls", CONTROLS)
def test_a_number_of_dice_is_asked_from_its_first_one_on(controls):
    """However far a cursor was turned or a key had led when another number was asked: one push books no roll then."""
    asked = 0
    for seed in every(9, range(60)):
        (page,), table = game_pages("malediction", seed, controls, every_die=True)
        chance = random.Random(seed)
        if not isinstance(page, DicePage):
            continue
        for _ in range(200):
            reply = page.press(chance.choice(INPUTS), table)
            if not isinstance(reply, DicePage):
                continue
            if (reply.counted, reply.faces) != (page.counted, page.faces):
                fresh = replace(reply, pending=UNTOUCHED)
                assert reply.view(table) == fresh.view(table)
                asked += 1
            page = reply
    assert asked > 5


def test_the_knob_goes_back_from_the_last_die_to_a_number_that_is_shown():
    """Three mummies and a 1 are entered, and of the last die the arrow is turned to: one back, and a push."""
    (page, *_), table = next(
        (stack, table)
        for stack, table in (game_pages("malediction", seed, "encoder", every_die=True) for seed in range(99))
        if isinstance(stack[0], DicePage) and not table.playing.state.locked
    )
    for done in (*(Press("down"),) * 3, Press("ok"), Press("down"), Press("ok")):
        page = page.press(done, table)
    while page.view(table).body.dice[page.view(table).body.die].icons != ("die_arrow",):
        page = page.press(Press("down"), table)
    page = page.press(LongPress("ok"), table)
    assert page.view(table).body.dice[page.view(table).body.die].label == "0"
    assert isinstance(page.press(Press("ok"), table), DicePage)


def test_a_list_that_has_become_shorter_has_its_cursor_on_the_last_line():
    """So a list need not know what was thrown away while it was covered."""
    lines = tuple(Choice(plain(name), Back()) for name in "abc")
    page = ListPage(NOTHING, NOTHING, lines[:2], start=2)
    table = PageContext(say=speak("en"))
    assert page.view(table).body.cursor == 1
    assert page.press(Press("up"), table).at == 0


def test_a_line_that_comes_or_goes_leaves_the_cursor_on_its_own():
    """A stick is plugged in while somebody is about to push: what they see under the cursor is what they get."""
    table = PageContext(say=speak("en"))
    page = home()

    def under_the_cursor(now):
        body = page.view(now).body
        return body.items[body.cursor].label

    while under_the_cursor(table) != "Settings":
        page = page.press(Press("down"), table)
    with_stick = replace(table, has_stick=True)
    assert len(page.view(with_stick).body.items) > len(page.view(table).body.items)
    assert under_the_cursor(with_stick) == "Settings"
    assert page.press(Press("ok"), with_stick) == page.press(Press("ok"), table)
    page = page.press(Press("up"), with_stick)
    assert under_the_cursor(with_stick) == "Saved games"
    assert under_the_cursor(table) == "Settings"  # where the line was that is gone


def test_where_the_box_was_undone_the_cursor_is_on_what_ok_chooses():
    """At first what it did is done again; one line on it decides again."""
    session = begin(HEADERS["or_du_pharaon"])
    table = PageContext(speak("en"), session=session, colours=COLOURS[: len(session.header.players)])
    undone = replace(table, session=replace(session, undone=(EndTurn("Ada"),)))
    page = ThinkingPage("Ada", NoMenu(), lambda _: View("", "", NO_CHOICES))
    assert page.view(undone).body.choices.cursor == 0
    assert page.press(Press("ok"), undone) == Redo()
    below = page.press(Press("down"), undone)
    assert below.view(undone).body.choices.cursor == 1
    assert below.press(Press("ok"), undone).thinks(undone)


def test_across_a_direction_leads_along_a_row_of_pictures(tmp_path):
    """Unless left and right turn what is chosen; from the end of a row to its beginning."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "pharaon")
        people = People(device)
        while not isinstance(device.app.stack[-1], TurnedPage):
            people.step()
        asked = {"TurnedPage": (device.app.stack, device.app.table)}
    found = {type(stack[-1]).__name__: (stack, table) for stack, table in found_pages("six").values()}
    tried = set()
    for kind, (stack, table) in (found | asked).items():
        view = stack[-1].view(table)
        choices = view.body if isinstance(view.body, Menu) else getattr(view.body, "choices", NO_CHOICES)
        if not choices.is_pictured or not isinstance(lines := stack[-1].offers(table), Lines) or lines.sideways:
            continue
        tried.add(kind)
        marks = layout(view, 320, 240)
        places = {mark.target: mark.box for mark in marks if isinstance(mark, TouchArea) and mark.target}
        for _ in choices.items:
            stack = press(stack, Press("down"), table)[0]
            here = places[stack[-1].arrange(table).chosen.offers[0].name]
            row = sorted(place.x for place in places.values() if place.y == here.y)
            for button, sign in (("right", 1), ("left", -1)):
                after = press(stack, Press(button), table)[0][-1]
                there = places[after.arrange(table).chosen.offers[0].name]
                assert there.y == here.y, (kind, after)
                assert there.x == row[(row.index(here.x) + sign) % len(row)], (kind, after)
    assert tried >= {"TurnedPage", "PhotoPage"}
