"""The desk simulator where Windows or macOS lack what Linux has."""

import os
import subprocess
import sys
from pathlib import Path

import other_system
import pytest
from places import FLOWS, PROJECT
from sampling import every

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PROJECT)}


FLOWS_KEPT = ("whole_game", "kept_games", "power_cuts", "en_francais", "malediction_hunters_win")


@pytest.mark.parametrize("flow", every(8, FLOWS_KEPT))
def test_the_desk_plays_without_what_other_systems_lack(flow: str, tmp_path: Path) -> None:
    """A flow that keeps its games in a folder: no module is imported, and nothing of `os` used, that they have not."""
    command = [sys.executable, other_system.__file__, "desk", "--headless", "--data", str(tmp_path / "games")]
    played = subprocess.run(
        [*command, "--script", str(FLOWS / f"{flow}.txt")],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert played.returncode == 0, played.stdout + played.stderr


def test_help_is_there_without_what_other_systems_lack(tmp_path: Path) -> None:
    """Also the list of games that are kept in a folder."""
    for words in (["--help"], ["desk", "--help"], ["games", "--data", str(tmp_path)]):
        command = [sys.executable, other_system.__file__, *words]
        shown = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
        assert shown.returncode == 0, shown.stderr
