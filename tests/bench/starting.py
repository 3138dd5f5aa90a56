"""The start: from the command to the first picture, and until the first press is taken."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from running_service import notify_socket_at, service

from bench.rows import Row, Sample, Sampler, Topic, at_most

MILLI = 1000
BARE = """
import os, socket, pygame
pygame.display.init()
panel = pygame.display.set_mode((480, 320))
panel.fill((20, 20, 20))
pygame.display.flip()
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
    notify_socket.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
"""
"""The least that shows a picture with pygame and says so."""


@contextmanager
def _starts() -> Iterator[Sampler]:
    with tempfile.TemporaryDirectory() as folder:
        _ours(Path(folder))  # once before: no file is read from the disk any more

        def sample() -> Mapping[str, Sample]:
            pairs = [(_ours(Path(folder)), _bare(Path(folder))) for _ in range(3)]
            first, ready, bare = (min(one) for one in zip(*((*ours, bare) for ours, bare in pairs), strict=True))
            return {
                "first-frame": Sample(first * MILLI, None, bare * MILLI),
                "ready": Sample(ready * MILLI, None, bare * MILLI),
            }

        yield sample


def _ours(folder: Path) -> tuple[float, float]:
    begun_s = time.perf_counter()
    with service(folder, PYTHONPATH="") as running:  # as on the device: the bench's own folders are not searched
        running.wait_for("STATUS=starting")
        first_s = time.perf_counter() - begun_s
        running.wait_for("READY=1")
        ready_s = time.perf_counter() - begun_s
        running.end()
    return first_s, ready_s


def _bare(folder: Path) -> float:
    address = str(folder / "notify")
    environ = {**os.environ, "NOTIFY_SOCKET": address, "PYTHONPATH": ""}
    with notify_socket_at(address) as notify_socket:
        begun_s = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", BARE], env=environ)
        notify_socket.recv(100)
        took_s = time.perf_counter() - begun_s
        process.wait()
    return took_s


NO_PICOCHESS = (
    "picochess (1.54 s) and smart-chessboard-logic (0.57 s) were measured on another machine and are not compared: "
    "neither is in the package registry, and picochess wants a chess board and a service of its own"
)

STARTED = Topic(
    "start",
    (
        Row(
            "first-frame",
            "start: command → first picture",
            "ms",
            limit="import pygame, open a window, flip",
            goals=(at_most(1.6, "limit"),),
            unfair=NO_PICOCHESS,
        ),
        Row(
            "ready",
            "start: command → ready for the first press",
            "ms",
            limit="import pygame, open a window, flip",
            goals=(at_most(250),),
            missed_because="Some 480 modules are loaded, none of a game; gpiozero, which opens the pins, is a tenth",
            unfair=NO_PICOCHESS,
        ),
    ),
    _starts,
)
