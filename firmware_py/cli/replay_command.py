"""`pyramid-referee replay`: a game record, played through the rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_py.cli.terminal import REFUSED, speaker, unreadable, unusable
from firmware_py.games.records import UnreadableLine
from firmware_py.games.replay import as_json, as_text
from firmware_py.games.replay import replay as replayed
from firmware_py.words import words


def replay(options: argparse.Namespace) -> int:
    """Print one line for each line of the record, and return whether any was refused as exit status."""
    if options.file == "-" and sys.stdin is None:
        return unusable(words("-: there is no standard input"))
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        lines = replayed(text, keep_going=options.keep_going)
    except OSError as error:
        return unreadable(options.file, error)
    except UnreadableLine as error:
        return unusable(words("{file}: line 1 is no header of a record: {why}", file=options.file, why=error.why))
    say = speaker()
    write = as_json if options.json else as_text
    refused = False
    for line in lines:
        print(write(line, say))
        refused |= line.refusal is not None
    return REFUSED if refused else 0
