"""The list of saved games shows which are finished; the home page shows which game goes on."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game

from display.draw import layout
from display.draw.marks import Label
from display.view import COLOURS, NO_CHOICES, Hint, Menu, View
from firmware_py.games.maudite_momie.state import Header
from firmware_py.games.registry import GAMES
from firmware_py.games.registry import TABLE as EVERYBODY
from firmware_py.games.session import begin
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext, Resume, SavedGame
from firmware_py.pages.page import Choice, ListPage, Press, Push, Stack, press, reading_page
from firmware_py.pages.registry import PAGES
from firmware_py.pages.saved_games import resumed_line
from firmware_py.storage.changes import NEVER, StoredGame
from firmware_py.words import plain, speak, words

OVER = SavedGame(
    1, GAMES["maudite_momie"].title, ("Ada", "Bo"), plain("Ada, Bo"), plain("2026-01-01 18:00"), is_finished=True
)
WAITING = replace(OVER, game_id=2, title=GAMES["malediction"].title, is_finished=False)
TABLE = PageContext(speak("en"), saved_games=lambda: (OVER, WAITING), saved_count=2)


def menu(view: View) -> Menu:
    assert isinstance(view.body, Menu)
    return view.body


def chosen(stack: Stack, label: str) -> Stack:
    """The stack after choosing the line that begins so."""
    labels = [item.label for item in menu(stack[-1].view(TABLE)).items]
    line = next(number for number, each in enumerate(labels) if each.startswith(label))
    while menu(stack[-1].view(TABLE)).cursor != line:
        stack, _ = press(stack, Press("down"), TABLE)
    return press(stack, Press("ok"), TABLE)[0]


def test_a_game_that_is_over_has_another_sign_and_says_so() -> None:
    """By picture and by word; one that waits has neither."""
    over, waiting, *_ = menu(chosen((home(),), "Saved games")[-1].view(TABLE)).items
    assert (over.icons, over.label) == (("trophy",), "Loot N Run: finished")
    assert (waiting.icons, waiting.label) == (("kept",), "Pyramid")


@pytest.mark.parametrize("size", [(320, 240), (480, 320), (800, 480)])
@pytest.mark.parametrize("names", [("Ada", "Bo"), ("Wilhelmine W", "Bartholomäus", "Chloé", "Maximilienne", "Zoé")])
def test_saved_games_of_one_name_differ_by_their_day(size: tuple[int, int], names: tuple[str, ...]) -> None:
    """However many played: the day stands there, and the names where there is room for all of them."""
    players = words("{players}, 47 actions", players=names)
    games = tuple(replace(OVER, game_id=day, when=plain(f"2026-01-0{day}"), summary=players) for day in (1, 2))
    table = replace(TABLE, saved_games=lambda: games)
    shown = [mark.text for mark in layout(saved_page(table), *size) if isinstance(mark, Label)]
    for day in (1, 2):
        assert any(text.startswith(f"2026-01-0{day}") for text in shown)


def saved_page(table: PageContext) -> View:
    """The list of saved games as this table reads it."""
    return chosen((home(),), "Saved games")[-1].view(table)


def test_a_game_that_is_over_is_watched_and_one_that_waits_is_opened() -> None:
    """The first line says which, and `ok` does it."""
    for label, first, number in (("Loot", "Watch it again", 1), ("Pyramid", "Open the game", 2)):
        page = chosen(chosen((home(),), "Saved games"), label)
        assert menu(page[-1].view(TABLE)).items[0].label == first
        assert press(page, Press("ok"), TABLE)[1] == Resume(number)


def test_the_first_page_names_the_game_that_goes_on() -> None:
    """Once it is put aside, the same line would otherwise mean another."""
    for game in (OVER, WAITING):
        line = menu(home().view(replace(TABLE, unfinished=game))).items[0]
        assert line.label == "Go on"
        assert line.detail.startswith(TABLE.say(game.title))


@pytest.mark.parametrize("game", [game for game in GAMES if game in PAGES])
def test_a_game_that_goes_on_is_pictured_as_everybody_may_see_it(game: str) -> None:
    """Of what the table must not know, nothing changes the picture."""
    picture = PAGES[game].picture
    assert picture is not None
    header, seen = SAMPLERS[game].header(random.Random(3)), set()
    colours = COLOURS[: len(header.players)]
    for before, _, _ in islice(random_game(game, 3), 60):
        known = GAMES[game].rules.seen_by(before, EVERYBODY)
        session, hidden = (replace(begin(header), start=state) for state in (before, known))
        shown = picture(NO_CHOICES, replace(TABLE, session=session, colours=colours))
        assert shown == picture(NO_CHOICES, replace(TABLE, session=hidden, colours=colours))
        seen.add(shown)
    assert len(seen) > 1


def test_footers_name_only_what_buttons_do() -> None:
    """Nothing lies behind the first page; of a page that is only read `ok` leads back, and of an empty one nowhere."""
    lines = (words("Everything is allowed now."),)
    read, empty = reading_page(plain(""), plain(""), lines), reading_page(plain(""), plain(""), ())
    mixed = replace(read, choices=(*read.choices, Choice(plain("Copy"), Push(empty))), start=1)
    expected: dict[ListPage, tuple[Hint, ...]] = {
        read: (Hint("ok", "back"), Hint("back", "back")),
        empty: (Hint("back", "back"),),
        mixed: (Hint("ok", "choose"), Hint("back", "back")),
    }
    for page, shown in expected.items():
        assert page.view(TABLE).hints == shown
    assert home().view(TABLE).hints == (Hint("ok", "choose"),)


def test_how_a_game_stands_is_told_in_full_up_to_160_letters() -> None:
    """On two or three lines; what is longer is told in short."""
    say, lengths = speak("en"), set()
    for letters in range(66, 90):
        names = tuple("ABCDEF"[at] * ((letters + at) // 6) for at in range(6))
        session = begin(Header(1, "maudite_momie", names))
        pages, table = PAGES["maudite_momie"], PageContext(say, session=session, colours=COLOURS)
        whole = " · ".join(say(line.label) for line in pages.standing(table))
        stored = StoredGame(1, "", (), (), (), (), 0, None, False, 0, None, NEVER, NEVER)
        line = resumed_line(stored, session, None)
        assert say(line.story[0]) == (whole if len(whole) <= 160 else say(pages.summary(session.state)))
        lengths.add(len(whole))
    assert {160, 161} <= lengths


@pytest.mark.parametrize(
    ("goes_on", "count", "is_offered"), [(False, 0, False), (False, 1, True), (True, 1, False), (True, 2, True)]
)
def test_saved_games_are_offered_where_there_is_one_besides_the_game_that_goes_on(
    goes_on: bool, count: int, is_offered: bool
) -> None:
    """A list with nothing to choose leads nobody anywhere."""
    table = PageContext(speak("en"), unfinished=WAITING if goes_on else None, saved_count=count)
    labels = [item.label for item in home().arrange(table).items()]
    assert any(label.startswith("Saved games") for label in labels) == is_offered
