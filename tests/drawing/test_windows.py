"""The panel in a window: what it shows, and what comes back from touches, mouse and keys."""

import sys
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from sample_views import CONFIRM, RACE
from window_events import after, click, key, release

from display.desk.device_drawing import laid_out
from display.desk.window import Desk
from display.inputs import (
    ButtonDown,
    ButtonUp,
    CloseRequested,
    HoldTouched,
    Touched,
)
from display.view import Hint
from display.window import Window, pass_over_wayland

pytestmark = pytest.mark.usefixtures("unseen_screen")

SIZE = (480, 320)
YES = (240, 245)
"""Where the second answer of the question lies."""


def test_a_touch_hands_back_what_lies_under_it() -> None:
    """A click on a choice is its target; beside everything it is a touch of nothing."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert after(window, click(YES), click((240, 60))) == [Touched("yes"), Touched("")]


@pytest.mark.parametrize(
    ("rotation", "point"), [(0, YES), (90, (319 - 245, 240)), (180, (479 - 240, 319 - 245)), (270, (245, 479 - 240))]
)
def test_a_turned_panel_is_touched_where_one_sees_it(rotation: int, point: tuple[int, int]) -> None:
    """However the panel is mounted, a finger on the picture means the picture."""
    with Window(SIZE, rotation=rotation) as window:
        window.show(CONFIRM)
        assert after(window, click(point)) == [Touched("yes")]


def test_a_turned_panel_shows_a_turned_picture(tmp_path: Path) -> None:
    """A quarter turn clockwise: what is at the upper left of the picture stands at the upper right of the panel."""
    with Window(SIZE, rotation=90) as window:
        window.show(CONFIRM)
        window.save(tmp_path / "upright.png")
        panel = pygame.display.get_surface()
        picture = pygame.image.load(tmp_path / "upright.png")
        assert picture.get_size() == SIZE
        assert panel.get_size() == (320, 480)
        assert all(panel.get_at((319 - y, x))[:3] == picture.get_at((x, y))[:3] for x in (36, 240) for y in (20, 245))


def test_a_finger_counts_once() -> None:
    """SDL tells of a finger twice, as a finger and as a mouse; it is one touch."""
    finger = pygame.event.Event(pygame.FINGERDOWN, x=YES[0] / 480, y=YES[1] / 320)
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert after(window, finger, click(YES, touch=True)) == [Touched("yes")]


CURTAIN = replace(RACE, hints=(Hint("ok", "Lever le rideau", held=True),))
"""A page on which ok must be held."""
FOOTER = (240, 310)


def test_a_finger_that_stays_on_the_footer_holds_the_button() -> None:
    """From where it comes down until it is lifted; other fingers are touches, and lifting them is nothing."""
    with Window(SIZE) as window:
        window.show(CURTAIN)
        assert after(window, click(FOOTER)) == [HoldTouched(True)]
        assert after(window, release((10, 10))) == [HoldTouched(False)]
        assert after(window, release((10, 10))) == []
        down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.97)
        up = pygame.event.Event(pygame.FINGERUP, x=0.5, y=0.5)
        assert after(window, down, up) == [HoldTouched(True), HoldTouched(False)]


def test_the_mouse_holds_the_drawn_footer_as_well() -> None:
    """On the desk, for a device without buttons."""
    with Desk(SIZE, buttons=()) as desk:
        desk.show(CURTAIN)
        glass = laid_out(SIZE, ()).screen
        spot = glass.x + FOOTER[0], glass.y + FOOTER[1]
        assert after(desk, click(spot)) == [HoldTouched(True)]
        assert after(desk, release((1, 1))) == [HoldTouched(False)]


def test_a_panel_that_is_mounted_otherwise_is_opened_again() -> None:
    """Its size and rotation change at once; the same again changes nothing."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert window.remount((320, 240), 90)
        assert not window.remount((320, 240), 90)
        window.show(CONFIRM)
        surface = pygame.display.get_surface()
        assert surface
        assert surface.get_size() == (240, 320)


def test_a_keyboard_at_the_panel_stands_for_the_buttons() -> None:
    """Where no button can be reached, a keyboard plugged into the device will do."""
    with Window(SIZE) as window:
        made = after(window, key(pygame.K_RETURN), key(pygame.K_a), key(pygame.K_RETURN, down=False))
        assert made == [ButtonDown("ok"), ButtonUp("ok")]


def test_closing_the_window_is_told() -> None:
    """The window's cross is an input like any other."""
    with Window(SIZE) as window:
        assert after(window, pygame.event.Event(pygame.QUIT)) == [CloseRequested()]


def test_nothing_is_drawn_while_the_view_stays() -> None:
    """Showing the same view again leaves the panel alone; another view is drawn over all of it."""
    mark = (1, 2, 3)
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        panel.fill(mark)
        window.show(CONFIRM)
        assert panel.get_at((5, 5))[:3] == mark
        window.show(RACE)
        assert panel.get_at((5, 5))[:3] != mark


def test_a_dimmed_panel_is_darker(tmp_path: Path) -> None:
    """At half brightness every colour has half its value; the saved picture stays bright."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        bright = pygame.display.get_surface().get_at(YES)
        window.show(replace(CONFIRM, brightness=0.5))
        dark = pygame.display.get_surface().get_at(YES)
        assert [dark.r, dark.g, dark.b] == pytest.approx([bright.r / 2, bright.g / 2, bright.b / 2], abs=1)
        window.save(tmp_path / "bright.png")
        assert pygame.image.load(tmp_path / "bright.png").get_at(YES)[:3] == bright[:3]


def test_a_missing_screen_is_said_and_survived(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no screen can be opened, the fault is worded, views are drawn in memory, and no input ever comes."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    with Window(SIZE) as window:
        assert "no_such_driver" in window.fault
        window.show(RACE)
        assert window.poll() == ()
        window.save(tmp_path / "race.png")
    assert pygame.image.load(tmp_path / "race.png").get_size() == SIZE


@pytest.mark.skipif(sys.platform != "linux", reason="only there Wayland is looked for")
def test_wayland_is_looked_for_only_where_it_can_be() -> None:
    """Its library writes an error to the terminal of whoever starts the program without a desktop."""
    for there in ({}, {"XDG_RUNTIME_DIR": ""}):
        environ = dict(there)
        pass_over_wayland(environ)
        assert environ["SDL_VIDEODRIVER"] == "x11,kmsdrm,offscreen"
    for there in ({"XDG_RUNTIME_DIR": "/run/user/1000"}, {"SDL_VIDEODRIVER": "wayland"}):
        environ = dict(there)
        pass_over_wayland(environ)
        assert environ == there


def test_a_panel_of_another_size_than_the_settings_say_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that knows one size only: the page is laid out for it, and touched where one sees it."""
    real = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_mode", lambda *_: real((800, 480)))
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        assert panel.get_size() == (800, 480)
        assert panel.get_at((400, 470)) != panel.get_at((400, 300))  # the footer stands at its lower edge
        points = [(400, y) for y in range(0, 480, 10)]
        assert Touched("yes") in after(window, *map(click, points))


def test_a_screen_that_is_there_has_no_fault() -> None:
    """The driver that was asked for is no fault, even if it shows nothing."""
    with Window(SIZE) as window:
        assert window.fault == ""
