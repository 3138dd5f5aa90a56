"""What systemd and udev read of ours, and that the table of faults beside it names tests there are."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from installed_pi import PROJECT

from firmware_py.device.panel import SWITCHED_OFF
from firmware_py.storage.usb_stick import PLACE

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


def test_every_fault_in_the_table_names_tests_that_exist() -> None:
    """The last column of the fault table: each file is there, and each part of a name is part of a test in it."""
    table = [line for line in (PROJECT / "systemd/README.md").read_text().splitlines() if line.count("|") == 5]
    named = [cell for line in table for cell in line.split("|")[4:5] if "test_" in cell]
    assert len(named) > 15
    for file, part in re.findall(r"`(\w+/test_\w+)`(?:: `…?([\w…]+)`)?", " ".join(named)):
        text = (PROJECT / "tests" / f"{file}.py").read_text()
        for piece in filter(None, part.split("…")):
            assert re.search(rf"def test_\w*{piece}", text), f"{file}: {piece}"
