"""The page before a game of Maudite Momie: its house rules, and who has a head start."""

from __future__ import annotations

from typing import Any

from display.view import Colour
from firmware_py.games.maudite_momie.state import Header, finish_of
from firmware_py.pages.maudite_momie.pictures import TEXTS, TITLE
from firmware_py.pages.start_page import SILENT, Option, StartPage
from firmware_py.words import Words, words

OPTIONS = (
    Option(
        "final_reveal",  # L27
        (
            ("all", words("At the end all players reveal")),
            ("others", words("At the end all but the one who ended it reveal")),
        ),
        "reveal",
        (words("as the English leaflet says"), words("as the French leaflet says")),
    ),
    Option(
        "self_awaken",  # L04
        (
            (False, words("Own guardians: may not be awakened")),
            (True, words("Own guardians: may be awakened")),
        ),
        "awaken",
        SILENT,
    ),
    Option(
        "track",  # L24
        (
            (None, words("The track is as long as printed")),
            *((finish, words("A shorter track: {finish} points", finish=finish)) for finish in (25, 20, 15)),
        ),
        "trophy",
    ),
)

HEAD_STARTS = (5, 10)


def _head_start(players: tuple[str, ...]) -> Option:
    """Who has points at the start, for the youngest: one of these players, or nobody."""
    given = tuple((((player, points),), player, points) for points in HEAD_STARTS for player in players)
    return Option(
        "head_start",
        (
            ((), words("Nobody has a head start")),
            *(
                (value, words("{player} has a head start of {points}", player=player, points=points))
                for value, player, points in given
            ),
        ),
        "plus",
        as_rule=dict,
    )


def set_up(players: tuple[str, ...], colours: tuple[Colour, ...], boxes: tuple[tuple[str, Any], ...] = ()) -> StartPage:
    """The page that starts a game, with its house rules."""
    return StartPage(
        title=TITLE,
        prompt=_who_begins,
        header=Header(1, "maudite_momie", players, box=dict(boxes)),
        colours=colours,
        options=(*OPTIONS, _head_start(players)),
        texts=TEXTS,
    )


def _who_begins(header: Header) -> Words:
    finish = finish_of(header.players, header.rules)
    return words("{player} begins; at {finish} points the game ends.", player=header.players[0], finish=finish)
