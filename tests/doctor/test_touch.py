"""A touch whose axes are exchanged, mirrored or short of the edge is corrected by three crosses."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from display.touch import CHECK, CROSSES, STRAIGHT, Point, correct, fit_touches, kernel_parameters
from display.window import Window, pressed_point
from firmware_py.cli.main import main
from firmware_py.config.file import load_config
from firmware_py.doctor.touch import correct_touch

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
