"""Screens as values on a stack: `(stack, input) -> (stack, command)`, and the few screens every room needs.

Why: a screen never does anything; it answers a press with its successor, with a screen to lay on top, with `Back`, or
with a `Command` that others carry out. So every path through the menus can be walked without a device, and the presses
that a task costs can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias

from display.view import Actor, Body, Button, Colour, Hint, Item, Menu, View
from firmware_py.config.settings import ButtonLayout, Settings, Trial
from firmware_py.games.session import Session, undo_label
from firmware_py.pages.commands import Command, Undo
from firmware_py.sensing.board_profile import BoardProfile
from firmware_py.sensing.wiring.stored import BoardWiring
from firmware_py.words import NOTHING, Say, Words, words

Sound: TypeAlias = Literal["key", "turn", "score", "caught", "attention", "end", "refusal"]
"""What a sound means; the box decides what it sounds like."""


@dataclass(frozen=True)
class KeptGame:
    """A kept game in one line, for lists."""

    game_id: int
    title: Words
    players: tuple[str, ...]
    summary: Words
    when: Words
    colours: tuple[Colour, ...] = ()
    is_secret: bool = False
    """Its record tells what some of its players must not know yet."""
    is_finished: bool = False
    is_readable: bool = True
    """Whether its header can be read; if not, there is nothing to do with it but to throw it away."""


UNCHOSEN = Settings()


@dataclass(frozen=True)
class Table:
    """Everything a screen may look at: the game, who sits where, the language and the buttons of this box."""

    say: Say
    language: str = "en"
    layout: ButtonLayout = "six"
    session: Session | None = None
    colours: tuple[Colour, ...] = ()
    """The players' colours in seating order."""
    unfinished: KeptGame | None = None
    kept_games: tuple[KeptGame, ...] = ()
    """Kept games, newest first."""
    settings: Settings = UNCHOSEN
    """What was chosen on the device."""
    trial: Trial | None = None
    has_stick: bool = False
    """A USB stick is plugged in."""
    is_durable: bool = True
    """What is played outlives the power."""
    has_set_aside: bool = False
    """Safe mode has set games aside that nobody has taken back yet, and there is a disk to keep them."""
    board: BoardProfile | None = None
    """The magnetic board that is plugged in."""
    board_health: Callable[[], tuple[Choice, ...]] = tuple
    """What is counted of the magnetic board's parts."""
    wiring: BoardWiring | None = None
    """How the board of switches of this box is wired, plugged in or not; None without one."""
    about: Callable[[], tuple[Words, ...]] = tuple
    """What the device says of itself: versions and health."""
    covered: bool = False
    """What was shown before this page was for everybody: secrets wait until the right eyes are there."""
    boards: tuple[tuple[str, str], ...] = ()
    """The owner's boards: name and text of each file."""
    board_draft: str = ""
    """A board that is not finished yet, as its editor keeps it; empty if there is none."""

    open_scores: bool = False
    """The table wants to see running totals, which a game may keep closed otherwise."""

    @property
    def playing(self) -> Session:
        """The game in progress; only screens of a game ask for it."""
        assert self.session is not None
        return self.session

    def actor(self, player: str) -> Actor:
        """Return a player with his colour."""
        seat = self.playing.header.players.index(player)
        return Actor(player, self.colours[seat])


# --- what a person does, and what comes of it ------------------------------------------------------------------------


@dataclass(frozen=True)
class Press:
    """A short press of a button, or one repeat of it while it is held."""

    button: Button


@dataclass(frozen=True)
class LongPress:
    """A button was held until it took effect."""

    button: Button


@dataclass(frozen=True)
class Touch:
    """A finger or the mouse chose a target on the screen."""

    target: str


Input: TypeAlias = Press | LongPress | Touch


@dataclass(frozen=True)
class Push:
    """Lay a screen on top of this one."""

    screen: Page


@dataclass(frozen=True)
class Back:
    """Take away this screen, and `more` below it."""

    more: int = 0


Reply: TypeAlias = "Page | Push | Back | Command"


class Page(Protocol):
    """One page of the device."""

    def view(self, table: Table, /) -> View:
        """Return what the page shows."""

    def press(self, done: Input, table: Table, /) -> Reply:
        """Return what a press leads to; the page itself when nothing changes."""


Stack: TypeAlias = tuple[Page, ...]


def press(stack: Stack, done: Input, table: Table) -> tuple[Stack, Command | None]:
    """Return the stack after an input, and the command that it gives, if any.

    Holding `back` is undo on every page of a game. The lowest screen is never taken away.
    """
    if done == LongPress("back") and table.session is not None:
        return stack, Undo() if table.session.steps else None
    reply = stack[-1].press(done, table)
    match reply:
        case Push(screen):
            return (*stack, screen), None
        case Back(more):
            return stack[: max(1, len(stack) - 1 - more)], None
    if isinstance(reply, Command):
        return stack, reply
    return (*stack[:-1], reply), None


# --- pieces of pages -------------------------------------------------------------------------------------------------


def moved(cursor: int, count: int, button: Button) -> int:
    """Return the cursor of a list of `count` lines after a direction button; it goes round at both ends."""
    step = {"up": -1, "left": -1, "down": 1, "right": 1}.get(button, 0)
    return (cursor + step) % count if count else 0


def hints(table: Table, *, ok: Words | None, back: Words | None = None, secrets: bool = False) -> tuple[Hint, ...]:
    """Return what the buttons do on a page of choices; in a game, also what holding `back` would take back.

    The latter tells what everybody may know, unless `secrets` may be read on this page.
    """
    meanings: tuple[tuple[Button, Words | None], ...] = (("ok", ok), ("back", back))
    shown = (Hint(button, table.say(meaning)) for button, meaning in meanings if meaning)
    return (*shown, *undo_hint(table, secrets=secrets))


def undo_hint(table: Table, *, secrets: bool) -> tuple[Hint, ...]:
    """Return what holding `back` would take back, if anything; in full only if `secrets` may be read on this page."""
    label = undo_label(table.session, secrets=secrets) if table.session else None
    if not label:
        return ()
    whole, short = table.say(words("take back: {what}", what=label)), table.say(words("take back"))
    return (Hint("back", whole, held=True, short=short),)


CHOOSE = words("choose")
GO_BACK = words("back")
MENU = words("menu")


@dataclass(frozen=True)
class Choice:
    """One line of a list page, and what choosing it leads to."""

    label: Words
    reply: Reply
    icons: tuple[str, ...] = ()
    detail: Words = NOTHING
    colour: Colour | None = None
    ok: Words = CHOOSE
    """What the footer says of `ok` while the cursor is here."""

    def item(self, say: Say, target: str) -> Item:
        """Return the line as it is shown."""
        return Item(say(self.label), self.icons, say(self.detail), self.colour, target)


@dataclass(frozen=True)
class ListPage:
    """A page of lines to choose from. `around` may set the lines into another body, such as a score track."""

    title: Words
    prompt: Words
    choices: tuple[Choice, ...]
    cursor: int = 0
    text: tuple[Words, ...] = ()
    icon: str = ""
    actor: str = ""
    """The player who must act, if it is a page of a game."""
    on_back: Reply = Back()
    back_label: Words | None = GO_BACK
    around: Callable[[Menu, Table], Body] | None = None

    def view(self, table: Table) -> View:
        """Return the page with its cursor."""
        say = table.say
        items = tuple(choice.item(say, str(index)) for index, choice in enumerate(self.choices))
        menu = Menu(items, self.cursor, tuple(say(line) for line in self.text), self.icon)
        return View(
            title=say(self.title),
            prompt=say(self.prompt),
            body=self.around(menu, table) if self.around else menu,
            actor=table.actor(self.actor) if self.actor else None,
            hints=hints(table, ok=self.choices[self.cursor].ok if self.choices else None, back=self.back_label),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every screen may look at the table
        """Move the cursor, or answer with what the chosen line leads to."""
        match done:
            case Press("ok") if self.choices:
                return self.choices[self.cursor].reply
            case Press("back"):
                return self.on_back
            case Press(button):
                return replace(self, cursor=moved(self.cursor, len(self.choices), button))
            case Touch(target) if target.isdigit() and int(target) < len(self.choices):
                return self.choices[int(target)].reply
        return self


def confirm(question: Words, consequence: Words, label: Words, command: Command, icon: str) -> ListPage:
    """Return the page that asks before something is lost; the cursor stands on the harmless answer."""
    return ListPage(
        title=question,
        prompt=consequence,
        choices=(
            Choice(words("No, go back"), Back(), icons=("back",)),
            Choice(label, command, icons=(icon,)),
        ),
        icon=icon,
    )


def reading(title: Words, prompt: Words, lines: Sequence[Words]) -> ListPage:
    """Return a page that is only read, so `ok` goes back as well; the cursor lets a long page scroll."""
    return ListPage(title, prompt, tuple(Choice(line, Back(), ok=GO_BACK) for line in lines))


def with_cursor_of(reply: Reply, page: Any) -> Reply:
    """Return what `page` answers if the list it is shown as answers `reply`: itself where only the cursor moved."""
    return replace(page, cursor=reply.cursor) if isinstance(reply, ListPage) else reply


@dataclass(frozen=True)
class LivePage:
    """A list page made anew from the table each time it is looked at, so that it is never out of date."""

    lines: Callable[[Table], ListPage]
    cursor: int | None = None
    """None as long as the cursor stands where the page puts it."""

    def view(self, table: Table) -> View:
        """Return the page as it is now."""
        return self._page(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Answer as the page that is shown now."""
        reply = self._page(table).press(done, table)
        return with_cursor_of(reply, self)

    def _page(self, table: Table) -> ListPage:
        page = self.lines(table)
        cursor = page.cursor if self.cursor is None else self.cursor
        return replace(page, cursor=min(cursor, len(page.choices) - 1))
