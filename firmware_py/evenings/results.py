"""One finished game in the few facts that are remembered: who played, who won, how long, and its best moments.

Why it is kept beside the record: a page about ten thousand games must not play them all again. Why there is a
version: when the rules or this module learn to tell more, older results are made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from itertools import pairwise
from operator import itemgetter
from zlib import crc32

import msgspec
from msgspec.structs import replace

from firmware_py.foreign_text import from_json
from firmware_py.games.registry import Highlight
from firmware_py.games.seats import box_of
from firmware_py.games.session import Session
from firmware_py.words import BOX_SEATS, LANGUAGES, MOST_SEATS, Say, speak, words

VERSION = 5
"""A result that another version made is out of date."""

FIRST_YEAR = 2026
"""The year of the first version: an older date is that of a clock that was never set."""

MILLISECOND = timedelta(milliseconds=1)

PAUSE_MS = 10 * 60_000
"""Whoever does nothing for longer than this is not thinking: the table is having supper."""


EVENING_MS = 5 * 3_600_000
"""Games that lie less than this apart belong to one evening."""

BOOT_MS = 366 * 24 * 3_600_000
"""Milliseconds reserved for each power-on: how long one lasted, nobody knows."""


class Moment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """When something was entered, by the wall clock and in milliseconds since power-on."""

    at: datetime
    uptime_ms: int

    @property
    def is_dated(self) -> bool:
        """Whether the wall clock was set."""
        return self.at.year >= FIRST_YEAR

    def until_ms(self, later: Moment) -> int | None:
        """How long it is until a later moment, 0 if that was earlier; None if no clock can tell."""
        if self.at.year >= FIRST_YEAR and later.at.year >= FIRST_YEAR:
            return max(0, (later.at - self.at) // MILLISECOND)
        return _count_ms(self.uptime_ms, later.uptime_ms)


def _count_ms(before_ms: int, after_ms: int) -> int | None:
    """How long it was since power-on; None if the device was switched on again between the two."""
    return after_ms - before_ms if 0 <= after_ms - before_ms < BOOT_MS // 2 else None


class PlayerResult(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How a game ended for one player."""

    name: str
    colour: str
    won: bool = False
    """A victory that is shared counts for everybody who shares it, and one of the hunters for every hunter."""
    score: int | None = None
    """None in a game without points."""
    role: str = ""
    """The side that a player was on, in a game that has sides."""
    thought_ms: int = 0
    """How long the table waited for this player; pauses do not count."""
    level: int = 0
    """How strongly the box played here at the end; 0 for a person."""

    @property
    def counts_as(self) -> str:
        """The name of the person; that of the box is empty, whatever its seat is called."""
        return "" if self.level else self.name


class Span(msgspec.Struct, frozen=True, array_like=True, kw_only=True, gc=False):
    """When a game was played: what its result begins with, and all that tells evenings apart."""

    began: Moment
    ended: Moment
    resumed: Moment | None = None
    """When play last resumed after a break of an evening or more; None if there was none."""

    @property
    def sat_down(self) -> Moment:
        """When people sat down to the evening in which it ended."""
        return self.resumed or self.began


class GameResult(Span, frozen=True, array_like=True, kw_only=True, gc=False):
    """A finished game."""

    game: str
    players: tuple[PlayerResult, ...]
    """In seating order, first to act first."""
    played_ms: int
    """How long it took, without pauses."""
    highlights: tuple[Highlight, ...] = ()
    """The best of each kind and player, as they sit."""
    has_house_rules: bool = False
    """Whether it was made easier for somebody, or shorter: then it counts for no record of points."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of all who won."""
        return tuple(player.name for player in self.players if player.won)

    @property
    def margin(self) -> int | None:
        """By how many points a single winner was ahead of all others; None if points did not decide."""
        won = [player.score for player in self.players if player.won]
        others = [player.score for player in self.players if not player.won and player.score is not None]
        if len(won) != 1 or won[0] is None or not others or won[0] < max(others):
            return None
        return won[0] - max(others)

    @property
    def people(self) -> tuple[PlayerResult, ...]:
        """How it ended for those who are not the box."""
        return tuple(player for player in self.players if not player.level)

    @property
    def best_score(self) -> int | None:
        """The highest score of a person; None if nobody has points."""
        best = None
        for player in self.players:
            if player.score is not None and not player.level and (best is None or player.score > best):
                best = player.score
        return best

    def person(self, name: str) -> PlayerResult | None:
        """How it ended for a person, or None who did not play."""
        for player in self.players:
            if player.name == name and not player.level:
                return player
        return None


def result_of(
    session: Session,
    colours: Sequence[str],
    started_at: datetime,
    times: Sequence[datetime],
    uptimes_ms: Sequence[int],
) -> GameResult | None:
    """The result of a game, or None while it goes on.

    `times` and `uptimes_ms` say when each of its actions was entered, at least as many as were played.
    """
    outcome = session.game.rules.outcome(session.state)
    if outcome is None or not session.steps:
        return None
    players = session.header.players
    roles = {player: session.game.role(session.header, player) for player in players}
    sides = {roles[name] for name in outcome.winners if roles[name]}
    scores = session.game.rules.record_state(session.state).get("scores", {})
    waits = list(_waits(session, uptimes_ms))
    moments = [Moment(started_at, uptimes_ms[0]), *map(Moment, times[: session.ply], uptimes_ms)]
    return GameResult(
        game=session.game.id,
        players=tuple(
            PlayerResult(
                name,
                colour,
                won=name in outcome.winners or roles[name] in sides,
                score=scores.get(name),
                role=roles[name],
                thought_ms=sum(wait for by, wait in waits if by == name),
                level=box.level if (box := box_of(session.state, name)) else 0,
            )
            for name, colour in zip(players, colours, strict=True)
        ),
        began=_began(moments[0], moments[1:]),
        ended=moments[-1],
        played_ms=sum(wait for _, wait in waits),
        highlights=tuple(_best(session)),
        has_house_rules=session.game.is_handicapped(session.header),
        resumed=_first_after_pause(moments),
    )


def _began(began: Moment, entries: Iterable[Moment]) -> Moment:
    """When a game began: if the clock was set only later, as long before its first dated entry as is known."""
    dated = began if began.is_dated else next((entry for entry in entries if entry.is_dated), began)
    before_ms = _count_ms(began.uptime_ms, dated.uptime_ms) or 0
    return Moment(dated.at - timedelta(milliseconds=before_ms), began.uptime_ms)


def _first_after_pause(moments: Sequence[Moment]) -> Moment | None:
    """The first entry after the last pause that is known to be as long as between two evenings."""
    pauses = [after for before, after in pairwise(moments) if (before.until_ms(after) or 0) >= EVENING_MS]
    return pauses[-1] if pauses else None


def _waits(session: Session, uptimes_ms: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield for each action but the first by whom it was, and how long the table had waited for it.

    A device that was switched off meanwhile starts counting again: nobody knows how long that took.
    """
    for step, (before, after) in zip(session.steps[1:], pairwise(uptimes_ms), strict=False):
        wait = after - before
        yield step.action.by, wait if 0 <= wait <= PAUSE_MS else 0


def _best(session: Session) -> Iterator[Highlight]:
    """Yield the best of each kind and player in seating order; whoever took or ran nothing has none."""
    best: dict[tuple[str, str], Highlight] = {}
    for one in session.game.highlights(session.steps):
        known = best.get((one.kind, one.player))
        if one.value > (known.value if known else 0):
            best[one.kind, one.player] = one
    yield from sorted(best.values(), key=lambda one: session.header.players.index(one.player))


# --- guests ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def numbered_players(say: Say) -> tuple[str, ...]:
    """What is called who has no name: guests, and who was forgotten; the first seat first."""
    return tuple(say(words("Player {number}", number=number)) for number in range(1, MOST_SEATS + 1))


@lru_cache(maxsize=8)
def numbered_boxes(say: Say) -> tuple[str, ...]:
    """What the box is called in its seats, one after the other."""
    return tuple(map(say, BOX_SEATS))


@cache
def _in_any_language(called: Callable[[Say], tuple[str, ...]]) -> frozenset[str]:
    return frozenset(name for one in LANGUAGES for name in called(speak(one)))


def is_box_name(name: str) -> bool:
    """Whether this is what the box is called, in any language."""
    return name in _in_any_language(numbered_boxes)


def is_guest(name: str) -> bool:
    """Whether this is the name of a seat, in any language: whoever sat there is nobody in particular."""
    return name in _in_any_language(numbered_players)


# --- what people are called today ------------------------------------------------------------------------------------
# Games keep the names with which they were played: whoever was renamed can be separated again.

PEOPLE = "people."
"""What begins the settings keys of all that is known of people: each an object in JSON, by name."""
NAMES = f"{PEOPLE}names"
"""The settings key of the names."""


def read_names(text: str) -> dict[str, str]:
    """What a setting says of each name: how it is called now, its face, its salt; nothing if it cannot be read."""
    try:
        return from_json(text, dict[str, str]) if text else {}
    except msgspec.DecodeError:
        return {}


def write_names(names: Mapping[str, str]) -> str:
    """The setting that `read_names` reads; empty without any name."""
    return msgspec.json.encode(dict(sorted(names.items()))).decode() if names else ""


def with_name(names: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The names after somebody is called `new`, who was `old`: with all who were counted as that person.

    A name that somebody else had before stands for that person: whoever gets it is one person with them.
    """
    if names.get(new, old) != old:
        new = names[new]
    followed = {name: new if now == old else now for name, now in names.items()}
    return {name: now for name, now in {**followed, old: new}.items() if name != now}


def without_name(names: Mapping[str, str], old: str) -> dict[str, str]:
    """The names after somebody is called `old` again."""
    return {name: now for name, now in names.items() if name != old}


FACES = "people.faces"
"""The settings key of the faces: what each name has chosen, as `read_names` reads it."""


def with_faces(faces: Mapping[str, str], names: Iterable[str], every: Sequence[str]) -> dict[str, str]:
    """The faces, with one of `every` for each of these names that has none: one that few others have.

    Which it is follows from the name, as far as it is free, so that it is the same on another device.
    """
    found = dict(faces)
    for name in names:
        if name not in found:
            first = crc32(name.encode()) % len(every)
            taken = Counter(found.values())
            found[name] = min((*every[first:], *every[:first]), key=lambda face: taken[face])
    return found


def rename_players(result: GameResult, names: Mapping[str, str]) -> GameResult:
    """A result with the names of today; as it was where two players of it would be called the same."""
    now = {one.name: names[one.name] for one in result.players if one.name in names and not one.level}
    if not now:
        return result
    players = [replace(one, name=now[one.name]) if one.name in now else one for one in result.players]
    if len({one.name for one in players}) < len(players):
        return result
    highlights = [replace(one, player=now[one.player]) if one.player in now else one for one in result.highlights]
    return replace(result, players=tuple(players), highlights=tuple(highlights))


def in_order(began: Iterable[tuple[int, Moment]]) -> list[int]:
    """The numbers of games in the order in which they were played; given in that in which they came.

    A game whose clock was not set stays behind the one before it.
    """
    placed, last = [], 0.0
    for number, moment in began:
        last = moment.at.timestamp() if moment.is_dated else last
        placed.append((last, number))
    return [number for _, number in sorted(placed, key=itemgetter(0))]
