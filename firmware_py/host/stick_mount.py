"""Has systemd mount a USB stick for the referee, unless its disk is part of the running system.

The unit for sticks runs this as root, when a partition with FAT or exFAT appears on a USB disk.

Why systemd mounts it and not this program: so no capability is needed here, and systemd lets go of the stick when it is
pulled out. Why the whole disk is judged and not only the partition: the system may have started from it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

STICKS: Final = "/run/pyramid-referee-sticks"
"""Each stick is mounted in a folder of its own below this one, named as the kernel names the partition."""

OPTIONS: Final = "nosuid,nodev,noexec,noatime,uid=referee,gid=referee,umask=0077"
"""FAT and exFAT know no owners. Not `sync`, which wears a stick out: the program syncs each file. Reading writes
nothing."""

STICK: Final = re.compile(r"sd[a-z]+[0-9]*")
"""How the kernel names a disk on USB and its partitions."""

UNIT_FOLDERS: Final = (
    *("etc/systemd/system", "run/systemd/system", "usr/lib/systemd/system"),
    *("run/systemd/generator", "run/systemd/generator.early", "run/systemd/generator.late"),
)
LINKS: Final = {"label": "by-label", "uuid": "by-uuid", "partlabel": "by-partlabel", "partuuid": "by-partuuid"}
"""The folders of `/dev/disk` in which udev has a link for each way to name a file system (fstab(5))."""


def main(arguments: list[str]) -> None:
    """Mount the partition that is named, or say in the log why it is left alone, which is no fault."""
    (name,) = arguments
    why = reason_to_leave(name, Path("/"))
    if why:
        print(f"{name} is left alone: {why}", file=sys.stderr)
    else:
        os.execvp("systemd-mount", mount_command(name))


def mount_command(name: str) -> tuple[str, ...]:
    """The command that asks systemd for the mount; it ends when the stick is mounted or cannot be."""
    device = f"dev-{name}.device"
    return (
        *("systemd-mount", "--quiet", "--collect", "--automount=no", "--fsck=no", f"--options={OPTIONS}"),
        # Bound to the device, and let go of at once although a file is open: it is gone.
        *(f"--property=BindsTo={device}", f"--property=After={device}", "--property=LazyUnmount=yes"),
        *(f"/dev/{name}", f"{STICKS}/{name}"),
    )


def reason_to_leave(name: str, system: Path) -> str | None:
    """Why a partition is not mounted for the referee, None if it is; `system` is the root of the system's files.

    :raises OSError: when the system does not say what it has mounted.
    """
    if not STICK.fullmatch(name) or not (system / "sys/class/block" / name).exists():
        return "there is no such disk"
    if not any(re.fullmatch(r"usb\d+", part) for part in (system / "sys/class/block" / name).resolve().parts):
        return "it is not on USB"
    disks = _disks(name, system)
    for other, use in _in_use(system):
        if use.startswith(f"mounted at {STICKS}/"):
            if other == name:
                return f"it is {use}"
        elif disks & _disks(other, system):
            return f"{other} is {use}" if other != name else f"it is {use}"
    return None


def _disks(name: str, system: Path) -> frozenset[str]:
    """The disks that hold a block device: the one it is a part of, or all below RAID, LVM and encryption."""
    device = system / "sys/class/block" / name
    below = _names(device / "slaves")
    if below:
        return frozenset(disk for other in below for disk in _disks(other, system))
    found = device.resolve()
    return frozenset({found.parent.name if (found / "partition").exists() else name})


def _in_use(system: Path) -> Iterator[tuple[str, str]]:
    """Yield each block device that the running system uses or is set up to use, and for what."""
    yield from _mounts(system)
    for line in _lines(system / "proc/swaps")[1:]:
        yield _block_device(line.split()[0], system), "swap space"
    for name in _names(system / "sys/class/block"):
        for holder in _names(system / "sys/class/block" / name / "holders"):
            yield name, f"part of {holder}"
    for pool in _names(system / "sys/fs/btrfs"):
        for name in _names(system / "sys/fs/btrfs" / pool / "devices"):
            yield name, "part of a file system of several disks"
    for place, named in _set_up(system):
        yield _block_device(named, system), f"named in {place}"


def _mounts(system: Path) -> Iterator[tuple[str, str]]:
    """Yield what is mounted, from the kernel's table (proc(5)): by its number, and by its name if it has several."""
    for line in (system / "proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        mount, _, source = line.partition(" - ")
        number, place = mount.split()[2], unescape(mount.split()[4])
        for name in {(system / "sys/dev/block" / number).resolve().name, _block_device(source.split()[1], system)}:
            yield name, f"mounted at {place}"


def _set_up(system: Path) -> Iterator[tuple[str, str]]:
    """Yield where the owner or the system says that a file system belongs to it, and how it names that one."""
    for file, column in (("etc/fstab", 0), ("etc/crypttab", 1)):
        for line in _lines(system / file):
            words = line.split()
            if len(words) > column and not words[0].startswith("#"):
                yield f"/{file}", unescape(words[column])
    for word in " ".join(_lines(system / "proc/cmdline")).split():
        key, _, named = word.partition("=")
        if key in ("root", "resume"):
            yield "the kernel's command line", named
    for folder in UNIT_FOLDERS:
        for unit in sorted((*(system / folder).glob("*.mount"), *(system / folder).glob("*.swap"))):
            for line in _lines(unit):
                if line.startswith("What="):
                    yield unit.name, line.removeprefix("What=").strip()


def _block_device(named: str, system: Path) -> str:
    """The kernel's name of what a path or a tag such as `LABEL=games` leads to now, "" if to nothing."""
    tag, _, value = named.partition("=")
    if tag.lower() in LINKS:
        named = f"/dev/disk/{LINKS[tag.lower()]}/{_as_link(value.strip(chr(34)))}"
    found = (system / named.lstrip("/")).resolve() if named.startswith("/dev/") else system
    return found.name if (system / "sys/class/block" / found.name).exists() else ""


def _as_link(text: str) -> str:
    """A label as udev writes it as the name of a link."""
    safe = re.compile(r"[A-Za-z0-9#+\-.:=@_]|[^\x00-\x7f]")
    return "".join(letter if safe.fullmatch(letter) else f"\\x{ord(letter):02x}" for letter in text)


def unescape(text: str) -> str:
    """A word of one of the kernel's tables, or of fstab, with its blanks."""
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), text)


def _lines(file: Path) -> list[str]:
    """The lines of a file, none if it is missing."""
    with suppress(FileNotFoundError):
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    return []


def _names(folder: Path) -> list[str]:
    """What is in a folder, nothing if it is missing."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return sorted(path.name for path in folder.iterdir())
    return []


if __name__ == "__main__":
    main(sys.argv[1:])
