"""The command line prints everything in the language of the terminal, help and complaints included."""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from firmware_py.cli.main import COMMANDS, main

BEGINNING = {"fr": "utilisation\N{NARROW NO-BREAK SPACE}: ", "de": "Aufruf: "}


Printed: TypeAlias = Callable[..., tuple[str, str]]
"""What a command prints, and its complaints, in a terminal of a language."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    """A function that runs a command in this process."""

    def run(language: str, *arguments: str) -> tuple[str, str]:
        monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        with suppress(SystemExit):  # argparse ends so
            main(arguments)
        said = capsys.readouterr()
        return said.out, said.err

    return run


def printed_by_the_program(language: str, *arguments: str) -> tuple[str, str]:
    """The same of a process of its own."""
    environ = {**os.environ, "LC_ALL": f"{language}_XX.UTF-8", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "firmware_py", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=environ,
        check=False,
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("language", BEGINNING)
def test_help_is_in_the_language_of_the_terminal(language: str) -> None:
    """Argparse's own sentences too; the commands keep their names."""
    out, err = printed_by_the_program(language, "--help")
    assert out.startswith(BEGINNING[language])
    assert err == ""
    assert all(f"\n    {command} " in out for command in (*COMMANDS, "board"))
    assert not {"show", "the", "games:"} & set(out.split())


SUBCOMMANDS = (*((name,) for name in (*COMMANDS, "board")), *(("board", name) for name in ("check", "show", "new")))
COMMON = {"run", "board", "desk", "demo", "doctor", "action", "options", "option"}
"""Words of English help that are names here, or are the same in another language."""


@pytest.mark.parametrize("language", BEGINNING)
@pytest.mark.parametrize("command", SUBCOMMANDS, ids=" ".join)
def test_no_line_of_help_is_left_in_english(printed: Printed, language: str, command: tuple[str, ...]) -> None:
    """Of any command: what is the same in both languages is an option, a name or a value."""
    helped, _ = printed(language, *command, "--help")
    english, _ = printed("en", *command, "--help")
    assert helped.startswith(f"{BEGINNING[language]}pyramid-referee {' '.join(command)} ")
    same = {line.strip() for line in helped.splitlines()} & {line.strip() for line in english.splitlines()}
    left = {word for line in same for word in re.findall(r"(?<![-\w{,])[a-z]{4,}(?![\w,}])", line.lower())}
    assert not left - COMMON


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("fr", "erreur\N{NARROW NO-BREAK SPACE}: il manque\N{NARROW NO-BREAK SPACE}: FICHIER\n"),
        ("de", "Fehler: es fehlt: DATEI\n"),
    ],
)
def test_a_wrong_command_line_is_reported_in_the_language_of_the_terminal(
    printed: Printed, language: str, complaint: str
) -> None:
    """Argparse's own complaints too."""
    out, err = printed(language, "replay")
    assert out == ""
    assert err.startswith(BEGINNING[language])
    assert err.endswith(complaint)


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("fr", " : lecture impossible, c’est un dossier ; indiquez un fichier\n"),
        ("de", ": nicht lesbar, das ist ein Ordner; nennt eine Datei\n"),
    ],
)
def test_what_the_system_refuses_is_reported_in_the_language_of_the_terminal(
    printed: Printed, language: str, complaint: str
) -> None:
    """The system itself speaks English to every program."""
    out, err = printed(language, "import", "/")
    assert (out, err.replace("\N{NARROW NO-BREAK SPACE}", " ")) == ("", f"/{complaint}")


@pytest.mark.parametrize(
    ("language", "complaint"),
    [("fr", "\N{NARROW NO-BREAK SPACE}: ligne 1\N{NARROW NO-BREAK SPACE}: "), ("de", ": Zeile 1: ")],
)
def test_a_wrong_line_of_a_script_is_named_as_the_language_punctuates(
    printed: Printed, tmp_path: Path, language: str, complaint: str
) -> None:
    """Between the name of the file and the line, too."""
    script = tmp_path / "script.txt"
    script.write_text("press nothing", encoding="utf-8")
    out, err = printed(language, "desk", "--headless", "--script", str(script), "--data", str(tmp_path))
    assert out == ""
    assert err.startswith(f"{script}{complaint}")


@pytest.mark.parametrize("language", BEGINNING)
def test_the_doctor_speaks_the_language_of_the_terminal_and_writes_english(
    printed: Printed, language: str, tmp_path: Path
) -> None:
    """The bundle is for whoever helps; its report is in English, as the log beside it is."""
    bundle = tmp_path / "bundle.tar.gz"
    out, err = printed(language, "doctor", "--data", str(tmp_path), "--bundle", str(bundle))
    with tarfile.open(bundle) as archive:
        report = archive.extractfile("pyramid-referee/doctor.txt")
        assert report
        written = report.read().decode()
    assert err == ""
    assert "there is none yet in" in written
    assert "there is none yet in" not in out
    assert len(out.splitlines()) == len(written.splitlines()) + 1  # where it was written
