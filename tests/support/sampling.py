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
"""Of a test over one list of pairs, as few cases as have each value once; of one over several lists that is usual."""


def many(part: int, *, whole: int) -> int:
    """Return how many are tried: a part of them, or before a release as many as are worth the time."""
    return whole if IS_WHOLE else part


def covering(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return as few cases of one test as have each value of each of its parameters; always the same ones."""
    kept: set[pytest.Item] = set()
    missing = {item: _values(item) for item in sorted(items, key=lambda item: crc32(item.name.encode()))}
    rare = Counter(value for values in missing.values() for value in values)
    while any(missing.values()):
        best = max(missing, key=lambda item: (len(missing[item]), -min(rare[value] for value in _values(item))))
        kept.add(best)
        found = missing.pop(best)
        missing = {item: values - found for item, values in missing.items()}
    return kept


def _values(item: pytest.Item) -> set[tuple[str, str]]:
    """Return what each parameter of a case is."""
    return {(name, repr(value)) for name, value in item.callspec.params.items()}  # type: ignore[attr-defined]


def every(number: int, things: Sequence[T]) -> Sequence[T]:
    """Return every so manieth of the things, the first among them, or all of them before a release."""
    return things if IS_WHOLE else things[::number]
