"""What the service tells systemd: that it is ready, that it is alive, and what it is doing (sd_notify(3)).

Why our own lines: the protocol is one datagram, and every library for it would be one more thing to install.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from firmware_py.host import log

PARTS = frozenset({"loop", "journal", "sensors", "display"})
"""What must get on for the service to be alive."""


def notify(message: str, environ: Mapping[str, str] = os.environ) -> None:
    """Send a message such as `READY=1` to whoever started the service; nothing happens where nobody listens."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a socket without a file
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
        to_systemd.sendto(message.encode(), address)


def watchdog_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """Return after how many silent seconds the service is killed, or None when nobody watches this process."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None


class Pulse:
    """The service's sign of life: given only if every one of `PARTS` got on since the last one.

    Why three signs a limit and not one: a sign may come late when the machine is busy.
    """

    def __init__(self, now_s: float, environ: Mapping[str, str] = os.environ) -> None:
        """Begin at `now_s`; silent for ever where nobody watches."""
        limit_s = watchdog_s(environ)
        self._environ = environ
        self._every_s = limit_s / 3 if limit_s else float("inf")
        self._given_s = now_s
        self._alive: frozenset[str] = frozenset()
        self._status = ""

    def is_due(self, now_s: float) -> bool:
        """Return whether it is time for a sign of life."""
        return now_s >= self._given_s + self._every_s

    def note_alive(self, *parts: str) -> None:
        """Note that these parts did what they are there for."""
        self._alive |= set(parts)

    def beat(self, now_s: float) -> None:
        """Give a sign of life if it is due and every part got on."""
        if self.is_due(now_s) and self._alive >= PARTS:
            notify("WATCHDOG=1", self._environ)
            self._given_s = now_s
            self._alive = frozenset()

    def report(self, status: str) -> None:
        """Tell what the service is doing, if it is something else than before."""
        if status != self._status:
            self._status = status
            notify(f"STATUS={log.one_line(status)}", self._environ)
