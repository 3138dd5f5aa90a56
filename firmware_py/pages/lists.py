"""Pages of lines to choose from, and what the footer of a page says about the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import Body, Button, Colour, Hint, Item, Menu, View, World
from firmware_py.games.session import is_secret_to_take_back, undo_label
from firmware_py.pages.commands import Command
from firmware_py.pages.stack import Back, Input, LongPress, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.pages.topics import BUTTONS, Topic
from firmware_py.words import NOTHING, Say, Words, words

CHOOSE = words("choose")
GO_BACK = words("back")
MENU = words("menu")
NEXT = words("next")
WHERE = words("where")
"""Where on the map something is done."""
TURN = words("turn")
"""A card, as it lies."""
GIVE_UP = words("give up")
"""To leave a correction."""


def hints(table: Table, *, ok: Words | None, back: Words | None = None, secrets: bool = False) -> tuple[Hint, ...]:
    """Return what the buttons do on a page of choices; in a game, also what holding `back` takes back.

    The latter names only what everybody may know, unless `secrets` may be read on this page.
    """
    meanings: tuple[tuple[Button, Words | None], ...] = (("ok", ok), ("back", back))
    shown = (Hint(button, table.say(meaning)) for button, meaning in meanings if meaning)
    return (*shown, *undo_hint(table, secrets=secrets))


def arrow_hints(table: Table, meaning: Words, *, is_upright: bool = False, field: str = "") -> tuple[Hint, ...]:
    """Return what a pair of direction buttons does: left and right of six buttons, or up and down if `is_upright`.

    Four buttons have only up and down. A knob is turned both ways, and has one sign for both; see `direction_hint`.
    """
    pair: tuple[Button, Button] = ("left", "right") if table.layout == "six" and not is_upright else ("up", "down")
    shown = pair if table.settings.controls in BUTTONS else pair[1:]
    return tuple(hint for button in shown for hint in direction_hint(table, button, meaning, field))


def direction_hint(table: Table, button: Button, meaning: Words, field: str = "") -> tuple[Hint, ...]:
    """Return what a direction button does, by the sign of what this device has in its place.

    A finger touches what it sees, and needs no direction. What is seen nowhere, such as a turn of a card, is a field in
    the foot, with `field` as its icon.
    """
    match table.settings.controls:
        case "touch":
            return (Hint(button, table.say(meaning), icon=field),) if field else ()
        case "encoder":
            return (Hint(button, table.say(meaning), icon="turn_knob"),)
    return (Hint(button, table.say(meaning)),)


def undo_hint(table: Table, *, secrets: bool) -> tuple[Hint, ...]:
    """Return what holding `back` takes back, if anything; in full only if `secrets` may be read on this page.

    Everybody reads the same whatever is hidden, and whether there is anything to take back.
    """
    session = table.session
    if session and not secrets and is_secret_to_take_back(session):
        return (Hint("back", table.say(words("undo")), held=True),)
    label = undo_label(session, secrets=secrets) if session else None
    if not label:
        return ()
    whole, short = table.say(words("undo: {what}", what=label)), table.say(words("undo"))
    return (Hint("back", whole, held=True, short=short),)


ONE_BACK = Back()


def moved(cursor: int, count: int, button: Button) -> int:
    """Return the cursor of a list of `count` lines after a direction button; it wraps at both ends."""
    step = {"up": -1, "left": -1, "down": 1, "right": 1}.get(button, 0)
    return (cursor + step) % count if count else 0


def fitted(cursor: int, count: int) -> int:
    """Return a remembered cursor as it stands among `count` things that are shown now: there may be fewer than then."""
    return max(0, min(cursor, count - 1))


class Choice(msgspec.Struct, frozen=True):
    """One line of a list page, and the reply when it is chosen."""

    label: Words
    reply: Reply
    icons: tuple[str, ...] = ()
    detail: Words = NOTHING
    colour: Colour | None = None
    ok: Words = CHOOSE
    """The footer's word for `ok` while the cursor is here."""
    is_dimmed: bool = False
    """What it names cannot be had now; the reply says why."""
    scene: World | None = None
    """The world that it is drawn as, in a list of pictures."""
    about: tuple[Topic, ...] = ()
    """What explains this line."""
    spoken: Words = NOTHING
    """What a voice says in place of the label, where pictures tell what the label does not."""
    is_read: bool = False
    """It is there to be read, not to be chosen."""
    brief: Words = NOTHING
    """What is written beside its pictures where the label has no room; below a large picture, where the detail has
    none."""
    is_name: bool = False
    """The label is a player's name."""
    held: Choice | None = None
    """What holding `ok` chooses at once, shown at the end of the line."""

    def item(self, say: Say, target: str, key: Button | None = None, *, is_held: bool = False) -> Item:
        """Return the line as shown."""
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
            key=key,
            is_name=self.is_name,
            is_held=is_held,
            end=self.held.item(say, "", "ok", is_held=True) if self.held else None,
        )


class ListPage(msgspec.Struct, frozen=True):
    """A page of lines to choose from. `around` may put the lines into another body, such as a score track."""

    title: Words
    prompt: Words
    choices: tuple[Choice, ...]
    cursor: int = 0
    text: tuple[Words, ...] = ()
    icon: str = ""
    actor: str = ""
    """The player who must act, if it is a page of a game."""
    on_back: Reply = ONE_BACK
    back_label: Words | None = GO_BACK
    around: Callable[[Menu, Table], Body] | None = None
    at_once: tuple[tuple[Button, int], ...] = ()
    """The lines that keys choose, each of which shows its key; no key moves the cursor then."""
    about: tuple[Topic, ...] = ()
    """What explains the page."""

    @property
    def at(self) -> int:
        """The index of the line under the cursor."""
        return fitted(self.cursor, len(self.choices))

    def view(self, table: Table) -> View:
        """Return the page with its cursor."""
        say = table.say
        keys = {index: key for key, index in self.at_once}
        items = tuple(
            choice.item(say, "" if choice.is_read else str(index), keys.get(index))
            for index, choice in enumerate(self.choices)
        )
        menu = Menu(items, self.at, tuple(say(line) for line in self.text), self.icon)
        return View(
            title=say(self.title),
            prompt=say(self.prompt),
            body=self.around(menu, table) if self.around else menu,
            actor=table.actor(self.actor) if self.actor else None,
            hints=(
                *hints(table, ok=self.choices[self.at].ok if self.choices else None, back=self.back_label),
                *(Hint("ok", say(held.spoken), held=True, short=say(held.brief)) for held in self._held()),
            ),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - as every page is pressed
        """Move the cursor, or return the reply of the chosen line."""
        line = self.chosen(done)
        if line is not None:
            return self.choices[line].reply
        match done:
            case Press("back"):
                return self.on_back
            case LongPress("ok"):
                return next((held.reply for held in self._held()), self)
            case Press(button) if not self.at_once:
                return replace(self, cursor=moved(self.at, len(self.choices), button))
        return self

    @property
    def identity(self) -> object:
        """What tells the page from other lists."""
        return ListPage, self.title, self.prompt

    def topics(self, table: Table) -> tuple[Topic, ...]:  # noqa: ARG002 - as every page explains itself
        """Return what explains the line under the cursor, then the page."""
        here = self.choices[self.at].about if self.choices else ()
        return tuple(dict.fromkeys((*here, *self.about)))

    def _held(self) -> tuple[Choice, ...]:
        """Return what holding `ok` chooses, if it chooses anything."""
        return tuple(choice.held for choice in self.choices if choice.held)

    def chosen(self, done: Input) -> int | None:
        """Return the index of the line that an input chooses, or None."""
        match done:
            case Press(button) if button in dict(self.at_once):
                return dict(self.at_once)[button]
            case Press("ok") if self.choices:
                return self.at
            case Touch(target) if target.isdigit() and int(target) < len(self.choices):
                return int(target)
        return None


def confirm(
    question: Words, consequences: tuple[Words, ...], label: Words, command: Command, icon: str, title: Words = NOTHING
) -> ListPage:
    """Return the page that asks before something is lost; the cursor stands on the harmless choice."""
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
    """Return the page with its cursor on the line that gives this command, if there is one."""
    replies = [choice.reply for choice in page.choices]
    return replace(page, cursor=replies.index(command)) if command in replies else page


def reading(title: Words, prompt: Words, lines: Sequence[Words]) -> ListPage:
    """Return a page to read: `ok` goes back as well, and the cursor scrolls a long page."""
    return ListPage(title, prompt, tuple(map(line_to_read, lines)))


def line_to_read(line: Words, colour: Colour | None = None, icons: tuple[str, ...] = ()) -> Choice:
    """Return a line of a page to read; `colour` is that of the player whom it is about."""
    return Choice(line, Back(), icons, colour=colour, ok=GO_BACK, is_read=True)


def with_cursor_of(reply: Reply, page: Any) -> Reply:
    """Return the reply of `page`, which is shown as a list with this reply; a moved cursor stays on `page`."""
    return replace(page, cursor=reply.cursor) if isinstance(reply, ListPage) else reply


class LivePage(msgspec.Struct, frozen=True):
    """A list page made from the table each time it is shown, so that it is never out of date."""

    lines: Callable[[Table], ListPage]
    cursor: int | None = None
    """None until somebody moves the cursor."""
    on: Words = NOTHING
    """The label of the line that it was moved to: others may come and go beside it."""

    def view(self, table: Table) -> View:
        """Return the page as it is now."""
        return self._page(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Return the reply of the page as it is now."""
        reply = self._page(table).press(done, table)
        if isinstance(reply, ListPage) and reply.choices:
            return replace(self, cursor=reply.cursor, on=reply.choices[reply.at].label)
        return with_cursor_of(reply, self)

    @property
    def identity(self) -> object:
        """What tells the page from other lists."""
        return LivePage, self.lines

    def topics(self, table: Table) -> tuple[Topic, ...]:
        """Return what explains the page as it is now."""
        return self._page(table).topics(table)

    def _page(self, table: Table) -> ListPage:
        page = self.lines(table)
        if self.cursor is None:
            return page
        page = replace(page, cursor=self.cursor)
        labels = [choice.label for choice in page.choices]
        is_elsewhere = self.on in labels and labels[page.at] != self.on
        return replace(page, cursor=labels.index(self.on)) if is_elsewhere else page
