"""Text that a person may not have written, made harmless: one line, nothing invisible, never long.

Why in one place: names of files, keys, players and maps come from anywhere. A terminal obeys control characters, marks
of writing direction turn a whole line around, and a long text pushes away what the message says. `words.speak` passes
every value of a sentence through here, so that no caller has to remember it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 300
"""The most characters of one value in a sentence: room for a path that is met in practice, or a sentence of ours."""
LONGEST_FILE_NAME: Final = 150
"""Every file system takes 255 bytes, with an ending and a number."""


def printable(text: str, most: int = LONGEST) -> str:
    """Return `text` in at most `most` characters, its middle left out; a replacement character is what has no picture.

    That are controls, line ends, marks of writing direction, characters without width, and bytes that are no UTF-8.
    """
    if len(text) > most:
        half = most // 2
        text = f"{text[: most - half - 1]}…{text[len(text) - half :]}"
    return text if text.isprintable() else "".join(map(_replace_unseen, text))


def is_printable(text: str) -> bool:
    """Whether every character of a text has a picture or is a space."""
    return text.isprintable() or all(_replace_unseen(letter) == letter for letter in text)


def _replace_unseen(letter: str) -> str:
    return letter if letter.isprintable() or unicodedata.category(letter) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def file_name(name: str) -> str:
    """The name of a map or a game as a file name for every file system: of plain letters, and not too long."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain)[:LONGEST_FILE_NAME].strip("-").lower() or "board"
