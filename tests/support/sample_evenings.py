"""Pages of a table that has played for a year: this evening, earlier ones, people and games."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from display.view import COLOURS
from firmware_py.evenings.results import FACES, GameResult, Moment, PlayerResult, with_faces, write_names
from firmware_py.evenings.statistics import (
    AskEvenings,
    AskGame,
    AskPeople,
    AskPerson,
    Numbered,
    Question,
    answer,
)
from firmware_py.games.registry import BOXES, Highlight
from firmware_py.pages.evenings import with_answer
from firmware_py.pages.interface import PageContext, SavedGame
from firmware_py.pages.page import Later, Page, Push
from firmware_py.pages.people import FACE_WORDS
from firmware_py.pages.players import FIRST_NAME, PlayersPage, WhoPage
from firmware_py.pages.settings_menu import moving_lines
from firmware_py.words import plain

Shown: TypeAlias = tuple[Page, PageContext]
"""A page, and the table that reads it."""
NAMES = ("Ada", "Bartholomäus", "Chloé", "Dédé", "Maximilienne", "Zoé")
TONIGHT = datetime(2026, 11, 28, 21, 30, tzinfo=UTC)
HOUR_MS = 3_600_000

QUESTIONS: dict[str, Question] = {
    "evening": AskEvenings(),
    "people": AskPeople(),
    "person": AskPerson("Bartholomäus"),
    **{f"game {game}": AskGame(game) for game in ("maudite_momie", "or_du_pharaon", "malediction")},
}


@cache
def sample_results() -> tuple[Numbered, ...]:
    """The results of a year, oldest first; three games tonight."""
    chance = random.Random(47)
    days = sorted(chance.sample(range(2, 330), 24), reverse=True)
    starts = [TONIGHT - timedelta(days=day, hours=hour) for day in days for hour in range(chance.randint(1, 3))]
    tonight = [TONIGHT - timedelta(hours=hours) for hours in (3, 2, 1)]
    return tuple((number, _result(began, chance)) for number, began in enumerate(sorted(starts) + tonight, 1))


def _result(began: datetime, chance: random.Random) -> GameResult:
    game = chance.choice(("maudite_momie", "maudite_momie", "or_du_pharaon", "malediction"))
    count = chance.randint(2, 4 if game == "or_du_pharaon" else 6)
    names = chance.sample(NAMES, count)
    ends = Moment(began + timedelta(minutes=chance.randint(20, 70)), HOUR_MS)
    sides = ["mummy", *["hunter"] * (count - 1)] if game == "malediction" else [""] * count
    winner = chance.choice(sides if game == "malediction" else names)
    scores = chance.sample(range(8, 36), count)
    players = tuple(
        PlayerResult(
            name,
            COLOURS[NAMES.index(name)],
            won=winner in (side, name) and winner != "",
            score=None if side else score if name != winner else max(scores) + 1,
            role=side,
            thought_ms=chance.randint(2, 15) * 60_000,
        )
        for name, side, score in zip(names, sides, scores, strict=True)
    )
    kind = {"maudite_momie": "haul", "malediction": "chase"}.get(game, "missions")
    return GameResult(
        game=game,
        players=players,
        began=Moment(began, 0),
        ended=ends,
        played_ms=chance.randint(20, 60) * 60_000,
        highlights=(Highlight(kind, chance.choice(names), chance.randint(5, 20)),),
    )


class Played:
    """Reads them as the journal does."""

    def results(self, numbers: Collection[int] | None = None) -> Iterator[Numbered]:
        return (one for one in sample_results() if numbers is None or one[0] in numbers)

    spans = results


def evening_pages(table: PageContext) -> dict[str, Shown]:
    """The page of each answer, and what lies one choice further, as a table reads them."""
    faces = with_faces({}, NAMES, tuple(FACE_WORDS))
    table = replace(table, session=None, chosen={**table.chosen, FACES: write_names(faces)})
    now = Moment(TONIGHT, 2 * HOUR_MS)
    found: dict[str, Shown] = {}
    for name, question in QUESTIONS.items():
        stack = with_answer((), answer(question, Played(), now), 0, table)
        found[name] = stack[-1], table
        for at, offer in enumerate(stack[-1].offers(table).offers):
            reply = offer.value.reply() if isinstance(offer.value, Later) else offer.value
            if isinstance(reply, Push):
                found[f"{name} {at} {type(reply.page).__name__}"] = reply.page, table
                for further, below in enumerate(getattr(reply.page.offers(table), "offers", ())):
                    if isinstance(below.value, Push) and further < 2:
                        found[f"{name} {at} {further}"] = below.value.page, table
    merged = answer(AskPerson("Bartholomäus"), Played(), now, {"Barto": "Bartholomäus"})
    found["person of two names"] = with_answer((), merged, 0, table)[-1].with_cursor(15), table
    found["still to be counted"] = with_answer((), answer(AskEvenings(), Played(), now), 3, table)[-1], table
    return found | _beside(table)


def _beside(table: PageContext) -> dict[str, Shown]:
    """Who is asked for before a game, and what is asked about moving house."""
    played = (NAMES[:2], NAMES[2:])
    saved = tuple(
        SavedGame(at, BOXES["or_du_pharaon"].title, names, plain(""), plain(""), COLOURS[3 * at - 3 :][: len(names)])
        for at, names in enumerate(played, 1)
    )
    table = replace(table, saved_games=lambda: saved, has_secret_games=True, has_stick=True)
    page = PlayersPage(BOXES["or_du_pharaon"], stop=FIRST_NAME)
    moving = moving_lines(table)
    asked = moving.choices[0].reply
    assert isinstance(asked, Push)
    return {
        "players": (page, table),
        "who WhoPage": (WhoPage(page.settle(table)), table),
        "move house": (moving, table),
        "move house, secrets": (asked.page, table),
    }
