"""What the product writes: whole, and never to where a link leads that somebody else has planted."""

import re
from pathlib import Path

import pytest
from places import PROJECT

from firmware_py.regular_files import write_whole

WRITES = re.compile(r"\.write_(bytes|text)\(|(?<!wave\.)open\([^)\n]*[\"'][wax]b?\+?[\"']|O_CREAT")
"""A file that is made or written over."""
NOFOLLOW = {"firmware_py/regular_files.py", "display/desk/window.py"}
"""Where links are not followed."""
OWN_FOLDERS = {
    "firmware_py/host/failed_starts.py": "/run/pyramid-referee",
    "firmware_py/host/radio.py": "/run/pyramid-referee-radio and /run/systemd/network",
    "firmware_py/host/splash.py": "/run/pyramid-referee",
    "firmware_py/host/sd_notify.py": "/run/pyramid-referee",
    "firmware_py/storage/files.py": "/var/lib/pyramid-referee",
    "hardware/guide/__main__.py": "the checkout",
    "hardware/guide/render.py": "the checkout",
}
"""What is written into folders into which only the service, or whoever builds the project, may write."""


def test_only_folders_of_its_own_are_written_to_in_another_way() -> None:
    """On sticks, in shared folders, and wherever a command is told to write: no link is followed."""
    writing = {
        str(path.relative_to(PROJECT))
        for package in ("firmware_py", "display", "hardware")
        for path in (PROJECT / package).rglob("*.py")
        if WRITES.search(path.read_text(encoding="utf-8")) and "pico" not in path.parts
    }
    assert writing - OWN_FOLDERS.keys() == NOFOLLOW


@pytest.mark.parametrize("planted", ["file", "file.part"])
def test_a_file_is_written_in_place_of_a_link(planted: str, tmp_path: Path) -> None:
    """Whatever a link of its name, or of its name before it is whole, leads to stays as it was."""
    kept = tmp_path / "kept"
    kept.write_bytes(b"as it was")
    (tmp_path / planted).symlink_to(kept)
    write_whole(tmp_path / "file", b"new")
    assert kept.read_bytes() == b"as it was"
    assert (tmp_path / "file").read_bytes() == b"new"
    assert {path.name for path in tmp_path.iterdir()} == {"file", "kept"}
