"""Notifications to systemd: that the service is ready, that it is alive, and what it does (sd_notify(3)).

Why no library: the protocol is one datagram.

Why a file in memory: it is true only while the referee runs. systemd makes its folder with the service, and removes it
afterwards; on a desk there is no such folder, and nothing is written. A referee that was killed leaves the file behind,
so the file names its process. It holds nothing of any game.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from firmware_py.foreign_text import from_json
from firmware_py.host import log
from firmware_py.host.failed_starts import runtime_folder
from firmware_py.regular_files import read_regular

PARTS = frozenset({"loop", "journal", "sensors", "display"})
"""The parts that must all work for the service to be alive."""


def notify(message: str, environ: Mapping[str, str] = os.environ) -> None:
    """Send a message such as `READY=1` to systemd; do nothing if it did not start the service.

    It never waits: a system that is too busy to take messages must not stop the game, and the next one follows soon.
    """
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a socket without a file
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
        to_systemd.setblocking(False)
        to_systemd.sendto(message.encode(), address)


def watchdog_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """After how many silent seconds systemd kills this process, or None without a watchdog."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None


class Pulse:
    """The service's sign of life: it is given only if all `PARTS` worked since the last one.

    Why three signs within the limit: a sign may be late on a busy machine.
    """

    def __init__(self, now_s: float, environ: Mapping[str, str] = os.environ) -> None:
        """Start at `now_s`; without a watchdog no sign is ever due."""
        limit_s = watchdog_s(environ)
        self._environ = environ
        self._every_s = limit_s / 3 if limit_s else float("inf")
        self._given_s = now_s
        self._alive: frozenset[str] = frozenset()
        self._status = ""

    def is_due(self, now_s: float) -> bool:
        """Whether a sign of life is due."""
        return now_s >= self._given_s + self._every_s

    def note_alive(self, *parts: str) -> None:
        """Note that these parts work."""
        self._alive |= set(parts)

    def beat(self, now_s: float) -> None:
        """Give a sign of life if it is due and all parts work."""
        if self.is_due(now_s) and self._alive >= PARTS:
            notify("WATCHDOG=1", self._environ)
            self._given_s = now_s
            self._alive = frozenset()

    def report(self, status: str) -> None:
        """Send what the service does, if that has changed."""
        if status != self._status:
            self._status = status
            notify(f"STATUS={log.one_line(status)}", self._environ)


RUNTIME = "run/pyramid-referee"
"""The folder of the running service, below the system's root."""
NAME = "bulletin.json"

BoardState: TypeAlias = Literal["none", "there", "lost"]


class StatusFile(msgspec.Struct, frozen=True):
    """The state of the parts of a running device."""

    has_pins: bool
    """Whether the pins can be used."""
    faults: tuple[str, ...]
    """One line for each part that does not work: buttons, encoder, light, buzzer."""
    screen: str
    """Why pages are not shown; empty if they are."""
    board: BoardState
    """The magnetic board: none in the settings, connected, or not found."""
    journal: str = ""
    """Why games are in memory only; empty if they are on disk."""
    counted: tuple[str, ...] = ()
    """The counts of the magnetic board's driver: its latest rates, then one line for each part."""
    why_nothing_follows: str = ""
    """What is believed of the board's pieces if they move for long and nothing follows; it names no cell."""
    pid: int = 0
    """The process that wrote the file."""


def publish(status: StatusFile, environ: Mapping[str, str] = os.environ) -> None:
    """Write the status file; do nothing without a folder from systemd, or if it cannot be written."""
    folder = runtime_folder(environ)
    if folder:
        with suppress(OSError):
            new = folder / f"{NAME}.new"
            new.write_bytes(msgspec.json.encode(msgspec.structs.replace(status, pid=os.getpid())))
            new.replace(new.with_name(NAME))


def read_status(system: Path) -> StatusFile | None:
    """The status of the running service; None if there is none. `system` is the root of the system's files."""
    with suppress(OSError, msgspec.DecodeError):
        status = from_json(read_regular(system / RUNTIME / NAME), StatusFile)
        return status if _is_alive(status.pid) else None
    return None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        pass
    return True
