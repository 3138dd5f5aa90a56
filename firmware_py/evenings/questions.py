"""What pages ask about finished games, and the answers: values that are small, however many games there are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import Protocol, TypeAlias

import msgspec

from firmware_py.evenings.people import renamed
from firmware_py.evenings.results import GameResult, Moment
from firmware_py.evenings.statistics import (
    GameStatistics,
    PersonStatistics,
    Span,
    evenings,
    game_statistics,
    is_one_evening,
    people_of,
    person_statistics,
)

Numbered: TypeAlias = tuple[int, GameResult]


class Results(Protocol):
    """Reads results, in the order in which the games were played."""

    def __call__(self, numbers: Collection[int] | None = None) -> Iterable[Numbered]:
        """Return the results of all games, or of those with these numbers."""


NO_NAMES: Mapping[str, str] = {}

MOST_EVENINGS = 12
"""Evenings in one answer."""

CALENDAR_DAYS = 366
"""The calendar goes back so far."""


class AskEvenings(msgspec.Struct, frozen=True, tag=True):
    """What was played, evening by evening?"""

    skip: int = 0
    """How many of the latest evenings are known already."""


class AskPeople(msgspec.Struct, frozen=True, tag=True):
    """Who has played, and how often?"""


class AskPerson(msgspec.Struct, frozen=True, tag=True):
    """What has this person played?"""

    name: str


class AskGame(msgspec.Struct, frozen=True, tag=True):
    """What has this table played of a game?"""

    game: str


Question: TypeAlias = AskEvenings | AskPeople | AskPerson | AskGame


class EveningGames(msgspec.Struct, frozen=True):
    """An evening with its games, the first one first; `day` is None if the clock was not set."""

    day: date | None
    games: tuple[Numbered, ...]


class EveningsAnswer(msgspec.Struct, frozen=True):
    """Evenings, the latest first."""

    evenings: tuple[EveningGames, ...]
    skips: int
    """How many later ones are left out."""
    has_more: bool
    goes_on: bool
    """Whether the first of them is not over yet: it is the latest, and less than five hours ago."""
    calendar: dict[date, int]
    """How many games on each day of the last year in which there were some."""


class PeopleAnswer(msgspec.Struct, frozen=True):
    """How many games each person has played, and in which colour last; who has played most first."""

    people: dict[str, tuple[int, str]]


class PersonAnswer(msgspec.Struct, frozen=True):
    """What a person has played, and the games that it names."""

    name: str
    also: tuple[str, ...]
    """Other names under which this person has played."""
    statistics: PersonStatistics
    games: dict[int, GameResult]


class GameAnswer(msgspec.Struct, frozen=True):
    """What a table has played of a game, and the games that it names."""

    game: str
    statistics: GameStatistics
    games: dict[int, GameResult]


Answer: TypeAlias = EveningsAnswer | PeopleAnswer | PersonAnswer | GameAnswer


def answer(question: Question, stored: Results, now: Moment, names: Mapping[str, str] = NO_NAMES) -> Answer:
    """The answer to a question that is asked now; `names` are what people are called today."""

    def results(numbers: Collection[int] | None = None) -> Iterator[Numbered]:
        yield from ((number, renamed(result, names)) for number, result in stored(numbers))

    match question:
        case AskEvenings(skip):
            return _evenings(skip, results, now)
        case AskPeople():
            return PeopleAnswer(people_of(result for _, result in results()))
        case AskPerson(name):
            person = person_statistics(results(), name)
            named = [number for number, _ in person.moments] + ([person.narrowest[0]] if person.narrowest else [])
            also = tuple(old for old, new in names.items() if new == name)
            return PersonAnswer(name, also, person, dict(results(named)))
        case AskGame(game):
            found = game_statistics(results(), game)
            bests = (found.best_score and found.best_score[2], found.shortest and found.shortest[1])
            named = [number for number, _ in found.moments] + [number for number in bests if number]
            return GameAnswer(game, found, dict(results(named)))


def _evenings(skip: int, results: Results, now: Moment) -> EveningsAnswer:
    spans: Iterable[Span] = ((number, result.began, result.ended) for number, result in results())
    latest = evenings(spans)[::-1]
    shown = latest[skip : skip + MOST_EVENINGS]
    games = dict(results({number for evening in shown for number in evening.games}))
    days = [evening.day for evening in latest if evening.day]
    since = max(days).toordinal() - CALENDAR_DAYS if days else 0
    calendar: dict[date, int] = {}
    for evening in latest:
        if evening.day and evening.day.toordinal() > since:
            calendar[evening.day] = calendar.get(evening.day, 0) + len(evening.games)
    return EveningsAnswer(
        tuple(
            EveningGames(evening.day, tuple((number, games[number]) for number in evening.games)) for evening in shown
        ),
        skips=skip,
        has_more=len(latest) > skip + len(shown),
        goes_on=bool(shown) and is_one_evening(games[shown[0].games[-1]].ended, now),
        calendar=calendar,
    )
