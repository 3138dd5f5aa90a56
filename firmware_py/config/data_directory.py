"""The folder in which the games are stored, and the name of the journal in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from firmware_py.config.schema import Config, ConfigError
from firmware_py.words import words

PROGRAM = "pyramid-referee"

JOURNAL_NAME = "games.sqlite"
"""The journal's file in the data directory."""

FSTAB = Path("/etc/fstab")
"""Which file systems the owner has put where: a line has device, place, type and options (fstab(5))."""


def data_directory(config: Config, environ: Mapping[str, str]) -> Path:
    """Return the folder of the games: as configured, else as systemd says, else among the user's data.

    :raises ConfigError: when none of them names one.
    """
    if config.data_directory:
        return _expanded(config.data_directory)
    if states := environ.get("STATE_DIRECTORY"):
        return Path(states.split(":")[0])
    if (own := environ.get("XDG_DATA_HOME", "")).startswith("/"):
        return Path(own) / PROGRAM
    return _expanded(f"~/.local/share/{PROGRAM}")


def missing_mount(folder: Path, fstab: Path = FSTAB) -> Path | None:
    """Return the place of a file system that holds this folder according to fstab but is not mounted, or None.

    What is written there now would lie hidden beneath it later. Numbers of devices are compared, because the service
    sees its folder bound onto itself. So lines that bind a folder of the same file system are passed over.
    """
    with suppress(OSError):
        for line in fstab.read_text(encoding="utf-8", errors="replace").splitlines():
            _, place, _, options, *_ = (*line.split(), "", "", "", "")
            there = Path(place.replace("\\040", " "))
            is_bound = {"bind", "rbind"}.intersection(options.split(","))
            is_named = there in (folder, *folder.parents[:-1]) and not line.startswith("#") and not is_bound
            if is_named and not (there.exists() and there.stat().st_dev != there.parent.stat().st_dev):
                return there
    return None


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(
            words("data_directory: {folder} cannot be used, because there is no such home directory", folder=path)
        ) from None
