"""The ring of a page that answers by itself: everybody sees it fill, and any press stops it.

Why it waits until nothing moves and the news can have been read: the ring says that all is done, and a player who wants
something else needs the time to press.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from firmware_py.device.output import pages_of, turned_at_s
from firmware_py.device.state import DeviceState
from firmware_py.pages.stack import Page, Stack

RING_S = 3.0
"""How long a ring takes to fill."""
STEPS = 12
"""In how many pictures."""


class Ring(msgspec.Struct, frozen=True, eq=False):
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
    def is_full(self) -> bool:
        """Whether the page answers now."""
        return self.step == STEPS

    @property
    def deadline_s(self) -> float | None:
        """When the next picture is due; None without one."""
        return None if self.since_s is None or self.is_full else self.since_s + (self.step + 1) * RING_S / STEPS

    def stopped(self, stack: Stack) -> Ring:
        """Return the ring after a press on this stack: its pages answer by themselves no more, whatever hides them."""
        return replace(self, fills=False, since_s=None, step=0, pressed=stack)

    def at(self, state: DeviceState, now_s: float, *, is_still: bool) -> Ring:
        """Return the ring at `now_s`; unless `is_still`, something moves or a button is down, and it waits."""
        ring, top = self, state.stack[-1]
        if top is not ring.page:
            is_new = all(page is not top for page in ring.pressed)
            fills = is_new and top.own_answer(state.table) is not None
            ring = Ring(top, fills, pressed=ring.pressed)
        if not ring.fills:
            return ring
        if not is_still:
            return ring if ring.since_s is None else replace(ring, since_s=None, step=0)
        if ring.since_s is None:
            turns = max(0, pages_of(state.notice) - 1)
            return replace(ring, since_s=turned_at_s(turns, now_s))
        due_s = ring.deadline_s
        return ring if due_s is None or now_s < due_s else replace(ring, step=ring.step + 1)
