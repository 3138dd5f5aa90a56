"""Reads JSON that this program has stored. It may be another version's, and a disk may have changed it since."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def from_json(text: str | bytes | msgspec.Raw, kind: type[T]) -> T:
    """The value of this type that a JSON text stands for.

    :raises msgspec.DecodeError: when there is none, also when the text is nested too deeply or is no UTF-8.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None
