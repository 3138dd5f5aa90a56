"""The pages of a long notice: each is shown for a while, and then the next."""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from display.view import Notice

ONE_PAGE = 40
"""So many characters have room on one page of a notice, on every panel..."""
PAGE_S = 3.5
"""...and each page of a longer one is shown so long before the next."""


def pages_of(notice: Notice | None) -> int:
    """Return how many pages a notice has; 0 without one."""
    return math.ceil(len(notice.text) / ONE_PAGE) if notice else 0


def turned_at_s(pages: int, since_s: float) -> float:
    """Return when so many pages of a notice are turned that is shown since then."""
    return since_s + pages * PAGE_S


def turned_by(now_s: float, since_s: float) -> int:
    """Return how many pages are turned by now: at the very moment of a turn its page, however numbers are rounded."""
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
        return pages_of(self.notice) > 1

    def at(self, shown: Notice | None, now_s: float) -> NoticeRead:
        """Return what is being read at `now_s`, when this notice is shown."""
        read = self if shown == self.notice else NoticeRead(shown, now_s)
        return replace(read, turned=turned_by(now_s, read.since_s)) if read.is_long else read

    def page_of(self, shown: Notice) -> Notice:
        """Return a notice at the page that is due: the first until it is being read."""
        return replace(shown, turned=self.turned if shown == self.notice else 0)

    def deadline_s(self, shown: Notice | None) -> float | None:
        """Return when the next page of the notice that is shown is due; None if none is."""
        return turned_at_s(self.turned + 1, self.since_s) if self.is_long and shown == self.notice else None
