"""Reads TOML that somebody else has written.

Why not `tomllib` alone: the time that it takes for a dotted key grows with the square of its parts, and a file of 80 kB
keeps it busy for minutes.
"""

from __future__ import annotations

import tomllib
from typing import Any, Final

MOST_DOTS: Final = 50
"""In one line; our deepest key has two."""


def parse_toml(text: str) -> dict[str, Any]:
    """The keys and values of a TOML text.

    :raises tomllib.TOMLDecodeError: when it is no TOML.
    :raises RecursionError: when it is nested too deeply.
    :raises ValueError: when a number has thousands of digits.
    """
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise RecursionError
    return tomllib.loads(text + "\n")  # so that a mistake in the last line has a position, too
