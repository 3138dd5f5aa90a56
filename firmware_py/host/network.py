"""Where other computers find this one: its address in the network at home, read from the system's files.

Why not asked by a socket: the referee keeps no network, and its service may open none.

A device that was made from the image can make a network of its own (`firmware_py.host.radio`): the referee asks for it
by a file, and reads from another one what a phone needs to join it.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

import msgspec

from firmware_py.host.health import SYSTEM

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


def own_address(system: Path = SYSTEM) -> str:
    """This computer's address at home: that on the side of the internet first; empty if there is none."""
    local = _local_addresses(_text(system / "proc/net/fib_trie"))
    networks = _networks(_text(system / "proc/net/route"))
    internet = [name for name, network in networks if network.prefixlen == 0]
    for _, network in sorted(networks, key=lambda one: one[0] not in internet):
        for address in local:
            if network.prefixlen and address in network:
                return str(address)
    return str(local[0]) if local else ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _local_addresses(trie: str) -> tuple[IPv4Address, ...]:
    """The addresses of this computer that only the network at home knows."""
    found = map(IPv4Address, re.findall(r"\|-- ([\d.]+)\n\s+/32 host LOCAL", trie))
    return tuple(dict.fromkeys(one for one in found if one.is_private and not one.is_loopback))


def _networks(table: str) -> tuple[tuple[str, IPv4Network], ...]:
    """The interface and the network of each line of a table of routes."""
    networks = []
    for line in table.splitlines()[1:]:
        name, to, *_, mask = line.split()[:8]
        networks.append((name, IPv4Network((_address(to), str(_address(mask))))))
    return tuple(networks)


def _address(text: str) -> IPv4Address:
    """An address as the kernel writes it: the bytes of this processor's number."""
    return IPv4Address(bytes.fromhex(text)[::-1])
