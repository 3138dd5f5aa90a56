"""`pyramid-referee bench`: what an owner reads and hands on; how long anything takes is never tested."""

import os
import random
from pathlib import Path

import pytest

from firmware_py.cli.arguments import parser
from firmware_py.cli.desk_commands import bench, line
from firmware_py.cli.main import COMMANDS, main
from firmware_py.config.schema import Config
from firmware_py.desk import speed
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.speed import HEADERS, LAST_CARD, Timing, press_that_plays, walled_square
from firmware_py.games.or_du_pharaon.state import shortest_paths
from firmware_py.games.records import read_header
from firmware_py.games.registry import GAMES
from firmware_py.pages.page import LongPress, Press
from firmware_py.words import plain, speak, words

ROW = Timing(plain("a walk"), 2.0, 50.0)
SAVED = Timing(plain("a commit"), 4.0, 100.0, processor_ms=1.0)


def test_a_row_tells_what_it_means_on_a_pi_zero_2() -> None:
    """Five to fifteen times as long; what waits for the disk waits there for the memory card besides."""
    shown = line(ROW, speak("en"), is_pi=False)
    assert shown.strip() == "2 ms  a walk; 50 ms are enough; on a Pi Zero 2 10 to 30 ms"
    assert line(SAVED, speak("en"), is_pi=False).endswith("on a Pi Zero 2 5 to 15 ms, and what its memory card takes")


@pytest.mark.parametrize("language", ["fr", "de"])
def test_figures_stand_below_each_other_with_the_comma_of_the_language(language: str) -> None:
    """However long the words are that follow."""
    quick, slow = Timing(words("all shortest paths in the pyramid"), 0.0123, 50.0), Timing(plain("x"), 1234.5, 50.0)
    lines = [line(row, speak(language), is_pi=False) for row in (quick, slow)]
    assert [line.split()[0] for line in lines] == ["0,012", "1234"]
    assert len({line.index(" ms") for line in lines}) == 1


@pytest.mark.parametrize("row", [ROW, SAVED])
def test_on_a_raspberry_pi_nothing_is_estimated(row: Timing) -> None:
    """There the figure itself counts."""
    assert "Zero" not in line(row, speak("en"), is_pi=True)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is done once or twice, not until its figure is steady."""
    for name, times in (("REPEATS", 1), ("ACTIONS", 2), ("COMMITS", 2)):
        monkeypatch.setattr(speed, name, times)


@pytest.mark.usefixtures("hurried")
def test_the_table_has_a_figure_for_each_work_and_leaves_nothing(tmp_path: Path, capsys) -> None:
    """First comes what it was measured with; the games of the owner lie in the same folder."""
    assert main(["bench", "--data", str(tmp_path)]) == 0
    about, blank, *lines = capsys.readouterr().out.splitlines()
    assert about.startswith("Pyramid Referee ")
    assert blank == ""
    assert [float(text.split()[0]) > 0 for text in lines] == [True] * (len(GAMES) + 4)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("hurried")
def test_a_folder_on_which_nothing_can_be_written_ends_the_table(capsys) -> None:
    """What was measured before stays; the last line says why there is no more."""
    assert main(["bench", "--data", "/proc"]) == 2
    assert capsys.readouterr().err.startswith("the disk cannot be tried: ")


@pytest.mark.usefixtures("hurried")
def test_a_reader_that_goes_away_is_no_fault_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As with `bench | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as output:  # noqa: PTH123 - a descriptor has no path
        monkeypatch.setattr("sys.stdout", output)
        assert main(["bench", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == ""


def test_the_press_that_is_measured_plays_and_is_stored(tmp_path: Path) -> None:
    """One that only opened a menu would write nothing to the memory card."""
    with SimulatedDevice(Config(), tmp_path) as device:
        device.load(HEADERS[0] + b"\n")
        for _ in range(2):
            press_that_plays(device)
            assert device.app.table.playing.ply == 1
            device.do(LongPress("back"))
            assert device.app.table.playing.ply == 0
        press_that_plays(device)
        device.cut()
        device.do(Press("ok"))  # the language
        device.do(Press("ok"))  # go on with the game
        assert device.app.table.playing.ply == 1


def test_squares_have_walls_and_a_path() -> None:
    """Without walls there would be many more paths, and with too many none."""
    chance = random.Random(3)
    squares = [walled_square(chance) for _ in range(20)]
    assert all(shortest_paths(square, 1, LAST_CARD) for square in squares)
    corridors = [square.south.bit_count() + square.east.bit_count() for square in squares]
    assert 36 < min(corridors) <= max(corridors) < 60, "of 60 without walls"


def test_every_game_is_measured() -> None:
    """Each has a game that plays itself, whose header its rules accept."""
    assert [read_header(header).game for header in HEADERS] == list(GAMES)


def test_the_command_is_listed_with_what_it_does() -> None:
    """`pyramid-referee --help` names it."""
    assert "a table for whoever helps" in parser(COMMANDS, "en").format_help().replace("\n" + " " * 24, " ")
    assert parser({**COMMANDS, "bench": bench}, "en").parse_args(["bench"]).run is bench
