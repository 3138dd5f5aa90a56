"""What the installer writes for a screen, and on which Raspberry Pi it refuses, before anything is changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from installed_pi import Pi, pi_in

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")

LINE = "dtoverlay=piscreen,drm"


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """A fresh Debian 12."""
    return pi_in(tmp_path)


def config_of(pi: Pi) -> Path:
    return pi.root / "boot/firmware/config.txt"


def test_the_lines_of_a_screen_are_written_for_every_raspberry_pi(pi: Pi) -> None:
    """What was there stays as it was; a second time nothing is added, and without a name nothing at all."""
    before = "[pi4]\narm_boost=1\n"
    config_of(pi).write_text(before)
    assert pi.call("install").returncode == 0
    assert LINE not in config_of(pi).read_text()
    done = pi.call("install", "--screen", "spi-3.5")
    assert done.returncode == 0, done.stderr
    assert LINE in done.stdout
    written = config_of(pi).read_text()
    assert written.startswith(before)
    assert written.endswith(f"\n[all]\n{LINE}\n")
    assert pi.call("install", "--screen", "spi-3.5").returncode == 0
    assert config_of(pi).read_text() == written


def test_a_dry_run_writes_no_lines(pi: Pi) -> None:
    """It only says which they are."""
    before = config_of(pi).read_text()
    done = pi.call("install", "--dry-run", "--screen", "pitft-2.8")
    assert done.returncode == 0
    assert "dtoverlay=pitft28-resistive" in done.stdout
    assert config_of(pi).read_text() == before


def test_a_screen_that_needs_nothing_changes_nothing(pi: Pi) -> None:
    """One on HDMI."""
    assert pi.call("install").returncode == 0
    before = config_of(pi).read_text()
    done = pi.call("install", "--screen", "hdmi-800x480")
    assert done.returncode == 0
    assert "Screen: hdmi-800x480 needs nothing" in done.stdout
    assert config_of(pi).read_text() == before


@pytest.mark.parametrize(
    ("there", "name", "said"),
    [
        ("", "no-such", "no screen is called no-such; the screens that are known: hdmi-800x480, "),
        ("dtoverlay=piscreen,rotate=90\r\n", "spi-3.5", f"dtoverlay=piscreen,rotate=90. Make it {LINE}"),
        ("dtoverlay=piscreen\n", "spi-3.5", f"dtoverlay=piscreen. Make it {LINE}"),
        (f"[pi4]\n{LINE}\n", "spi-3.5", f"has another line for that screen: {LINE}"),
        (None, "spi-3.5", "for the lines of that screen"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is_changed(
    pi: Pi, there: str | None, name: str, said: str
) -> None:
    """An unknown name, other words for the same screen, a computer without config.txt."""
    if there is None:
        config_of(pi).unlink()
    else:
        config_of(pi).write_bytes(there.encode())
    before = pi.files()
    done = pi.call("install", "--screen", name)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.rstrip().endswith("Nothing was changed.")
    assert (pi.files(), pi.commands()) == (before, [])
    assert there is None or config_of(pi).read_bytes() == there.encode()


def test_a_screen_without_a_name_is_refused(pi: Pi) -> None:
    """As of a variable that is not set: nothing is changed."""
    for options in (("--screen", ""), ("--screen",)):
        before = pi.files()
        done = pi.call("install", *options)
        assert (done.returncode, pi.files(), pi.commands()) == (2, before, [])
        assert "--screen NAME" in done.stderr


@pytest.mark.parametrize(
    ("plug", "framebuffer", "is_offered"),
    [("card0-HDMI-A-1", "vc4drmfb", False), ("card0-HDMI-A-1", "fb_ili9486", True), ("", "fb_ili9486", True)],
)
def test_screens_are_offered_where_none_has_a_graphics_card(
    pi: Pi, plug: str, framebuffer: str, is_offered: bool
) -> None:
    """The names are said, and how to let the lines be written."""
    if plug:
        (pi.root / "sys/class/drm" / plug).mkdir(parents=True)
    name = pi.root / "sys/class/graphics/fb0/name"
    name.parent.mkdir(parents=True)
    name.write_text(f"{framebuffer}\n")
    said = pi.call("install").stdout
    assert ("sudo ./systemd/install --screen NAME; the screens that are known: hdmi" in said) == is_offered


def test_a_computer_that_is_no_raspberry_pi_is_no_fault(pi: Pi) -> None:
    """It has no file that names its model: nothing is said of that, and the rest is as anywhere."""
    assert not (pi.root / "proc").exists()
    done = pi.call("install", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("model", "is_refused"),
    [
        ("Raspberry Pi Zero W Rev 1.1", True),
        ("Raspberry Pi Zero Rev 1.3", True),
        ("Raspberry Pi Model B Plus Rev 1.2", True),
        ("Raspberry Pi 2 Model B Rev 1.1", True),
        ("Raspberry Pi 2 Model B Rev 1.2", False),
        ("Raspberry Pi Zero 2 W Rev 1.0", False),
        ("Raspberry Pi 3 Model B Rev 1.2", False),
        ("Raspberry Pi 5 Model B Rev 1.0", False),
    ],
)
def test_a_processor_of_32_bits_is_refused_by_its_name(pi: Pi, model: str, is_refused: bool) -> None:
    """No system for it would help; nothing is changed."""
    place = pi.root / "proc/device-tree/model"
    place.parent.mkdir(parents=True)
    place.write_bytes(f"{model}\0".encode())
    before = pi.files()
    done = pi.call("install", "--dry-run")
    assert (done.returncode == 1) == is_refused
    assert (f"this is a {model}, whose processor has 32 bits" in done.stderr) == is_refused
    assert pi.files() == before
