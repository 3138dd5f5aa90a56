"""How much is tried: every few of many alike at each commit, all of them before a release (`make test WHOLE=1`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

IS_WHOLE = bool(os.environ.get("WHOLE"))
before_a_release = pytest.mark.skipif(not IS_WHOLE, reason="tried before a release: make test WHOLE=1")


def many(part: int, *, whole: int) -> int:
    """Return how many are tried: a part of them, or before a release as many as are worth the time."""
    return whole if IS_WHOLE else part


def every(number: int, things: Sequence[T]) -> Sequence[T]:
    """Return every so manieth of the things, the first among them, or all of them before a release."""
    return things if IS_WHOLE else things[::number]
