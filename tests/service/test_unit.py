"""What systemd and udev read of ours, and that the table of faults beside it names tests there are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from installed_pi import PROJECT

from firmware_py.device.panel import SWITCHED_OFF
from firmware_py.device.screens_link import USER
from firmware_py.host import stick_mount
from firmware_py.host.stick_mount import STICKS

systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (package systemd)")


@systemd
def test_the_unit_is_understood_whole(tmp_path: Path) -> None:
    """systemd-analyze verify has nothing to say about it."""
    text = (PROJECT / "systemd/pyramid-referee.service").read_text()
    unit = tmp_path / "pyramid-referee.service"
    unit.write_text(text.replace("/opt/pyramid-referee/current/bin/pyramid-referee", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


MOUNT = r"""[Unit]
Conflicts=pyramid-referee.service
[Mount]
What=LABEL=games
Where=/var/lib/pyramid-referee
Type=ext4
"""
"""A mount that no unit can be started with if it requires that mount."""


@systemd
def test_the_unit_waits_for_the_disk_of_the_games_and_does_not_need_it(tmp_path: Path) -> None:
    """systemd starts it without that mount, but after it where there is one; and makes its folder where there is none.

    `StateDirectory=` and some other settings require the mount, without a word about it in the unit.
    """
    text = (PROJECT / "systemd/pyramid-referee.service").read_text()
    (tmp_path / r"var-lib-pyramid\x2dreferee.mount").write_text(MOUNT)
    for unit in (text, text.replace("[Service]\n", "[Service]\nStateDirectory=pyramid-referee\n")):
        file = tmp_path / "pyramid-referee.service"
        file.write_text(unit.replace("/opt/pyramid-referee/current/bin/pyramid-referee", "/bin/true"))
        environ = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
        command = ["systemd-analyze", "verify", file]
        checked = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        assert ("conflicting jobs" in checked.stderr) == ("StateDirectory=pyramid-referee\n" in unit), checked.stderr
    for setting in ("Wants", "After"):
        assert f"\n{setting}=var-lib-pyramid\\x2dreferee.mount\n" in text
    (folder,) = re.findall(r"ReadWritePaths=-(/var/lib/.*)\n", text)
    assert f"\nEnvironment=STATE_DIRECTORY={folder}\n" in text
    assert f"\nExecStartPre=-+/usr/bin/install -d -o referee -g referee -m 0750 {folder}\n" in text


@systemd
def test_the_unit_for_sticks_is_understood_whole(tmp_path: Path) -> None:
    """Of the template systemd-analyze verify looks at one stick, and has nothing to say."""
    text = (PROJECT / "systemd/pyramid-referee-stick@.service").read_text()
    unit = tmp_path / "pyramid-referee-stick@sda1.service"
    unit.write_text(re.sub("/opt/pyramid-referee/current/bin/python|/usr/bin/udevadm", "/bin/true", text))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@systemd
def test_the_units_for_phones_are_understood_whole(tmp_path: Path) -> None:
    """systemd-analyze verify has nothing to say about the socket and the service that it starts."""
    for kind in ("socket", "service"):
        name = f"pyramid-referee-screens.{kind}"
        text = (PROJECT / "systemd" / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/pyramid-referee/current/bin/python", "/bin/true"))
    environ = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    command = ["systemd-analyze", "verify", *sorted(tmp_path.iterdir())]
    checked = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_process_of_the_phones_is_in_no_network_and_its_user_is_known() -> None:
    """Its only socket is the one that systemd opened, to the home alone; the referee lets this very user in."""
    unit = (PROJECT / "systemd/pyramid-referee-screens.service").read_text()
    door = (PROJECT / "systemd/pyramid-referee-screens.socket").read_text()
    for line in ("PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX", f"User={USER}"):
        assert f"\n{line}\n" in unit
    assert "\nIPAddressDeny=any\n" in door
    assert (
        "useradd --system --user-group --no-create-home --home-dir /nonexistent \\\n"
        in (PROJECT / "systemd/parts/system.sh").read_text()
    )
    assert "/run/pyramid-referee/screens.sock" in unit


MODULES = {"drm": "drm", "alsa": "snd", "i2c": "i2c_dev", "ttyACM": "cdc_acm", "ttyUSB": "usbserial"}
"""The module that tells the kernel of a kind of devices; input, gpiochip and tty are built in."""


def test_every_kind_of_device_is_known_before_the_service_starts() -> None:
    """Else it stays forbidden: systemd looks the allowed kinds up only then, and the board may be plugged in later."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    kinds = set(re.findall(r"DeviceAllow=char-(\w+) rw\n", unit)) - {"input", "gpiochip", "tty"}
    loaded = {f"modprobe@{MODULES[kind]}.service" for kind in kinds}
    for setting in ("Wants", "After"):
        assert loaded <= {name for names in re.findall(rf"{setting}=(.*)\n", unit) for name in names.split()}


def test_sticks_are_mounted_where_the_program_looks_for_them() -> None:
    """The same folder in the unit that may write there and in the program; the rule starts the unit that mounts."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    assert f"ReadWritePaths=-{STICKS}\n" in unit
    rules = (PROJECT / "systemd/udev/60-pyramid-referee.rules").read_text()
    assert 'ENV{SYSTEMD_WANTS}+="pyramid-referee-stick@%k.service"' in rules
    stick = (PROJECT / "systemd/pyramid-referee-stick@.service").read_text()
    assert f"-m {stick_mount.__name__} %I\n" in stick


def test_the_folder_of_the_sticks_lets_the_service_through(tmp_path: Path) -> None:
    """Made as the unit makes it, under the unit's umask, anybody may look into it; it may have been there before."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    (line,) = re.findall(rf"ExecStartPre=\+(.*) {STICKS}\n", unit)
    (umask,) = re.findall(r"UMask=(\d+)\n", unit)
    folder = tmp_path / "sticks"
    for _ in range(2):
        subprocess.run([*line.split(), folder], umask=int(umask, 8), check=True)
        assert folder.stat().st_mode & 0o777 == 0o755
        folder.chmod(0o700)


def test_the_unit_for_sticks_sees_all_that_is_mounted() -> None:
    """Nothing is hidden from it: systemd takes away what is mounted below a hidden folder, and a disk would pass."""
    stick = (PROJECT / "systemd/pyramid-referee-stick@.service").read_text()
    assert "ProtectHome=read-only\n" in stick
    for setting in (
        "InaccessiblePaths",
        "TemporaryFileSystem",
        "ProtectHome=yes",
        "ProtectHome=tmpfs",
        "RootDirectory",
    ):
        assert setting not in stick


EXPOSURE = {
    "pyramid-referee.service": 1.3,
    "pyramid-referee-stick@.service": 1.1,
    "pyramid-referee-screens.service": 0.4,
    "pyramid-referee-card.service": 1.9,
    "pyramid-referee-radio.service": 2.1,
}
"""The most that `systemd-analyze security` may count for each service, of 10."""


@systemd
@pytest.mark.parametrize("unit", sorted((PROJECT / "systemd").rglob("*.service")), ids=lambda unit: unit.name)
def test_each_unit_is_locked_up_well(unit: Path) -> None:
    """No service, installed or of the image, is exposed more than its own measure says: none over 2.1 of 10."""
    assert EXPOSURE[unit.name] <= 2.1
    threshold = f"--threshold={EXPOSURE[unit.name] * 10:.0f}"
    command = ["systemd-analyze", "security", "--offline=yes", threshold, unit]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout[-200:]


def test_the_unit_knows_the_status_of_switching_off() -> None:
    """The number by which the program asks for the power to be cut stands in the unit at all its places."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    assert f"SuccessExitStatus={SWITCHED_OFF}\n" in unit
    assert f"RestartPreventExitStatus={SWITCHED_OFF}\n" in unit
    assert f'"$$EXIT_STATUS" != {SWITCHED_OFF} ||' in unit


def test_a_service_that_waits_for_its_disk_asks_for_time_before_it_is_killed() -> None:
    """It asks together with its signs of life, three to a limit: sooner than systemd kills what does not end."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    limits = {
        name: int(re.findall(rf"^{name}=(\d+)$", unit, re.MULTILINE)[0]) for name in ("WatchdogSec", "TimeoutStopSec")
    }
    assert limits["WatchdogSec"] / 3 < limits["TimeoutStopSec"]


def test_every_fault_in_the_table_names_tests_that_exist() -> None:
    """The last column of the fault table: each file is there, and each part of a name is part of a test in it."""
    paper = (PROJECT / "docs/hard-use.md").read_text()
    named = re.findall(r"`(\w+/test_\w+)`(?:: `…?([\w…]+)`)?", paper)
    assert len(named) > 15
    for file, part in named:
        text = (PROJECT / "tests" / f"{file}.py").read_text()
        for piece in filter(None, part.split("…")):
            assert re.search(rf"def test_\w*{piece}", text), f"{file}: {piece}"
