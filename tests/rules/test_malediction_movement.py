"""La malédiction: how pawns move, and faces with which they cannot."""

import random
from itertools import product

import pytest
from drawn_referee import DrawnReferee
from malediction_table import CORRIDOR, game, maze, refused
from random_maps import random_drawing
from random_play import random_game

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import reachable, why_blocked
from firmware_py.games.malediction.map_files import drawing_of, read_maze
from firmware_py.games.malediction.maze import FACES, hunter_ends, is_blocked, mummy_paths
from firmware_py.games.malediction.state import Choose
from firmware_py.games.registry import TABLE

NOWHERE = "z99"


def closed_corridor():
    """A corridor a1, b1, c1 with closed ends; the stairs lie below a1, the dungeon below c1."""
    return maze("""
        +---+---+---+
        |SA         |
        +   +---+   +
        |ST |##  DU |
        +---+---+---+
    """)


@pytest.mark.parametrize(
    ("face", "cells"),
    [("1", {"a1", "c1"}), ("2", {"b1"}), ("3", {"a1", "c1"}), ("4", {"b1"}), ("arrow", {"a1", "c1"})],
)
def test_a_path_in_a_closed_corridor_turns_back_as_often_as_needed(face, cells):
    """T01, P18, P19: exact paths with revisits from the middle of three cells."""
    assert hunter_ends(closed_corridor(), "b1", face, NOWHERE, ()) == cells


@pytest.mark.parametrize(
    ("face", "cells"),
    [("1", {"a1"}), ("2", {"b1"}), ("3", {"a1", "c1"}), ("4", {"b1"}), ("arrow", {"a1"})],
)
def test_the_stairs_are_left_and_never_entered_again(face, cells):
    """T02, P20: from stairs beside a only, no path comes back to them."""
    assert hunter_ends(closed_corridor(), "a2", face, NOWHERE, ()) == cells


@pytest.mark.parametrize(("face", "cells"), [("1", set()), ("2", {"a1", "c1"}), ("3", set()), ("arrow", set())])
def test_another_hunter_is_crossed_with_a_number_but_stops_the_arrow(face, cells):
    """T03, P21, P22: a crossed hunter counts as a cell, and nobody ends on that cell."""
    assert hunter_ends(closed_corridor(), "a1", face, NOWHERE, {"b1"}) == cells


def test_the_dungeon_is_left_through_its_openings_and_blocks_like_the_stairs():
    """P20, P22, P31: a normal move leaves the dungeon; slides and paths never enter it."""
    assert hunter_ends(closed_corridor(), "c2", "1", NOWHERE, ()) == {"c1"}
    assert hunter_ends(closed_corridor(), "c1", "1", NOWHERE, ()) == {"b1"}
    assert hunter_ends(closed_corridor(), "c1", "arrow", NOWHERE, ()) == {"a1"}


def test_the_mummy_is_a_wall_for_numbers_and_arrows():
    """P22, P24: the mummy's cell is neither entered nor crossed."""
    assert hunter_ends(closed_corridor(), "a1", "2", "b1", ()) == set()
    assert hunter_ends(closed_corridor(), "a1", "3", "c1", ()) == {"b1"}
    assert hunter_ends(closed_corridor(), "a1", "arrow", "c1", ()) == {"b1"}


def test_the_arrow_slides_past_openings_to_the_last_free_cell():
    """P23: one straight line, as far as it goes, in every direction that is open."""
    hall = maze("""
        +---+---+---+---+
        |SA             |
        +   +   +---+   +
        |       |##     |
        +   +   +   +   +
        |ST          DU |
        +---+---+---+---+
    """)
    assert hunter_ends(hall, "b1", "arrow", NOWHERE, ()) == {"a1", "d1", "b3"}
    assert hunter_ends(hall, "b1", "arrow", NOWHERE, {"d1"}) == {"a1", "c1", "b3"}
    assert hunter_ends(hall, "a1", "arrow", NOWHERE, ()) == {"a2", "d1"}


def test_a_hunter_between_walls_and_the_mummy_is_stuck():
    """P26: no number and no arrow moves a pawn whose only exit holds the mummy."""
    assert is_blocked(closed_corridor(), "a1", "b1", ())
    assert not is_blocked(closed_corridor(), "a1", "c1", ())


def test_a_hunter_behind_another_is_not_stuck_if_crossing_is_possible():
    """P26 with P21: 1, 3 and the arrow fail, but a 2 leads past."""
    assert not is_blocked(closed_corridor(), "a1", NOWHERE, {"b1"})
    assert is_blocked(closed_corridor(), "a2", "b1", {"a1"})


def test_the_mummy_moves_up_to_its_steps_or_stays():
    """P32: every cell within reach, its own with an empty path."""
    paths = mummy_paths(closed_corridor(), "a1", 1, ())
    assert paths == {"a1": (), "b1": ("b1",)}
    assert mummy_paths(closed_corridor(), "a1", 0, ()) == {"a1": ()}


def test_the_mummy_never_enters_stairs_or_dungeon():
    """P33: hunters there are safe from any allowance."""
    assert mummy_paths(closed_corridor(), "b1", 50, ()).keys() == {"a1", "b1", "c1"}


def test_the_mummys_paths_end_on_the_first_hunter():
    """P34: what lies behind a hunter is out of reach if no path leads around."""
    assert mummy_paths(closed_corridor(), "a1", 9, {"b1"}) == {"a1": (), "b1": ("b1",)}


# --- against enumeration, on random maps, read from the drawn lines and nothing else ----------------------------------


def random_table(seed):
    chance = random.Random(seed)
    found, _ = read_maze(random_drawing(chance))
    floor = [cell for cell in found.cells if found.is_floor(cell)]
    chance.shuffle(floor)
    starts = [found.stairs, found.dungeon, *floor[4:6]]
    return found, DrawnReferee(drawing_of(found).map), starts, floor[0], floor[1:4]


@pytest.mark.parametrize("seed", range(25))
def test_reachable_cells_are_those_of_all_paths_tried_one_by_one(seed):
    """P18 to P24: every face from every kind of start, against the drawn characters."""
    found, referee, starts, mummy, others = random_table(seed)
    for start, face in product(starts, FACES):
        tried = referee.hunter_ends(start, face, mummy, others)
        assert hunter_ends(found, start, face, mummy, others) == tried, (start, face)


@pytest.mark.parametrize("seed", range(25))
def test_the_mummys_paths_are_the_shortest_of_all_tried_one_by_one(seed):
    """P32 to P34: ends, lengths and validity of the mummy's paths, against paths enumerated step by step."""
    found, referee, _, mummy, hunters = random_table(seed)
    tried, newest = {mummy: 0}, [mummy]
    for length in range(1, 6):
        newest = [to for cell in newest if cell not in hunters for to in referee.neighbours(cell).values()]
        for cell in newest:
            tried.setdefault(cell, length)
        newest = list(dict.fromkeys(newest))
    paths = mummy_paths(found, mummy, 5, hunters)
    assert {cell: len(path) for cell, path in paths.items()} == tried
    for end, path in paths.items():
        assert (path[-1] if path else mummy) == end
        for here, to in zip((mummy, *path), path, strict=False):
            assert to in referee.neighbours(here).values()
            assert here not in hunters


# --- faces with which nothing can move --------------------------------------------------------------------------------

ONE_CELL = """
    +---+---+---+
    |ST      DS |
    +---+---+---+
"""


@pytest.mark.parametrize(
    ("text", "at", "mummy", "face", "clause", "why"),
    [
        (ONE_CELL, ("stairs", "stairs"), "c1", "2", "P18", "no path here is that long"),
        (CORRIDOR, ("b1", "c1"), "f1", "1", "P21", "every path ends on another hunter"),
        (CORRIDOR, ("b1", "stairs"), "c1", "3", "P24", "the mummy is in the way"),
        (CORRIDOR, ("b1", "c1"), "f1", "arrow", "P22", "another hunter is in the way"),
        (CORRIDOR, ("b1", "stairs"), "c1", "arrow", "P22", "the mummy is in the way"),
        (ONE_CELL, ("b1", "stairs"), "c1", "arrow", "P23", "there are walls all around"),
    ],
)
def test_a_face_without_a_move_names_the_clause_and_the_obstacle(text, at, mummy, face, clause, why):
    """P18 to P24: the hunter reads which rule it is."""
    rule = why_blocked(game(text, at=at, mummy=mummy), face)
    assert rule
    assert (rule.clause, rule.why.message) == (clause, why)


def test_a_refused_face_is_refused_for_the_same_reason():
    """P25 is the clause of the choice; its sentence names the obstacle."""
    state = game(CORRIDOR, at=("b1", "c1"), mummy="f1", phase="choose", faces=("1", "2"))
    assert refused(state, Choose("Ada", "1")) == "P25"
    rule = rules.broken_rule(state, Choose("Ada", "1"))
    assert why_blocked(state, "1").why in dict(rule.why.values).values()


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_have_a_reason_exactly_where_there_is_no_move(seed):
    """And none for eyes from which the pawns are hidden (P48)."""
    for state, _, _ in random_game("malediction", seed):
        if state.phase == "choose":
            assert all((why_blocked(state, face) is None) == bool(reachable(state, face)) for face in FACES)
            assert not any(why_blocked(rules.seen_by(state, TABLE), face) for face in FACES)
