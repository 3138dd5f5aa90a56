"""A page flip that never ends: SDL would wait for it without a limit, so no picture is drawn before it is over."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pygame
import pytest
from sample_views import CONFIRM, RACE

from display import window as windows
from display.window import PageFlips, Window, outputs

pytestmark = pytest.mark.usefixtures("unseen_screen")
AN_EVENT = b"!"


@pytest.fixture
def flips() -> Iterator[tuple[int, int]]:
    """The end of a pipe that is read like the screen's device file, and the kernel's end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_a_flip_is_over_once_the_kernel_reports_it(flips: tuple[int, int]) -> None:
    """The first pictures need none; SDL reads each event before the next flip begins."""
    device, kernel = flips
    panel = PageFlips([device])
    assert panel.are_done()
    assert panel.are_done()
    os.write(kernel, AN_EVENT)
    assert panel.are_done()
    assert panel.are_done()
    os.read(device, 1)
    assert not panel.are_done()


def test_only_files_of_screens_are_looked_at(tmp_path) -> None:
    """And none on a computer that shows its windows by other means."""
    for number, target in enumerate(("/dev/dri/card1", "/dev/dri/renderD128", "socket:[17]", "/dev/null")):
        (tmp_path / str(number)).symlink_to(target)
    assert outputs(tmp_path) == (0,)
    assert PageFlips(()).are_done()


def test_a_picture_waits_for_the_flip_before_it_and_is_shown_later(flips: tuple[int, int]) -> None:
    """The loop goes on meanwhile; whatever was shown last comes whole."""
    device, kernel = flips
    with Window((480, 320)) as window:
        window._panel.flips = PageFlips([device])
        os.write(kernel, AN_EVENT)
        window.show(CONFIRM)
        os.read(device, 1)
        before = shown()
        window.show(RACE)
        window.show(RACE)
        assert shown() == before
        os.write(kernel, AN_EVENT)
        window.show(RACE)
        after = shown()
    with Window((480, 320)) as window:
        window.show(RACE)
        assert shown() == after != before


def test_a_panel_whose_flip_never_ends_is_opened_again(flips, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown next is drawn on it; without it, the loop would have hung until the watchdog ended it."""
    device, kernel = flips
    monkeypatch.setattr(windows, "LOST_S", 0.0)
    with Window((480, 320)) as window:
        window._panel.flips = PageFlips([device])
        os.write(kernel, AN_EVENT)
        window.show(CONFIRM)
        os.read(device, 1)
        before = shown()
        for _ in range(3):
            window.show(RACE)
        assert window.reopened == 1
        assert shown() != before


def shown() -> bytes:
    """Return the pixels on the panel."""
    surface = pygame.display.get_surface()
    assert surface
    return pygame.image.tobytes(surface, "RGB")
