"""What lies before anything that only hunters may see or decide: it says who looks away, and opens for a held `ok`."""

from __future__ import annotations

from msgspec.structs import replace

from display.view import Announcement, Hint, Item, View
from firmware_py.pages.interface import Command, PageContext
from firmware_py.pages.page import GO_BACK, Back, Input, LongPress, Page, Press, Reply
from firmware_py.words import Words, words


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

    def press(self, done: Input, table: PageContext) -> Reply:  # noqa: ARG002 - every page may look at the table
        """Go on for a held button only."""
        match done:
            case LongPress("ok"):
                return self.then
            case Press("back"):
                return Back()
        return self

    @property
    def identity(self) -> object:
        """What tells the page from others."""
        return HuntersOnly, self.title, self.headline
