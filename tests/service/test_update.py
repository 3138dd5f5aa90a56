"""Updates that a signal, a full disk or the plug cuts short: the version before runs, with the games as they were."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from installed_pi import Pi, start_of_unit
from stored_journal import open_at_noon

CUT_MV = """#!/bin/sh
# Stands for mv: the plug is pulled just when the journal's log is to be moved.
for last; do :; done
case $last in *-wal) kill -KILL $PPID; exit 1 ;; esac
exec /bin/mv "$@"
"""

FULL_CAT = """#!/bin/sh
# Stands for cat on a disk that fills up while the games are copied.
case $1 in ./games*) echo half; echo "cat: No space left on device" >&2; exit 1 ;; esac
exec /bin/cat "$@"
"""

FULL_DF = """#!/bin/sh
# Stands for df on a disk that is nearly full.
echo "Filesystem 1024-blocks Used Available Capacity Mounted on"
echo "/dev/root 9000 8000 1000 89% /"
"""

SIGNALLING_SYNC = """#!/bin/sh
# Stands for sync while the log's settings are written: the connection is lost meanwhile.
case $1 in *journald.conf.d*) kill -HUP $PPID ;; esac
"""

RESTART = "systemctl restart pyramid-referee.service"

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")


def assert_as_it_was(played: Pi, before: set[str]) -> None:
    """The older version is the one that runs, its games are untouched, and no file is left of the other."""
    assert played.current.name == "20200101T000000Z"
    assert played.games.read_text() == "played games"
    assert played.games.with_name("games.sqlite-wal").read_text() == "its last action"
    assert played.files() == before
    assert not list(played.backups.glob("*"))


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("TERM", "usermod --append"),
        ("INT", "systemctl stop"),
        ("PIPE", "systemctl daemon-reload"),
        ("TERM", "systemctl enable"),
        ("HUP", "systemctl restart"),
    ],
)
def test_an_interrupted_update_is_put_back(played: Pi, name: str, step: str) -> None:
    """Whatever ends it, wherever: the version before runs with its games, started again if it had been stopped."""
    before = played.files()
    played.signal.write_text(f"{name}:{step}")
    done = played.call("install")
    assert done.returncode == 1
    assert "Not installed: it was interrupted; run it again." in done.stderr
    assert_as_it_was(played, before)
    commands = played.commands()
    was_stopped = "systemctl stop pyramid-referee.service" in commands
    assert ("the version before runs again" in done.stderr) == was_stopped
    assert commands.count(RESTART) == was_stopped + (step == "systemctl restart")


def test_what_the_device_starts_is_never_deleted(played: Pi, tmp_path: Path) -> None:
    """If the way back fails because the card takes no more, `current` points to the new version; that is said."""
    pointed = tmp_path / "pointed"
    played.stand_in(
        "mv", f'#!/bin/sh\ncase "$*" in *current) mkdir {pointed} 2> /dev/null || exit 1; esac\nexec /bin/mv "$@"\n'
    )
    played.signal.write_text("TERM:systemctl restart")
    done = played.call("install")
    assert done.returncode == 1
    assert played.current.name != "20200101T000000Z"
    assert (played.current / "bin/pyramid-referee").exists()
    assert "The version before could not be put back." in done.stderr
    assert "runs again" not in done.stderr
    assert played.commands()[-1] == RESTART


def test_a_signal_amid_writing_leaves_no_half_of_a_file(played: Pi) -> None:
    """A card may take half a minute to sync the file that is written: time enough for a connection to be lost."""
    before = played.files()
    (played.root / "etc/systemd/journald.conf.d/pyramid-referee.conf").write_text("[Journal]\n")
    played.stand_in("sync", SIGNALLING_SYNC)
    done = played.call("install")
    assert done.returncode == 1
    assert "it was interrupted" in done.stderr
    assert_as_it_was(played, before)


def refused_with(played: Pi, name: str, text: str) -> str:
    """Try to update with a program of ours in the place of the system's; return its message when all is as it was."""
    before = played.files()
    played.stand_in(name, text)
    done = played.call("install")
    assert done.returncode == 1
    assert_as_it_was(played, before)
    return done.stderr


def test_without_room_for_a_copy_of_the_games_they_go_on(played: Pi) -> None:
    """It is asked before anything is done: the service is not even stopped, and the message says what to do."""
    said = refused_with(played, "df", FULL_DF)
    assert "Not installed: there is no room for a copy of the games: 1000 kB are free" in said
    assert "run it again" in said
    assert played.commands() == []


def test_a_disk_that_fills_up_during_the_copy_ends_no_game(played: Pi) -> None:
    """The half copy is removed, and the version before runs again."""
    said = refused_with(played, "cat", FULL_CAT)
    assert "Not installed: the games cannot be copied" in said
    assert "the version before runs again" in said
    assert played.commands()[-1] == RESTART


def test_an_update_cut_off_by_the_plug_is_put_back_at_the_next_start(cut_off: Pi) -> None:
    """Before anything runs the version before is there again, with its unit and its games; then it starts as ever."""
    started = start_of_unit(cut_off, "ExecStartPre")
    assert started.returncode == 1  # systemd tries again, with the unit of the version before
    assert "the version before runs" in started.stdout
    assert cut_off.commands()[-1] == "systemctl daemon-reload"
    assert cut_off.current.name == "20200101T000000Z"
    assert [path.name for path in cut_off.current.parent.iterdir()] == ["20200101T000000Z"]
    assert cut_off.games.read_text() == "played games"
    assert cut_off.games.with_name("games.sqlite-wal").read_text() == "its last action"
    assert not list(cut_off.games.parent.glob("backup/*"))
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    assert cut_off.current.name == "20200101T000000Z"


def test_putting_back_may_be_cut_off_as_well(cut_off: Pi) -> None:
    """A plug pulled once more, between the games and their last action: the start after it brings back the rest."""
    cut_off.stand_in("mv", CUT_MV)
    assert start_of_unit(cut_off, "ExecStartPre").returncode == -signal.SIGKILL
    assert not cut_off.games.with_name("games.sqlite-wal").exists()
    cut_off.stand_in("mv", '#!/bin/sh\nexec /bin/mv "$@"\n')
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 1
    assert cut_off.current.name == "20200101T000000Z"
    assert cut_off.games.read_text() == "played games"
    assert cut_off.games.with_name("games.sqlite-wal").read_text() == "its last action"


def test_systemd_may_lose_patience_while_the_given_up_version_is_deleted(cut_off: Pi) -> None:
    """A slow card takes long over it. All else is done by then: the version before runs, and it is said."""
    given_up = cut_off.current
    cut_off.stand_in(
        "rm",
        f'#!/bin/sh\ncase "$*" in *{given_up.name}) [ ! -d "$2/bin" ] || kill -KILL $PPID; esac\nexec /bin/rm "$@"\n',
    )
    started = start_of_unit(cut_off, "ExecStartPre")
    assert started.returncode == -signal.SIGKILL
    assert "the version before runs" in started.stdout
    assert cut_off.commands()[-1] == "systemctl daemon-reload"
    assert cut_off.current.name == "20200101T000000Z"
    assert cut_off.games.read_text() == "played games"
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0


def test_a_cut_off_update_that_cannot_be_put_back_starts_as_it_is(cut_off: Pi) -> None:
    """On a system that takes nothing the new version is tried; what is played with it no later start takes away."""
    new = cut_off.current
    cut_off.stand_in("mv", "#!/bin/sh\nexit 1\n")
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    assert cut_off.current == new
    assert (new / "bin/pyramid-referee").exists()
    cut_off.games.write_text("new games")
    cut_off.stand_in("mv", '#!/bin/sh\nexec /bin/mv "$@"\n')
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    assert cut_off.current == new
    assert cut_off.games.read_text() == "new games"


def test_while_the_installer_watches_a_start_changes_nothing(cut_off: Pi) -> None:
    """The new version's starts during the update itself, the computer being on all the time, are ordinary ones."""
    new = cut_off.current
    assert start_of_unit(cut_off, "ExecStartPre", same_boot=True).returncode == 0
    assert cut_off.current == new


def test_the_first_picture_makes_a_version_the_one_that_stays(cut_off: Pi) -> None:
    """Though the installer was killed meanwhile: whatever is played from then on is never put back."""
    new = cut_off.current
    assert start_of_unit(cut_off, "ExecStartPost", same_boot=True).returncode == 0
    cut_off.games.write_text("new games")
    for setting in ("ExecStartPre", "ExecStartPost"):
        assert start_of_unit(cut_off, setting).returncode == 0
    assert cut_off.current == new
    assert cut_off.games.read_text() == "new games"


def test_a_whole_update_leaves_nothing_to_put_back(played: Pi) -> None:
    """The starts after it are ordinary ones, and so are those after a first installation."""
    for _ in range(2):
        assert start_of_unit(played, "ExecStartPre").returncode == 0
        assert played.call("install").returncode == 0
        new = played.current
        assert start_of_unit(played, "ExecStartPre").returncode == 0
        assert played.current == new


def test_the_card_holds_a_version_before_the_device_depends_on_it(played: Pi) -> None:
    """Written out before `current` points to it, and again before it is started: a pulled plug finds whole files."""
    assert played.call("install").returncode == 0
    commands = played.commands()
    synced = [commands.index(f"sync at {name}") for name in ("20200101T000000Z", played.current.name)]
    assert sorted((*synced, commands.index(RESTART))) == [*synced, commands.index(RESTART)]


def test_the_games_are_kept_as_the_older_version_left_them(played: Pi) -> None:
    """The new version makes the tables of its journal; the copy stays as it was, and opens as well."""
    played.games.unlink()
    played.games.with_name("games.sqlite-wal").unlink()
    with closing(sqlite3.connect(played.games)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    older = played.games.read_bytes()
    assert played.call("install").returncode == 0
    (copy,) = played.backups.glob("*/games.sqlite")
    for path in (played.games, copy):
        assert path.read_bytes() == older
        outcome = open_at_noon(path)
        with outcome.journal as journal:
            assert journal.is_durable
            assert outcome.warning is None
        assert path.read_bytes() != older


def test_the_copy_just_made_is_kept_though_the_calendar_was_set_back(played: Pi) -> None:
    """Of the copies the newest three by name are kept, but the one just made always."""
    for year in range(2090, 2094):
        (played.backups / f"{year}0101T000000Z").mkdir(parents=True)
    assert played.call("install").returncode == 0
    kept = sorted(path.name for path in played.backups.iterdir())
    assert kept[1:] == ["20920101T000000Z", "20930101T000000Z"]
    assert (played.backups / kept[0] / "games.sqlite").read_text() == "played games"
