"""The Wi-Fi of a card that was written from the image: off, in the owner's network, or a network of its own.

The kernel begins with every radio off. A unit of systemd runs this as root when the kernel has found a radio, and again
when the referee asks for it, because somebody invites a phone and there is no network. Then it makes the device's own
network, of which `computer.own_network` tells the referee.

Why the password of its own network is reckoned from the number of the games' file system: it stays the same without
being stored, so phones know the network again; the number is random, and nobody outside learns it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from firmware_py.config.schema import OWNERS_FILE, Config, ConfigError, WifiConfig, load_config
from firmware_py.host.computer import OWN_ADDRESS, OWN_NETWORK, WANTED, OwnNetwork

FOLDER = OWN_NETWORK.parent
GAMES = Path("/dev/disk/by-label/referee-games")
OWN_NAME = "Pyramid Referee"
COMMAND_S = 60.0
"""How long a command may take."""
CHANNEL_MHZ = 2437
"""Channel 6 in 2.4 GHz, which every phone and every country has."""


def files(wifi: WifiConfig, own: OwnNetwork, *, is_wanted: bool) -> Mapping[str, str]:
    """What wpa_supplicant and systemd-networkd read, by the name of the file; empty if the radio stays off.

    Names are written as hexadecimal digits and passwords as keys, so that no letter in them means anything.
    """
    country = f"country={wifi.country}\n" if wifi.country else ""
    match = "[Match]\nType=wlan\n[Network]\n"
    if wifi.network:
        network = _network(wifi.network, wifi.password)
        return {"wpa.conf": country + network, "wifi.network": f"{match}DHCP=ipv4\n"}
    if not (wifi.hotspot or is_wanted):
        return {}
    access_point = f"mode=2\nfrequency={CHANNEL_MHZ}\nproto=RSN\npairwise=CCMP\n"
    serves = f"Address={OWN_ADDRESS}/24\nDHCPServer=yes\n[DHCPServer]\nEmitDNS=no\nEmitNTP=no\nEmitRouter=no\n"
    return {"wpa.conf": country + _network(own.name, own.password, access_point), "wifi.network": match + serves}


def _network(name: str, password: str, more: str = "") -> str:
    key = hashlib.pbkdf2_hmac("sha1", password.encode(), name.encode(), 4096, 32).hex()
    secured = f"key_mgmt=WPA-PSK\npsk={key}\n" if password else "key_mgmt=NONE\n"
    return f"network={{\nssid={name.encode().hex()}\nscan_ssid=1\n{secured}{more}}}\n"


def password_of(number: str) -> str:
    """A password of ten letters and digits from the number of a file system."""
    return base64.b32encode(hashlib.sha256(f"{OWN_NAME} {number}".encode()).digest()).decode()[:10].lower()


def main() -> None:
    """Switch the radio on if the owner's file or a phone wants it, and become the program that keeps it up."""
    try:
        config = load_config(OWNERS_FILE)
    except ConfigError as error:  # the referee tells it
        print(error, file=sys.stderr)
        config = Config()
    wifi = config.wifi
    numbers = [link.name for link in Path("/dev/disk/by-uuid").glob("*") if link.resolve() == GAMES.resolve()]
    number = numbers[0] if numbers else Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    own = OwnNetwork(OWN_NAME, wifi.password if wifi.hotspot and wifi.password else password_of(number))
    interface = next((path.parent.name for path in Path("/sys/class/net").glob("*/phy80211")), "")
    if not interface:
        print("This computer has no Wi-Fi.")
        return
    if not wifi.network:
        _write(OWN_NETWORK, msgspec.json.encode(own).decode(), mode=0o640)
    made = files(wifi, own, is_wanted=WANTED.exists())
    if not made:
        print("Wi-Fi stays off: neither the owner's file nor a phone wants it.")
        return
    _write(FOLDER / "wpa.conf", made["wpa.conf"], mode=0o600)
    _write(FOLDER / "wifi.network", made["wifi.network"], mode=0o644)
    subprocess.run(("rfkill", "unblock", "wlan"), check=True, timeout=COMMAND_S)
    restart = "systemctl", "--no-block", "restart", "systemd-networkd.service"
    subprocess.run(restart, check=True, timeout=COMMAND_S)
    os.execvp("wpa_supplicant", ("wpa_supplicant", "-i", interface, "-D", "nl80211", "-c", str(FOLDER / "wpa.conf")))


def _write(file: Path, text: str, mode: int) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.write(text)
        file.chmod(mode)


if __name__ == "__main__":
    main()
