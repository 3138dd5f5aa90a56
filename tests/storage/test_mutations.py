"""A sample of the hunt for mutations that the device does not report; `make mutations` makes thousands."""

from __future__ import annotations

from collections import Counter

from mutate_journal import hunt


def test_no_mutation_of_a_journal_is_silent_or_crashes() -> None:
    """Bits, bytes, pages and ends at random, rows and tables on purpose: the first page names every changed game."""
    outcomes = sum(hunt(seed=1, at_random=12, aimed=8).values(), Counter[str]())
    assert outcomes.total() == 20
    assert set(outcomes) <= {"harmless", "reported", "last entry"}
    assert outcomes["reported"] > 5
