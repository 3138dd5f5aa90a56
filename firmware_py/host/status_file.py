"""The status file: the running referee reports the state of its parts, because nobody else can try them meanwhile.

Why a file in memory: it is true only while the referee runs. systemd makes its folder with the service, and removes it
afterwards; on a desk there is no such folder, and nothing is written. A referee that was killed leaves the file behind,
so the file names its process. It holds nothing of any game.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from firmware_py.regular_files import read_regular
from firmware_py.stored_json import from_json

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


def runtime_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the service's folder in memory, made by systemd; None on a desk."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(folder) if folder else None


def publish(status: StatusFile, environ: Mapping[str, str] = os.environ) -> None:
    """Write the status file; do nothing without a folder from systemd, or if it cannot be written."""
    folder = runtime_folder(environ)
    if folder:
        with suppress(OSError):
            new = folder / f"{NAME}.new"
            new.write_bytes(msgspec.json.encode(msgspec.structs.replace(status, pid=os.getpid())))
            new.replace(new.with_name(NAME))


def published(system: Path) -> StatusFile | None:
    """Return the status of the running service; None if there is none. `system` is the root of the system's files."""
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
