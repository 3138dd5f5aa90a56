"""The last page before a game with its house rules; its set-up step by step; and the lesson, a scripted little game.

Why the script is played by the rules: so no step can show what cannot happen. What is drawn is drawn from the game as
it stands there, and an answer that would do something is judged by the same rules.

Why a wrong answer stays on its step: the reason is shown there above the question, and the next press is the right one.
How far somebody has come is stored, so that the lesson can be left and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Colour, Item, Menu, TitlePage, View
from firmware_py.config.settings import Settings, house_rule_key
from firmware_py.games.session import Session, begin, play_on
from firmware_py.pages.interface import Begin, PageContext
from firmware_py.pages.offers import Keys, Lines, Offer, how_to_ask, leaves
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    NEXT,
    PREVIOUS,
    Choice,
    Later,
    ListedPage,
    ListPage,
    Page,
    Reply,
    Stack,
    hints,
)
from firmware_py.pages.phones import phones_line
from firmware_py.pages.texts import Illustration, Lesson, SetUpStep, Texts
from firmware_py.words import NOTHING, Words, words


@lru_cache(maxsize=32)
def game_at(lesson: Lesson, at: int) -> Session:
    """A lesson's game as it stands at a step.

    :raises IllegalAction: when the rules forbid what the script plays; no shipped lesson has such an action.
    """
    before = game_at(lesson, at - 1) if at else begin(lesson.header())
    return play_on(before, lesson.steps[at].played)


class LessonPage(Page, frozen=True):
    """Shows one step and its answers."""

    TOPICS: ClassVar = ("learning",)
    lesson: Lesson
    then: Page
    """The page before the game, ready for what comes after the lesson."""
    at: int = 0
    wrong: int | None = None
    """The index of the wrong answer that was given last."""

    def view(self, table: PageContext) -> View:
        """The step, its question and answers; after a wrong answer the reason instead of the text."""
        say, step = table.say, self.lesson.steps[self.at]
        laid = self.arrange(table)
        question = say(step.question)
        reason = None if self.wrong is None else say(step.answers[self.wrong].why_not)
        return View(
            title=say(words("Lesson: {number} of {count}", number=self.at + 1, count=len(self.lesson.steps))),
            prompt="",
            body=Announcement(
                say(words("Not quite") if reason else step.title),
                (reason, question) if reason else (f"{say(step.text)} {question}",),
                picture=self._picture(table),
                choices=Menu(laid.items(), laid.cursor or 0),
            ),
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def _picture(self, table: PageContext) -> Illustration:
        picture = self.lesson.steps[self.at].picture
        if not callable(picture):
            return picture
        return picture(replace(table, session=game_at(self.lesson, self.at), colours=self.lesson.colours))

    def offers(self, table: PageContext) -> Lines:
        """The answers by their index."""
        answers = self.lesson.steps[self.at].answers
        return Lines(tuple(Offer(Item(table.say(a.label), target=str(at)), at) for at, a in enumerate(answers)))

    def choose(self, value: int, table: PageContext) -> Reply:
        if self.lesson.steps[self.at].answers[value].why_not != NOTHING:
            return replace(self, wrong=value).with_cursor(value)
        if self.at + 1 == len(self.lesson.steps):
            return LessonEnd(self.lesson.game, self.then)
        return LessonPage(self.lesson, self.then, self.at + 1)

    def go_back(self, table: PageContext) -> Reply:
        """Leave the lesson."""
        return self.then


class LessonEnd(Page, frozen=True):
    """What follows a lesson's last step: well done, and how to ask about a rule in a game."""

    game: str
    then: Page

    def view(self, table: PageContext) -> View:
        """What to do next."""
        say = table.say
        lines = (say(words("Now you know enough to play.")), say(how_to_ask(table)))
        body = Announcement(say(words("That is the game")), lines, picture=(Item("", (self.game, "trophy")),))
        return View(say(words("End of the lesson")), "", body, hints=hints(table, ok=words("done"), back=GO_BACK))

    def offers(self, table: PageContext) -> Keys:
        """The page before the game, on every key."""
        on = Offer(Item(table.say(words("done")), target="ok"), self.then)
        return leaves(on, on, on)

    def go_back(self, table: PageContext) -> Reply:
        return self.then


def lesson_choice(texts: Texts, table: PageContext, then: Page) -> Choice:
    """The line that opens a lesson where it was left.

    `then` is the page on which it stands, with its cursor where people go on after the lesson: on the set-up.
    """
    at = dict(table.lessons).get(texts.game, 0)
    if not 0 < at < len(texts.lesson.steps):
        at = 0
    label = words("Go on learning the game…") if at else words("Learn the game in three minutes…")
    return Choice(label, Later(lambda: LessonPage(texts.lesson, then, at)), icons=("info",))


def lesson_left(stack: Stack) -> tuple[str, int] | None:
    """The game and step to store of the lesson on top, 0 at its end; None without a lesson."""
    match stack[-1]:
        case LessonPage(lesson=lesson, at=at):
            return lesson.game, at
        case LessonEnd(game=game):
            return game, 0
    return None


class ChecklistPage(Page, frozen=True):
    """Shows one step after another; `ok` ticks it off, and held skips the others."""

    TOPICS: ClassVar = ("setting_up",)
    steps: tuple[SetUpStep, ...]
    then: Page
    """The page before the game, ready for what comes after the set-up."""
    at: int = 0

    def view(self, table: PageContext) -> View:
        """The step in large type below its picture."""
        say, step = table.say, self.steps[self.at]
        return View(
            title=say(words("Set-up: {number} of {count}", number=self.at + 1, count=len(self.steps))),
            prompt="",
            body=Announcement(say(step.title), (say(step.text),), picture=step.picture),
            hints=(
                *hints(table, ok=words("done"), back=GO_BACK),
                *self.arrange(table).held_hint(),
            ),
        )

    def offers(self, table: PageContext) -> Keys:
        """The steps before and after; after the last one comes the page before the game."""
        say = table.say
        after = replace(self, at=self.at + 1) if self.at + 1 < len(self.steps) else self.then
        return leaves(
            Offer(Item(say(words("done")), target="ok"), after),
            Offer(Item(say(PREVIOUS), target="previous"), self.go_back(table)),
            Offer(Item(say(NEXT), target="next"), after),
            Offer(Item(say(words("skip the rest")), target="skip", brief=say(words("skip"))), self.then),
        )

    def go_back(self, table: PageContext) -> Reply:
        """The step before, or the page before the game."""
        return replace(self, at=self.at - 1) if self.at else self.then


def checklist_choice(
    texts: Texts, title: Words, players: tuple[str, ...], table: PageContext, then: Page, *, has_own_map: bool = False
) -> Choice:
    """The line that opens the checklist, a short one if everybody has played the game on this device.

    What must be laid out stands in the short one, too; only what people know by then is left out.

    `then` is the page on which it stands, with its cursor where people go on after the set-up.
    """
    known = {name for saved in table.saved_games() if saved.title == title for name in saved.players}
    readers = ("all", "known" if known.issuperset(players) else "new")

    def checklist() -> Page:
        steps = (step for step in texts.set_up if not (has_own_map and step.without_own_map))
        of_players = (step for step in steps if not step.players or len(players) in step.players)
        return ChecklistPage(tuple(step for step in of_players if step.readers in readers), then)

    return Choice(words("Set up, step by step…"), Later(checklist), icons=("story",))


AS_PRINTED = words("as printed")
HOUSE_RULE = words("house rule")
SILENT = (words("not printed: our ruling"), HOUSE_RULE)
"""The sources of a rule about which the leaflet is silent."""


class OnTitlePage(msgspec.Struct, frozen=True):
    """Draws the choices of a page beside the scene of its game."""

    colours: tuple[Colour, ...]
    """Those of the players, first to act first."""
    role: str = ""
    """The icon of whoever has one, in the last place."""

    def __call__(self, choices: Menu, table: PageContext) -> TitlePage:
        seats = (
            *(Item("", colour=colour) for colour in self.colours),
            *((Item("", (self.role,)),) if self.role else ()),
        )
        return TitlePage(choices.items, choices.cursor, seats=seats)


class Option(msgspec.Struct, frozen=True):
    """A rule that a table may change: a key of the header's `rules`."""

    key: str
    values: tuple[tuple[Any, Words], ...]
    """Each value with the sentence that describes it, the usual one first."""
    icon: str
    """What it is about."""
    sources: tuple[Words, ...] = (AS_PRINTED, HOUSE_RULE)
    """Where each value comes from, the last one also for those after it; a usual one is not always printed."""
    as_rule: Callable[[Any], Any] = lambda value: value
    """The value as the header has it."""

    def usual(self, settings: Settings, game: str) -> Any:
        """The value that new games start with on this device."""
        chosen = dict(settings.house_rules).get(house_rule_key(game, self.key), "")
        return next((value for value, _ in self.values if option_text(value) == chosen), self.values[0][0])

    def choice(self, now: Any, turned: Callable[[Any], Reply]) -> Choice:
        """The line that shows the value `now`; choosing it replies with `turned` of the next value."""
        values = [value for value, _ in self.values]
        line = values.index(now)
        after = values[(line + 1) % len(values)]
        return Choice(
            self.values[line][1],
            turned(after),
            icons=(self.icon,),
            detail=self.sources[min(line, len(self.sources) - 1)],
        )


def option_text(value: Any) -> str:
    return str(value).lower()


class StartPage(ListedPage, frozen=True):
    """The last page before a game: start it, or change a house rule."""

    title: Words
    prompt: Callable[[Any], Words]
    """Says who begins, by the header with the rules as they stand."""
    header: Any
    colours: tuple[Colour, ...]
    options: tuple[Option, ...]
    texts: Texts
    has_lesson: bool = True
    """Whether its lesson begins here."""
    turned: tuple[tuple[str, Any], ...] = ()
    """The rules changed here, sorted by key; for the others the house rules apply."""

    def fresh_list(self, table: PageContext) -> ListPage:
        """The page, with house rules marked."""
        now = {option.key: option.usual(table.settings, self.header.game) for option in self.options}
        now |= dict(self.turned)
        chosen = {option.key: option.as_rule(now[option.key]) for option in self.options}
        header = replace(self.header, rules=replace(self.header.rules, **chosen))
        start = Choice(words("Begin the game"), Begin(header, self.colours), icons=("ok",))
        set_up = checklist_choice(self.texts, self.title, self.header.players, table, self.with_cursor(0))
        lesson = (lesson_choice(self.texts, table, self.with_cursor(1)),) if self.has_lesson else ()
        first = (start, set_up, *lesson)
        rules = (
            option.choice(now[option.key], partial(self._with, option.key, line))
            for line, option in enumerate(self.options, start=len(first))
        )
        last = phones_line(self.header.players, self.colours, self.header.boxes, table)
        return ListPage(self.title, self.prompt(header), (*first, *rules, *last), around=OnTitlePage(self.colours))

    def _with(self, key: str, line: int, value: Any) -> StartPage:
        turned = dict(self.turned) | {key: value}
        return replace(self, turned=tuple(sorted(turned.items(), key=itemgetter(0)))).with_cursor(line)
