"""What lies between secrets and the mummy's player: the curtain, and the announcement that is read aloud.

Why `back` hangs the curtain: on a page that shows secrets it is the button nearest at hand, and it goes back from what
only hunters may see to what everybody may see. So the menus, which everybody may read, are reached through the curtain
only. It is lifted by holding `ok`: nobody does that in passing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Hint, View
from firmware_py.games.malediction.state import State
from firmware_py.pages.commands import Command
from firmware_py.pages.hints import MENU, hints, undo_hint
from firmware_py.pages.malediction.pictures import actor, announcement, title
from firmware_py.pages.stack import Back, Input, LongPress, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

HIDE = words("hide the map")
LIFT = words("lift the curtain")


@dataclass(frozen=True)
class Secret:
    """A page for the hunters' eyes; `back` hangs the curtain before it at once."""

    page: Page
    menu: Page

    def view(self, table: Table) -> View:
        """Return the page, with what its buttons do here; whose turn it is everybody sees by the light, on any page."""
        view = self.page.view(table)
        shown = (hint for hint in view.hints if hint.button != "back")
        kept = (*shown, Hint("back", table.say(HIDE)), *undo_hint(table, secrets=True))
        return replace(view, hints=kept, audience="hunters", actor=actor(table.playing.state))

    def press(self, done: Input, table: Table) -> Reply:
        """Hang the curtain, or let the page answer; what follows it is as secret."""
        if done in (Press("back"), Touch("curtain")):
            return Curtain(self, self.menu)
        reply = self.page.press(done, table)
        if isinstance(reply, Command | Push | Back):
            return reply
        return replace(self, page=reply)


@dataclass(frozen=True)
class Curtain:
    """Nothing to be seen here: the mummy's player is walking by."""

    behind: Page
    menu: Page

    def view(self, table: Table) -> View:
        """Return what everybody may know."""
        state: State = table.playing.state
        say = table.say
        lift = (Hint("ok", say(LIFT), held=True), Hint("back", say(MENU)))
        return View(
            title=say(title(state)),
            prompt=say(words("The map is hidden.")),
            body=announcement(
                state,
                say(words("Nothing to be seen here")),
                (say(words("Hunters: hold ✓ to lift the curtain.")),),
                "curtain",
            ),
            actor=actor(state),
            hints=(*lift, *undo_hint(table, secrets=False)),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Lift the curtain for a held button only."""
        match done:
            case LongPress("ok"):
                return self.behind
            case Press("back"):
                return Push(self.menu)
        return self


@dataclass(frozen=True)
class Announced:
    """Something to be read aloud to the mummy before the next page is shown."""

    headline: Words
    lines: tuple[Words, ...]
    icon: str
    then: Page
    menu: Page

    def view(self, table: Table) -> View:
        """Return the announcement in large type."""
        state: State = table.playing.state
        say = table.say
        return View(
            title=say(title(state)),
            prompt=say(words("A hunter reads this aloud.")),
            body=announcement(state, say(self.headline), tuple(map(say, self.lines)), self.icon),
            actor=actor(state),
            hints=hints(table, ok=words("go on"), back=MENU),
        )

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Go on once it was read."""
        match done:
            case Press("ok"):
                return self.then
            case Press("back"):
                return Push(self.menu)
        return self


def opened(screen: Page) -> Page:
    """Return the page behind curtain and announcement."""
    match screen:
        case Secret(page=page):
            return opened(page)
        case Curtain(behind=page) | Announced(then=page):
            return opened(page)
    return screen


def turned(screen: Page, page: Page) -> Page:
    """Return the screen with another page behind curtain and announcement, where there is a secret one."""
    match screen:
        case Secret():
            return replace(screen, page=page)
        case Curtain(behind=behind):
            return replace(screen, behind=turned(behind, page))
        case Announced(then=then):
            return replace(screen, then=turned(then, page))
    return screen
