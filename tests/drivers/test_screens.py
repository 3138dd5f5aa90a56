"""The table of screens: its lines, its pins and ours."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import PROJECT

from hardware import screens
from hardware.boards.settings import SwitchBoard
from hardware.screens import (
    BITS_32,
    COMPUTERS,
    EMULATED,
    LATE_2,
    Screen,
    load_screens,
    load_systems,
    moves,
    screens_in,
    verdict,
)
from hardware.wiring import HEADER, Wiring, WiringLayout, pins_by_key

TABLE = load_screens()
NAMED = {screen.name: screen for screen in TABLE}
GUIDE = (PROJECT / "hardware/WIRING.md").read_text(encoding="utf-8")
LAYOUTS: tuple[WiringLayout, ...] = ("four", "six", "encoder", "touch")


def pins_of(layout: WiringLayout) -> dict[str, int]:
    """All pins of a device with a board of switches."""
    board = SwitchBoard()
    wired = {"board.interrupt": board.interrupt, "board.reset": board.reset}
    return {
        **pins_by_key(Wiring(), layout),
        **{key: int(pin) for key, pin in wired.items() if pin != "none"},
        "sda": 2,
        "scl": 3,
    }


def test_each_screen_has_a_name_and_an_overlay_of_its_own() -> None:
    """The installer is told the name, and the doctor finds the screen by the overlay."""
    assert len(NAMED) == len(TABLE)
    overlays = [screen.overlay for screen in TABLE if screen.config]
    assert "" not in overlays
    assert len(set(overlays)) == len(overlays)


@pytest.mark.parametrize("screen", TABLE, ids=lambda screen: screen.name)
def test_a_price_is_an_estimate_or_has_a_source_and_facts_have_one(screen: Screen) -> None:
    """So nobody takes what we remember for what somebody sells."""
    assert screen.price.startswith(("estimate", "https://"))
    assert "20" in screen.price
    assert screen.sources
    assert all(source.startswith("https://") for source in screen.sources)
    assert set(screen.pins) <= set(HEADER)


@pytest.mark.parametrize("screen", [each for each in TABLE if each.pins], ids=lambda screen: screen.name)
def test_a_screen_on_spi_has_a_graphics_card(screen: Screen) -> None:
    """Without `drm` its overlay takes a driver that has a framebuffer only, and the service stays dark."""
    (line,) = screen.config
    assert line.split(",")[-1] == "drm"
    assert {8, 9, 10, 11} <= set(screen.pins)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("screen", TABLE, ids=lambda screen: screen.name)
def test_what_moves_for_a_screen_finds_a_free_pin(screen: Screen, layout: WiringLayout) -> None:
    """For each screen and each kind of controls, with a board of switches: nothing has a pin twice afterwards."""
    before = pins_of(layout)
    moved = moves(screen, before)
    after = before | {move.key: move.to for move in moved}
    assert len({*after.values()}) == len(after)
    assert not set(after.values()) & set(screen.pins)
    assert {move.key for move in moved} == {key for key, pin in before.items() if pin in screen.pins}


MOVE = re.compile(r"((?:`[\w.]+`(?: or )?)+) to (\d+)")


@pytest.mark.parametrize("board", ["none", "switches"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("screen", TABLE, ids=lambda screen: screen.name)
def test_the_wiring_guide_leaves_no_pin_twice(screen: Screen, layout: WiringLayout, board: str) -> None:
    """Whoever moves what its table says has no pin twice, whatever the controls, and with a board or without."""
    (row,) = (line for line in GUIDE.splitlines() if line.startswith(f"| `{screen.name}` | ["))
    moved = {key: int(to) for keys, to in MOVE.findall(row.split(" | ")[7]) for key in re.findall(r"[\w.]+\b", keys)}
    ours = {
        key: pin for key, pin in pins_of(layout).items() if board == "switches" or key in pins_by_key(Wiring(), layout)
    }
    after = [moved.get(key, pin) for key, pin in ours.items()]
    assert len({*after, *screen.pins}) == len(after) + len(screen.pins)


@pytest.mark.parametrize("screen", TABLE, ids=lambda screen: screen.name)
def test_the_wiring_guide_says_what_is_written_and_which_case_is_printed(screen: Screen) -> None:
    """Of every screen, also where nothing is: an empty place would leave the reader in doubt."""
    about, *lines = (line.split(" | ") for line in GUIDE.splitlines() if line.startswith(f"| `{screen.name}` |"))
    assert about[8] == (f"`console-{screen.panel['name']}`" if screen.panel else "none")
    assert len(lines) == max(1, len(screen.config))
    for (_, shown), line in zip(lines, screen.config or ("nothing to write",), strict=True):
        assert line in shown


def test_where_no_pin_is_free_none_is_proposed() -> None:
    """The doctor then only says which pin is taken twice."""
    full = {f"part {pin}": pin for pin in HEADER}
    assert {move.to for move in moves(NAMED["spi-3.5"], full)} == {None}


def test_a_screen_is_found_by_its_line() -> None:
    """Whatever follows the overlay's name; a line that is commented out is none."""
    config = "#dtoverlay=piscreen,drm\n  dtoverlay=pitft28-resistive,rotate=270\r\ndtoverlay=vc4-kms-v3d\n"
    assert [(screen.name, line) for screen, line in screens_in(config, TABLE)] == [
        ("pitft-2.8", "dtoverlay=pitft28-resistive,rotate=270")
    ]


def test_the_file_prints_the_lines_of_a_screen_without_any_library() -> None:
    """As the installer calls it: by the system's Python, which knows none of ours."""
    call = [sys.executable, "-I", "-S", screens.__file__]
    named = subprocess.run([*call, "spi-3.5"], capture_output=True, text=True, check=True)
    assert named.stdout.splitlines() == list(NAMED["spi-3.5"].config)
    unknown = subprocess.run([*call, "no-such"], capture_output=True, text=True, check=False)
    assert unknown.returncode == 1
    assert all(name in unknown.stderr for name in NAMED)
    assert Path(screens.__file__).is_relative_to(PROJECT)


def test_each_computer_is_known_to_run_a_system_or_not() -> None:
    """No computer of the table is forgotten by a system, and none is named that the table does not have."""
    for system in load_systems():
        assert set(system.computers) | set(system.unable) <= set(COMPUTERS) - {BITS_32}
        assert set(system.computers.values()) <= {"tried", "should work"}
        assert {name for name, by in system.computers.items() if by == "tried"} <= {EMULATED}


def test_what_works_together_follows_from_computer_system_and_screen() -> None:
    """One of each kind of answer."""
    pi_os, _, debian, *_ = load_systems()
    assert verdict(EMULATED, debian, NAMED["hdmi-800x480"]) == "tried"
    assert verdict("4", pi_os, NAMED["official-7"]) == "should work"
    assert verdict("Zero 2 W", pi_os, NAMED["official-7"]) == "cannot: no socket"
    assert verdict("4", debian, NAMED["spi-3.5"]) == "cannot: no overlay"
    assert verdict("5", debian, NAMED["hdmi-800x480"]) == "cannot: its kernel (6.12) reads no card there"
    assert verdict(LATE_2, pi_os, NAMED["official-7"]) == "should work"
    assert verdict(LATE_2, debian, NAMED["hdmi-800x480"]) == "cannot: its kernel does not know it"
    assert verdict(BITS_32, pi_os, NAMED["hdmi-800x480"]) == "cannot: 32 bits"
