"""The pages of a transfer: to which stick, how far it is, and what was done."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from display.view import Hint, Menu, View
from firmware_py.pages.commands import CopyGames, CopyReport, StopTransfer
from firmware_py.pages.lists import Choice, ListPage, reading
from firmware_py.pages.stack import Input, Page, Press, Reply
from firmware_py.pages.table import Table
from firmware_py.words import NOTHING, Words, plain, words

STOP = words("stop")


class TransferPage(msgspec.Struct, frozen=True):
    """Shows a transfer in progress; `back` ends it, other presses are ignored."""

    title: Words
    icon: str
    progress: Words = NOTHING

    def view(self, table: Table) -> View:
        """Return the progress."""
        body = Menu((), icon=self.icon, share=self._share())
        return View(table.say(self.title), table.say(self.progress), body, hints=(Hint("back", table.say(STOP)),))

    def _share(self) -> float | None:
        """Return how much is done, if the progress counts it."""
        match dict(self.progress.values):
            case {"done": int(done), "count": int(count)} if count:
                return done / count
        return None

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every page may look at the table
        """End the transfer, or ignore the press."""
        return StopTransfer() if done == Press("back") else self

    def finished(self, results: tuple[Words, ...]) -> Page:
        """Return the page that lists the results."""
        return reading(self.title, words("This is what was done."), results)


WITH_STICK = TransferPage(words("USB stick"), "stick")
TAKING_BACK = TransferPage(words("Games set aside"), "kept")


class OfferedStick(msgspec.Struct, frozen=True):
    """One of several sticks, as people know it."""

    label: str
    folder: str
    free_mb: int


def which_stick(sticks: Iterable[OfferedStick], command: CopyGames | CopyReport) -> ListPage:
    """Return the page that asks to which of several sticks something is copied."""
    return ListPage(
        WITH_STICK.title,
        words("Several are plugged in. To which one?"),
        tuple(
            Choice(
                plain(stick.label),
                replace(command, stick=stick.folder),
                icons=("stick",),
                detail=words("{count} MB are free.", count=stick.free_mb),
            )
            for stick in sticks
        ),
    )
