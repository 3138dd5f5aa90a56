"""Bad input is answered in the reader's language, with place and remedy, and never in the words of a library."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from firmware_py.cli.main import main
from firmware_py.words import LANGUAGES, Words, reason, reason_and_remedy, speak

Answered: TypeAlias = Callable[..., str]


@pytest.fixture(params=["en", "fr", "de"])
def answered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that runs a command in a language; it returns its complaints."""
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


def test_wrong_settings_are_reported_once(answered: Answered, tmp_path: Path) -> None:
    """And nothing is played without them."""
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_system_comes_with_a_remedy(language: str) -> None:
    """Whatever it is: what has no line of its own in the table is advised to try something else."""
    say = speak(language)
    for number in errno.errorcode:
        error = OSError(number, os.strerror(number))
        why, separator, remedy = re.split(r"([\u202f]?; )", say(reason_and_remedy(error)))
        assert (why, separator.strip()) == (say(reason(error)), ";")
        assert remedy


@pytest.mark.usefixtures("answered")
def test_a_mistake_in_a_map_has_one_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where it stands in the file, as a compiler says it; only where that is not known, where it stands in the map."""
    rows = ["+---+---+", "|QQ   ST|", "+---+---+"]
    drawn = "\n".join(rows)
    as_toml, as_json = tmp_path / "map.toml", tmp_path / "map.json"
    as_toml.write_text(f'name = "x"\nmap = """\n{drawn}\n"""\nmummy_die = [1]\n')
    as_json.write_text(json.dumps({"name": "x", "map": drawn, "mummy_die": [1]}))
    for path, place in ((as_toml, r":4:2: \D+ ##"), (as_json, r"[\u202f]?: \D+ 2, \D+ 2[\u202f]?: \D+ ##")):
        main(["board", "check", str(path)])
        found = [line for line in capsys.readouterr().out.splitlines() if line.endswith(("QQ.", "QQ"))]
        assert len(found) == 1
        assert re.match(re.escape(str(path)) + place, found[0])


def test_a_list_of_no_games_says_so(answered: Answered, tmp_path: Path) -> None:
    """With the folder, and how to name another one; a program that reads the list reads an empty one."""
    for folder in (tmp_path, tmp_path / "none"):
        said = answered("games", "--data", str(folder))
        assert str(folder) in said
        assert "--data" in said


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
