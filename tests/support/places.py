"""Where the tests find what is written beside them."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
MAPS, PLAYERS = (PROJECT / "docs" / f"{name}.md" for name in ("maps", "players"))
"""The papers whose figures are counted."""
FLOWS = TESTS / "flows"
RECORDS = TESTS / "records"
GOLDENS = TESTS / "goldens"
