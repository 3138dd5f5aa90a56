"""`pyramid-referee bench`: how fast this computer does what the device does, as a table to send in."""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from pathlib import Path

from firmware_py.cli.terminal import speaker, unusable
from firmware_py.config.data_directory import data_directory
from firmware_py.config.file import load_config
from firmware_py.config.schema import ConfigError
from firmware_py.desk.speed import ZERO_2, Row, rows
from firmware_py.host.data_owner import as_owner_of
from firmware_py.host.health import model, program_version
from firmware_py.storage.files import JournalError
from firmware_py.words import Say, Words, decimal, remedied, words


def bench(options: argparse.Namespace) -> int:
    """Print a line for each figure, and what it means on a Raspberry Pi Zero 2."""
    say = speaker()
    computer = model() or platform.machine()
    try:
        config = load_config(options.config)
        print(f"Pyramid Referee {program_version()}, Python {platform.python_version()}, {computer}\n")
        data = options.data or data_directory(config, os.environ)
        folder = data if data.is_dir() else Path(tempfile.gettempdir())
        with as_owner_of(folder):
            for row in rows(config, folder):
                print(line(row, say, is_pi=bool(model())), flush=True)
    except ConfigError as error:
        return unusable(*error.problems)
    except JournalError as error:
        return unusable(error.why)
    except BrokenPipeError:  # the reader of our output is gone
        raise
    except OSError as error:
        return unusable(words("the disk cannot be tried: {why}", why=remedied(error)))
    return 0


def line(row: Row, say: Say, *, is_pi: bool) -> str:
    """Return a row as text, its figure first; on a Raspberry Pi nothing is estimated."""
    about = words("{what}; {enough} ms are enough", what=row.what, enough=_number(row.enough_ms))
    own_ms = row.took_ms if row.processor_ms is None else row.processor_ms
    least, most = (_number(own_ms * times) for times in ZERO_2)
    if not is_pi and row.processor_ms is not None:
        about = words(
            "{about}; on a Pi Zero 2 {least} to {most} ms, and what its memory card takes",
            about=about, least=least, most=most,
        )  # fmt: skip
    elif not is_pi:
        about = words("{about}; on a Pi Zero 2 {least} to {most} ms", about=about, least=least, most=most)
    return f"{say(_number(row.took_ms)):>8} ms  {say(about)}"


def _number(value_ms: float) -> Words:
    return decimal(f"{value_ms:.0f}" if value_ms >= 10 else f"{value_ms:.2g}")
