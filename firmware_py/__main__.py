"""The command line: `pyramid-referee COMMAND`."""

from __future__ import annotations

import argparse
import locale
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware_py.games.malediction.commands import add_commands as add_board_commands
from firmware_py.words import LANGUAGES, Say, speak

UNUSABLE = 2
"""Exit status when a file or its header cannot be used, as for a wrong command line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (without the program's name) ask for and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except BrokenPipeError:  # the reader of our output went away; there is nobody left to tell
        sys.stdout = None  # keeps the interpreter from flushing into the closed pipe
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pyramid-referee", description="The referee of three pyramid games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="play a game record through the rules")
    replay.add_argument("file", help="the record, or - for standard input")
    replay.add_argument("--json", action="store_true", help="one JSON object a line instead of an account")
    replay.add_argument("--keep-going", action="store_true", help="skip refused lines instead of stopping")
    replay.set_defaults(run=_replay)

    add_board_commands(commands, _say)
    return parser


def _replay(options: argparse.Namespace) -> int:
    from firmware_py.records import UnreadableLine
    from firmware_py.replay import as_json, as_text, replay

    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        lines = replay(text, keep_going=options.keep_going)
    except OSError as error:
        print(f"{options.file}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    except UnreadableLine as error:
        print(f"{options.file}: line 1 is no header of a record: {error}", file=sys.stderr)
        return UNUSABLE
    say = _say()
    write = as_json if options.json else as_text
    refused = False
    for played in lines:
        print(write(played, say))
        refused |= played.refusal is not None
    return int(refused)


def _say() -> Say:
    language = (locale.getlocale()[0] or "en")[:2]
    return speak(language if language in LANGUAGES else "en")


if __name__ == "__main__":
    sys.exit(main())
