"""Foreign files: whatever a path leads to, reading ends at once, with the content or a reason."""

from pathlib import Path

import pytest
from irregular_files import KINDS, irregular
from waiting import without_waiting

from firmware_py.regular_files import LONGEST_TEXT, check_no_other, read_regular
from firmware_py.words import SYSTEM_WORDS, reason


def test_a_regular_file_is_read_whole_also_through_a_link(tmp_path: Path) -> None:
    """Its bytes as they are, up to the limit itself; files of the kernel that claim to be empty, too."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"x" * LONGEST_TEXT)
    link.symlink_to(file)
    assert read_regular(file) == read_regular(link) == b"x" * LONGEST_TEXT
    assert read_regular(Path("/proc/self/cmdline"))


REASONS = {
    "pipe": "Not a regular file",
    "socket": "Not a regular file",
    "device": "Not a regular file",
    "folder": "Is a directory",
    "link": "No such file or directory",
    "circle": "Too many levels of symbolic links",
    "missing": "No such file or directory",
    "huge": "File too large",
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_readable_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """Nothing is waited for, nothing endless is begun; the reason is one that is translated."""
    path = irregular(kind, tmp_path / "it")
    with without_waiting(), pytest.raises(OSError, match=REASONS[kind]) as refused:
        read_regular(path)
    assert reason(refused.value) in SYSTEM_WORDS


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_regular_file_is_written_over(kind: str, tmp_path: Path) -> None:
    """A pipe without a reader would be waited for; a folder or a device is not replaced."""
    path = irregular(kind, tmp_path / "it")
    if kind in ("link", "missing", "huge"):
        check_no_other(path)
    else:
        with pytest.raises(OSError, match=REASONS[kind]):
            check_no_other(path)


def test_a_limit_of_the_caller_applies(tmp_path: Path) -> None:
    """Who needs less takes less."""
    file = tmp_path / "file"
    file.write_bytes(b"four")
    assert read_regular(file, 4) == b"four"
    with pytest.raises(OSError, match="too large"):
        read_regular(file, 3)
