"""The maps that come with the program: their words, and that they play as their comments say."""

import tomllib
from collections import Counter

import pytest

from firmware_py.games.malediction.map_files import SHIPPED, drawn, endless, shipped_maze, shipped_text, warnings
from firmware_py.games.malediction.maze import COLOURS, FACES, OBJECTS, Maze, hunter_ends, mummy_paths
from firmware_py.grid import cell_position
from firmware_py.words import speak

SAY = speak("en")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_maps_have_their_names_and_words_that_can_be_translated(name):
    """A shipped map is named by its file, names every object, and its objects are known to the catalogues."""
    found = shipped_maze(name)
    assert found.name == name
    assert found.objects.keys() == found.missions.keys()
    assert set(found.objects.values()) <= {SAY(known) for known in OBJECTS}
    assert list(endless(found)) == []


def _figures(found: Maze):
    floor = [cell for cell in found.cells if found.is_floor(cell)]
    exits = {cell: found.steps(cell) for cell in floor}
    shortest = {cell: mummy_paths(found, cell, 99, ()) for cell in found.cells}
    return floor, exits, {start: {end: len(path) for end, path in paths.items()} for start, paths in shortest.items()}


def test_the_practice_map_is_as_good_to_play_as_its_comment_says():
    """Loops, dead ends, distances and slides, measured."""
    found = shipped_maze("practice")
    floor, exits, distance = _figures(found)
    missions = found.missions
    assert Counter(code[0] for code in missions) == {"R": 5, "B": 5, "W": 5, "G": 4, "Y": 4}
    assert warnings(found) == ()
    assert len(floor) == 93
    assert sum(map(len, exits.values())) // 2 - len(floor) + 1 == 16, "loops"
    assert sum(len(steps) > 2 for steps in exits.values()) == 34, "crossings"
    dead_ends = {found.content(cell) for cell in floor if len(exits[cell]) == 1}
    assert dead_ends == {"", "B1", "R3", "B3", "W3", "Y3"}
    choices = {face: sum(len(hunter_ends(found, cell, face, "", ())) for cell in floor) / len(floor) for face in FACES}
    assert {face: round(mean, 1) for face, mean in choices.items()} == {
        "1": 2.3,
        "2": 4.5,
        "3": 7.0,
        "4": 10.2,
        "arrow": 2.3,
    }
    slides = {distance[cell][end] for cell in floor for end in hunter_ends(found, cell, "arrow", "", ())}
    assert slides == {1, 2, 3, 4, 5}
    from_stairs = {
        colour: [distance[found.stairs][cell] for code, cell in missions.items() if code[0] == colour]
        for colour in COLOURS
    }
    assert {colour: (min(steps), max(steps)) for colour, steps in from_stairs.items()} == {
        "R": (9, 13),
        "B": (8, 14),
        "W": (3, 10),
        "G": (5, 9),
        "Y": (3, 8),
    }
    cells = missions.values()
    assert min(distance[a][b] for a in cells for b in cells if a != b) == 2
    assert max(min(distance[cell][mission] for mission in cells) for cell in floor) == 4
    assert max(distance[a][b] for a in floor for b in floor) == 19
    assert (len(found.steps(found.stairs)), len(found.steps(found.dungeon))) == (3, 2)
    assert found.stairs[1:] == "10", "the stairs are at the bottom"


def test_each_colour_of_the_practice_map_has_a_region_of_its_own():
    """No mission lies within the rectangle around the missions of another colour."""
    missions = shipped_maze("practice").missions
    for colour in COLOURS:
        rows, columns = zip(*(cell_position(cell) for code, cell in missions.items() if code[0] == colour), strict=True)
        for code, cell in missions.items():
            row, column = cell_position(cell)
            inside = min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
            assert inside == (code[0] == colour), (colour, code)


def test_the_small_map_has_the_loops_and_dead_ends_of_its_comment():
    """Two dead ends, four loops, two missions of each colour."""
    found = shipped_maze("small")
    floor, exits, _ = _figures(found)
    assert {cell for cell in floor if len(exits[cell]) == 1} == {"b5", "d5"}
    assert sum(map(len, exits.values())) // 2 - len(floor) + 1 == 4
    assert Counter(code[0] for code in found.missions) == dict.fromkeys(COLOURS, 2)


def test_every_shipped_map_file_is_written_by_hand_and_still_canonical():
    """The maps in the files are drawn in full, so that they can be copied as patterns."""
    for name in SHIPPED:
        written = tomllib.loads(shipped_text(name).decode())["map"].splitlines()
        assert tuple(written) == drawn(shipped_maze(name)).map
