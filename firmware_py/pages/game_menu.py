"""The menu inside a game: what can be taken back or corrected, what happened, how it stands, and its end for today."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from firmware_py.games.session import Session
from firmware_py.pages.commands import Leave
from firmware_py.pages.entries import correction_choices
from firmware_py.pages.general_topics import GAME_MENU
from firmware_py.pages.help import Explained, topics_page
from firmware_py.pages.history import BACK_TO_GAME, SOMETHING_TAKEN_BACK, history_choices
from firmware_py.pages.lists import Choice, ListPage, LivePage, reading
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.settings_menu import settings_page
from firmware_py.pages.stack import Back, NoMenu, Page, Push
from firmware_py.pages.switch_off import switch_off_choice
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

STORY_LENGTH = 12
"""So many of the last announcements are listed."""


def game_menu() -> Page:
    """Return the menu that `back` opens inside a game."""
    return LivePage(_game_menu_lines)


def _game_menu_lines(table: Table) -> ListPage:
    session = table.playing
    return ListPage(
        title=session.game.title,
        prompt=words("Game menu"),
        choices=(
            Choice(BACK_TO_GAME, Back(), icons=("resume",)),
            *history_choices(table),
            *PAGES[session.game.id].menu_choices(table),
            *((Choice(words("Help"), Push(LivePage(_help_lines)), icons=("why",)),) if _explained(table) else ()),
            Choice(words("What happened"), Push(LivePage(_story_lines)), icons=("story",)),
            Choice(words("Standings"), Push(LivePage(_standing_lines)), icons=("players",)),
            *correction_choices(table),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            switch_off_choice(),
            Choice(words("Stop for today"), Leave(), icons=("kept",), detail=words("The game is saved.")),
        ),
        about=(GAME_MENU,),
    )


def _help_lines(table: Table) -> ListPage:
    explained = _explained(table)
    assert explained is not None
    below = dialogue_of(table.playing.game.id).page(replace(table, covered=True), None, NoMenu())
    return topics_page(words("Help"), below, explained, table)


def _explained(table: Table) -> Explained | None:
    return PAGES[table.playing.game.id].explained


def _standing_lines(table: Table) -> ListPage:
    session = table.playing
    return ListPage(words("Standings"), session.game.title, PAGES[session.game.id].standing(table))


def _story_lines(table: Table) -> ListPage:
    newest = islice(_story(table.playing), STORY_LENGTH)
    return reading(words("What happened"), words("The newest comes first."), tuple(newest))


def _story(session: Session) -> Iterator[Words]:
    """Yield what happened, the newest first, and where something was taken back that everybody had heard."""
    events = [event for step in session.steps for event in step.events]
    heard = sum(event.is_public for event in events)
    marks = set(session.marks)
    for event in reversed(events):
        if event.is_public:
            if heard in marks:
                yield SOMETHING_TAKEN_BACK
            heard -= 1
        if event.is_public or session.is_over:
            yield event.words()
    if 0 in marks:
        yield SOMETHING_TAKEN_BACK
