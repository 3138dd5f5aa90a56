"""How much is tried: every few of many alike at each commit, all of them before a release (`make test WHOLE=1`)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

import pytest

T = TypeVar("T")

IS_WHOLE = bool(os.environ.get("WHOLE"))
before_a_release = pytest.mark.skipif(not IS_WHOLE, reason="tried before a release: make test WHOLE=1")
crossed = pytest.mark.crossed
"""As few cases as have each value once, for a list and the values of a fixture; over several lists that is usual."""
COLLECTED = pytest.StashKey[tuple[tuple[pytest.Item, ...], tuple[pytest.Item, ...]]]()
"""All cases of all tests, and those of them that are tried."""


def many(part: int, *, whole: int) -> int:
    """How many are tried: a part of them, or before a release as many as are worth the time."""
    return whole if IS_WHOLE else part


def covering(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return as few cases of one test as have each row of each of its lists; always the same ones."""
    kept: set[pytest.Item] = set()
    missing = {item: rows(item) for item in sorted(items, key=lambda item: crc32(item.name.encode()))}
    rare = Counter(row for found in missing.values() for row in found)
    while any(missing.values()):
        best = max(missing, key=lambda item: (len(missing[item]), -min(rare[row] for row in rows(item))))
        kept.add(best)
        found = missing.pop(best)
        missing = {item: others - found for item, others in missing.items()}
    return kept


def rows(item: pytest.Item) -> set[tuple[tuple[str, ...], str]]:
    """Which row a case has of the list of each `parametrize`, and which value of each other parameter.

    A row is one value, however many names it has: it was written by hand, and each is a truth of its own.
    """
    parameters = item.callspec.params  # type: ignore[attr-defined]
    lists = [names_of(mark) for mark in item.iter_markers("parametrize")]
    listed = {name for names in lists for name in names}
    lists += [(name,) for name in parameters if name not in listed]
    return {(names, repr([parameters[name] for name in names])) for names in lists}


def names_of(mark: pytest.Mark) -> tuple[str, ...]:
    """The names that a row of a `parametrize` gives values to."""
    names = mark.args[0]
    return tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else tuple(names)


CONTROLS_BY_LANGUAGE = {"fr": {"touch", "encoder"}, "en": {"four"}, "de": {"six"}}
"""With what the pages of a language are tried at each commit; every pair is tried before a release.

German has the longest words, and six buttons the most keys. By six, and by touch, the pages of every language are tried
where only the language is a parameter.
"""


def pages_of(item: pytest.Item) -> tuple[str, str]:
    """Language and controls of the pages that a test looks at, empty if it does not say."""
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return str(parameters.get("language", "")), str(parameters.get("controls", ""))


def is_left_out(language: str, controls: str) -> bool:
    """Whether pages in this language with these controls are looked at before a release only."""
    return language in CONTROLS_BY_LANGUAGE and controls not in {"", *CONTROLS_BY_LANGUAGE[language]}


def every(number: int, things: Sequence[T]) -> Sequence[T]:
    """The first of the things and one in every few after it, or all of them before a release."""
    return things if IS_WHOLE else things[::number]
