"""The service as systemd starts it: a process of its own, with a socket that hears what it tells."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 20.0
"""Far more than a start takes, also on a busy machine."""


@dataclass(frozen=True)
class Running:
    """A service that runs, and the ear of systemd."""

    process: subprocess.Popen[str]
    ear: socket.socket

    def wait_for(self, message: str) -> list[str]:
        """Return what was told up to and including the first message that begins like this."""
        heard: list[str] = []
        while not heard or not heard[-1].startswith(message):
            heard.append(self.ear.recv(4096).decode())
        return heard

    def end(self) -> tuple[int, str]:
        """Ask the service to end; return its exit status and its log."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, log


@contextmanager
def ear_at(address: str) -> Iterator[socket.socket]:
    """Listen as systemd does; an address that begins with @ has no file."""
    Path(address).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0" + address[1:] if address.startswith("@") else address)
        ear.settimeout(PATIENCE_S)
        yield ear


@contextmanager
def service(folder: Path, *arguments: str, **environ: str) -> Iterator[Running]:
    """Start `pyramid-referee run` with its state in `folder`, on a screen nobody sees."""
    address = str(folder / "notify")
    told = {
        "NOTIFY_SOCKET": address,
        "STATE_DIRECTORY": str(folder / "state"),
        "RUNTIME_DIRECTORY": str(folder),
        "SDL_VIDEODRIVER": "dummy",
    }
    with ear_at(address) as ear:
        process = subprocess.Popen(
            [sys.executable, "-m", "firmware_py", "run", *arguments],
            env={**os.environ, **told, **environ},
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield Running(process, ear)
        finally:
            process.kill()
            process.wait()
            assert process.stderr
            process.stderr.close()
