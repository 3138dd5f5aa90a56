"""`pyramid-referee bench`: what an owner reads and hands on; how long anything takes is never tested."""

import pytest

from firmware_py.cli.arguments import parser
from firmware_py.cli.bench_command import bench, line
from firmware_py.cli.main import COMMANDS
from firmware_py.desk.speed import HEADERS, Row
from firmware_py.games.records import read_header
from firmware_py.games.registry import GAMES
from firmware_py.words import plain, speak, words

ROW = Row(plain("a walk"), 2.0, 50.0)
SAVED = Row(plain("a commit"), 4.0, 100.0, depends_on_disk=True)


def test_a_row_tells_what_it_means_on_a_pi_zero_2() -> None:
    """Five to fifteen times as long; but what waits for the disk waits there for the memory card."""
    shown = line(ROW, speak("en"), is_pi=False)
    assert shown.strip() == "2 ms  a walk; 50 ms are enough; on a Pi Zero 2 10 to 30 ms"
    assert line(SAVED, speak("en"), is_pi=False).endswith("on a Pi Zero 2 as its memory card")


@pytest.mark.parametrize("language", ["fr", "de"])
def test_figures_stand_below_each_other_with_the_comma_of_the_language(language: str) -> None:
    """However long the words are that follow."""
    quick, slow = Row(words("all shortest paths in the pyramid"), 0.0123, 50.0), Row(plain("x"), 1234.5, 50.0)
    lines = [line(row, speak(language), is_pi=False) for row in (quick, slow)]
    assert [line.split()[0] for line in lines] == ["0,012", "1234"]
    assert len({line.index(" ms") for line in lines}) == 1


@pytest.mark.parametrize("row", [ROW, SAVED])
def test_on_a_raspberry_pi_nothing_is_estimated(row: Row) -> None:
    """There the figure itself counts."""
    assert "Zero" not in line(row, speak("en"), is_pi=True)


def test_every_game_is_measured() -> None:
    """Each has a game that plays itself, whose header its rules accept."""
    assert [read_header(header).game for header in HEADERS] == list(GAMES)


def test_the_command_is_listed_with_what_it_does() -> None:
    """`pyramid-referee --help` names it."""
    assert "a table for whoever helps" in parser(COMMANDS, "en").format_help().replace("\n" + " " * 24, " ")
    assert parser({**COMMANDS, "bench": bench}, "en").parse_args(["bench"]).run is bench
