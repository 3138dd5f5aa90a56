"""Which disks are mounted as sticks: none that is part of the running system, whatever makes it a part."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from disk_tree import SLOT, Disks

from firmware_py.host.stick_mount import STICKS, mount_command, reason_to_leave


@pytest.fixture
def disks(tmp_path: Path) -> Disks:
    """A Raspberry Pi that started from its card, with a stick of two partitions."""
    disks = Disks(tmp_path)
    disks.add("mmcblk0", "mmcblk0p1", "mmcblk0p2", bus=SLOT)
    disks.mount("mmcblk0p2", "/")
    disks.mount("mmcblk0p1", "/boot/firmware", "vfat")
    disks.call("mmcblk0p1", "by-partuuid/9d6a2b17-01")
    disks.write(
        "etc/fstab", "# the card\nproc /proc proc defaults 0 0\nPARTUUID=9d6a2b17-01 /boot/firmware vfat ro 0 2\n"
    )
    disks.add("sda", "sda1", "sda2")
    return disks


def left(disks: Disks, name: str = "sda1") -> str | None:
    return reason_to_leave(name, disks.system)


def test_each_partition_of_a_stick_is_mounted(disks: Disks) -> None:
    """Both at once, and a stick without partitions; that the first is mounted does not make the second a part."""
    assert left(disks) is None
    disks.mount("sda1", f"{STICKS}/sda1", "vfat")
    assert left(disks, "sda2") is None
    disks.add("sdb")
    assert left(disks, "sdb") is None


def test_a_stick_that_is_mounted_is_not_mounted_again(disks: Disks) -> None:
    """Events of udev may come twice."""
    disks.mount("sda1", f"{STICKS}/sda1", "vfat")
    assert left(disks) == f"it is mounted at {STICKS}/sda1"


def test_only_disks_on_usb_are_sticks(disks: Disks) -> None:
    """A card in the computer's own slot is none, nor a disk inside, nor what there is not."""
    disks.add("sdc", "sdc1", bus="devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/block")
    assert left(disks, "sdc1") == "it is not on USB"
    assert left(disks, "mmcblk0p1") == "there is no such disk"
    for name in ("sdz1", "../sda1", "", "dm-0", "sda1 "):
        assert left(disks, name) == "there is no such disk"


def started_from_it(disks: Disks) -> None:
    disks.mount("sda2", "/")


def boot_partition(disks: Disks) -> None:
    disks.mount("sda2", "/boot/firmware", "vfat")


def swap(disks: Disks) -> None:
    disks.write("proc/swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 524284 0 -2\n")


def encrypted_and_divided(disks: Disks) -> None:
    disks.stack("dm-0", "sda2")
    disks.stack("dm-1", "dm-0")
    disks.mount("dm-1", "/")


def raid_not_mounted(disks: Disks) -> None:
    disks.stack("md0", "sda2")


def several_disks(disks: Disks) -> None:
    (disks.system / "sys/fs/btrfs/1234-abcd/devices/sda2").mkdir(parents=True)
    disks.mount("mmcblk0p2", "/data", "btrfs", number="0:42")


def anonymous_number(disks: Disks) -> None:
    disks.mount("sda2", "/data", "btrfs", number="0:42")


def fstab_not_yet_mounted(disks: Disks) -> None:
    disks.call("sda2", "by-label/my\\x20games")
    disks.write("etc/fstab", "LABEL=my\\040games /var/lib/pyramid-referee ext4 nofail 0 0\n")


def fstab_by_uuid(disks: Disks) -> None:
    disks.call("sda1", "by-uuid/68FE-55B2")
    disks.write("etc/fstab", 'UUID="68FE-55B2" /boot/firmware vfat noauto 0 2\n')


def fstab_by_path(disks: Disks) -> None:
    disks.call("sda2", "by-id/usb-Maker_Stick-0:0-part2")
    disks.write("etc/fstab", "/dev/disk/by-id/usb-Maker_Stick-0:0-part2 /data ext4 nofail 0 0\n")


def crypttab(disks: Disks) -> None:
    disks.call("sda2", "by-uuid/1d7f")
    disks.write("etc/crypttab", "safe UUID=1d7f none luks,noauto\n")


def kernel_command_line(disks: Disks) -> None:
    disks.call("sda2", "by-partuuid/5e1c-02")
    disks.write("proc/cmdline", "root=PARTUUID=5e1c-02 rootwait overlayroot=tmpfs\n")


def unit_of_its_own(disks: Disks) -> None:
    disks.call("sda2", "by-label/data")
    disks.write("etc/systemd/system/srv.mount", "[Mount]\nWhat=/dev/disk/by-label/data\nWhere=/srv\n")


def made_by_a_generator(disks: Disks) -> None:
    disks.write("run/systemd/generator.late/efi.mount", "[Mount]\nWhat=/dev/sda2\nWhere=/efi\n")


@pytest.mark.parametrize(
    "part_of_the_system",
    [
        *(started_from_it, boot_partition, swap, encrypted_and_divided, raid_not_mounted, several_disks),
        *(anonymous_number, fstab_not_yet_mounted, fstab_by_uuid, fstab_by_path, crypttab, kernel_command_line),
        *(unit_of_its_own, made_by_a_generator),
    ],
)
def test_no_part_of_the_running_system_is_ever_taken(disks: Disks, part_of_the_system: Callable[[Disks], None]) -> None:
    """Neither what the system uses nor what it is set up to use, nor any other partition of the same disk."""
    part_of_the_system(disks)
    assert left(disks)
    assert left(disks, "sda2")
    disks.add("sdb", "sdb1")
    assert left(disks, "sdb1") is None


def test_without_the_table_of_mounts_nothing_is_taken(disks: Disks) -> None:
    """What the system uses must be known."""
    (disks.system / "proc/self/mountinfo").unlink()
    with pytest.raises(OSError, match="mountinfo"):
        left(disks)


def test_each_stick_has_a_mount_point_of_its_own() -> None:
    """And every mount is bound to its device, lets nobody run a program, and belongs to the referee."""
    first, second = mount_command("sda1"), mount_command("sda2")
    assert (first[-2:], second[-2:]) == (("/dev/sda1", f"{STICKS}/sda1"), ("/dev/sda2", f"{STICKS}/sda2"))
    assert "--property=BindsTo=dev-sda1.device" in first
    (options,) = (word for word in first if word.startswith("--options="))
    for option in ("nosuid", "nodev", "noexec", "uid=referee"):
        assert option in options
    help_text = subprocess.run(["systemd-mount", "--help"], capture_output=True, text=True, check=True).stdout
    for word in first[1:-2]:
        assert word.partition("=")[0] in help_text
