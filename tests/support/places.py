"""Where the tests find what is written beside them."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
MAPS = PROJECT / "docs/maps.md"
"""The paper whose figures are counted."""
FLOWS = TESTS / "flows"
RECORDS = TESTS / "records"
GOLDENS = TESTS / "goldens"
