"""A touch whose axes are exchanged, mirrored or short of the edge is corrected by three crosses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from pressed_lines import choose
from sample_views import RACE

from display.draw import TouchArea, layout
from display.inputs import LONG_TOUCH, ButtonDown, Touched
from display.touch import CHECK, CROSSES, STRAIGHT, Point, correct, fit_touches, kernel_parameters, turn_point
from display.view import as_text
from display.window import Window, pressed_point
from firmware_py.cli.main import main
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig, load_config
from firmware_py.config.settings import TRIAL_S
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.doctor.screen import correct_touch

SIZE = (480, 320)

PANELS = {
    "straight": (lambda x, y: (x, y), ()),
    "exchanged": (lambda x, y: (y, x), ("swapxy",)),
    "mirrored": (lambda x, y: (1 - x, y), ("invx",)),
    "upside down": (lambda x, y: (1 - x, 1 - y), ("invx", "invy")),
    "turned": (lambda x, y: (1 - y, x), ("swapxy", "invy")),
    "short of the edge": (lambda x, y: (0.08 + 0.85 * x, 0.1 + 0.8 * y), ()),
}
"""What a panel reports for a finger at a place, and what an overlay would call the remedy."""


@pytest.mark.parametrize("panel", PANELS)
def test_three_crosses_put_every_touch_where_the_finger_is(panel: str) -> None:
    """At every place of the picture, also at its edge."""
    report, named = PANELS[panel]
    first, second, third = (report(*cross) for cross in CROSSES)
    found = fit_touches((first, second, third))
    assert found is not None
    assert kernel_parameters(found) == named
    for place in ((0.0, 0.0), (0.3, 0.9), CHECK, (1.0, 0.5)):
        assert correct(report(*place), found) == pytest.approx(place, abs=1e-9)


def test_the_line_that_is_printed_is_one_of_the_settings(tmp_path: Path) -> None:
    """With what an overlay calls the same."""
    asked: list[Point] = []

    def ask(cross: Point, patience_s: float) -> Point:
        assert patience_s > 0
        asked.append(cross)
        return cross[1], cross[0]

    is_right, lines = correct_touch(ask)
    printed = [line.message if not line.values else str(dict(line.values)["text"]) for line in lines]
    assert is_right
    assert asked == [*CROSSES, CHECK]
    assert printed[-1] == "  swapxy"
    settings = tmp_path / "settings.toml"
    settings.write_text(f"[screen]\n{printed[1].strip()}\n", encoding="utf-8")
    assert load_config(settings).screen.touch == (0.0, 1.0, 0.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("reported", "why"),
    [
        ([None], "No touch was noticed for {seconds} s."),
        ([(0.1, 0.1), (0.1, 0.1), (0.9, 0.9), (0.5, 0.5)], "These touches lie almost in a line"),
        ([(0.5, y) for y in (0.1, 0.2, 0.9, 0.5)], "These touches lie almost in a line"),
        ([*CROSSES, (0.4, 0.4)], "The fourth cross was missed"),
    ],
    ids=["nobody", "twice", "dead axis", "beside"],
)
def test_wrong_touches_correct_nothing(reported: list[Point | None], why: str) -> None:
    """A touch beside a cross, one that is reported twice, an axis that is dead, or nobody."""
    touches = iter(reported)
    is_right, (line,) = correct_touch(lambda _cross, _patience_s: next(touches))
    assert not is_right
    assert line.message.startswith(why)


def test_a_corrected_panel_is_touched_where_one_sees_it() -> None:
    """A finger is corrected; a mouse is right anyway."""
    finger = pygame.event.Event(pygame.FINGERDOWN, x=0.25, y=0.5)
    assert pressed_point(finger, (480, 320)) == (120, 160)
    assert pressed_point(finger, (480, 320), (0.0, 1.0, 0.0, 1.0, 0.0, 0.0)) == (240, 80)
    assert pressed_point(finger, (480, 320), (-9.0, 0.0, 0.0, 0.0, 9.0, 0.0)) == (0, 319)
    mouse = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(7, 8))
    assert pressed_point(mouse, (480, 320), (0.0, 1.0, 0.0, 1.0, 0.0, 0.0)) == (7, 8)
    assert correct((0.3, 0.4), STRAIGHT) == (0.3, 0.4)


def test_a_cross_waits_for_a_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    """It returns where the panel reports it, uncorrected, or nothing once nobody came."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Window((480, 320)) as window:
        window.touch = (0.0, 1.0, 0.0, 1.0, 0.0, 0.0)
        pygame.time.set_timer(pygame.event.Event(pygame.FINGERDOWN, x=0.25, y=0.5), 200, loops=1)
        assert window.ask_touch(CHECK, 5.0) == (0.25, 0.5)
        assert window.ask_touch(CHECK, 0.01) is None


def test_without_a_screen_the_doctor_corrects_no_touch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It says that there is none, as where the referee still holds it."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    assert main(["doctor", "--touch", "--data", str(tmp_path)]) == 2
    assert "screen" in capsys.readouterr().err


# --- on the device ----------------------------------------------------------------------------------------------------


class Glass:
    """A device whose panel reports a finger elsewhere; what it shows is on a real window."""

    def __init__(self, device: SimulatedDevice, window: Window, panel: str) -> None:
        self.device, self.window, self.report = device, window, PANELS[panel][0]

    def touch(self, place: Point) -> None:
        """Put a finger on a place of the panel, and lift it again."""
        self.window.touch = self.device.app.settings.touch
        self.window.show(self.device.app.shown)
        x, y = self.report(*place)
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=x, y=y, finger_id=1))
        pygame.event.post(pygame.event.Event(pygame.FINGERUP, x=x, y=y, finger_id=1))
        for event in self.window.poll():
            if isinstance(event, Touched):
                self.device.touch(event.target)
            elif isinstance(event, ButtonDown):
                self.device.touch(f"key:{event.button}")

    def touch_line(self, label: str) -> None:
        """Put a finger on the middle of a line that is shown."""
        view, (width, height) = self.device.app.shown, self.window.size
        marks = [mark for mark in layout(view, width, height) if isinstance(mark, TouchArea)]
        wanted = next(item.target for item in view.body.items if item.label == label)  # type: ignore[union-attr]
        x, y = next(mark.box.centre for mark in marks if mark.target == wanted)
        self.touch(turn_point((x / width, y / height), -self.window.rotation % 360))


@pytest.fixture
def glass(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Glass]:
    """A device with nothing but such a panel, at its first page in English."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = ScreenConfig(rotation=90 if request.param == "turned" else 0)
    config = Config(language="en", buttons=ButtonsConfig(layout="touch"), screen=screen)
    with SimulatedDevice(config, tmp_path / "data") as device, Window(SIZE, rotation=screen.rotation) as window:
        device.touch("1")
        yield Glass(device, window, request.param)


EVERY_PANEL = pytest.mark.parametrize("glass", PANELS, indirect=True)


def touch_crosses(glass: Glass) -> None:
    glass.device.touch(LONG_TOUCH)
    for cross in CROSSES:
        assert glass.device.app.shown.cross == turn_point(cross, glass.window.rotation)
        glass.touch(cross)


@EVERY_PANEL
def test_three_crosses_on_the_device_correct_its_touch(glass: Glass) -> None:
    """Each is tried for fifteen seconds, confirmed by a touch of what one sees, and kept over a power cut."""
    touch_crosses(glass)
    device = glass.device
    assert "Otherwise as before in 15 seconds." in as_text(device.app.shown)
    glass.touch_line("Yes, keep it")
    assert device.app.state.chosen.trial is None
    device.cut()
    touch = device.app.settings.touch
    for place in ((0.05, 0.05), (0.3, 0.9), (0.95, 0.5)):
        assert correct(glass.report(*place), touch) == pytest.approx(place, abs=0.002)


@EVERY_PANEL
def test_a_correction_that_nobody_confirms_goes(glass: Glass) -> None:
    """After fifteen seconds the panel is as it was, for whoever touched beside a cross."""
    touch_crosses(glass)
    glass.device.wait(TRIAL_S + 1.0)
    assert glass.device.app.settings.touch == STRAIGHT
    assert glass.device.app.state.chosen.trial is None


@pytest.mark.parametrize("glass", ["mirrored"], indirect=True)
def test_touches_that_make_no_sense_ask_again(glass: Glass) -> None:
    """Three touches of one place say nothing; nothing is tried."""
    glass.device.touch(LONG_TOUCH)
    for _ in CROSSES:
        glass.touch((0.4, 0.4))
    assert "almost in a line" in as_text(glass.device.app.shown)
    assert glass.device.app.shown.cross == CROSSES[0]


def test_buttons_lead_to_the_crosses_and_away(tmp_path: Path) -> None:
    """Whoever has buttons needs no finger to get there; back leaves everything as it is."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        choose(device, "English", "Settings", "Touch of the screen")
        assert device.app.shown.cross == CROSSES[0]
        device.press("back")
        assert "Touch of the screen" in as_text(device.app.shown)
        assert device.app.settings.touch == STRAIGHT


def test_a_finger_that_stays_is_reported_apart_from_a_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, after five seconds, wherever it is but on a key, which is held; a mouse is right anyway."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.4, finger_id=1)
    on_a_key = pygame.event.Event(pygame.FINGERDOWN, x=0.1, y=0.97, finger_id=1)
    up = pygame.event.Event(pygame.FINGERUP, x=0.5, y=0.4, finger_id=1)
    with Window(SIZE) as window:
        window.show(replace(RACE, is_touched=True, has_keys=True))
        for patience_s, event, is_reported in ((60.0, down, False), (0.0, down, True), (0.0, on_a_key, False)):
            monkeypatch.setattr("display.window.LONG_TOUCH_S", patience_s)
            pygame.event.clear()
            pygame.event.post(event)
            assert (Touched(LONG_TOUCH) in window.poll()) == is_reported
            assert Touched(LONG_TOUCH) not in window.poll()
            pygame.event.post(up)
            window.poll()
