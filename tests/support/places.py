"""Where the tests find what is written beside them."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
README = PROJECT / "README.md"
FLOWS = TESTS / "flows"
RECORDS = TESTS / "records"
GOLDENS = TESTS / "goldens"
