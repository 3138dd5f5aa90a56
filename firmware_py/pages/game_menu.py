"""The menu inside a game: what can be taken back or corrected, what happened, how it stands, and its end for today.

Why one page for all of it in a game with secrets, and that page for the hunters' eyes: each of them tells something,
and how many entries there are tells something too. Whatever the mummy's side presses leads to the same curtain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from firmware_py.games.registry import IllegalAction
from firmware_py.games.session import (
    Session,
    is_kept_by_box,
    is_secret_to_take_back,
    play,
    redo_label,
    undo,
    undo_label,
    why_not_undo,
)
from firmware_py.pages.box_seat import seats_choice
from firmware_py.pages.correction import CORRECT, EntriesPage, correction_choices
from firmware_py.pages.help import Explained, topics_page
from firmware_py.pages.interface import Leave, PageContext, Play, Redo, Undo
from firmware_py.pages.page import (
    Back,
    Choice,
    ListPage,
    LivePage,
    NoMenu,
    Page,
    Push,
    Reply,
    confirm,
    line_to_read,
    reading_page,
    what_undo_takes_back,
)
from firmware_py.pages.registry import PAGES
from firmware_py.pages.settings_menu import settings_page
from firmware_py.pages.switch_off import switch_off_choice
from firmware_py.pages.thoughts import coach_choice
from firmware_py.words import Words, plain, words

SOMETHING_TAKEN_BACK = words("Something was undone.")
BACK_TO_GAME = words("Back to the game")
TAKE_BACK = words("Undo")

MOST_AT_ONCE = 12
"""Most entries that can be undone at once."""


def history_choices(table: PageContext) -> tuple[Choice, ...]:
    """The menu's lines that undo and redo, or lead to those who may."""
    session = table.playing
    label, again = what_undo_takes_back(table, secrets=False), redo_label(session, secrets=not session.has_secrets)
    undoing = (Choice(TAKE_BACK, Undo(), icons=("undo",), detail=label),) if label else ()
    if not session.has_secrets:
        return (*undoing, *_redo_choices(again))
    if is_kept_by_box(session):
        return ()
    ask = history_page(table)  # in place of the menu: what is decided there leads to the game
    deciding = Choice(words("Undo or correct…"), ask, icons=("curtain",), about=("correction",))
    return (*(() if is_secret_to_take_back(session) else undoing), deciding)


def history_page(table: PageContext) -> Page:
    """The page that lets those decide who may know everything; there must be such players."""
    secrets = PAGES[table.playing.game.id].secrets
    assert secrets is not None
    page = secrets.only_for(HistoryPage(_history_lines), NoMenu())
    return secrets.curtain(page, NoMenu(), words("Undo or correct?"))


class HistoryPage(LivePage, frozen=True):
    """Asks what is to become of the entries; holding `back` gives that up. Meanwhile no piece on a board plays."""

    @property
    def is_of_the_past(self) -> bool:
        return True

    def give_up(self, table: PageContext) -> Reply:
        """Go back to the game."""
        return Back()


def _history_lines(table: PageContext) -> ListPage:
    session = table.playing
    labels, kept = tuple(_undo_labels(session)), why_not_undo(session)
    more = Choice(words("Undo more…"), HistoryPage(_further_lines), icons=("undo",))
    return ListPage(
        title=session.game.title,
        prompt=words("What was entered wrongly?"),
        choices=(
            *(Choice(TAKE_BACK, Undo(is_sure=True), icons=("undo",), detail=label) for label in labels[:1]),
            *((more,) if labels[1:] else ()),
            *_redo_choices(redo_label(session, secrets=True)),
            *((Choice(CORRECT, EntriesPage(), icons=("repair",), about=("correction",)),) if session.steps else ()),
            Choice(BACK_TO_GAME, Back(), icons=("resume",)),
        ),
        text=(kept,) if kept else (),
        about=("game_menu",),
    )


def _redo_choices(label: Words | None) -> tuple[Choice, ...]:
    if label is None:
        return ()
    return (Choice(words("Redo"), Redo(), icons=("redo",), detail=label),)


def _further_lines(table: PageContext) -> ListPage:
    choices = (
        Choice(label, Undo(is_sure=True, count=count), icons=("undo",))
        for count, label in enumerate(_undo_labels(table.playing), 1)
    )
    question = words("From which entry on? The newest comes first.")
    return ListPage(TAKE_BACK, question, tuple(choices), about=("game_menu",))


def _undo_labels(session: Session) -> Iterator[Words]:
    """Yield what one undo after the other would undo, in words for those who may know everything."""
    for _ in range(MOST_AT_ONCE):
        label = undo_label(session, secrets=True)
        if label is None:
            return
        yield label
        session = undo(session)


STORY_LENGTH = 12
"""Most announcements listed, the newest first."""


def game_menu() -> Page:
    """The menu that `back` opens inside a game."""
    return LivePage(_game_menu_lines)


def _game_menu_lines(table: PageContext) -> ListPage:
    session = table.playing
    return ListPage(
        title=session.game.title,
        prompt=words("Game menu"),
        choices=(
            Choice(BACK_TO_GAME, Back(), icons=("resume",)),
            *history_choices(table),
            *correction_choices(table),
            *PAGES[session.game.id].menu_choices(table),
            *coach_choice(table),
            *((Choice(words("Help"), Push(LivePage(_help_lines)), icons=("why",)),) if _explained_in(table) else ()),
            Choice(words("What happened"), Push(LivePage(_story_lines)), icons=("story",)),
            Choice(words("Standings"), Push(LivePage(_standing_lines)), icons=("players",)),
            *seats_choice(table),
            *_leaving_choices(table),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            switch_off_choice(),
            Choice(words("Stop for today"), Leave(), icons=("kept",), detail=words("The game is saved.")),
        ),
        about=("game_menu",),
    )


def _leaving_choices(table: PageContext) -> tuple[Choice, ...]:
    """The line by which somebody goes home in mid-game, if the game knows what becomes of their things."""
    if table.playing.is_over or table.playing.game.leave is type(None):
        return ()
    return (Choice(words("Somebody must go home…"), Push(LivePage(_leaving_lines)), icons=("house",)),)


def _leaving_lines(table: PageContext) -> ListPage:
    """Who may go home, and what becomes of their things."""
    session = table.playing
    pages = PAGES[session.game.id]
    choices = (
        Choice(
            plain(player),
            _going_home(session, player),
            icons=("player",),
            colour=table.actor(player).colour if pages.one_colour_each else None,
            is_name=True,
        )
        for player in session.present
    )
    return ListPage(words("Going home"), words("Who goes home?"), tuple(choices), text=(pages.leaving,))


def _going_home(session: Session, player: str) -> Reply:
    """What follows once somebody has been chosen; where it ends the game, or no undo brings them back, it is asked."""
    going = Play(session.game.leave(player))
    try:
        after = play(session, going.action)
    except IllegalAction:  # not in the middle of an action: whoever chooses it is told so
        return going
    if after.is_over:
        why, yes = words("That ends the game."), words("Yes, end the game")
    elif is_kept_by_box(after):
        why, yes = words("This cannot be undone."), words("Yes, go home")
    else:
        return going
    return Push(confirm(words("Does {player} really go home?", player=player), (why,), yes, going, "house"))


def _help_lines(table: PageContext) -> ListPage:
    explained = _explained_in(table)
    assert explained is not None
    below = PAGES[table.playing.game.id].page(replace(table, covered=True), None, NoMenu())
    return topics_page(words("Help"), below, explained, table)


def _explained_in(table: PageContext) -> Explained | None:
    return PAGES[table.playing.game.id].explained


def _standing_lines(table: PageContext) -> ListPage:
    session = table.playing
    gone = (
        line_to_read(words("{player} has gone home.", player=player), icons=("house",))
        for player in session.header.players
        if player not in session.present
    )
    return ListPage(words("Standings"), session.game.title, (*PAGES[session.game.id].standing(table), *gone))


def _story_lines(table: PageContext) -> ListPage:
    newest = islice(story(table.playing), STORY_LENGTH)
    return reading_page(words("What happened"), words("The newest comes first."), tuple(newest))


def story(session: Session, *, turns: bool = True) -> Iterator[Words]:
    """Yield what happened, the newest first, and where something was taken back that everybody had heard.

    Without `turns`, what only says who is next is left out.
    """
    events = [event for step in session.steps for event in step.events]
    heard = sum(event.is_public for event in events)
    marks = set(session.marks)
    for event in reversed(events):
        if event.is_public:
            if heard in marks:
                yield SOMETHING_TAKEN_BACK
            heard -= 1
        if (event.is_public or session.is_over) and (turns or not event.announces_turn):
            yield event.words()
    if 0 in marks:
        yield SOMETHING_TAKEN_BACK
