"""A disk that fails, a damaged journal, a copied one: the device plays on, and says what is not saved."""

import shutil
import sqlite3

import pytest
from msgspec.structs import replace
from touched_lines import choose

from display.view import as_text
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.storage.changes import Play
from firmware_py.storage.journal import save_session


def played(device):
    return device.app.table.playing.ply


def test_a_disk_that_fails_in_mid_game_does_not_stop_the_game(game, capsys):
    """A warning once, in the log too, the badge for as long as it lasts, and play goes on with undo and all."""
    game.press("ok")
    game.journal._db.execute("PRAGMA query_only = 1")  # the nearest thing to a disk that turned read-only
    game.press("ok")
    assert played(game) == 2
    assert "unsaved" in game.app.view.badges
    assert game.app.view.notice
    assert game.app.view.notice.kind == "warning"
    game.press("ok")
    assert played(game) == 3
    assert game.app.view.notice.kind == "news"
    assert "unsaved" in game.app.view.badges
    logged = capsys.readouterr().err.splitlines()
    assert len([line for line in logged if line.startswith("<4>") and JOURNAL_NAME in line]) == 1
    assert len([line for line in logged if "in memory only" in line]) == 1
    game.hold("back", 1.2)
    assert played(game) == 2


def test_what_is_not_saved_is_never_called_saved(game):
    """Neither the question, nor the countdown, nor the last page says so; they tell what is lost, and what saves it."""
    game.journal._db.execute("PRAGMA query_only = 1")
    game.press("ok")
    game.hold("ok", 2.0)
    for button in ("back", "up", "ok", "up", "ok"):
        game.press(button)
    question = as_text(game.app.view)
    assert "Switch off" in question
    assert "not saved: they are lost when the device is off" in question
    assert "copy it to a USB stick" in question
    game.pins.press("ok")
    game.wait(2)
    countdown = as_text(game.app.shown)
    game.wait(4)
    farewell = as_text(game.app.shown)
    assert game.app.state.is_switched_off
    assert "let go to stay on" in countdown
    assert "not saved" in countdown
    assert "not saved" in farewell
    assert "Everything is saved" not in question + farewell
    assert "unsaved" in game.app.shown.badges


@pytest.mark.parametrize("disk_gives_back", [True, False], ids=["read-only", "dead"])
def test_a_disk_that_fails_while_leaving_a_game_still_lets_one_leave(game, disk_gives_back):
    """The game is known in memory and can be taken up again."""
    game.press("ok")
    if disk_gives_back:
        game.journal._db.execute("PRAGMA query_only = 1")
    else:
        game.journal._db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    for button in ("back", "up", "ok"):
        game.press(button)
    assert "Which game will you play?" in as_text(game.app.view)
    assert ("unsaved" in game.app.view.badges) != disk_gives_back
    game.press("ok")
    assert played(game) == 1
    assert "unsaved" in game.app.view.badges


def test_a_disk_that_fails_while_a_game_is_put_aside_still_puts_it_aside(game):
    """In memory, with a warning."""
    game.press("ok")
    game.cut()
    game.journal._db.execute("PRAGMA query_only = 1")
    for button in ("down", "ok"):
        game.press(button)
    assert "Which game will you play?" in as_text(game.app.view)
    assert "unsaved" in game.app.view.badges
    assert game.app.view.notice


def test_a_damaged_journal_is_told_at_the_start(tmp_path):
    """It is set aside, and the device plays."""
    (tmp_path / JOURNAL_NAME).write_bytes(b"no database at all" * 500)
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        notice = device.app.view.notice
        assert notice
        assert notice.kind == "warning"
        assert "was damaged and is kept as" in notice.text
        assert "unsaved" not in device.app.view.badges
    assert list(tmp_path.glob("*.damaged-*"))


def test_a_folder_that_cannot_be_written_is_told_at_the_start(tmp_path):
    """The device plays in memory, and says so all the time."""
    (tmp_path / "data").write_text("a file where the folder should be")
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        assert device.app.view.notice
        assert "unsaved" in device.app.view.badges
        for button in ("down", *["ok"] * 5):
            device.press(button)
        assert played(device) == 1


def test_a_stored_game_of_other_rules_is_opened_as_far_as_it_goes(game):
    """A state that comes out otherwise than it was stored is told, and as it was stored the game is kept."""
    game.press("ok")
    game.press("ok")
    before = game.journal.load(1)
    game.journal.commit(Play(1, 1, before.lines[1:], ("other",)))
    game.cut()
    game.press("ok")
    assert played(game) == 1
    assert "rules have changed" in as_text(game.app.view)
    assert "it stays among the saved games" in as_text(game.app.view)
    game.press("ok")
    assert game.journal.load(1).ply == 2
    kept = game.journal.load(2)
    assert (kept.lines, kept.ply, kept.status) == (before.lines, 2, "aside")
    game.cut()
    game.press("ok")
    assert "rules have changed" not in as_text(game.app.view)


def test_a_game_that_is_copied_to_another_device_goes_on_there(game, tmp_path):
    """All there is to know of it is in the data folder."""
    game.press("ok")
    before = as_text(replace(game.app.view, notice=None))
    shutil.copytree(tmp_path / "data", tmp_path / "other")
    with SimulatedDevice(Config(), tmp_path / "other") as other:
        other.press("ok")
        assert as_text(replace(other.app.view, notice=None)) == before


def test_a_disk_that_fails_as_the_device_starts_is_reported(device):
    """The first page says so, and the badge stays."""
    device.journal._db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    app = App(Resources(Config(), device.devices, Disk(device.journal, None)), device.now_s)
    assert JOURNAL_NAME in as_text(app.view)
    assert "unsaved" in app.view.badges


def test_a_game_that_went_with_its_disk_is_listed_no_longer(game):
    """Who deletes it as the stick is pulled out reads what has happened to the disk, and plays on."""
    save_session(game.journal, game.app.table.playing, aside=True)
    game.cut()
    choose(game, "Keep it for later", "Saved games", "Loot N Run", "Delete it…")
    place = game.journal.place
    game.journal._db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    for file in place.parent.glob(f"{place.name}*"):
        file.unlink()
    choose(game, "Delete it")
    assert game.app.view.notice.kind == "warning"
    assert "unsaved" in game.app.view.badges
    assert game.app.table.saved_games() == ()
