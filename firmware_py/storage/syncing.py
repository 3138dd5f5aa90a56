"""Writes files so that they are on the disk whole, or not at all, and never to where somebody's link leads.

Why each file has another name first: so no half of it ever has its final name. Why it is synced again after the
renaming: until then the new entry is empty on FAT, and the content lost. A new entry is on the disk only once its
folder is.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PART = ".part"
"""The suffix of a file that is not whole yet."""


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new entry in it is on the disk."""
    descriptor = open_folder(folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_folder(folder: Path | str, *, inside: int | None = None) -> int:
    """Return a descriptor of a folder; no link is followed to a folder that lies `inside` another one."""
    ours = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    return os.open(folder, ours if inside is None else ours | os.O_NOFOLLOW, dir_fd=inside)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; a link of its name is replaced. :raises OSError: when it cannot be written; no part of it stays"""
    folder = open_folder(path.parent)
    try:
        write_inside(folder, path.name, content)
    finally:
        os.close(folder)


def write_inside(folder: int, name: str, content: bytes) -> None:
    """Do what `write_whole` does, in a folder by its descriptor."""
    part = name + PART
    with suppress(FileNotFoundError):
        os.unlink(part, dir_fd=folder)  # what a power cut has left, or a link
    ours = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(part, ours, 0o666, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(descriptor)
            os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
            os.fsync(descriptor)
        os.fsync(folder)
    except OSError:
        with suppress(OSError):
            os.unlink(part, dir_fd=folder)
        raise
