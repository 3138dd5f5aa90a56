"""Reads files that others have written: regular ones only, and never more than a limit.

Why not `Path.read_bytes`: it waits forever for a pipe without a writer, never ends at `/dev/zero`, and takes any huge
file into memory. To open a device may even set it off, so what a path leads to is looked at first.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

LONGEST_TEXT: Final = 2_000_000
"""In bytes; settings, maps and records need a twentieth of that at most."""

NOT_REGULAR: Final = "Not a regular file"
"""The reason of the `OSError` for a pipe, a socket or a device; the system has none for it."""


def read_regular(path: Path, most: int = LONGEST_TEXT) -> bytes:
    """Return the content of a file; a link is followed.

    :raises OSError: when it is missing, unreadable, no regular file, or longer than `most` bytes.
    """
    _check(path, path.stat().st_mode)
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        _check(path, os.fstat(descriptor).st_mode)  # it may be another file by now
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _check(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
