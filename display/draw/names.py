"""Short forms of names, each of which only one person at the table can mean."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from display.sizes import Sizes

LETTER = 80
"""For so many pixels of a panel's width, the first short form has a letter."""


def short_forms(name: str, others: Iterable[str], sizes: Sizes) -> tuple[str, ...]:
    """Return shorter and shorter forms of `name` that fit none of the `others`: its beginning, or with its end too.

    A form ends in a point where letters are left out: "Maximi.", "W.e V". The last form is a letter and a number.

    Why the first has so few letters: it has room on every page of a panel, so that a player is shortened only one way.
    """
    forms = _short_forms(name, frozenset(others) - {name})
    short = tuple(form for form in forms if len(form) <= sizes.width // LETTER + 1)
    return short if len(short) > 1 else forms[-2:]


@lru_cache(maxsize=64)
def _short_forms(name: str, others: frozenset[str]) -> tuple[str, ...]:
    """Return all forms, the longest first."""
    forms = []
    for length in range(len(name) - 2, 0, -1):
        begun = name[:length].rstrip()
        if not any(other.startswith(begun) for other in others):
            forms.append(f"{begun}.")
            continue
        for end in range(1, length):
            head, tail = name[: length - end].rstrip(), name[-end:]
            if not any(other.startswith(head) and other.endswith(tail) for other in others):
                forms.append(f"{head}.{tail}")
                break
    alike = sorted(other for other in (*others, name) if other[:1] == name[:1])
    return (*forms, f"{name[:1]}{alike.index(name) + 1}")
