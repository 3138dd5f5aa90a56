"""The folder in which the games are stored, and the name of the journal in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware_py.config.schema import Config, ConfigError
from firmware_py.words import words

PROGRAM = "pyramid-referee"

JOURNAL_NAME = "games.sqlite"
"""The journal's file in the data directory."""


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


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(
            words("data_directory: {folder} cannot be used, because there is no such home directory", folder=path)
        ) from None
