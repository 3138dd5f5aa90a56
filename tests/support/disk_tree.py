"""A computer's disks as the kernel and udev show them: the files of /sys, /proc and /dev that matter, in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

USB = "devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/host0/target0:0:0/0:0:0:0/block"
SLOT = "devices/platform/emmc2bus/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block"
VIRTUAL = "devices/virtual/block"


@dataclass
class Disks:
    """A computer whose disks are added one by one."""

    system: Path

    def __post_init__(self) -> None:
        """Begin without a disk."""
        self.write("proc/self/mountinfo", "")
        self.write("proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n")
        self.write("proc/cmdline", "console=tty1 root=/dev/root rootwait\n")

    def write(self, name: str, text: str) -> None:
        file = self.system / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def add(self, disk: str, *parts: str, bus: str = USB) -> None:
        """Add a disk with these partitions."""
        place = self.system / "sys" / bus / disk
        for name in (disk, *parts):
            device = place if name == disk else place / name
            (device / "holders").mkdir(parents=True)
            (device / "slaves").mkdir()
            if name != disk:
                (device / "partition").write_text("1\n")
            number = f"8:{len(list((self.system / 'dev').glob('*')))}"
            self.link(f"sys/class/block/{name}", device)
            self.link(f"sys/dev/block/{number}", device)
            self.write(f"dev/{name}", number)

    def link(self, name: str, target: Path) -> None:
        link = self.system / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)

    def call(self, device: str, link: str) -> None:
        """Let udev give a device one more name, such as `by-label/games`."""
        self.link(f"dev/disk/{link}", self.system / "dev" / device)

    def stack(self, upper: str, *lower: str) -> None:
        """Make a device such as dm-0 of others."""
        self.add(upper, bus=VIRTUAL)
        for name in lower:
            (self.system / "sys/class/block" / name / "holders" / upper).mkdir()
            (self.system / "sys/class/block" / upper / "slaves" / name).mkdir()

    def mount(self, device: str, place: str, kind: str = "ext4", number: str = "") -> None:
        """Mount a device; a file system of several disks has a number of its own."""
        number = number or (self.system / "dev" / device).read_text()
        table = self.system / "proc/self/mountinfo"
        table.write_text(table.read_text() + f"36 1 {number} / {place} rw,noatime shared:1 - {kind} /dev/{device} rw\n")
