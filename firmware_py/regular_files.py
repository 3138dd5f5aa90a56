"""Reads files that others have written: regular ones only, and never more than a limit.

Why not `Path.read_bytes`: it waits forever for a pipe without a writer, never ends at `/dev/zero`, and takes any huge
file into memory. To open a device may even set it off, so what a path leads to is looked at first.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

LONGEST_TEXT: Final = 2_000_000
"""In bytes; maps and records of real games need a twentieth of that at most."""
LONGEST_SETTINGS: Final = 200_000
"""In bytes; the file that explains every setting has three thousand."""

NOT_REGULAR: Final = "Not a regular file"
"""The reason of the `OSError` for a pipe, a socket or a device; the system has none for it."""


def read_regular(path: Path, most: int = LONGEST_TEXT) -> bytes:
    """Return the content of a file; a link is followed.

    :raises OSError: when it is missing, unreadable, no regular file, or longer than `most` bytes.
    """
    check_regular(path)
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        _check(path, os.fstat(descriptor))  # it may be another file by now
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


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
