"""The disks of the machine: a Debian with its kernel, the games, and the checkouts to install.

Why no network for the machine: the device must work without one. Debian's packages are installed while the image is
made, and pip finds the libraries in a folder of the handed-in disk (`PIP_FIND_LINKS`).
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import initrd
from computers import Computer, Release
from disks import PROJECT, SYSTEMD, fetch_debian, file_system, logged_steps, recipe, unmount_below, wheelhouse

BUILD = PROJECT / "build/boot"

TOOLS = {
    **initrd.TOOLS,
    "debootstrap": "debootstrap",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "git": "git",
}
"""The programs that are needed on every computer, and the Debian package of each."""

PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", initrd.PACKAGE, "qemu-guest-agent"),
    *("python3", "python3-venv", "libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri"),
)
"""What Raspberry Pi OS Lite has as well, what systemd/install asks for, and the agent that runs our commands.

The kernel is named after the kind of computer.
"""

LEFT_OUT = """force-unsafe-io
path-exclude=/etc/kernel/postinst.d/initramfs-tools
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/man/*
path-exclude=/usr/share/locale/*
"""
"""What dpkg shall not install: what nobody reads here, and what makes the kernel's first file system (`initrd`)."""

FILES = {
    "etc/hostname": "referee\n",
    "etc/hosts": "127.0.0.1 localhost referee\n",
    # The root's own line is missing on purpose: the kernel's command line says whether it may be written.
    "etc/fstab": (
        "LABEL=games /var/lib/pyramid-referee ext4 noatime,commit=5,nofail 0 0\n"
        "LABEL=handed-in /mnt ext4 ro 0 0\n"
        "tmpfs /tmp tmpfs mode=1777 0 0\n"
        "tmpfs /var/tmp tmpfs mode=1777 0 0\n"
    ),
}
"""Files of the system that are written over Debian's, by their path."""

MASKED = ("serial-getty@{console}.service", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer")
"""Units that write between the kernel's messages, or start work at any time."""

ROOT_MB = 3000
GAMES_MB = 64
HANDED_IN_MB = 200
PARTITION_KB = 16384
SECTOR = 512
TABLE, END = 446, b"\x55\xaa"
"""Where the table of partitions stands in the first sector, and the sector's last bytes."""
FIRST_SECTOR = 2048
FAT = 0x0C
"""The kind of a partition with FAT, in the table of partitions."""


@dataclass(frozen=True)
class Image:
    """The files from which a machine starts; they are only read."""

    computer: Computer
    """On which it can run."""
    release: Release
    root: Path
    kernel: Path
    initrd: Path


def tools(computer: Computer) -> Mapping[str, str]:
    """The programs that are needed for this computer, and the Debian package of each."""
    is_foreign = computer.processor != platform.machine()
    return (
        TOOLS
        | {computer.emulator: computer.package}
        | ({f"qemu-{computer.processor}-static": "qemu-user-static"} if is_foreign else {})
    )


def debian(computer: Computer, release: Release) -> Image:
    """Return the image; make it only if its recipe has changed.

    :raises PermissionError: when it must be made, and the caller is not root
    :raises subprocess.SubprocessError: when a step fails or hangs, its output beside the image in `debian.log`
    """
    how = recipe(repr((PACKAGES, LEFT_OUT, FILES, MASKED, ROOT_MB)), Path(initrd.__file__).read_text())
    name = f"{computer.architecture}-{release.suite}-{how}"
    image = Image(computer, release, *(BUILD / f"{part}-{name}" for part in ("debian", "kernel", "initrd")))
    if not image.root.exists():
        if os.geteuid() != 0:
            raise PermissionError
        _make(image)
    return image


def _make(image: Image) -> None:
    tree = image.root.with_suffix(".tree")
    with logged_steps(BUILD / "debian.log") as run:
        unmount_below(tree)
        shutil.rmtree(tree, ignore_errors=True)
        packages = *PACKAGES, f"linux-image-{image.computer.architecture}"
        fetch_debian(run, image.computer, image.release, packages, tree)
        (tree / "etc/dpkg/dpkg.cfg.d/boot-test").write_text(LEFT_OUT)
        try:
            run("chroot", tree, "/debootstrap/debootstrap", "--second-stage")
        finally:
            unmount_below(tree)
        for name, text in FILES.items():
            (tree / name).write_text(text)
        run("chroot", tree, "systemctl", "mask", *(unit.format(console=image.computer.console) for unit in MASKED))
        for idle in ("var/cache/apt/archives", "var/lib/apt/lists"):
            shutil.rmtree(tree / idle)
        shutil.copy(initrd.write_initrd(tree, image.initrd), image.kernel)
        new = image.root.with_suffix(".new")
        file_system(new, ROOT_MB, "-d", tree)
        new.rename(image.root)
        shutil.rmtree(tree)


def handed_in(folder: Path, image: Image) -> Path:
    """A disk with the libraries and three checkouts: this, a newer one, and one that cannot start."""
    tree = folder / "handed-in"
    lists = [SYSTEMD / f"locked/{name}.txt" for name in ("build", "program")]
    shutil.copytree(wheelhouse(BUILD, image.computer, image.release, lists), tree / "wheels")
    files = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (PROJECT / name).exists() and not name.startswith("tests/"):
            place = tree / "this" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, place)
    shutil.copy(Path(__file__).with_name("in_the_machine.py"), tree)
    for name, version in (("newer", "99.0"), ("broken", "99.1")):
        shutil.copytree(tree / "this", tree / name)
        settings = tree / name / "pyproject.toml"
        settings.write_text(re.sub(r'(?m)^version = ".*"', f'version = "{version}"', settings.read_text()))
    loop = tree / "broken/firmware_py/device/loop.py"
    loop.write_text(loop.read_text() + '\nraise RuntimeError("this version cannot start")\n')
    disk = folder / "handed-in.img"
    file_system(disk, HANDED_IN_MB, "-L", "handed-in", "-d", tree)
    shutil.rmtree(tree)
    return disk


def for_games(folder: Path) -> Path:
    """A new and empty disk for games."""
    disk = folder / "games.img"
    file_system(disk, GAMES_MB, "-L", "games")
    return disk


def usb_stick(folder: Path) -> Path:
    """A new USB stick with two empty FAT partitions."""
    stick = folder / "stick.img"
    table, begins = b"", FIRST_SECTOR
    with stick.open("wb") as disk:
        for label in ("HOLIDAY", "WORK 2"):
            part = folder / "part.img"
            command = "mkfs.vfat", "-C", "-n", label, part, str(PARTITION_KB)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            disk.seek(begins * SECTOR)
            disk.write(part.read_bytes())
            part.unlink()
            table += struct.pack("<4xB3xII", FAT, begins, PARTITION_KB * 1024 // SECTOR)
            begins += PARTITION_KB * 1024 // SECTOR
        disk.seek(TABLE)
        disk.write(table)
        disk.seek(SECTOR - len(END))
        disk.write(END)
    return stick


def copied(image: Image, folder: Path) -> Path:
    """A copy of the image, as the machine's own disk."""
    disk = folder / "root.img"
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", image.root, disk], check=True)
    return disk
