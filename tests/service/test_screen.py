"""The screen at rest, its brightness, the page about the device, and switching off by hand."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS

from display.view import Menu, as_text
from firmware_py.config.schema import Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.device.output import DIMMED
from firmware_py.games.records import write_line
from firmware_py.host.computer import about, addresses, throttle_bits
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak
from hardware import Edge, open_devices

REST_S = 20.0


@pytest.fixture
def box(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device whose screen is dimmed after some seconds, in English, at its list of games."""
    config = Config(language="en", screen=ScreenConfig(dim_after_s=REST_S))
    with SimulatedDevice(config, tmp_path / "data") as switched_on:
        switched_on.touch("1")
        assert switched_on.app.shown.title == "Pyramid Referee"
        yield switched_on


def open_settings(box: SimulatedDevice) -> None:
    """Go from the list of games to the settings."""
    for _ in range(2):
        box.press("up")
    box.press("ok")
    assert box.app.shown.title == "Settings"


# --- rest ------------------------------------------------------------------------------------------------------------


def test_the_screen_is_dimmed_when_nobody_touches_anything(box: SimulatedDevice) -> None:
    """Not before its time, and then only in brightness: the page stays."""
    before = box.app.shown
    box.wait(REST_S - 1)
    assert box.app.shown == before
    box.wait(1.1)
    assert box.app.shown == replace(before, brightness=DIMMED)


@pytest.mark.parametrize("button", ["ok", "down"])
def test_the_first_press_only_wakes(box: SimulatedDevice, button: str) -> None:
    """It changes nothing but the brightness, neither at the press nor at the release; the second press counts."""
    page = box.app.shown
    box.wait(REST_S)
    box.hold(button, 1.5)  # type: ignore[arg-type]  # a button's name
    assert box.app.shown == page
    box.press(button)  # type: ignore[arg-type]
    assert box.app.shown != page


def test_the_first_touch_only_wakes(box: SimulatedDevice) -> None:
    """A touch on a dimmed screen chooses nothing; the next one does."""
    page = box.app.shown
    box.wait(REST_S)
    box.touch("0")
    assert box.app.shown == page
    box.touch("0")
    assert box.app.shown.title != page.title


def test_a_dimmed_screen_sleeps(box: SimulatedDevice) -> None:
    """Nothing more is due once it is dimmed."""
    box.wait(REST_S + 1)
    assert box.app.next_deadline_s() == float("inf")


def test_whoever_plays_is_not_left_in_the_dark(box: SimulatedDevice) -> None:
    """Each press starts the time again."""
    for _ in range(4):
        box.wait(REST_S * 0.7)
        box.press("down")
        assert box.app.shown.brightness == 1.0


# --- settings --------------------------------------------------------------------------------------------------------


def test_brightness_is_a_setting_that_outlives_the_power(box: SimulatedDevice) -> None:
    """Each choice of the line is one level darker, then bright again; the level is there after a cut."""
    open_settings(box)
    menu = box.app.shown.body
    assert isinstance(menu, Menu)
    line = next(item for item in menu.items if item.label == "Brightness of the screen")
    levels = []
    for _ in range(4):
        box.touch(line.target)
        levels.append(box.app.shown.brightness)
    assert levels == [0.6, 0.3, 1.0, 0.6]
    box.cut()
    assert box.app.shown.brightness == 0.6


def test_the_device_shows_its_version(box: SimulatedDevice) -> None:
    """The last line of the settings leads to a page with the program's version."""
    open_settings(box)
    box.press("up")
    box.press("ok")
    assert box.app.shown.title == "About this device"
    assert "Pyramid Referee 0." in as_text(box.app.shown)


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        ("0\n", "The power supply is good."),
        ("50005\n", "The power supply is too weak now."),
        ("50000\n", "The power supply was too weak."),
    ],
)
def test_a_weak_power_supply_is_reported(tmp_path: Path, bits: str, sentence: str) -> None:
    """Now and since the start, as the Raspberry Pi's own record says it."""
    record = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    record.parent.mkdir(parents=True)
    record.write_text(bits)
    assert sentence in [speak("en")(line) for line in about((), tmp_path)]


def with_power(system: Path, bits: str, soc: str = "soc/soc") -> Path:
    """Let the Raspberry Pi's own record say this."""
    record = system / f"sys/devices/platform/{soc}:firmware/get_throttled"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(bits)
    return system


def test_a_pi_5_is_asked_as_well(tmp_path: Path) -> None:
    """Its chip has an address in its name."""
    assert throttle_bits(with_power(tmp_path, "50000", "soc@107c000000/soc@107c000000")) == 0x50000


def test_weak_power_is_a_badge_on_every_page_while_it_lasts(tmp_path: Path) -> None:
    """The words come once, and go with the next press; the badge stays, and goes when the power is good again."""
    system = with_power(tmp_path / "system", "0")
    with SimulatedDevice(Config(language="en"), tmp_path / "data", system=system) as box:
        box.wait(10)
        assert "weak_power" not in box.app.shown.badges
        with_power(system, "50005")
        box.wait(10)
        assert "The power supply is too weak" in as_text(box.app.shown)
        for _ in range(4):
            box.press("ok")
            assert "weak_power" in box.app.shown.badges
            assert "too weak" not in as_text(box.app.shown)
        with_power(system, "50000")
        box.wait(10)
        assert "weak_power" not in box.app.shown.badges
        with_power(system, "50005")
        box.wait(10)
        assert "weak_power" in box.app.shown.badges
        assert "too weak" not in as_text(box.app.shown)


def test_nobody_is_woken_up_to_ask_after_the_power(tmp_path: Path) -> None:
    """The record is read when the loop goes round anyway, and not at every turn."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data", system=with_power(tmp_path, "0")) as box:
        box.wait(3600)
        assert box.app.next_deadline_s() == float("inf")


NET = {
    "fib_trie": """Main:
     |-- 192.168.1.0
        /24 link UNICAST
     |-- 192.168.1.20
        /32 host LOCAL
     |-- 127.0.0.1
        /32 host LOCAL
Local:
     |-- 192.168.1.20
        /32 host LOCAL
""",
    "route": """Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
wlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
""",
    "if_inet6": """20010db8000000000000000000000014 03 40 00 80    wlan0
fe800000000000000000000000000014 03 40 20 80    wlan0
00000000000000000000000000000001 01 80 10 80       lo
""",
}
"""What the kernel of a Raspberry Pi on a wireless network says."""


def test_the_addresses_of_the_device_are_shown(tmp_path: Path) -> None:
    """Each once, with its interface; not those by which only the device itself or its own wire is reached."""
    assert addresses(tmp_path) == ()
    (tmp_path / "proc/net").mkdir(parents=True)
    for name, text in NET.items():
        (tmp_path / "proc/net" / name).write_text(text)
    assert addresses(tmp_path) == ("wlan0 192.168.1.20", "wlan0 2001:db8::14")
    assert "wlan0 192.168.1.20" in [speak("en")(line) for line in about((), tmp_path)]


def test_the_addresses_of_this_computer_can_be_read() -> None:
    """Whatever they are: the kernel that runs here writes as it is read."""
    assert all(line for line in addresses(Path("/")))


def test_other_computers_say_nothing_of_their_power(tmp_path: Path) -> None:
    """Without that record, or with nonsense in it, nothing is claimed."""
    assert throttle_bits(tmp_path) is None
    assert not any("power" in speak("en")(line) for line in about((), tmp_path))


# --- switching off ---------------------------------------------------------------------------------------------------


def test_holding_ok_counts_down_and_switches_off(box: SimulatedDevice) -> None:
    """After a long press three seconds are counted on the screen; the last page says that it is safe to unplug."""
    box.pins.press("ok")
    counted = []
    for _ in range(45):
        box.wait(0.1)
        if not counted or counted[-1] != box.app.shown.prompt:
            counted.append(box.app.shown.prompt)
    assert counted[1:4] == [
        "Off in 3 seconds: let go to stay on.",
        "Off in 2 seconds: let go to stay on.",
        "Off in 1 second: let go to stay on.",
    ]
    assert box.app.finished
    assert box.app.state.is_switched_off
    assert "safe to unplug" in as_text(box.app.shown)


@pytest.mark.parametrize("game", SAMPLERS)
def test_any_game_can_be_left_by_switching_off(box: SimulatedDevice, game: str) -> None:
    """Its menu holds nothing else; a line says so to players who have no button to hold. The game is stored."""
    header = SAMPLERS[game].header(random.Random(3))
    box.load(write_line(header).encode())
    while "Game menu" not in as_text(box.app.shown):
        box.press("back")
    assert "<power> Switch off" in as_text(box.app.view)
    box.hold("ok", 4.5)
    assert box.app.state.is_switched_off
    box.cut()
    assert box.app.table.unfinished is not None


def test_letting_go_keeps_the_device_on(box: SimulatedDevice) -> None:
    """A release before the end changes nothing: the page is the same, and nothing was chosen."""
    page = box.app.shown
    box.hold("ok", 3.8)
    assert not box.app.finished
    assert box.app.shown == page


def test_a_jammed_button_at_power_up_does_not_switch_off() -> None:
    """A contact that is closed already at the start is not a press."""
    config, edges = Config(language="en"), deque[Edge]()
    devices = open_devices(config.pins, edges.append, lambda: 0.0, simulate=True)
    assert devices.simulated
    devices.simulated.press("ok")
    with devices, open_journal(None, lambda: datetime.now(UTC)).journal as journal:
        app = App(Resources(config, devices, Disk(journal, None)), 0.0)
        for tenths in range(100):
            app.tick(tenths / 10)
        assert not app.finished


def test_switching_off_by_menu_ends_the_same_way(box: SimulatedDevice) -> None:
    """The menu's own way asks first, then says that it is safe to unplug."""
    box.press("up")
    box.press("ok")
    box.press("down")
    box.press("ok")
    assert box.app.state.is_switched_off
    assert "safe to unplug" in as_text(box.app.shown)
