"""What a path can lead to besides a file that can be read."""

from __future__ import annotations

import os
import socket
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
