"""The manual page and the completion of the command line, made from the parser itself: `make papers`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from places import PROJECT

from firmware_py.cli.arguments import parser
from firmware_py.cli.main import COMMANDS

SHARE = PROJECT / "display/desk/share"
MANUAL, COMPLETION = SHARE / "pyramid-referee.1", SHARE / "pyramid-referee.bash"


def make(folder: Path = SHARE) -> None:
    """Write both files."""
    (folder / MANUAL.name).write_text(manual(), encoding="utf-8")
    (folder / COMPLETION.name).write_text(completion(), encoding="utf-8")


def commands() -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """The parser of each command, and what it is for."""
    main = parser(COMMANDS, "en")
    (choices,) = (action for action in main._actions if isinstance(action, argparse._SubParsersAction))
    abouts = {action.dest: action.help or "" for action in choices._choices_actions}
    return {name: (command, abouts[name]) for name, command in choices.choices.items()}


def options(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """What may stand after a command; every command has `--help`."""
    return [action for action in command._actions if not isinstance(action, argparse._HelpAction)]


def _value(action: argparse.Action) -> str:
    if action.choices:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest) if action.nargs != 0 else ""


# --- the manual page, in mdoc(7) -------------------------------------------------------------------------------------


def manual() -> str:
    """The manual page."""
    lines = [".Dd November 29, 2026", ".Dt PYRAMID-REFEREE 1", ".Os", ".Sh NAME", ".Nm pyramid-referee"]
    lines += [".Nd referee of three pyramid games", ".Sh SYNOPSIS"]
    for name, (command, _) in commands().items():
        lines += [".Nm", f".Cm {name}", *(_synopsis(action) for action in options(command))]
    lines += [
        ".Sh DESCRIPTION",
        "It referees L'or du pharaon, Maudite Momie and La mal\\['e]diction de la momie",
        "on a",
    ]
    lines += ["Raspberry Pi, or in a window.", "Every command has", ".Fl -help .", ".Bl -tag -width Ds"]
    for name, (command, about) in commands().items():
        lines += [f".It Cm {name}", *_text(about), *_text(command.epilog or "")]
        if options(command):
            lines += [".Bl -tag -width Ds", *(line for action in options(command) for line in _item(action)), ".El"]
    lines += [".El", ".Sh EXIT STATUS", ".Bl -tag -width Ds", ".It 0", "Done.", ".It 1"]
    lines += ["Something was refused, or is wrong.", ".It 2", "The command line, a file or a library cannot be used."]
    return "\n".join([*lines, ".El"]) + "\n"


def _synopsis(action: argparse.Action) -> str:
    if not action.option_strings:
        return f".Ar {_value(action)}"
    value = _value(action)
    return f".Op Fl {action.option_strings[-1][1:]}" + (f" Ar {value}" if value else "")


def _item(action: argparse.Action) -> Iterator[str]:
    value = _value(action)
    flag = f"Fl {action.option_strings[-1][1:]} " if action.option_strings else ""
    yield f".It {flag}{f'Ar {value}' if value else ''}".rstrip()
    yield from _text(action.help or "")


def _text(sentence: str) -> list[str]:
    """A sentence as lines of the page, its first letter a capital."""
    if not sentence:
        return []
    text = sentence[0].upper() + sentence[1:].rstrip(".") + "."
    return text.replace("\\", "\\e").replace("-", "\\-").replace(". ", ".\n").replace(": ", ":\n").split("\n")


# --- completion in bash ----------------------------------------------------------------------------------------------


def completion() -> str:
    """The completion: commands, then options and their values, then files."""
    cases = "".join(f"        {name}) words='{_flags(command)}' ;;\n" for name, (command, _) in commands().items())
    below = {name: _below(command) for name, (command, _) in commands().items() if _below(command)}
    nested = "".join(
        f"    if ((COMP_CWORD == 2)) && [[ ${{COMP_WORDS[1]}} == {name} ]]; then\n"
        f"        COMPREPLY=($(compgen -W '{words} --help' -- \"$word\"))\n        return\n    fi\n"
        for name, words in below.items()
    )
    values = {
        action.option_strings[-1]: " ".join(map(str, action.choices))
        for command, _ in commands().values()
        for action in options(command)
        if action.choices and action.option_strings
    }
    valued = "".join(
        f"        {flag}) COMPREPLY=($(compgen -W '{words}' -- \"$word\")); return ;;\n"
        for flag, words in values.items()
    )
    folders = _valued_by("DIR")
    return f"""# Completion of pyramid-referee in bash; made by `make papers`.
_pyramid_referee() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=''
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '{" ".join(commands())} --help' -- "$word"))
        return
    fi
{nested}    case ${{COMP_WORDS[COMP_CWORD - 1]}} in
{valued}        {folders}) COMPREPLY=($(compgen -d -- "$word")); return ;;
    esac
    case ${{COMP_WORDS[1]}} in
{cases}    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -o filenames -F _pyramid_referee pyramid-referee
"""


def _below(command: argparse.ArgumentParser) -> str:
    """The commands below a command."""
    return " ".join(name for action in options(command) if not action.option_strings for name in action.choices or ())


def _flags(command: argparse.ArgumentParser) -> str:
    return " ".join([*(flag for action in options(command) for flag in action.option_strings), "--help"])


def _valued_by(metavar: str) -> str:
    """The options with such a value, as a pattern."""
    every = (action for command, _ in commands().values() for action in options(command))
    return "|".join(
        dict.fromkeys(
            action.option_strings[-1] for action in every if action.option_strings and action.metavar == metavar
        )
    )
