"""What the device knows about itself: version, computer, power supply and faulty parts.

Why the power supply is read for every page: it causes most puzzling faults of a Raspberry Pi. The Pi reports when its
voltage dropped, and reading that costs one small file.

Why from the kernel's tables: any other way needs an internet socket, which the service may not open.
"""

from __future__ import annotations

import ipaddress
import platform
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from firmware_py.driver_reports import report_words
from firmware_py.words import Words, plain, words

SYSTEM = Path("/")
"""The root of the system's files; another folder in tests."""

THROTTLED = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The Raspberry Pi's own record of weak power, a hexadecimal number; the Pi 5 names its chip with an address."""
WEAK_NOW = 1
"""The bit of that record for a voltage that is too low now."""

NOW = {0: words("The power supply is too weak now."), 2: words("The computer is slowed down now.")}
WEAK_POWER = words("The power supply is too weak: the device may stop. Use one for a Raspberry Pi, with a short cable.")
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


OWN_V4 = re.compile(r"\|-- (\S+)\s+/32 host LOCAL")
"""An address of this computer in the kernel's routing table (proc(5), `fib_trie`)."""
GLOBAL_SCOPE = "00"
"""The scope in `if_inet6` of an address that is valid beyond its own link."""


def addresses(system: Path) -> tuple[str, ...]:
    """Interface and address of each connection, such as "wlan0 192.168.1.20"."""
    return tuple(dict.fromkeys((*_v4(system), *_v6(system))))


def _v4(system: Path) -> Iterator[str]:
    networks = tuple(_networks(system))
    for found in OWN_V4.findall(_read(system / "proc/net/fib_trie")):
        address = ipaddress.IPv4Address(found)
        if not address.is_loopback:
            name = next((name for name, network in networks if address in network), "")
            yield f"{name} {address}".strip()


def _networks(system: Path) -> Iterator[tuple[str, ipaddress.IPv4Network]]:
    """Yield each interface with its network; the default route is left out."""
    for line in _read(system / "proc/net/route").splitlines()[1:]:
        name, destination, _, _, _, _, _, mask, *_ = line.split()
        if int(mask, 16):
            yield name, ipaddress.IPv4Network((_little_endian(destination), str(_little_endian(mask))))


def _little_endian(text: str) -> ipaddress.IPv4Address:
    """An address that the kernel wrote as one number of this machine, lowest byte first."""
    return ipaddress.IPv4Address(bytes.fromhex(text)[::-1])


def _v6(system: Path) -> Iterator[str]:
    for line in _read(system / "proc/net/if_inet6").splitlines():
        number, _, _, scope, _, name = line.split()
        if scope == GLOBAL_SCOPE:
            yield f"{name} {ipaddress.IPv6Address(bytes.fromhex(number))}"
