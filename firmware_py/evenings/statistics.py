"""What results tell of evenings, people and games; each function reads its results once and keeps only counts.

Pages ask questions; the answers are values that are small, however many games there are.

All functions take results in the order of `results.in_order`, oldest first. Who is called the same is the same person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import accumulate
from math import sqrt
from typing import Protocol, TypeAlias

import msgspec

from firmware_py.evenings.results import EVENING_MS, GameResult, Moment, Span, is_guest, rename_players
from firmware_py.games.registry import Highlight

LEAST_GAMES = 5
"""With fewer games there is nothing to be said of an advantage."""


class Evening(msgspec.Struct, frozen=True):
    """Games that were played one after the other."""

    games: tuple[int, ...]
    """Their numbers, the first one first."""
    day: date | None
    """The day on which it began; None if the clock was not set."""


class Share(msgspec.Struct, frozen=True):
    """How often something happened, and how sure that is."""

    won: int
    games: int
    fair: float
    """The share that chance alone would give, from 0 to 1."""

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds between which the true share lies, 19 times of 20."""
        return interval(self.won, self.games)

    @property
    def is_sure(self) -> bool:
        """Whether chance alone would hardly give such a share."""
        low, high = self.interval
        return self.games >= LEAST_GAMES and not low <= self.fair <= high


NORMAL_95 = 1.96
"""Standard deviations to each side that hold 95 % of a normal distribution."""


def interval(won: float, games: int) -> tuple[float, float]:
    """The bounds between which the true share of games won lies, 19 times of 20 (Wilson's score interval, 1927).

    They are 0 and 1 if there was no game.
    """
    if not games:
        return 0.0, 1.0
    z, n = NORMAL_95, games
    share = won / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


class PersonStatistics(msgspec.Struct, frozen=True):
    """What one person has played; everything is 0 or empty for somebody without a game."""

    games: int
    won: int
    best_scores: dict[str, int]
    """By game; those with points, without games that were made easier."""
    longest_streak: int
    """The most victories in a row."""
    streak: int
    """The victories since the last defeat."""
    by_game: dict[str, tuple[int, int]]
    """Games played and won, by game, the favourite first."""
    by_role: dict[str, tuple[int, int]]
    """Games played and won on each side, in games that have sides."""
    against: dict[str, tuple[int, int]]
    """By other player, who met most often first: how often this one won and the other did not, and the other way
    round; the box has the empty name."""
    moments: tuple[tuple[int, Highlight], ...]
    """The best of each kind, with the number of its game."""
    narrowest: tuple[int, int] | None
    """The victory by the fewest points: its game's number, and by how many."""
    colours: dict[str, str] = {}
    """The last colour of this person, and of everybody whom they have met."""
    records: frozenset[str] = frozenset()
    """The kinds of moments of which this person has the best at this table, and the games with the best score there."""


class GameStatistics(msgspec.Struct, frozen=True):
    """What a table has played of one game."""

    games: int
    average_ms: int
    """How long it takes on average; 0 without games."""
    best_score: tuple[int, str, int] | None
    """The highest score, who had it, and in which game: the first to reach it."""
    shortest: tuple[int, int] | None
    """The shortest game: how long, and its number."""
    longest: tuple[int, int] | None
    moments: tuple[tuple[int, Highlight], ...]
    """The best of each kind, with the number of its game."""
    first_player: Share | None
    """How often the first player wins, in games without sides; None without such games."""
    roles: dict[str, Share]
    """How often each side wins."""
    records: frozenset[str] = frozenset()
    """The kinds of moments of which the best has beaten another game's, and `score` if the best score has."""


# --- evenings --------------------------------------------------------------------------------------------------------


def evenings(played: Iterable[tuple[int, Span]]) -> list[Evening]:
    """The evenings of numbered games, the first one first."""
    found: list[tuple[list[int], list[date]]] = []
    last: Moment | None = None
    for number, span in played:
        began, ended = span.sat_down, span.ended
        if last is None or not is_one_evening(last, began):
            found.append(([], []))
        numbers, days = found[-1]
        numbers.append(number)
        if not days and began.is_dated:
            days.append(began.at.date())
        last = ended if last is None or last.until_ms(ended) != 0 else last  # games may have been played by turns
    return [Evening(tuple(numbers), days[0] if days else None) for numbers, days in found]


def is_one_evening(ended: Moment, began: Moment) -> bool:
    """Whether what began belongs to the evening of the game that ended before."""
    gap_ms = ended.until_ms(began)
    return gap_ms is not None and gap_ms < EVENING_MS


def tally(results: Iterable[GameResult]) -> dict[str, int]:
    """How many games each person has won, the most first; who has won none too, in the order of their games.

    The box has the empty name.
    """
    won: Counter[str] = Counter()
    for result in results:
        for player in result.players:
            won[player.counts_as] += player.won
    return dict(won.most_common())


def count_wins(results: Iterable[GameResult], name: str) -> tuple[int, ...]:
    """How many games a person has won before the first of them, and after each; the box has the empty name."""
    won = (sum(player.won for player in result.players if player.counts_as == name) for result in results)
    return (0, *accumulate(won))


# --- people ----------------------------------------------------------------------------------------------------------


def person_statistics(results: Iterable[tuple[int, GameResult]], name: str) -> PersonStatistics:
    """What a person has played, of numbered games."""
    games: Counter[str] = Counter()
    victories: Counter[str] = Counter()
    played_as: Counter[str] = Counter()
    won_as: Counter[str] = Counter()
    met: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    lost_to: Counter[str] = Counter()
    best_scores: dict[str, int] = {}
    moments = _Best()
    everybodys, scores = _Best(), _Scores()
    colours: dict[str, str] = {}
    longest = streak = 0
    narrowest: tuple[int, int] | None = None
    for number, result in results:
        everybodys.add(number, result)
        scores.add(result)
        player = result.person(name)
        if player is None:
            continue
        games[result.game] += 1
        victories[result.game] += player.won
        streak = streak + 1 if player.won else 0
        longest = max(longest, streak)
        if player.role:
            played_as[player.role] += 1
            won_as[player.role] += player.won
        if player.score is not None and not result.has_house_rules:
            best_scores[result.game] = max(player.score, best_scores.get(result.game, player.score))
        for other in result.players:
            called = "" if other.level else other.name  # as `counts_as`, in a third of the time
            colours[called] = other.colour
            if other is not player:
                met[called] += 1
                if other.won != player.won:
                    (beaten if player.won else lost_to)[called] += 1
        moments.add(number, result, name)
        margin = result.margin if player.won and not result.has_house_rules else None
        if margin is not None and (narrowest is None or margin < narrowest[1]):
            narrowest = number, margin
    others = [name for name, _ in met.most_common() if not is_guest(name)]
    return PersonStatistics(
        games=games.total(),
        won=victories.total(),
        best_scores=best_scores,
        longest_streak=longest,
        streak=streak,
        by_game={game: (count, victories[game]) for game, count in games.most_common()},
        by_role={role: (count, won_as[role]) for role, count in played_as.most_common()},
        against={other: (beaten[other], lost_to[other]) for other in others},
        moments=moments.found,
        narrowest=narrowest,
        colours=colours,
        records=frozenset(
            (
                *(one.kind for _, one in everybodys.found if one.kind in everybodys.beaten and one.player == name),
                *(game for game in games if scores.is_record(game) and scores.best[game] == best_scores.get(game)),
            )
        ),
    )


def people_of(results: Iterable[GameResult]) -> dict[str, tuple[int, str]]:
    """How many games everybody but guests has played, and their last colour; who has played most first."""
    games: Counter[str] = Counter()
    colours: dict[str, str] = {}
    for result in results:
        for player in result.players:
            if not player.level:
                games[player.name] += 1
                colours[player.name] = player.colour
    return {name: (count, colours[name]) for name, count in games.most_common() if not is_guest(name)}


# --- games -----------------------------------------------------------------------------------------------------------


def game_statistics(results: Iterable[tuple[int, GameResult]], game: str) -> GameStatistics:
    """What the table has played of a game, of numbered games."""
    games = played_ms = 0
    best: tuple[int, str, int] | None = None
    shortest: tuple[int, int] | None = None
    longest: tuple[int, int] | None = None
    moments, scores = _Best(), _Scores()
    first = _Shares()
    for number, result in results:
        if result.game != game:
            continue
        games += 1
        played_ms += result.played_ms
        scores.add(result)
        if not result.has_house_rules:
            for player in result.people:
                if player.score is not None and (best is None or player.score > best[0]):
                    best = player.score, player.name, number
            shortest = min(shortest or (result.played_ms, number), (result.played_ms, number))
            if longest is None or result.played_ms > longest[0]:
                longest = result.played_ms, number
        moments.add(number, result)
        first.add(result)
    return GameStatistics(
        games=games,
        average_ms=round(played_ms / games) if games else 0,
        best_score=best,
        shortest=shortest,
        longest=longest,
        moments=moments.found,
        first_player=first.of("") if first.games[""] else None,
        roles={role: first.of(role) for role in first.games if role},
        records=moments.beaten | ({"score"} if scores.is_record(game) else frozenset()),
    )


class _Shares:
    """Counts how often each side wins; in a game without sides, how often the first player does."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self._won: Counter[str] = Counter()
        self._fair: dict[str, float] = {}

    def add(self, result: GameResult) -> None:
        """Count a game of people alone; a victory that several share says nothing about who began."""
        if len(result.people) < len(result.players):
            return
        roles = {player.role: player.won for player in result.players}
        if "" in roles and len(result.winners) == 1:
            self._count("", won=result.players[0].won, fair=1 / len(result.players))
        for role, won in roles.items():
            if role:
                self._count(role, won=won, fair=1 / len(roles))

    def of(self, role: str) -> Share:
        """How often a side has won; the side "" is the first player."""
        return Share(self._won[role], self.games[role], self._fair[role] / self.games[role])

    def _count(self, role: str, *, won: bool, fair: float) -> None:
        self.games[role] += 1
        self._won[role] += won
        self._fair[role] = self._fair.get(role, 0.0) + fair


class _Scores:
    """Keeps the best score of each game, and whether it has anything to beat; none counts if it was made easier."""

    def __init__(self) -> None:
        self.best: dict[str, int] = {}
        self._least: dict[str, int] = {}

    def add(self, result: GameResult) -> None:
        """Look at the best score of a game."""
        best = None if result.has_house_rules else result.best_score
        if best is not None:
            self.best[result.game] = max(best, self.best.get(result.game, best))
            self._least[result.game] = min(best, self._least.get(result.game, best))

    def is_record(self, game: str) -> bool:
        """Whether the best score was better than that of another game."""
        return game in self.best and self.best[game] > self._least[game]


class _Best:
    """Keeps the best highlight of each kind, the first one that was so good."""

    def __init__(self) -> None:
        self._best: dict[str, tuple[int, Highlight]] = {}
        self.beaten: frozenset[str] = frozenset()
        """The kinds of which there were others, in other games, that were not as good."""

    def add(self, number: int, result: GameResult, player: str = "") -> None:
        """Look at the highlights of a game, of everybody or of one player; none counts if it was made easier."""
        for one in () if result.has_house_rules else result.highlights:
            if player and one.player != player:
                continue
            known = self._best.get(one.kind)
            if known and one.value <= known[1].value and one.kind in self.beaten:
                continue  # nearly always
            if not result.person(one.player):
                continue
            if known and known[0] != number and one.value != known[1].value:
                self.beaten |= {one.kind}
            if known is None or one.value > known[1].value:
                self._best[one.kind] = number, one

    @property
    def found(self) -> tuple[tuple[int, Highlight], ...]:
        return tuple(self._best.values())


# --- what pages ask, and the answers ---------------------------------------------------------------------------------

Numbered: TypeAlias = tuple[int, GameResult]


class Results(Protocol):
    """Reads results, in the order in which the games were played."""

    def results(self, numbers: Collection[int] | None = None) -> Iterable[Numbered]:
        """The results of all games, or of those with these numbers."""

    def spans(self) -> Iterable[tuple[int, Span]]:
        """When each of them was played, which takes half as long."""


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

    def results(numbers: Collection[int] | None = None) -> Iterable[Numbered]:
        found = stored.results(numbers)
        return ((number, rename_players(result, names)) for number, result in found) if names else found

    match question:
        case AskEvenings(skip):
            return _evenings(skip, evenings(stored.spans()), results, now)
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


def _evenings(
    skip: int, played: Sequence[Evening], results: Callable[[Collection[int]], Iterable[Numbered]], now: Moment
) -> EveningsAnswer:
    latest = played[::-1]
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
