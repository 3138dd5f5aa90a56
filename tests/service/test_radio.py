"""The Wi-Fi of a card that was written from the image: what switches it on, and what phones are told of it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.view import Announcement
from firmware_py.config.schema import WifiConfig
from firmware_py.device.disk import _own_wifi
from firmware_py.host.computer import OWN_ADDRESS, OWN_NETWORK, WANTED, OwnNetwork
from firmware_py.host.radio import files, password_of
from firmware_py.pages.interface import PageContext
from firmware_py.pages.phones import Invitation, InvitePage
from firmware_py.words import speak

OWN = OwnNetwork("Pyramid Referee", "abcdefghij")
HOME = "192.168.178.117"


def test_the_radio_stays_off_until_somebody_wants_it() -> None:
    """Nothing is written for it, so nothing is started."""
    assert files(WifiConfig(country="FR"), OWN, is_wanted=False) == {}


def test_the_owner_s_network_is_joined() -> None:
    """By its name and the key that belongs to its password (IEEE 802.11i, H.4.3), and a phone does not change that."""
    wifi = WifiConfig(network="ThisIsASSID", password="ThisIsAPassword")
    made = files(wifi, OWN, is_wanted=False)
    assert "ssid=" + b"ThisIsASSID".hex() in made["wpa.conf"]
    assert "psk=0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af" in made["wpa.conf"]
    assert "DHCP=ipv4" in made["wifi.network"]
    assert files(wifi, OWN, is_wanted=True) == made


@pytest.mark.parametrize(("hotspot", "is_wanted"), [(True, False), (False, True), (True, True)])
def test_the_device_makes_a_network_of_its_own(hotspot: bool, is_wanted: bool) -> None:
    """The owner's file asks for it, or who invites a phone; it gives addresses, and no way into the internet."""
    made = files(WifiConfig(hotspot=hotspot, country="DE"), OWN, is_wanted=is_wanted)
    assert {"country=DE", "mode=2", "key_mgmt=WPA-PSK"} <= set(made["wpa.conf"].splitlines())
    assert {f"Address={OWN_ADDRESS}/24", "DHCPServer=yes", "EmitRouter=no"} <= set(made["wifi.network"].splitlines())


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=32))
def test_no_name_of_a_network_says_anything_but_its_name(name: str) -> None:
    """Whatever the owner calls it, no line is added to what is read as root."""
    lines = files(WifiConfig(network=name, password="hunters4"), OWN, is_wanted=False)["wpa.conf"].splitlines()
    assert len(lines) == 6
    assert re.fullmatch(r"ssid=([0-9a-f]{2})+", lines[1])


def test_a_password_is_made_up_that_stays_and_is_typed_easily() -> None:
    """It follows from the number of the games' file system, and from nothing that a radio tells."""
    first, other = (password_of(f"0b5c-{number}") for number in (1, 2))
    assert re.fullmatch(r"[a-z2-7]{10}", first)
    assert first == password_of("0b5c-1") != other


@pytest.mark.parametrize(
    ("address", "has_own", "shown", "is_asked_for"),
    [
        ("", True, ("Pyramid Referee", "abcdefghij"), True),
        (OWN_ADDRESS, True, ("Pyramid Referee", "abcdefghij"), False),
        (HOME, True, None, False),
        ("", False, None, False),
    ],
)
def test_who_invites_a_phone_switches_the_radio_on(
    tmp_path: Path, address: str, has_own: bool, shown: object, is_asked_for: bool
) -> None:
    """Only where the device can make a network, and is in none; what a phone needs to join it is shown."""
    wanted, own = (tmp_path / file.relative_to("/") for file in (WANTED, OWN_NETWORK))
    wanted.parent.mkdir(parents=True)
    if has_own:
        own.parent.mkdir(parents=True)
        own.write_bytes(msgspec.json.encode(OWN))
    assert _own_wifi(address, tmp_path) == shown
    assert wanted.exists() == is_asked_for


def test_the_page_says_how_to_join_before_there_is_a_code_and_beside_it() -> None:
    """No command is named where the device does it itself."""
    table, wifi = PageContext(speak("en")), ("Pyramid Referee", "abcdefghij")
    before = InvitePage(Invitation("Ann", "AB", "", (), wifi)).view(table)
    assert isinstance(before.body, Announcement)
    assert before.body.lines == ("Wi-Fi: Pyramid Referee", "Password: abcdefghij")
    beside = InvitePage(Invitation("Ann", "ABCDE", f"http://{OWN_ADDRESS}", ("#.",), wifi)).view(table)
    assert "Password: abcdefghij" in beside.body.lines
