"""`pyramid-referee desk` and `demo`: what they say when there is no screen, or nothing can be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import desk_commands
from firmware_py.cli.main import main


def test_without_a_screen_the_desk_shows_the_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says why, and where the pictures will be."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    monkeypatch.setattr(desk_commands, "DEMOS", {})
    assert main(["desk", "--data", str(tmp_path), "--shots", str(tmp_path / "shots")]) == 0
    assert f"Here is a demonstration instead; its pictures are written to {tmp_path}/shots/." in capsys.readouterr().out


def test_pictures_that_cannot_be_written_end_the_demonstration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the folder, and why."""
    (tmp_path / "file").touch()
    assert main(["demo", "--game", "maudite_momie", "--shots", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err == f"{tmp_path}/file: pictures cannot be written: Not a directory; check the name\n"


def test_a_demonstration_of_no_game_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played."""
    assert main(["demo", "--game", "chess"]) == 2
    assert "maudite_momie, or_du_pharaon, malediction" in capsys.readouterr().err
