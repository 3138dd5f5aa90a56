"""The command line: `pyramid-referee COMMAND`.

Why the late imports: each command loads what it needs, and the device shows its first picture before all else.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.host.log import spare_standard_error

if TYPE_CHECKING:
    from firmware_py.config.file import Config
    from firmware_py.storage.journal import Journal
    from firmware_py.words import Say, Words

REFUSED = 1
"""Exit status when something was refused or not found as expected."""
UNUSABLE = 2
"""Exit status when a file cannot be used at all, as for a wrong command line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (without the program's name) ask for and return its exit status."""
    spare_standard_error()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] if arguments is None else arguments
    options = _options(arguments)
    try:
        status: int = options.run(options)
        print(end="", flush=True)  # also where there is no standard output at all
    except BrokenPipeError:  # the reader of our output went away; there is nobody left to tell
        _forget_output()
        return REFUSED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _forget_output()
        from firmware_py.words import reason, words

        return _unusable(words("the output cannot be written: {why}", why=reason(error)))
    except KeyboardInterrupt:
        return REFUSED
    return status


def _forget_output() -> None:
    """Send standard output nowhere, or the interpreter would fail on it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what the command line asks for, in `run` what carries it out.

    The box waits neither for games nor for languages before its first picture: only the system reads what it says.
    """
    if arguments[:1] != ["run"] or {"-h", "--help"}.intersection(arguments):
        from firmware_py.cli.arguments import parser

        return parser(COMMANDS, _language()).parse_args(arguments)
    box = argparse.ArgumentParser(prog="pyramid-referee run")
    box.set_defaults(run=_run)
    box.add_argument("--config", type=Path)
    box.add_argument("--data", type=Path)
    return box.parse_args(arguments[1:])


# --- playing ---------------------------------------------------------------------------------------------------------


def _desk(options: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from firmware_py.config.file import ConfigError, data_directory
    from firmware_py.desk import window
    from firmware_py.desk.script import ScriptError, ScriptFailure
    from firmware_py.host.health import screen_words
    from firmware_py.words import words

    config, warnings = _config(options.config, _say())
    if options.board:
        config = replace(config, board=replace(config.board, kind=options.board))
    if options.script is None and not options.headless:
        try:
            data = options.data or data_directory(config, os.environ)
        except ConfigError as error:
            return _unusable(*error.problems)
        missing = window.play_by_hand(config, data, warnings)
        if not missing:
            return 0
        instead = words(
            "Here is a demonstration instead; its pictures are written to {folder}.", folder=f"{options.shots}/"
        )
        say = _say()
        print(f"{say(screen_words(missing))} {say(instead)}\n")
    if options.script is None:
        options.game, options.seed = None, 1
        return _demo(options)
    try:
        window.play_script(config, options.script, options.shots, options.data, _say(), headless=options.headless)
    except (ScriptError, ScriptFailure) as error:
        print(f"{options.script}: {error}", file=sys.stderr)
        return REFUSED if isinstance(error, ScriptFailure) else UNUSABLE
    except BrokenPipeError:  # nobody reads on what is printed
        raise
    except OSError as error:
        return _cannot_be_read(options.script, error)
    return 0


def _run(options: argparse.Namespace) -> int:
    from firmware_py.host import failed_starts

    start = failed_starts.begin()  # before anything that may fail

    from firmware_py.host.sd_notify import notify
    from firmware_py.host.splash import open_window

    window = open_window(options.config, start.screen_fault)
    start.picture_stands()
    notify(f"STATUS=starting\nEXTEND_TIMEOUT_USEC={failed_starts.LOADING_S * 1_000_000}")

    from firmware_py.config.file import Config, ConfigError, data_directory
    from firmware_py.device import panel
    from firmware_py.words import speak

    config, warnings = _config(options.config, speak("en"))  # into the log
    try:
        data = options.data or data_directory(config, os.environ)
    except ConfigError as error:
        warnings = (*warnings, *error.problems)
        try:
            data = data_directory(Config(), os.environ)
        except ConfigError:
            print(error, file=sys.stderr)
            return UNUSABLE
    return panel.run(window, config, data, warnings, start)


def _doctor(options: argparse.Namespace) -> int:
    from firmware_py import doctor
    from firmware_py.config.file import ConfigError
    from firmware_py.words import reason, speak, words

    say = _say()

    def ask(told: Words) -> None:
        print(say(told))

    try:
        box = doctor.patient(options.config, options.data, ask if options.press else None)
    except ConfigError as error:
        return _unusable(*error.problems)
    found = tuple(doctor.findings(box))
    print(doctor.as_text(found, say))
    if options.bundle:
        try:
            doctor.write_bundle(options.bundle, box, doctor.as_text(found, speak("en")))
        except OSError as error:
            return _unusable(words("{file}: cannot be written: {why}", file=str(options.bundle), why=reason(error)))
        print(say(words("written to {file}", file=str(options.bundle))))
    return REFUSED if any(finding.verdict == "FAULT" for finding in found) else 0


def _demo(options: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from firmware_py.desk.demo import DEMOS, play_demo
    from firmware_py.words import reason, words

    if options.game is not None and options.game not in DEMOS:
        there = tuple(DEMOS)
        return _unusable(
            words("there is no demonstration of {game}; there are: {games}", game=options.game, games=there)
        )
    config, _ = _config(options.config, _say())
    config = replace(config, language=_language())  # the device speaks to whoever reads what is printed
    try:
        for game in (options.game,) if options.game else DEMOS:
            shots = options.shots / game if options.shots else None
            play_demo(config, game, options.seed, shots, _say())
    except OSError as error:
        where = str(options.shots)
        return _unusable(words("{folder}: pictures cannot be written: {why}", folder=where, why=reason(error)))
    return 0


def _config(path: Path | None, say: Say) -> tuple[Config, tuple[Words, ...]]:
    """Return the owner's settings, or the defaults with a warning for the screen when they cannot be used."""
    from firmware_py.config.file import Config, ConfigError, load_config
    from firmware_py.words import words

    try:
        return load_config(path), ()
    except ConfigError as error:
        print(*map(say, error.problems), sep="\n", file=sys.stderr)
        told = words("The settings file has mistakes; the defaults are used. {first}", first=error.problems[0])
        return Config(), (told,)


# --- records ---------------------------------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> int:
    from firmware_py.games.records import UnreadableLine
    from firmware_py.games.replay import as_json, as_text, replay
    from firmware_py.words import words

    if options.file == "-" and sys.stdin is None:
        return _unusable(words("-: there is no standard input"))
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        lines = replay(text, keep_going=options.keep_going)
    except OSError as error:
        return _cannot_be_read(options.file, error)
    except UnreadableLine as error:
        told = words("{file}: line 1 is no header of a record: {why}", file=options.file, why=error.why)
        return _unusable(told)
    say = _say()
    write = as_json if options.json else as_text
    refused = False
    for played in lines:
        print(write(played, say))
        refused |= played.refusal is not None
    return REFUSED if refused else 0


def _games(options: argparse.Namespace) -> int:
    from firmware_py.pages.kept_games import STATUS_WORDS, kept_line
    from firmware_py.words import words

    def run(journal: Journal) -> int:
        say = _say()
        for game in journal.games():
            line = kept_line(game)
            told = say(words("{game}: {about}", game=line.title, about=line.summary))
            status = say(STATUS_WORDS[game.status])
            print(f"{line.game_id:5}  {say(line.when)}  {status:8}  {told}")
        return 0

    return _with_journal(options, run, writes=False)


def _export(options: argparse.Namespace) -> int:
    from firmware_py.words import words

    def run(journal: Journal) -> int:
        try:
            game = journal.load(options.id)
        except (KeyError, OverflowError):  # no number that a journal could give
            return _unusable(words("there is no game {number}; `pyramid-referee games` lists them", number=options.id))
        print("\n".join((game.header_line, *game.lines[: game.ply])))
        return 0

    return _with_journal(options, run, writes=False)


def _import(options: argparse.Namespace) -> int:
    from firmware_py.games.session import RefusedRecord, read_record
    from firmware_py.storage.saved_games import save_session
    from firmware_py.words import words

    try:
        session = read_record(options.file.read_bytes())
    except OSError as error:
        return _cannot_be_read(options.file, error)
    except RefusedRecord as error:
        file, line = str(options.file), error.line
        print(_say()(words("{file}: line {line}: {why}", file=file, line=line, why=error.why)), file=sys.stderr)
        return REFUSED

    def run(journal: Journal) -> int:
        is_under_way = journal.unfinished() is not None  # and is offered at the next start
        number = save_session(journal, session, aside=is_under_way)
        print(_say()(words("Kept as game {number}.", number=number)))
        return 0

    return _with_journal(options, run, writes=True)


def _with_journal(options: argparse.Namespace, run: Callable[[Journal], int], *, writes: bool) -> int:
    """Run a command on the journal on disk, or on a copy if it only reads: that never stands in a referee's way.

    For one that writes a journal that cannot be used on disk is no place.
    """
    from datetime import UTC, datetime

    from firmware_py.config.file import JOURNAL_NAME, ConfigError, data_directory
    from firmware_py.storage.journal import JournalError, open_journal, read_journal
    from firmware_py.storage.journal.file import is_in_use
    from firmware_py.words import words

    say = _say()
    try:
        config, _ = _config(options.config, _say())
        path = (options.data or data_directory(config, os.environ)) / JOURNAL_NAME
        if not writes:
            with read_journal(path, lambda: datetime.now(UTC)) as journal:
                return run(journal)
        if is_in_use(path):
            told = words("The referee is running: let it take the record from a USB stick, or end it first.")
            print(say(told), file=sys.stderr)
            return REFUSED
        opened = open_journal(path, lambda: datetime.now(UTC))
        with opened.journal:
            if opened.warning:
                print(say(opened.warning), file=sys.stderr)
            return run(opened.journal) if opened.journal.is_durable else REFUSED
    except ConfigError as error:
        return _unusable(*error.problems)
    except JournalError as error:
        return _unusable(error.why)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "desk": _desk,
    "run": _run,
    "doctor": _doctor,
    "demo": _demo,
    "replay": _replay,
    "games": _games,
    "export": _export,
    "import": _import,
}


def _cannot_be_read(file: Path | str, error: OSError) -> int:
    from firmware_py.words import reason, words

    return _unusable(words("{file}: cannot be read: {why}", file=str(file), why=reason(error)))


def _unusable(*told: Words) -> int:
    print(*map(_say(), told), sep="\n", file=sys.stderr)
    return UNUSABLE


def _say() -> Say:
    from firmware_py.words import speak

    return speak(_language())


def _language() -> str:
    """Return the language of whoever reads what is printed."""
    from firmware_py.words import language_asked_for

    return language_asked_for(os.environ)


if __name__ == "__main__":
    sys.exit(main())
