"""The journal on a disk that lies: it always opens, keeps the damaged files, and loses no stored action silently."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from places import TESTS
from stored_journal import SET_ASIDE, as_of_a_newer_version, games_of, open_at_noon, stored_journal, warning_of

from firmware_py.storage.journal import JournalError, read_journal
from firmware_py.storage.journal.opening import examine

# --- damaged files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 8192])
def test_a_file_that_is_no_database_is_kept_and_a_new_journal_begun(tmp_path: Path, content: bytes) -> None:
    """The damaged file is there under a new name, byte for byte; the journal is on disk again."""
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        game_id = journal.begin("header", ("red",))
    assert f"{path} was damaged and is kept as {SET_ASIDE}." in warning_of(outcome)
    assert (tmp_path / SET_ASIDE).read_bytes() == content
    with open_at_noon(path).journal as journal:
        assert list(games_of(journal)) == [game_id]


def test_the_next_damaged_file_takes_another_name(tmp_path: Path) -> None:
    """No file set aside is ever written over, even with a clock that stands still."""
    path = tmp_path / "journal.db"
    for content in (b"first", b"second", b"third"):
        path.write_bytes(content)
        open_at_noon(path).journal.close()
    kept = sorted(file.read_bytes() for file in tmp_path.glob(f"{SET_ASIDE}*"))
    assert kept == [b"first", b"second", b"third"]


def test_a_plug_pulled_while_a_damaged_journal_is_rescued_loses_no_game(tmp_path: Path) -> None:
    """Whatever file operation of the rescue is the last one, the next start finds every game that could be read."""
    source = tmp_path / "source" / "journal.db"
    source.parent.mkdir()
    before = stored_journal(source)
    with source.open("r+b") as file:
        file.seek(36)
        file.write(b"\0\0\0\x09")  # it says that nine pages are free, and none is (SQLite file format, section 1.3)
    copies = tmp_path / "copies"
    copies.mkdir()
    program = TESTS / "support" / "rescue_until_killed.py"
    subprocess.run([sys.executable, program, source, copies], check=True)
    for folder in copies.iterdir():
        with open_at_noon(folder / source.name).journal as journal:
            assert games_of(journal) == before
        assert [file.name for file in folder.iterdir() if "damaged" in file.name] == [SET_ASIDE]
        assert (folder / SET_ASIDE).stat().st_size == source.stat().st_size
    assert len(list(copies.iterdir())) > 10  # the rescue took place


def test_a_rescue_that_lacks_room_succeeds_at_the_next_start(tmp_path: Path) -> None:
    """The damaged file stays where it is as long as its games are in no other one."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    with path.open("r+b") as file:
        file.seek(36)
        file.write(b"\0\0\0\x09")
    draft = tmp_path / "journal.db.draft"
    draft.mkdir()  # no file can be written there
    full = open_at_noon(path)
    with full.journal as journal:
        assert not journal.is_durable
        assert games_of(journal) == before
    draft.rmdir()
    with open_at_noon(path).journal as journal:
        assert journal.is_durable
        assert games_of(journal) == before


def test_a_database_of_another_program_is_set_aside_untouched(tmp_path: Path) -> None:
    """Its tables are all there under the new name."""
    path = tmp_path / "journal.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    outcome = open_at_noon(path)
    outcome.journal.close()
    assert SET_ASIDE in warning_of(outcome)
    db = sqlite3.connect(tmp_path / SET_ASIDE)
    assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    db.close()


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """Not a byte of it changes; the game goes on in memory and the message says what to install."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    as_of_a_newer_version(path)
    content = path.read_bytes()
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert not journal.is_durable
        journal.begin("header", ("red",))
    assert "newer version" in warning_of(outcome)
    assert path.read_bytes() == content
    assert sorted(tmp_path.iterdir()) == [path]


def test_all_games_beside_a_damaged_page_are_taken_over(tmp_path: Path) -> None:
    """A page lost in the midst of many games costs the actions on it; the unfinished game and the settings go on."""
    path = tmp_path / "journal.db"
    before = stored_journal(path, games=60, actions=30)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = os.urandom(4096)
    path.write_bytes(content)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        after = games_of(journal)
        assert journal.settings() == {"language": "fr"}
        unfinished = journal.unfinished()
    assert unfinished == before[61]
    damaged = {number for number, game in after.items() if game.damaged}
    assert 1 <= len(damaged) <= 3
    assert all(after[number].lines.count("") for number in damaged)
    assert all(after[number] == game for number, game in before.items() if number not in damaged)
    assert "61 games could be read" in warning_of(outcome)
    assert all(f"Damaged: game {number} of 2026-11-20." in warning_of(outcome) for number in damaged)
    assert (tmp_path / SET_ASIDE).read_bytes() == content


def test_games_on_both_sides_of_a_damaged_list_are_taken_over(tmp_path: Path) -> None:
    """Where the list of games itself is torn, those before and those behind the tear are found."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        for number in range(1, 121):
            journal.add(f"header {number} " + "x" * 100, ("red",), ("action",), ("sum",), "finished")
        before = games_of(journal)
    content = bytearray(path.read_bytes())
    torn = content.index(b"header 60 ") // 4096 * 4096
    content[torn : torn + 4096] = bytes(4096)
    path.write_bytes(content)
    with open_at_noon(path).journal as journal:
        after = games_of(journal)
    whole = {number: game for number, game in after.items() if not game.damaged}
    assert {1, 120} <= set(whole) < set(before) == set(after)
    assert whole == {number: game for number, game in before.items() if number in whole}
    assert all(game.lines == ("action",) for game in after.values())


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE settings",
        "ALTER TABLE actions RENAME COLUMN line TO lime",
        "DELETE FROM actions WHERE game = 4 AND ply = 2",
        "UPDATE games SET ply = 9 WHERE id = 4",
        "UPDATE games SET started_at = 'yesterday' WHERE id = 4",
        "UPDATE games SET header_line = CAST(x'ff' AS TEXT) WHERE id = 4",
    ],
)
def test_content_that_makes_no_sense_is_damage_too(tmp_path: Path, damage: str) -> None:
    """A sound file with tables or rows no journal would have written is set aside, not stumbled over in mid-game."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    db = sqlite3.connect(path)
    with db:
        db.execute(damage)
    db.close()
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        journal.unfinished()
        journal.replace_tail(journal.begin("header", ("red",)), 0, ("action",), ("sum",))
    assert f"is kept as {SET_ASIDE}" in warning_of(outcome)


def test_a_header_that_says_read_only_is_damage(tmp_path: Path) -> None:
    """One byte of the file's header forbids SQLite to write; all games are taken over into another file."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    content = bytearray(path.read_bytes())
    content[18] = 0xFF
    path.write_bytes(content)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        assert games_of(journal) == before
    assert "4 games could be read" in warning_of(outcome)


def test_a_byte_gone_wrong_anywhere_is_survived(tmp_path: Path) -> None:
    """Whatever byte is flipped: the journal opens, and says so if any game or action is missing."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    content = path.read_bytes()
    chance = random.Random(1)
    for offset in (*range(0, 100, 3), *(chance.randrange(len(content)) for _ in range(30))):
        damaged = bytearray(content)
        damaged[offset] ^= 1 << chance.randrange(8)
        after, warning = reopened(tmp_path / "flipped", bytes(damaged))
        if warning is None:
            assert {number: len(lines) for number, lines in after.items()} == {
                number: len(game.lines) for number, game in before.items()
            }


def test_a_file_cut_anywhere_is_survived(tmp_path: Path) -> None:
    """Whatever is left of the file: the journal opens, says so, and what it keeps of games is whole."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    content = path.read_bytes()
    chance = random.Random(2)
    lengths = {*range(0, len(content), 4096), *(chance.randrange(len(content)) for _ in range(25))}
    for length in sorted(lengths):
        after, warning = reopened(tmp_path / "cut", content[:length])
        assert warning is not None
        assert all(lines == before[number].lines for number, lines in after.items())


def reopened(folder: Path, content: bytes, log: bytes = b"") -> tuple[dict[int, tuple[str, ...] | None], str | None]:
    """Return the actions of each game in a journal with these bytes (None: it says it is damaged), and the warning."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "journal.db"
    path.write_bytes(content)
    if log:
        (folder / "journal.db-wal").write_bytes(log)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        lines: dict[int, tuple[str, ...] | None] = {}
        for game in journal.games():
            try:
                lines[game.id] = journal.load(game.id).lines
            except JournalError as error:
                return lines, str(error)
        written = journal.begin("header", ("red",))
        journal.replace_tail(written, 0, ("action",), ("sum",))
    return lines, warning_of(outcome) if outcome.warning else None


# --- damaged write-ahead logs ----------------------------------------------------------------------------------------


class Cut:
    """The files of a game as a power cut leaves them, and how long the log was after each action."""

    def __init__(self, folder: Path, actions: int) -> None:
        path = folder / "journal.db"
        log = folder / "journal.db-wal"
        stored_journal(path)
        with open_at_noon(path).journal as journal:
            self.game_id = journal.begin("header", ("red",))
            self.lengths = [log.stat().st_size]
            for ply in range(1, actions + 1):
                journal.replace_tail(self.game_id, ply - 1, (f"action {ply}",), ("sum",))
                self.lengths.append(log.stat().st_size)
            self.content, self.log = path.read_bytes(), log.read_bytes()

    def stored(self, length: int) -> int | None:
        """Return how many actions are stored in the first bytes of the log; None if not even the game is."""
        return max((ply for ply, end in enumerate(self.lengths) if end <= length), default=None)


def test_a_log_cut_at_any_length_keeps_every_action_before_the_cut(tmp_path: Path) -> None:
    """An action is there if its commit is whole, earlier games always; a cut in mid-commit is what power cuts do."""
    cut = Cut(tmp_path, actions=6)
    frame = 24 + 4096
    lengths = {*range(1, 60), *range(32, len(cut.log) + 1, frame), len(cut.log)}
    lengths |= {length + offset for length in cut.lengths for offset in (-4097, -1, 1, 24, 25, 2000)}
    for length in sorted(length for length in lengths if length <= len(cut.log)):
        after, warning = reopened(tmp_path / "cut", cut.content, cut.log[:length])
        assert warning is None
        expected = cut.stored(length)
        found = after.pop(cut.game_id, None)
        assert (None if found is None else len(found)) == expected
        assert len(after) == 4


def test_a_journal_with_a_damaged_log_is_still_this_programs_alone(tmp_path: Path) -> None:
    """Copying what was damaged lets go of no lock; the copy is file and log as they were found."""
    cut = Cut(tmp_path, actions=8)
    log = bytearray(cut.log)
    log[len(log) // 2] ^= 1
    path = tmp_path / "journal.db"
    for ending, content in (("", cut.content), ("-wal", bytes(log))):
        Path(f"{path}{ending}").write_bytes(content)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert "newest entries" in warning_of(outcome)
        assert in_use_by_another(path)
        before = games_of(journal)
    assert not in_use_by_another(path)
    assert (tmp_path / SET_ASIDE).read_bytes() == cut.content
    assert (tmp_path / f"{SET_ASIDE}-wal").read_bytes() == log
    with open_at_noon(tmp_path / SET_ASIDE).journal as copy:
        assert games_of(copy) == before


def test_a_copy_is_durable_before_what_was_damaged_is_written_to(tmp_path: Path, monkeypatch) -> None:
    """When its name is synced, both its files are whole and synced, and those that were damaged are as they were."""
    cut, path = Cut(tmp_path, actions=8), tmp_path / "journal.db"
    log = bytearray(cut.log)
    log[len(log) // 2] ^= 1
    found = {"": cut.content, "-wal": bytes(log)}
    for ending, content in found.items():
        Path(f"{path}{ending}").write_bytes(content)
    synced, seen, fsync = set[int](), [], os.fsync

    def recorded(descriptor: int) -> None:
        fsync(descriptor)
        synced.add(os.fstat(descriptor).st_ino)
        if tmp_path.stat().st_ino in synced:
            copies = {ending: tmp_path / f"{SET_ASIDE}{ending}" for ending in found}
            assert {copy.stat().st_ino for copy in copies.values()} <= synced
            assert {ending: copy.read_bytes() for ending, copy in copies.items()} == found
            seen.append({ending: Path(f"{path}{ending}").read_bytes() for ending in found})

    monkeypatch.setattr(os, "fsync", recorded)
    open_at_noon(path).journal.close()
    assert seen[0] == found
    assert path.read_bytes() != cut.content


def in_use_by_another(path: Path) -> bool:
    """Return the answer that another process gets: this one cannot ask."""
    ask = (
        "import sys; from pathlib import Path; from firmware_py.storage.journal.file import is_in_use; "
        "print(is_in_use(Path(sys.argv[1])))"
    )
    return subprocess.check_output([sys.executable, "-c", ask, str(path)], text=True) == "True\n"


def test_a_log_with_a_wrong_byte_says_if_actions_behind_it_are_lost(tmp_path: Path) -> None:
    """SQLite drops all that follows a wrong byte; what precedes it is there, and two lost commits are reported."""
    cut = Cut(tmp_path, actions=8)
    chance = random.Random(3)
    for offset in (*range(32), *range(32, 56), *(chance.randrange(len(cut.log)) for _ in range(25))):
        log = bytearray(cut.log)
        log[offset] ^= 1 << chance.randrange(8)
        after, warning = reopened(tmp_path / "flipped", cut.content, bytes(log))
        found = after.get(cut.game_id)
        whole = cut.stored(offset)
        assert (found is None) if whole is None else (found is not None and len(found) >= whole)
        lost = 9 - (0 if found is None else len(found) + 1)
        if lost > 1:
            assert warning is not None and "newest entries" in warning
            assert (tmp_path / "flipped" / f"{SET_ASIDE}-wal").read_bytes() == log
            assert (tmp_path / "flipped" / SET_ASIDE).exists()


def test_a_log_without_its_file_is_kept(tmp_path: Path) -> None:
    """SQLite would delete the log of a file that is empty or gone; here it is set aside."""
    cut = Cut(tmp_path, actions=2)
    for content in (None, b""):
        folder = tmp_path / str(content)
        folder.mkdir()
        (folder / "journal.db-wal").write_bytes(cut.log)
        if content is not None:
            (folder / "journal.db").write_bytes(content)
        outcome = open_at_noon(folder / "journal.db")
        outcome.journal.close()
        assert SET_ASIDE in warning_of(outcome)
        assert (folder / f"{SET_ASIDE}-wal").read_bytes() == cut.log


def test_a_file_that_was_emptied_is_damaged_for_everybody_who_reads_it(tmp_path: Path) -> None:
    """Not for the next start only: the doctor and the commands do not take it for a journal without games."""
    path = tmp_path / "journal.db"
    path.write_bytes(b"")
    with pytest.raises(JournalError):
        read_journal(path, lambda: datetime.now(UTC))
    with pytest.raises(sqlite3.DatabaseError):
        examine(path)
