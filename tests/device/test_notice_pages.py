"""The pages of a long notice are turned by time."""

from __future__ import annotations

from display.view import Notice
from firmware_py.device.idle import ONE_PAGE, NoticeRead, count_pages, turned_at_s, turned_by


def test_a_page_is_turned_at_its_moment_whatever_is_rounded() -> None:
    """If it were not, the device would wake at that moment again and again."""
    for since_s in (0.001 * count for count in range(2000)):
        for pages in range(4):
            assert turned_by(turned_at_s(pages, since_s), since_s) == pages


def test_a_notice_has_pages_to_turn_if_it_has_more_than_one() -> None:
    """A full page is one page."""
    for length, pages in ((1, 1), (ONE_PAGE, 1), (ONE_PAGE + 1, 2), (2 * ONE_PAGE, 2)):
        notice = Notice(("x" * length,), "done")
        assert count_pages(notice) == pages
        assert NoticeRead(notice).is_long == (pages > 1)
