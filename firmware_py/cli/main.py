"""The entry point of the command line: it finds the command, runs it, and returns its exit status.

Why the late imports: a command loads only what it needs, and the device shows its first picture before all else.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from firmware_py.host.log import spare_standard_error

FAILED = 1
"""Exit status when the command was interrupted, or its reader is gone."""

WITHOUT_LIBRARY = 2
"""Exit status when a library that the command needs does not load."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (without the program's name) name, and return its exit status."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # what we print is read by programs, too
    spare_standard_error()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = _options(arguments)
        status: int = options.run(options)
        print(end="", flush=True)  # works also without any standard output
    except ImportError as error:  # in English, for a library of the translations may be the missing one
        remedy = "install the program again: sudo ./systemd/install"
        print(f"A library is missing, or is for another Python: {error}; {remedy}", file=sys.stderr)
        return WITHOUT_LIBRARY
    except BrokenPipeError:  # the reader of our output is gone
        return _without_output(FAILED)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        from firmware_py.cli.terminal import report_problems
        from firmware_py.words import reason_and_remedy, words

        return _without_output(
            report_problems(words("the output cannot be written: {why}", why=reason_and_remedy(error)))
        )
    except KeyboardInterrupt:
        return FAILED
    return status


def _without_output(status: int) -> int:
    """Send standard output nowhere, or the interpreter fails on it once more when it ends; return `status`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed command line; its `run` is the function of the command.

    The device's own command, `run`, has a parser of its own: it must wait neither for games nor for languages before
    the first picture, and only systemd reads its messages.
    """
    if arguments[:1] != ["run"] or {"-h", "--help"}.intersection(arguments):
        from firmware_py.cli.arguments import parser
        from firmware_py.cli.terminal import language

        return parser(COMMANDS, language()).parse_args(arguments)
    device = argparse.ArgumentParser(prog="pyramid-referee run")
    device.set_defaults(run=_run)
    device.add_argument("--config", type=Path)
    device.add_argument("--data", type=Path)
    return device.parse_args(arguments[1:])


def _run(options: argparse.Namespace) -> int:
    from firmware_py.cli.run_command import run

    return run(options)


def _desk(options: argparse.Namespace) -> int:
    from firmware_py.cli.desk_commands import desk

    return desk(options)


def _demo(options: argparse.Namespace) -> int:
    from firmware_py.cli.desk_commands import demo

    return demo(options)


def _doctor(options: argparse.Namespace) -> int:
    from firmware_py.cli.doctor_command import doctor

    return doctor(options)


def _bench(options: argparse.Namespace) -> int:
    from firmware_py.cli.desk_commands import bench

    return bench(options)


def _replay(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import replay

    return replay(options)


def _games(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import games

    return games(options)


def _export(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import export

    return export(options)


def _results(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import results

    return results(options)


def _import(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import import_record

    return import_record(options)


def _pack(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import pack

    return pack(options)


def _unpack(options: argparse.Namespace) -> int:
    from firmware_py.cli.record_commands import unpack

    return unpack(options)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "desk": _desk,
    "run": _run,
    "doctor": _doctor,
    "demo": _demo,
    "bench": _bench,
    "replay": _replay,
    "games": _games,
    "export": _export,
    "results": _results,
    "import": _import,
    "pack": _pack,
    "unpack": _unpack,
}
"""The function of each command, by its name; `board` brings its own."""


if __name__ == "__main__":
    sys.exit(main())
