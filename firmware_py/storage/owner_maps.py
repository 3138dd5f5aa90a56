"""The owner's maps: one TOML file each in the folder `boards` of the data directory.

Why files and not the journal: the owner may copy a map to a friend's device, print it, or change it with any editor.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from firmware_py.regular_files import read_regular, write_whole

FOLDER = "boards"
"""The folder in the data directory."""


def read_maps(folder: Path | None) -> tuple[tuple[str, str], ...]:
    """Name and text of every map in `folder`, sorted by name; the text of an unreadable file is empty."""
    if folder is None:
        return ()
    paths: list[Path] = []
    with suppress(OSError):  # there is no such folder, or no access to it
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    found = []
    for path in paths:
        text = ""
        with suppress(OSError, UnicodeDecodeError):
            text = read_regular(path).decode("utf-8-sig")
        found.append((path.stem, text))
    return tuple(found)


def save_map(folder: Path, stem: str, text: str) -> None:
    """Write a map's file. After a power cut there is the old file or the new one, never half of one.

    :raises OSError: when it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{stem}.toml", text.encode())
