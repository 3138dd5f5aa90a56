"""Of tests over several lists a commit tries a part; which part loses nothing that somebody wrote down."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from sampling import COLLECTED, is_left_out, names_of, pages_of


def rows_of(items: Iterable[pytest.Item]) -> set[tuple[str, ...]]:
    """Each row of each list of each test."""
    return {
        (item.nodeid.partition("[")[0], *(f"{name}={item.callspec.params[name]!r}" for name in names))  # type: ignore[attr-defined]
        for item in items
        for names in map(names_of, item.iter_markers("parametrize"))
    }


def test_every_row_of_every_list_is_tried_at_each_commit(request: pytest.FixtureRequest) -> None:
    """Only crossings of lists are thinned, and pages in languages with controls that wait for a release."""
    collected, tried = request.config.stash[COLLECTED]
    meant = rows_of(item for item in collected if not is_left_out(*pages_of(item)))
    assert meant
    assert meant - rows_of(tried) == set()
