"""`pyramid-referee replay`: a game record, played through the rules."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from pathlib import Path

from firmware_py.cli.terminal import REFUSED, speaker, unreadable, unusable
from firmware_py.games.records import RefusedRecord
from firmware_py.games.replay import as_json, as_text
from firmware_py.games.replay import replay as replayed
from firmware_py.regular_files import LONGEST_TEXT, read_regular
from firmware_py.words import words


def replay(options: argparse.Namespace) -> int:
    """Print one line for each line of the record, and return whether any was refused as exit status."""
    if options.file == "-" and sys.stdin is None:
        return unusable(words("-: there is no standard input"))
    try:
        text = _standard_input() if options.file == "-" else read_regular(Path(options.file))
        lines = replayed(text, keep_going=options.keep_going)
    except OSError as error:
        return unreadable(options.file, error)
    except RefusedRecord as error:
        return unusable(words("{file}: line {line}: {why}", file=options.file, line=error.line, why=error.why))
    say = speaker()
    write = as_json if options.json else as_text
    refused = False
    for line in lines:
        print(write(line, say))
        refused |= line.refusal is not None
    return REFUSED if refused else 0


def _standard_input() -> bytes:
    """Return what the terminal or another program sends. :raises OSError: when it is far too long for a game"""
    text = sys.stdin.buffer.read(LONGEST_TEXT + 1)
    if len(text) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return text
