"""What can become of the entries of a game: taken back, played again, or corrected.

Why one page for all of it in a game with secrets, and that page for the hunters' eyes: each of them tells something,
and how many entries there are tells something too. Whatever the mummy's side presses leads to the same curtain.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from display.view import View
from firmware_py.games.session import (
    Session,
    is_secret_to_take_back,
    redo_label,
    undo,
    undo_label,
    why_not_undo,
)
from firmware_py.pages.commands import Redo, Undo
from firmware_py.pages.entries import CORRECT, EntriesPage
from firmware_py.pages.general_topics import CORRECTION, GAME_MENU
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Back, Input, LongPress, NoMenu, Page, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import Words, words

SOMETHING_TAKEN_BACK = words("Something was undone.")
BACK_TO_GAME = words("Back to the game")
TAKE_BACK = words("Undo")

MOST_AT_ONCE = 12
"""So many entries are listed that can be taken back at once."""


def history_choices(table: Table) -> tuple[Choice, ...]:
    """Return the lines of the game's menu that take back and play again, or that lead to those who may."""
    session = table.playing
    label, again = undo_label(session), redo_label(session)
    undoing = (Choice(TAKE_BACK, Undo(), icons=("undo",), detail=label),) if label else ()
    if not session.game.has_secrets:
        return (*undoing, *_redo_choices(again))
    ask = history_page(table)  # in place of the menu: what is decided there leads to the game
    deciding = Choice(words("Undo or correct…"), ask, icons=("curtain",), about=(CORRECTION,))
    return (*(() if is_secret_to_take_back(session) else undoing), deciding)


def history_page(table: Table) -> Page:
    """Return what asks those to decide who may know everything; there must be such players."""
    secrets = PAGES[table.playing.game.id].secrets
    assert secrets is not None
    page = secrets.only_for(HistoryPage(LivePage(_history_lines)), NoMenu())
    return secrets.curtain(page, NoMenu(), words("Undo or correct?"))


class HistoryPage(msgspec.Struct, frozen=True):
    """Asks what is to become of the entries; holding `back` gives that up. Meanwhile no piece on a board plays."""

    page: LivePage

    @property
    def is_of_the_past(self) -> bool:
        """True."""
        return True

    @property
    def identity(self) -> object:
        """What tells the page from others."""
        return HistoryPage, self.page.identity

    def view(self, table: Table) -> View:
        """Return the lines."""
        return self.page.view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or do what it points at."""
        if done == LongPress("back"):
            return Back()
        reply = self.page.press(done, table)
        return HistoryPage(reply) if isinstance(reply, LivePage) else reply

    def topics(self, table: Table) -> tuple[Topic, ...]:
        """Return what explains the line under the cursor."""
        return self.page.topics(table)


def _history_lines(table: Table) -> ListPage:
    session = table.playing
    labels, kept = tuple(_taken_back(session)), why_not_undo(session)
    more = Choice(words("Undo more…"), LivePage(_further_lines), icons=("undo",))
    return ListPage(
        title=session.game.title,
        prompt=words("What was entered wrongly?"),
        choices=(
            *(Choice(TAKE_BACK, Undo(is_sure=True), icons=("undo",), detail=label) for label in labels[:1]),
            *((more,) if labels[1:] else ()),
            *_redo_choices(redo_label(session, secrets=True)),
            *((Choice(CORRECT, EntriesPage(), icons=("repair",), about=(CORRECTION,)),) if session.steps else ()),
            Choice(BACK_TO_GAME, Back(), icons=("resume",)),
        ),
        text=(kept,) if kept else (),
        about=(GAME_MENU,),
    )


def _redo_choices(label: Words | None) -> tuple[Choice, ...]:
    if label is None:
        return ()
    return (Choice(words("Redo"), Redo(), icons=("redo",), detail=label),)


def _further_lines(table: Table) -> ListPage:
    choices = (
        Choice(label, Undo(is_sure=True, count=count), icons=("undo",))
        for count, label in enumerate(_taken_back(table.playing), 1)
    )
    question = words("From which entry on? The newest comes first.")
    return ListPage(TAKE_BACK, question, tuple(choices), about=(GAME_MENU,))


def _taken_back(session: Session) -> Iterator[Words]:
    """Yield what one undo after the other would take back, told to those who may know everything."""
    for _ in range(MOST_AT_ONCE):
        label = undo_label(session, secrets=True)
        if label is None:
            return
        yield label
        session = undo(session)
