"""What every command needs: files and numbers as they are given, exit statuses, messages in the reader's language.

Why a given file may be a pipe: whoever types `replay -` or `replay <(…)` has started what writes to it. A named pipe
may never have a writer, so it is refused like a device.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_py.regular_files import LONGEST_TEXT, read_regular
from firmware_py.words import LONGEST_LIST, Say, Words, language_asked_for, printable, reason_and_remedy, speak, words

REFUSED: Final = 1
"""Exit status when something was refused or not found as expected."""
UNUSABLE: Final = 2
"""Exit status when a file cannot be used at all, as for a wrong command line."""


MOST_LINES: Final = 100
"""The most lines of a message."""


def language() -> str:
    return language_asked_for(os.environ)


def speaker() -> Say:
    """The translation into the language of the terminal."""
    return speak(language())


def complain(text: str) -> None:
    """Print text that quotes a file to standard error, harmless and at most a page of it."""
    lines = text.splitlines()[:MOST_LINES]
    print(*(printable(line, LONGEST_LIST) for line in lines), sep="\n", file=sys.stderr)


def report_problems(*problems: Words) -> int:
    """Print the problems, and return the exit status for them."""
    print(*map(speaker(), problems), sep="\n", file=sys.stderr)
    return UNUSABLE


def report_unreadable(file: Path | str, error: OSError) -> int:
    """Print why a file cannot be read, and return the exit status for that."""
    return report_problems(words("{file}: cannot be read: {why}", file=str(file), why=reason_and_remedy(error)))


NO_INPUT: Final = "there is no standard input"
_OPEN: Final = re.compile(r"/dev/fd/(\d+)|/proc/self/fd/(\d+)")


def read_given(file: str) -> bytes:
    """The content of a file; `-`, `/dev/stdin` and what `<(…)` becomes are read to their ends.

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
    """The number under which the shell has opened this; None for a file by its name."""
    if file in ("-", "/dev/stdin"):
        return 0
    match = _OPEN.fullmatch(file)
    return int(match[1] or match[2]) if match and Path(file).exists() else None


def whole_number(say: Say, least: int, most: int | None = None) -> Callable[[str], int]:
    """The function that reads an argument as a whole number of a range; None: there is no highest.

    argparse puts the name of the argument before the message.
    """
    wanted = words("a whole number, {least} or more", least=least)
    if most is not None:
        wanted = words("a whole number from {least} to {most}", least=least, most=most)

    def number(text: str) -> int:
        with suppress(ValueError):  # also of thousands of digits
            given = int(text)
            if least <= given and (most is None or given <= most):
                return given
        raise argparse.ArgumentTypeError(say(words("must be {wanted}, not {found}", wanted=wanted, found=text)))

    return number
