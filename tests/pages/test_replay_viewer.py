"""A finished game watched again: every game, every step, and never before the end."""

import random

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game

from display.view import Body, MazePlan, Menu, PyramidPlan, Race, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.registry import GAMES
from firmware_py.games.session import begin, play, undo
from firmware_py.pages.correction import correction_page
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext
from firmware_py.pages.page import ListPage, Press, Push, press
from firmware_py.pages.registry import PAGES
from firmware_py.pages.result import ReplayPage
from firmware_py.pages.seats import shows_past
from firmware_py.words import speak

COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
every_game = pytest.mark.parametrize("game", GAMES, ids=GAMES)


def finished_table(game: str) -> PageContext:
    """The table after a whole random game."""
    session = begin(SAMPLERS[game].header(random.Random(5)))
    for _, action, _ in random_game(game, 5):
        session = play(session, action)
    assert session.is_over
    return PageContext(speak("en"), session=session, colours=COLOURS[: len(session.header.players)])


def viewer(table: PageContext) -> ReplayPage:
    """The page that the last page of the game leads to."""
    page = PAGES[table.playing.game.id].page(table, None, game_menu())
    while not isinstance(page, ListPage):  # news and announcements lie before the end
        (page,), _ = press((page,), Press("ok"), table)
    pushed = [choice.reply.page for choice in page.choices if isinstance(choice.reply, Push)]
    (watched,) = (page for page in pushed if isinstance(page, ReplayPage))
    return watched


def marked_colours(body: Body) -> set[str]:
    """The colours of those who are drawn as the active ones; the mummy has none."""
    match body:
        case Race(seats=seats):
            return {seat.colour for seat in seats if seat.active}
        case PyramidPlan(tiles=tiles):
            return {figure.colour for tile in tiles for figure in tile.figures if figure.active}
        case MazePlan(standings=standings, pieces=pieces):
            return {one.colour for one in (*standings, *pieces) if one.active and one.colour}
    raise AssertionError(body)


@every_game
def test_every_step_of_a_finished_game_is_shown_as_the_table_was_then(game):
    """`ok` goes on to the last action and stays there; each page shows the body of its own moment."""
    table = finished_table(game)
    page = viewer(table)
    for ply in range(table.playing.ply + 1):
        then = replace(table, session=replace(table.playing, steps=table.playing.steps[:ply]), is_watched=True)
        assert page.view(table).title == f"{ply} of {table.playing.ply}"
        assert page.view(table).body == page.picture(Menu(()), then)
        (page,), command = press((page,), Press("ok"), table)
        assert command is None
    assert page.ply == table.playing.ply


@every_game
def test_each_page_names_whoever_acted_and_marks_nobody_else(game):
    """The name at its head is the one that is marked in the picture, and the sentence does not say who is next."""
    table = finished_table(game)
    page = viewer(table)
    for ply, step in enumerate(table.playing.steps, start=1):
        view = replace(page, ply=ply).view(table)
        assert view.actor is not None
        assert marked_colours(view.body) <= {view.actor.colour}
        next_words = [table.say(event.words()) for event in step.events if event.announces_turn]
        if len(step.events) > len(next_words):
            assert not any(sentence in view.prompt for sentence in next_words)


@every_game
def test_one_can_go_back_a_step_and_round_the_ends(game):
    """`up` is one step back; from the beginning it leads to the end."""
    table = finished_table(game)
    page = viewer(table)
    (page,), _ = press((page,), Press("up"), table)
    assert page.ply == table.playing.ply
    (page,), _ = press((page,), Press("up"), table)
    assert page.ply == table.playing.ply - 1


@every_game
def test_no_page_offers_the_hidden_game_before_its_end(game):
    """While anything is secret, neither the game's page nor its menu leads there."""
    table = finished_table(game)
    for ply in range(table.playing.ply):
        then = replace(table, session=replace(table.playing, steps=table.playing.steps[:ply]))
        page = PAGES[game].page(then, None, game_menu())
        for shown in (page, game_menu()):
            assert "<history>" not in as_text(shown.view(then))


def test_holding_back_while_watching_takes_nothing_back(tmp_path):
    """Who holds it wants to see an earlier step; the finished game stays finished, and nothing else is offered."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.app.load(finished_table("maudite_momie").playing, device.now_s)
        while "Watch it again" not in as_text(device.app.view):
            device.press("ok")
        for button in ("up", "up", "ok"):
            device.press(button)
        assert isinstance(device.app.stack[-1], ReplayPage)
        assert "undo" not in as_text(device.app.view)
        device.hold("back", 1.5)
        assert device.app.table.playing.is_over


@every_game
def test_the_footer_names_both_ways(game):
    """Back a step, on a step, and out of it."""
    table = finished_table(game)
    shown_text = [(hint.button, hint.label) for hint in viewer(table).view(table).hints if not hint.held]
    assert shown_text == [("up", "previous"), ("down", "next"), ("ok", "next"), ("back", "back")]


def test_a_phone_looks_back_only_on_a_game_that_is_over() -> None:
    """Its end is watched again by everybody for themselves; what is corrected, or under way, is the device's."""
    over = finished_table("maudite_momie")
    running = replace(over, session=undo(over.playing))
    watched, corrected = viewer(over), correction_page(running, 1)
    assert corrected.is_of_the_past
    assert not shows_past((game_menu(),), over)
    assert not shows_past((game_menu(), watched), over)
    assert shows_past((game_menu(), watched), running)
    assert shows_past((game_menu(), corrected), running)
    assert shows_past((game_menu(), watched, corrected), over)
