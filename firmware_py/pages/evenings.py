"""Evenings worth remembering: this evening and earlier ones, people, and games, told by pages.

Each page shows one answer to one question (`firmware_py.evenings.statistics`), which the disk's thread finds.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from display.view import COLOURS, Actor, Bar, Calendar, Colour, Faces, Menu, Month, PlayerHistory, ScoreHistory
from firmware_py.evenings.results import GameResult
from firmware_py.evenings.statistics import (
    LEAST_GAMES,
    Answer,
    AskEvenings,
    AskGame,
    AskPeople,
    AskPerson,
    EveningGames,
    EveningsAnswer,
    GameAnswer,
    Numbered,
    PeopleAnswer,
    PersonAnswer,
    PersonStatistics,
    Share,
    count_wins,
    tally,
)
from firmware_py.games.registry import BOXES, GAMES, Highlight
from firmware_py.pages.interface import Ask, Forget, PageContext, Rename, Resume, Separate
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.page import Back, Choice, ListPage, Page, Push, Stack, confirm, line_to_read
from firmware_py.pages.people import FacesPage, by_colour, faces_of
from firmware_py.words import NOTHING, Words, list_words, own_line, plain, printable, words, words_n

MINUTE_MS = 60_000

WEEKDAYS = (
    words("Monday {date}"),
    words("Tuesday {date}"),
    words("Wednesday {date}"),
    words("Thursday {date}"),
    words("Friday {date}"),
    words("Saturday {date}"),
    words("Sunday {date}"),
)
MONTHS = (
    words("{day} January"),
    words("{day} February"),
    words("{day} March"),
    words("{day} April"),
    words("{day} May"),
    words("{day} June"),
    words("{day} July"),
    words("{day} August"),
    words("{day} September"),
    words("{day} October"),
    words("{day} November"),
    words("{day} December"),
)
SHORT_MONTHS = (
    words("Jan"),
    words("Feb"),
    words("Mar"),
    words("Apr"),
    words("May"),
    words("Jun"),
    words("Jul"),
    words("Aug"),
    words("Sep"),
    words("Oct"),
    words("Nov"),
    words("Dec"),
)


def evenings_choice() -> Choice:
    """The line that leads to this evening, or to the last one."""
    return Choice(words("Evenings"), Ask(AskEvenings()), icons=("trophy",), brief=words("Evenings"))


def with_answer(stack: Stack, answer: Answer, left: int, table: PageContext) -> Stack:
    """The pages with one that shows an answer; `left` finished games are not counted in it yet."""
    return (*stack, _page_of(answer, left, table))


def _page_of(answer: Answer, left: int, table: PageContext) -> Page:
    match answer:
        case EveningsAnswer(evenings=()):
            return _nothing_yet()
        case EveningsAnswer(evenings=(latest, *_), skips=0):
            return _evening_page(latest, answer, left)
        case EveningsAnswer():
            return _earlier_page(answer)
        case PeopleAnswer():
            return _people_page(answer, table)
        case PersonAnswer():
            return _person_page(answer, table)
        case GameAnswer():
            return _game_page(answer)


def _nothing_yet() -> Page:
    return ListPage(
        about=("evenings",),
        title=words("Evenings"),
        prompt=words("Nothing to remember yet"),
        choices=(line_to_read(words("Here you will find who won, once a game is played to its end.")),),
        icon="trophy",
    )


# --- an evening ------------------------------------------------------------------------------------------------------


def _evening_page(evening: EveningGames, all_of_them: EveningsAnswer | None, left: int = 0) -> ListPage:
    """An evening with a bar for everybody; the page of the latest one leads to all others."""
    is_now = all_of_them is not None and all_of_them.goes_on
    games = Choice(
        words_n("{count} game", "{count} games", len(evening.games)),
        Push(_games_page(evening)),
        icons=("history",),
        brief=words("Games"),
    )
    on = Choice(words("Go on"), Back(), icons=("ok",), brief=words("Go on"))
    curve = Choice(words("The curve"), Push(_curve_page(evening)), icons=("curve",), brief=words("Curve"))
    curves = (curve,) if len(evening.games) > 1 else ()
    others = (
        Choice(words("People"), Ask(AskPeople()), icons=("players",), brief=words("People")),
        Choice(words("Other evenings"), Push(_earlier_page(all_of_them)), icons=("kept",), brief=words("Others")),
    )
    return ListPage(
        about=("evenings",),
        title=words("This evening") if is_now else own_line(day_words(evening.day)),
        prompt=words_n("{count} game is still to be counted", "{count} games are still to be counted", left)
        if left
        else _leaders(evening, is_now=is_now),
        choices=(on, games, *curves, *others) if all_of_them else (games, *curves),
        faces=partial(_faces_of, people=_people_in([result for _, result in evening.games])),
        around=partial(_bars, results=tuple(result for _, result in evening.games)),
        on_phones=_to_look_at(evening, is_now=is_now) if all_of_them else None,
    )


def _to_look_at(evening: EveningGames, *, is_now: bool) -> ListPage:
    """The evening as phones show it: the bars, and each game to read."""
    results = tuple(result for _, result in evening.games)
    games = (_game_line(numbered) for numbered in evening.games)
    return ListPage(
        title=words("This evening") if is_now else day_words(evening.day),
        prompt=_leaders(evening, is_now=is_now),
        choices=tuple(replace(line_to_read(game.label, icons=game.icons), detail=game.detail) for game in games),
        faces=partial(_faces_of, people=_people_in(results)),
        around=partial(_bars, results=results),
    )


def _curve_page(evening: EveningGames) -> ListPage:
    results = tuple(result for _, result in evening.games)
    return ListPage(
        about=("evenings",),
        title=words("The curve"),
        prompt=words("How the evening went: games won"),
        choices=(Choice(words("Back"), Back(), icons=("back",)),),
        faces=partial(_faces_of, people=_people_in(results)),
        around=partial(_bars, results=results, shows="curve"),
    )


def _leaders(evening: EveningGames, *, is_now: bool) -> Words:
    won = tally(result for _, result in evening.games)
    most = max(won.values())
    first = tuple(_name_words(name) for name, count in won.items() if count == most)
    scores = plain(" – ".join(map(str, sorted(won.values(), reverse=True))))
    if len(first) > 1:
        return words("{players} are level: {scores}", players=first, scores=scores)
    if is_now:
        return words("{player} leads: {scores}", player=first[0], scores=scores)
    return words("{player} won most: {scores}", player=first[0], scores=scores)


def _faces_of(table: PageContext, people: tuple[tuple[str, Colour], ...]) -> Faces:
    """The faces of people, by the colours in which they are drawn."""
    return by_colour(people, faces_of((name for name, _ in people), table))


def _bars(
    choices: Menu,
    table: PageContext,
    results: tuple[GameResult, ...],
    shows: Literal["parts", "curve"] = "parts",
) -> ScoreHistory:
    """A bar for everybody, or a curve: how many games they have won."""
    won = tally(results)
    colours = dict(_colours(results))
    most = max(1, *won.values())
    players = tuple(
        PlayerHistory(
            printable(name) or table.say(BOX),
            colours[name],
            count,
            most,
            count_wins(results, name),
        )
        for name, count in won.items()
    )
    return ScoreHistory(players, shows=shows, choices=choices)


def _colours(results: Iterable[GameResult]) -> tuple[tuple[str, Colour], ...]:
    """Everybody's colour: the last that each had, or a free one where two had the same."""
    found: dict[str, Colour] = {}
    wanted = {player.counts_as: player.colour for result in results for player in result.players}
    for name, colour in wanted.items():
        free = (one for one in (*COLOURS, *get_args(Colour)) if one not in found.values())
        known = next((one for one in get_args(Colour) if one == colour and one not in found.values()), None)
        found[name] = known or next(free, COLOURS[0])
    return tuple(found.items())


BOX = words("Box")


def _name_words(name: str) -> Words:
    """What to call a person whose wins are counted; the box has no name."""
    return plain(name) if name else BOX


def _people_in(results: Sequence[GameResult]) -> tuple[tuple[str, Colour], ...]:
    """All but the box, each in the colour of `_colours`."""
    people = {player.name for result in results for player in result.people}
    return tuple(one for one in _colours(results) if one[0] in people)


def _games_page(evening: EveningGames) -> ListPage:
    return ListPage(
        about=("evenings",),
        title=words("The games"),
        prompt=own_line(day_words(evening.day)),
        choices=tuple(_game_line(numbered) for numbered in evening.games),
    )


def _game_line(numbered: Numbered) -> Choice:
    result = numbered[1]
    highlight = next((one for one in _by_interest(result.highlights)), None)
    minutes = words_n("{count} minute", "{count} minutes", max(1, round(result.played_ms / MINUTE_MS)))
    detail = list_words(minutes, _highlight_words(highlight)) if highlight else minutes
    return Choice(outcome_words(result), Push(_result_page(numbered)), icons=(result.game,), detail=detail)


def _result_page(numbered: Numbered) -> ListPage:
    """A game with how long each player thought, from where it can be watched again."""
    number, result = numbered
    return ListPage(
        about=("evenings",),
        title=BOXES[result.game].title,
        prompt=words("How long each of you thought, in minutes"),
        choices=(
            Choice(words("Open the game again"), Resume(number), icons=("resume",), brief=words("Open it")),
            Choice(words("Back"), Back(), icons=("back",), brief=words("Back")),
        ),
        faces=partial(_faces_of, people=_people_in((result,))),
        around=ThinkingBars(result),
    )


class ThinkingBars(msgspec.Struct, frozen=True):
    """Draws a bar for each player: how long the table waited for them, in minutes."""

    result: GameResult

    def __call__(self, choices: Menu, table: PageContext) -> ScoreHistory:
        """The bars, in seating order."""
        colours = dict(_colours((self.result,)))
        minutes = [(player, round(player.thought_ms / MINUTE_MS)) for player in self.result.players]
        most = max(1, *(one for _, one in minutes))
        bars = (
            PlayerHistory(printable(player.name), colours[player.counts_as], one, most, (0, one))
            for player, one in minutes
        )
        return ScoreHistory(tuple(bars), choices=choices)


def _by_interest(highlights: tuple[Highlight, ...]) -> tuple[Highlight, ...]:
    """The highlights that a line may show, the best first."""
    return tuple(sorted((one for one in highlights if one.kind in HIGHLIGHTS), key=lambda one: -one.value))


def outcome_words(result: GameResult) -> Words:
    """Who won, and by how much."""
    scores = sorted((player.score for player in result.players if player.score is not None), reverse=True)
    winners = tuple(plain(name) for name in result.winners)
    roles = {player.role for player in result.players if player.won}
    if roles == {"hunter"}:
        return words("The hunters win")
    if roles == {"mummy"}:
        return words("The mummy wins: {player}", player=winners[0])
    points = plain(" – ".join(map(str, scores)))
    if len(winners) > 1:
        return words("{players} share the victory: {scores}", players=winners, scores=points)
    return words("{player} wins: {scores}", player=winners[0], scores=points)


HIGHLIGHTS = {"haul", "chase"}
"""The kinds of highlights that are shown beside a game."""


def _highlight_words(one: Highlight) -> Words:
    match one.kind:
        case "haul":
            return words("largest haul: {value} ({player})", value=one.value, player=one.player)
        case "chase":
            return words_n("the mummy ran {count} cell", "the mummy ran {count} cells", one.value)
        case _:
            return words_n("{count} mission ({player})", "{count} missions ({player})", one.value, player=one.player)


def day_words(day: date | None) -> Words:
    """A day of the week, with its date; or that the evening has none."""
    if day is None:
        return words("An evening without a date")
    return Words(
        WEEKDAYS[day.weekday()].message, (("date", Words(MONTHS[day.month - 1].message, (("day", day.day),))),)
    )


def _earlier_page(answer: EveningsAnswer | None) -> ListPage:
    evenings = answer.evenings if answer else ()
    more = Choice(
        words("Earlier evenings…"), Ask(AskEvenings(answer.skips + len(evenings) if answer else 0)), ("kept",)
    )
    return ListPage(
        about=("evenings",),
        title=words("Evenings"),
        prompt=words("Which evening?"),
        choices=(
            *((_calendar_choice(answer.calendar),) if answer and answer.calendar else ()),
            *(
                Choice(
                    own_line(day_words(evening.day)),
                    Push(_evening_page(evening, None)),
                    icons=("trophy",),
                    detail=_victories_words(evening),
                )
                for evening in evenings
            ),
            *((more,) if answer and answer.has_more else ()),
        ),
    )


def _calendar_choice(played: Mapping[date, int]) -> Choice:
    page = ListPage(
        about=("evenings",),
        title=words("Calendar"),
        prompt=words_n("{count} game in a year", "{count} games in a year", sum(played.values())),
        choices=(Choice(words("Back"), Back(), icons=("back",)),),
        around=partial(_calendar, played=played),
    )
    return Choice(words("Calendar"), Push(page), icons=("calendar",))


def _calendar(choices: Menu, table: PageContext, played: Mapping[date, int]) -> Calendar:
    """The months from the first day to the last on which something was played."""
    first, last = min(played), max(played)
    months = (divmod(number, 12) for number in range(_number_of(first), _number_of(last) + 1))
    return Calendar(tuple(_month(year, month + 1, played, table) for year, month in months), choices)


def _number_of(day: date) -> int:
    """The number of its month, counted from the year 0."""
    return 12 * day.year + day.month - 1


def _month(year: int, month: int, played: Mapping[date, int], table: PageContext) -> Month:
    days = monthrange(year, month)[1]
    games = tuple(played.get(date(year, month, day), 0) for day in range(1, days + 1))
    name = SHORT_MONTHS[month - 1]
    said = words_n("{month}: {count} game", "{month}: {count} games", sum(games), month=name)
    return Month(table.say(name), games, table.say(said) if any(games) else "")


def _victories_words(evening: EveningGames) -> Words:
    won = tally(result for _, result in evening.games)
    return list_words(
        *(words("{player} {count}", player=_name_words(name), count=count) for name, count in won.items())
    )


# --- people ----------------------------------------------------------------------------------------------------------


def _people_page(answer: PeopleAnswer, table: PageContext) -> ListPage:
    faces = faces_of(answer.people, table)
    return ListPage(
        about=("evenings",),
        title=words("People"),
        prompt=words("Who?"),
        choices=tuple(
            Choice(
                plain(name),
                Ask(AskPerson(name)),
                detail=words_n("{count} game", "{count} games", games),
                colour=_colour(colour),
                face=faces.get(name),
                is_name=True,
            )
            for name, (games, colour) in answer.people.items()
        ),
    )


def _colour(text: str) -> Colour | None:
    return next((one for one in get_args(Colour) if one == text), None)


def _ask_for_name(name: str) -> Push:
    """Ask for another name; that of somebody else makes one person of both, until they are separated."""
    return Push(KeyboardPage(partial(Rename, name), taken=(name,)))


def _ask_to_forget(name: str, also: tuple[str, ...]) -> Push:
    """Ask before a name goes for good, and say where it stays."""
    return Push(
        confirm(
            words("Forget {player}?", player=name),
            (
                words("The name goes from every stored game and from every list. The games stay."),
                words("It cannot be undone. What was copied to a stick keeps the name."),
            ),
            words("Yes, forget the name"),
            Forget((name, *also)),
            "erase",
        )
    )


ROLES = {"mummy": words("as mummy: {won} of {count}"), "hunter": words("as hunter: {won} of {count}")}
"""How somebody fared on a side."""


def _person_page(answer: PersonAnswer, table: PageContext) -> ListPage:
    person = answer.statistics
    faces = faces_of((answer.name, *person.against), table)
    colour, face = _colour(person.colours.get(answer.name, "")) or COLOURS[0], faces.get(answer.name)
    return ListPage(
        about=("evenings",),
        title=plain(answer.name),
        who=Actor(printable(answer.name), colour),
        faces=partial(_faces_of, people=((answer.name, colour),)),
        prompt=words("games won: {won} of {count}", count=person.games, won=person.won),
        choices=(
            *(_game_choice(game, games, won, person, colour) for game, (games, won) in person.by_game.items()),
            *(
                replace(
                    line_to_read(
                        _with_counts(ROLES[role], games, won), icons=("mummy" if role == "mummy" else "pawn",)
                    ),
                    bar=Bar(won / games, colour),
                )
                for role, (games, won) in person.by_role.items()
                if role in ROLES
            ),
            *(_streaks(person.streak, person.longest_streak)),
            *(_moment(number, one, answer.games, person.records) for number, one in person.moments),
            *(_narrowest(*person.narrowest, answer.games) if person.narrowest else ()),
            *(
                replace(
                    line_to_read(
                        words("against {player}: {won} – {lost}", player=_name_words(name), won=won, lost=lost)
                    ),
                    colour=_other_colour(colour, person.colours[name]),
                    face=faces.get(name),
                    bar=Bar(won / (won + lost), colour, _other_colour(colour, person.colours[name]))
                    if won + lost
                    else None,
                )
                for name, (won, lost) in person.against.items()
            ),
            *(
                Choice(words("{player} is somebody else", player=old), Separate(old), icons=("players",))
                for old in answer.also
            ),
            Choice(words("Another face…"), Push(FacesPage(answer.name, colour, face)), colour=colour, face=face),
            Choice(words("Rename {player}…", player=answer.name), _ask_for_name(answer.name), ("letters",)),
            Choice(words("Forget {player}…", player=answer.name), _ask_to_forget(answer.name, answer.also), ("erase",)),
        ),
    )


def _with_counts(message: Words, games: int, won: int) -> Words:
    return Words(message.message, (("won", won), ("count", games)))


def _other_colour(colour: Colour, other: str) -> Colour:
    """The colour of somebody beside whom another has this colour."""
    return next(one for one in (_colour(other), *COLOURS) if one and one != colour)


def _game_choice(game: str, games: int, won: int, person: PersonStatistics, colour: Colour) -> Choice:
    title = BOXES[game].title if game in BOXES else plain(game)
    score = person.best_scores.get(game)
    best = NOTHING if score is None else words("best score: {score}", score=score)
    if game in person.records and score is not None:
        best = words("record of this table: {score}", score=score)
    label = words("{game}: {won} of {count}", game=title, won=won, count=games)
    icons = (game, *((MEDAL,) if game in person.records else ()))
    return Choice(label, Ask(AskGame(game)), icons=icons, detail=best, bar=Bar(won / games, colour))


def _streaks(streak: int, longest: int) -> tuple[Choice, ...]:
    if longest < 2:
        return ()
    now = words("now {count} in a row", count=streak) if streak > 1 else NOTHING
    label = words("most victories in a row: {count}", count=longest)
    return (replace(line_to_read(label, icons=("trophy",)), detail=now),)


MEDAL = "medal"
"""The picture of a record that was better than something."""


def _moment(number: int, one: Highlight, games: dict[int, GameResult], records: frozenset[str]) -> Choice:
    icon = MEDAL if one.kind in records else "gain"
    return Choice(_highlight_words(one), Resume(number), icons=(icon,), detail=_when(number, games))


def _narrowest(number: int, margin: int, games: dict[int, GameResult]) -> tuple[Choice, ...]:
    label = words_n("narrowest victory: {count} point", "narrowest victory: {count} points", margin)
    return (Choice(label, Resume(number), icons=("good",), detail=_when(number, games)),)


def _when(number: int, games: dict[int, GameResult]) -> Words:
    known = games.get(number)
    return day_words(known.began.at.date()) if known else NOTHING


# --- a game ----------------------------------------------------------------------------------------------------------


def _game_page(answer: GameAnswer) -> ListPage:
    game = answer.statistics
    best = game.best_score
    lines = [
        line_to_read(
            words_n("{count} minute on average", "{count} minutes on average", round(game.average_ms / MINUTE_MS)),
            icons=("history",),
        )
    ]
    if best:
        score, name, number = best
        label = words("best score: {score} ({player})", score=score, player=name)
        icon = MEDAL if "score" in game.records else "trophy"
        lines.append(Choice(label, Resume(number), icons=(icon,), detail=_when(number, answer.games)))
    lines += [_moment(number, one, answer.games, game.records) for number, one in game.moments]
    if game.first_player:
        lines.append(
            _share(
                words("Whoever begins wins {won} of {count}", won=game.first_player.won, count=game.first_player.games),
                game.first_player,
            )
        )
    lines += [
        _share(_with_counts(ROLES[role], share.games, share.won), share)
        for role, share in game.roles.items()
        if role in ROLES
    ]
    return ListPage(
        about=("evenings",),
        title=GAMES[answer.game].title,
        prompt=words_n("Played {count} time", "Played {count} times", game.games),
        choices=tuple(lines),
    )


def _share(label: Words, share: Share) -> Choice:
    """A line of how often a side wins, with how sure that is."""
    low, high = (round(100 * bound) for bound in share.interval)
    bar = Bar(share.won / share.games, between=share.interval, fair=share.fair)
    if share.games < LEAST_GAMES:
        sure, bar = words("too few games to tell"), replace(bar, between=None)
    elif share.is_sure:
        sure = words("{low} to {high}%: not by chance", low=low, high=high)
    else:
        sure = words("{low} to {high}%: may be chance", low=low, high=high)
    return replace(line_to_read(label, icons=("parts",)), detail=sure, bar=bar)
