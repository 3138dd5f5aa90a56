"""The journal keeps games, drafts and settings over any re-opening, and costs one sync an action."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sampling import before_a_release
from stored_journal import NOON, add_game, begin_game
from waiting import PATIENCE_S

from firmware_py.desk.speed import HEADERS
from firmware_py.device.disk import Disk
from firmware_py.evenings.results import BOOT_MS
from firmware_py.games.records import read_header
from firmware_py.games.session import begin
from firmware_py.storage.changes import Add, Choose, Discard, Draft, Move, Play, PutAside, Resume, StoredGame
from firmware_py.storage.journal import MOST_CHANGES, Journal, save_session
from firmware_py.storage.opening import open_journal

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'
COLOURS = ("red", "blue")


def opened(path: Path | None) -> Journal:
    """The journal at `path`, which must open without a warning."""
    journal, warning = open_at_noon(path)
    assert warning is None
    return journal


@pytest.fixture
def in_memory() -> Iterator[Journal]:
    """A journal without a file, closed at the end."""
    with opened(None) as journal:
        yield journal


def open_at_noon(path: Path | None) -> tuple[Journal, str | None]:
    outcome = open_journal(path, lambda: NOON, uptime_s=lambda: 7.0)
    return outcome.journal, outcome.warning.message if outcome.warning else None


def played(journal: Journal, actions: int) -> int:
    """The number of a new game with some actions."""
    game_id = begin_game(journal, HEADER, COLOURS)
    for ply in range(1, actions + 1):
        journal.commit(Play(game_id, ply - 1, (f"action {ply}",), (f"sum {ply}",)))
    return game_id


def test_a_game_comes_back_from_the_disk_as_it_was_played(tmp_path: Path) -> None:
    """Header, colours, actions, checksums and times are there after re-opening."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 2)
    with opened(path) as journal:
        game = journal.unfinished_game()
    assert game
    assert game == StoredGame(
        id=game_id,
        header_line=HEADER,
        colours=COLOURS,
        lines=("action 1", "action 2"),
        checksums=("sum 1", "sum 2"),
        times=(NOON, NOON),
        ply=2,
        end_ply=None,
        is_aside=False,
        opened=1,
        draft=None,
        started_at=NOON,
        changed_at=NOON + timedelta(microseconds=2),  # of two changes at one time the second is later
        uptimes_ms=(7000, 7000),
        uid=game.uid,
    )
    assert len(game.uid) == 16


def test_what_was_taken_back_can_be_played_again_after_a_restart(tmp_path: Path) -> None:
    """Undo moves the mark only; the tail stays on the disk."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 3)
        journal.commit(Move(game_id, 1))
    with opened(path) as journal:
        game = journal.load(game_id)
        assert (game.ply, game.lines) == (1, ("action 1", "action 2", "action 3"))
        journal.commit(Move(game_id, 3))
    with opened(path) as journal:
        assert journal.load(game_id).ply == 3


def test_a_new_action_after_an_undo_forgets_what_was_taken_back(tmp_path: Path) -> None:
    """The redo tail is dropped in the same transaction as the action is stored."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 3)
        journal.commit(Move(game_id, 1))
        journal.commit(Play(game_id, 1, ("another",), ("another sum",)))
    with opened(path) as journal:
        game = journal.load(game_id)
    assert (game.ply, game.lines, game.checksums) == (2, ("action 1", "another"), ("sum 1", "another sum"))


@pytest.mark.parametrize("after", [-1, 2, 3])
def test_an_action_after_one_that_does_not_stand_is_our_mistake(in_memory: Journal, after: int) -> None:
    """Actions can be stored only after one that is stored, or at the beginning."""
    journal = in_memory
    game_id = played(journal, 1)
    with pytest.raises(ValueError, match="has no action"):
        journal.commit(Play(game_id, after, ("action",), ("sum",)))
    with pytest.raises(ValueError, match="has no action"):
        journal.commit(Move(game_id, 2))
    assert journal.load(game_id).lines == ("action 1",)


def test_a_half_entered_hand_survives_a_power_cut_until_it_is_played(tmp_path: Path) -> None:
    """A draft survives re-opening; the action it leads to, and undo, clear it."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 1)
        journal.commit(Draft(game_id, "two of three cards"))
    with opened(path) as journal:
        assert journal.load(game_id).draft == "two of three cards"
        journal.commit(Play(game_id, 1, ("action 2",), ("sum 2",)))
    with opened(path) as journal:
        assert journal.load(game_id).draft is None
        journal.commit(Draft(game_id, "one card"))
        journal.commit(Move(game_id, 1))
    with opened(path) as journal:
        assert journal.load(game_id).draft is None


def test_a_finished_game_whose_end_is_taken_back_goes_on(tmp_path: Path) -> None:
    """A game is finished while the action that ended it stands: undo reopens it, redo ends it again."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 1)
        journal.commit(Play(game_id, 1, ("the last",), ("sum",), over=True))
        assert journal.unfinished_game() is None
    statuses = []
    for ply in (2, 1, 2):
        with opened(path) as journal:
            journal.commit(Move(game_id, ply))
        with opened(path) as journal:
            statuses.append((journal.load(game_id).status, journal.unfinished_game() is None))
    assert statuses == [("finished", True), ("playing", False), ("finished", True)]


def test_another_last_action_can_follow_an_end_taken_back(in_memory: Journal) -> None:
    """Playing on after undoing the end leaves the game unfinished."""
    journal = in_memory
    game_id = begin_game(journal, HEADER, COLOURS)
    journal.commit(Play(game_id, 0, ("the last",), ("sum",), over=True))
    journal.commit(Move(game_id, 0))
    journal.commit(Play(game_id, 0, ("not the last",), ("sum",)))
    assert journal.load(game_id).status == "playing"


def test_the_game_offered_at_start_is_the_one_taken_up_last(tmp_path: Path) -> None:
    """Of two unfinished games the newer is offered, an older one if it was resumed since, none put aside."""
    path = tmp_path / "journal.db"
    offered: list[int | None] = []
    with opened(path) as journal:
        first, second = played(journal, 1), played(journal, 2)
    for step in ("nothing", "put aside", "resume", "discard", "aside"):
        with opened(path) as journal:
            match step:
                case "put aside":
                    journal.commit(PutAside(second))
                case "resume":
                    journal.commit(Resume(second))
                case "discard":
                    journal.commit(Discard(second))
                case "aside":
                    journal.commit(PutAside(first))
            game = journal.unfinished_game()
            offered.append(game.id if game else None)
    assert offered == [second, first, second, first, None]


def test_stored_games_are_listed_newest_first(in_memory: Journal) -> None:
    """Each with its number of played actions and how it stands; a discarded game is gone."""
    journal = in_memory
    finished, aside, gone = (played(journal, actions) for actions in (3, 2, 1))
    journal.commit(Play(finished, 3, ("the last",), ("sum",), over=True))
    journal.commit(PutAside(aside))
    journal.commit(Discard(gone))
    imported = add_game(journal, HEADER, COLOURS, ("a", "b"), ("1", "2"), "finished")
    listed = [(game.id, game.actions, game.status) for game in journal.games()]
    assert listed == [(imported, 2, "finished"), (aside, 2, "aside"), (finished, 4, "finished")]
    with pytest.raises(KeyError):
        journal.load(gone + 10)


def test_an_imported_game_is_stored_whole(tmp_path: Path) -> None:
    """Every line is there, and the status it was given."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        ids = {
            status: add_game(journal, HEADER, (), ("a", "b"), ("1", "2"), status) for status in ("finished", "aside")
        }
    with opened(path) as journal:
        for status, game_id in ids.items():
            game = journal.load(game_id)
            assert (game.lines, game.checksums, game.ply, game.colours) == (("a", "b"), ("1", "2"), 2, ())
            assert game.status == status


def test_settings_are_kept(tmp_path: Path) -> None:
    """The last value of a key counts."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        journal.commit(Choose("language", "en"))
        journal.commit(Choose("language", "fr"))
        journal.commit(Choose("sound", "off"))
    with opened(path) as journal:
        assert journal.settings == {"language": "fr", "sound": "off"}


def test_a_clock_that_jumps_by_years_confuses_nothing(tmp_path: Path) -> None:
    """Times are labels: the newest game is the one begun last, whatever the clock said."""
    path = tmp_path / "journal.db"
    for year in (2026, 1970, 2038, 1999):
        journal = open_journal(path, lambda year=year: NOON.replace(year=year)).journal
        with journal:
            newest = played(journal, 1)
    with opened(path) as journal:
        assert [game.started_at.year for game in journal.games()] == [1999, 2038, 1970, 2026]
        unfinished = journal.unfinished_game()
        assert unfinished is not None and unfinished.id == newest


def test_a_power_cut_is_a_copy_of_the_files_at_any_moment(tmp_path: Path) -> None:
    """A journal never closed opens with every action stored so far."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = begin_game(journal, HEADER, COLOURS)
        for ply in range(1, 30):
            journal.commit(Play(game_id, ply - 1, (f"action {ply}",), ("sum",)))
            cut = tmp_path / f"cut {ply}"
            cut.mkdir()
            for file in tmp_path.glob("journal.db*"):
                shutil.copy(file, cut)
            with opened(cut / "journal.db") as found:
                assert len(found.load(game_id).lines) == ply


def test_in_memory_nothing_is_durable_and_nobody_is_warned(in_memory: Journal, tmp_path: Path) -> None:
    """Without a path the journal is in memory, as for a demonstration; with one it is durable."""
    assert not in_memory.is_durable
    assert in_memory.load(played(in_memory, 2)).ply == 2
    with opened(tmp_path / "new folder" / "journal.db") as journal:
        assert journal.is_durable


# --- costs -----------------------------------------------------------------------------------------------------------

PLAY_MANY = """
import sys
from datetime import datetime
from pathlib import Path
from firmware_py.storage.changes import Begin, Draft, Move, Play
from firmware_py.storage.opening import open_journal
journal = open_journal(Path(sys.argv[1]), datetime.now).journal
journal.commit(Begin("header", ("red",)))
for ply in range(1, int(sys.argv[2]) + 1):
    journal.commit(Play(1, ply - 1, ("x" * 150,), ("0123456789abcdef",)), Draft(1, "a draft"))
journal.commit(Move(1, 0))
"""


def system_calls(folder: Path, actions: int) -> Counter[str]:
    """How often a child process that plays so many actions asks the kernel to write, and to write through."""
    trace = folder / f"trace {actions}"
    calls = "trace=fdatasync,fsync,sync_file_range,msync,sync,pwrite64"
    command = ["strace", "-f", "-e", calls, "-o", str(trace), sys.executable]
    subprocess.run(
        [*command, "-c", PLAY_MANY, str(folder / f"{actions}.db"), str(actions)], check=True, timeout=PATIENCE_S
    )
    return Counter(re.findall(r"^\d+ +(\w*(?:sync|pwrite))\w*\(", trace.read_text(), re.MULTILINE))


@pytest.mark.skipif(shutil.which("strace") is None, reason="counting syncs takes strace: apt install strace")
def test_every_action_costs_exactly_one_sync(tmp_path: Path) -> None:
    """A hundred actions more are a hundred syncs more, as the kernel counts them, and four hundred writes at most."""
    more = system_calls(tmp_path, 120)
    more.subtract(system_calls(tmp_path, 20))
    assert sum(count for call, count in more.items() if "sync" in call) == 100
    assert 0 < more["pwrite"] <= 400


def test_a_press_is_one_statement_and_hardly_more_than_a_page(tmp_path: Path) -> None:
    """An action and the draft after it are stored as one row; the log grows by less than 5 kB."""
    statements: list[str] = []
    log = tmp_path / "journal.db-wal"
    with opened(tmp_path / "journal.db") as journal:
        game_id = played(journal, 20)
        length = log.stat().st_size
        journal._db.set_trace_callback(statements.append)
        for ply in range(20, 120):
            journal.commit(Play(game_id, ply, ("x" * 150,), ("0123456789abcdef",)), Draft(game_id, "a draft"))
        assert len(statements) == 100
        assert log.stat().st_size - length <= 100 * 5000


def test_the_log_is_no_longer_than_one_game(tmp_path: Path) -> None:
    """A new game begins with an empty log, so that a cut never leaves more than one game to read again."""
    log = tmp_path / "journal.db-wal"
    with opened(tmp_path / "journal.db") as journal:
        played(journal, 40)
        length = log.stat().st_size
        for _ in range(3):
            played(journal, 40)
        assert log.stat().st_size < 1.2 * length


def test_many_drafts_do_not_make_the_next_start_slow(tmp_path: Path) -> None:
    """The chain of changes starts again once it is long, after how many starts that may be, and holds the same."""
    path = tmp_path / "journal.db"
    with opened(path) as journal:
        game_id = played(journal, 3)
    for start in range(5):
        with opened(path) as journal:
            for number in range(MOST_CHANGES // 2 - 10):
                journal.commit(Draft(game_id, f"draft {start} {number}"))
            before = journal.load(game_id)
        with opened(path) as journal:
            assert journal._db.execute("SELECT count(*) FROM changes").fetchone()[0] <= MOST_CHANGES + 2
            assert journal.load(game_id) == before


# --- ten thousand games ----------------------------------------------------------------------------------------------

MANY = 10_000

MEASURE = """
import resource, sys
from datetime import datetime
from pathlib import Path
from firmware_py.device.disk import Disk
from firmware_py.storage.opening import open_journal

def bytes_read():
    return int(Path("/proc/self/io").read_text().split()[1])

for path in sys.argv[2:]:  # the first is read to load what is loaded once
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = bytes_read()
    journal = open_journal(Path(path), datetime.now).journal
    disk = Disk(journal, None)
    disk.at_start.saved_games()
    listed = bytes_read()
    while disk.examine()[0]:
        pass
    assert journal.is_durable and disk.at_start.saved.count >= int(sys.argv[1])
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(listed - begun, grown)
    journal.close()
"""


@before_a_release
def test_ten_thousand_stored_games_cost_no_more_than_a_few(tmp_path: Path) -> None:
    """No more of the disk is read until they are listed: not a byte a game. Examining them all takes 5 MB at most."""
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    actions = tuple(f'{{"by": "Ada", "do": "explore", "pile": "left", "number": {ply}}}' for ply in range(30))
    for path, count in ((few, 60), (many, MANY)):
        with opened(path) as journal:
            whole = HEADER, COLOURS, actions, ("0123456789abcdef",) * len(actions), "finished"
            add_game(journal, *whole)
            game = journal.load(1)
            journal.commit(*(Add(game) for _ in range(count - 1)))
            played(journal, 30)
    measured = subprocess.check_output([sys.executable, "-c", MEASURE, "60", str(few), str(few), str(many)], text=True)
    _, (of_few, _), (of_many, grown_kb) = (map(int, line.split()) for line in measured.splitlines())
    assert of_many < of_few + MANY
    assert grown_kb < 5000


# --- the lines of saved games -----------------------------------------------------------------------------------------


def test_the_line_of_a_game_is_made_once(tmp_path: Path) -> None:
    """Whoever leaves a game waits for its line, and not for those of a thousand others, which are as they were."""
    with open_journal(tmp_path / "games.sqlite", lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        kept, changed = (save_session(journal, begin(read_header(header))) for header in HEADERS[:2])
        before = {line.game_id: line for line in Disk(journal, None).at_start.saved_games()}
        journal.commit(PutAside(changed))
        added = save_session(journal, begin(read_header(HEADERS[2])))
        after = {line.game_id: line for line in Disk(journal, None).at_start.saved_games()}
    assert list(after) == [added, changed, kept]
    assert after[kept] is before[kept]
    assert after[changed] is not before[changed]


def test_each_power_on_counts_from_another_year_on(tmp_path: Path) -> None:
    """The same one goes on counting; and no other device counts alike."""
    path, counted = tmp_path / "journal.db", []
    for boot in ("a", "a", "b", "", "b", "a"):
        with open_journal(path, lambda: NOON, uptime_s=lambda: 7.0, boot=boot).journal as journal:
            counted.append(journal.clocks.stamp().uptime_ms - 7000)
    first = counted[0]
    assert counted == [first, first, first + BOOT_MS, 0, first + BOOT_MS, first + 2 * BOOT_MS]
    with open_journal(tmp_path / "other.db", lambda: NOON, uptime_s=lambda: 7.0, boot="a").journal as journal:
        assert journal.clocks.stamp().uptime_ms - 7000 != first
