"""A device that nobody touches: a long notice turns its pages, the page is read from across the table and answers by
itself where it may, and later the screen is dimmed.

A page that answers by itself fills a ring, which everybody sees; any press stops it. It waits until nothing moves and
the news can have been read: the ring says that all is done, and whoever wants something else needs time to press.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import Actor, Notice
from firmware_py.config.schema import ScreenConfig
from firmware_py.device.state import DeviceState
from firmware_py.pages.page import Page, Stack

LATER = 3
"""How many times as long a page waits to be shown for everybody while somebody is choosing, and as many times again if
the settings say "later"."""


class IdleState(msgspec.Struct, frozen=True):
    """Since when nobody has touched the device, and what that has led to."""

    touched_s: float
    """When somebody touched it last."""
    patience: int = 1
    """How many times as long as usual the page waits to be shown for everybody."""
    shows_scoreboard: bool = False
    """The page is shown as it is read from across the table, if it can be."""
    is_dimmed: bool = False
    """The screen is dimmed."""

    def at(self, now_s: float, screen: ScreenConfig) -> IdleState:
        """The state at `now_s`; the same one if nothing has changed."""
        shows_scoreboard = self.shows_scoreboard or now_s >= self.touched_s + self.patience * screen.across_after_s
        is_dimmed = self.is_dimmed or now_s >= self.touched_s + screen.dim_after_s
        if (shows_scoreboard, is_dimmed) == (self.shows_scoreboard, self.is_dimmed):
            return self
        return replace(self, shows_scoreboard=shows_scoreboard, is_dimmed=is_dimmed)

    def deadline_s(self, screen: ScreenConfig) -> float | None:
        """When it changes next; None if it does not without a touch."""
        waits = ((self.shows_scoreboard, self.patience * screen.across_after_s), (self.is_dimmed, screen.dim_after_s))
        return min((self.touched_s + wait_s for has_come, wait_s in waits if not has_come), default=None)


ONE_PAGE = 40
"""Most characters that fit on one page of a notice, on every panel..."""
PAGE_S = 3.5
"""...and how long each page of a longer one is shown."""


def count_pages(notice: Notice | None) -> int:
    """Number of pages of a notice; 0 without one."""
    return math.ceil(len(notice.text) / ONE_PAGE) if notice else 0


def turned_at_s(pages: int, since_s: float) -> float:
    """When `pages` pages are turned of a notice that is shown since `since_s`."""
    return since_s + pages * PAGE_S


def turned_by(now_s: float, since_s: float) -> int:
    """How many pages are turned by now: at the very moment of a turn its page, however numbers are rounded."""
    pages = int((now_s - since_s) / PAGE_S)
    return pages + (turned_at_s(pages + 1, since_s) <= now_s)


class NoticeRead(msgspec.Struct, frozen=True):
    """The notice that is being read, and how many of its pages are turned."""

    notice: Notice | None = None
    since_s: float = 0.0
    turned: int = 0

    @property
    def is_long(self) -> bool:
        """Whether it has pages to turn."""
        return count_pages(self.notice) > 1

    def at(self, shown: Notice | None, now_s: float) -> NoticeRead:
        """What is being read at `now_s`, when this notice is shown."""
        read = self if shown == self.notice else NoticeRead(shown, now_s)
        return replace(read, turned=turned_by(now_s, read.since_s)) if read.is_long else read

    def page_of(self, shown: Notice) -> Notice:
        """A notice at the page that is due: the first until it is being read."""
        return replace(shown, turned=self.turned if shown == self.notice else 0)

    def deadline_s(self, shown: Notice | None) -> float | None:
        """When the next page of the notice that is shown is due; None if none is."""
        return turned_at_s(self.turned + 1, self.since_s) if self.is_long and shown == self.notice else None


GLASS_STEPS = 12
"""In how many pictures a sand-glass runs."""


class TurnGlass(msgspec.Struct, frozen=True, eq=False):
    """The sand-glass of a turn. It ends nothing and rings no bell.

    Why it follows the turn and no page: everybody sees it, and what hunters do on their pages must not move it.
    """

    whose: Actor | None = None
    beginning: Any = None
    """The state in which the game began."""
    runs_s: int = 0
    """How long it runs; 0 for none."""
    since_s: float = 0.0
    """When it was turned over, later by what does not count; or how far it has run, while it rests."""
    rests: bool = False
    """Nobody has touched the device for so long that the table is elsewhere."""
    left: float | None = None
    """The share of its sand that is still above; None without one."""
    due_s: float | None = None
    """When its next picture is due; None if none is."""

    def at(self, whose: Actor | None, state: DeviceState, idle: IdleState, now_s: float) -> TurnGlass:
        """The glass at `now_s`, turned over when somebody else must act; a pause does not count from its beginning."""
        runs_s = state.chosen.settings.glass_s
        if not runs_s or whose is None:
            return NO_GLASS
        if (whose, state.beginning, runs_s) != (self.whose, self.beginning, self.runs_s):
            return TurnGlass(whose, state.beginning, runs_s, now_s)._run(now_s)
        if idle.is_dimmed:
            ran_s = max(0.0, idle.touched_s - self.since_s)
            return self if self.rests else replace(self, rests=True, since_s=ran_s, due_s=None)
        return replace(self, rests=False, since_s=now_s - self.since_s)._run(now_s) if self.rests else self._run(now_s)

    def _run(self, now_s: float) -> TurnGlass:
        step_s = self.runs_s / GLASS_STEPS
        step = min(GLASS_STEPS, int((now_s - self.since_s) / step_s + 1e-6))
        due_s = None if step == GLASS_STEPS else self.since_s + (step + 1) * step_s
        return self if due_s == self.due_s else replace(self, left=1 - step / GLASS_STEPS, due_s=due_s)


NO_GLASS = TurnGlass()

RING_S = 3.0
"""How long a ring takes to fill."""
STEPS = 12
"""In how many pictures."""


class AutoConfirm(msgspec.Struct, frozen=True, eq=False):
    """The ring of the page on top, if it has one."""

    page: Page | None = None
    """The page that was on top last."""
    fills: bool = False
    """Whether that page answers by itself once the ring is full."""
    since_s: float | None = None
    """When it begins to fill; None as long as it waits."""
    step: int = 0
    """The picture of it that is shown, the last when it is full; 0 before the first."""
    pressed: Stack = ()
    """The pages that lay there at the last press; none of them answers by itself any more."""

    @property
    def filled(self) -> float | None:
        """How full it is shown; None while it is not shown."""
        return self.step / STEPS if self.step else None

    @property
    def deadline_s(self) -> float | None:
        """When the next picture is due; None without one."""
        return None if self.since_s is None or self.step == STEPS else self.since_s + (self.step + 1) * RING_S / STEPS

    def stop(self, stack: Stack) -> AutoConfirm:
        """The ring after a press on this stack: its pages answer by themselves no more, whatever hides them."""
        return replace(self, fills=False, since_s=None, step=0, pressed=stack)

    def at(self, state: DeviceState, now_s: float, *, is_still: bool) -> AutoConfirm:
        """The ring at `now_s`; unless `is_still`, something moves or a button is down, and it waits."""
        ring, top = self, state.stack[-1]
        if top is not ring.page:
            is_new = all(page is not top for page in ring.pressed)
            fills = is_new and top.own_answer(state.table) is not None
            ring = AutoConfirm(top, fills, pressed=ring.pressed)
        if not ring.fills:
            return ring
        if not is_still:
            return ring if ring.since_s is None else replace(ring, since_s=None, step=0)
        if ring.since_s is None:
            turns = max(0, count_pages(state.notice) - 1)
            return replace(ring, since_s=turned_at_s(turns, now_s))
        due_s = ring.deadline_s
        return ring if due_s is None or now_s < due_s else replace(ring, step=ring.step + 1)
