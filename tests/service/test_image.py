"""The numbers that the files of the flashable image share; `make image-test` starts it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from places import PROJECT

IMAGE = PROJECT / "systemd/image"


def numbers(file: str, name: str) -> set[str]:
    """What a script sets a word to."""
    return set(re.findall(rf"^{name}=(\S+)", (IMAGE / file).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_image_ends_before_the_games() -> None:
    """`make` refuses an image that reaches into their partition, and `card` makes it where that one expects it."""
    assert numbers("make", "GAMES_START") == numbers("card", "START") == {"4194304"}


def test_the_card_is_known_by_one_number() -> None:
    """The kernel's first program, the table of file systems and the table of partitions name the same."""
    (number,) = numbers("make", "DISK_ID")
    assert f"PARTUUID={number}-01" in (IMAGE / "files/etc/fstab").read_text(encoding="utf-8")
    assert "@DISK_ID@" in (IMAGE / "initrd-init").read_text(encoding="utf-8")


def test_nothing_that_is_missing_keeps_the_device_dark() -> None:
    """Each partition has nofail: without it a start once ended in an emergency shell."""
    lines = (IMAGE / "files/etc/fstab").read_text(encoding="utf-8").splitlines()
    partitions = [line.split() for line in lines if line.startswith(("PARTUUID", "LABEL"))]
    assert len(partitions) == 2
    assert all({"nofail"} <= set(options.split(",")) for _, _, _, options, *_ in partitions)


TABLE = b"label: dos\nstart=8192, size=8192\nstart=270336, size=8192\n"
"""That of an image: two partitions."""


@pytest.mark.skipif(shutil.which("sfdisk") is None, reason="needs sfdisk (package fdisk)")
def test_the_partition_of_the_games_fills_its_card_and_grows_with_it(tmp_path: Path) -> None:
    """The line of `card` that writes the table, on an empty card, and on a larger one to which that was copied."""
    (line,) = re.findall(r"^printf .*\| sfdisk .*$", (IMAGE / "card").read_text(encoding="utf-8"), re.MULTILINE)
    (start,) = numbers("card", "START")
    disk = tmp_path / "card.img"
    disk.touch()
    for size_mb in (4000, 4800):
        with disk.open("r+b") as card:
            card.truncate(size_mb << 20)
        if size_mb == 4000:
            subprocess.run(["sfdisk", "--quiet", disk], input=TABLE, check=True)
        subprocess.run(
            ["sh", "-c", line], env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "START": start, "disk": disk}, check=True
        )
        table = subprocess.run(["sfdisk", "--dump", disk], capture_output=True, text=True, check=True).stdout
        assert f"card.img3 : start= {int(start):11}, size= {(size_mb << 11) - int(start):11}" in table


@pytest.mark.skipif(shutil.which("debugfs") is None, reason="needs debugfs (package e2fsprogs)")
def test_games_are_mended_from_the_superblock_that_a_growth_has_copied(tmp_path: Path) -> None:
    """It says that the journal is to be replayed; the line of `card` leaves a clean file system all the same."""
    (line,) = re.findall(r"^ *(e2fsck .*)$", (IMAGE / "card").read_text(encoding="utf-8"), re.MULTILINE)
    (second,) = numbers("card", "SECOND")
    disk = tmp_path / "games"
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-b", "4096", "-L", "referee-games", disk, "200M"], check=True)
    subprocess.run(["debugfs", "-w", "-R", "feature needs_recovery", disk], check=True, capture_output=True)
    with disk.open("r+b") as file:
        file.seek(1024)
        superblock = file.read(1024)
        file.seek(int(second))
        file.write(superblock)
        file.seek(0)
        file.write(bytes(4096))
    environ = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SECOND": second, "loop": str(disk)}
    subprocess.run(["sh", "-c", line], env=environ, check=True, capture_output=True)
    subprocess.run(["e2fsck", "-n", "-f", disk], check=True, capture_output=True)
