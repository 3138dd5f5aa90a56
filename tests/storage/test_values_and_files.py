"""What the journal's values become by a change, what its file says of itself, and how long its chain grows."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from box_games import HEADERS
from msgspec.structs import replace
from stored_journal import NOON, begin_game, open_at_noon

from firmware_py.evenings.results import BOOT_MS
from firmware_py.games.records import write_line
from firmware_py.games.seats import VERSION, BoxSeat, Seat
from firmware_py.storage.changes import (
    NEVER,
    TICK,
    Begin,
    Choose,
    Clocks,
    Contents,
    Discard,
    Draft,
    Resume,
    Stamp,
    StoredGame,
    apply,
    is_kept_back,
)
from firmware_py.storage.files import LONGEST, check_files, code_of, is_damage, not_read, user_version
from firmware_py.storage.journal import MOST_CHANGES, Journal
from firmware_py.storage.rows import (
    UNREADABLE,
    Entry,
    entry_text,
    in_memory,
    is_new,
    read_entry,
)

GAME = StoredGame(1, "header", ("red",), ("a",), ("sum",), (NOON,), 1, None, True, 1, None, NOON, NOON, uptimes_ms=(0,))


def test_a_later_choice_is_later_whatever_the_clock_says() -> None:
    """Of two choices on two devices the later one counts, also after the clock was set back."""
    first = apply(Contents("journal", 1), Choose("sound", "on"), Stamp(NOON))
    assert first.chosen_at == {"sound": NOON}
    for earlier in (timedelta(0), timedelta(days=400)):
        second = apply(first, Choose("sound", "off"), Stamp(NOON - earlier))
        assert second.chosen_at == {"sound": NOON + TICK}
    later = apply(first, Choose("sound", "off"), Stamp(NOON + timedelta(days=1)))
    assert later.chosen_at == {"sound": NOON + timedelta(days=1)}
    assert apply(Contents("journal", 1), Choose("sound", "on"), Stamp(NEVER)).chosen_at == {"sound": NEVER + TICK}


def test_each_change_of_a_game_is_later_than_the_one_before() -> None:
    """Also its deletion, by which copies of it do not come back."""
    begun = apply(Contents("journal", 1), Begin("header", ("red",)), Stamp(NOON))
    assert begun.game
    drafted = apply(begun, Draft(1, "x"), Stamp(NOON - timedelta(days=9)))
    assert drafted.game and drafted.game.changed_at == NOON + TICK
    gone = apply(drafted, Discard(1), Stamp(NOON - timedelta(days=9)))
    assert gone.deleted == {begun.game.uid: NOON + 2 * TICK}


def test_a_stamp_is_the_date_that_was_set_and_the_time_since_power_on() -> None:
    """In whole seconds, and in milliseconds; each power-on counts from another year on."""
    clocks = Clocks(lambda: NEVER, lambda: 61.5, boots=3)
    assert clocks.stamp() == Stamp(NEVER, 61_500 + 3 * BOOT_MS)
    assert replace(clocks, begun_at=NOON).stamp() == Stamp(NOON + timedelta(seconds=61), 61_500 + 3 * BOOT_MS)


@pytest.mark.parametrize(("proven", "copies"), [(None, 0), (1, 0), (0, 1)])
def test_a_game_that_is_cut_back_takes_a_number_for_its_copy(proven: int | None, copies: int) -> None:
    """Whoever resumes one that is whole takes none; either is the newest then."""
    contents = Contents("journal", 1, game=GAME, next_id=5, next_opened=7)
    resumed = apply(contents, Resume(1, proven), Stamp(NOON))
    assert (resumed.next_id, resumed.next_opened) == (5 + copies, 8)
    assert resumed.game
    assert (resumed.game.opened, len(resumed.game.lines), resumed.game.is_aside) == (7, 1 - copies, False)
    assert resumed.game.changed_at == (NOON + TICK if copies else NOON)


def test_a_journal_has_secrets_while_a_game_with_secrets_is_unfinished() -> None:
    """Under way or put aside; none does where there is no game."""
    secret = replace(GAME, header_line=write_line(HEADERS["malediction"]))
    for game, has_secrets in ((GAME, False), (secret, True), (replace(secret, end_ply=1), False)):
        for current, closed in ((None, ()), (game, ()), (None, (game,))):
            with Journal(in_memory(Contents("journal", 1, game=current), closed), Clocks(lambda: NOON)) as journal:
                assert journal.has_secret_games is (has_secrets and (current or closed) not in (None, ()))


def test_as_many_games_are_listed_as_are_asked_for() -> None:
    """None too, all of them, and those below a number; the one under way among them."""
    games = [replace(GAME, id=number) for number in (1, 2, 4)]
    db = in_memory(Contents("journal", 1, game=replace(GAME, id=3), next_id=5), games)
    with Journal(db, Clocks(lambda: NOON)) as journal:
        listed = {most: [game.id for game in journal.games(most=most)] for most in (-1, 0, 1, 2, 3, 4, 5)}
        assert listed == {most: [4, 3, 2, 1][: 4 if most < 0 else most] for most in listed}
        assert [game.id for game in journal.games(4, 2)] == [3, 2]
        assert [game.id for game in journal.games(3)] == [2, 1]


@pytest.mark.parametrize(("seat", "is_back"), [("hunter", True), ("mummy", False)])
def test_only_a_box_that_hunts_keeps_a_running_game_back(seat: str, is_back: bool) -> None:
    """By its header, or by a seat it took later, as long as that is not undone."""
    header, box = HEADERS["malediction"], BoxSeat(seat, 1, VERSION)  # type: ignore[arg-type]
    names = (header.setup.mummy,) if seat == "mummy" else tuple(hunter.player for hunter in header.setup.hunters)
    game = replace(GAME, header_line=write_line(header), end_ply=None)
    assert not is_kept_back(game)
    assert (
        is_kept_back(replace(game, header_line=write_line(replace(header, box=dict.fromkeys(names, box))))) is is_back
    )
    taken = replace(game, lines=tuple(write_line(Seat(name, box)) for name in names), ply=len(names))
    assert is_kept_back(taken) is is_back
    assert not is_kept_back(replace(taken, ply=0))
    assert not is_kept_back(replace(taken, end_ply=taken.ply))


def test_an_entry_is_read_as_it_was_written() -> None:
    """With a game under way or none; lines of actions without a game are damage."""
    contents = Contents("journal", 1, settings={"sound": "on"})
    for whole in (contents, replace(contents, game=GAME), None):
        entry = Entry(Stamp(NOON, 5), contents=whole)
        assert read_entry(entry_text(entry)) == entry
    for without_game in (contents, None):
        with pytest.raises(UNREADABLE):
            read_entry(entry_text(Entry(Stamp(NOON), contents=without_game)) + '\n["a","sum","2026-01-01T00:00:00Z",0]')


def test_a_database_that_has_lost_its_tables_is_not_new(tmp_path: Path) -> None:
    """Only one in which nothing was ever stored is: an empty one is begun, a damaged one is set aside."""
    with closing(sqlite3.connect(":memory:")) as db:
        assert is_new(db)
        db.execute("CREATE TABLE games (record TEXT)")
        assert not is_new(db)
        db.execute("DROP TABLE games")
        assert not is_new(db)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")  # a power cut may come before the tables
        assert is_new(db)
    with closing(in_memory(Contents("journal", 1))) as db:
        assert not is_new(db)


def test_a_file_says_of_which_version_it_is(tmp_path: Path) -> None:
    """In four bytes, the highest first (SQLite file format, section 1.3.12)."""
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        db.execute(f"PRAGMA user_version = {0x01020304}")
    assert user_version(tmp_path / "journal.db") == 0x01020304


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_file_may_have_a_length_and_no_more(tmp_path: Path, ending: str) -> None:
    """A longer one is none of ours, and would fill the memory."""
    path = tmp_path / "journal.db"
    file = Path(f"{path}{ending}")
    file.touch()
    os.truncate(file, LONGEST)
    check_files(path)
    os.truncate(file, LONGEST + 1)
    with pytest.raises(OSError, match="too large") as caught:
        check_files(path)
    assert caught.value.errno == errno.EFBIG


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.EACCES, ""), sqlite3.SQLITE_READONLY),
        (OSError(errno.ENOSPC, ""), sqlite3.SQLITE_FULL),
        (OSError(errno.EIO, ""), sqlite3.SQLITE_IOERR),
        (OSError(errno.ENOTDIR, ""), sqlite3.SQLITE_CANTOPEN),
        (OSError("without a number"), sqlite3.SQLITE_CANTOPEN),
        (ValueError("no JSON"), sqlite3.SQLITE_CORRUPT),
    ],
)
def test_each_error_of_the_system_is_one_of_the_disk(error: Exception, code: int) -> None:
    """By its number; what has none cannot be opened, and what is no error of the system is damage."""
    assert code_of(error, None) == code


@pytest.mark.parametrize(
    ("name", "code", "damages"),
    [
        ("SQLITE_IOERR_READ", sqlite3.SQLITE_IOERR, False),
        ("SQLITE_READONLY_DBMOVED", sqlite3.SQLITE_READONLY, False),
        ("SQLITE_CORRUPT_INDEX", sqlite3.SQLITE_CORRUPT, True),
        ("SQLITE_NOTADB", sqlite3.SQLITE_NOTADB, True),
        ("SQLITE_FULL", sqlite3.SQLITE_FULL, False),
    ],
)
def test_of_sqlite_s_codes_the_low_byte_counts(name: str, code: int, damages: bool) -> None:
    """The rest only says more (SQLite, result and error codes)."""
    error = sqlite3.OperationalError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    assert code_of(error, None) == code
    assert is_damage(error) is damages


def test_who_cannot_read_a_copy_hears_whether_the_disk_or_the_file_is_to_blame() -> None:
    """Only a start mends a damaged file."""
    reported = {code: not_read(OSError(code, ""), Path("journal.db")).message for code in (errno.EACCES, errno.EIO)}
    assert not [text for text in reported.values() if "start the referee" in text]
    assert "start the referee" in not_read(ValueError("no JSON"), Path("journal.db")).message


def test_the_chain_starts_again_when_it_is_long_and_not_before(tmp_path: Path) -> None:
    """However often it has: its first row says all that is under way, each of the others one change."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        game = begin_game(journal, "header", ("red",))
        for _ in range(2):
            rows = journal._db.execute("SELECT count(*) FROM changes")
            for number in range(MOST_CHANGES + 1 - rows.fetchone()[0]):
                journal.commit(Draft(game, f"draft {number}"))
            assert journal._db.execute("SELECT count(*) FROM changes").fetchone()[0] == MOST_CHANGES + 1
            journal.commit(Draft(game, "last"))
            assert journal._db.execute("SELECT count(*) FROM changes").fetchone()[0] == 1
