"""What any journal promises, whatever its form: nothing is changed in silence, and a start costs no second disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from places import PROJECT
from stored_journal import add_game, games_of, open_at_noon

from firmware_py.config.file import JOURNAL_NAME

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["%s", "Bo"]}'


@contextmanager
def in_use(folder: Path, player: str, games: int):
    """Yield what is stored in a journal that is open, so that all that lies beside its file lies there."""
    folder.mkdir()
    with open_at_noon(folder / JOURNAL_NAME).journal as journal:
        for number in range(games):
            line = f'{{"do": "explore", "by": "{player}", "pile": "left", "number": {number}}}'
            add_game(journal, HEADER % f"{player} {number}", ("red", "blue"), (line,), ("0" * 16,), "finished")
        yield games_of(journal)


def warned_or_whole(folder: Path, stored: dict) -> bool:
    """Return whether a journal holds all that was stored in it, or whoever opens it is warned that it does not."""
    opened = open_at_noon(folder / JOURNAL_NAME)
    with opened.journal as journal:
        return bool(opened.warnings) or games_of(journal) == stored


def test_a_journal_that_is_moved_without_what_lies_beside_it_is_reported(tmp_path: Path) -> None:
    """Whoever copies one file from the card of a device that lost its power gets its games, or hears what is gone."""
    with in_use(tmp_path / "first", "Ada", 3) as stored:
        (tmp_path / "moved").mkdir()
        shutil.copy(tmp_path / "first" / JOURNAL_NAME, tmp_path / "moved" / JOURNAL_NAME)
    assert warned_or_whole(tmp_path / "moved", stored)


def test_what_lay_beside_another_journal_changes_none(tmp_path: Path) -> None:
    """Whoever mixes the files of two cards gets the games of the journal, or hears that something is wrong."""
    with in_use(tmp_path / "other", "Kim", 5):
        shutil.copytree(tmp_path / "other", tmp_path / "beside")
    with in_use(tmp_path / "first", "Ada", 3) as stored:
        pass
    for path in (tmp_path / "beside").iterdir():
        if path.name != JOURNAL_NAME:
            shutil.copy(path, tmp_path / "first" / path.name)
    assert warned_or_whole(tmp_path / "first", stored)


OPENING = (
    "import sys; from stored_journal import open_at_noon; from pathlib import Path; open_at_noon(Path(sys.argv[1]))"
)


@pytest.mark.skipif(shutil.which("strace") is None, reason="seeing what is written takes strace: apt install strace")
def test_a_start_writes_no_copy_of_the_journal_elsewhere(tmp_path: Path) -> None:
    """The folder of temporary files is memory on many systems, and a history outgrows it."""
    with in_use(tmp_path / "data", "Ada", 3):
        pass
    trace, paths = tmp_path / "trace", os.pathsep.join((str(PROJECT), str(PROJECT / "tests/support")))
    command = ["strace", "-f", "-o", trace, "-e", "trace=open,openat,creat", sys.executable, "-c", OPENING]
    environ = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([*command, tmp_path / "data" / JOURNAL_NAME], env=environ, check=True)
    made = [line for line in trace.read_text().splitlines() if "O_CREAT" in line and "ENOENT" not in line]
    assert [line for line in made if str(tmp_path / "data") not in line] == []
