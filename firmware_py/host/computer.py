"""What the device knows about its computer: version, model, power supply, faulty parts, and where others find it.

Why the power supply is read for every page: it causes most puzzling faults of a Raspberry Pi. The Pi reports when its
voltage dropped, and reading that costs one small file.

Why addresses from the kernel's tables: any other way needs an internet socket, which the service may not open.

A device that was made from the image can make a network of its own (`firmware_py.host.radio`): the referee asks for it
by a file, and reads from another one what a phone needs to join it.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from pathlib import Path

import msgspec

from firmware_py.driver_reports import report_words
from firmware_py.words import Words, plain, words

SYSTEM = Path("/")
"""The root of the system's files; another folder in tests."""

THROTTLED = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The Raspberry Pi's own record of weak power, a hexadecimal number; the Pi 5 names its chip with an address."""
WEAK_NOW = 1
"""The bit of that record for a voltage that is too low now."""

NOW = {0: words("The power supply is too weak now."), 2: words("The computer is slowed down now.")}
SINCE_START = {16: words("The power supply was too weak."), 18: words("The computer was slowed down.")}
"""The meaning of the bits of that record (Raspberry Pi documentation, `vcgencmd get_throttled`)."""

NO_SCREEN = words("No screen was found.")
"""The fault of a window when there is no screen."""


@cache
def program_version() -> str:
    from importlib import metadata  # here, because it loads all that reads e-mail, for one page

    try:
        return metadata.version("pyramid-referee")
    except metadata.PackageNotFoundError:
        return "?"


def model(system: Path = SYSTEM) -> str:
    """The model of the Raspberry Pi, empty on any other computer."""
    return _read(system / "proc/device-tree/model").rstrip("\0").strip()


def throttle_bits(system: Path = SYSTEM) -> int | None:
    """The bits for weak power, now and since the start; None where the computer reports none."""
    text = "".join(map(_read, _power_records(system))).strip()
    try:
        return int(text, 16) if text else None
    except ValueError:
        return None


@cache
def _power_records(system: Path) -> tuple[Path, ...]:
    """The path of the record; it is searched once, because it is read every other second."""
    return tuple(system.glob(THROTTLED))[:1]


def is_power_weak(system: Path = SYSTEM) -> bool:
    """Whether the computer reports that the power supply is too weak now."""
    return bool((throttle_bits(system) or 0) & WEAK_NOW)


def power_lines(bits: int | None) -> tuple[Words, ...]:
    """Sentences on the power supply for these bits."""
    if bits is None:
        return ()
    now = tuple(line for bit, line in NOW.items() if bits >> bit & 1)
    since = tuple(line for bit, line in SINCE_START.items() if bits >> bit & 1 and not bits >> (bit - 16) & 1)
    return now + since or (words("The power supply is good."),)


def screen_words(fault: str) -> Words:
    """Why there is no window, translated where we have words for it."""
    return NO_SCREEN if fault == NO_SCREEN.message else plain(fault)


def about(faults: tuple[str, ...], system: Path = SYSTEM) -> tuple[Words, ...]:
    """The lines of the page about the device; `faults` are those of its parts."""

    name = model(system)
    return (
        words("Pyramid Referee {version}", version=program_version()),
        plain(f"Python {platform.python_version()}"),
        *((plain(name),) if name else ()),
        *power_lines(throttle_bits(system)),
        *(plain(address) for address in addresses(system)),
        *map(report_words, faults),
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


# --- its networks ----------------------------------------------------------------------------------------------------


OWN_V4 = re.compile(r"\|-- ([\d.]+)\s+/32 host LOCAL")
"""An address of this computer in the kernel's routing table (proc(5), `fib_trie`)."""
GLOBAL_SCOPE = "00"
"""The scope in `if_inet6` of an address that is valid beyond its own link."""


def addresses(system: Path) -> tuple[str, ...]:
    """Interface and address of each connection, such as "wlan0 192.168.1.20"."""
    return tuple(dict.fromkeys((*_v4_lines(system), *_v6_lines(system))))


def own_address(system: Path = SYSTEM) -> str:
    """This computer's address at home: that on the side of the internet first; empty if there is none."""
    private, networks = [one for one in _own_v4(system) if one.is_private], _networks(system)
    internet = [name for name, network in networks if network.prefixlen == 0]
    for _, network in sorted(networks, key=lambda one: one[0] not in internet):
        for address in private:
            if network.prefixlen and address in network:
                return str(address)
    return str(private[0]) if private else ""


def _v4_lines(system: Path) -> Iterator[str]:
    networks = _networks(system)
    for address in _own_v4(system):
        name = next((name for name, network in networks if network.prefixlen and address in network), "")
        yield f"{name} {address}".strip()


def _v6_lines(system: Path) -> Iterator[str]:
    for line in _read(system / "proc/net/if_inet6").splitlines():
        number, _, _, scope, _, name = line.split()
        if scope == GLOBAL_SCOPE:
            yield f"{name} {IPv6Address(bytes.fromhex(number))}"


def _own_v4(system: Path) -> tuple[IPv4Address, ...]:
    """This computer's addresses in all its networks."""
    found = map(IPv4Address, OWN_V4.findall(_read(system / "proc/net/fib_trie")))
    return tuple(dict.fromkeys(one for one in found if not one.is_loopback))


def _networks(system: Path) -> tuple[tuple[str, IPv4Network], ...]:
    """The interface and the network of each line of the table of routes; the default route leads to all addresses."""
    networks = []
    for line in _read(system / "proc/net/route").splitlines()[1:]:
        name, to, *_, mask = line.split()[:8]
        networks.append((name, IPv4Network((_little_endian(to), str(_little_endian(mask))))))
    return tuple(networks)


def _little_endian(text: str) -> IPv4Address:
    """An address that the kernel wrote as one number of this machine, lowest byte first."""
    return IPv4Address(bytes.fromhex(text)[::-1])


OWN_NETWORK = Path("/run/pyramid-referee-radio/own-network.json")
WANTED = Path("/run/pyramid-referee/wifi")
OWN_ADDRESS = "192.168.77.1"
"""The device's address in its own network."""


class OwnNetwork(msgspec.Struct, frozen=True):
    """The network that the device makes: what a phone needs to join it."""

    name: str
    password: str


def own_network(system: Path = SYSTEM) -> OwnNetwork | None:
    """The network that this device makes, or would make for a phone; None where it makes none."""
    try:
        return msgspec.json.decode((system / OWN_NETWORK.relative_to("/")).read_bytes(), type=OwnNetwork)
    except (OSError, msgspec.DecodeError):
        return None


def want_own_network(system: Path = SYSTEM) -> None:
    """Ask for the device's own network. :raises OSError: when the request cannot be written"""
    (system / WANTED.relative_to("/")).touch()
