"""Every kind of page that a phone can show: games are played, and at each seat what can be touched is touched."""

import json
import random
from functools import cache

from malediction_device import THREE
from msgspec.structs import replace
from phone_players import shown, wishes
from random_play import SAMPLERS, random_game

from display.view import COLOURS
from firmware_py.games.maudite_momie.state import Header as MomieHeader
from firmware_py.games.or_du_pharaon.state import Header as PharaonHeader
from firmware_py.games.or_du_pharaon.state import Setup, StartCard
from firmware_py.games.session import begin, play
from firmware_py.pages.as_html import write_page
from firmware_py.pages.interface import PageContext, SavedGame
from firmware_py.pages.phones import ALL, MAY
from firmware_py.pages.registry import PAGES, seat_colours, world_behind
from firmware_py.pages.seats import HELP_TARGET, SeatScreen, follow, poster_for, seat_view, table_of, touch
from firmware_py.words import NOTHING, plain, speak

NAMES = ("Wilhelmine", "Bo", "Maximilienne", "Cléo")
HEADERS = (
    MomieHeader(1, "maudite_momie", NAMES),
    PharaonHeader(1, "or_du_pharaon", NAMES[:3], Setup(StartCard(at="c6"))),
    THREE,
)
SEEDS = {"maudite_momie": 1, "or_du_pharaon": 2, "malediction": 1}
"""How many games are played at random as well: people who want to win see less."""
ALIKE = 3
"""How many pages of one kind are kept, if they ask for different things."""
ENGLISH = PageContext(speak("en"), chosen={MAY: ALL})


@cache
def shown_phones():
    """Seats and what they look at, by names that tell where they were found; the same ones every time."""
    asked, found = {}, {}

    def is_new(seat, table):
        view = seat_view(seat, table)
        kind = _kind(seat, table, view)
        prompts = asked.setdefault(kind, set())
        question = view.prompt, bool(view.notice)
        if len(prompts) == ALIKE or question in prompts:
            return False
        prompts.add(question)
        found[f"{kind} {len(prompts)}"] = seat, table
        return True

    for seat, table in (*_without_a_game(), *_seats()):
        if is_new(seat, table):
            waiting = [seat]
            for at in waiting:
                for target in (*shown(at, table), HELP_TARGET):
                    done = touch(at, table, (target,))
                    if done and done.command is None and is_new(done.seat, table):
                        waiting.append(done.seat)
    return found


def as_sent(seat, table, language="en", note=NOTHING):
    """What a phone of this seat is sent, as the process of the phones passes it on."""
    seat, table = seat._replace(language=language), replace(table, say=speak(language), language=language)
    own, noted = table_of(seat, table), None
    if own.seat and (noted := PAGES[table.session.game.id].own(own, seat.stack[-1])):
        noted = {"game": "sheet", **noted}
    html, world = write_page(seat, table, seat_view(seat, table), note), world_behind(table.session, seat.stack)
    return json.dumps({"html": html, "said": "", "world": world, "language": language, "own": noted})


def _kind(seat, table, view):
    page, poster = seat.stack[-1], poster_for(seat, table)
    names = (
        table.session.game.id if table.session else "no game",
        view.audience if seat.player else "onlooker",
        type(getattr(page, "page", page)).__name__,
        type(view.body).__name__,
        poster.kind if poster else "",
    )
    return " ".join(filter(None, names))


def _without_a_game():
    unfinished = SavedGame(1, plain("Maudite Momie"), NAMES, plain(""), plain(""), COLOURS[:4])
    for table in (ENGLISH, replace(ENGLISH, unfinished=unfinished)):
        yield follow(SeatScreen("Bo", "en"), table), table


def _seats():
    for header in HEADERS:
        for session in (*played(header), *_at_random(header.game)):
            colours = seat_colours(session, COLOURS[: len(session.header.players)])
            table = replace(ENGLISH, session=session, colours=colours)
            for player in (*session.header.players, ""):
                yield follow(SeatScreen(player, "en"), table), table


def played(header):
    """Yield a whole game of people who want it to be over, after each action."""
    session, chance = begin(header), random.Random(1)
    yield session
    while not session.is_over:
        session = play(session, next(wish for wish, _ in wishes(session, chance)))
        yield session


def _at_random(game):
    for seed in range(SEEDS[game]):
        session = begin(SAMPLERS[game].header(random.Random(seed)))
        for _, action, _ in random_game(game, seed):
            session = play(session, action)
            yield session
