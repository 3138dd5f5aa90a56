"""The command line speaks the language of the terminal, helps and complaints included, on any system."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from firmware_py.cli.main import COMMANDS

BEGINNING = {"fr": "utilisation\N{NARROW NO-BREAK SPACE}: ", "de": "Aufruf: "}


def told(language: str, *arguments: str) -> tuple[str, str]:
    """Return what the program prints and what it complains of in a terminal of that language."""
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
    """What argparse says of itself, too; the commands keep their names."""
    out, err = told(language, "--help")
    assert out.startswith(BEGINNING[language])
    assert err == ""
    assert all(f"\n    {command} " in out for command in (*COMMANDS, "board"))
    assert not {"show", "the", "games:"} & set(out.split())


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("fr", "erreur\N{NARROW NO-BREAK SPACE}: il manque\N{NARROW NO-BREAK SPACE}: FICHIER\n"),
        ("de", "Fehler: es fehlt: DATEI\n"),
    ],
)
def test_a_wrong_command_line_is_told_in_the_language_of_the_terminal(language: str, complaint: str) -> None:
    """Also by argparse."""
    out, err = told(language, "replay")
    assert out == ""
    assert err.startswith(BEGINNING[language])
    assert err.endswith(complaint)


@pytest.mark.parametrize(
    ("language", "complaint"),
    [
        ("fr", "\N{NARROW NO-BREAK SPACE}: lecture impossible, c’est un dossier\n"),
        ("de", ": nicht lesbar, das ist ein Ordner\n"),
    ],
)
def test_what_the_system_refuses_is_told_in_the_language_of_the_terminal(language: str, complaint: str) -> None:
    """The system itself speaks English to every program."""
    assert told(language, "import", "/") == ("", f"/{complaint}")


@pytest.mark.parametrize("language", BEGINNING)
def test_the_doctor_speaks_the_language_of_the_terminal_and_writes_english(language: str, tmp_path: Path) -> None:
    """His report is for whoever helps, and lies beside the log, which is English."""
    bundle = tmp_path / "bundle.tar.gz"
    out, err = told(language, "doctor", "--data", str(tmp_path), "--bundle", str(bundle))
    with tarfile.open(bundle) as archive:
        report = archive.extractfile("pyramid-referee/doctor.txt")
        assert report
        written = report.read().decode()
    assert err == ""
    assert "there is none yet in" in written
    assert "there is none yet in" not in out
    assert len(out.splitlines()) == len(written.splitlines()) + 1  # where it was written
