"""`pyramid-referee desk`, `demo` and `bench`: the device in a window, by hand, by script or by itself; its speed."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from msgspec.structs import replace

from firmware_py.cli.terminal import REFUSED, UNUSABLE, complain, language, report_problems, report_unreadable, speaker
from firmware_py.config.schema import Config, ConfigError, data_directory, load_config
from firmware_py.desk import window
from firmware_py.desk.demo import DEMOS, play_demo
from firmware_py.desk.script import ScriptError, ScriptFailure
from firmware_py.desk.speed import ZERO_2, Timing, rows
from firmware_py.host.computer import model, program_version, screen_words
from firmware_py.host.data_owner import as_owner_of
from firmware_py.storage.files import JournalError
from firmware_py.words import Say, Words, decimal, reason_and_remedy, words, words_n


def desk(options: argparse.Namespace) -> int:
    """Show the device in a window or let a script play on it; without a screen, show a demonstration instead."""
    try:
        config = load_config(options.config)
    except ConfigError as error:
        return report_problems(*error.problems)
    if options.board:
        config = replace(config, board=replace(config.board, kind=options.board))
    if options.script is not None:
        return _play_script(options, config)
    if options.headless:
        return _demonstrate(config, tuple(DEMOS), 1, options)
    try:
        data = options.data or data_directory(config, os.environ)
        with as_owner_of(data):
            no_window = "" if options.browser else window.play_by_hand(config, data)
    except ConfigError as error:
        return report_problems(*error.problems)
    if no_window:
        say, instead = speaker(), words("Here is a demonstration instead.")
        print(f"{say(screen_words(no_window))} {say(instead)}\n")
        status = _demonstrate(config, tuple(DEMOS), 1, options)
        if status or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return status
    elif not options.browser:
        return 0
    with as_owner_of(data):
        return _serve(config, data)


def _serve(config: Config, data: Path) -> int:
    """Serve the desk to browsers on this computer until it is switched off or interrupted."""
    from firmware_py.desk.browser import serve

    say = speaker()

    def say_where(address: str) -> None:
        where = words("The device is in the browser of this computer, until Ctrl+C: {address}", address=address)
        print(f"\n{say(where)}", flush=True)

    serve(config, data, say_where)
    return 0


def _play_script(options: argparse.Namespace, config: Config) -> int:
    say = speaker()
    try:
        with as_owner_of(options.data) if options.data else nullcontext():
            window.play_script(config, options.script, options.shots, options.data, headless=options.headless)
    except ConfigError as error:
        return report_problems(*error.problems)
    except ScriptError as error:
        complain("\n".join(say(_in_script(options, problem)) for problem in error.problems))
        return UNUSABLE
    except ScriptFailure as failure:
        parts = (say(_in_script(options, failure.why)), failure.screen, say(failure.advice))
        complain("\n".join(filter(None, parts)))
        return REFUSED
    except BrokenPipeError:  # the reader of our output is gone
        raise
    except OSError as error:
        return report_unreadable(options.script, error)
    return 0


def _in_script(options: argparse.Namespace, why: Words) -> Words:
    return words("{file}: {why}", file=str(options.script), why=why)


def demo(options: argparse.Namespace) -> int:
    """Print the account of a whole game of each kind, and write pictures of it."""
    if options.game is not None and options.game not in DEMOS:
        return report_problems(_no_demo(options.game))
    try:
        config = load_config(options.config)
    except ConfigError as error:
        return report_problems(*error.problems)
    games = (options.game,) if options.game else tuple(DEMOS)
    return _demonstrate(config, games, options.seed, options)


def _demonstrate(config: Config, games: tuple[str, ...], seed: int, options: argparse.Namespace) -> int:
    config = replace(config, language=language())  # the device and the account speak the same language
    shots, say = options.shots, speaker()
    pictures: list[Path] = []
    try:
        for game in games:
            folder = shots / game if shots else None
            taken = play_demo(config, game, seed, folder, say, is_verbose=options.verbose)
            pictures += taken[len(taken) // 2 :][:1]  # one from the midst of the game
        if not options.verbose:
            _print_what_next(pictures, say)
    except OSError as error:
        if shots is None or isinstance(error, BrokenPipeError):  # it is our output that failed
            raise
        folder = str(shots)
        return report_problems(
            words("{folder}: pictures cannot be written: {why}", folder=folder, why=reason_and_remedy(error))
        )
    return 0


def _print_what_next(pictures: Sequence[Path], say: Say) -> None:
    """Print which pictures to open, and the commands for more than this."""
    if pictures:
        print(say(words_n("A picture to open:", "Pictures to open:", len(pictures))))
        print(*(f"  {picture}" for picture in pictures), sep="\n")
    print(say(words("Every action in words: {command}", command="pyramid-referee demo --verbose")))
    in_browser = "pyramid-referee desk --browser"
    more = words(
        "The device in a window: {desk}; in the browser: {browser}", desk="pyramid-referee desk", browser=in_browser
    )
    print(say(more))


def _no_demo(game: str) -> Words:
    return words('no game is called "{game}"; there are: {games}', game=game, games=tuple(DEMOS))


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
        return report_problems(*error.problems)
    except JournalError as error:
        return report_problems(error.why)
    except BrokenPipeError:  # the reader of our output is gone
        raise
    except OSError as error:
        return report_problems(words("the disk cannot be tried: {why}", why=reason_and_remedy(error)))
    return 0


def line(row: Timing, say: Say, *, is_pi: bool) -> str:
    """A row as text, its figure first; on a Raspberry Pi nothing is estimated."""
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
