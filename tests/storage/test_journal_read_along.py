"""Reading a journal that another process plays on: whole at every moment, and nobody is disturbed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from stored_journal import NOON, as_of_a_newer_version, games_of, open_at_noon, stored_journal

from firmware_py.cli.main import main
from firmware_py.config.file import JOURNAL_NAME
from firmware_py.storage.files import JournalError, is_in_use
from firmware_py.storage.opening import read_journal
from firmware_py.words import speak

RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n{"do": "explore", "by": "Zoé", "pile": "left"}\n'
)

HOLD_OPEN = """
import sys
from datetime import datetime
from pathlib import Path
from firmware_py.storage.opening import open_journal
with open_journal(Path(sys.argv[1]), datetime.now).journal as journal:
    print(journal.is_durable, flush=True)
    sys.stdin.read()
"""

PLAY_FOR_EVER = """
import sys
from datetime import datetime
from pathlib import Path
from firmware_py.storage.changes import Begin, Play
from firmware_py.storage.opening import open_journal
journal = open_journal(Path(sys.argv[1]), datetime.now).journal
while True:
    game = journal.commit(Begin("header", ("red",))).game.id  # which empties the log
    for ply in range(1, 4):
        journal.commit(Play(game, ply - 1, (f"action {ply} " + "x" * 300,), ("sum",)))
    print(game, flush=True)
"""


@contextmanager
def other_process(program: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a program on the journal until the block ends."""
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    """Return the next line that it prints."""
    assert process.stdout
    return process.stdout.readline().strip()


def test_what_another_process_plays_is_read(tmp_path: Path) -> None:
    """Every game, the newest action and the settings; not a byte of its files changes, and it still has them."""
    path = tmp_path / "journal.db"
    before = stored_journal(path)
    with other_process(HOLD_OPEN, path) as other:
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
    with other_process(PLAY_FOR_EVER, path) as other:
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
    with other_process(HOLD_OPEN, data / JOURNAL_NAME) as other:
        assert line_of(other) == "True"
        capsys.readouterr()
        assert main(["games", "--data", str(data)]) == 0
        assert "Zoé, Bo" in capsys.readouterr().out
        assert main(["export", "1", "--data", str(data)]) == 0
        assert capsys.readouterr() == (RECORD, "")
        assert main(["import", str(record), "--data", str(data)]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "The referee is running" in said.err
        assert "memory" not in said.err
    with open_at_noon(data / JOURNAL_NAME).journal as journal:
        assert len(journal.games()) == 1
