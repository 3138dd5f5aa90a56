"""The date and the time, set by a person in large digits, part by part, where no network tells them.

Why nobody is asked for it before a game: without a date games are played and remembered as well, and evenings are told
apart by the time since power-on.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime
from typing import ClassVar

from msgspec.structs import replace

from display.view import Button, Item, Picker, View
from firmware_py.pages.evenings import day_words
from firmware_py.pages.interface import PageContext, SetDate
from firmware_py.pages.offers import Keys, Offer, arrow_hints, steer
from firmware_py.pages.page import GO_BACK, NEXT, Back, Later, Page, Reply, hints
from firmware_py.words import words

PARTS = (words("Day"), words("Month"), words("Year"), words("Hour"), words("Minute"))
DAY, MONTH, YEAR, HOUR, MINUTE = range(len(PARTS))
FIRST_YEAR, LAST_YEAR = 2026, 2099


class DatePage(Page, frozen=True):
    """The date and the time, of which one part after the other is changed."""

    TOPICS: ClassVar = ("date",)
    at: datetime
    """The time of the place, without a zone."""
    part: int = DAY

    def view(self, table: PageContext) -> View:
        """The parts, the one to change marked, and which day of the week that is."""
        say, at = table.say, self.at
        parts = f"{at.day:02}", f"{at.month:02}", f"{at.year}", f"{at.hour:02}", f"{at.minute:02}"
        less, more = self._steps(table)
        return View(
            title=say(PARTS[self.part]),
            prompt=say(day_words(at.date())),
            body=Picker(tuple(map(Item, parts)), self.part, ((less.item, more.item, self._next(table).item),), None),
            hints=(
                *arrow_hints(table, PARTS[self.part], is_upright=True),
                *hints(table, ok=NEXT if self.part < MINUTE else words("set"), back=GO_BACK),
            ),
        )

    def offers(self, table: PageContext) -> Keys:
        """More and less of the part, the next part, and in the end the whole."""
        return steer(self._next(table), lambda button: Later(lambda: self._steered(button)), self._steps(table))

    def _next(self, table: PageContext) -> Offer:
        done = self.part == MINUTE
        reply = SetDate(self.at) if done else replace(self, part=self.part + 1)
        return Offer(Item(table.say(words("set") if done else NEXT), ("ok",), target="ok"), reply)

    def _steps(self, table: PageContext) -> tuple[Offer, Offer]:
        less, more = words("less"), words("more")
        return (
            Offer(Item("", ("minus",), spoken=table.say(less), target="less"), self._changed(-1)),
            Offer(Item("", ("plus",), spoken=table.say(more), target="more"), self._changed(1)),
        )

    def _steered(self, button: Button) -> DatePage:
        match button:
            case "up":
                return self._changed(1)
            case "down":
                return self._changed(-1)
            case "left":
                return replace(self, part=max(DAY, self.part - 1))
        return replace(self, part=min(MINUTE, self.part + 1))

    def _changed(self, by: int) -> DatePage:
        """The page with more or less of the part; after the last comes the first."""
        at = self.at
        days = monthrange(at.year, at.month)[1]
        match self.part:
            case 0:
                at = at.replace(day=(at.day - 1 + by) % days + 1)
            case 1:
                at = _on(at.year, (at.month - 1 + by) % 12 + 1, at)
            case 2:
                at = _on(FIRST_YEAR + (at.year - FIRST_YEAR + by) % (LAST_YEAR - FIRST_YEAR + 1), at.month, at)
            case 3:
                at = at.replace(hour=(at.hour + by) % 24)
            case _:
                at = at.replace(minute=(at.minute + by) % 60)
        return replace(self, at=at)

    def go_back(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """The part before, or the page before."""
        return replace(self, part=self.part - 1) if self.part else Back()


def _on(year: int, month: int, at: datetime) -> datetime:
    """The same time in another month, on its last day where it is shorter."""
    return at.replace(year=year, month=month, day=min(at.day, monthrange(year, month)[1]))


def date_page(at: datetime) -> DatePage:
    """The page that begins with this time, or with the first one that it can set."""
    at = at.replace(tzinfo=None, second=0, microsecond=0)
    return DatePage(at if FIRST_YEAR <= at.year <= LAST_YEAR else datetime(FIRST_YEAR, 1, 1, 18))
