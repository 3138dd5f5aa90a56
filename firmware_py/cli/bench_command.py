"""`pyramid-referee bench`: how fast this computer does what the device does, as a table to send in."""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from pathlib import Path

from firmware_py.cli.terminal import read_config, speaker, unusable
from firmware_py.config.data_directory import data_directory
from firmware_py.config.schema import ConfigError
from firmware_py.desk.speed import ZERO_2, Row, rows
from firmware_py.host.health import model, program_version
from firmware_py.storage.journal import JournalError
from firmware_py.words import Say, reason, words


def bench(options: argparse.Namespace) -> int:
    """Print a line for each figure, and what it means on a Raspberry Pi Zero 2."""
    say = speaker()
    config, _ = read_config(options.config, say)
    computer = model() or platform.machine()
    print(f"Pyramid Referee {program_version()}, Python {platform.python_version()}, {computer}\n")
    try:
        data = options.data or data_directory(config, os.environ)
        folder = data if data.is_dir() else Path(tempfile.gettempdir())
        for row in rows(config, folder):
            print(line(row, say, is_pi=bool(model())), flush=True)
    except ConfigError as error:
        return unusable(*error.problems)
    except JournalError as error:
        return unusable(error.why)
    except OSError as error:
        return unusable(words("the disk cannot be tried: {why}", why=reason(error)))
    return 0


def line(row: Row, say: Say, *, is_pi: bool) -> str:
    """Return a row as text; on a Raspberry Pi nothing is estimated."""
    here = say(words("{took} ms, {enough} ms are enough", took=_number(row.took_ms), enough=_number(row.enough_ms)))
    if is_pi:
        return f"{say(row.what):56} {here}"
    if row.depends_on_disk:
        there = say(words("on a Pi Zero 2 as its memory card"))
    else:
        least, most = (_number(row.took_ms * times) for times in ZERO_2)
        there = say(words("on a Pi Zero 2 {least} to {most} ms", least=least, most=most))
    return f"{say(row.what):56} {here}, {there}"


def _number(value_ms: float) -> str:
    return f"{value_ms:.0f}" if value_ms >= 10 else f"{value_ms:.2g}"
