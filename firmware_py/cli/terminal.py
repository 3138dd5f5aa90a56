"""What every command needs: exit statuses, and messages in the language of the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from firmware_py.printable import printable
from firmware_py.words import LONGEST_LIST, Say, Words, language_asked_for, remedied, speak, words

REFUSED: Final = 1
"""Exit status when something was refused or not found as expected."""
UNUSABLE: Final = 2
"""Exit status when a file cannot be used at all, as for a wrong command line."""


MOST_LINES: Final = 100
"""The most lines of a message."""


def language() -> str:
    """Return the language of the terminal."""
    return language_asked_for(os.environ)


def speaker() -> Say:
    """Return the translation into the language of the terminal."""
    return speak(language())


def complain(text: str) -> None:
    """Print text that quotes a file to standard error, harmless and at most a page of it."""
    lines = text.splitlines()[:MOST_LINES]
    print(*(printable(line, LONGEST_LIST) for line in lines), sep="\n", file=sys.stderr)


def unusable(*problems: Words) -> int:
    """Print the problems, and return the exit status for them."""
    print(*map(speaker(), problems), sep="\n", file=sys.stderr)
    return UNUSABLE


def unreadable(file: Path | str, error: OSError) -> int:
    """Print why a file cannot be read, and return the exit status for that."""
    return unusable(words("{file}: cannot be read: {why}", file=str(file), why=remedied(error)))
