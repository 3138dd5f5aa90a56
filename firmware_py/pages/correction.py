"""The pages of a correction: an entry is entered again where it was made, and what follows from it is decided.

Why the pages of the game itself ask for it: players know them, and they offer only what was possible then. They look at
the game as it was before that entry, whose old value stands ready there as after an undo.

Why the newest stand in the list themselves, and older ones behind one line a kind: a slip is mostly noticed at once,
and one noticed late (a card that lies otherwise on the table) is found sooner among its like.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from display.view import Audience, Hint, Notice, View
from firmware_py.games.registry import IllegalAction, Refusal
from firmware_py.games.session import (
    THE_CORRECTION,
    Corrected,
    Edit,
    Session,
    Step,
    apply_edits,
    before_action,
    changes_secret_seats,
    entry_around,
    is_entry,
    is_secret_to_take_back,
    undo_label,
    with_seats_of,
    without_last,
)
from firmware_py.pages.interface import Correct, PageContext, Play
from firmware_py.pages.offers import Laid, Shape
from firmware_py.pages.page import (
    GIVE_UP,
    GO_BACK,
    MENU,
    Back,
    Choice,
    ComparedByKey,
    Input,
    Later,
    ListedPage,
    ListPage,
    LongPress,
    NoMenu,
    Page,
    Push,
    Reply,
    Stack,
    press,
)
from firmware_py.pages.registry import PAGES, Secrets, pages_of
from firmware_py.words import NOTHING, Words, plain, words, words_n

NO_MENU = NoMenu()
Edits = tuple[Edit, ...]


def can_be_corrected(session: Session, number: int) -> bool:
    """Whether an action can be entered again: not what the device has rolled or decided, and nobody goes home twice."""
    is_entered = 1 <= number <= session.ply and is_entry(session, number - 1)
    return is_entered and not isinstance(session.steps[number - 1].action, session.game.leave)


def correction_page(table: PageContext, number: int) -> EnterAgainPage:
    """The page on which action `number`, and what was entered with it, is entered again."""
    first, _ = entry_around(table.playing, number)
    return enter_again_page(table, (), first, before_action(table.playing, first))


def enter_again_page(
    table: PageContext,
    edits: Edits,
    number: int,
    work: Session,
    *,
    is_before: bool = False,
    draft: str | None = None,
    depth: int = 0,
) -> EnterAgainPage:
    """The page on which action `number` is entered again, in the game `work` as it was then.

    Who plays now looks at it: what was hidden then is hidden from nobody once the box plays the mummy. `is_before`:
    another action is entered that was missing before it.
    """
    work = with_seats_of(work, table.playing.state)
    work = replace(work, undone=()) if is_before else work  # nothing of it was entered yet
    pages = pages_of(_as_then(table, work), draft, NO_MENU)
    return EnterAgainPage(edits, number, (NO_MENU, *pages), depth, work, is_before)


def _as_then(table: PageContext, work: Session) -> PageContext:
    """What the pages look at: the game as it was then, without the board, which is in the present."""
    return replace(table, session=work, covered=False, board=None, is_past=True)


def _secrets(session: Session) -> Secrets | None:
    """How a game guards its secrets; None if it has none, or none any more."""
    return PAGES[session.game.id].secrets if session.has_secrets and not session.is_over else None


class EnterAgainPage(ComparedByKey, Page, frozen=True):
    """Asks for an entry with the pages of the game as it was then; `back` leaves, holding it, too."""

    TOPICS: ClassVar = ("correction",)
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
    refusal: Refusal | None = None
    """Why the last attempt was refused."""

    @property
    def key(self) -> tuple[object, ...]:
        return self.edits, self.number, self.inner, self.depth, self.is_before, self.refusal

    @property
    def is_of_the_past(self) -> bool:
        return True

    @property
    def identity(self) -> object:
        """What tells the page from others: also the page of the game that it shows."""
        return EnterAgainPage, self.number, self.is_before, len(self.inner), self.inner[-1].identity

    def view(self, table: PageContext) -> View:
        """The game's page, marked as a correction."""
        say, top = table.say, self.inner[-1]
        if self._is_hidden(table):
            shown = top.view(table)  # of the present: everybody may look, and may not learn what is corrected
            return replace(shown, hints=self._hints(shown, table))
        shown = top.view(_as_then(table, self.work))
        notice = Notice((say(self.refusal.why),), "error") if self.refusal else shown.notice
        return replace(
            shown,
            title=say(self._title(table.playing)),
            prompt=say(self._prompt(shown.prompt)),
            badges=("repair",),
            hints=self._hints(shown, table),
            notice=notice,
            audience=self.audience(table),
        )

    def _is_hidden(self, table: PageContext) -> bool:
        """Whether the game's page hides what it is about."""
        top = self.inner[-1]
        return _secrets(table.playing) is not None and top is not top.uncover()

    def audience(self, table: PageContext) -> Audience:
        """Those who may look: the mummy's entries, too, are for the hunters, since what follows tells."""
        if _secrets(table.playing) and not self._is_hidden(table):
            return "hunters"
        return self.inner[-1].audience(_as_then(table, self.work))

    def offers(self, table: PageContext) -> Shape:
        """What the game's page offers."""
        return self.inner[-1].offers(_as_then(table, self.work))

    def arrange(self, table: PageContext) -> Laid:
        """How they lie, with the cursor of the game's page."""
        return self.inner[-1].arrange(_as_then(table, self.work))

    def _title(self, session: Session) -> Words:
        if self.is_before:
            return words("Before {number} of {count}", number=self.number, count=session.ply)
        return words("Correcting {number} of {count}", number=self.number, count=session.ply)

    def _prompt(self, question: str) -> Words:
        if self.is_before:
            return words("What was missing: {question}", question=plain(question))
        return words("Correction: {question}", question=plain(question))

    def _hints(self, shown: View, table: PageContext) -> tuple[Hint, ...]:
        """What the buttons do: the past has no menu and no undo."""
        menu, back = Hint("back", table.say(MENU)), Hint("back", table.say(GO_BACK))
        kept = (back if hint == menu else hint for hint in shown.hints if not (hint.button == "back" and hint.held))
        return (*kept, Hint("back", table.say(GIVE_UP), held=True))

    def press(self, done: Input, table: PageContext) -> Reply:
        """Let the game's page answer; what it plays is the entry."""
        if done == LongPress("back"):
            return self.give_up(table)
        stack, command = press(self.inner, done, _as_then(table, self.work))
        if stack[-1] == NO_MENU:
            return Back()
        if isinstance(command, Play):
            return self._enter(command, table)
        return replace(self, inner=stack, refusal=None)

    def give_up(self, table: PageContext) -> Reply:
        """Leave the whole correction."""
        return Back(self.depth)

    def _enter(self, command: Play, table: PageContext) -> Reply:
        actions = (command.action,) if command.then is None else (command.action, command.then)
        session = table.playing
        _, last = entry_around(session, self.number)
        before = tuple(step.action for step in session.steps[self.number - 1 : last])
        if not self.edits and actions == before:
            return Back()
        edit = Edit(self.number, 0 if self.is_before else len(before), actions)
        try:
            return after_edits((*self.edits, edit), table, self.depth + 1)
        except IllegalAction as error:
            return replace(self, refusal=error.refusal)

    def cover(self) -> EnterAgainPage:
        """The page with the secret covered that the game's page may hold."""
        *below, top = self.inner
        if (covered := top.cover()) is not top:
            return replace(self, inner=(*below, covered))
        secrets = _secrets(self.work)
        return replace(self, inner=(*below, secrets.curtain(top, NO_MENU, NOTHING))) if secrets else self

    @property
    def draft(self) -> str | None:
        """What is entered on the game's page and is no action yet."""
        return PAGES[self.work.game.id].draft_of(self.inner[1])


def _asks_the_same(session: Session, number: int, work: Session) -> bool:
    """Whether the game `work` waits for what it waited for before action `number`, whoever must enter it."""
    then = session.steps[number - 2].state if number > 1 else session.start
    phase, phase_then = (session.game.rules.record_state(state)["phase"] for state in (work.state, then))
    return bool(phase == phase_then)


def after_edits(edits: Edits, table: PageContext, depth: int) -> Reply:
    """What follows from edits: they take effect, or a page asks about an entry now refused.

    :raises IllegalAction: when the rules forbid what was entered.
    """
    result = apply_edits(table.playing, edits)
    return Correct(edits) if result.why is None else Push(refused_page(edits, result, table, depth))


def refused_page(edits: Edits, result: Corrected, table: PageContext, depth: int) -> Page:
    """The page about the first entry that is refused now, only for those who may know it."""
    page = RefusedPage(edits, result.number, depth, result)
    secrets = _secrets(table.playing)
    return secrets.only_for(page, NO_MENU) if secrets else page


class RefusedPage(ComparedByKey, ListedPage, frozen=True):
    """Asks what to do with a later entry that the rules refuse after a correction."""

    TOPICS: ClassVar = ("correction",)
    edits: Edits
    number: int
    depth: int
    """How many pages of this correction lie below."""
    result: Corrected
    """The game so far; it follows from the entries, and is not compared."""

    @property
    def key(self) -> tuple[object, ...]:
        return self.edits, self.number, self.depth, self.pending

    @property
    def is_of_the_past(self) -> bool:
        return True

    def view(self, table: PageContext) -> View:
        """Which entry is refused and why, and what can be done."""
        view = self.current_list(table).view(replace(table, session=None))  # nothing is taken back here
        return replace(view, hints=(*view.hints, Hint("back", table.say(GIVE_UP), held=True)))

    def fresh_list(self, table: PageContext) -> ListPage:
        """The lines; what follows from one is found out when it is chosen."""
        step = table.playing.steps[self.number - 1]
        refusal = self.result.why
        assert refusal is not None
        return ListPage(
            title=TITLE,
            prompt=words("Entry {number} is no longer possible: {what}", number=self.number, what=entry_words(step)),
            choices=tuple(Choice(label, reply, (icon,)) for label, icon, reply in self._lines(table)),
            text=(refusal.why,),
            icon=(*PAGES[table.playing.game.id].icons_of(step), "")[0],
        )

    def give_up(self, table: PageContext) -> Reply:
        """Leave the whole correction."""
        return Back(self.depth)

    def _lines(self, table: PageContext) -> tuple[tuple[Words, str, Later], ...]:
        """Each line: label, picture, and what follows."""
        left = len(self.result.session.undone)
        stop = words_n("Stop here: {count} entry is undone", "Stop here: {count} entries are undone", left)
        stops = ((stop, "undo", Later(lambda: Correct(self.edits))),)
        ends = (
            *(() if changes_secret_seats(table.playing, self.result.session) else stops),
            (words("Give up the correction"), "back", Later(lambda: Back(self.depth))),
        )
        if self.result.session.is_over:
            return ends
        instead = (words("Enter another in its place"), "repair", Later(lambda: self._reenter(table, is_before=False)))
        return (
            *((instead,) if _asks_the_same(table.playing, self.number, self.result.session) else ()),
            (words("Enter what was missing before it"), "plus", Later(lambda: self._reenter(table, is_before=True))),
            (words("Leave it out"), "discard", Later(lambda: after_edits(self._without(table), table, self.depth + 1))),
            *ends,
        )

    def _reenter(self, table: PageContext, *, is_before: bool) -> Reply:
        work, depth = self.result.session, self.depth + 1
        return Push(enter_again_page(table, self.edits, self.number, work, is_before=is_before, depth=depth))

    def _without(self, table: PageContext) -> Edits:
        _, last = entry_around(table.playing, self.number)
        return (*self.edits, Edit(self.number, last - self.number + 1))


NEWEST = 8
"""Most entries of all kinds in the list itself."""
NEWEST_OF_A_KIND = 40
"""Most in a list of one kind; more than a game has of most kinds."""

TITLE = words("Correct an entry")
CORRECT = words("Correct an entry…")
NEWEST_FIRST = words("Which entry is wrong? The newest comes first.")


def correction_choices(table: PageContext) -> tuple[Choice, ...]:
    """The line of the game's menu that leads to the entries; none before anything was entered.

    In a game with secrets another line leads to them (`history_choices`), which stands there in any case.
    """
    if not table.playing.steps or table.playing.has_secrets:
        return ()
    return (Choice(CORRECT, Push(EntriesPage()), ("repair",), about=("correction",)),)


def _entries(session: Session) -> tuple[int, ...]:
    """The actions that can be corrected, the newest first; of those entered as one, only the first."""
    return tuple(
        number
        for number in range(session.ply, 0, -1)
        if can_be_corrected(session, number) and entry_around(session, number)[0] == number
    )


class EntriesPage(ListedPage, frozen=True):
    """Asks which entry is to be corrected; in a game with secrets, on a page for the hunters' eyes."""

    TOPICS: ClassVar = ("correction",)
    kind: str = ""
    """Only those of one kind; all if empty."""
    skipped: int = 0
    """How many of that kind, the newest, stand in the lists before."""

    def fresh_list(self, table: PageContext) -> ListPage:
        """The entries in plain words, each with its picture."""
        session = table.playing
        shown, older = self._numbers(session)
        choices = (
            *(self._line(table, number) for number in shown),
            *(self._older(session, kind, numbers, len(shown)) for kind, numbers in older.items()),
        )
        return ListPage(TITLE, NEWEST_FIRST if choices else words("Nothing has been entered yet."), choices)

    def _numbers(self, session: Session) -> tuple[tuple[int, ...], dict[str, list[int]]]:
        """The entries that stand in the list themselves, and by their kind those behind one line each."""
        numbers = _entries(session)
        if self.kind:
            alike = [number for number in numbers if _kind(session, number) == self.kind][self.skipped :]
            shown, rest = tuple(alike[:NEWEST_OF_A_KIND]), alike[NEWEST_OF_A_KIND:]
            return shown, {self.kind: rest} if rest else {}
        return numbers[:NEWEST], _by_kind(session, numbers[NEWEST:])

    def _line(self, table: PageContext, number: int) -> Choice:
        step = table.playing.steps[number - 1]
        pages = PAGES[table.playing.game.id]
        colour = table.actor(step.action.by).colour if pages.one_colour_each else None
        reply = Later(lambda: Push(correction_page(table, number)))
        return Choice(entry_words(step), reply, pages.icons_of(step), colour=colour)

    def _older(self, session: Session, kind: str, numbers: list[int], shown: int) -> Choice:
        """The line of a longer list, which replaces this one, so that what hides this hides it too."""
        label = words_n("{count} earlier entry…", "{count} earlier entries…", len(numbers))
        icons = PAGES[session.game.id].icons_of(session.steps[numbers[0] - 1])
        longer = EntriesPage(kind, self.skipped + shown if self.kind else 0)
        return Choice(label, longer if session.has_secrets else Push(longer), icons[:1])


def icons_taken_back(table: PageContext) -> tuple[str, ...]:
    """The pictures of what holding `back` takes back; none where that is asked of the hunters."""
    session = table.session
    if session is None or is_secret_to_take_back(session):
        return ()
    if table.unplayed:
        return table.unplayed.icons
    label = undo_label(session)
    if label is None or label == THE_CORRECTION:
        return ("repair",) if label else ()
    return PAGES[session.game.id].icons_of(session.steps[without_last(session).ply])


def entry_words(step: Step) -> Words:
    """An entry as it was announced to those who may know all of it."""
    return next((event.words() for event in step.events), words("An entry"))


def _by_kind(session: Session, numbers: tuple[int, ...]) -> dict[str, list[int]]:
    kinds: dict[str, list[int]] = {}
    for number in numbers:
        kinds.setdefault(_kind(session, number), []).append(number)
    return kinds


def _kind(session: Session, number: int) -> str:
    return type(session.steps[number - 1].action).__name__
