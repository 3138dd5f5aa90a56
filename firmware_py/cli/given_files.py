"""Reads what the command line names: a regular file, or what the shell has opened for the command.

Why the latter may be a pipe: whoever types `replay -` or `replay <(…)` has started what writes to it. A named pipe may
never have a writer, so it is refused like a device.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import Final

from firmware_py.regular_files import LONGEST_TEXT, read_regular

NO_INPUT: Final = "there is no standard input"
_OPEN: Final = re.compile(r"/dev/fd/(\d+)|/proc/self/fd/(\d+)")


def read_given(file: str) -> bytes:
    """Return the content of a file; `-`, `/dev/stdin` and what `<(…)` becomes are read to their ends.

    :raises OSError: as `read_regular`; also when there is no standard input.
    """
    descriptor = _descriptor(file)
    if descriptor is None:
        return read_regular(Path(file))
    if descriptor == 0 and sys.stdin is None:
        raise OSError(errno.EBADF, NO_INPUT, file)
    with open(descriptor, "rb", closefd=False) as stream:
        content = stream.read(LONGEST_TEXT + 1)
    if len(content) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), file)
    return content


def _descriptor(file: str) -> int | None:
    """Return the number under which the shell has opened this; None for a file by its name."""
    if file in ("-", "/dev/stdin"):
        return 0
    match = _OPEN.fullmatch(file)
    return int(match[1] or match[2]) if match and Path(file).exists() else None
