"""What the running referee tells the doctor of its own parts: they are its alone, so nobody else can try them.

Why a file that the power takes along: it is true only while the referee runs. systemd makes its folder with the service
and removes it after; on a desk, where there is no such folder, nothing is written. A referee that died and is to be
started again leaves it behind, so it names the process of which alone it is true. Nothing of any game stands in it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

RUNTIME = "run/pyramid-referee"
"""The folder of the installed service for as long as it runs, below the system's root."""
NAME = "bulletin.json"

BoardState: TypeAlias = Literal["none", "there", "lost"]


class StatusFile(msgspec.Struct, frozen=True):
    """How the parts of a running box are."""

    has_pins: bool
    """Whether it reaches its pins at all."""
    faults: tuple[str, ...]
    """One line for each part that does not work: buttons, encoder, light, buzzer."""
    screen: str
    """Why nothing can be seen; empty if pages are."""
    board: BoardState
    """The magnetic board: none in the settings, felt, or looked for in vain."""
    journal: str = ""
    """Why games are kept in memory only; empty if they are on disk."""
    counted: tuple[str, ...] = ()
    """What the magnetic board's driver has counted: its rates of late, then one line for each part."""
    pid: int = 0
    """The process that published it."""


def runtime_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder in memory that systemd gives to the service; None on a desk."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(folder) if folder else None


def publish(bulletin: StatusFile, environ: Mapping[str, str] = os.environ) -> None:
    """Let the doctor know; nothing happens where systemd gave no folder for it, or where it cannot be written."""
    folder = runtime_folder(environ)
    if folder:
        with suppress(OSError):
            new = folder / f"{NAME}.new"
            new.write_bytes(msgspec.json.encode(msgspec.structs.replace(bulletin, pid=os.getpid())))
            new.replace(new.with_name(NAME))


def published(system: Path) -> StatusFile | None:
    """Return what the running service of a computer with these `system` files tells; None if it tells nothing."""
    with suppress(OSError, msgspec.DecodeError):
        bulletin = msgspec.json.decode((system / RUNTIME / NAME).read_bytes(), type=StatusFile)
        return bulletin if _is_alive(bulletin.pid) else None
    return None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        pass
    return True
