"""A log that was cut short looks whole: only the note beside the journal knows that more was stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from stored_journal import SET_ASIDE, games_of, open_at_noon, warning_of

from firmware_py.storage.journal.change_count import noted_changes

ACTIONS = 8


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A journal as a power cut leaves it, with a game of eight actions in its log, and the note beside it."""
    source, path = tmp_path / "source" / "journal.db", tmp_path / "journal.db"
    with open_at_noon(source).journal as journal:
        game = journal.begin("header", ("red",))
        for ply in range(ACTIONS):
            journal.replace_tail(game, ply, (f"action {ply + 1}",), ("sum",))
        for ending in ("", "-wal", "-count"):
            Path(f"{path}{ending}").write_bytes(Path(f"{source}{ending}").read_bytes())
    return path


@pytest.mark.parametrize("kept", [0, 1, 32, 20_000, -4120, -1])
def test_a_log_cut_short_is_reported_and_kept(cut: Path, kept: int) -> None:
    """Even one action that was shown as stored: whatever is left of the log stays beside a copy of the journal."""
    log = Path(f"{cut}-wal")
    shorter = log.read_bytes()[:kept]
    log.write_bytes(shorter)
    outcome = open_at_noon(cut)
    with outcome.journal as journal:
        assert sum(len(game.lines) for game in games_of(journal).values()) < ACTIONS
    assert "newest entries" in warning_of(outcome)
    assert Path(cut.with_name(f"{SET_ASIDE}-wal")).read_bytes() == shorter
    again = open_at_noon(cut)
    again.journal.close()
    assert again.warning is None


def test_a_log_that_was_deleted_is_reported(cut: Path) -> None:
    """With it all that was stored since the last game began is gone."""
    Path(f"{cut}-wal").unlink()
    outcome = open_at_noon(cut)
    outcome.journal.close()
    assert "newest entries" in warning_of(outcome)


@pytest.mark.parametrize("note", [None, b"", b"nonsense", b"a b c", b"\xff" * 51])
def test_without_a_note_nothing_is_reported(cut: Path, note: bytes | None) -> None:
    """It is never synced, so it may be gone or older after a power cut."""
    path = Path(f"{cut}-count")
    path.unlink() if note is None else path.write_bytes(note)
    outcome = open_at_noon(cut)
    with outcome.journal as journal:
        assert [len(game.lines) for game in games_of(journal).values()] == [ACTIONS]
    assert outcome.warning is None


def test_the_note_of_another_journal_says_nothing(cut: Path, tmp_path: Path) -> None:
    """A journal that somebody puts in the place of another is not accused."""
    other = tmp_path / "other" / "journal.db"
    with open_at_noon(other).journal as journal:
        journal.begin("header", ("red",))
    cut.write_bytes(other.read_bytes())
    Path(f"{cut}-wal").unlink()
    outcome = open_at_noon(cut)
    outcome.journal.close()
    assert outcome.warning is None


def test_the_note_goes_with_the_log(cut: Path) -> None:
    """A journal that was closed is one file."""
    journal = open_at_noon(cut).journal
    name, changes = noted_changes(cut)
    assert name
    assert changes > ACTIONS
    journal.close()
    assert noted_changes(cut) == ("", 0)
    assert not Path(f"{cut}-count").exists()
