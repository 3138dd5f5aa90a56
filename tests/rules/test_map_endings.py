"""Maps on which a game might never end: no new game is begun on them, and stored games keep theirs."""

import msgspec
import pytest
from malediction_table import HALL, drawing, maze

from firmware_py.games.malediction.map_files import as_toml, endless, read_file
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.games.records import read_header, write_line
from firmware_py.words import speak

SAY = speak("en")
PARTED = """
    +---+---+---+
    |SA |ST  R1 |
    +   +   +   +
    |        DU |
    +---+---+---+
"""
"""Whoever goes to c1 stays there for ever, and the mummy cannot come."""
ONE_CELL = """
    +---+---+---+
    |ST      DS |
    +---+---+---+
"""


@pytest.mark.parametrize(
    ("text", "die", "why"),
    [
        (PARTED, (1, 2, 3), "map line 2, column 10: the corridors are not connected: nobody can cross."),
        (ONE_CELL, (1, 2, 3), "map: with fewer than two free cells the mummy blocks everybody for ever."),
        (HALL, (0, 0), "mummy_die: without a face above 0 the mummy might never move."),
    ],
)
def test_no_new_game_is_begun_on_a_map_without_an_end(text, die, why):
    """The file is refused as a whole, with the place."""
    found, (problem,) = read_file(as_toml(drawing(text, die)).encode())
    assert found is None
    assert SAY(problem.words) == why


def test_on_an_open_hall_a_game_can_always_end():
    """Nothing is named."""
    assert list(endless(maze(HALL))) == []


def test_a_stored_game_on_such_a_map_is_still_read():
    """It was begun before anybody asked whether it can end."""
    hunters = (Hunter("Ada", "red"), Hunter("Bo", "blue"))
    header = Header(1, "malediction", ("Ada", "Bo", "Mo"), Setup("Mo", hunters, drawing(PARTED, (0,))))
    assert msgspec.structs.asdict(read_header(write_line(header).encode())) == msgspec.structs.asdict(header)
