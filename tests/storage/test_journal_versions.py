"""What belongs to a stored game goes with it: the versions before its corrections, and its marks of damage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from stored_journal import NOON

from firmware_py.storage.journal import Journal, open_journal

LINES = tuple(f"action {ply}" for ply in range(1, 6))
CHECKSUMS = ("0123456789abcdef",) * len(LINES)


@pytest.fixture
def journal() -> Iterator[Journal]:
    """A journal in memory with a game of five actions that was corrected."""
    with open_journal(None, lambda: NOON).journal as journal:
        game = journal.begin("header", ("red", "blue"))
        journal.replace_tail(game, 0, LINES, CHECKSUMS, versions="before")
        yield journal


def test_a_deleted_game_leaves_no_version_behind(journal: Journal) -> None:
    """Nothing of it is stored any more, and no later game takes it over."""
    journal.discard(1)
    assert "before" not in journal.settings().values()
    assert journal.versions(journal.begin("header", ("red", "blue"))) == ""


def test_a_game_cut_back_leaves_its_versions_to_the_whole_one(journal: Journal) -> None:
    """Undo in the shorter game must not bring back actions of the whole one."""
    journal.resume(1, proven=3)
    (whole,) = (game.id for game in journal.games() if game.id != 1)
    assert (journal.versions(1), journal.versions(whole)) == ("", "before")


def test_an_action_written_again_is_not_damaged_any_more(journal: Journal) -> None:
    """The marks of the actions before it stay."""
    number = journal.take_over(replace(journal.load(1), damaged=(2, 5)))
    journal.replace_tail(number, 3, LINES[3:], CHECKSUMS[3:])
    assert journal.load(number).damaged == (2,)
