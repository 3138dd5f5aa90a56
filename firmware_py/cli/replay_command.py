"""`pyramid-referee replay`: a game record, played through the rules."""

from __future__ import annotations

import argparse

from firmware_py.cli.given_files import read_given
from firmware_py.cli.terminal import REFUSED, speaker, unreadable, unusable
from firmware_py.games.records import RefusedRecord
from firmware_py.games.replay import as_json, as_text
from firmware_py.games.replay import replay as replayed
from firmware_py.words import words


def replay(options: argparse.Namespace) -> int:
    """Print one line for each line of the record, and return whether any was refused as exit status."""
    try:
        lines = replayed(read_given(options.file), keep_going=options.keep_going)
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
