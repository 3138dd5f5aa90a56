"""The list of what was entered in a game, the newest first, from which an entry is chosen to be corrected.

Why the newest stand in the list themselves, and older ones behind one line a kind: a slip is mostly noticed at once,
and one noticed late (a card that lies otherwise on the table) is found sooner among its like.
"""

from __future__ import annotations

import msgspec

from display.view import View
from firmware_py.games.correction import entered_together
from firmware_py.games.session import Session, Step
from firmware_py.pages.correction import can_be_corrected, correcting
from firmware_py.pages.general_topics import CORRECTION
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Back, Input, Push, Reply
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import Words, words, words_n

NEWEST = 8
"""So many entries stand in the list themselves."""
NEWEST_OF_A_KIND = 40
"""And so many in a list of one kind; more than a game has of most kinds."""

TITLE = words("Correct an entry")
CORRECT = words("Correct an entry…")
NEWEST_FIRST = words("Which entry is wrong? The newest comes first.")


def correction_choices(table: Table) -> tuple[Choice, ...]:
    """Return the line of the game's menu that leads to the entries; none before anything was entered.

    In a game with secrets another line leads to them (`history`), which stands there in any case.
    """
    if not table.playing.steps or table.playing.game.has_secrets:
        return ()
    return (Choice(CORRECT, Push(EntriesPage()), ("repair",), about=(CORRECTION,)),)


def _entries(session: Session) -> tuple[int, ...]:
    """Return the actions that can be corrected, the newest first; of those entered as one, only the first."""
    return tuple(
        number
        for number in range(session.ply, 0, -1)
        if can_be_corrected(session, number) and entered_together(session, number)[0] == number
    )


class EntriesPage(msgspec.Struct, frozen=True):
    """Asks which entry is to be corrected; in a game with secrets, on a page for the hunters' eyes."""

    kind: str = ""
    """Only those of one kind; all if empty."""
    skipped: int = 0
    """So many of that kind, the newest, stand in the lists before."""
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the entries in plain words, each with its picture."""
        session = table.playing
        shown, older = self._numbers(session)
        choices = (
            *(self._line(table, number) for number in shown),
            *(self._older(session, numbers) for numbers in older.values()),
        )
        return self._list(choices).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or choose an entry or the list of others."""
        session = table.playing
        shown, older = self._numbers(session)
        skipped = self.skipped + len(shown) if self.kind else 0
        lists = [EntriesPage(kind, skipped) for kind in older]
        page = self._list((Choice(TITLE, Back()),) * (len(shown) + len(lists)))
        line = page.chosen(done)
        if line is None:
            return with_cursor_of(page.press(done, table), self)
        if line < len(shown):
            return Push(correcting(table, shown[line]))
        longer = lists[line - len(shown)]
        return longer if session.game.has_secrets else Push(longer)  # in place, so that what hides this hides it too

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what a correction is."""
        return (CORRECTION,)

    def _numbers(self, session: Session) -> tuple[tuple[int, ...], dict[str, list[int]]]:
        """Return the entries that stand in the list themselves, and by their kind those behind one line each."""
        numbers = _entries(session)
        if self.kind:
            alike = [number for number in numbers if _kind(session, number) == self.kind][self.skipped :]
            shown, rest = tuple(alike[:NEWEST_OF_A_KIND]), alike[NEWEST_OF_A_KIND:]
            return shown, {self.kind: rest} if rest else {}
        return numbers[:NEWEST], _by_kind(session, numbers[NEWEST:])

    def _list(self, choices: tuple[Choice, ...]) -> ListPage:
        prompt = NEWEST_FIRST if choices else words("Nothing has been entered yet.")
        return ListPage(TITLE, prompt, choices, self.cursor)

    def _line(self, table: Table, number: int) -> Choice:
        step = table.playing.steps[number - 1]
        pages = PAGES[table.playing.game.id]
        colour = table.actor(step.action.by).colour if pages.one_colour_each else None
        return Choice(entry_words(step), Back(), pages.icons_of(step), colour=colour)

    def _older(self, session: Session, numbers: list[int]) -> Choice:
        label = words_n("{count} earlier entry…", "{count} earlier entries…", len(numbers))
        icons = PAGES[session.game.id].icons_of(session.steps[numbers[0] - 1])
        return Choice(label, Back(), icons[:1])


def entry_words(step: Step) -> Words:
    """Return an entry as it was announced to those who may know all of it."""
    return next((event.words() for event in step.events), words("An entry"))


def _by_kind(session: Session, numbers: tuple[int, ...]) -> dict[str, list[int]]:
    kinds: dict[str, list[int]] = {}
    for number in numbers:
        kinds.setdefault(_kind(session, number), []).append(number)
    return kinds


def _kind(session: Session, number: int) -> str:
    return type(session.steps[number - 1].action).__name__
