"""USB sticks: where they are mounted, how a file is written whole or not at all, and what each fault means.

Why a name is never reused for other content: somebody who copies twice must not lose the first copy. A file with other
content stays, and the new one gets a number.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from firmware_py.host.stick_mount import STICKS, unescape
from firmware_py.regular_files import create_inside, flags, open_folder, rename_inside, write_inside
from firmware_py.words import WordedError, Words, reason, words

DESKTOPS = ("/media/", "/run/media/")
"""Where desktops mount what is plugged in."""
FOLDER = "pyramid-referee"
"""Our folder on a stick."""
PART = "unfinished.part"
"""The name of a file that is not whole yet."""
BLOCK = 1 << 20
"""Bytes read at a time."""
UNFOLLOWED = os.O_RDONLY | flags("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")


class StickError(WordedError):
    """There is no stick, or it cannot be used."""


NO_STICK = words("There is no USB stick. Plug in one formatted as FAT32 or exFAT and wait a few seconds.")
PULLED_OUT = words("The stick was pulled out or has failed: plug it in again and repeat.")


class Stick(msgspec.Struct, frozen=True):
    """A stick, or one of several partitions on one, as it was when it was found."""

    folder: Path
    label: str
    """What somebody has called it: foreign text."""
    device: int | None = None
    """The number of its file system; None if it fails."""

    def check(self) -> None:
        """Pass if it is still there. :raises StickError: when it was pulled out, and its folder is an ordinary one"""
        if self.device is not None and _device(self.folder) != self.device:
            raise StickError(PULLED_OUT)

    def free_mb(self) -> int:
        """How much room is left on it, 0 if it does not say."""
        with suppress(OSError):
            room = os.statvfs(self.folder)
            return room.f_bavail * room.f_frsize // 1_000_000
        return 0


def find_sticks(system: Path) -> tuple[Stick, ...]:
    """The sticks that are plugged in; `system` is the root of the system's files."""
    places: dict[str, str] = {}
    for source, place in sorted(_mounts(system), key=lambda mount: (not mount[1].startswith(STICKS), mount[1])):
        if place.startswith((f"{STICKS}/", *DESKTOPS)):
            places.setdefault(source, place)  # a desktop may have mounted it as well
    labels = _labels(system) if places else {}
    found = []
    for source, place in places.items():
        folder = system / place.lstrip("/")
        found.append(Stick(folder, labels.get(Path(source).name, folder.name), _device(folder)))
    return tuple(found)


def require_sticks(system: Path) -> tuple[Stick, ...]:
    """The sticks that are plugged in. :raises StickError: when none is"""
    sticks = find_sticks(system)
    if not sticks:
        raise StickError(NO_STICK)
    return sticks


def _device(folder: Path) -> int | None:
    with suppress(OSError):
        return folder.stat().st_dev
    return None


def _labels(system: Path) -> dict[str, str]:
    """The label of each file system that has one, by the kernel's name of its device, from the links of udev."""
    labels = {}
    with suppress(OSError):
        for link in (system / "dev/disk/by-label").iterdir():
            with suppress(OSError):
                label = re.sub(r"\\x([0-9a-f]{2})", lambda code: chr(int(code[1], 16)), link.name)
                labels[link.readlink().name] = label
    return labels


def _mounts(system: Path) -> Iterator[tuple[str, str]]:
    """Yield which device is mounted where, from the kernel's table (proc(5)).

    Why only devices: in the service's own view of the system, each folder that it may write to is mounted onto itself.
    So the sticks' folder is always in the table, as a piece of memory.
    """
    with suppress(OSError):
        for line in (system / "proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("/dev/"):
                source, place = line.split()[:2]
                yield source, unescape(place)


def write_to(stick: Stick, name: str, content: bytes) -> bool:
    """Write a file to a stick, as `write_file` does. :raises StickError: also when it was pulled out meanwhile"""
    stick.check()
    try:
        return write_file(stick.folder, name, content)
    finally:
        stick.check()


def write_file(place: Path, name: str, content: bytes) -> bool:
    """Write a file, which is on the stick, whole, when this returns; return False if it was there already.

    The folders in its name are made below `place`. No link in it is followed: a stick may have been prepared.

    :raises StickError: when it cannot be written; no part of it stays.
    """
    *folders, file = name.split("/")
    try:
        with _open_folder(place, folders) as folder:
            target = _free(folder, file, content)
            if target is not None:
                write_inside(folder, target, content)
    except OSError as error:
        raise StickError(explain_stick_fault(error)) from error
    return target is not None


class NewFile:
    """A file on a stick that is written piece by piece, and has its name only once it is whole."""

    def __init__(self, folder: int, stream: BinaryIO) -> None:
        """Write to this stream, whose file is called `PART` in this folder."""
        self._folder = folder
        self._stream = stream

    def write(self, content: bytes) -> None:
        """Write more of it."""
        self._stream.write(content)

    def finish(self, name: str) -> bool:
        """Give it its name, or a number beside it; False if the same file is there already."""
        self._stream.flush()
        stem, dot, ending = name.partition(".")
        target, number = name, 1
        with suppress(FileNotFoundError):
            while True:
                if self._is_same(target):
                    os.unlink(PART, dir_fd=self._folder)
                    return False
                number += 1
                target = f"{stem}-{number}{dot}{ending}"
        rename_inside(self._folder, PART, target, self._stream)
        return True

    def _is_same(self, name: str) -> bool:
        """Whether a file has the same content. :raises FileNotFoundError: when nothing has this name"""
        there = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        if not stat.S_ISREG(there.st_mode) or there.st_size != self._stream.tell():
            return False
        self._stream.seek(0)
        with os.fdopen(os.open(name, UNFOLLOWED, dir_fd=self._folder), "rb") as file:
            while block := self._stream.read(BLOCK):
                if file.read(BLOCK) != block:
                    return False
        return True


@contextmanager
def new_file(stick: Stick, folder: str) -> Iterator[NewFile]:
    """Yield a file to write in a folder of the stick; no part of it stays unless it is finished.

    :raises StickError: when it cannot be written, also when the stick was pulled out meanwhile.
    """
    stick.check()
    try:
        with _open_folder(stick.folder, folder.split("/")) as descriptor, create_inside(descriptor, PART) as stream:
            try:
                yield NewFile(descriptor, stream)
            finally:
                with suppress(OSError):
                    os.unlink(PART, dir_fd=descriptor)
    except OSError as error:
        raise StickError(explain_stick_fault(error)) from error
    finally:
        stick.check()


@contextmanager
def _open_folder(place: Path, folders: Iterable[str]) -> Iterator[int]:
    """Yield the descriptor of a folder below a place, made and synced where it is missing.

    Why synced: FAT holds a new folder in memory for half a minute.

    :raises StickError: when something else has the name of a folder.
    """
    here = open_folder(place)
    try:
        for name in folders:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=here)
                os.fsync(here)
            try:
                below = open_folder(name, inside=here)
            except NotADirectoryError:
                raise StickError(
                    words("{name} on the stick is no folder: rename it on a computer.", name=name)
                ) from None
            os.close(here)
            here = below
        yield here
    finally:
        os.close(here)


def _free(folder: int, name: str, content: bytes) -> str | None:
    """A free name, or None if a file with the same content is there."""
    stem, dot, ending = name.partition(".")
    target, number = name, 1
    with suppress(FileNotFoundError):
        while True:
            if _holds(folder, target, content):
                return None
            number += 1
            target = f"{stem}-{number}{dot}{ending}"
    return target


def _holds(folder: int, name: str, content: bytes) -> bool:
    """Whether a file has this content; one of another length, or of another kind, is not even opened.

    :raises FileNotFoundError: when nothing has this name.
    """
    there = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not stat.S_ISREG(there.st_mode) or there.st_size != len(content):
        return False
    with os.fdopen(os.open(name, UNFOLLOWED, dir_fd=folder), "rb") as file:
        return file.read(len(content) + 1) == content


def explain_stick_fault(error: OSError) -> Words:
    """What is wrong with the stick, and what to do about it."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return words("The stick is full: delete something on it, or take another one.")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return words("The stick cannot be written to: look for a lock on it, or take another one.")
        case errno.EIO | errno.ENODEV | errno.ENXIO | errno.ENOENT | errno.ENOTDIR | errno.EEXIST | errno.ESTALE:
            return PULLED_OUT
        case _:
            return words("The stick cannot be used: {why}", why=reason(error))
