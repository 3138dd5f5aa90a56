"""The service as systemd starts it: a process of its own, with the socket for its notifications."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from waiting import PATIENCE_S


def unmeasured(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment in which coverage measures nothing: it imports modules and takes memory itself."""
    return {name: value for name, value in environ.items() if not name.startswith("COVERAGE_")}


def heard_until(message: str, notify_socket: socket.socket) -> list[str]:
    """The notifications up to and including the first that begins with `message`, which comes in time."""
    received: list[str] = []
    ends_s = time.monotonic() + PATIENCE_S  # signs of life alone could go on for ever
    while not received or not received[-1].startswith(message):
        assert time.monotonic() < ends_s, f"{message} has not come, but {received[-3:]}"
        received.append(notify_socket.recv(4096).decode())
    return received


@dataclass(frozen=True)
class Running:
    """A running service, and the socket on which it notifies systemd."""

    process: subprocess.Popen[str]
    notify_socket: socket.socket

    def wait_for(self, message: str) -> list[str]:
        """The notifications up to and including the first that begins with `message`."""
        return heard_until(message, self.notify_socket)

    def end(self) -> tuple[int, str]:
        """Ask the service to end; return its exit status and its log."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, log


@contextmanager
def notify_socket_at(address: str) -> Iterator[socket.socket]:
    """Yield a socket that receives notifications as systemd does; an address that begins with @ has no file."""
    Path(address).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
        notify_socket.bind("\0" + address[1:] if address.startswith("@") else address)
        notify_socket.settimeout(PATIENCE_S)
        yield notify_socket


@contextmanager
def service(
    folder: Path,
    *arguments: str,
    under: tuple[str, ...] = (),
    log: int | socket.socket = subprocess.PIPE,
    python: str = sys.executable,
    **environ: str,
) -> Iterator[Running]:
    """Start `pyramid-referee run` with its state in `folder`, without a screen; `under` a program that traces it.

    `log` takes its standard error.
    """
    address = str(folder / "notify")
    given = {
        "NOTIFY_SOCKET": address,
        "STATE_DIRECTORY": str(folder / "state"),
        "RUNTIME_DIRECTORY": str(folder),
        "SDL_VIDEODRIVER": "dummy",
    }
    with notify_socket_at(address) as notify_socket:
        process = subprocess.Popen(
            [*under, python, "-m", "firmware_py", "run", *arguments],
            env={**os.environ, **given, **environ},
            stderr=log,
            text=True,
        )
        try:
            yield Running(process, notify_socket)
        finally:
            process.kill()
            process.wait()
            if process.stderr:
                process.stderr.close()
