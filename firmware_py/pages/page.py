"""What a page is, the stack on which pages lie, and the page that most are: a list to choose from.

Why: a page never does anything. It answers a press with its successor, with a page to lay on top, with `Back`, or with
a `Command` that others carry out. So a test can take every path through the menus without a device, and can count the
presses that a task costs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import (
    Actor,
    Announcement,
    Audience,
    Bar,
    Body,
    Button,
    Colour,
    Face,
    Faces,
    Hint,
    Item,
    Menu,
    View,
    World,
)
from firmware_py.games.registry import Refusal
from firmware_py.games.session import is_kept_by_box, is_secret_to_take_back, undo_label
from firmware_py.pages.interface import BoxQuestion, Command, PageContext, Undo, Unplayed
from firmware_py.pages.offers import UNTOUCHED, Laid, Lines, Offer, Pending, Shape, clamp_cursor, every, lay
from firmware_py.pages.offers import Input as Input
from firmware_py.pages.offers import LongPress as LongPress
from firmware_py.pages.offers import Press as Press
from firmware_py.pages.offers import Timeout as Timeout
from firmware_py.pages.offers import Touch as Touch
from firmware_py.words import NOTHING, Say, Words, words

NOTHING_OFFERED = Lines(())


class Push(msgspec.Struct, frozen=True):
    """Lay a page on top of this one."""

    page: Page


class Back(msgspec.Struct, frozen=True):
    """Take away this page, and `more` below it."""

    more: int = 0


class Later(msgspec.Struct, frozen=True):
    """A reply that is found out when it is asked for, because that takes long."""

    reply: Callable[[], Reply]


Reply: TypeAlias = "Page | Push | Back | Command"


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One page of the device: it shows something, says what can be done, and answers what people choose.

    Most pages say `view` and `offers`; everything else has a default.
    """

    TOPICS: ClassVar[tuple[str, ...]] = ()
    """The general explanations of what it is, the most important first; none if only the controls are explained."""

    asks_box: ClassVar[bool] = False
    """Whether it may have a question for the box."""
    pending: Pending = UNTOUCHED
    """How far the choice on it has come."""
    unplayed: Unplayed | None = None
    """What people have entered just before, if that is no action yet."""

    def view(self, table: PageContext) -> View:
        """What the page shows."""
        raise NotImplementedError(type(self))

    # --- what can be done --------------------------------------------------------------------------------------------

    def offers(self, table: PageContext) -> Shape:
        """What can be done, and in which shape it lies."""
        return NOTHING_OFFERED

    def audience(self, table: PageContext) -> Audience:
        """Those who may know what the page shows and offers."""
        return "table"

    def arrange(self, table: PageContext) -> Laid:
        """How the offers lie on this device."""
        return lay(self.offers(table), self.pending, table)

    def press(self, done: Input, table: PageContext) -> Reply:
        """Answer an input, with the page itself if nothing changes."""
        match self.arrange(table).answer(done):
            case Offer(value=value):
                return self.choose(value, table)
            case Pending() as pending:
                return self.proceed(pending, table)
        match done:
            case Press("back"):
                return self.go_back(table)
            case LongPress("back"):
                return self.give_up(table)
            case Timeout():
                return self.own_answer(table) or self
        return self

    def with_cursor(self, at: int) -> Self:
        """The page as if somebody had moved its cursor there."""
        return replace(self, pending=Pending(cursor=at))

    def choose(self, value: Any, table: PageContext) -> Reply:
        """What follows from an offer's value; mostly the value is the reply."""
        reply: Reply = value.reply() if isinstance(value, Later) else value
        return reply

    def proceed(self, pending: Pending, table: PageContext) -> Page:
        """The page once a choice has come so far."""
        return replace(self, pending=pending)

    def go_back(self, table: PageContext) -> Reply:
        return Back()

    def give_up(self, table: PageContext) -> Reply:
        """What follows `back` held on a page of the past."""
        return self

    def own_answer(self, table: PageContext) -> Command | None:
        """The only answer left, if the page gives it by itself once the countdown ring is full.

        It does as long as nobody has pressed a button since the page came.
        """
        return None

    # --- what the box is asked ---------------------------------------------------------------------------------------

    def asks(self, table: PageContext) -> BoxQuestion | None:
        """What the box is to think about now; None if nothing."""
        return None

    def take_answer(self, answer: Any, table: PageContext) -> Reply:
        """What follows once the box has found what was asked."""
        return self

    def asked_for(self, table: PageContext) -> tuple[Any, ...]:
        """The actions that people are asked to do for the box: pieces may lie as if they were played."""
        below: Page | None = self.unplayed.page if self.unplayed else None
        return below.asked_for(table) if below else ()

    # --- what it is --------------------------------------------------------------------------------------------------

    @property
    def identity(self) -> object:
        """What tells the page from others, whatever is entered on it and wherever its cursor is.

        A page of many uses, or one that holds another page, has more to tell than its type.
        """
        return type(self)

    @property
    def entered(self) -> object:
        """What keys have entered; a repeat of a key enters nothing, it only moves a cursor."""
        return self.pending.keys

    @property
    def is_of_the_past(self) -> bool:
        """Whether it shows an earlier moment of a game: holding `back` undoes nothing there; the page answers it."""
        return False

    def asks_only_whose_turn(self, table: PageContext) -> bool:
        """Whether it tells people nothing but whose turn it is: the scores may stand in its place.

        Any other page stays, however long nobody presses: whoever presses `ok` must have read what it answers.
        """
        return False

    @property
    def game(self) -> str:
        """The game that is being set up on it, if one is: its world lies behind the page."""
        return ""

    def topics(self, table: PageContext) -> tuple[str, ...]:
        """The general explanations of the page as it is now."""
        return self.TOPICS

    def forbidden_by(self, table: PageContext) -> Refusal | None:
        """The clause behind its answer, if it says why something is forbidden; None if it is allowed."""
        return None

    def cover(self) -> Page:
        """The page with its secret covered, if it may hold one."""
        return self

    def uncover(self) -> Page:
        """The page that it hides, if it hides one."""
        return self


class NoMenu(Page, frozen=True):
    """Stands for a menu where there is none: to open it means to go back."""

    def view(self, table: PageContext) -> View:
        """An empty page, which is never shown."""
        return View("", "", Menu(()))

    def press(self, done: Input, table: PageContext) -> Reply:
        """Go back."""
        return Back()


Stack: TypeAlias = tuple[Page, ...]


def press(stack: Stack, done: Input, table: PageContext) -> tuple[Stack, Command | None]:
    """The stack after an input, and the command it gives, if any.

    Holding `back` is undo on every page of a game. The lowest page is never taken away.
    """
    top = stack[-1]
    if done == LongPress("back") and table.session is not None and not top.is_of_the_past:
        session = table.session
        can_undo = session.steps or session.versions_before or session.has_secrets or table.unplayed
        return stack, Undo() if can_undo else None
    reply = top.press(done, table)
    if isinstance(done, Press) and done.is_repeated and not _moves_only(reply, top):
        return stack, None
    match reply:
        case Push(NoMenu()):
            return _uncover(stack, max(1, len(stack) - 1), table), None
        case Push(page):
            return (*stack, page), None
        case Back(more):
            return _uncover(stack, max(1, len(stack) - 1 - more), table), None
        case Page():
            return (*stack[:-1], reply), None
    return stack, reply


def _moves_only(reply: Reply, page: Page) -> bool:
    """Whether a reply is the same page with its cursor elsewhere, and nothing else entered."""
    return isinstance(reply, Page) and (reply.identity, reply.entered) == (page.identity, page.entered)


def offered(stack: Stack, table: PageContext, audience: Audience) -> tuple[Offer, ...]:
    """Everything that the page on top offers to those who may know it; nothing to others.

    A touch of its name chooses each of them. What a page hides is never asked: to see it, people lift the curtain.
    """
    top = stack[-1]
    return every(top.offers(table)) if top.audience(table) in ("table", audience) else ()


def holds_past(stack: Stack) -> bool:
    """Whether a page about an earlier moment of the game lies on the stack, on top or below."""
    return any(page.is_of_the_past for page in stack)


def _uncover(stack: Stack, count: int, table: PageContext) -> Stack:
    """The lowest `count` pages; their secrets are open only to those who looked at the page above."""
    *below, top = stack[:count]
    if count < len(stack):
        top = top.uncover() if stack[-1].audience(table) == "hunters" else top.cover()
    return (*below, top)


CHOOSE = words("choose")
GO_BACK = words("back")
MENU = words("menu")
NEXT = words("next")
PREVIOUS = words("previous")
WHERE = words("where")
"""Where on the map something is done."""
TURN = words("turn")
"""A card, as it lies."""
GIVE_UP = words("give up")
"""To leave a correction."""


def hints(
    table: PageContext,
    *,
    ok: Words | None,
    back: Words | None = None,
    secrets: bool = False,
) -> tuple[Hint, ...]:
    """What the buttons do on a page of choices, and in a game what holding `back` undoes.

    It names only what everybody may know, unless `secrets` may be read on this page.
    """
    meanings: tuple[tuple[Button, Words | None], ...] = (("ok", ok), ("back", back))
    shown = (Hint(button, table.say(meaning)) for button, meaning in meanings if meaning)
    return (*shown, *undo_hint(table, secrets=secrets))


def undo_hint(table: PageContext, *, secrets: bool) -> tuple[Hint, ...]:
    """What holding `back` undoes, if anything; in full only if `secrets` may be read on this page.

    Everybody reads the same, whatever is hidden and whether there is anything to undo.
    """
    session = table.session
    if session and not secrets and is_secret_to_take_back(session):
        if is_kept_by_box(session):
            return ()
        return (Hint("back", table.say(words("undo")), held=True),)
    label = what_undo_takes_back(table, secrets=secrets)
    if not label:
        return ()
    whole, short = table.say(words("undo: {what}", what=label)), table.say(words("undo"))
    return (Hint("back", whole, held=True, short=short),)


def what_undo_takes_back(table: PageContext, *, secrets: bool) -> Words | None:
    """What was entered last, in words for everybody or for those who may know `secrets`; None if nothing."""
    session = table.session
    if session is None:
        return None
    return table.unplayed.what if table.unplayed else undo_label(session, secrets=secrets or not session.has_secrets)


ONE_BACK = Back()


class Choice(msgspec.Struct, frozen=True):
    """One line of a list page, and the reply when it is chosen."""

    label: Words
    reply: Reply | Later
    icons: tuple[str, ...] = ()
    detail: Words = NOTHING
    colour: Colour | None = None
    face: Face | None = None
    """That of the player of this colour, where the view does not say it."""
    bar: Bar | None = None
    """Drawn at the end of the line."""
    ok: Words = CHOOSE
    """The footer's word for `ok` while the cursor is here."""
    is_dimmed: bool = False
    """Unavailable now; the reply says why."""
    scene: World | None = None
    """The world that it is drawn as, in a list of pictures."""
    about: tuple[str, ...] = ()
    """Topics of help on this line."""
    spoken: Words = NOTHING
    """What a voice says instead of the label, where pictures tell what the label does not."""
    is_read: bool = False
    """To be read, not chosen."""
    brief: Words = NOTHING
    """What is written beside its pictures where the label has no room; below a large picture, where the detail has
    none."""
    is_name: bool = False
    """The label is a player's name."""
    held: Choice | None = None
    """What holding `ok` chooses at once, shown at the end of the line."""
    key: Button | None = None
    """The button that chooses it at once, if the device has the buttons of all lines; then none moves the cursor."""

    def item(self, say: Say, target: str, *, is_held: bool = False) -> Item:
        return Item(
            say(self.label),
            self.icons,
            say(self.detail),
            self.colour,
            target,
            self.is_dimmed,
            self.scene,
            say(self.spoken),
            brief=say(self.brief),
            key="ok" if is_held else None,
            is_name=self.is_name,
            is_held=is_held,
            end=self.held.item(say, "", is_held=True) if self.held else None,
            face=self.face,
            bar=self.bar,
        )


class ListPage(Page, frozen=True):
    """A page of lines to choose from. `around` may put the lines into another body, such as a score track."""

    title: Words
    prompt: Words
    choices: tuple[Choice, ...]
    start: int = 0
    """The line on which the cursor begins."""
    text: tuple[Words, ...] = ()
    icon: str = ""
    actor: str = ""
    """The player who must act, if it is a page of a game."""
    who: Actor | None = None
    """The person it is about, if it is no page of a game."""
    faces: Callable[[PageContext], Faces] | None = None
    """Returns the faces of those on it, if they do not sit at the table."""
    on_back: Reply = ONE_BACK
    back_label: Words | None = GO_BACK
    around: Callable[[Menu, PageContext], Body] | None = None
    about: tuple[str, ...] = ()
    """Topics of help on the page."""
    on_phones: ListPage | None = None
    """What phones show as long as no game is played and this page lies on the device, on top or below."""

    @property
    def at(self) -> int:
        """The index of the line under the cursor."""
        return clamp_cursor(self.start if self.pending.cursor is None else self.pending.cursor, len(self.choices))

    def view(self, table: PageContext) -> View:
        say = table.say
        laid = self.arrange(table)
        at, held = laid.cursor or 0, laid.now.held
        menu = Menu(laid.items(), at, tuple(say(line) for line in self.text), self.icon)
        return View(
            title=say(self.title),
            prompt=say(self.prompt),
            body=self.around(menu, table) if self.around else menu,
            actor=table.actor(self.actor) if self.actor else self.who,
            faces=self.faces(table) if self.faces else (),
            hints=(
                *hints(table, ok=self.choices[at].ok if self.choices else None, back=self.back_label),
                *((Hint("ok", held.item.spoken, held=True, short=held.item.brief),) if held else ()),
            ),
        )

    def offers(self, table: PageContext) -> Lines:
        """The lines; one to read can only be reached by the cursor."""
        say = table.say
        lines = (
            Offer(choice.item(say, "" if choice.is_read else str(at)), choice.reply)
            for at, choice in enumerate(self.choices)
        )
        held = (Offer(choice.held.item(say, "held"), choice.held.reply) for choice in self.choices if choice.held)
        keys = tuple((choice.key, at) for at, choice in enumerate(self.choices) if choice.key)
        return Lines(tuple(lines), self.start, next(held, None), keys)

    def go_back(self, table: PageContext) -> Reply:
        return self.on_back

    @property
    def identity(self) -> object:
        """What tells the page from other lists."""
        return ListPage, self.title, self.prompt

    def topics(self, table: PageContext) -> tuple[str, ...]:
        """What explains the line under the cursor, then the page."""
        here = self.choices[self.at].about if self.choices else ()
        return tuple(dict.fromkeys((*here, *self.about)))


def confirm(
    question: Words, consequences: tuple[Words, ...], label: Words, command: Command, icon: str, title: Words = NOTHING
) -> ListPage:
    """The page that asks before something is lost; the cursor is on the harmless choice."""
    return ListPage(
        title=title,
        prompt=question,
        text=consequences,
        choices=(
            Choice(words("No, go back"), Back(), icons=("back",)),
            Choice(label, command, icons=(icon,)),
        ),
        icon=icon,
    )


def with_cursor_on(page: ListPage, command: Command | None) -> ListPage:
    """The page with its cursor on the line that gives this command, if any."""
    replies = [choice.reply for choice in page.choices]
    return replace(page, start=replies.index(command)) if command in replies else page


def reading_page(title: Words, prompt: Words, lines: Sequence[Words]) -> ListPage:
    """A page to read: `ok` goes back as well, and the cursor scrolls a long page."""
    return ListPage(title, prompt, tuple(map(line_to_read, lines)))


def line_to_read(line: Words, colour: Colour | None = None, icons: tuple[str, ...] = ()) -> Choice:
    """A line to read; `colour` is that of the player it is about."""
    return Choice(line, Back(), icons, colour=colour, ok=GO_BACK, is_read=True)


class ComparedByKey:
    """Mixin: pages are equal if their `key` is; what else they hold follows from it, and is long."""

    __slots__ = ()

    @property
    def key(self) -> tuple[object, ...]:
        """All that tells the page from others of its kind."""
        raise NotImplementedError(type(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class ListedPage(Page, frozen=True):
    """A page that is shown as a list, which is made from the table each time and so is never out of date."""

    def fresh_list(self, table: PageContext) -> ListPage:
        """The list as it is now, with its cursor where it begins."""
        raise NotImplementedError(type(self))

    def current_list(self, table: PageContext) -> ListPage:
        """The list with the cursor where somebody has moved it."""
        return replace(self.fresh_list(table), pending=self.pending)

    def view(self, table: PageContext) -> View:
        return self.current_list(table).view(table)

    def offers(self, table: PageContext) -> Lines:
        return self.fresh_list(table).offers(table)

    def go_back(self, table: PageContext) -> Reply:
        return self.fresh_list(table).on_back

    def topics(self, table: PageContext) -> tuple[str, ...]:
        return self.TOPICS or self.current_list(table).topics(table)


class LivePage(ListedPage, frozen=True):
    """A list that one function makes from the table."""

    lines: Callable[[PageContext], ListPage]
    on: Words = NOTHING
    """The label of the line to which the cursor was moved: others may come and go beside it."""

    def fresh_list(self, table: PageContext) -> ListPage:
        return self.lines(table)

    def current_list(self, table: PageContext) -> ListPage:
        """The list with the cursor on the line to which it was moved, wherever that is now."""
        page = ListedPage.current_list(self, table)
        if self.pending.cursor is None:
            return page
        labels = [choice.label for choice in page.choices]
        is_elsewhere = self.on in labels and labels[page.at] != self.on
        return page.with_cursor(labels.index(self.on)) if is_elsewhere else page

    def arrange(self, table: PageContext) -> Laid:
        return self.current_list(table).arrange(table)

    def press(self, done: Input, table: PageContext) -> Reply:
        """Answer as the list does; a moved cursor stays on its line."""
        shown = self.current_list(table)
        reply = shown.press(done, table)
        if isinstance(reply, ListPage) and reply.choices is shown.choices:
            if reply is shown:
                return Page.press(self, done, table)
            return replace(self, pending=reply.pending, on=reply.choices[reply.at].label if reply.choices else NOTHING)
        return reply

    @property
    def identity(self) -> object:
        """What tells the page from other lists."""
        return type(self), self.lines


def add_guard(body: Announcement, table: PageContext) -> Announcement:
    """An announcement that also says who must look away, and what the hunters hold."""
    look_away = Item(table.say(words("Mummy: look away")), ("mummy", "look_away"))
    return replace(body, guard=(look_away, Item(table.say(words("Hunters: hold ✓")), ("hold_ok",))))


class HuntersOnly(Page, frozen=True):
    """Asks for the hunters of a game that is put aside, before what would tell where they stand."""

    title: Words
    headline: Words
    why: Words
    then: Page | Command
    """What the held `ok` leads to."""

    def view(self, table: PageContext) -> View:
        """Who must look away, and why."""
        say = table.say
        body = add_guard(Announcement(say(self.headline), icon="curtain", is_read=False), table)
        held = Hint("ok", say(words("go on")), held=True)
        return View(say(self.title), say(self.why), body, hints=(held, Hint("back", say(GO_BACK))))

    def press(self, done: Input, table: PageContext) -> Reply:
        """Go on for a held button only."""
        match done:
            case LongPress("ok"):
                return self.then
            case Press("back"):
                return Back()
        return self

    @property
    def identity(self) -> object:
        return HuntersOnly, self.title, self.headline
