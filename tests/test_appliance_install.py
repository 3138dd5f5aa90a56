"""Installing, updating, rolling back and removing, in a directory that plays the system's root."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from kept_evening import made_by_version, open_here

from firmware_py.config import Config, load_config
from firmware_py.panel import SWITCHED_OFF
from firmware_py.stick import PLACE

PROJECT = Path(__file__).parents[1]
BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_CODENAME=bookworm\n'
UBUNTU = 'PRETTY_NAME="Ubuntu 24.04"\nID=ubuntu\nVERSION_CODENAME=noble\n'
BUSTER = 'PRETTY_NAME="Raspbian GNU/Linux 10 (buster)"\nID=raspbian\nVERSION_CODENAME=buster\n'

PYTHON = """#!/bin/sh
# Stands for python3: makes a virtual environment of programs that succeed.
for directory; do :; done
mkdir -p "$directory/bin"
printf '#!/bin/sh\\n' > "$directory/bin/pip"
cp "$directory/bin/pip" "$directory/bin/pyramid-referee"
cp "$directory/bin/pip" "$directory/bin/python"
chmod +x "$directory"/bin/*
"""

SYSTEM = """#!/bin/sh
# Stands before every command that changes the system: notes it; `refused` holds how many restarts still fail, `signal`
# what is sent to the script, once, during which command.
echo "$@" >> {notes}
name= during=
[ ! -e {signal} ] || IFS=: read -r name during < {signal} || true
if [ "$during" = "$1 $2" ]; then
    [ "$2" != restart ] || echo "written by the new version" > {games}
    rm {signal}
    kill -"$name" $PPID
    exit 1
fi
[ "$1 $2" = "systemctl restart" ] || exit 0
left=0
[ ! -e {refused} ] || read -r left < {refused} || true
[ "$left" -gt 0 ] || exit 0
echo $((left - 1)) > {refused}
echo "written by the new version" > {games}
exit 1
"""

SYNC = """#!/bin/sh
# Stands for sync: notes what version the box would start with.
cd -P {root}/opt/pyramid-referee/current 2> /dev/null || PWD=
echo "sync at ${{PWD##*/}}" >> {notes}
"""

CUT_MV = """#!/bin/sh
# Stands for mv: the plug is pulled just when the journal's log is to be moved.
case $1 in *-wal) kill -KILL $PPID; exit 1 ;; esac
exec /bin/mv "$@"
"""

FULL_CP = """#!/bin/sh
# Stands for cp on a disk that fills up while the games are copied.
for last; do :; done
case $last in */backup/*) echo half > "$last/games.sqlite"; echo "cp: No space left on device" >&2; exit 1 ;; esac
exec /bin/cp "$@"
"""

FULL_DF = """#!/bin/sh
# Stands for df on a disk that is nearly full.
echo "Filesystem 1024-blocks Used Available Capacity Mounted on"
echo "/dev/root 9000 8000 1000 89% /"
"""

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")


@dataclass(frozen=True)
class Pi:
    """A computer to install on, of which only the files exist."""

    root: Path
    notes: Path
    refused: Path
    signal: Path

    def stand_in(self, name: str, text: str) -> None:
        """Let a program of ours stand for one of the system's."""
        program = self.notes.parent / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text.format(root=self.root, notes=self.notes) if name == "sync" else text)
        program.chmod(0o755)

    def surroundings(self) -> dict[str, str]:
        """Return the environment in which our scripts meet its programs."""
        tools = self.notes.parent
        path = f"{tools / 'bin'}:{os.environ['PATH']}"
        return {"PATH": path, "PYTHON": str(tools / "python"), "SYSTEM": str(tools / "system")}

    def call(self, script: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Run one of our scripts on it, deaf to no signal although the tests may be, as under nohup."""
        return subprocess.run(
            ["env", "--default-signal=HUP,INT", PROJECT / "systemd" / script, "--root", self.root, *options],
            env={**os.environ, **self.surroundings()},
            capture_output=True,
            text=True,
            check=False,
        )

    def commands(self) -> list[str]:
        """Return what was done to the system so far, and forget it."""
        done = self.notes.read_text().splitlines() if self.notes.exists() else []
        self.notes.unlink(missing_ok=True)
        return done

    @property
    def current(self) -> Path:
        """The version that runs."""
        return (self.root / "opt/pyramid-referee/current").resolve()

    @property
    def games(self) -> Path:
        """The journal."""
        return self.root / "var/lib/pyramid-referee/games.sqlite"

    def files(self) -> set[str]:
        """Return the names of all files and links there are."""
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}

    def age(self) -> None:
        """Let the running version be an older one: two installations may fall into one second."""
        older = self.current.with_name("20200101T000000Z")
        self.current.rename(older)
        link = self.root / "opt/pyramid-referee/current"
        link.unlink()
        link.symlink_to(f"versions/{older.name}")


def pi_in(folder: Path) -> Pi:
    """Return a fresh Debian 12 in a directory of its own."""
    made = Pi(folder / "root", folder / "notes", folder / "refused", folder / "signal")
    (made.root / "etc").mkdir(parents=True)
    (made.root / "etc/os-release").write_text(BOOKWORM)
    (made.root / "boot/firmware").mkdir(parents=True)
    (made.root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    made.games.parent.mkdir(parents=True)
    made.stand_in("sync", SYNC)
    system = SYSTEM.format(notes=made.notes, refused=made.refused, signal=made.signal, games=made.games)
    for name, text in {"python": PYTHON, "system": system}.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return made


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """A fresh Debian 12."""
    return pi_in(tmp_path)


def copied(pi: Pi, made: Pi) -> Pi:
    """Return the computer with all files of one that was made before."""
    shutil.rmtree(pi.root)
    shutil.copytree(made.root, pi.root, symlinks=True)
    return pi


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
    assert "RuntimeWatchdogSec=10" in (pi.root / "etc/systemd/system.conf.d/pyramid-referee.conf").read_text()
    commands = pi.commands()
    assert "systemctl enable pyramid-referee.service" in commands
    assert commands[-1] == "systemctl restart pyramid-referee.service"
    assert any(command.startswith("usermod --append --groups video,render,input,gpio,i2c") for command in commands)


def test_a_desktop_that_has_the_screen_is_told(pi: Pi) -> None:
    """What to do is said where a desktop comes up, and only there."""
    units = pi.root / "etc/systemd/system"
    units.mkdir(parents=True)
    told = "sudo systemctl set-default multi-user.target"
    assert told not in pi.call("install").stdout
    (units / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    assert told in pi.call("install").stdout
    (units / "default.target").symlink_to("/lib/systemd/system/graphical.target")
    assert told in pi.call("install").stdout
    (units / "default.target").unlink()
    (units / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
    assert told not in pi.call("install").stdout


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


def test_the_new_settings_file_explains_and_sets_nothing(pi: Pi) -> None:
    """Every key stands in it as a comment, so that the defaults of a later version hold."""
    pi.call("install")
    settings = pi.root / "etc/pyramid-referee/config.toml"
    assert load_config(settings) == Config()
    assert not any(tomllib.loads(settings.read_text()).get("screen", {}))
    assert "# dim_after_s = 300.0" in settings.read_text()


def test_a_dry_run_changes_nothing(pi: Pi) -> None:
    """It tells each step, and neither a file nor the system is touched."""
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
    """On anything else nothing is changed, and the reason is said."""
    (pi.root / "etc/os-release").write_text(system)
    before = pi.files()
    done = pi.call("install")
    assert done.returncode == 1
    assert "Not installed:" in done.stderr
    assert name in done.stderr
    assert pi.files() == before
    assert pi.commands() == []


def test_installing_again_updates(pi: Pi) -> None:
    """The same command again: a new version runs, the owner's settings stay, and the games were copied first."""
    pi.call("install")
    pi.age()
    settings = pi.root / "etc/pyramid-referee/config.toml"
    settings.write_text('language = "de"\n')
    pi.games.write_text("an evening")
    boot = (pi.root / "boot/firmware/config.txt").read_text()
    done = pi.call("install")
    assert done.returncode == 0, done.stderr
    assert pi.current.name != "20200101T000000Z"
    assert settings.read_text() == 'language = "de"\n'
    assert pi.games.read_text() == "an evening"
    assert [path.read_text() for path in pi.games.parent.glob("backup/*/games.sqlite")] == ["an evening"]
    assert (pi.root / "boot/firmware/config.txt").read_text() == boot


def test_a_version_that_does_not_start_is_rolled_back(pi: Pi) -> None:
    """The version before runs again with the games as they were; the failed one is gone, and its exit status tells."""
    pi.call("install")
    pi.age()
    pi.games.write_text("an evening")
    pi.refused.write_text("1")
    pi.commands()
    done = pi.call("install")
    assert done.returncode == 1
    assert "the version before runs again" in done.stderr
    assert pi.current.name == "20200101T000000Z"
    assert [path.name for path in (pi.root / "opt/pyramid-referee/versions").iterdir()] == ["20200101T000000Z"]
    assert pi.games.read_text() == "an evening"
    assert pi.commands().count("systemctl restart pyramid-referee.service") == 2


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


RESTART = "systemctl restart pyramid-referee.service"


@pytest.fixture(scope="module")
def box_played_on(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    """The box that `played` is a copy of."""
    pi = pi_in(tmp_path_factory.mktemp("played"))
    assert pi.call("install").returncode == 0
    pi.age()
    pi.games.write_text("an evening")
    pi.games.with_name("games.sqlite-wal").write_text("its last action")
    return pi


@pytest.fixture
def played(pi: Pi, box_played_on: Pi) -> Pi:
    """A box on which an evening was played with an older version."""
    return copied(pi, box_played_on)


def assert_as_it_was(played: Pi, before: set[str]) -> None:
    """The older version is the one that runs, its games are untouched, and no file is left of the other."""
    assert played.current.name == "20200101T000000Z"
    assert played.games.read_text() == "an evening"
    assert played.games.with_name("games.sqlite-wal").read_text() == "its last action"
    assert played.files() == before
    assert not list(played.games.parent.glob("backup/*"))


@pytest.mark.parametrize("name", ["HUP", "INT", "TERM", "PIPE"])
def test_an_interrupted_update_is_put_back(played: Pi, name: str) -> None:
    """A lost connection while the new version starts: the version before runs again with the games as they were."""
    before = played.files()
    played.signal.write_text(f"{name}:systemctl restart")
    done = played.call("install")
    assert done.returncode == 1
    assert "Not installed: it was interrupted; run it again." in done.stderr
    assert "the version before runs again" in done.stderr
    assert_as_it_was(played, before)
    assert played.commands().count(RESTART) == 2


@pytest.mark.parametrize("step", ["usermod --append", "systemctl stop", "systemctl enable", "systemctl daemon-reload"])
def test_an_update_may_be_interrupted_at_any_step(played: Pi, step: str) -> None:
    """Wherever it ends, the version before runs, and was started again if it had been stopped."""
    before = played.files()
    played.signal.write_text(f"TERM:{step}")
    assert played.call("install").returncode == 1
    assert_as_it_was(played, before)
    commands = played.commands()
    assert ("systemctl stop pyramid-referee.service" in commands) == (RESTART in commands)


def refused_with(played: Pi, name: str, text: str) -> str:
    """Try to update with a program of ours in the place of the system's; return what is said when all is as it was."""
    before = played.files()
    played.stand_in(name, text)
    done = played.call("install")
    assert done.returncode == 1
    assert_as_it_was(played, before)
    return done.stderr


def test_without_room_for_a_copy_of_the_games_they_go_on(played: Pi) -> None:
    """It is asked before anything is done: the service is not even stopped, and what to do is said."""
    said = refused_with(played, "df", FULL_DF)
    assert "Not installed: there is no room for a copy of the games: 1000 kB are free" in said
    assert "run it again" in said
    assert played.commands() == []


def test_a_disk_that_fills_up_during_the_copy_ends_no_evening(played: Pi) -> None:
    """The half copy is removed, and the version before runs again."""
    said = refused_with(played, "cp", FULL_CP)
    assert "Not installed: the games cannot be copied" in said
    assert "the version before runs again" in said
    assert played.commands()[-1] == RESTART


@pytest.fixture(scope="module")
def box_cut_off(tmp_path_factory: pytest.TempPathFactory, box_played_on: Pi) -> Pi:
    """The box that `cut_off` is a copy of."""
    pi = copied(pi_in(tmp_path_factory.mktemp("cut_off")), box_played_on)
    pi.signal.write_text("KILL:systemctl restart")
    assert pi.call("install").returncode == -signal.SIGKILL
    assert pi.current.name != "20200101T000000Z"
    assert pi.games.read_text() == "written by the new version\n"
    pi.games.with_name("games.sqlite-wal").write_text("its log")
    return pi


@pytest.fixture
def cut_off(pi: Pi, box_cut_off: Pi) -> Pi:
    """The same box after its plug was pulled while an update started its new version, and wrote games of its own."""
    return copied(pi, box_cut_off)


def start_of_unit(pi: Pi, setting: str, *, same_boot: bool = False) -> subprocess.CompletedProcess[str]:
    """Run what the unit in place runs before the program (ExecStartPre) or after its first picture (ExecStartPost)."""
    unit = (pi.root / "etc/systemd/system/pyramid-referee.service").read_text().replace("\\\n", "")
    (line,) = (line for line in unit.splitlines() if line.startswith(f"{setting}=+/bin/sh") and "unfinished" in line)
    command = shlex.split(line.partition("=+")[2])
    boot = pi.root / "opt/pyramid-referee/unfinished/boot"
    if boot.exists() and not same_boot:
        boot.write_text("an earlier start of the computer\n")
    command[-1] = command[-1].replace("/opt/", f"{pi.root}/opt/").replace("--put-back", f"--root {pi.root} --put-back")
    return subprocess.run(command, env={**os.environ, **pi.surroundings()}, capture_output=True, text=True, check=False)


def test_an_update_cut_off_by_the_plug_is_put_back_at_the_next_start(cut_off: Pi) -> None:
    """Before anything runs the version before is there again, with its unit and its games; then it starts as ever."""
    started = start_of_unit(cut_off, "ExecStartPre")
    assert started.returncode == 1  # systemd tries again, with the unit of the version before
    assert "the version before runs" in started.stdout
    assert cut_off.commands()[-1] == "systemctl daemon-reload"
    assert cut_off.current.name == "20200101T000000Z"
    assert [path.name for path in cut_off.current.parent.iterdir()] == ["20200101T000000Z"]
    assert cut_off.games.read_text() == "an evening"
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
    assert cut_off.games.read_text() == "an evening"
    assert cut_off.games.with_name("games.sqlite-wal").read_text() == "its last action"


def test_a_cut_off_update_that_cannot_be_put_back_starts_as_it_is(cut_off: Pi) -> None:
    """On a system that takes nothing the new version is tried; what is played with it no later start takes away."""
    new = cut_off.current
    cut_off.stand_in("mv", "#!/bin/sh\nexit 1\n")
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    assert cut_off.current == new
    assert (new / "bin/pyramid-referee").exists()
    cut_off.games.write_text("a new evening")
    cut_off.stand_in("mv", '#!/bin/sh\nexec /bin/mv "$@"\n')
    assert start_of_unit(cut_off, "ExecStartPre").returncode == 0
    assert cut_off.current == new
    assert cut_off.games.read_text() == "a new evening"


def test_while_the_installer_watches_a_start_changes_nothing(cut_off: Pi) -> None:
    """The new version's starts during the update itself, the computer being on all the time, are ordinary ones."""
    new = cut_off.current
    assert start_of_unit(cut_off, "ExecStartPre", same_boot=True).returncode == 0
    assert cut_off.current == new


def test_the_first_picture_makes_a_version_the_one_that_stays(cut_off: Pi) -> None:
    """Though the installer was killed meanwhile: whatever is played from then on is never put back."""
    new = cut_off.current
    assert start_of_unit(cut_off, "ExecStartPost", same_boot=True).returncode == 0
    cut_off.games.write_text("a new evening")
    for setting in ("ExecStartPre", "ExecStartPost"):
        assert start_of_unit(cut_off, setting).returncode == 0
    assert cut_off.current == new
    assert cut_off.games.read_text() == "a new evening"


def test_a_whole_update_leaves_nothing_to_put_back(played: Pi) -> None:
    """The starts after it are ordinary ones, and so are those after a first installation."""
    for _ in range(2):
        assert start_of_unit(played, "ExecStartPre").returncode == 0
        assert played.call("install").returncode == 0
        new = played.current
        assert start_of_unit(played, "ExecStartPre").returncode == 0
        assert played.current == new


def test_the_card_holds_a_version_before_the_box_depends_on_it(played: Pi) -> None:
    """Written out before `current` points to it, and again before it is started: a pulled plug finds whole files."""
    assert played.call("install").returncode == 0
    commands = played.commands()
    synced = [commands.index(f"sync at {name}") for name in ("20200101T000000Z", played.current.name)]
    assert sorted((*synced, commands.index(RESTART))) == [*synced, commands.index(RESTART)]


def test_the_games_are_kept_as_the_older_version_left_them(played: Pi) -> None:
    """The new version brings the tables of its journal up to date; the copy stays as it was, and opens as well."""
    played.games.unlink()
    played.games.with_name("games.sqlite-wal").unlink()
    made_by_version(0, played.games)
    older = played.games.read_bytes()
    assert played.call("install").returncode == 0
    (copy,) = played.games.parent.glob("backup/*/games.sqlite")
    for path in (played.games, copy):
        assert path.read_bytes() == older
        outcome = open_here(path)
        with outcome.journal as journal:
            assert journal.is_durable
            assert outcome.warning is None
        assert path.read_bytes() != older


def test_the_copy_just_made_is_kept_though_the_calendar_was_set_back(played: Pi) -> None:
    """Of the copies the newest three by name are kept, but the one just made always."""
    for year in range(2090, 2094):
        (played.games.parent / f"backup/{year}0101T000000Z").mkdir(parents=True)
    assert played.call("install").returncode == 0
    kept = sorted(path.name for path in played.games.parent.glob("backup/*"))
    assert kept[1:] == ["20920101T000000Z", "20930101T000000Z"]
    assert (played.games.parent / "backup" / kept[0] / "games.sqlite").read_text() == "an evening"


def test_only_the_last_two_versions_are_kept(pi: Pi) -> None:
    """A card does not fill up with updates."""
    pi.call("install")
    pi.age()
    (pi.current.parent / "20190101T000000Z").mkdir()
    pi.call("install")
    assert len(list(pi.current.parent.iterdir())) == 2


def test_removing_leaves_the_games(pi: Pi) -> None:
    """Program, unit and rules are gone; games and settings stay, unless they are to go as well."""
    pi.call("install")
    pi.games.write_text("an evening")
    assert pi.call("uninstall", "--dry-run").returncode == 0
    assert pi.current.exists()
    done = pi.call("uninstall")
    assert done.returncode == 0, done.stderr
    left = pi.files()
    assert "var/lib/pyramid-referee/games.sqlite" in left
    assert "etc/pyramid-referee/config.toml" in left
    assert not any(name.startswith(("opt/", "etc/systemd", "etc/udev")) for name in left)
    pi.call("uninstall", "--with-games")
    assert not any("pyramid-referee" in name for name in pi.files())


def test_a_wrong_option_is_told(pi: Pi) -> None:
    """Neither script guesses."""
    for script in ("install", "uninstall"):
        done = pi.call(script, "--dry")
        assert done.returncode == 2
        assert "usage:" in done.stderr


def test_the_program_brings_its_wiring_guide_with_it(tmp_path: Path) -> None:
    """A built package holds the guide that the doctor names, its pictures, and the program of the sensor board."""
    source = tmp_path / "source"
    for room in ("firmware_py", "hardware", "display"):
        shutil.copytree(PROJECT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, source)
    build = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", tmp_path / "built"]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    guide = tmp_path / "built/hardware/WIRING.md"
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", guide.read_text(encoding="utf-8"))
    assert len(pictures) > 4
    assert all((guide.parent / picture).is_file() for picture in pictures)
    assert (guide.parent / "pico/main.py").is_file()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
def test_the_scripts_are_clean() -> None:
    """What shellcheck knows to go wrong does not stand in them."""
    scripts = [PROJECT / "systemd" / name for name in ("install", "uninstall")]
    checked = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


# --- the unit --------------------------------------------------------------------------------------------------------

systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (package systemd)")


@systemd
def test_the_unit_is_understood_whole(tmp_path: Path) -> None:
    """systemd-analyze verify has nothing to say about it."""
    text = (PROJECT / "systemd/pyramid-referee.service").read_text()
    unit = tmp_path / "pyramid-referee.service"
    unit.write_text(text.replace("/opt/pyramid-referee/current/bin/pyramid-referee", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@systemd
def test_the_unit_for_sticks_is_understood_whole(tmp_path: Path) -> None:
    """Of the template systemd-analyze verify looks at one stick, and has nothing to say."""
    unit = tmp_path / "pyramid-referee-stick@sda1.service"
    unit.write_text((PROJECT / "systemd/pyramid-referee-stick@.service").read_text())
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_stick_is_mounted_where_the_program_looks_for_it() -> None:
    """The same place in the template that mounts it, in the unit that may write there, and in the program."""
    stick = (PROJECT / "systemd/pyramid-referee-stick@.service").read_text()
    assert f" /dev/%I {PLACE}\n" in stick
    assert f"umount --lazy {PLACE}\n" in stick
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    assert f"ReadWritePaths=-{PLACE}\n" in unit
    assert f"mkdir -p {PLACE}\n" in unit
    rules = (PROJECT / "systemd/udev/60-pyramid-referee.rules").read_text()
    assert 'ENV{SYSTEMD_WANTS}+="pyramid-referee-stick@%k.service"' in rules


@systemd
def test_the_unit_is_locked_up_well() -> None:
    """Its exposure is at most 1.3 of 10, as systemd-analyze security counts it."""
    unit = PROJECT / "systemd/pyramid-referee.service"
    checked = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=13", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout[-200:]


def test_the_unit_knows_the_status_of_switching_off() -> None:
    """The number by which the program asks for the power to be cut stands in the unit at all its places."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    assert f"SuccessExitStatus={SWITCHED_OFF}\n" in unit
    assert f"RestartPreventExitStatus={SWITCHED_OFF}\n" in unit
    assert f'"$$EXIT_STATUS" != {SWITCHED_OFF} ||' in unit


# --- what is promised ------------------------------------------------------------------------------------------------


def test_every_fault_in_the_table_names_tests_that_exist() -> None:
    """The last column of the fault table: each file is there, and each part of a name is part of a test in it."""
    table = [line for line in (PROJECT / "systemd/README.md").read_text().splitlines() if line.count("|") == 5]
    named = [cell for line in table for cell in line.split("|")[4:5] if "`test_" in cell]
    assert len(named) > 15
    for file, part in re.findall(r"`(test_\w+)`(?:: `…?([\w…]+)`)?", " ".join(named)):
        text = (PROJECT / "tests" / f"{file}.py").read_text()
        for piece in filter(None, part.split("…")):
            assert re.search(rf"def test_\w*{piece}", text), f"{file}: {piece}"
