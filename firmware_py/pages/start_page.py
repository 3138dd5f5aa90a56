"""The last page before a game, and its house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import Colour, Item, Menu, TitlePage
from firmware_py.config.settings import Settings, house_rule_key
from firmware_py.pages.interface import Begin, PageContext
from firmware_py.pages.lesson import checklist_choice, lesson_choice
from firmware_py.pages.page import Choice, ListedPage, ListPage, Reply
from firmware_py.pages.phones import phones_line
from firmware_py.pages.texts import Texts
from firmware_py.words import Words, words

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

    def __call__(self, choices: Menu, table: PageContext) -> TitlePage:  # noqa: ARG002 - as every body is made
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

    def listed(self, table: PageContext) -> ListPage:
        """The page, with house rules marked."""
        now = {option.key: option.usual(table.settings, self.header.game) for option in self.options}
        now |= dict(self.turned)
        chosen = {option.key: option.as_rule(now[option.key]) for option in self.options}
        header = msgspec.structs.replace(self.header, rules=msgspec.structs.replace(self.header.rules, **chosen))
        begin = Choice(words("Begin the game"), Begin(header, self.colours), icons=("ok",))
        set_up = checklist_choice(self.texts, self.title, self.header.players, table, self.with_cursor(0))
        lesson = (lesson_choice(self.texts, table, self.with_cursor(1)),) if self.has_lesson else ()
        first = (begin, set_up, *lesson)
        rules = (
            option.choice(now[option.key], partial(self._with, option.key, line))
            for line, option in enumerate(self.options, start=len(first))
        )
        last = phones_line(self.header.players, self.colours, self.header.boxes, table)
        return ListPage(self.title, self.prompt(header), (*first, *rules, *last), around=OnTitlePage(self.colours))

    def _with(self, key: str, line: int, value: Any) -> StartPage:
        turned = dict(self.turned) | {key: value}
        return replace(self, turned=tuple(sorted(turned.items(), key=itemgetter(0)))).with_cursor(line)
