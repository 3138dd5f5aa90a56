"""Bad input is answered in the reader's language, with place and remedy, and never in the words of a library."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from firmware_py.cli import desk_commands
from firmware_py.cli.main import main
from firmware_py.words import Words, reason, speak

Answered: TypeAlias = Callable[..., str]


@pytest.fixture(params=["en", "fr", "de"])
def answered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Return a function that runs a command in a language; it returns its complaints."""
    monkeypatch.setenv("LC_ALL", f"{request.param}_XX.UTF-8")

    def run(*arguments: str) -> str:
        with suppress(SystemExit):  # argparse ends so
            main(arguments)
        return capsys.readouterr().err

    return run


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        (("board", "new", "0", "5"), ("1", "99", "0")),
        (("board", "new", "5", "27"), ("1", "26", "27")),
        (("export", "abc"), ("1", "abc")),
        (("export", "0"), ("1", "0")),
        (("demo", "--seed", "x"), ("0", "x")),
    ],
)
def test_a_number_that_is_none_is_refused_with_its_range(
    answered: Answered, command: tuple[str, ...], quoted: tuple[str, ...]
) -> None:
    """Not only in the help."""
    last = answered(*command).splitlines()[-1]
    assert all(number in last.replace(",", "").split() for number in quoted)
    assert "value" not in last  # of argparse


SETTINGS = {
    "x = [1": "",
    "x = ": "1",
    "x = 1\nx = 2": "2",
    "x = 'a\ny = 1": "",
    "x = yes": "1",
    "\x1b": "1",
    "x = " + "[" * 5000: "",
    "x = " + "9" * 5000: "",
}


THEIRS = re.compile("Unclosed|overwrite|Illegal|Invalid|Exceeds|end of document|\N{REPLACEMENT CHARACTER}")
"""Words of the libraries, and what stands for a character that has no picture."""


@pytest.mark.parametrize("text", SETTINGS)
def test_settings_and_maps_that_are_no_toml_are_refused_in_our_own_words(
    answered: Answered, text: str, tmp_path: Path
) -> None:
    """With the line, where it is known."""
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    for command in (("games", "--data", str(tmp_path), "--config", str(path)), ("board", "check", str(path))):
        said = answered(*command)
        assert "TOML" in said
        assert bool(re.search(rf"\((at line|ligne|Zeile) {SETTINGS[text]},", said)) == bool(SETTINGS[text])
        assert not THEIRS.search(said)


def test_wrong_settings_are_reported_once(answered: Answered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the desk shows the demonstration instead of a window."""
    monkeypatch.setattr(desk_commands, "DEMOS", {})
    path = tmp_path / "wrong.toml"
    path.write_text("langage = 'fr'")
    assert answered("desk", "--headless", "--config", str(path)).count("langage") == 1


def test_no_reason_of_the_system_is_said_in_english() -> None:
    """The usual ones are translated, the others have a name that can be looked up."""
    for number, name in errno.errorcode.items():
        theirs = os.strerror(number)
        said = speak("fr")(reason(OSError(number, theirs)))
        assert theirs not in said
        assert said == speak("fr")(Words(theirs)) or name in said


SCRIPTS = {
    "foo": "foo",
    "press top": "top",
    'load "x': "1",
    "refuse Language": "Language",
    "load nowhere": "nowhere",
}


@pytest.mark.parametrize("line", SCRIPTS)
def test_a_script_is_refused_with_its_line_in_the_language_of_the_terminal(
    answered: Answered, line: str, tmp_path: Path
) -> None:
    """Whether it cannot be read or is not fulfilled."""
    script = tmp_path / "script.txt"
    script.write_text(line)
    said = answered("desk", "--headless", "--script", str(script))
    assert re.match(rf"{re.escape(str(script))}[\u202f]?: (line|ligne|Zeile) 1[\u202f]?: ", said)
    assert SCRIPTS[line] in said
    assert "No closing" not in said


@pytest.mark.parametrize("command", [("games",), ("board", "check"), ("replay",)])
def test_what_a_command_does_not_know_is_answered_with_its_own_usage(command, capsys):
    """And not with the usage of the whole program, which does not name a single option of it."""
    file = [] if command == ("games",) else ["a.jsonl"]
    with pytest.raises(SystemExit) as ended:
        main([*command, *file, "--wrong"])
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"usage: pyramid-referee {' '.join(command)} ")
    assert "unrecognized arguments: --wrong" in printed
