"""Games that safe mode has set aside come back by a line of the menu: all of them, once, and nothing newer is lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stored_journal import add_game, begin_game
from touched_lines import choose

from display.view import as_text
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.config.settings import WIRING
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.panel import enter_safe_mode
from firmware_py.host import failed_starts
from firmware_py.sensing import BOARD_KEY
from firmware_py.storage.changes import Choose, Draft, Move, Play
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}'
LINES = ('{"do": "explore", "by": "Zoé", "pile": "left"}', '{"do": "explore", "by": "Bo", "pile": "right"}')
SEED = "00112233445566778899aabbccddeeff"
TAKE_BACK = "Restore the games set aside"


def opened(data: Path) -> Journal:
    return open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """What is on the disk of a device that died in its first game, after a start in safe mode."""
    before, data = tmp_path / "before", tmp_path / "data"
    with opened(before) as journal:
        game = begin_game(journal, HEADER, ("red", "blue"), SEED)
        for ply, line in enumerate(LINES):
            journal.commit(Play(game, ply, (line,), ("",)))
        journal.commit(Move(game, 1))
        journal.commit(Draft(game, "half a hand"))
        for key, value in {
            WIRING: "taught",
            f"{BOARD_KEY}blue": "taught",
            f"{BOARD_KEY}red": "old",
            "rotation": "90",
        }.items():
            journal.commit(Choose(key, value))
        shutil.copytree(before, data)  # all of it is in the write-ahead log still
    enter_safe_mode(data, failed_starts.FAILED_STARTS)
    return data


@pytest.fixture
def box(data: Path) -> Iterator[SimulatedDevice]:
    """The same device after the next start, with a newer game."""
    with opened(data) as journal:
        journal.commit(Choose("language", "en"))
        journal.commit(Choose(f"{BOARD_KEY}red", "new"))
        add_game(journal, HEADER.replace("Bo", "Al"), ("red", "blue"), (), (), "aside")
    with SimulatedDevice(Config(), data) as box:
        yield box


def test_a_game_set_aside_is_taken_back_as_it_was_left(box: SimulatedDevice) -> None:
    """With what was taken back, what was half entered and what its dice follow from; it is not resumed by itself."""
    choose(box, "Saved games", TAKE_BACK)
    assert "1 game saved." in as_text(box.app.view)
    newest, newer = (box.journal.load(summary.id) for summary in box.journal.games())
    assert (newest.header_line, newest.lines, newest.ply, newest.draft) == (HEADER, LINES, 1, "half a hand")
    assert (box.journal.load(newest.id).seed, box.journal.load(newer.id).seed) == (SEED, "")
    assert (newest.status, newer.status) == ("aside", "aside")
    assert box.journal.unfinished_game() is None


def test_what_was_taught_of_boards_is_taken_back_and_nothing_else(box: SimulatedDevice) -> None:
    """Neither over what was taught since, nor the settings that may have made safe mode necessary."""
    choose(box, "Saved games", TAKE_BACK)
    assert "What was learnt about the magnetic board applies again after the next start." in as_text(box.app.view)
    box.cut()
    kept = box.journal.settings
    assert (kept[WIRING], kept[f"{BOARD_KEY}blue"], kept[f"{BOARD_KEY}red"]) == ("taught", "taught", "new")
    assert "rotation" not in kept


def test_a_plug_pulled_while_games_are_set_aside_loses_none(data: Path) -> None:
    """Between the two renames the file is aside already, and its log, with the newest games, is not."""
    (aside,) = data.glob(f"{JOURNAL_NAME}.aside-*Z")
    Path(f"{aside}-wal").rename(data / f"{JOURNAL_NAME}-wal")  # as if the power had gone before
    with opened(data) as journal:
        journal.commit(Choose("language", "en"))
    with SimulatedDevice(Config(), data) as box:
        choose(box, "Saved games", TAKE_BACK)
        (game,) = box.journal.games()
        assert box.journal.load(game.id).lines == LINES


def test_whoever_tidies_loses_no_game_that_is_left(data: Path) -> None:
    """Neither when the file set aside is thrown away without its log, nor when the journal is: the log has its game."""
    (aside,) = data.glob(f"{JOURNAL_NAME}.aside-*Z")
    Path(f"{aside}-wal").unlink()
    with opened(data) as journal:
        begin_game(journal, HEADER, ("red", "blue"))
        newer = Path(f"{data / JOURNAL_NAME}-wal").read_bytes()
    (data / JOURNAL_NAME).unlink()
    Path(f"{data / JOURNAL_NAME}-wal").write_bytes(newer)
    opened(data).close()
    assert not Path(f"{aside}-wal").exists()

    Path(f"{aside}-wal").write_bytes(newer)
    aside.unlink()
    with opened(data) as journal:
        number = begin_game(journal, HEADER, ("red", "blue"))
    with opened(data) as journal:
        assert [game.id for game in journal.games()] == [number, 1]


def test_nothing_is_taken_back_into_memory(data: Path) -> None:
    """It would be gone with the power, and no longer offered."""
    with opened(data) as other:  # so the disk cannot be used
        other.commit(Choose("language", "en"))
        with SimulatedDevice(Config(language="en"), data) as box:
            assert "unsaved" in box.app.view.badges
            box.press("ok")
            assert "Saved games" not in as_text(box.app.view)


def test_what_was_taken_back_is_offered_no_more(box: SimulatedDevice, data: Path) -> None:
    """Nor is its file thrown away."""
    choose(box, "Saved games", TAKE_BACK)
    box.press("ok")
    assert TAKE_BACK not in as_text(box.app.view)
    kept = sorted(path.name.split(".")[-1].split("-")[0] for path in data.glob(f"{JOURNAL_NAME}.*Z"))
    assert kept == ["taken"]


def test_a_game_taken_back_before_a_power_cut_is_not_taken_twice(box: SimulatedDevice, data: Path) -> None:
    """The file is marked last, so that nothing is forgotten; a game that is there already is recognised."""
    choose(box, "Saved games", TAKE_BACK)
    for path in list(data.glob(f"{JOURNAL_NAME}.taken-*")):
        path.rename(path.with_name(path.name.replace(".taken-", ".aside-")))
    box.cut()
    choose(box, "Saved games", TAKE_BACK)
    assert "1 game was saved already." in as_text(box.app.view)
    assert len(box.journal.games()) == 2


def test_what_cannot_be_read_stays_where_it_is(box: SimulatedDevice, data: Path) -> None:
    """It is named, and offered again: another computer may read it."""
    for path in data.glob(f"{JOURNAL_NAME}.aside-*"):
        path.write_bytes(b"nothing of a journal")
    choose(box, "Saved games", TAKE_BACK)
    assert "No game can be read in games.sqlite.aside-" in as_text(box.app.view)
    box.press("ok")
    assert TAKE_BACK in as_text(box.app.view)
