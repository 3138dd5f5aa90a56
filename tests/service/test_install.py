"""Installing, updating, rolling back and removing, in a directory that plays the system's root."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from installed_pi import PROJECT, Pi, pi_in

from firmware_py.config.schema import Config, load_config

UBUNTU = 'PRETTY_NAME="Ubuntu 24.04"\nID=ubuntu\nVERSION_CODENAME=noble\n'
BUSTER = 'PRETTY_NAME="Raspbian GNU/Linux 10 (buster)"\nID=raspbian\nVERSION_CODENAME=buster\n'

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """A fresh Debian 12."""
    return pi_in(tmp_path)


def test_one_command_installs_everything(pi: Pi) -> None:
    """Program, settings, unit, rules and I2C are in place, and the service was started."""
    done = pi.call("install")
    assert done.returncode == 0, done.stderr
    assert (pi.current / "bin/pyramid-referee").exists()
    unit = (pi.root / "etc/systemd/system/pyramid-referee.service").read_text()
    assert "ExecStart=/opt/pyramid-referee/current/bin/pyramid-referee run" in unit
    assert (pi.root / "etc/udev/rules.d/60-pyramid-referee.rules").exists()
    assert (pi.root / "etc/systemd/system/pyramid-referee-stick@.service").exists()
    assert "dtparam=i2c_arm=on" in (pi.root / "boot/firmware/config.txt").read_text()
    assert "SystemMaxUse=50M" in (pi.root / "etc/systemd/journald.conf.d/pyramid-referee.conf").read_text()
    assert "RuntimeWatchdogSec=15" in (pi.root / "etc/systemd/system.conf.d/pyramid-referee.conf").read_text()
    commands = pi.commands()
    assert "systemctl enable pyramid-referee.service" in commands
    for kind in ("socket", "service"):
        assert (pi.root / f"etc/systemd/system/pyramid-referee-screens.{kind}").exists()
    assert "systemctl enable --now pyramid-referee-screens.socket" in commands
    assert commands[-1] == "systemctl restart pyramid-referee.service"
    assert any(
        command.startswith("usermod --append --groups video,render,input,audio,gpio,i2c") for command in commands
    )


def test_a_desktop_that_has_the_screen_is_reported(pi: Pi) -> None:
    """The remedy is printed where a desktop comes up, and only there."""
    units = pi.root / "etc/systemd/system"
    units.mkdir(parents=True)
    remedy = "sudo systemctl set-default multi-user.target"
    assert remedy not in pi.call("install", "--dry-run").stdout
    (units / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    assert remedy in pi.call("install", "--dry-run").stdout
    (units / "default.target").symlink_to("/lib/systemd/system/graphical.target")
    assert remedy in pi.call("install", "--dry-run").stdout
    (units / "default.target").unlink()
    (units / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
    assert remedy not in pi.call("install", "--dry-run").stdout


def test_a_caller_who_shares_no_files_installs_the_same(pi: Pi) -> None:
    """Under a strict umask, too, the user of the service may read program and settings, and run the program."""
    before = os.umask(0o077)
    try:
        assert pi.call("install").returncode == 0
    finally:
        os.umask(before)
    settings = pi.root / "etc/pyramid-referee/config.toml"
    modes = [path.stat().st_mode & 0o777 for path in (pi.current, pi.current / "bin/pyramid-referee", settings)]
    assert modes == [0o755, 0o755, 0o644]


def test_the_new_settings_file_explains_and_sets_nothing(played: Pi) -> None:
    """Every key stands in it as a comment, so that the defaults of a later version hold."""
    settings = played.root / "etc/pyramid-referee/config.toml"
    assert load_config(settings) == Config()
    assert not any(tomllib.loads(settings.read_text()).get("screen", {}))
    assert "# dim_after_s = 300.0" in settings.read_text()


def test_a_dry_run_changes_nothing(pi: Pi) -> None:
    """It prints each step, and neither a file nor the system is touched."""
    before = pi.files()
    done = pi.call("install", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "would run: systemctl restart pyramid-referee.service" in done.stdout
    assert "The system's log: at most 50 MB" in done.stdout
    assert "Watchdog of the computer" in done.stdout
    assert pi.files() == before
    assert pi.commands() == []


@pytest.mark.parametrize(
    ("system", "name"), [(UBUNTU, "Ubuntu 24.04"), (BUSTER, "buster"), ("", "a system without a name")]
)
def test_other_systems_are_refused(pi: Pi, system: str, name: str) -> None:
    """On anything else nothing is changed, and the message says why."""
    (pi.root / "etc/os-release").write_text(system)
    before = pi.files()
    done = pi.call("install")
    assert done.returncode == 1
    assert "Not installed:" in done.stderr
    assert name in done.stderr
    assert pi.files() == before
    assert pi.commands() == []


def test_installing_again_updates(played: Pi) -> None:
    """The same command again: a new version runs, the owner's settings stay, and the games were copied first."""
    settings = played.root / "etc/pyramid-referee/config.toml"
    settings.write_text('language = "de"\n')
    boot = (played.root / "boot/firmware/config.txt").read_text()
    done = played.call("install")
    assert done.returncode == 0, done.stderr
    assert played.current.name != "20200101T000000Z"
    assert settings.read_text() == 'language = "de"\n'
    assert played.games.read_text() == "played games"
    assert [path.read_text() for path in played.backups.glob("*/games.sqlite")] == ["played games"]
    assert (played.root / "boot/firmware/config.txt").read_text() == boot


def test_a_version_that_does_not_start_is_rolled_back(played: Pi) -> None:
    """The version before runs again with the games as they were; the failed one is gone; the exit status shows it."""
    played.refused.write_text("1")
    played.commands()
    done = played.call("install")
    assert done.returncode == 1
    assert "the version before runs again" in done.stderr
    assert played.current.name == "20200101T000000Z"
    assert [path.name for path in (played.root / "opt/pyramid-referee/versions").iterdir()] == ["20200101T000000Z"]
    assert played.games.read_text() == "played games"
    assert played.commands().count("systemctl restart pyramid-referee.service") == 2


def test_a_first_version_that_does_not_start_is_not_left_running_wild(pi: Pi) -> None:
    """Without a version before, the service is switched off again and the log is named."""
    pi.refused.write_text("1")
    done = pi.call("install")
    assert done.returncode == 1
    assert "journalctl -u pyramid-referee.service" in done.stderr
    assert pi.commands()[-1] == "systemctl disable pyramid-referee.service"
    assert not list((pi.root / "opt/pyramid-referee").glob("current"))
    assert not list((pi.root / "opt/pyramid-referee/versions").iterdir())
    pi.refused.write_text("1")
    done = pi.call("install")  # nothing that never ran is taken for the version before
    assert "Nothing starts with the computer now." in done.stderr


def test_only_the_last_two_versions_are_kept(played: Pi) -> None:
    """A card does not fill up with updates; what somebody else has put there stays."""
    (played.current.parent / "20190101T000000Z").mkdir()
    (played.current.parent / "mine-2019").mkdir()
    played.call("install")
    kept = sorted(version.name for version in played.current.parent.iterdir())
    assert kept == ["20200101T000000Z", played.current.name, "mine-2019"]


def test_removing_leaves_the_games(played: Pi) -> None:
    """Program, unit and rules are gone; games and settings stay, unless they are to go as well."""
    assert played.call("uninstall", "--dry-run").returncode == 0
    assert played.current.exists()
    done = played.call("uninstall")
    assert done.returncode == 0, done.stderr
    left = played.files()
    assert "var/lib/pyramid-referee/games.sqlite" in left
    assert "etc/pyramid-referee/config.toml" in left
    assert not any(name.startswith(("opt/", "etc/systemd", "etc/udev")) for name in left)
    played.call("uninstall", "--with-games")
    assert not any("pyramid-referee" in name for name in played.files())


def test_a_wrong_option_is_reported(pi: Pi) -> None:
    """Neither script guesses."""
    for script in ("install", "uninstall"):
        done = pi.call(script, "--dry")
        assert done.returncode == 2
        assert "usage:" in done.stderr


@pytest.mark.parametrize("script", ["install", "uninstall"])
@pytest.mark.parametrize("given", ["", "/", "//", "/..", "missing", "a file", "a link to /", "--dry-run"])
def test_a_root_that_is_no_other_system_is_refused(pi: Pi, script: str, given: str) -> None:
    """A variable that is not set must not mean the running system, and neither must another name of its root."""
    (pi.root / "a file").touch()
    (pi.root / "a link to /").symlink_to("/")
    before = pi.files()
    done = subprocess.run(
        [PROJECT / "systemd" / script, "--root", given],
        cwd=pi.root,
        env={**os.environ, **pi.environment()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f'not "{given}"; nothing was changed' in done.stderr
    assert pi.files() == before
    assert pi.commands() == []


def test_a_root_may_be_named_from_where_one_is(played: Pi) -> None:
    """A name that begins in the current folder means the same as the whole one."""
    command = [PROJECT / "systemd/uninstall", "--root", f"./{played.root.name}/"]
    environ = {**os.environ, **played.environment()}
    done = subprocess.run(command, cwd=played.root.parent, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not any(name.startswith("opt/") for name in played.files())


OPTIONS = {"--dry-run", "--put-back", "--root", "--screen", "--help", "--with-games"}


def test_every_option_that_takes_a_value_is_tried_with_an_empty_one() -> None:
    """No option has come since; `--screen` is tried beside its own tests."""
    for script in ("install", "uninstall"):
        text = (PROJECT / "systemd" / script).read_text()
        cases = dict(re.findall(r"^        (--[a-z-]+)\) (.*) ;;$", text, re.MULTILINE))
        assert cases.keys() <= OPTIONS
        assert {option for option, does in cases.items() if "$2" in does} <= {"--root", "--screen"}
