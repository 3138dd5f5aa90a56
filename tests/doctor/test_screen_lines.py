"""A screen whose lines in config.txt are not what the device needs: the doctor names it, the line and the pins."""

from __future__ import annotations

from pathlib import Path

import pytest
from english_findings import EnglishFinding, in_english

from firmware_py.doctor import Installation
from firmware_py.doctor.screen import CONFIG, screen_lines


def found(system: Path, config: str = "", framebuffer: str = "", settings: str = "") -> list[EnglishFinding]:
    """What is found on a computer with this config.txt, this framebuffer and this settings file."""
    if config:
        place = system / CONFIG
        place.parent.mkdir(parents=True)
        place.write_text(config)
    if framebuffer:
        name = system / "sys/class/graphics/fb0/name"
        name.parent.mkdir(parents=True)
        name.write_text(f"{framebuffer}\n")
    owned = system / "config.toml"
    owned.write_text(settings)
    return list(in_english(screen_lines(Installation(owned, system / "data", system))))


def test_a_framebuffer_without_a_graphics_card_is_told_with_its_line(tmp_path: Path) -> None:
    """The likeliest cheap panel stays black; one word mends it."""
    fault, *_ = found(tmp_path, "[all]\ndtoverlay=pitft28-resistive,rotate=90\n", "fb_ili9340")
    assert (fault.part, fault.verdict) == ("screen", "FAULT")
    assert fault.text == "a framebuffer, but no graphics card (DRM): fb_ili9340"
    assert fault.remedy.startswith(
        "in /boot/firmware/config.txt, add ,drm to the line dtoverlay=pitft28-resistive,rotate=90"
    )


def test_a_framebuffer_of_an_overlay_that_is_not_known_is_told_too(tmp_path: Path) -> None:
    """It may have no such word; which have one stands in the guide."""
    (fault,) = found(tmp_path, "dtoverlay=some-lcd35\n", "fb_ili9486\x1b[2J")
    assert fault.verdict == "FAULT"
    assert "\x1b" not in fault.text
    assert fault.remedy.startswith("its line in /boot/firmware/config.txt must name an overlay with ,drm; see ")


@pytest.mark.parametrize("framebuffer", ["vc4drmfb", "ili9486drmfb", ""])
def test_a_graphics_card_is_no_fault(tmp_path: Path, framebuffer: str) -> None:
    """Its own framebuffer has another kind of name."""
    screens = found(tmp_path, "dtoverlay=pitft28-resistive,rotate=90,drm\n", framebuffer)
    assert [finding.verdict for finding in screens] == ["note"]


def test_a_computer_without_config_txt_has_no_findings(tmp_path: Path) -> None:
    """As a desk."""
    assert found(tmp_path) == []


def test_a_pin_that_the_screen_takes_is_told_with_a_free_one(tmp_path: Path) -> None:
    """Two parts would fight for it; what is proposed is free."""
    six = '[buttons]\nlayout = "six"\n[board]\nkind = "i2c"\nreset = 17\n'
    clashes = [each for each in found(tmp_path, "dtoverlay=piscreen,drm\n", "", six) if each.verdict == "FAULT"]
    assert [(clash.part, clash.text) for clash in clashes] == [
        ("pins", "the screen takes GPIO 22 (position 15), the pin of buttons.left"),
        ("pins", "the screen takes GPIO 17 (position 11), the pin of board.reset"),
    ]
    assert clashes[0].remedy.startswith("move buttons.left, as to GPIO 12 (position 32)")
    assert clashes[1].remedy.startswith("move board.reset, as to GPIO 26 (position 37)")


def test_what_was_moved_is_no_fault(tmp_path: Path) -> None:
    """With the proposed pin in the settings all is well."""
    moved = '[buttons]\nlayout = "six"\n[pins.buttons]\nleft = 27\n'
    assert [each.verdict for each in found(tmp_path, "dtoverlay=piscreen,drm\n", "", moved)] == ["note"]
