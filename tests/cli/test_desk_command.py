"""`pyramid-referee desk` and `demo`: what they say when there is no screen, or nothing can be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import many

from firmware_py.cli import desk_commands
from firmware_py.cli.main import main
from firmware_py.desk.demo import DEMOS


def test_without_a_screen_the_desk_shows_a_short_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why, how each game ended, a picture of each to open, the commands for window and browser: all on one page."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    games = [*DEMOS][-many(1, whole=len(DEMOS)) :]
    monkeypatch.setattr(desk_commands, "DEMOS", {game: DEMOS[game] for game in games})
    assert main(["desk", "--data", str(tmp_path), "--shots", str(tmp_path / "shots")]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) <= 4 + 12 * len(games)
    assert printed[0].endswith("Here is a demonstration instead.")
    assert printed.count("The end") == len(games)
    pictures = [Path(line.strip()) for line in printed if line.endswith(".png")]
    assert [picture.parent.name for picture in pictures] == games
    assert all(picture.is_file() for picture in pictures)
    assert ": pyramid-referee desk; " in printed[-1]
    assert printed[-1].endswith(": pyramid-referee desk --browser")


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
