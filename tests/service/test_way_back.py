"""The way back from an update on a card that is slow or takes nothing, and after an installer that was killed."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from failing_commands import OLDER, PLACED
from installed_pi import Pi, start_of_unit

UNDONE = "with the games as they were"
RESTART = "systemctl restart pyramid-referee.service"

ONE_SYNC = """#!/bin/sh
# Stands for sync on a card so slow that systemd ends a start at its second call.
[ ! -e {synced} ] || kill -KILL $PPID
: > {synced}
"""

MV_REFUSES = """#!/bin/sh
# Stands for mv on a card that refuses one file once the new version was started.
case "$*" in *{name}) ! grep -qs "systemctl restart" {notes} || exit 1 ;; esac
exec /bin/mv "$@"
"""

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")


def test_a_slow_card_gets_on_at_every_start(cut_off: Pi, tmp_path: Path) -> None:
    """Though it stores one file a start before systemd loses patience: what was stored is not stored again."""
    for name in ("system/pyramid-referee.service", "system/pyramid-referee-stick@.service"):
        (cut_off.root / "etc/systemd" / name).write_text("altered\n")
    (cut_off.root / "etc/udev/rules.d/60-pyramid-referee.rules").write_text("altered\n")
    unit = cut_off.root / "etc/systemd/system/pyramid-referee.service"
    unit.write_text((cut_off.current / "systemd" / unit.name).read_text() + "# altered\n")
    synced = tmp_path / "synced"
    cut_off.stand_in("sync", ONE_SYNC.format(synced=synced))
    synced.touch()  # the first start is ended at its first sync
    stored = []
    while start_of_unit(cut_off, "ExecStartPre").returncode != 0:
        synced.unlink()
        stored.append(cut_off.games.stat().st_ino)
        assert len(stored) < 8
    assert len(stored) > 2
    assert len(set(stored)) == 1
    assert cut_off.current.name == OLDER
    assert "altered" not in unit.read_text()
    assert cut_off.games.read_text() == "played games"
    assert cut_off.games.with_name("games.sqlite-wal").read_text() == "its last action"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("games.sqlite", "The games"),
        ("/current", "The version before"),
        ("/pyramid-referee.service", "The unit of the version before"),
        (".rules", "The unit of the version before"),
    ],
)
@pytest.mark.parametrize("is_cut", [True, False], ids=["after a cut", "by the installer"])
def test_what_cannot_be_put_back_is_named(
    request: pytest.FixtureRequest, name: str, what: str, *, is_cut: bool
) -> None:
    """With the place of the copy, which is kept; what is played from then on no later start takes away."""
    device: Pi = request.getfixturevalue("cut_off" if is_cut else "played")
    for placed, own in PLACED.items():
        older = device.root / "opt/pyramid-referee/versions" / OLDER / "systemd" / own
        older.write_text((device.root / placed).read_text() + "# as it was\n")
        if not is_cut:
            (device.root / placed).write_text(older.read_text())
    device.stand_in("mv", MV_REFUSES.format(name=name, notes=device.notes))
    if is_cut:
        device.notes.write_text(f"{RESTART}\n")
        done = start_of_unit(device, "ExecStartPre")
        assert done.returncode == 0
    else:
        device.refused.write_text("1")
        done = device.call("install")
        assert f"Meanwhile versions/{device.current.name} runs." in done.stderr
    said = done.stdout + done.stderr
    assert f"{what} could not be put back." in said
    assert UNDONE not in said
    (copy,) = device.backups.iterdir()
    assert f"The games as they were lie in {copy}." in said
    assert (copy / "games.sqlite").read_text() == "played games"
    assert (copy / "games.sqlite-wal").read_text() == "its last action"
    version = device.current
    assert (version / "bin/pyramid-referee").exists()
    device.games.write_text("new games")
    device.stand_in("mv", '#!/bin/sh\nexec /bin/mv "$@"\n')
    assert start_of_unit(device, "ExecStartPre").returncode == 0
    assert device.current == version
    assert device.games.read_text() == "new games"


def test_an_update_that_was_killed_is_undone_before_another_begins(cut_off: Pi) -> None:
    """In the same start of the computer: whatever ends the second one, the device has the version before."""
    cut_off.signal.write_text("TERM:usermod --append")
    done = cut_off.call("install")
    assert f"the version before runs again, {UNDONE}" in done.stderr
    assert cut_off.commands()[-1] == RESTART
    assert cut_off.current.name == OLDER
    assert cut_off.games.read_text() == "played games"
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    done = cut_off.call("install")
    assert done.returncode == 0
    assert cut_off.current.name != OLDER
    assert [path.read_text() for path in cut_off.backups.glob("*/games.sqlite")] == ["played games"]


def test_games_of_the_version_before_are_never_put_back_over_newer_ones(cut_off: Pi) -> None:
    """Once `current` has left the new version, the games are those that are played now, mark or no mark."""
    link = cut_off.root / "opt/pyramid-referee/current"
    link.unlink()
    link.symlink_to(f"versions/{OLDER}")
    cut_off.games.write_text("played since")
    start_of_unit(cut_off, "ExecStartPre")
    assert cut_off.games.read_text() == "played since"
    assert cut_off.current.name == OLDER


def test_two_installations_do_not_meet(played: Pi) -> None:
    """One that lost its connection may still be on its way back when it is called again: then nothing is changed."""
    before = played.files()
    place = os.open(played.root / "opt/pyramid-referee", os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        done = played.call("install")
    finally:
        os.close(place)
    assert done.returncode == 1
    assert "another installation is still running" in done.stderr
    assert played.files() == before
    assert played.commands() == []


def test_a_half_copy_is_no_copy(played: Pi) -> None:
    """What a cut left of one does not count among those that are kept, and goes with the next update."""
    played.stand_in("cat", '#!/bin/sh\ncase $1 in *-wal) kill -KILL 0 ;; esac\nexec /bin/cat "$@"\n')
    played.call("install")
    assert [path.name for path in played.backups.iterdir()] == ["half"]
    played.stand_in("cat", '#!/bin/sh\nexec /bin/cat "$@"\n')
    assert played.call("install").returncode == 0
    (copy,) = played.backups.iterdir()
    assert {path.name for path in copy.iterdir()} == {"games.sqlite", "games.sqlite-wal"}
