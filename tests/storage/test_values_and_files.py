"""What the journal's values become by a change, what its file says of itself, and how long its chain grows."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, nullcontext
from datetime import timedelta
from pathlib import Path

import pytest
from box_games import HEADERS
from msgspec.structs import replace
from random_play import whole_game
from stored_journal import NOON, begin_game, open_at_noon

from firmware_py.evenings import results
from firmware_py.evenings.results import BOOT_MS, GameResult, Span
from firmware_py.games.records import write_line
from firmware_py.games.seats import VERSION, BoxSeat, Seat
from firmware_py.storage import journal as journal_module
from firmware_py.storage import rows
from firmware_py.storage.changes import (
    NEVER,
    TICK,
    Add,
    Begin,
    Choose,
    Clocks,
    Contents,
    Discard,
    Draft,
    Play,
    Resume,
    Stamp,
    StoredGame,
    apply,
    count_on,
    is_kept_back,
)
from firmware_py.storage.files import (
    LONGEST,
    UNSAVED,
    check_files,
    code_of,
    finish_renaming,
    is_damage,
    not_read,
    read_note,
    set_aside,
    user_version,
    were_set_aside,
)
from firmware_py.storage.journal import MOST_CHANGES, Journal, save_session
from firmware_py.storage.rows import (
    UNREADABLE,
    Entry,
    check_tables,
    entry_text,
    in_memory,
    is_new,
    make_result,
    read_entry,
    read_results,
    result_text,
)

LATER = NOON + timedelta(days=1)
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


def test_each_new_game_gets_the_next_number_and_is_the_newest() -> None:
    """Whether it is begun here or was played elsewhere; from one on, and none is left out."""
    contents = Contents("journal", 1)
    for number, change in enumerate((Begin("header", ("red",)), Add(GAME), Add(GAME), Begin("header", ("red",))), 1):
        assert (contents.next_id, contents.next_opened) == (number, number)
        contents = apply(contents, change, Stamp(NOON))
        if isinstance(change, Begin):
            assert contents.game and (contents.game.id, contents.game.opened) == (number, number)


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("since", range(3))
def test_actions_replace_those_behind_others(since: int, over: bool) -> None:
    """Some of them may be taken back at once; what came before keeps its time."""
    game = replace(GAME, lines=("a", "b"), checksums=("s", "t"), times=(NOON,) * 2, uptimes_ms=(1, 2), ply=2)
    game = replace(game, damaged=(1, 2))
    for back in range(4):
        played = Play(1, since, ("x", "y", "z"), ("u", "v", "w"), over=over, taken_back=back)
        found = apply(Contents("journal", 1, game=game), played, Stamp(LATER, 9)).game
        assert found
        assert found.lines == (*("a", "b")[:since], "x", "y", "z")
        assert found.checksums == (*("s", "t")[:since], "u", "v", "w")
        assert (found.times, found.uptimes_ms) == ((NOON,) * since + (LATER,) * 3, (*(1, 2)[:since], 9, 9, 9))
        assert (found.ply, found.end_ply) == (since + 3 - back, since + 3 if over else None)
        assert (found.draft, found.is_aside, found.damaged) == (None, False, (1, 2)[:since])


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


def test_the_date_is_that_of_the_game_where_the_clock_says_none() -> None:
    """Without a game it is what the clock says, however little that can be true."""
    for current in (None, GAME):
        with Journal(in_memory(Contents("journal", 1, game=current)), Clocks(lambda: NEVER)) as journal:
            assert journal.last_date() == (NOON if current else NEVER)
        with Journal(in_memory(Contents("journal", 1, game=current)), Clocks(lambda: LATER)) as journal:
            assert journal.last_date() == LATER


def test_a_game_played_elsewhere_is_stored_at_a_whole_second_and_at_no_time_since_power_on() -> None:
    """By the clock of this device."""
    with Journal(in_memory(Contents("journal", 1)), Clocks(lambda: NOON.replace(microsecond=5))) as journal:
        game = journal.load(save_session(journal, whole_game("maudite_momie", 1)))
    assert {game.started_at, *game.times} == {NOON}
    assert set(game.uptimes_ms) == {0}


@pytest.mark.parametrize("version", range(4))
def test_only_our_tables_under_their_number_are_a_journal(version: int) -> None:
    """Under another number they are none, and neither are others under ours."""
    with closing(in_memory(Contents("journal", 1))) as db:
        db.execute(f"PRAGMA user_version = {version}")
        with nullcontext() if version == rows.VERSION else pytest.raises(sqlite3.DatabaseError):
            check_tables(db)
        db.execute("DROP INDEX results")
        with pytest.raises(sqlite3.DatabaseError):
            check_tables(db)


def test_the_order_of_games_is_found_once() -> None:
    """Until one comes or goes: who asks for ten thousand results again does not wait for their dates."""
    statements: list[str] = []
    with Journal(in_memory(Contents("journal", 1)), Clocks(lambda: NOON)) as journal:
        journal._db.set_trace_callback(statements.append)

        def asked() -> int:
            statements.clear()
            assert journal.count_unmade() == journal.count
            return len(statements)

        assert [asked() for _ in range(3)] == [1, 0, 0]
        save_session(journal, whole_game("maudite_momie", 1))
        assert [asked() for _ in range(3)] == [1, 0, 0]


def test_files_renamed_in_one_second_are_told_apart(tmp_path: Path) -> None:
    """The second of them is called so; a name that only a log has is taken."""
    path, stamp = tmp_path / "journal.db", "journal.db.aside-20261120T120000Z"
    for name in (stamp, f"{stamp}-2", f"{stamp}-3"):
        path.touch()
        assert set_aside(path, lambda: NOON).name == name
    (tmp_path / f"{stamp}-4-wal").touch()
    path.touch()
    assert set_aside(path, lambda: NOON).name == f"{stamp}-5"
    assert [file.name for file in were_set_aside(path)] == [stamp, f"{stamp}-2", f"{stamp}-3", f"{stamp}-5"]


@pytest.mark.parametrize(("proven", "damaged"), [(None, (1, 2, 3, 4)), (2, (3, 4)), (3, (4,)), (4, ()), (1, ())])
def test_what_is_proven_is_no_longer_damaged(proven: int | None, damaged: tuple[int, ...]) -> None:
    """What can be redone behind it still may be; a game that is cut back has nothing else."""
    game = replace(
        GAME,
        lines=("a",) * 4,
        checksums=("s",) * 4,
        times=(NOON,) * 4,
        uptimes_ms=(0,) * 4,
        ply=2,
        damaged=(1, 2, 3, 4),
    )
    resumed = apply(Contents("journal", 1, game=game), Resume(1, proven), Stamp(NOON)).game
    assert resumed and resumed.damaged == damaged


def test_closed_games_are_examined_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, whatever their numbers are."""
    monkeypatch.setattr(journal_module, "EXAMINED_A_STEP", 2)
    games = [replace(GAME, id=number) for number in (1, 2, 4, 8, 9)]
    with Journal(in_memory(Contents("journal", 1), games), Clocks(lambda: NOON)) as journal:
        assert list(journal.examine()) == [0, 2, 4]


def test_a_game_under_way_goes_on_where_nothing_can_be_read(tmp_path: Path) -> None:
    """With the settings; the closed games are on the disk alone."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        journal.commit(Choose("sound", "off"))
        for draft in ("first", "second"):
            number = begin_game(journal, "header", ("red",))
            journal.commit(Draft(number, draft))
        game, settings = journal.contents.game, journal.settings
        path.write_bytes(b"nothing")
        Path(f"{path}-wal").unlink()
        assert journal.continue_in_memory(UNSAVED) == UNSAVED
        assert (journal.contents.game, journal.settings, journal.count) == (game, settings, 1)
        assert (journal.is_durable, journal.fault) == (False, UNSAVED)
        journal.commit(Draft(number, "third"))
        assert journal.load(number).draft == "third"


def test_whoever_may_read_the_note_may_not_run_it(tmp_path: Path) -> None:
    """Its owner alone writes it."""
    before = os.umask(0)
    try:
        with open_at_noon(tmp_path / "journal.db").journal:
            assert (tmp_path / "journal.db-count").stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


def test_each_commit_counts_one(tmp_path: Path) -> None:
    """Also one with which the chain starts again, as the note beside the journal says."""
    path = tmp_path / "journal.db"
    assert read_note(path) == ("", 0)
    with open_at_noon(path).journal as journal:
        name, number = read_note(path)
        for change in (Choose("sound", "on"), Begin("header", ("red",)), Begin("header", ("red",)), Discard(1)):
            number += 1
            journal.commit(change)
            assert read_note(path) == (name, number) == (journal.contents.name, number)


def test_only_a_whole_result_is_checked_by_its_digest() -> None:
    """When it was played is read of ten thousand at once: that costs no more than reading."""
    with Journal(in_memory(Contents("journal", 1)), Clocks(lambda: NOON)) as journal:
        result = make_result(journal.load(save_session(journal, whole_game("maudite_momie", 1))))
    assert result
    whole = result_text("whole", result, results.VERSION)
    damaged = whole.replace("Ada", "Eve")
    assert damaged != whole
    for kind in (GameResult, Span):
        ((number, found),) = read_results([(7, "whole", whole)], kind, results.VERSION)
        assert number == 7 and found and found.sat_down == result.sat_down
        assert list(read_results([(7, "whole", whole)], kind, results.VERSION + 1)) == [(7, None)]
        none = result_text("whole", None, results.VERSION)
        assert list(read_results([(7, "whole", none)], kind, results.VERSION)) == []
    assert len(list(read_results([(7, "whole", damaged)], Span, results.VERSION))) == 1
    for row in ((7, "whole", damaged), (7, "other", whole)):
        with pytest.raises(UNREADABLE):
            list(read_results([row], GameResult, results.VERSION))


@pytest.mark.parametrize(("later_ns", "is_its_own"), [(-(10**9), True), (0, True), (10**6, False)])
def test_a_log_left_behind_follows_its_file_unless_it_was_written_to_since(
    tmp_path: Path, later_ns: int, is_its_own: bool
) -> None:
    """Then it belongs to another journal, whose file somebody has deleted."""
    path = tmp_path / "journal.db"
    path.touch()
    aside = set_aside(path, lambda: NOON)
    log, renamed = Path(f"{path}-wal"), Path(f"{aside}-wal")
    log.touch()
    at_ns = aside.stat().st_ctime_ns + later_ns
    os.utime(log, ns=(at_ns, at_ns))
    finish_renaming(path)
    assert (log.exists(), renamed.exists()) == (not is_its_own, is_its_own)
    assert not path.exists()


def test_a_log_stays_beside_its_file_and_takes_no_other_s_place(tmp_path: Path) -> None:
    """Only one whose file was set aside without any is renamed."""
    path = tmp_path / "journal.db"
    log = Path(f"{path}-wal")
    log.touch()
    finish_renaming(path)
    assert log.exists()
    path.touch()
    aside = set_aside(path, lambda: NOON)
    log.touch()
    os.utime(log, ns=(0, 0))
    finish_renaming(path)
    assert log.exists() and Path(f"{aside}-wal").exists()
    away = Path(f"{path}.away")
    away.touch()
    finish_renaming(path)
    assert path.exists() and log.exists() and not away.exists()


def test_a_date_that_was_set_holds_until_the_device_is_switched_off() -> None:
    """Also for a program that starts again meanwhile; what the computer says comes back with the power."""
    uptime_s = 100.0
    db = in_memory(Contents("journal", 1))
    with Journal(db, Clocks(lambda: NEVER, lambda: uptime_s, "one")) as journal:
        journal.set_date(NOON)
        assert journal.today() == NOON
        uptime_s = 160.0
        assert journal.today() == NOON + timedelta(seconds=60)
        for boot, today in (("one", NOON + timedelta(seconds=60)), ("two", NEVER), ("", NEVER)):
            clocks, _ = count_on(Clocks(lambda: NEVER, lambda: uptime_s, boot), journal.contents)
            assert clocks.stamp().at == today
