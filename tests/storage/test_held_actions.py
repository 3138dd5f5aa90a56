"""What waits for its commit: it is stored as one, together with whatever else is written, and is never half stored."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored_journal import NOON, open_at_noon

from firmware_py.storage.journal import Journal, JournalError, read_journal
from firmware_py.words import words

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal is."""
    return tmp_path / "journal.db"


@pytest.fixture
def held(path: Path) -> Iterator[Journal]:
    """A journal with one game, in which an action waits for its commit."""
    with open_at_noon(path).journal as journal:
        game = journal.begin(HEADER, ("red", "blue"))
        journal.hold()
        journal.replace_tail(game, 0, ("action 1",), ("sum 1",))
        yield journal


def stored(path: Path) -> tuple[str, ...]:
    """Return the actions of the game as another program reads them, which is what survives a power cut."""
    with read_journal(path, lambda: NOON) as journal:
        return journal.load(1).lines


def test_an_action_that_waits_is_played_and_not_stored(held: Journal, path: Path) -> None:
    """Until the commit, by which it is stored with the draft that was written after it."""
    assert held.load(1).lines == ("action 1",)
    assert stored(path) == ()
    held.save_draft(1, "half a hand")
    assert stored(path) == ()
    held.commit()
    assert stored(path) == ("action 1",)
    with read_journal(path, lambda: NOON) as journal:
        assert journal.load(1).draft == "half a hand"


@pytest.mark.parametrize("write", ["setting", "game", "aside", "deleted"])
def test_any_other_write_stores_what_waits(held: Journal, path: Path, write: str) -> None:
    """Nothing that is stored may lie ahead of the game: a map, a copy of the games, another journal's new name."""
    match write:
        case "setting":
            held.set_setting("language", "fr")
        case "game":
            held.begin(HEADER, ("red", "blue"))
        case "aside":
            held.put_aside(1)
        case "deleted":
            held.discard(held.add(HEADER, ("red", "blue"), (), (), "finished"))
    assert stored(path) == ("action 1",)


def test_what_waits_is_not_noted_as_stored(held: Journal, path: Path) -> None:
    """A change may fail between the two, and the plug be pulled then: the next start has nothing to report."""
    held.note_changes()
    copy = path.parent / "after the cut"
    copy.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, copy)
    opened = open_at_noon(copy / path.name)
    opened.journal.close()
    assert opened.warnings == ()


def test_after_the_commit_each_action_is_stored_at_once(held: Journal, path: Path) -> None:
    """As before it was held."""
    held.commit()
    held.replace_tail(1, 1, ("action 2",), ("sum 2",))
    assert stored(path) == ("action 1", "action 2")


def test_a_commit_that_fails_loses_nothing_in_memory(path: Path) -> None:
    """The file keeps what it had; the game goes on in memory with the action that was to be stored."""
    with open_at_noon(path).journal as journal:
        journal._db.execute("PRAGMA foreign_keys = ON")
        journal._db.execute("CREATE TEMP TABLE one (id INTEGER PRIMARY KEY)")
        journal._db.execute("CREATE TEMP TABLE other (id REFERENCES one DEFERRABLE INITIALLY DEFERRED)")
        game = journal.begin(HEADER, ("red", "blue"))
        journal.hold()
        journal.replace_tail(game, 0, ("action 1",), ("sum 1",))
        journal._db.execute("INSERT INTO other VALUES (7)")  # SQLite refuses to commit it
        with pytest.raises(JournalError):
            journal.commit()
        assert stored(path) == ()
        journal.continue_in_memory(words("The disk is full."))
        assert journal.load(game).lines == ("action 1",)
        journal.commit()
