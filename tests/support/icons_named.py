"""Which icons a view names, wherever in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

ONE, MANY = {"icon", "burden"}, {"icons", "badges", "discs"}
"""The fields of a view's values that name an icon, or several."""


def icons_named(thing: Any) -> Iterator[str]:
    """Yield every icon that a view or a part of it names."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from icons_named(part)
    elif isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            value = getattr(thing, field)
            if field in MANY:
                yield from value
            elif field in ONE:
                yield from (value,) if value else ()
            else:
                yield from icons_named(value)
