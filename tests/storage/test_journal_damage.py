"""The journal on a disk that lies: it always opens, keeps the damaged files, and loses no stored action silently."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from places import TESTS
from sampling import every, many
from stored_journal import (
    NOON,
    SET_ASIDE,
    add_game,
    as_of_a_newer_version,
    begin_game,
    games_of,
    open_at_noon,
    stored_journal,
    warning_of,
)

from firmware_py.games.restoring import HEADER
from firmware_py.storage.changes import Begin, Choose, Discard, Play, Resume, StoredGame
from firmware_py.storage.files import JournalError, read_note
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import LostEntries, examine, open_journal, read_journal, recover
from firmware_py.storage.rows import digest
from firmware_py.words import speak


def examined(journal: Journal) -> str:
    """Examine the closed games as the device does after its start; return what the players are reported."""
    return recovered(journal, lambda: [*journal.examine()])


def recovered(journal: Journal, use: Callable[[], object]) -> str:
    """Use a journal as the device does; return what the players are reported if it is damaged."""
    try:
        use()
    except JournalError as error:
        warnings, damaged = recover(journal, error)
        return " ".join(map(speak("en"), (*warnings, *damaged)))
    return ""


def opened_and_examined(path: Path) -> tuple[Journal, str]:
    """The journal as a device finds it, and what it tells of that."""
    outcome = open_at_noon(path)
    reported = (*map(speak("en"), outcome.warnings), examined(outcome.journal))
    return outcome.journal, " ".join(filter(None, reported))


def changed(path: Path, *statements: str) -> None:
    """Change a journal as no program of ours does."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


# --- damaged files ---------------------------------------------------------------------------------------------------


def test_a_chain_of_changes_that_has_lost_its_beginning_is_set_aside(tmp_path: Path) -> None:
    """Although each row that is left is as it was written: nobody knows what was under way before."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        journal.commit(Choose("language", "de"))
    with closing(sqlite3.connect(path)) as db, db:
        number, text = db.execute("SELECT number, change FROM changes ORDER BY number DESC").fetchone()
        db.execute("DELETE FROM changes WHERE number < ?", (number,))
        db.execute("UPDATE changes SET digest = ?", (digest("", number, text),))
    outcome = open_at_noon(path)
    outcome.journal.close()
    assert "damaged" in warning_of(outcome)
    assert (tmp_path / SET_ASIDE).exists()


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 8192])
def test_a_file_that_is_no_database_is_kept_and_a_new_journal_begun(tmp_path: Path, content: bytes) -> None:
    """The damaged file is there under a new name, byte for byte; the journal is on disk again."""
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        game_id = begin_game(journal, "header", ("red",))
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
    changed(source, "PRAGMA user_version = 0")
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
    changed(path, "PRAGMA user_version = 0")
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
        begin_game(journal, "header", ("red",))
    assert "newer version" in warning_of(outcome)
    assert path.read_bytes() == content
    assert sorted(tmp_path.iterdir()) == [path]


def test_all_games_beside_a_damaged_page_are_taken_over(tmp_path: Path) -> None:
    """A page lost in the midst of many games costs those on it; the game under way and the settings go on."""
    path = tmp_path / "journal.db"
    before = stored_journal(path, games=60, actions=30)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = random.Random(4).randbytes(4096)
    path.write_bytes(content)
    journal, reported = opened_and_examined(path)
    with journal:
        after = games_of(journal)
        assert journal.settings == {"language": "fr"}
        assert journal.unfinished_game() == before[61]
    whole = {number: game for number, game in after.items() if not game.damaged}
    assert len(whole) >= 59
    assert whole == {number: game for number, game in before.items() if number in whole}
    assert f"{len(after)} games could be read" in reported
    assert all(f"Damaged: game {number} of 2026-11-20." in reported for number in after.keys() - whole.keys())
    assert (tmp_path / SET_ASIDE).exists()


@pytest.mark.parametrize("page", [1, 2, 3])
@pytest.mark.parametrize("damage", [bytes(4096), b"\xff" * 4096], ids=["zeros", "ones"])
def test_games_are_found_whatever_leads_to_them_is_lost(tmp_path: Path, page: int, damage: bytes) -> None:
    """Without the page that defines the tables, or those by which SQLite finds their rows, the rows are still there."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        for number in range(1, 121):
            add_game(journal, f"header {number} " + "x" * 100, ("red",), ("action",), ("sum",), "finished")
        before = games_of(journal)
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = damage
    path.write_bytes(content)
    journal, reported = opened_and_examined(path)
    with journal:
        assert games_of(journal) == before
    assert "120 games could be read" in reported


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
    assert (tmp_path / SET_ASIDE).read_bytes() == content


# --- damaged rows ----------------------------------------------------------------------------------------------------


def second_game(path: Path) -> list[tuple[object, ...]]:
    """The row of the second game."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM games WHERE id = 2").fetchall()


@pytest.mark.parametrize(
    "change",
    ["digest = 'nonsense'", "summary = replace(summary, 'red', 'rex')", "record = replace(record, 'on 3', 'on x')"],
)
def test_a_wrong_letter_in_a_closed_game_is_reported_before_it_is_touched(tmp_path: Path, change: str) -> None:
    """Once it is examined, and also if it is opened or listed before; the whole file is set aside as it was."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    changed(path, f"UPDATE games SET {change} WHERE id = 2")
    content = path.read_bytes()
    uses: tuple[Callable[[Journal], object], ...] = (
        lambda journal: [*journal.examine()],
        lambda journal: journal.games(),
        lambda journal: journal.commit(Resume(2)),
        lambda journal: journal.commit(Discard(2)),
    )
    for number, use in enumerate(uses):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "journal.db").write_bytes(content)
        with open_at_noon(folder / "journal.db").journal as journal:
            reported = recovered(journal, partial(use, journal)) or examined(journal)
            assert journal.is_durable
            if number == 0 or "is kept as" in reported:
                assert f"is kept as {SET_ASIDE}" in reported
                after = games_of(journal)
                assert ("Damaged: game 2 of 2026-11-20." in reported) == ("summary" not in change)
                assert after[2].lines == before[2].lines or "record" in change
                assert {**after, 2: before[2]} == before
                assert second_game(folder / SET_ASIDE) == second_game(path)


@pytest.mark.parametrize(
    ("damage", "damaged"),
    [
        ("UPDATE changes SET change = replace(change, 'action 2', 'another')", (2,)),
        ("UPDATE changes SET digest = 'none' WHERE instr(change, 'action 2')", (2, 3)),
        ("UPDATE changes SET change = replace(change, 'action 2', char(0))", (HEADER, 2)),
        ("DELETE FROM changes WHERE instr(change, 'action 2')", (HEADER, 2, 3)),
        ("UPDATE changes SET change = substr(change, 1, 90) WHERE instr(change, 'action 2')", (HEADER, 2)),
    ],
)
def test_a_damaged_game_under_way_keeps_all_that_can_be_read(
    tmp_path: Path, damage: str, damaged: tuple[int, ...]
) -> None:
    """Every action stays at its place; those that no digest confirms are marked."""
    path = tmp_path / "journal.db"
    before = stored_journal(path, games=1)
    changed(path, damage)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        after = games_of(journal)
    assert "Damaged: game 2 of 2026-11-20." in warning_of(outcome)
    game, was = after.pop(2), before.pop(2)
    assert after == before
    assert game.damaged == damaged
    assert [line for ply, line in enumerate(game.lines, 1) if ply not in damaged] == [
        line for ply, line in enumerate(was.lines, 1) if ply not in damaged
    ]
    assert (len(game.lines), game.ply, game.draft) == (3, 2, "half a hand")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE changes SET number = 70 WHERE instr(change, 'action 2')",
        "UPDATE changes SET number = 1 WHERE number = (SELECT min(number) FROM changes)",
        "UPDATE games SET id = 17 WHERE id = 1",
        "INSERT INTO games SELECT 70, digest, summary, result, record FROM games WHERE id = 1",
        "INSERT INTO changes SELECT 70, change, digest FROM changes WHERE instr(change, 'action 2')",
    ],
)
def test_a_row_that_moved_is_found_and_one_too_many_dropped(tmp_path: Path, damage: str) -> None:
    """A change is where its digest follows, wherever its row stands; and a closed game says which one it is."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    changed(path, damage)
    journal, reported = opened_and_examined(path)
    with journal:
        assert games_of(journal) == before
        assert journal.settings == {"language": "fr"}
    assert "was damaged and is kept as" in reported


@pytest.mark.parametrize("game", ["1", "3"])
def test_a_closed_game_that_is_gone_is_reported(tmp_path: Path, game: str) -> None:
    """It has no name any more, but the others are fewer than they were."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    changed(path, f"DELETE FROM games WHERE id = {game}")
    journal, reported = opened_and_examined(path)
    with journal:
        assert len(games_of(journal)) == 3
    assert "3 games could be read" in reported


@pytest.mark.parametrize("last", [1, 2, 4])
def test_newest_changes_that_are_gone_are_reported(tmp_path: Path, last: int) -> None:
    """A journal that was closed ends with a row that says so."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    changed(path, f"DELETE FROM changes WHERE number > (SELECT max(number) FROM changes) - {last}")
    outcome = open_at_noon(path)
    outcome.journal.close()
    assert "newest entries" in warning_of(outcome)


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER foreign_one AFTER INSERT ON changes BEGIN DELETE FROM games; END",
        "CREATE VIEW foreign_one AS SELECT * FROM games",
        "CREATE TABLE foreign_one (name TEXT)",
        "CREATE INDEX foreign_one ON games (digest)",
        "ALTER TABLE games ADD COLUMN foreign_one TEXT",
        "ALTER TABLE changes RENAME COLUMN change TO foreign_one",
        "ALTER TABLE games RENAME TO foreign_one",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 66",
    ],
)
def test_what_no_journal_defines_is_damage(tmp_path: Path, foreign: str) -> None:
    """A trigger, a view, another table or name: the games are taken over whole into a journal without it."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    with open_at_noon(path).journal as journal:
        begin_game(journal, "header", ("red",), seed="seed of its dice")
        before = games_of(journal)
    changed(path, foreign)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert games_of(journal) == before
    assert "was damaged and is kept as" in warning_of(outcome)
    with closing(sqlite3.connect(path)) as db:
        assert "foreign_one" not in str(db.execute("SELECT sql FROM sqlite_master").fetchall())


def test_a_game_cut_back_leaves_its_versions_and_its_damage_to_the_whole_one() -> None:
    """Undo in the shorter game must not bring back actions of the whole one; what is written again is sound."""
    lines = tuple(f"action {ply}" for ply in range(1, 6))
    with open_journal(None, lambda: NOON).journal as journal:
        journal.commit(Begin("header", ("red", "blue")), Play(1, 0, lines, ("sum",) * 5, versions="before"))
        number = journal.add(replace(journal.load(1), damaged=(2, 5)))
        journal.commit(Play(number, 3, lines[3:], ("sum",) * 2))
        assert journal.load(number).damaged == (2,)
        journal.commit(Resume(number, proven=3))
        (whole,) = (game.id for game in journal.games() if game.id > number)
        assert (journal.load(number).versions, journal.load(whole).versions) == ("", "before")
        assert (journal.load(number).damaged, journal.load(whole).damaged) == ((), (2,))


def test_a_deleted_game_leaves_nothing_behind(tmp_path: Path) -> None:
    """Not even on a free page, where a rescue would find it."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        journal.commit(Begin("header", ("red",)), *(Play(1, ply, ("secret" * 200,), ("sum",)) for ply in range(20)))
        journal.commit(Begin("header", ("red",)))
        journal.commit(Resume(1))
        journal.commit(Discard(1))
    assert b"secret" not in path.read_bytes()


# --- damaged anywhere ------------------------------------------------------------------------------------------------


def test_a_byte_gone_wrong_anywhere_is_survived(tmp_path: Path) -> None:
    """Whatever byte is flipped: the journal opens, and says so if any game or action is missing or different."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    content = path.read_bytes()
    chance = random.Random(1)
    for offset in (*range(0, 100, 3), *(chance.randrange(len(content)) for _ in range(many(20, whole=60)))):
        damaged = bytearray(content)
        damaged[offset] ^= 1 << chance.randrange(8)
        after, reported = reopened(tmp_path / "flipped", bytes(damaged))
        assert reported or after == before


def test_a_file_cut_anywhere_is_survived(tmp_path: Path) -> None:
    """Whatever is left of the file: the journal opens, says so, and what it keeps of games is whole or marked."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    content = path.read_bytes()
    chance = random.Random(2)
    lengths = {*range(0, len(content), 4096), *(chance.randrange(len(content)) for _ in range(25))}
    for length in sorted(lengths):
        after, reported = reopened(tmp_path / "cut", content[:length])
        assert reported
        assert all(game.damaged or game == before[number] for number, game in after.items())


def reopened(folder: Path, content: bytes, log: bytes = b"", note: bytes = b"") -> tuple[dict[int, StoredGame], str]:
    """The games in a journal with these bytes, and what is reported of it; it can be played on."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "journal.db"
    path.write_bytes(content)
    for ending, beside in (("-wal", log), ("-count", note)):
        if beside:
            Path(f"{path}{ending}").write_bytes(beside)
    journal, reported = opened_and_examined(path)
    with journal:
        games = games_of(journal)
        assert journal.is_durable
        number = begin_game(journal, "header", ("red",))
        journal.commit(Play(number, 0, ("action",), ("sum",)))
    with open_at_noon(path).journal as again:
        assert games_of(again).keys() == {*games, number}
        assert examined(again) == ""
    return games, reported


# --- damaged write-ahead logs ----------------------------------------------------------------------------------------

ACTIONS = 8


class Cut:
    """The files of a game as a power cut leaves them, and how long the log was after each action."""

    def __init__(self, folder: Path, actions: int = ACTIONS) -> None:
        folder.mkdir(exist_ok=True)
        path = folder / "journal.db"
        log = folder / "journal.db-wal"
        stored_journal(path)
        with open_at_noon(path).journal as journal:
            self.game_id = begin_game(journal, "header", ("red",))
            self.lengths = [log.stat().st_size]
            for ply in range(1, actions + 1):
                journal.commit(Play(self.game_id, ply - 1, (f"action {ply}",), ("sum",)))
                self.lengths.append(log.stat().st_size)
            self.content, self.log, self.note = (Path(f"{path}{end}").read_bytes() for end in ("", "-wal", "-count"))
            self.games = games_of(journal)

    def stored(self, length: int) -> int | None:
        """How many actions are stored in the first bytes of the log; None if not even the game is."""
        return max((ply for ply, end in enumerate(self.lengths) if end <= length), default=None)

    def put(self, folder: Path, log: bytes | None) -> Path:
        """Write the files, with this log, into a new folder; return the path of the journal."""
        folder.mkdir(exist_ok=True)
        path = folder / "journal.db"
        path.write_bytes(self.content)
        if log is not None:
            Path(f"{path}-wal").write_bytes(log)
        return path


def test_a_log_cut_at_any_length_keeps_every_action_before_the_cut(tmp_path: Path) -> None:
    """An action is there if its commit is whole, earlier games always; a cut in mid-commit is what power cuts do."""
    cut = Cut(tmp_path)
    frame = 24 + 4096
    lengths = {*every(3, range(1, 60)), *range(32, len(cut.log) + 1, frame), len(cut.log)}
    lengths |= {length + offset for length in cut.lengths for offset in (-4097, -1, 1, 24, 25, 2000)}
    for length in sorted(length for length in lengths if length <= len(cut.log)):
        after, reported = reopened(tmp_path / "cut", cut.content, cut.log[:length])
        assert reported == ""
        expected = cut.stored(length)
        found = after.pop(cut.game_id, None)
        assert (None if found is None else len(found.lines)) == expected
        assert len(after) == 4


@pytest.mark.parametrize("kept", [0, 1, 32, 20_000, -4120, -1])
def test_a_log_cut_short_is_reported_by_the_note(tmp_path: Path, kept: int) -> None:
    """Even one action that was shown as stored: whatever is left of the log is kept."""
    cut = Cut(tmp_path)
    path, shorter = cut.put(tmp_path / "short", cut.log[:kept]), cut.log[:kept]
    Path(f"{path}-count").write_bytes(cut.note)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        found = games_of(journal).get(cut.game_id)
        assert found is None or len(found.lines) < ACTIONS
    assert "newest entries" in warning_of(outcome)
    assert path.with_name(SET_ASIDE).read_bytes() == cut.content
    if shorter:
        assert path.with_name(f"{SET_ASIDE}-wal").read_bytes() == shorter
    again = open_at_noon(path)
    again.journal.close()
    assert again.warning is None


@pytest.mark.parametrize("note", [b"", b"nonsense", b"a b c", b"\xff" * 51])
def test_without_a_note_that_can_be_read_nothing_is_reported(tmp_path: Path, note: bytes) -> None:
    """It is never synced, so it may be gone or older after a power cut."""
    cut = Cut(tmp_path)
    assert reopened(tmp_path / "noted", cut.content, cut.log, note) == (cut.games, "")


def test_the_note_goes_with_the_log(tmp_path: Path) -> None:
    """A journal that was closed is one file."""
    cut = Cut(tmp_path)
    path = cut.put(tmp_path / "closed", cut.log)
    journal = open_at_noon(path).journal
    name, number = read_note(path)
    assert name == journal.contents.name
    assert number > ACTIONS
    journal.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_moved_without_its_log_is_reported(tmp_path: Path) -> None:
    """The file by itself says that there was a log; neither the note nor anything else need be beside it."""
    cut = Cut(tmp_path)
    for number, log in enumerate((None, b"")):
        path = cut.put(tmp_path / str(number), log)
        outcome = open_at_noon(path)
        with outcome.journal as journal:
            assert cut.game_id not in games_of(journal)
            assert len(games_of(journal)) == 4
        assert "newest entries" in warning_of(outcome)
        assert path.with_name(SET_ASIDE).read_bytes() == cut.content


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_log_of_another_journal_is_reported_and_never_taken_for_ours(tmp_path: Path, is_closed: bool) -> None:
    """Copied in beside a journal with a log of its own, or beside a closed one: our games stay as they were."""
    ours, other = Cut(tmp_path / "ours"), Cut(tmp_path / "other", actions=20)
    path = ours.put(tmp_path / "both", ours.log)
    with open_at_noon(path).journal as journal:
        journal.commit(Choose("language", "en"))
        expected = games_of(journal)
        if not is_closed:
            expected.pop(ours.game_id)  # it was in the log that is gone
            path = ours.put(tmp_path / "both again", None)
    Path(f"{path}-wal").write_bytes(other.log)
    content = path.read_bytes()
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.is_durable
        assert games_of(journal) == expected
    assert f"is kept as {SET_ASIDE}" in warning_of(outcome)
    assert path.with_name(SET_ASIDE).read_bytes() == content
    assert path.with_name(f"{SET_ASIDE}-wal").read_bytes() == other.log


def test_an_older_log_of_the_same_journal_is_reported(tmp_path: Path) -> None:
    """Copied back beside the file, it would let the game go on from an earlier action."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        number = begin_game(journal, "header", ("red",))
        journal.commit(Play(number, 0, ("action 1",), ("sum",)))
        older = Path(f"{path}-wal").read_bytes()
        journal.commit(Play(number, 1, ("action 2",), ("sum",)))
    Path(f"{path}-wal").write_bytes(older)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.load(number).lines == ("action 1", "action 2")
    assert "is kept as" in warning_of(outcome)


def test_a_journal_with_a_damaged_log_is_still_this_programs_alone(tmp_path: Path) -> None:
    """Setting aside what was damaged lets go of no lock; it is file and log as they were found."""
    cut = Cut(tmp_path)
    log = bytearray(cut.log)
    log[len(log) // 2] ^= 1
    path = cut.put(tmp_path / "damaged", bytes(log))
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert "is kept as" in warning_of(outcome)
        assert in_use_by_another(path)
        before = games_of(journal)
    assert not in_use_by_another(path)
    assert path.with_name(SET_ASIDE).read_bytes() == cut.content
    assert path.with_name(f"{SET_ASIDE}-wal").read_bytes() == log
    assert before == cut.games  # what stands behind the wrong bit proves itself


def in_use_by_another(path: Path) -> bool:
    """The answer that another process gets: this one cannot ask."""
    ask = (
        "import sys; from pathlib import Path; from firmware_py.storage.files import is_in_use; "
        "print(is_in_use(Path(sys.argv[1])))"
    )
    return subprocess.check_output([sys.executable, "-c", ask, str(path)], text=True) == "True\n"


def test_a_log_with_a_wrong_byte_says_if_actions_behind_it_are_lost(tmp_path: Path) -> None:
    """SQLite drops all that follows a wrong byte; what precedes it is there, and two lost commits are reported."""
    cut = Cut(tmp_path)
    chance = random.Random(3)
    for offset in (*every(2, range(56)), *(chance.randrange(len(cut.log)) for _ in range(many(15, whole=25)))):
        log = bytearray(cut.log)
        log[offset] ^= 1 << chance.randrange(8)
        after, reported = reopened(tmp_path / "flipped", cut.content, bytes(log))
        found = after.get(cut.game_id)
        whole = cut.stored(offset)
        assert (found is None) if whole is None and found is None else found is not None
        assert found is None or len(found.lines) >= (whole or 0)
        lost = ACTIONS + 1 - (0 if found is None else len(found.lines) + 1)
        if lost > 1:
            assert "newest entries" in reported
        if reported:
            assert (tmp_path / "flipped" / f"{SET_ASIDE}-wal").read_bytes() == log
            assert (tmp_path / "flipped" / SET_ASIDE).read_bytes() == cut.content


@pytest.mark.parametrize("what", ["UPDATE changes SET digest = 'wrong'", "UPDATE games SET digest = 'wrong'"])
def test_a_damaged_file_that_was_only_read_is_kept_open_by_nobody(tmp_path: Path, what: str) -> None:
    """Whatever was found wrong in it: Python would close it at any time, and later Pythons complain of that."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    changed(path, what)
    with pytest.raises(JournalError) as raised:
        read_journal(path, lambda: NOON)
    reason = raised.value.__cause__
    assert reason
    found = {
        id(value): value for frame, _ in traceback.walk_tb(reason.__traceback__) for value in frame.f_locals.values()
    }
    databases = [value for value in found.values() if isinstance(value, sqlite3.Connection)]
    assert databases
    for database in databases:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            database.execute("SELECT 1")


def test_a_log_without_its_file_is_kept(tmp_path: Path) -> None:
    """SQLite would delete the log of a file that is empty or gone; here it is set aside, and its game goes on."""
    cut = Cut(tmp_path)
    for content in (None, b""):
        folder = tmp_path / str(content)
        folder.mkdir()
        (folder / "journal.db-wal").write_bytes(cut.log)
        if content is not None:
            (folder / "journal.db").write_bytes(content)
        outcome = open_at_noon(folder / "journal.db")
        with outcome.journal as journal:
            assert games_of(journal)[cut.game_id] == cut.games[cut.game_id]
        assert SET_ASIDE in warning_of(outcome)
        assert (folder / f"{SET_ASIDE}-wal").read_bytes() == cut.log


def test_a_file_that_was_emptied_is_damaged_for_everybody_who_reads_it(tmp_path: Path) -> None:
    """Not for the next start only: the doctor and the commands do not take it for a journal without games."""
    path = tmp_path / "journal.db"
    path.write_bytes(b"")
    with pytest.raises(JournalError):
        read_journal(path, lambda: datetime.now(UTC))
    with pytest.raises(sqlite3.DatabaseError):
        examine(path, lambda: NOON)


def test_the_doctor_finds_what_the_start_finds(tmp_path: Path) -> None:
    """Entries that are lost are another finding than damage; it changes no file."""
    cut = Cut(tmp_path)
    path = cut.put(tmp_path / "lost", None)
    with pytest.raises(LostEntries):
        examine(path, lambda: NOON)
    assert list(path.parent.iterdir()) == [path]
    assert path.read_bytes() == cut.content


def test_the_start_needs_no_copy_of_the_journal(tmp_path: Path) -> None:
    """Neither in memory nor in /tmp: on a system that keeps /tmp in memory it would be gone for the game."""
    cut = Cut(tmp_path)
    path = cut.put(tmp_path / "cut", cut.log)
    program = (
        "import sys, tempfile; from datetime import datetime; from pathlib import Path\n"
        "from firmware_py.storage.opening import open_journal\n"
        "size, path = 0, sys.argv[1]\n"
        "def heed(event, args):\n"
        "    if event.startswith('tempfile.') or event == 'open' and str(args[0]) == path and 'r' in str(args[1]):\n"
        "        print(event, *args)\n"
        "read = Path.read_bytes\n"
        "sys.addaudithook(heed)\n"
        "Path.read_bytes = lambda self: print('read', self) if str(self) == path else read(self)\n"
        "print(open_journal(Path(path), datetime.now).warning)\n"
    )
    reported = subprocess.check_output([sys.executable, "-c", program, str(path)], text=True).splitlines()
    assert reported[-1] == "None"
    assert not [line for line in reported if line.startswith(("tempfile", "read"))]
