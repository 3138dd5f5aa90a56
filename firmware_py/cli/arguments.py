"""The command line in the language of the terminal: commands, options, and the messages of argparse.

Why argparse is translated through gettext: it looks up each of its messages there, and finds ours once our catalogue is
bound.
"""

from __future__ import annotations

import argparse
import gettext
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from firmware_py.cli.board_command import add_commands as add_board_commands
from firmware_py.cli.terminal import whole_number
from firmware_py.words import LONGEST_LIST, Say, Words, catalogue_file, printable, read_compiled, speak, words, words_n

Run: TypeAlias = Callable[[argparse.Namespace], int]
"""The function of a command; it returns the exit status."""

ARGPARSE: Final = (
    words("usage: "),
    words("positional arguments"),
    words("options"),
    words("show this help message and exit"),
    words("%(prog)s: error: %(message)s\n"),
    words("argument %(argument_name)s: %(message)s"),
    words("the following arguments are required: %s"),
    words("unrecognized arguments: %s"),
    words("invalid choice: %(value)r (choose from %(choices)s)"),
    words("expected one argument"),
    words_n("expected %s argument", "expected %s arguments", 2),
    words("ambiguous option: %(option)s could match %(matches)s"),
    words("ignored explicit argument %r"),
)
"""All messages of argparse about our commands and options."""


class _Parser(argparse.ArgumentParser):
    """A parser whose messages quote what was typed, or what a shell made of `*`, as printable text."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and end with 2."""
        super().error(printable(message, LONGEST_LIST))

    def parse_known_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:  # type: ignore[override]
        """What was typed, and nothing more.

        A command refuses what it does not know itself, so its own usage is shown and not that of the whole program.
        """
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(gettext.gettext("unrecognized arguments: %s") % " ".join(unknown))
        return found, []


def parser(runs: Mapping[str, Run], language: str) -> argparse.ArgumentParser:
    """The parser of the whole command line, with messages in a language of `words.LANGUAGES`.

    The `run` of a parsed command line is the function of the command, from `runs` by its name.
    """
    catalogue = catalogue_file(language)
    if read_compiled(catalogue) is not None:
        gettext.bindtextdomain("referee", str(catalogue.parents[2]))
        gettext.textdomain("referee")
    say = speak(language)
    main = _Parser(prog="pyramid-referee", description=say(words("The referee of three pyramid games.")))
    commands = main.add_subparsers(required=True, metavar=say(words("COMMAND")))

    def command(name: str, about: Words) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=say(about), description=say(about))
        added.set_defaults(run=runs[name])
        return added

    desk = command("desk", words("the device in a window, its buttons under mouse and keyboard"))
    run = command("run", words("the device itself: the panel and the pins of a Raspberry Pi"))
    doctor = command("doctor", words("examine the device: what works, what does not, and what to do"))
    demo = command("demo", words("watch a whole game of each kind being played by simulated presses"))
    bench = command("bench", words("measure how fast this computer is: a table for whoever helps"))
    replay = command("replay", words("play a game record through the rules"))
    games = command("games", words("list the saved games"))
    export = command("export", words("print a saved game as a record"))
    results = command("results", words("list who won the finished games"))
    take_in = command("import", words("save the game of a record"))
    pack = command("pack", words("copy games, people, settings and maps into a folder, for another device"))
    unpack = command("unpack", words("take what was packed on another device"))
    add_board_commands(commands, say)

    _add_play_options(desk, demo, say)
    _add_doctor_options(doctor, say)
    _add_record_options(replay, export, take_in, say)
    _add_results_options(results, say)
    _add_moving_options(pack, unpack, say)
    for on_device in (desk, run, doctor, demo, bench, games, export, results, take_in, pack, unpack):
        _add_device_options(on_device, say)
    return main


def _add_play_options(desk: argparse.ArgumentParser, demo: argparse.ArgumentParser, say: Say) -> None:
    file, folder = say(words("FILE")), say(words("DIR"))
    desk.add_argument("--script", type=Path, metavar=file, help=say(words("let a flow script press the buttons")))
    desk.add_argument("--headless", action="store_true", help=say(words("open no window")))
    desk.add_argument("--browser", action="store_true", help=say(words("serve it to a browser on this computer")))
    board = words("the simulated magnetic board (default: as in the settings)")
    desk.add_argument("--board", choices=("none", "i2c", "serial"), help=say(board))
    pictures = say(words("where pictures are written"))
    desk.add_argument("--shots", type=Path, default=Path("shots"), metavar=folder, help=pictures)
    demo.add_argument("--game", metavar=say(words("GAME")), help=say(words("one game only")))
    seed = words("another number, another game")
    number = say(words("NUMBER"))
    demo.add_argument("--seed", type=whole_number(say, 0), default=1, metavar=number, help=say(seed))
    demo.add_argument("--shots", type=Path, metavar=folder, help=pictures)
    every = say(words("print every action of the demonstration"))
    for command in (desk, demo):
        command.add_argument("--verbose", action="store_true", help=every)


def _add_doctor_options(doctor: argparse.ArgumentParser, say: Say) -> None:
    doctor.epilog = say(
        words("Exit status: 0 if no part that could be tried has a fault, 1 if one has, 2 if nothing could be tried.")
    )
    bundle = words("also pack report, settings and log for whoever helps, and nothing of any game (.tar.gz)")
    doctor.add_argument("--bundle", type=Path, metavar=say(words("FILE")), help=say(bundle))
    press = words("also ask you to press each button and to turn the knob")
    touch = words("correct the touch of the screen: four crosses to touch, while the referee is stopped")
    doctor.add_argument("--touch", action="store_true", help=say(touch))
    doctor.add_argument("--press", action="store_true", help=say(press))


def _add_record_options(
    replay: argparse.ArgumentParser, export: argparse.ArgumentParser, take_in: argparse.ArgumentParser, say: Say
) -> None:
    file = say(words("FILE"))
    source = words("the record, or - for standard input")
    replay.add_argument("file", metavar=file, help=say(source))
    replay.add_argument("--json", action="store_true", help=say(words("one JSON object a line instead of an account")))
    skip = words("skip refused lines instead of stopping")
    replay.add_argument("--keep-going", action="store_true", help=say(skip))
    number = words("the number of the game, as `games` lists it")
    export.add_argument("id", type=whole_number(say, 1), metavar="ID", help=say(number))
    when = words("before each line, when it was entered: date, milliseconds since power-on, and tabs")
    export.add_argument("--times", action="store_true", help=say(when))
    take_in.add_argument("file", metavar=file, help=say(source))


def _add_results_options(results: argparse.ArgumentParser, say: Say) -> None:
    form = results.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=say(words("a table for spreadsheets, a line for each player")))
    form.add_argument("--json", action="store_true", help=say(words("a JSON object for each game, a line each")))


def _add_moving_options(pack: argparse.ArgumentParser, unpack: argparse.ArgumentParser, say: Say) -> None:
    for moving in (pack, unpack):
        place = words("a folder, such as that of a USB stick")
        moving.add_argument("folder", type=Path, metavar=say(words("DIR")), help=say(place))
    secrets = words("also unfinished games with secrets: the file tells where the hunters stand")
    pack.add_argument("--with-secrets", action="store_true", help=say(secrets))


def _add_device_options(command: argparse.ArgumentParser, say: Say) -> None:
    file, folder = say(words("FILE")), say(words("DIR"))
    command.add_argument("--config", type=Path, metavar=file, help=say(words("the owner's settings (TOML)")))
    command.add_argument("--data", type=Path, metavar=folder, help=say(words("where games are stored")))
