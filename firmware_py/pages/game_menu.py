"""The menu inside a game: what can be taken back or corrected, what happened, how it stands, and its end for today."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from firmware_py.games.session import redo_label, undo_label
from firmware_py.pages.commands import Leave, Redo, Undo
from firmware_py.pages.entries import correction_choices
from firmware_py.pages.general_topics import GAME_MENU
from firmware_py.pages.help import Explained, topics_page
from firmware_py.pages.lists import Choice, ListPage, LivePage, confirm, reading
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.settings_menu import settings_page
from firmware_py.pages.stack import Back, NoMenu, Page, Push
from firmware_py.pages.switch_off import switch_off_choice
from firmware_py.pages.table import Table
from firmware_py.words import words

STORY_LENGTH = 12
"""So many of the last announcements are listed."""


def game_menu() -> Page:
    """Return the menu that `back` opens inside a game."""
    return LivePage(_game_menu_lines)


def _game_menu_lines(table: Table) -> ListPage:
    session = table.playing
    undo, redo = undo_label(session), redo_label(session)
    back: Choice = Choice(words("Back to the game"), Back(), icons=("resume",))
    changes: list[Choice] = []
    if undo:
        changes.append(Choice(words("Take back"), Undo(), icons=("undo",), detail=undo))
    if redo:
        changes.append(Choice(words("Play again what was taken back"), Redo(), icons=("redo",), detail=redo))
    return ListPage(
        title=session.game.title,
        prompt=words("Game menu"),
        choices=(
            back,
            *changes,
            *PAGES[session.game.id].menu_choices(table),
            *((Choice(words("Help"), Push(LivePage(_help_lines)), icons=("why",)),) if _explained(table) else ()),
            Choice(words("What happened"), Push(LivePage(_story_lines)), icons=("story",)),
            Choice(words("How things stand"), Push(LivePage(_standing_lines)), icons=("players",)),
            *correction_choices(table),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            switch_off_choice(),
            Choice(words("Stop for today"), Leave(), icons=("kept",), detail=words("The game is saved.")),
        ),
        about=(GAME_MENU,),
    )


def back_from_the_end() -> Page:
    """Return the page that asks before a game goes on whose secrets were shown at its end."""
    return confirm(
        words("Go on playing?"),
        (words("The secrets may be out by now: take back only what was entered wrongly."),),
        words("Take back"),
        Undo(is_sure=True),
        icon="undo",
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
    return ListPage(words("How things stand"), session.game.title, PAGES[session.game.id].standing(table))


def _story_lines(table: Table) -> ListPage:
    session = table.playing
    events = (event for step in reversed(session.steps) for event in reversed(step.events))
    announced = (event.words() for event in events if event.is_public or session.is_over)
    return reading(words("What happened"), words("The newest comes first."), tuple(islice(announced, STORY_LENGTH)))
