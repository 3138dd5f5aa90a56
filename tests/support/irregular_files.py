"""What a path can lead to besides a file that can be read."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_py.regular_files import LONGEST_TEXT

KINDS = ("pipe", "socket", "device", "folder", "link", "circle", "huge", "missing")


def irregular(kind: str, place: Path) -> Path:
    """Make one of `KINDS` at a place and return it."""
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "socket":
            with socket.socket(socket.AF_UNIX) as end:
                end.bind(str(place))
        case "device":
            place.symlink_to("/dev/zero")
        case "folder":
            place.mkdir()
        case "link":
            place.symlink_to(place.with_name("nothing"))
        case "circle":
            place.symlink_to(place)
        case "huge":
            with place.open("wb") as file:
                file.truncate(LONGEST_TEXT + 1)
    return place


@contextmanager
def without_waiting(most_s: int = 60) -> Iterator[None]:
    """Fail instead of waiting for ever, as one does for the writer of a pipe."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"still waiting after {most_s} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(most_s)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
