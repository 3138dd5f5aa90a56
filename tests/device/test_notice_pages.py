"""The pages of a long notice are turned by time."""

from __future__ import annotations

from firmware_py.device.notice_pages import turned_at_s, turned_by


def test_a_page_is_turned_at_its_moment_whatever_is_rounded() -> None:
    """If it were not, the device would wake at that moment again and again."""
    for since_s in (0.001 * count for count in range(2000)):
        for pages in range(4):
            assert turned_by(turned_at_s(pages, since_s), since_s) == pages
