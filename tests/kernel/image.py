"""The disks of an emulated arm64 computer: Debian with its own kernel, the program, and the games.

Why no maintainer script runs: under emulation a second stage of debootstrap takes more than twenty minutes. The
packages are only unpacked; the few things that their scripts would do stand here.

Why the machine's state is kept, too: Debian takes most of a minute to boot under emulation. The state is from before
any disk but the system's was mounted, and the system's cannot be written: each run and each power cut begins there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import initrd
from computers import ARM, BOOKWORM, RELEASES
from disks import PROJECT, STEP_S, SYSTEMD, compile_python, fetch_debian, file_system, logged_steps, recipe

BUILD = PROJECT / "build/kernel"
RELEASE = RELEASES[os.environ.get("SUITE", BOOKWORM.suite)]

TOOLS = {
    **initrd.TOOLS,
    ARM.emulator: ARM.package,
    "debootstrap": "debootstrap",
    "mke2fs": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "e2fsck": "e2fsprogs",
    "fdtput": "device-tree-compiler",
    "systemctl": "systemd",
}
"""The programs that are needed, and the Debian package of each."""

PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "kmod", "linux-image-arm64", "qemu-guest-agent", initrd.PACKAGE),
    *("python3", "libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri"),
)
GROUPS = {"input": 990, "gpio": 991, "i2c": 992, "render": 993, "systemd-journal": 994, "referee": 995}
OF_THE_SERVICE = ("video", "render", "input", "gpio", "i2c", "dialout")
MASKED = ("serial-getty@ttyAMA0", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer")
OPT = "/opt/pyramid-referee"
SETTINGS = "/etc/pyramid-referee"
GAMES = "/var/lib/pyramid-referee"
FILES = {
    "etc/hostname": "referee\n",
    "etc/hosts": "127.0.0.1 localhost referee\n",
    "etc/machine-id": "",
    "etc/fstab": (
        f"tmpfs {SETTINGS} tmpfs mode=0755 0 0\n"
        "tmpfs /tmp tmpfs mode=1777 0 0\n"
        "tmpfs /var/tmp tmpfs mode=1777 0 0\n"
        "tmpfs /var/lib/systemd tmpfs mode=0755 0 0\n"
        f"/dev/vdb {GAMES} ext4 noatime,commit=5,noauto 0 0\n"
        f"/dev/vdc {OPT} ext4 ro,noauto 0 0\n"
    ),
}
"""Files of the system that are written over Debian's, by their path."""

ROOT_MB = 1200


@dataclass(frozen=True)
class Image:
    """The files from which a machine starts; they are only read."""

    root: Path
    kernel: Path
    initrd: Path
    tree: Path
    """The device tree."""


def debian() -> Image:
    """Return the image; make it only if its recipe has changed.

    :raises PermissionError: when it must be made, and the caller is not root
    :raises subprocess.SubprocessError: when a step fails or hangs, its output beside the image in `debian.log`
    """
    units = [file.read_text() for file in sorted(SYSTEMD.glob("*.service")) + sorted(SYSTEMD.glob("udev/*"))]
    name = recipe(RELEASE.suite, Path(__file__).read_text(), Path(initrd.__file__).read_text(), *units)
    image = Image(*(BUILD / f"{part}-{name}" for part in ("debian", "kernel", "initrd", "tree")))
    if not image.root.exists():
        if os.geteuid() != 0:
            raise PermissionError
        _make(image)
    return image


def _make(image: Image) -> None:
    fetched, tree = BUILD / "fetched", BUILD / "tree"
    with logged_steps(BUILD / "debian.log") as run:
        for old in (fetched, tree):
            shutil.rmtree(old, ignore_errors=True)
        fetch_debian(run, ARM, RELEASE, PACKAGES, fetched)
        _unpack(fetched, tree)
        shutil.rmtree(fetched)
        _set_up(tree)
        run("systemctl", f"--root={tree}", "mask", *MASKED)
        compile_python(RELEASE, "-s", tree, tree / f"usr/lib/python{RELEASE.python}")
        shutil.copy(initrd.write_initrd(tree, image.initrd), image.kernel)
        new = image.root.with_suffix(".new")
        file_system(new, ROOT_MB, "-d", tree)
        new.rename(image.root)
        shutil.rmtree(tree)


def _unpack(fetched: Path, tree: Path) -> None:
    """Unpack every package; none of their scripts runs."""
    for name in ("bin", "sbin", "lib"):
        (tree / "usr" / name).mkdir(parents=True)
        (tree / name).symlink_to(f"usr/{name}")
    for package in sorted((fetched / "var/cache/apt/archives").glob("*.deb")):
        with subprocess.Popen(("dpkg-deb", "--fsys-tarfile", package), stdout=subprocess.PIPE) as unpacked:
            tar = "tar", "-x", "-C", tree, "--keep-directory-symlink"
            subprocess.run(tar, stdin=unpacked.stdout, check=True, timeout=STEP_S)
    for idle in ("doc", "man", "locale", "lintian"):
        shutil.rmtree(tree / "usr/share" / idle, ignore_errors=True)


def _set_up(tree: Path) -> None:
    """Do what the scripts of the packages and of the installer would do: users, links, units, rules."""
    for name in ("proc", "sys", "dev", "run", "tmp", GAMES[1:], OPT[1:], SETTINGS[1:], "etc/udev/rules.d"):
        (tree / name).mkdir(parents=True, exist_ok=True)
    for name, target in (("var/run", "/run"), ("var/lock", "/run/lock"), ("etc/mtab", "../proc/self/mounts")):
        place = tree / name
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.symlink_to(target)
    masters = tree / "usr/share/base-passwd"
    groups = (masters / "group.master").read_text() + "".join(
        f"{name}:x:{number}:\n" for name, number in GROUPS.items()
    )
    for name in OF_THE_SERVICE:
        groups = re.sub(rf"(?m)^({name}:.*)$", r"\1referee", groups)
    referee = f"referee:x:{GROUPS['referee']}:{GROUPS['referee']}::{GAMES}:/usr/sbin/nologin\n"
    (tree / "etc/group").write_text(groups)
    (tree / "etc/passwd").write_text((masters / "passwd.master").read_text() + referee)
    for name, text in FILES.items():
        (tree / name).write_text(text)
    for unit in SYSTEMD.glob("*.service"):
        shutil.copy(unit, tree / "etc/systemd/system")
    for rules in SYSTEMD.glob("udev/*"):
        shutil.copy(rules, tree / "etc/udev/rules.d")
    (tree / "etc/systemd/system/default.target").unlink(missing_ok=True)
    (tree / "etc/systemd/system/default.target").symlink_to("/lib/systemd/system/multi-user.target")
