"""The USB stick: where it is mounted, how a file is written whole or not at all, and what each fault means.

Why a name is never reused for other content: somebody who copies twice must not lose the first copy. A file with other
content stays, and the new one gets a number.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from firmware_py.words import Words, words

PLACE = "/run/pyramid-referee-stick"
"""Where an installed service has a stick mounted."""
DESKTOPS = ("/media/", "/run/media/")
"""Where desktops mount what is plugged in."""
FOLDER = "pyramid-referee"
"""Our folder on a stick."""
PART = ".part"
"""The suffix of a file that is not whole yet."""


class StickError(Exception):
    """There is no stick, or it cannot be used."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.message)
        self.why = why


NO_STICK = words("There is no USB stick. Plug in one formatted as FAT32 or exFAT and wait some seconds.")


def find_stick(system: Path) -> Path | None:
    """Return the folder of the plugged-in stick, or None; `system` is the root of the system's files."""
    mounted = tuple(_mounted(system))
    found = [place for place in mounted if place == PLACE or place.startswith(DESKTOPS)]
    return system / min(found, key=lambda place: place != PLACE).lstrip("/") if found else None


def needed_stick(system: Path) -> Path:
    """Return the folder of the stick. :raises StickError: when none is plugged in"""
    stick = find_stick(system)
    if stick is None:
        raise StickError(NO_STICK)
    return stick


def _mounted(system: Path) -> Iterator[str]:
    """Yield where devices are mounted, from the kernel's table (proc(5)); it writes blanks as octal numbers.

    Why only devices: in the service's own view of the system, each folder that it may write to is mounted onto itself.
    So the stick's folder is always in the table, as a piece of memory.
    """
    with suppress(OSError):
        for line in (system / "proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines():
            source, place = line.split()[:2]
            if source.startswith("/dev/"):
                yield re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), place)


def write_file(folder: Path, name: str, content: bytes) -> bool:
    """Write a file, which is on the stick, whole, when this returns; return False if it was there already.

    :raises StickError: when it cannot be written; no part of it stays.
    """
    try:
        _make(folder)
        target = _free(folder, name, content)
        if target is not None:
            _write(target, content)
    except OSError as error:
        raise StickError(fault(error)) from error
    return target is not None


def _make(folder: Path) -> None:
    """Make a folder and those above it, and sync them: FAT holds a new folder in memory for half a minute."""
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def _free(folder: Path, name: str, content: bytes) -> Path | None:
    """Return a free path, or None if a file with the same content is there."""
    stem, dot, ending = name.partition(".")
    target, number = folder / name, 1
    while target.exists():
        if target.read_bytes() == content:
            return None
        number += 1
        target = folder / f"{stem}-{number}{dot}{ending}"
    return target


def _write(target: Path, content: bytes) -> None:
    """Write a file under another name first, so that no half of it ever has its final name.

    Why it is synced again after the renaming: until then the new entry is empty on FAT, and the content lost.
    """
    part = target.with_name(target.name + PART)
    try:
        with part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            part.rename(target)
            os.fsync(stream.fileno())
        sync_folder(target.parent)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new entry in it is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def fault(error: OSError) -> Words:
    """Return what is wrong with the stick, and what to do about it."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return words("The stick is full: delete something on it, or take another one.")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return words("The stick cannot be written: look for a lock on it, or take another one.")
        case errno.EIO | errno.ENODEV | errno.ENXIO | errno.ENOENT | errno.ENOTDIR | errno.EEXIST | errno.ESTALE:
            return words("The stick was pulled out or fails: plug it in again and repeat.")
        case _:
            return words("The stick cannot be used: {why}", why=error.strerror or str(error))
