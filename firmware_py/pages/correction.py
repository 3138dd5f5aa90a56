"""The pages of a correction: an entry is entered again where it was made, and what follows from it is decided.

Why the pages of the game itself ask for it: players know them, and they offer only what was possible then. They look at
the game as it was before that entry, whose old value stands ready there as after an undo.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from display.view import Hint, Notice, View
from firmware_py.games.correction import Corrected, Edit, before_action, corrected, entered_together
from firmware_py.games.rules import IllegalAction, Rule
from firmware_py.games.session import Session
from firmware_py.pages.commands import Correct, Play
from firmware_py.pages.general_topics import CORRECTION
from firmware_py.pages.hints import GIVE_UP, GO_BACK, MENU
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.registry import PAGES, Secrets, dialogue_of, pages_of
from firmware_py.pages.stack import (
    Back,
    Hidden,
    Hiding,
    Input,
    LongPress,
    NoMenu,
    Page,
    Push,
    Reply,
    Stack,
    identity_of,
    press,
)
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import NOTHING, Words, plain, words, words_n

NO_MENU = NoMenu()
Edits = tuple[Edit, ...]


def can_be_corrected(session: Session, number: int) -> bool:
    """Return whether people entered an action: what the device has rolled stays."""
    return 1 <= number <= session.ply and not (session.seed and session.game.is_roll(session.steps[number - 1].action))


def correcting(table: Table, number: int) -> EnterAgainPage:
    """Return the page on which action `number`, and what was entered with it, is entered again."""
    first, _ = entered_together(table.playing, number)
    return entering(table, (), first, before_action(table.playing, first))


def entering(
    table: Table,
    edits: Edits,
    number: int,
    work: Session,
    *,
    is_before: bool = False,
    draft: str | None = None,
    depth: int = 0,
) -> EnterAgainPage:
    """Return the page on which action `number` is entered again, in the game `work` as it was then.

    `is_before`: another action is entered that was missing before it.
    """
    work = replace(work, undone=()) if is_before else work  # nothing of it was entered yet
    pages = pages_of(_as_then(table, work), draft, NO_MENU)
    return EnterAgainPage(edits, number, (NO_MENU, *pages), depth, work, is_before)


def _as_then(table: Table, work: Session) -> Table:
    """Return what the pages look at: the game as it was then, without the board, which is in the present."""
    return replace(table, session=work, covered=False, board=None, is_past=True)


def _secrets(session: Session) -> Secrets | None:
    """Return how a game guards its secrets; None if it has none, or none any more."""
    return None if session.is_over else PAGES[session.game.id].secrets


class EnterAgainPage(msgspec.Struct, frozen=True):
    """Asks for an entry with the pages of the game as it was then; `back` leaves, holding it, too."""

    edits: Edits
    """What was entered again before."""
    number: int
    """The action in whose place, or before which, this is entered."""
    inner: Stack
    """The pages of the game, above `NO_MENU`."""
    depth: int
    """How many pages of this correction lie below."""
    work: Session
    """The game as it was then; it follows from the entries, and is not compared."""
    is_before: bool = False
    """It is entered before that action, and not in its place."""
    rule: Rule | None = None
    """Why the last attempt was refused."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EnterAgainPage) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.edits, self.number, self.inner, self.depth, self.is_before, self.rule

    @property
    def is_of_the_past(self) -> bool:
        """True."""
        return True

    @property
    def identity(self) -> object:
        """What tells the page from others: also the page of the game that it shows."""
        return EnterAgainPage, self.number, self.is_before, len(self.inner), identity_of(self.inner[-1])

    def view(self, table: Table) -> View:
        """Return the game's page, marked as a correction."""
        say, top, secrets = table.say, self.inner[-1], _secrets(table.playing)
        if secrets and isinstance(top, Hidden):
            shown = top.view(table)  # of the present: everybody may look, and may not learn what is corrected
            return replace(shown, hints=self._hints(shown, table))
        shown = top.view(_as_then(table, self.work))
        notice = Notice((say(self.rule.why),), "error") if self.rule else shown.notice
        return replace(
            shown,
            title=say(self._title(table.playing)),
            prompt=say(self._prompt(shown.prompt)),
            badges=("repair",),
            hints=self._hints(shown, table),
            notice=notice,
            audience="hunters" if secrets else shown.audience,  # also what the mummy entered: what follows tells
        )

    def _title(self, session: Session) -> Words:
        if self.is_before:
            return words("Before {number} of {count}", number=self.number, count=session.ply)
        return words("Correcting {number} of {count}", number=self.number, count=session.ply)

    def _prompt(self, question: str) -> Words:
        if self.is_before:
            return words("What was missing: {question}", question=plain(question))
        return words("Correction: {question}", question=plain(question))

    def _hints(self, shown: View, table: Table) -> tuple[Hint, ...]:
        """Return what the buttons do: there is no menu in the past, and nothing is taken back."""
        menu, back = Hint("back", table.say(MENU)), Hint("back", table.say(GO_BACK))
        kept = (back if hint == menu else hint for hint in shown.hints if not (hint.button == "back" and hint.held))
        return (*kept, Hint("back", table.say(GIVE_UP), held=True))

    def press(self, done: Input, table: Table) -> Reply:
        """Let the game's page answer; what it plays is the entry."""
        if done == LongPress("back"):
            return Back(self.depth)
        stack, command = press(self.inner, done, _as_then(table, self.work))
        if stack[-1] == NO_MENU:
            return Back()
        if isinstance(command, Play):
            return self._entered(command, table)
        return replace(self, inner=stack, rule=None)

    def _entered(self, command: Play, table: Table) -> Reply:
        actions = (command.action,) if command.then is None else (command.action, command.then)
        session = table.playing
        _, last = entered_together(session, self.number)
        before = tuple(step.action for step in session.steps[self.number - 1 : last])
        if not self.edits and actions == before:
            return Back()
        edit = Edit(self.number, 0 if self.is_before else len(before), actions)
        try:
            return after_edits((*self.edits, edit), table, self.depth + 1)
        except IllegalAction as error:
            return replace(self, rule=error.rule)

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what a correction is."""
        return (CORRECTION,)

    def covered(self) -> EnterAgainPage:
        """Return the page with the secret covered that the game's page may hold."""
        *below, top = self.inner
        if isinstance(top, Hiding):
            return replace(self, inner=(*below, top.covered()))
        secrets = PAGES[self.work.game.id].secrets
        return replace(self, inner=(*below, secrets.curtain(top, NO_MENU, NOTHING))) if secrets else self

    @property
    def draft(self) -> str | None:
        """What is entered on the game's page and is no action yet."""
        return dialogue_of(self.work.game.id).draft_of(self.inner[1])


def _asks_the_same(session: Session, number: int, work: Session) -> bool:
    """Return whether the game `work` waits for what it waited for before action `number`, whoever must enter it."""
    then = session.steps[number - 2].state if number > 1 else session.start
    phase, phase_then = (session.game.rules.record_state(state)["phase"] for state in (work.state, then))
    return bool(phase == phase_then)


def after_edits(edits: Edits, table: Table, depth: int) -> Reply:
    """Return what follows from edits: they come in force, or a page asks what to do with an entry now refused.

    :raises IllegalAction: when the rules forbid what was entered.
    """
    result = corrected(table.playing, edits)
    return Correct(edits) if result.why is None else Push(refused_page(edits, result, table, depth))


def refused_page(edits: Edits, result: Corrected, table: Table, depth: int) -> Page:
    """Return the page about the first entry that is refused now, only for those who may know it."""
    page = RefusedPage(edits, result.number, depth, result)
    secrets = _secrets(table.playing)
    return secrets.only_for(page, NO_MENU) if secrets else page


class RefusedPage(msgspec.Struct, frozen=True):
    """Asks what to do with a later entry that the rules refuse after a correction."""

    edits: Edits
    number: int
    depth: int
    """How many pages of this correction lie below."""
    result: Corrected
    """The game so far; it follows from the entries, and is not compared."""
    cursor: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RefusedPage) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.edits, self.number, self.depth, self.cursor

    @property
    def is_of_the_past(self) -> bool:
        """True."""
        return True

    def view(self, table: Table) -> View:
        """Return which entry is refused and why, and what can be done."""
        view = self._list(table).view(replace(table, session=None))  # nothing is taken back here
        return replace(view, hints=(*view.hints, Hint("back", table.say(GIVE_UP), held=True)))

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or do what it points at; holding `back` gives the correction up."""
        if done == LongPress("back"):
            return Back(self.depth)
        page = self._list(table)
        line = page.chosen(done)
        return with_cursor_of(page.press(done, table), self) if line is None else self._lines(table)[line][2]()

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what a correction is."""
        return (CORRECTION,)

    def _list(self, table: Table) -> ListPage:
        step = table.playing.steps[self.number - 1]
        what = next((event.words() for event in step.events), words("An entry"))
        rule = self.result.why
        assert rule is not None
        return ListPage(
            title=words("Correct an entry"),
            prompt=words("Entry {number} is no longer possible: {what}", number=self.number, what=what),
            choices=tuple(Choice(label, Back(), (icon,)) for label, icon, _ in self._lines(table)),
            cursor=self.cursor,
            text=(rule.why,),
            icon=(*PAGES[table.playing.game.id].icons_of(step), "")[0],
        )

    def _lines(self, table: Table) -> tuple[tuple[Words, str, Callable[[], Reply]], ...]:
        """Return each line: its label, its picture, and what follows from it."""
        left = len(self.result.session.undone)
        stop = words_n("Stop here: {count} entry is undone", "Stop here: {count} entries are undone", left)
        ends = (
            (stop, "undo", lambda: Correct(self.edits)),
            (words("Give up the correction"), "back", lambda: Back(self.depth)),
        )
        if self.result.session.is_over:
            return ends
        instead = (words("Enter another in its place"), "repair", lambda: self._entering(table, is_before=False))
        return (
            *((instead,) if _asks_the_same(table.playing, self.number, self.result.session) else ()),
            (words("Enter what was missing before it"), "plus", lambda: self._entering(table, is_before=True)),
            (words("Leave it out"), "discard", lambda: after_edits(self._without(table), table, self.depth + 1)),
            *ends,
        )

    def _entering(self, table: Table, *, is_before: bool) -> Reply:
        work, depth = self.result.session, self.depth + 1
        return Push(entering(table, self.edits, self.number, work, is_before=is_before, depth=depth))

    def _without(self, table: Table) -> Edits:
        _, last = entered_together(table.playing, self.number)
        return (*self.edits, Edit(self.number, last - self.number + 1))
