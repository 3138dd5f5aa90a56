"""The settings pages of the house rules with which new games begin."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from firmware_py.config.settings import house_rule_key
from firmware_py.games.registry import BOXES
from firmware_py.pages.commands import Change
from firmware_py.pages.general_topics import HOUSE_RULES
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Push
from firmware_py.pages.start_page import Option, option_text
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n


def house_rule_lines(table: Table) -> ListPage:
    """Return the games, with how many house rules of each are changed."""
    return ListPage(
        title=words("House rules"),
        prompt=words("How do new games begin?"),
        choices=tuple(
            Choice(
                BOXES[game].title,
                Push(LivePage(HouseRuleLines(game))),
                (game,),
                _changed(sum(option.usual(table.settings, game) != option.values[0][0] for option in options)),
            )
            for game, options in ((game, pages.house_rules) for game, pages in PAGES.items())
        ),
        about=(HOUSE_RULES,),
    )


def _changed(count: int) -> Words:
    if not count:
        return words("unchanged")
    return words_n("{count} rule changed", "{count} rules changed", count)


class HouseRuleLines(msgspec.Struct, frozen=True):
    """The house rules of one game."""

    game: str

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return ListPage(
            title=BOXES[self.game].title,
            prompt=words("For new games; you can still change it in each."),
            choices=tuple(
                option.choice(option.usual(table.settings, self.game), partial(self._chosen, option))
                for option in PAGES[self.game].house_rules
            ),
            about=(HOUSE_RULES,),
        )

    def _chosen(self, option: Option, value: Any) -> Change:
        return Change(house_rule_key(self.game, option.key), option_text(value))
