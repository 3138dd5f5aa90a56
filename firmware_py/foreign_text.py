"""Reads TOML that somebody else has written, and JSON that another version has stored or a disk has changed since.

Why not `tomllib` alone: the time that it takes for a dotted key grows with the square of its parts, and a file of 80 kB
keeps it busy for minutes.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    import msgspec

T = TypeVar("T")
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


def from_json(text: str | bytes | msgspec.Raw, kind: type[T]) -> T:
    """The value of this type that a JSON text stands for.

    :raises msgspec.DecodeError: when there is none, also when the text is nested too deeply or is no UTF-8.
    """
    import msgspec  # here, because the first picture must not wait for it

    try:
        return msgspec.json.decode(text, type=kind)
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None
