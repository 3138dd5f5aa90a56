"""The end of a game shows the winner first, then how the points came, then the curve of the game."""

import random

import pytest
from box_games import left_early
from loot_table import game as loot
from msgspec.structs import replace
from random_play import SAMPLERS, random_game

from display.view import COLOURS, NO_CHOICES, Ranking, ScoreHistory
from firmware_py.games.maudite_momie.state import Header
from firmware_py.games.or_du_pharaon.state import Team
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext, ShareEnding
from firmware_py.pages.maudite_momie.pictures import places
from firmware_py.pages.offers import every
from firmware_py.pages.or_du_pharaon.pictures import history
from firmware_py.pages.page import Later, ListPage, Page, Press, Push, Stack, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak

SEEDS = (2, 5, 8)
"""The first has two players in La malédiction."""


def finished(game: str, seed: int) -> PageContext:
    """The table after a random game."""
    header = SAMPLERS[game].header(random.Random(seed))
    session = begin(header)
    for _, action, _ in random_game(game, seed):
        session = play(session, action)
    return PageContext(speak("en"), session=session, colours=COLOURS[: len(header.players)])


def last_page(table: PageContext) -> ListPage:
    """The page with the places; before it, an end may be read aloud or shown."""
    stack: Stack = (PAGES[table.playing.game.id].page(table, None, game_menu()),)
    while not isinstance(stack[-1], ListPage):
        stack, _ = press(stack, Press("ok"), table)
    return stack[-1]


def chosen(stack: Stack, label: str, table: PageContext) -> Stack:
    """The stack after the line with this label was chosen."""
    page = stack[-1]
    assert isinstance(page, ListPage)
    line = next(number for number, choice in enumerate(page.choices) if table.say(choice.label) == label)
    return press((*stack[:-1], page.with_cursor(line)), Press("ok"), table)[0]


def left(game: str) -> PageContext:
    """The table after a game that all but one, or one side, have left."""
    session = left_early(game)
    return PageContext(speak("en"), session=session, colours=COLOURS[: len(session.header.players)])


@pytest.mark.parametrize("seed", [*SEEDS, None])
@pytest.mark.parametrize("game", [game for game in GAMES if game in PAGES])
def test_the_winner_comes_first(game: str, seed: int | None) -> None:
    """Also whoever is left when the others have gone home; and nobody shares the first place who has not won."""
    table = left(game) if seed is None else finished(game, seed)
    outcome = table.playing.game.rules.outcome(table.playing.state)
    body = last_page(table).view(table).body
    assert isinstance(body, Ranking)
    assert outcome is not None
    assert {place.name for place in body.places if place.place == 1} == set(outcome.winners)
    assert body.places[0].place == 1
    assert sorted(place.name for place in body.places) == sorted(set(table.playing.header.players))
    assert [(player.name, player.score) for player in body.history.players] == [
        (place.name, place.score) for place in body.places
    ]


def test_who_has_gone_home_comes_after_all_who_stayed() -> None:
    """With however many points: nobody wins who is not there (L32)."""
    state = loot((0, 0, 0), scores=(35, 12, 20), gone=("Ada",))
    session = Session(GAMES["maudite_momie"], Header(1, "maudite_momie", state.players), state)
    ranked = places(PageContext(speak("en"), session=session, colours=COLOURS[:3]))
    assert [(one.place, one.name) for one in ranked] == [(1, "Cy"), (2, "Bo"), (3, "Ada")]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["maudite_momie", "or_du_pharaon"])
def test_the_parts_make_the_score(game: str, seed: int) -> None:
    """What was lost counts below nought, and nothing is left out."""
    table = finished(game, seed)
    body = chosen((last_page(table),), "The points", table)[-1].view(table).body
    assert isinstance(body, ScoreHistory)
    assert [sum(player.parts) for player in body.players] == [player.score for player in body.players]
    assert all(len(player.parts) == len(body.kinds) for player in body.players)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", [game for game in GAMES if game in PAGES])
def test_the_curve_leads_from_nought_to_the_score(game: str, seed: int) -> None:
    """Of every player, over the same moments."""
    table = finished(game, seed)
    stack: Stack = (last_page(table),)
    if game != "malediction":
        stack = chosen(stack, "The points", table)
    body = chosen(stack, "The curve", table)[-1].view(table).body
    assert isinstance(body, ScoreHistory)
    assert body.shows == "curve"
    assert all((player.totals[0], player.totals[-1]) == (0, player.score) for player in body.players)
    assert len({len(player.totals) for player in body.players}) == 1
    assert body.choices != NO_CHOICES


def offers_share(page: Page, table: PageContext, depth: int = 1) -> bool:
    """Whether a page, or one that it leads to, offers to share a picture of the game."""
    for offer in every(page.offers(table)):
        reply = offer.value.reply() if isinstance(offer.value, Later) else offer.value
        below = reply.page if isinstance(reply, Push) else reply if isinstance(reply, ListPage) else None
        if isinstance(reply, ShareEnding) or (depth and below and offers_share(below, table, depth - 1)):
            return True
    return False


@pytest.mark.parametrize("game", SAMPLERS)
def test_no_page_of_a_running_game_offers_its_picture(game: str) -> None:
    """What it would show is everything: only an ended game is shared, and its pictures show its last page alone."""
    over = finished(game, 2)
    steps = over.playing.steps
    assert offers_share(last_page(over), over)
    for ply in (1, len(steps) // 2, len(steps) - 1):
        table = replace(over, session=replace(over.playing, steps=steps[:ply]))
        page = PAGES[game].page(table, None, game_menu())
        while page.uncover() is not page:
            page = page.uncover()
        assert not offers_share(page, table)
        assert not offers_share(game_menu(), table)


def test_the_curve_of_a_single_point_reaches_the_top() -> None:
    """The scale is that of the best, however little it is."""
    table = finished("or_du_pharaon", 5)
    session, poor = table.playing, Team(0, photos=1)
    state = replace(session.state, teams=(poor, *(replace(poor, photos=0) for _ in session.state.teams[1:])))
    found = history(replace(table, session=Session(session.game, session.header, state))).players
    assert [(player.score, player.goal) for player in found] == [(1, 1), *((0, 1) for _ in state.players[1:])]
