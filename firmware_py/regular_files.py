"""Reads foreign files, and writes our own whole or not at all.

Why not `Path.read_bytes`: it waits forever for a pipe without a writer, never ends at `/dev/zero`, and takes any huge
file into memory. To open a device may even set it off, so what a path leads to is looked at first.

Why each file that is written has another name first: so no half of it ever has its final name. Why it is synced again
after the renaming: until then the new entry is empty on FAT, and the content lost. A new entry is on the disk only once
its folder is. No link is followed to where somebody wants us to write.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

LONGEST_TEXT: Final = 2_000_000
"""In bytes; maps and records of real games need a twentieth of that at most."""
LONGEST_SETTINGS: Final = 200_000
"""In bytes; the file that explains every setting has three thousand."""


def flags(*names: str) -> int:
    """The flags of `os.open` by these names, as far as this system has them: the desk runs on any."""
    return sum(getattr(os, name, 0) for name in ("O_BINARY", *names))


NOT_REGULAR: Final = "Not a regular file"
"""The reason of the `OSError` for a pipe, a socket or a device; the system has none for it."""


def read_regular(path: Path, most: int = LONGEST_TEXT) -> bytes:
    """The content of a file; a link is followed.

    :raises OSError: when it is missing, unreadable, no regular file, or longer than `most` bytes.
    """
    with open_regular(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read; a link is followed. :raises OSError: when it is missing, unreadable or no regular file"""
    check_regular(path)
    file = os.fdopen(os.open(path, os.O_RDONLY | flags("O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK")), "rb")
    try:
        _check(path, os.fstat(file.fileno()))  # it may be another file by now
    except OSError:
        file.close()
        raise
    return file


def check_regular(path: Path) -> None:
    """Check what a path leads to, without opening it. :raises OSError: when it is missing or no regular file"""
    _check(path, path.stat())


def _check(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))


def check_no_other(path: Path) -> None:
    """Check that nothing but a regular file is at a path: something may be written there. :raises OSError: otherwise"""
    with suppress(FileNotFoundError):
        check_regular(path)


# --- files that are written ------------------------------------------------------------------------------------------

HAS_FOLDERS: Final = hasattr(os, "O_DIRECTORY") and os.open in os.supports_dir_fd
"""Whether folders have descriptors here."""
PART: Final = ".part"
"""The suffix of a file that is not whole yet."""


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new entry in it is on the disk. Windows does so itself, and opens no folder."""
    if not HAS_FOLDERS:
        return
    descriptor = open_folder(folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_folder(folder: Path | str, *, inside: int | None = None) -> int:
    """A descriptor of a folder; no link is followed to a folder that lies `inside` another one."""
    ours = os.O_RDONLY | flags("O_DIRECTORY", "O_CLOEXEC")
    return os.open(folder, ours if inside is None else ours | flags("O_NOFOLLOW"), dir_fd=inside)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; a link of its name is replaced. :raises OSError: when it cannot be written; no part of it stays"""
    if not HAS_FOLDERS:
        _write_beside(path, content)
        return
    folder = open_folder(path.parent)
    try:
        write_inside(folder, path.name, content)
    finally:
        os.close(folder)


def _write_beside(path: Path, content: bytes) -> None:
    """Do what `write_whole` does, on a system that reaches no file from the descriptor of its folder."""
    part = path.with_name(path.name + PART)
    try:
        part.unlink(missing_ok=True)
        with part.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def write_inside(folder: int, name: str, content: bytes) -> None:
    """Do what `write_whole` does, in a folder by its descriptor."""
    part = name + PART
    stream = create_inside(folder, part)
    try:
        with stream:
            stream.write(content)
            rename_inside(folder, part, name, stream)
    except OSError:
        with suppress(OSError):
            os.unlink(part, dir_fd=folder)
        raise


def create_inside(folder: int, part: str) -> BinaryIO:
    """A new file to write and read again; what a power cut has left under its name is gone, and so is a link."""
    with suppress(FileNotFoundError):
        os.unlink(part, dir_fd=folder)
    ours = os.O_RDWR | os.O_CREAT | os.O_EXCL | flags("O_NOFOLLOW", "O_CLOEXEC")
    return os.fdopen(os.open(part, ours, 0o666, dir_fd=folder), "w+b")


def rename_inside(folder: int, part: str, name: str, stream: BinaryIO) -> None:
    """Give a file that is whole its name; it is on the disk when this returns."""
    stream.flush()
    os.fsync(stream.fileno())
    os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(stream.fileno())
    os.fsync(folder)
