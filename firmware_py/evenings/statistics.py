"""What results tell of evenings, people and games; each function reads its results once and keeps only counts.

All of them take results in the order of `in_order`, oldest first. Who is called the same is the same person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from math import sqrt
from operator import itemgetter
from typing import TypeAlias

import msgspec

from firmware_py.evenings.results import GameResult, Moment
from firmware_py.games.registry import Highlight

FIRST_YEAR = 2026
"""The year of the first version: an older date is that of a clock that was never set."""

EVENING_MS = 5 * 3_600_000
"""Games that lie less than this apart belong to one evening."""

LEAST_GAMES = 5
"""With fewer games there is nothing to be said of an advantage."""

Span: TypeAlias = tuple[int, Moment, Moment]
"""A game's number, and when it began and ended."""


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
        """The bounds between which the true share lies, 19 times of 20 (Wilson's score interval, 1927)."""
        z, n = 1.96, self.games
        share = self.won / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def is_sure(self) -> bool:
        """Whether chance alone would hardly give such a share."""
        low, high = self.interval
        return self.games >= LEAST_GAMES and not low <= self.fair <= high


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
    """By other player, who met most often first: in how many games this one won and the other did not, and the other
    way round."""
    moments: tuple[tuple[int, Highlight], ...]
    """The best of each kind, with the number of its game."""
    narrowest: tuple[int, int] | None
    """The victory by the fewest points: its game's number, and by how many."""


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


# --- evenings --------------------------------------------------------------------------------------------------------


def in_order(began: Iterable[tuple[int, Moment]]) -> list[int]:
    """Return the numbers of games in the order in which they were played; given in that in which they came.

    A game whose clock was not set stays behind the one before it.
    """
    placed, last = [], 0.0
    for number, moment in began:
        last = moment.at.timestamp() if _is_known(moment) else last
        placed.append((last, number))
    return [number for _, number in sorted(placed, key=itemgetter(0))]


def evenings(spans: Iterable[Span]) -> list[Evening]:
    """Return the evenings of games, the first one first."""
    found: list[tuple[date | None, list[int]]] = []
    last: Moment | None = None
    for number, began, ended in spans:
        day = began.at.date() if _is_known(began) else None
        if last and is_one_evening(last, began):
            earlier, numbers = found.pop()
            found.append((earlier or day, [*numbers, number]))
        else:
            found.append((day, [number]))
        last = ended
    return [Evening(tuple(numbers), day) for day, numbers in found]


def is_one_evening(ended: Moment, began: Moment) -> bool:
    """Return whether what began belongs to the evening of the game that ended before."""
    return _gap_ms(ended, began) < EVENING_MS


def _gap_ms(ended: Moment, began: Moment) -> int:
    """Return how long nobody played; for ever, if neither clock can tell."""
    if _is_known(ended) and _is_known(began):
        return abs(round(1000 * (began.at - ended.at).total_seconds()))
    if began.uptime_ms >= ended.uptime_ms:
        return began.uptime_ms - ended.uptime_ms
    return EVENING_MS


def _is_known(moment: Moment) -> bool:
    return moment.at.year >= FIRST_YEAR


def tally(results: Iterable[GameResult]) -> dict[str, int]:
    """Return how many games each person has won, the most first; who has won none too, in the order of their games."""
    won: Counter[str] = Counter()
    for result in results:
        for player in result.players:
            won[player.name] += player.won
    return dict(won.most_common())


# --- people ----------------------------------------------------------------------------------------------------------


def person_statistics(results: Iterable[tuple[int, GameResult]], name: str) -> PersonStatistics:
    """Return what a person has played, of numbered games."""
    games: Counter[str] = Counter()
    victories: Counter[str] = Counter()
    played_as: Counter[str] = Counter()
    won_as: Counter[str] = Counter()
    met: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    lost_to: Counter[str] = Counter()
    best_scores: dict[str, int] = {}
    moments = _Best()
    longest = streak = 0
    narrowest: tuple[int, int] | None = None
    for number, result in results:
        player = result.player(name)
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
            if other.name != name:
                met[other.name] += 1
                beaten[other.name] += player.won and not other.won
                lost_to[other.name] += other.won and not player.won
        moments.add(number, (one for one in result.highlights if one.player == name))
        margin = result.margin if player.won else None
        if margin is not None and (narrowest is None or margin < narrowest[1]):
            narrowest = number, margin
    return PersonStatistics(
        games=games.total(),
        won=victories.total(),
        best_scores=best_scores,
        longest_streak=longest,
        streak=streak,
        by_game={game: (count, victories[game]) for game, count in games.most_common()},
        by_role={role: (count, won_as[role]) for role, count in played_as.most_common()},
        against={other: (beaten[other], lost_to[other]) for other, _ in met.most_common()},
        moments=moments.found,
        narrowest=narrowest,
    )


def people_of(results: Iterable[GameResult]) -> dict[str, tuple[int, str]]:
    """Return how many games everybody has played, and their last colour; who has played most first."""
    games: Counter[str] = Counter()
    colours: dict[str, str] = {}
    for result in results:
        for player in result.players:
            games[player.name] += 1
            colours[player.name] = player.colour
    return {name: (count, colours[name]) for name, count in games.most_common()}


# --- games -----------------------------------------------------------------------------------------------------------


def game_statistics(results: Iterable[tuple[int, GameResult]], game: str) -> GameStatistics:
    """Return what the table has played of a game, of numbered games."""
    games = played_ms = 0
    best: tuple[int, str, int] | None = None
    shortest: tuple[int, int] | None = None
    longest: tuple[int, int] | None = None
    moments = _Best()
    first = _Shares()
    for number, result in results:
        if result.game != game:
            continue
        games += 1
        played_ms += result.played_ms
        if not result.has_house_rules:
            for player in result.players:
                if player.score is not None and (best is None or player.score > best[0]):
                    best = player.score, player.name, number
            shortest = min(shortest or (result.played_ms, number), (result.played_ms, number))
            if longest is None or result.played_ms > longest[0]:
                longest = result.played_ms, number
        moments.add(number, result.highlights)
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
    )


class _Shares:
    """Counts how often each side wins; in a game without sides, how often the first player does."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self._won: Counter[str] = Counter()
        self._fair: dict[str, float] = {}

    def add(self, result: GameResult) -> None:
        """Count a game; a victory that several share says nothing about who began."""
        roles = {player.role: player.won for player in result.players}
        if "" in roles and len(result.winners) == 1:
            self._count("", won=result.players[0].won, fair=1 / len(result.players))
        for role, won in roles.items():
            if role:
                self._count(role, won=won, fair=1 / len(roles))

    def of(self, role: str) -> Share:
        """Return how often a side has won; the side "" is the first player."""
        return Share(self._won[role], self.games[role], self._fair[role] / self.games[role])

    def _count(self, role: str, *, won: bool, fair: float) -> None:
        self.games[role] += 1
        self._won[role] += won
        self._fair[role] = self._fair.get(role, 0.0) + fair


class _Best:
    """Keeps the best highlight of each kind, the first one that was so good."""

    def __init__(self) -> None:
        self._best: dict[str, tuple[int, Highlight]] = {}

    def add(self, number: int, highlights: Iterable[Highlight]) -> None:
        """Look at the highlights of a game."""
        for one in highlights:
            known = self._best.get(one.kind)
            if known is None or one.value > known[1].value:
                self._best[one.kind] = number, one

    @property
    def found(self) -> tuple[tuple[int, Highlight], ...]:
        return tuple(self._best.values())
