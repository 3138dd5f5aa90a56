"""What root does while installing: it follows no link of the service's user, and installs only what is known."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from installed_pi import PROJECT, Pi, pi_in

from firmware_py.storage.files import LONGEST

pytestmark = pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian")

NOBODY = 65534
LISTS = ("program", "build")

HALF_CAT = """#!/bin/sh
# Stands for cat on a card that returns half of config.txt, and no error.
case $1 in */config.txt) exec head -c 1000 "$1" ;; esac
exec /bin/cat "$@"
"""

FAILING_CAT = """#!/bin/sh
# Stands for cat on a card that fails within config.txt: it must read, and its second read ends with EIO.
case $1 in
    */config.txt) exec strace -qqo /dev/null -P "$1" -e inject=copy_file_range:error=EXDEV \\
        -e inject=read:error=EIO:when=2+ /bin/cat "$@" ;;
esac
exec /bin/cat "$@"
"""


def kept_outside(pi: Pi) -> Path:
    """A folder that is none of the service's business, with four files."""
    elsewhere = pi.root / "home/owner"
    elsewhere.mkdir(parents=True)
    for year in range(2010, 2014):
        (elsewhere / f"{year}0101T000000Z").write_text("mine")
    return elsewhere


# --- links -----------------------------------------------------------------------------------------------------------


def test_a_link_in_the_folder_of_the_games_makes_root_delete_nothing(played: Pi) -> None:
    """The service's user may put it there; what it leads to stays as it was, and gets no copy."""
    elsewhere = kept_outside(played)
    (played.games.parent / "backup").symlink_to(elsewhere)
    before = {path: path.read_text() for path in elsewhere.iterdir()}
    assert played.call("install").returncode == 0
    played.refused.write_text("1")
    assert played.call("install").returncode == 1
    assert {path: path.read_text() for path in elsewhere.iterdir()} == before


def test_copies_of_earlier_versions_are_named_and_left(played: Pi) -> None:
    """They lie in the user's folder, and so may the owner's own copies: root deletes none of them."""
    mine = played.games.parent / "backup/before the holidays"
    mine.mkdir(parents=True)
    for year in range(2015, 2020):
        (played.games.parent / f"backup/{year}0101T000000Z").mkdir()
    before = set((played.games.parent / "backup").iterdir())
    done = played.call("install")
    assert done.returncode == 0
    assert f"Older copies stay in {played.games.parent}/backup" in done.stdout
    assert set((played.games.parent / "backup").iterdir()) == before


def test_no_link_is_copied_through(played: Pi) -> None:
    """What it leads to lands in no copy; journals themselves that are links are refused, and nothing is changed."""
    secret = played.root / "etc/secret"
    secret.write_text("root's own")
    played.games.with_name("games.sqlite-wal").unlink()
    played.games.with_name("games.sqlite-wal").symlink_to(secret)
    assert played.call("install").returncode == 0
    assert [path.name for path in played.backups.glob("*/*")] == ["games.sqlite"]
    played.games.unlink()
    played.games.symlink_to(secret)
    before = played.files()
    done = played.call("install")
    assert done.returncode == 1
    assert "is a link or a folder" in done.stderr
    assert played.files() == before


def test_only_copies_of_our_own_are_removed(played: Pi) -> None:
    """Of those the oldest; whatever has another name stays."""
    names = ["20110101T000000Z", "20120101T000000Z-77", "20130101T000000Z", "20140101T000000Z"]
    others = ["mine", "20100101T000000Z-old", "2010"]
    for name in names + others:
        (played.backups / name).mkdir(parents=True)
    assert played.call("install").returncode == 0
    left = {path.name for path in played.backups.iterdir()}
    assert left >= {*others, "20130101T000000Z", "20140101T000000Z"}
    assert not left & {"20110101T000000Z", "20120101T000000Z-77"}


PLANTED = ("games.sqlite\nof mine", "games.sqlite-\n-wal", "games.sqlite.old", "games.sqlite -wal", "-rf")


def test_only_what_an_update_may_change_is_copied(played: Pi) -> None:
    """Other files beside the journal keep nobody from updating: names of any kind, and a file of 300 GB of nothing."""
    beside = played.games.parent
    for name in PLANTED:
        (beside / name).write_text("planted")
    with (beside / "games.sqlite.huge").open("wb") as huge:
        huge.truncate(300 * 10**9)
    (beside / "games.sqlite-pipe").mkdir()
    assert played.call("install").returncode == 0
    copies = sorted(path.name for path in played.backups.glob("*/*"))
    assert copies == ["games.sqlite", "games.sqlite-wal"]
    assert {path.name for path in beside.iterdir()} > {*PLANTED, "games.sqlite.huge"}


def test_a_log_that_is_none_keeps_nobody_from_updating(played: Pi) -> None:
    """Longer than the program itself would ever read, as a file of 300 GB without content: it is not copied."""
    script = (PROJECT / "systemd/parts/games.sh").read_text()
    assert f"\nLONGEST={LONGEST}\n" in script
    with played.games.with_name("games.sqlite-wal").open("wb") as log:
        log.truncate(300 * 10**9)
    assert played.call("install").returncode == 0
    assert [path.name for path in played.backups.glob("*/*")] == ["games.sqlite"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give the folder to another user")
def test_in_the_folder_of_the_games_root_acts_as_its_owner(played: Pi) -> None:
    """Games put back belong to the owner, and a link in the way leads to nothing the owner could not change alone."""
    secret = played.root / "etc/secret"
    secret.write_text("root's own")
    secret.chmod(0o600)
    (played.games.parent / "games.sqlite.new").symlink_to(secret)
    for path in (played.games.parent, *played.games.parent.iterdir()):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    log = played.games.with_name("games.sqlite-wal")
    os.chown(log, 0, 0)
    log.chmod(0o600)  # root's: its owner cannot be asked for it
    assert "cannot be copied" in played.call("install").stderr
    os.chown(log, NOBODY, NOBODY)
    played.refused.write_text("1")
    assert "the version before runs again" in played.call("install").stderr
    assert played.games.read_text() == "played games"
    assert played.games.with_name("games.sqlite-wal").read_text() == "its last action"
    assert {path.stat().st_uid for path in played.games.parent.iterdir()} == {NOBODY}
    assert secret.read_text() == "root's own"


# --- a card that fails -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cat", [HALF_CAT, FAILING_CAT], ids=["returns half of it", "ends with an error"])
def test_a_config_that_cannot_be_read_whole_stays_as_it_is(tmp_path: Path, cat: str) -> None:
    """Without it a Raspberry Pi may not start. The rest is installed, and the message names the line to add."""
    if "strace" in cat and shutil.which("strace") is None:
        pytest.skip("a read that fails takes strace: apt install strace")
    pi = pi_in(tmp_path)
    config = pi.root / "boot/firmware/config.txt"
    config.write_text("# a comment\n" * 20_000)
    before = config.read_bytes()
    pi.stand_in("cat", cat)
    done = pi.call("install")
    assert done.returncode == 0
    assert "stays as it is. A board of switches needs in it: dtparam=i2c_arm=on" in done.stdout
    assert config.read_bytes() == before
    assert [path.name for path in config.parent.iterdir()] == ["config.txt"]


ADDED = "\n[all]\ndtparam=i2c_arm=on\n"


def test_a_config_that_can_be_read_is_kept_whole(played: Pi) -> None:
    """The line is added behind all that was there, once."""
    config = played.root / "boot/firmware/config.txt"
    assert config.read_text() == "dtparam=audio=on\n" + ADDED


SWITCHED_ON = (
    "dtparam=i2c_arm=on",
    "dtparam=i2c_arm",
    "dtparam=i2c=on",
    "dtparam=i2c_arm=1",
    "dtparam=i2c_arm=yes\r",
    "dtparam=i2c_arm=true\ndtparam=i2c_arm_baudrate=400000",
    "  dtparam=audio=on,i2c_arm=on,spi=off",
    "device_tree_param=i2c_arm=on",
    "dtparam=i2c_arm=off\ndtparam=i2c_arm=on",
    "[pi5]\ndtparam=spi=on\n[all]\ndtparam=i2c_arm=on",
    "[pi5]\ndtparam=i2c_arm=off\n[all]\ndtparam=i2c_arm=on",
    "dtparam=i2c_arm=on\n[pi5]\ndtparam=spi=on",
    "dtparam=i2c_arm=on\n#dtparam=i2c_arm=off",
)
"""What a `config.txt` may say that has I2C on every Raspberry Pi (its documentation, conditional filters)."""
NOT_SWITCHED_ON = (
    "",
    "#dtparam=i2c_arm=on",
    "dtparam=i2c_arm=off",
    "dtparam=i2c_vc=on",
    "dtparam=i2c_arm_baudrate=400000",
    "dtparam=i2c_arm=on\ndtparam=i2c_arm=off",
    "dtparam=i2c_arm=on\n[pi5]\ndtparam=i2c_arm=off",
    "dtparam=i2c_arm=on,i2c_arm=off",
    "dtparam=i2c_arm=on\ndtparam=i2c=0",
    "[pi5]\ndtparam=i2c_arm=on",
    "[none]\ndtparam=i2c_arm=on",
    "[0x12345678]\ndtparam=i2c_arm=on",
    "[EDID=VSC-TD2220]\n[pi4]\ndtparam=i2c_arm=on",
    "[all]\n[gpio4=1]\n dtparam=i2c_arm=on",
)
"""What it may say that has none, on some Raspberry Pi at least."""


def test_i2c_is_on_where_it_is_for_every_raspberry_pi(tmp_path: Path) -> None:
    """The installer's own program of awk: lines under a filter and lines that later ones switch off do not count."""
    texts = (*SWITCHED_ON, *NOT_SWITCHED_ON)
    for number, text in enumerate(texts):
        (tmp_path / str(number)).write_text(f"{text}\n", newline="")
    part = PROJECT / "systemd/parts/system.sh"
    script = f'root=; . {part}; for one; do awk "$I2C_IS_ON" "$one" && echo on || echo off; done'
    files = [str(tmp_path / str(number)) for number in range(len(texts))]
    said = subprocess.check_output(["/bin/sh", "-c", script, "sh", *files], text=True).split()
    assert dict(zip(texts, said, strict=True)) == {
        **dict.fromkeys(SWITCHED_ON, "on"),
        **dict.fromkeys(NOT_SWITCHED_ON, "off"),
    }


@pytest.mark.parametrize("text", (SWITCHED_ON[0], NOT_SWITCHED_ON[0], NOT_SWITCHED_ON[-1]))
def test_i2c_is_switched_on_for_every_raspberry_pi(tmp_path: Path, text: str) -> None:
    """Where it is on, the file stays."""
    pi = pi_in(tmp_path)
    config = pi.root / "boot/firmware/config.txt"
    config.write_text(f"{text}\n", newline="")
    wanted = f"{text}\n" + ("" if text in SWITCHED_ON else ADDED)
    for _ in range(2):
        assert pi.call("install").returncode == 0
        assert config.read_bytes() == wanted.encode()


# --- what is installed -----------------------------------------------------------------------------------------------


def test_only_files_with_a_known_hash_are_installed(tmp_path: Path) -> None:
    """Every call of pip demands hashes and builds nothing foreign; our own program is built without the index."""
    pi = pi_in(tmp_path)
    assert pi.call("install").returncode == 0
    calls = [command for command in pi.commands() if command.startswith("pip ")]
    assert len(calls) >= 3
    for call in calls:
        if "--no-index" in call:
            assert "--no-deps" in call
            assert "--no-build-isolation" in call
        else:
            assert "--require-hashes" in call
            assert "--only-binary :all:" in call


def test_the_lists_hold_a_hash_for_each_file_of_the_pinned_versions() -> None:
    """`make lock` writes them with the constraints: they name the same versions."""
    constraints = (PROJECT / "constraints.txt").read_text().lower().splitlines()
    for name in LISTS:
        text = (PROJECT / f"systemd/locked/{name}.txt").read_text()
        requirements = re.split(r"(?m)^(?=\S)", re.sub(r"(?m)^#.*\n", "", text))
        pinned = [requirement for requirement in requirements if requirement.strip()]
        assert pinned
        for requirement in pinned:
            assert re.fullmatch(
                r"[a-z0-9-]+==\S+ (; [^\\]+ )?(\\\n    --hash=sha256:[0-9a-f]{64} ?)+\n", requirement
            ), requirement
            assert requirement.split()[0] in constraints


def test_the_lists_hold_all_that_the_program_needs() -> None:
    """Whatever `pyproject.toml` asks for, to run and to be built."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    needed = {"program": settings["project"]["dependencies"], "build": settings["build-system"]["requires"]}
    for name, requirements in needed.items():
        text = (PROJECT / f"systemd/locked/{name}.txt").read_text()
        for requirement in requirements:
            assert re.search(rf"(?m)^{re.split('[>=<]', requirement)[0]}==", text)
