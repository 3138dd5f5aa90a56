"""The journal where a disk is locked, full or broken, in a program that dies, and beside one that plays on."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sampling import many
from stored_journal import NOON, as_of_a_newer_version, begin_game, games_of, open_at_noon, stored_journal, warning_of
from waiting import PATIENCE_S, child

from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME, missing_mount
from firmware_py.storage.files import JournalError, is_in_use
from firmware_py.storage.opening import open_journal, read_journal
from firmware_py.words import speak

HOLD_OPEN = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.opening import open_journal
with open_journal(Path(sys.argv[1]), lambda: datetime.now(UTC)).journal as journal:
    print(journal.is_durable, flush=True)
    sys.stdin.read()
"""


def piped(program: str, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Run a program with its output and input as pipes; it ends with its input, or is killed with the block."""
    command = [sys.executable, "-c", program, *arguments]
    return child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line that a child prints."""
    assert process.stdout
    return process.stdout.readline().strip()


def run(program: str, *arguments: str, before: list[str] | None = None) -> str:
    """What a program prints."""
    command = [*(before or ()), sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- places that cannot be used --------------------------------------------------------------------------------------


def test_a_place_that_cannot_be_opened_means_play_in_memory(tmp_path: Path) -> None:
    """A directory in the file's place, and a file in the directory's place, are named in the warning."""
    (tmp_path / "file").write_text("not a directory")
    for path in (tmp_path, tmp_path / "file" / "journal.db"):
        outcome = open_at_noon(path)
        with outcome.journal as journal:
            assert not journal.is_durable
            assert journal.load(begin_game(journal, "header", ("red",))).ply == 0
        assert f"{path} cannot be opened" in warning_of(outcome)
        assert "in memory only" in warning_of(outcome)
    assert (tmp_path / "file").read_text() == "not a directory"


def test_nothing_is_written_beneath_a_disk_that_is_not_mounted(tmp_path: Path) -> None:
    """The disk of the games is named in fstab and is not there: play is in memory, and its folder stays empty.

    The folder itself, or one above it, may be the disk's place, and its name may hold a blank.
    """
    disk = tmp_path / "the games"
    disk.mkdir()
    fstab = tmp_path / "fstab"
    fstab.write_text(f"# a note\n\nLABEL=games {str(disk).replace(' ', chr(92) + '040')} ext4 noatime,nofail 0 0\n")
    for path in (disk / "journal.db", disk / "of" / "mine" / "journal.db"):
        outcome = open_journal(path, lambda: datetime.now(UTC), fstab)
        with outcome.journal as journal:
            assert not journal.is_durable
            assert journal.load(begin_game(journal, "header", ("red",))).ply == 0
        assert f"The disk of the games is not mounted at {disk}" in warning_of(outcome)
        assert "in memory only" in warning_of(outcome)
    assert not list(disk.iterdir())


@pytest.mark.parametrize(
    "line",
    [
        "proc /proc proc defaults 0 0",  # it is mounted
        "/srv /proc/self none bind 0 0",  # a folder of another name, on the same file system
        "LABEL=other /elsewhere ext4 defaults 0 0",
        "/dev/sda1 none swap sw 0 0",
        "tmpfs / tmpfs defaults 0 0",
        "# LABEL=games /proc/self ext4 defaults 0 0",
        "nonsense",
        "",
    ],
)
def test_a_folder_is_no_missing_disk_where_fstab_does_not_say_so(tmp_path: Path, line: str) -> None:
    """A disk that is mounted, other lines, comments and nonsense keep nobody from writing."""
    (tmp_path / "fstab").write_text(line)
    assert missing_mount(Path("/proc/self"), tmp_path / "fstab") is None
    assert missing_mount(Path("/proc/self"), tmp_path / "missing") is None


def test_two_programs_never_write_one_journal(tmp_path: Path) -> None:
    """While another process has it open, play is in memory; afterwards the journal is free again, and whole."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    with piped(HOLD_OPEN, str(path)) as other:
        assert line_of(other) == "True"
        outcome = open_at_noon(path)
        assert f"Another program is using {path}" in warning_of(outcome)
        with outcome.journal as journal:
            assert not journal.is_durable
            assert journal.games() == ()
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert outcome.warning is None
        assert games_of(journal) == before


OPEN_AS_ROOT = """
import json, sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak
outcome = open_journal(Path(sys.argv[1]), lambda: datetime.now(UTC))
print(json.dumps([
    outcome.journal.is_durable, speak("en")(outcome.warning), outcome.journal.unfinished_game().draft
]))
"""

OPEN_AS_NOBODY = """
import json, os, sys, tempfile  # while the library can be read: it may lie in the home of root
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak
say = speak("en")
if os.geteuid() == 0:  # root may write anywhere
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
outcome = open_journal(Path(sys.argv[1]), lambda: datetime.now(UTC))
unfinished = outcome.journal.unfinished_game()
print(json.dumps([outcome.journal.is_durable, say(outcome.warning), unfinished and unfinished.draft]))
"""


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o644, 0o555), (0o444, 0o777), (0o444, 0o555)])
def test_a_journal_that_cannot_be_written_can_still_be_read(file_mode: int, folder_mode: int) -> None:
    """The unfinished game is offered from memory, and the warning says that nothing is saved."""
    folder = Path(tempfile.mkdtemp())  # pytest's own folders are closed to other users
    try:
        path = folder / "journal.db"
        stored_journal(path)
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        is_durable, warning, draft = json.loads(run(OPEN_AS_NOBODY, str(path)))
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    assert not is_durable
    assert str(path) in warning and "access rights" in warning
    assert draft == "half a hand"


PLAY_UNTIL_IT_FAILS = """
import json, os, resource, sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.changes import Begin, Choose, Draft, Move, Play
from firmware_py.storage.files import JournalError
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak
path, fault = Path(sys.argv[1]), sys.argv[2]
outcome = open_journal(path, lambda: datetime.now(UTC))
if outcome.warning:
    sys.exit(speak("en")(outcome.warning))
journal = outcome.journal
old = journal.unfinished_game().id
game_id = journal.commit(Begin("header", ("red",))).game.id
journal.commit(Play(game_id, 0, ("action 1",), ("sum 1",)))
journal.commit(Play(game_id, 1, ("taken back",), ("sum 2",)))
journal.commit(Move(game_id, 1))
journal.commit(Draft(game_id, "half a hand"))
before = journal.load(game_id)
if fault == "limit":  # no file may grow any more
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size,) * 2)
elif fault == "full":
    os.posix_fallocate(os.open(path.with_name("filler"), os.O_WRONLY | os.O_CREAT), 0, os.statvfs(path).f_bavail * 4096)
elif fault in ("pulled", "gone"):  # every file of the journal becomes a directory: nothing can be read or written
    for link in Path("/proc/self/fd").iterdir():
        if os.path.realpath(link).startswith(str(path)):
            os.dup2(os.open(path.parent, os.O_RDONLY), int(link.name))
    if fault == "gone":
        path.rename(path.with_name("elsewhere"))
failed = []
for write in (
    lambda: journal.commit(Play(game_id, 1, ("x" * 5000,), ("sum",))),
    lambda: journal.commit(Draft(game_id, "x" * 5000)),
    lambda: journal.commit(Choose("language", "x" * 5000)),
):
    try:
        write()
    except JournalError as error:
        fault = error.why
        failed.append(speak("en")(fault))
unchanged = journal.load(game_id) == before
warning = speak("en")(journal.continue_in_memory(fault))
survived = journal.load(game_id) == before
journal.commit(Play(game_id, 1, ("action 2",), ("sum 2",)))
journal.commit(Choose("sound", "off"))
print(json.dumps({
    "failed": failed, "unchanged": unchanged, "warning": warning, "survived": survived, "durable": journal.is_durable,
    "lines": journal.load(game_id).lines, "settings": journal.settings, "games": len(journal.games()),
    "old": len(journal.games()) > 1 and journal.load(old).draft,
}))
"""


@pytest.mark.parametrize(
    ("fault", "why", "games"), [("limit", "fails", 5), ("pulled", "fails", 5), ("gone", "fails", 1)]
)
def test_a_disk_that_fails_in_mid_game_does_not_end_the_game(tmp_path: Path, fault: str, why: str, games: int) -> None:
    """Nothing half stored; game and settings go on in memory, with all that can be read; the disk keeps what it had."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    outcome = json.loads(run(PLAY_UNTIL_IT_FAILS, str(path), fault))
    check_survived(outcome, why, games)
    if fault == "gone":
        (tmp_path / "elsewhere").rename(path)
    check_on_disk(path)


@pytest.fixture
def small_disk(tmp_path: Path) -> list[str]:
    """The beginning of a command that runs another one with a disk of 200 kB mounted on tmp_path/disk."""
    (tmp_path / "disk").mkdir()
    mount = f"mount -t tmpfs -o size=200k none {tmp_path}/disk && cp {tmp_path}/journal.db {tmp_path}/disk"
    command = ["unshare", "--mount", "sh", "-c", f'{mount} && "$@" && cp {tmp_path}/disk/journal.db* {tmp_path}', "sh"]
    stored_journal(tmp_path / "journal.db")
    if not shutil.which("unshare") or subprocess.run([*command, "true"], capture_output=True).returncode:
        pytest.skip("mounting a small disk takes root and unshare(1)")
    return command


def test_a_disk_that_fills_up_in_mid_game_does_not_end_the_game(tmp_path: Path, small_disk: list[str]) -> None:
    """The same on a disk that is really full."""
    outcome = json.loads(run(PLAY_UNTIL_IT_FAILS, str(tmp_path / "disk" / "journal.db"), "full", before=small_disk))
    check_survived(outcome, "is full: make room on it", games=5)
    check_on_disk(tmp_path / "journal.db")


def check_survived(outcome: dict[str, object], why: str, games: int) -> None:
    failed = outcome.pop("failed")
    assert isinstance(failed, list) and len(failed) == 3
    assert all(why in sentence for sentence in failed)
    assert outcome == {
        "unchanged": True,
        "survived": True,
        "warning": "Games are in memory only: without power they are lost.",
        "durable": False,
        "lines": ["action 1", "action 2"],
        "settings": {"language": "fr", "sound": "off"},
        "games": games,
        "old": games > 1 and "half a hand",
    }


def check_on_disk(path: Path) -> None:
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert outcome.warning is None
        game = journal.unfinished_game()
        assert game is not None
        assert (game.lines, game.ply, game.draft) == (("action 1", "taken back"), 1, "half a hand")
        assert journal.settings == {"language": "fr"}
        assert len(journal.games()) == 5


def test_a_disk_that_may_only_be_read_is_reported_at_the_start(tmp_path: Path, small_disk: list[str]) -> None:
    """A write-protected card: the unfinished game is offered from memory, and goes on there."""
    protected = [*small_disk, "sh", "-c", f'mount -o remount,ro {tmp_path}/disk && "$@"', "sh"]
    is_durable, warning, draft = json.loads(run(OPEN_AS_ROOT, str(tmp_path / "disk" / "journal.db"), before=protected))
    assert not is_durable
    assert "check the write protection" in warning
    assert draft == "half a hand"


FILL_AND_OPEN = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak
folder = Path(sys.argv[1])
filler = os.open(folder / "filler", os.O_WRONLY | os.O_CREAT)
os.posix_fallocate(filler, 0, os.statvfs(folder).f_bavail * 4096)
for name in ("journal.db", "new.db", "new folder/new.db"):
    outcome = open_journal(folder / name, lambda: datetime.now(UTC))
    print(outcome.journal.is_durable, len(outcome.journal.games()), speak("en")(outcome.warning))
os.close(filler)
held = [os.path.realpath(link) for link in Path("/proc/self/fd").iterdir() if link.exists()]
print(*(path for path in held if path.startswith(str(folder))))
"""


def test_a_disk_that_is_full_at_the_start_is_reported(tmp_path: Path, small_disk: list[str]) -> None:
    """Not only at the first action: opening writes, too. What is stored can be read, and no file is left open."""
    *lines, held = run(FILL_AND_OPEN, str(tmp_path / "disk"), before=small_disk).split("\n")[:-1]
    assert held == ""
    kept = [line.split(" ", 2)[:2] for line in lines]
    assert kept == [["False", "4"], ["False", "0"], ["False", "0"]]
    assert all("is full: make room on it" in line for line in lines)


# --- sudden death ----------------------------------------------------------------------------------------------------

APPEND_FOR_EVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.changes import Begin, Draft, Play
from firmware_py.storage.opening import open_journal
journal = open_journal(Path(sys.argv[1]), lambda: datetime.now(UTC)).journal
game_id = journal.commit(Begin("header", ("red",))).game.id
ply = 0
while True:
    ply += 1
    journal.commit(Draft(game_id, f"of action {ply}"))
    journal.commit(Play(game_id, ply - 1, (f"action {ply}",), ("sum",)))
    sys.stdout.write(f"{ply}\\n")
    sys.stdout.flush()
"""


def test_every_acknowledged_action_is_there_after_a_sudden_death(tmp_path: Path) -> None:
    """A program killed at any moment has stored every action it acknowledged, and at most one more."""
    path = tmp_path / "journal.db"
    chance = random.Random()
    for number in range(1, many(5, whole=9)):
        with piped(APPEND_FOR_EVER, str(path)) as victim:
            assert victim.stdout is not None
            heard = [victim.stdout.readline() for _ in range(chance.randrange(1, 60))]
            victim.send_signal(signal.SIGKILL)
            acknowledged = int([*heard, *victim.stdout.readlines()][-1])
        outcome = open_at_noon(path)
        with outcome.journal as journal:
            assert outcome.warning is None
            game = journal.unfinished_game()
            assert game is not None and game.id == number
            assert acknowledged <= len(game.lines) <= acknowledged + 1
            assert game.lines == tuple(f"action {ply}" for ply in range(1, game.ply + 1))
            assert game.draft in (None, f"of action {game.ply + 1}")


# --- reading a journal that another process plays on ------------------------------------------------------------------

RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n{"do": "explore", "by": "Zoé", "pile": "left"}\n'
)

PLAY_FOR_EVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from firmware_py.storage.changes import Begin, Play
from firmware_py.storage.opening import open_journal
journal = open_journal(Path(sys.argv[1]), lambda: datetime.now(UTC)).journal
while True:
    game = journal.commit(Begin("header", ("red",))).game.id  # which empties the log
    for ply in range(1, 4):
        journal.commit(Play(game, ply - 1, (f"action {ply} " + "x" * 300,), ("sum",)))
    print(game, flush=True)
"""


def test_what_another_process_plays_is_read(tmp_path: Path) -> None:
    """Every game, the newest action and the settings; not a byte of its files changes, and it still has them."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    with piped(HOLD_OPEN, str(path)) as other:
        assert line_of(other) == "True"
        files = {file: file.read_bytes() for file in tmp_path.iterdir()}
        with read_journal(path, lambda: NOON) as journal:
            assert games_of(journal) == before
            assert journal.settings == {"language": "fr"}
        assert {file: file.read_bytes() for file in tmp_path.iterdir()} == files
        assert is_in_use(path)


@pytest.fixture
def disk_path() -> Iterator[Path]:
    """A folder on a disk, whose syncs slow a process that plays without a pause, as they slow a referee."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


def test_a_copy_is_whole_at_any_moment_of_another_process_s_work(disk_path: Path) -> None:
    """In the midst of actions, and while the log is emptied into the database: what was acknowledged is all there."""
    path = disk_path / "journal.db"
    with piped(PLAY_FOR_EVER, str(path)) as other:
        for _ in range(10):
            acknowledged = int(line_of(other))
            with read_journal(path, lambda: NOON) as journal:
                games = games_of(journal)
                assert len(games) >= acknowledged
                assert all(games[number].ply == 3 for number in range(1, acknowledged + 1))
                assert sum(game.ply < 3 for game in games.values()) <= 1


def test_reading_makes_no_journal_where_there_is_none(tmp_path: Path) -> None:
    """Nothing is listed, and neither file nor folder is left behind."""
    with read_journal(tmp_path / "data" / "journal.db", lambda: NOON) as journal:
        assert journal.games() == ()
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_cannot_be_read_is_reported_and_left_alone(tmp_path: Path) -> None:
    """One that is damaged, one of a newer version, one in whose place there is a folder."""
    path = tmp_path / "journal.db"
    stored_journal(path)
    whole = path.read_bytes()
    as_of_a_newer_version(path)
    newer = path.read_bytes()
    folder = tmp_path / "folder"
    folder.mkdir()
    for content, why in ((whole[:4096] + b"\xff" * 1904 + whole[6000:], "is damaged"), (newer, "newer version")):
        path.write_bytes(content)
        with pytest.raises(JournalError) as error:
            read_journal(path, lambda: NOON)
        assert why in speak("en")(error.value.why)
        assert path.read_bytes() == content
    with pytest.raises(JournalError) as error:
        read_journal(folder, lambda: NOON)
    assert f"{folder} cannot be opened" in speak("en")(error.value.why)


def test_the_commands_that_only_read_work_beside_a_running_referee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`games` and `export` print and end well; `import` says what to do instead, and keeps nothing."""
    record = tmp_path / "game.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    data = tmp_path / "data"
    assert main(["import", str(record), "--data", str(data)]) == 0
    with piped(HOLD_OPEN, str(data / JOURNAL_NAME)) as other:
        assert line_of(other) == "True"
        capsys.readouterr()
        assert main(["games", "--data", str(data)]) == 0
        assert "Zoé and Bo" in capsys.readouterr().out
        assert main(["export", "1", "--data", str(data)]) == 0
        assert capsys.readouterr() == (RECORD, "")
        assert main(["import", str(record), "--data", str(data)]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "The referee is running" in said.err
        assert "memory" not in said.err
    with open_at_noon(data / JOURNAL_NAME).journal as journal:
        assert len(journal.games()) == 1
