"""The first picture: on which screen it is shown, how large it is, and that it waits for nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from running_service import unmeasured

from firmware_py.config.schema import Config
from firmware_py.device.panel import PanelDisplay, Watchdog
from firmware_py.host.failed_starts import Start
from firmware_py.host.splash import (
    CALM_S,
    CARD_S,
    POLL_S,
    USUAL,
    choose_display,
    connected_card,
    open_window,
    remember,
    screen_in,
)


def ignore(seconds: float) -> None:
    """Stand for sleeping."""


# --- the card of the screen ------------------------------------------------------------------------------------------


def plugs(system: Path, **states: str) -> Path:
    """Make a system's graphics plugs, such as card1_HDMI="connected"."""
    for name, state in states.items():
        folder = system / "sys/class/drm" / f"{name.replace('_', '-')}-1"
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{state}\n")
    return system


def test_the_card_with_a_screen_is_chosen(tmp_path: Path) -> None:
    """SDL gets the card with the screen, whatever its number is today, and a renderer that draws."""
    system = plugs(tmp_path, card0_HDMI_A="disconnected", card1_DSI="connected", card2_HDMI_A="disconnected")
    assert connected_card(system) == "1"
    environ = {"SDL_VIDEODRIVER": "kmsdrm"}
    choose_display(environ, system, ignore)
    assert environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    assert environ["SDL_RENDER_DRIVER"] == "opengles2"


def test_no_screen_is_no_card(tmp_path: Path) -> None:
    """Where nothing is plugged in, and where there are no cards at all, SDL is left to its own devices."""
    assert connected_card(tmp_path) is None
    environ: dict[str, str] = {}
    choose_display(environ, plugs(tmp_path, card0_HDMI_A="disconnected"), ignore)
    assert "SDL_KMSDRM_DEVICE_INDEX" not in environ


@pytest.mark.parametrize("is_busy", [True, False], ids=["udev works", "udev is idle"])
@pytest.mark.parametrize("chosen", ["", "1"])
def test_a_card_that_the_kernel_finds_late_is_waited_for(tmp_path: Path, chosen: str, *, is_busy: bool) -> None:
    """Until it may be opened, also where a driver binds outside udev's queue, and where the owner chose the card."""
    queue, node = tmp_path / "run/udev/queue", tmp_path / "dev/dri/card1"
    for folder in (queue.parent, node.parent):
        folder.mkdir(parents=True)
    if is_busy:
        queue.touch()
    if chosen:
        plugs(tmp_path, card0_HDMI_A="connected")
        node.with_name("card0").touch()
    slept: list[float] = []

    def finds_a_card(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            plugs(tmp_path, card1_DSI="connected")
        if len(slept) == 5:
            node.touch()

    environ = {"SDL_KMSDRM_DEVICE_INDEX": chosen} if chosen else {}
    choose_display(environ, tmp_path, finds_a_card)
    assert environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    assert len(slept) == 5


def test_a_device_without_a_screen_starts_as_well(tmp_path: Path) -> None:
    """It waits for some seconds while udev works, and for fewer where no device comes, counted from the last."""
    queue = tmp_path / "run/udev/queue"
    queue.parent.mkdir(parents=True)
    queue.touch()
    slept: list[float] = []
    choose_display({}, tmp_path, slept.append)
    assert sum(slept) == pytest.approx(CARD_S)
    queue.unlink()
    slept.clear()
    choose_display({}, tmp_path, slept.append)
    assert sum(slept) == pytest.approx(CALM_S)
    slept.clear()

    def works_once(seconds: float) -> None:
        slept.append(seconds)
        queue.unlink(missing_ok=True)
        if len(slept) == 10:
            queue.touch()

    choose_display({}, tmp_path, works_once)
    assert sum(slept) == pytest.approx(CALM_S + 11 * POLL_S)


@pytest.mark.parametrize("given", [{"SDL_VIDEODRIVER": "dummy"}, {"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_a_desktop_and_the_owner_know_better(tmp_path: Path, given: dict[str, str]) -> None:
    """On a desktop, or with another driver, nothing is changed."""
    environ = dict(given)
    choose_display(environ, plugs(tmp_path, card1_DSI="connected"))
    assert environ == given


# --- the first picture -----------------------------------------------------------------------------------------------


def test_the_first_picture_is_as_large_as_the_owner_says(tmp_path: Path) -> None:
    """Size and rotation are taken from the settings; where these make no sense, nothing is."""
    settings = tmp_path / "config.toml"
    settings.write_text("[screen]\nwidth = 320\nheight = 240\nrotation = 90\n")
    assert screen_in(settings) == ((320, 240), 90)
    settings.write_text("[screen]\n")
    assert screen_in(settings) == ((Config().screen.width, Config().screen.height), Config().screen.rotation)
    for nonsense in ("", "[screen", 'screen = "large"', "width = 320.0", 'width = "320"', "width = 3", "rotation = 45"):
        settings.write_text(nonsense if "screen" in nonsense else f"[screen]\n{nonsense}")
        assert screen_in(settings) == (None if nonsense else USUAL)
    assert screen_in(tmp_path / "missing.toml") is None


def test_the_first_picture_stands_as_the_panel_stood_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was chosen on the device goes before the settings file; what cannot be stored is forgotten."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    settings = tmp_path / "config.toml"
    settings.write_text("[screen]\nrotation = 90\n")
    with open_window(settings) as window:
        assert (window.size, window.rotation) == ((480, 320), 90)
    remember((320, 240), 180, os.environ)
    with open_window(settings) as window:
        assert (window.size, window.rotation) == ((320, 240), 180)
    remember((320, 240), 180, {"STATE_DIRECTORY": f"{tmp_path}/missing"})


def test_the_first_picture_tells_of_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the games are waited for it has an hourglass."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pictures = []
    with open_window(None) as window:
        watchdog = Watchdog(Start(), 0.0, show_waiting=PanelDisplay(window).show_waiting)
        for name in ("before.png", "waiting.png"):
            window.save(tmp_path / name)
            pictures.append((tmp_path / name).read_bytes())
            watchdog.waits(1.0, 1.0)
    assert pictures[0] != pictures[1]


def test_the_first_picture_waits_for_no_game() -> None:
    """Until it is shown, nothing is loaded that knows rules, draws pages, or checks settings."""
    program = "import sys; from firmware_py.host.splash import open_window; open_window(None); print(*sys.modules)"
    environ = {**unmeasured(os.environ), "SDL_VIDEODRIVER": "dummy"}
    loaded = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)
    assert not {"msgspec", "gpiozero", "sqlite3", "firmware_py.games", "display.view"} & set(loaded.stdout.split())
