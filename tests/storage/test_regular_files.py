"""Foreign files: whatever a path leads to, reading ends at once, with the content or a reason."""

import os
import socket
from pathlib import Path

import pytest

from firmware_py.regular_files import LONGEST_TEXT, read_regular
from firmware_py.words import reason


def test_a_regular_file_is_read_whole_also_through_a_link(tmp_path: Path) -> None:
    """Its bytes as they are, up to the limit itself; files of the kernel that claim to be empty, too."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"x" * LONGEST_TEXT)
    link.symlink_to(file)
    assert read_regular(file) == read_regular(link) == b"x" * LONGEST_TEXT
    assert read_regular(Path("/proc/self/cmdline"))


def irregular(folder: Path) -> dict[str, Path]:
    """Return what a path can lead to besides a readable file, by the reason that is expected."""
    pipe, end, link, huge = folder / "pipe", folder / "socket", folder / "link", folder / "huge"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(end))
    link.symlink_to(folder / "nothing")
    with huge.open("wb") as file:
        file.truncate(LONGEST_TEXT + 1)
    return {"pipe": pipe, "socket": end, "folder": folder, "link": link, "huge": huge, "missing": folder / "missing"}


REASONS = {
    "pipe": "Not a regular file",
    "socket": "Not a regular file",
    "device": "Not a regular file",
    "folder": "Is a directory",
    "link": "No such file or directory",
    "missing": "No such file or directory",
    "huge": "File too large",
}


@pytest.mark.parametrize("kind", REASONS)
def test_what_is_no_readable_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """Nothing is waited for, nothing endless is begun; the reason is one that is translated."""
    path = {**irregular(tmp_path), "device": Path("/dev/zero")}[kind]
    with pytest.raises(OSError, match=REASONS[kind]) as refused:
        read_regular(path)
    assert reason(refused.value).message == REASONS[kind]


def test_a_limit_of_the_caller_applies(tmp_path: Path) -> None:
    """Who needs less takes less."""
    file = tmp_path / "file"
    file.write_bytes(b"four")
    assert read_regular(file, 4) == b"four"
    with pytest.raises(OSError, match="too large"):
        read_regular(file, 3)
