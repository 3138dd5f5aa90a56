"""The addresses of the network interfaces, by which another computer reaches the device.

Why from the kernel's tables: any other way needs an internet socket, which the service may not open.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from pathlib import Path

OWN_V4 = re.compile(r"\|-- (\S+)\s+/32 host LOCAL")
"""An address of this computer in the kernel's routing table (proc(5), `fib_trie`)."""
GLOBAL_SCOPE = "00"
"""The scope in `if_inet6` of an address that is valid beyond its own link."""


def addresses(system: Path) -> tuple[str, ...]:
    """Return interface and address of each connection, such as "wlan0 192.168.1.20"."""
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
            yield name, ipaddress.IPv4Network((_swapped(destination), str(_swapped(mask))))


def _swapped(text: str) -> ipaddress.IPv4Address:
    """Return an address that the kernel wrote as one number of this machine, lowest byte first."""
    return ipaddress.IPv4Address(bytes.fromhex(text)[::-1])


def _v6(system: Path) -> Iterator[str]:
    for line in _read(system / "proc/net/if_inet6").splitlines():
        number, _, _, scope, _, name = line.split()
        if scope == GLOBAL_SCOPE:
            yield f"{name} {ipaddress.IPv6Address(bytes.fromhex(number))}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
