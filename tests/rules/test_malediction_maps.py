"""La malédiction: maps as they are drawn, read and shipped, and games in which nobody can move any more."""

import json
import random
import tomllib
from collections import Counter

import msgspec
import pytest
from malediction_table import HALL, drawing, maze
from random_maps import blind_drawing, random_drawing

from firmware_py.games.malediction.legality import has_cards_for
from firmware_py.games.malediction.map_files import (
    MOST_LISTED,
    SHIPPED,
    MapDrawing,
    UnusableFile,
    as_toml,
    blank,
    drawing_of,
    endless,
    find_oddities,
    in_file,
    load_shipped,
    read_drawing,
    read_file,
    read_maze,
    read_shipped,
    with_labels,
)
from firmware_py.games.malediction.maze import (
    COLOURS,
    FACES,
    MOST_COLUMNS,
    MOST_ROWS,
    OBJECTS,
    Maze,
    hunter_ends,
    mummy_paths,
)
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.games.records import read_header, write_line
from firmware_py.games.registry import GAMES
from firmware_py.grid import cell_position
from firmware_py.words import LONGEST_VALUE, MOST_REPORTED, speak

SAY = speak("en")
GOOD = (
    "+---+---+---+",
    "|R1      B2 |",
    "+   +---+   +",
    "|ST         |",
    "+---+   +---+",
    "|DS      Y1 |",
    "+---+---+---+",
)


def problems(lines, die=(1,), **keys):
    """The places and sentences of all problems of a map."""
    found, wrong = read_maze(MapDrawing(tuple(lines), die, **keys))
    assert (found is None) == bool(wrong)
    return [(problem.line, problem.column, SAY(problem.why)) for problem in wrong]


def changed(line, text):
    """The good map with one line, counted from 1, replaced."""
    return (*GOOD[: line - 1], text, *GOOD[line:])


def test_a_drawing_is_read_cell_by_cell_and_wall_by_wall():
    """Contents, walls, and the exits that follow from both."""
    found, wrong = read_maze(MapDrawing(GOOD, (1, 2)))
    assert wrong == ()
    assert found.cells == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert found.missions == {"R1": "a1", "B2": "c1", "Y1": "c3"}
    assert (found.stairs, found.dungeon, found.sarcophagus) == ("a2", "a3", "a3")
    assert found.steps("a2") == {"N": "a1", "E": "b2"}
    assert found.steps("a1") == {"E": "b1"}
    assert found.steps("c2") == {"N": "c1", "W": "b2"}
    assert found.has_wall("a2", "S")
    assert not found.has_wall("a1", "S")


def test_the_outer_border_is_a_wall_whatever_is_drawn_there():
    """Openings in the border lead nowhere."""
    found = maze("""
        +   +   +
         ST  SA
        +   +   +
         DU
        +   +   +
    """)
    assert found.steps("b1") == {"S": "b2"}
    assert all(found.has_wall(cell, "W") for cell in ("a1", "a2"))
    assert drawing_of(found).map[0] == "+---+---+"


def test_trailing_spaces_may_be_missing_and_an_empty_line_has_nothing_drawn():
    """A line that ends early goes on open; the last one may be left empty altogether."""
    whole = ("+---+---+", "|ST     |", "+   +   +", "|DS     |", "+---+---+")
    short = ("+---+---+", "|ST", "", "|DS", "")
    assert read_maze(MapDrawing(whole, (1,))) == read_maze(MapDrawing(short, (1,)))


def test_a_map_in_one_text_ends_with_or_without_a_newline():
    """A final newline begins no line, as in a record."""
    text = "\n".join(GOOD)
    expected = read_maze(MapDrawing(GOOD, (1,)))
    assert read_maze(MapDrawing(text, (1,))) == expected
    assert read_maze(MapDrawing(text + "\n", (1,))) == expected
    assert problems((text + "\n\n").removesuffix("\n").split("\n"))[0][:2] == (8, 1)


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ([], (1, 1), "first line"),
        ([""], (1, 1), "first line"),
        (["+"], (1, 2), "first line"),
        (["+---+--", "|ST DS |", "+---+---+"], (1, 8), "first line"),
        (["+---+---+ ", *GOOD[1:]], (1, 11), "first line"),
        (["+" + "---+" * 27], (1, 106), "26 columns"),
        (["+---+", *["|   |", "+---+"] * 100], (200, 1), "99 rows"),
        (["+---+"], (1, 1), "a line for each row"),
        (GOOD[:-1], (6, 1), "a line for each row"),
        ([*GOOD, "|  "], (8, 1), "a line for each row"),
        (changed(1, "+---x---+---+"), (1, 5), "+ is missing"),
        (changed(3, "+   +--- ---+"), (3, 9), "+ is missing"),
        (changed(3, "x   +---+   +"), (3, 1), "+ is missing"),
        (changed(3, "+   +-- +   +"), (3, 6), "---"),
        (changed(3, "+   +---+---+--"), (3, 14), "longer"),
        (changed(4, "|ST         | "), (4, 14), "longer"),
        (changed(4, "|ST :       |"), (4, 5), "| (a wall)"),
        (changed(4, "xST         |"), (4, 1), "| (a wall)"),
        (changed(4, "|ST         +"), (4, 13), "| (a wall)"),
        (changed(4, "|ST  R 1    |"), (4, 6), "not R 1"),
        (changed(4, "|ST  r1     |"), (4, 6), "not r1"),
        (changed(4, "|ST  Q7     |"), (4, 6), "not Q7"),
        (changed(4, "|ST  R12    |"), (4, 6), "not R12"),
        (changed(4, "|ST  R²     |"), (4, 6), "not R²"),
        (changed(4, "|ST  \t      |"), (4, 6), "not a tab"),
        (changed(4, "|ST  #      |"), (4, 6), "not #"),
        (changed(6, "|DS      B2 |"), (6, 10), "B2 is already on c1"),
        (changed(6, "|DS      ST |"), (6, 10), "on a2 already: the stairs"),
        (changed(6, "|DS      DU |"), (6, 10), "on a3 already: the dungeon"),
        (changed(6, "|DS      SA |"), (6, 10), "on a3 already: the sarcophagus"),
        (changed(4, "|           |"), (1, 1), "still missing: the stairs"),
        (changed(6, "|SA      Y1 |"), (1, 1), "still missing: the dungeon"),
        (changed(6, "|DU      Y1 |"), (1, 1), "still missing: the sarcophagus"),
        (changed(5, "+---+---+---+"), (6, 6), "no path leads from the stairs to b3 and c3"),
        (changed(2, "|R1 |   |B2 |"), (2, 6), "no path leads from the stairs to b1"),
    ],
)
def test_a_wrong_map_is_refused_with_line_column_and_reason(lines, place, reason):
    """Each slip of the pen is named where it stands."""
    found = problems(lines)
    assert any((line, column) == place and reason in why for line, column, why in found), found


@pytest.mark.parametrize("lines", [GOOD[:-1], GOOD[:2] + GOOD[3:]], ids=["the last", "one between"])
def test_a_missing_line_is_reported_once_without_what_follows_from_it(lines):
    """One slip of the pen, one sentence."""
    assert [why for _, _, why in problems(lines)] == [
        "a map has a line for each row, one between rows, and one above and below all."
    ]


def test_a_map_without_its_last_line_hides_no_other_slip():
    """All at once."""
    assert [place for *place, _ in problems(changed(4, "|ST  X9     |")[:-1])] == [[4, 6], [6, 1]]


def test_of_many_cells_out_of_reach_a_few_are_named_and_the_rest_is_counted():
    """Half a map is one slip of the pen, and no list."""
    lines = (
        "+---+---+---+---+---+",
        "|DS |               |",
        "+   +   +   +   +   +",
        "|ST |               |",
        "+---" * 5 + "+",
    )
    assert [why for _, _, why in problems(lines) if "the stairs" in why] == [
        "no path leads from the stairs to b1, c1, d1, e1, b2, c2 and 2 more: open one, or draw rock there."
    ]


def test_floor_that_only_the_stairs_reach_is_refused_for_the_dungeon():
    """Both starts are checked, each without passing through the other."""
    lines = ("+---+---+---+---+", "|SA  ST      DU |", "+---+---+---+---+")
    assert problems(lines) == [(2, 2, "no path leads from the dungeon to a1: open one, or draw rock there.")]


def test_all_problems_are_reported_at_once_in_reading_order():
    """An owner reads all mistakes of a copied map at once."""
    lines = changed(3, "+   +-- +   +++")
    lines = (*lines[:3], "|ST  X9     |", *lines[4:5], "|DS      B2 |", lines[6])
    found = problems(lines, die=(), pawns=("red", "red"), objects={"Z1": "?"})
    assert [place for *place, _ in found] == [[0, 0], [0, 0], [0, 0], [3, 6], [3, 14], [4, 6], [6, 10]]


@pytest.mark.parametrize("trailing", [True, False])
def test_a_scribble_is_reported_where_it_was_written(trailing):
    """Every place of the map in turn: at a corner or a wall, or at the first of the three characters of a cell."""
    lines = tuple(line if trailing else line.rstrip() for line in changed(5, "+---+   +   +"))
    for number, line in enumerate(lines, start=1):
        for at in range(len(line) + 1):
            scribbled = (*lines[: number - 1], line[:at] + "x" + line[at + 1 :], *lines[number:])
            if number == 1 and at == len(line):
                place = (1, at + 2)
            else:
                place = (number, at + 1 if at % 4 == 0 or at == len(line) else at - at % 4 + 2)
            assert place in {(line, column) for line, column, _ in problems(scribbled)}


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ((), (1, 1)),
        (("+",), (1, 2)),
        (("+---+-",), (1, 7)),
        (("+" + "---+" * (MOST_COLUMNS + 1),), (1, 4 * MOST_COLUMNS + 2)),
        (("+---+", *("|   |", "+---+") * (MOST_ROWS + 1)), (2 * MOST_ROWS + 2, 1)),
        (("+---+", *("|   |", "+---+") * MOST_ROWS, "|   |"), (2 * MOST_ROWS + 2, 1)),
        (("+---+    ", "|ST  DS |", "+---+---+"), (1, 9)),
        (("+---+---+",), (1, 1)),
        (("+---+---+", "|ST  DS |"), (2, 1)),
        (("+---+---+", "|ST  DS | x", "+---+---+"), (2, 10)),
    ],
)
def test_a_map_of_no_size_is_refused_where_it_goes_wrong(lines, place):
    """Too narrow, too wide, too high, without its last line, or with a line that is longer than the first."""
    assert problems(lines)[0][:2] == place


def test_lists_are_as_long_as_they_may_be_and_no_longer():
    """A hundred faces, a hundred pawns; of many wrong keys so many are reported that one sees there are more."""
    pawns = tuple(map(str, range(MOST_LISTED)))
    assert problems(GOOD, (1,) * MOST_LISTED, pawns=pawns) == []
    assert len(problems(GOOD, (1,) * (MOST_LISTED + 1), pawns=(*pawns, "more"))) == 2
    assert problems(GOOD, pawns=("red", "blue")) == []
    assert len(problems(GOOD, pawns=("red",))) == 1
    wrong = {f"X{number}": "" for number in range(MOST_REPORTED + 5)}
    assert len(problems(GOOD, objects=wrong)) == MOST_REPORTED + 1
    assert len(read_drawing({"map": "", "mummy_die": [], **wrong})[1]) == MOST_REPORTED + 1


def test_as_many_cells_out_of_reach_as_are_named_leave_no_rest():
    """Six are named; with a seventh, one more."""
    for columns, rest in ((6, "b1, c1, d1, e1, f1 and g1"), (7, "b1, c1, d1, e1, f1, g1 and 1 more")):
        lines = (
            "+---" * (columns + 2) + "+",
            "|DS |" + " " * (4 * columns - 1) + "|ST |",
            "+---" * (columns + 2) + "+",
        )
        sentence = f"no path leads from the stairs to {rest}: open one, or draw rock there."
        out_of_reach = tuple(f"{letter}1" for letter in "bcdefgh"[:columns])
        _, wrong = read_maze(MapDrawing(lines, (1,)))
        assert (sentence, out_of_reach) in [(SAY(problem.why), problem.cells) for problem in wrong]


def test_a_cell_that_nobody_leaves_parts_the_corridors():
    """Whether it is the first or the last of the map."""
    for lines, lost in (
        (("+---+---+---+", "|R1  ST     |", "+   +---+   +", "|DS         |", "+---+---+---+"), ("c1", "b2", "c2")),
        (("+---+---+---+", "|           |", "+   +---+   +", "|DS |ST  R1 |", "+---+---+   +"), ()),
        (("+---+---+---+---+", "|ST          DS |", "+---+---+---+---+"), ()),
    ):
        found, _ = read_maze(MapDrawing(lines, (1,)))
        assert [problem.cells for problem in endless(found)] == ([lost] if lost else [])


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 2), (2, 3), (3, 2), (12, 3)])
def test_a_new_map_is_what_its_drawing_says(rows, columns):
    """Open everywhere but at the border; the numbers stand before the cells' lines, the letters above their columns."""
    hall, lines = blank(rows, columns), with_labels(blank(rows, columns))
    assert hall.mummy_die == (1, 2, 3, 4, 5, 6)
    assert read_maze(drawing_of(hall))[0] == hall
    for cell in hall.cells:
        row, column = cell_position(cell)
        walls = {"N": row == 0, "S": row == rows - 1, "W": column == 0, "E": column == columns - 1}
        assert {side: hall.has_wall(cell, side) for side in "NESW"} == walls
        assert lines[0][4 * column + 5] == cell[0]
        assert lines[2 * row + 2][:3] == f"{row + 1:2} "
    assert [line[3:] for line in lines[1:]] == list(drawing_of(hall).lines)


def test_a_key_that_is_too_long_to_look_for_has_no_place():
    """Where a shorter one stands its place is known, whatever stands before it on the line."""
    for length, place in ((LONGEST_VALUE, (2, 3)), (LONGEST_VALUE + 1, (0, 0))):
        key = "k" * length
        text = f'# mine\n  {key} = 1\nmummy_die = [1]\nmap = ""\n'.encode()
        problem = next(one for one in read_file(text)[1] if one.key == key)
        assert in_file(text, problem) == place
    (missing,) = read_file(b'map = "+---+"\n')[1][:1]
    assert (missing.key, in_file(b'map = "+---+"\n', missing)) == ("mummy_die", (0, 0))


def test_the_last_line_of_a_map_may_be_the_last_of_the_file():
    """A text in three quotation marks ends where its last line does."""
    text = 'mummy_die = [1]\nmap = """\n{}"""'.format("\n".join(changed(6, "|DS      X1 |"))).encode()
    _, (problem,) = read_file(text)
    assert in_file(text, problem) == (2 + 6, 10)


def test_every_hunter_needs_a_mission_of_every_colour():
    """P03: beside those that others have played; the hall has two of each."""
    hall = maze(HALL)
    assert [has_cards_for(hall, hunters) for hunters in (1, 2, 3)] == [True, True, False]
    assert [has_cards_for(hall, hunters, ("R1",)) for hunters in (1, 2)] == [True, False]
    assert not has_cards_for(hall, 1, ("R1", "R2"))


def test_a_player_is_on_one_side():
    """The mummy's, or the hunters'."""
    setup = Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue")), "small")
    header = Header(1, "malediction", ("Ada", "Bo", "Mo"), setup)
    assert [GAMES["malediction"].role(header, player) for player in header.players] == ["hunter", "hunter", "mummy"]


def test_scribbles_are_refused_with_places_and_never_crash():
    """Every problem of a map has a line and a column, whatever was drawn."""
    chance = random.Random(1)
    for _ in range(100):
        weights = (6, 9, 5, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1)
        lines = ["".join(chance.choices("+-| #STDUA1Rx", weights, k=13)) for _ in range(7)]
        if chance.random() < 0.9:
            lines[0] = GOOD[0]
        if chance.random() < 0.3:
            lines = lines[: chance.randint(0, 6)]
        assert all(line > 0 and column > 0 for line, column, _ in problems(lines)), lines


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"die": ()}, "needs at least one face"),
        ({"die": (1, -1)}, "0 or more"),
        ({"pawns": ("red", "red")}, "name of its own"),
        ({"pawns": ("red", "")}, "name of its own"),
        ({"pawns": ("red",)}, "two pawns"),
        ({"objects": {"scarab": "R1"}}, "a digit, not scarab"),
    ],
)
def test_what_stands_beside_the_map_is_checked_too(keys, reason):
    """Die, pawns and objects have their own slips, without a place in the map."""
    assert [reason in why and (line, column) == (0, 0) for line, column, why in problems(GOOD, **keys)] == [True]


def test_random_drawings_are_refused_exactly_when_floor_is_out_of_reach():
    """Against a search of its own in the drawn lines."""
    for seed in range(40):
        sketch = blind_drawing(random.Random(seed))
        lines = [line.ljust(len(sketch.lines[0])) for line in sketch.lines]
        assert (read_maze(sketch)[0] is None) == _some_floor_is_lost(lines), lines


def _some_floor_is_lost(lines):
    centres = {
        (row, column): lines[row][column - 1 : column + 2].strip()
        for row in range(1, len(lines), 2)
        for column in range(2, len(lines[0]), 4)
    }
    floor = {at for at, held in centres.items() if held not in ("##", "ST", "DU", "DS")}
    for kinds in (("ST",), ("DU", "DS")):
        reached = {at for at, held in centres.items() if held in kinds}
        while True:
            beside = {
                (row + 2 * down, column + 4 * right)
                for row, column in reached
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
                if 0 < row + down < len(lines) and lines[row + down][column + 2 * right] == " "
            }
            grown = reached | beside & floor
            if grown == reached:
                break
            reached = grown
        if not floor <= reached:
            return True
    return False


@pytest.mark.parametrize("seed", range(20))
def test_a_map_is_drawn_and_read_back_in_every_notation(seed):
    """A map drawn, written as TOML or JSON, and read again is the same map."""
    found, _ = read_maze(random_drawing(random.Random(seed)))
    sketch = drawing_of(found)
    assert read_maze(sketch) == (found, ())
    assert read_file(as_toml(sketch).encode()) == (found, ())
    assert read_file(msgspec.json.encode(sketch)) == (found, ())


def test_awkward_names_survive_a_map_file():
    """Quotes, backslashes, control characters and other alphabets are escaped as TOML wants it."""
    sketch = msgspec.structs.replace(
        drawing(HALL), name='Mo\'s "\\" \x7f\x01\n📜', pawns=("é", '"'), objects={"R1": "a\tb"}
    )
    found, _ = read_drawing(tomllib.loads(as_toml(sketch)))
    assert (found.name, found.pawns, found.objects) == (sketch.name, sketch.pawns, sketch.objects)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", b"map = ", b'{"map": ', b"[" * 100_000, b'{"a":' * 100_000, b"a = 1\na = 2"]
)
def test_a_file_that_is_neither_toml_nor_json_is_unusable(text):
    """Its keys are not known, so there are no problems to list."""
    with pytest.raises(UnusableFile):
        read_file(text)


@pytest.mark.parametrize("text", ["[1]", "[]", '[{"map": "", "mummy_die": [1]}]', "\n[1]"])
def test_a_list_in_json_is_said_to_be_one(text):
    """Though a list of one number could be read as the head of a TOML table."""
    with pytest.raises(UnusableFile, match="JSON list"):
        read_file(text.encode())


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"name": "\ud800"}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "two\u2028lines"}, "name"),
        ({"pawns": ["red", "\x1b[31m"]}, "pawns"),
        ({"objects": {"R1": "a\tb"}}, "objects"),
        ({"mummy_die": [1, 10**30]}, "mummy_die"),
        ({"mummy_die": [100]}, "mummy_die"),
    ],
)
def test_what_no_screen_can_show_is_refused_with_its_key(keys, key):
    """A terminal must not obey a name, and half a surrogate pair cannot be written at all."""
    text = json.dumps({"map": list(GOOD), "mummy_die": [99], **keys}, indent=1).encode()
    found, (problem,) = read_file(text)
    assert found is None
    assert problem.key == key
    line, column = in_file(text, problem)
    assert text.decode().splitlines()[line - 1][column - 1 :].startswith(key)


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({}, {"map", "mummy_die"}),
        ({"map": 5, "mummy_die": [1.0], "name": None, "pawns": "red", "objects": ["R1"], "size": 3}, None),
        ({"map": list(GOOD), "mummy_die": [True]}, {"mummy_die"}),
        ({"map": list(GOOD), "mummy_die": ["1"]}, {"mummy_die"}),
        ({"map": [1], "mummy_die": [1]}, {"map"}),
        ({"map": list(GOOD), "mummy_die": [1], "objects": {"R1": 5}}, {"objects"}),
    ],
)
def test_unknown_missing_and_mistyped_keys_are_all_reported(keys, wrong):
    """Each key of a map file has one type; none is guessed."""
    found, problems = read_file(json.dumps(keys).encode())
    assert found is None
    assert {problem.key for problem in problems} == (wrong or keys.keys())


def test_a_wrong_key_hides_no_slip_of_the_map():
    """All problems at once: whoever mends the key should not hear of the map only then."""
    text = "colour = 3\n" + as_toml(MapDrawing(changed(4, "|ST  X9     |"), (1,))).replace("mummy_die", "die")
    found, problems = read_file(text.encode())
    assert found is None
    assert [problem.key for problem in problems] == ["colour", "die", "mummy_die", "map"]
    line, column = in_file(text.encode(), problems[-1])
    assert text.splitlines()[line - 1][column - 1 :].startswith("X9")


@pytest.mark.parametrize("notation", ["toml", "indented json"])
def test_a_problem_is_placed_in_the_file(notation):
    """Line and column are those an editor shows, not only those of the map."""
    lines = changed(4, "|ST  X9     |")
    if notation == "toml":
        text = "# mine\n" + as_toml(MapDrawing(lines, (), name="mine"))
    else:
        text = json.dumps({"name": "mine", "pawns": ["a", "b"], "mummy_die": [], "map": list(lines)}, indent=2)
    _, (die, cell) = read_file(text.encode())
    line, column = in_file(text.encode(), cell)
    assert text.splitlines()[line - 1][column - 1 :].startswith("X9")
    line, column = in_file(text.encode(), die)
    assert text.splitlines()[line - 1][column - 1 :].startswith("mummy_die")


def test_a_map_in_one_line_of_json_has_no_place_in_the_file():
    """There only line and column of the map are known."""
    text = json.dumps({"mummy_die": [1], "map": "\n".join(changed(4, "|ST  X9     |"))}).encode()
    _, (problem,) = read_file(text)
    assert in_file(text, problem) == (0, 0)
    assert SAY(problem.words).startswith("map line 4, column 6: ")


# --- warnings and shipped maps ---------------------------------------------------------------------------------------


def test_the_largest_map_is_read():
    """As many rows as cells have numbers for, and as many columns as there are letters."""
    for rows, columns in ((MOST_ROWS, 1), (1, MOST_COLUMNS)):
        rule = "+" + "---+" * columns
        lines = (rule, *("|" + "    " * (columns - 1) + "   |", rule) * rows)
        assert not any("at most" in why for _, _, why in problems(lines))


def test_a_map_is_shown_with_letters_and_numbers():
    """Above the middle of each column, and before the line of each row's cells."""
    lines = with_labels(maze(HALL))
    assert lines[0] == "     a   b   c   d   e"
    assert [line[:3] for line in lines[1:]] == ["   ", " 1 ", "   ", " 2 ", "   ", " 3 ", "   "]


def test_a_new_map_begins_as_one_hall():
    """The stairs bottom left, dungeon and sarcophagus top right, and its drawing is that of the same map."""
    hall = blank(3, 4)
    assert with_labels(hall)[2] == " 1 |            DS |"
    assert with_labels(hall)[6] == " 3 |ST             |"
    assert (hall.stairs, hall.dungeon, hall.sarcophagus) == ("a3", "d1", "d1")


def test_few_missions_are_a_warning_and_no_problem():
    """P03: each hunter draws a card of each colour, so there should be enough of them."""
    warned = [SAY(warning) for warning in find_oddities(maze(HALL))]
    assert len(warned) == 5
    assert warned[0] == "red missions: only 2, but each of 4 hunters draws one."


def test_a_map_on_which_no_hunter_can_win_brings_a_warning():
    """Each draws one mission a colour and needs five (P01)."""
    assert SAY(find_oddities(blank(3, 3))[0]) == "without a mission of every colour no hunter can win."
    assert not any("no hunter can win" in SAY(warning) for warning in find_oddities(maze(HALL)))


def test_an_object_for_a_mission_that_is_not_there_is_a_warning():
    """The map can be played all the same."""
    odd = msgspec.structs.replace(maze(HALL), objects={"G9": "cat"})
    assert SAY(find_oddities(odd)[-1]) == "objects: no cell holds G9."


# --- maps on which a game ends early ----------------------------------------------------------------------------------

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


# --- shipped maps -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_maps_have_their_names_and_words_that_can_be_translated(name):
    """A shipped map is named by its file, names every object, and its objects are known to the catalogues."""
    found = load_shipped(name)
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
    found = load_shipped("practice")
    floor, exits, distance = _figures(found)
    missions = found.missions
    assert Counter(code[0] for code in missions) == {"R": 5, "B": 5, "W": 5, "G": 4, "Y": 4}
    assert find_oddities(found) == ()
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
    missions = load_shipped("practice").missions
    for colour in COLOURS:
        rows, columns = zip(*(cell_position(cell) for code, cell in missions.items() if code[0] == colour), strict=True)
        for code, cell in missions.items():
            row, column = cell_position(cell)
            inside = min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
            assert inside == (code[0] == colour), (colour, code)


def test_the_small_map_has_the_loops_and_dead_ends_of_its_comment():
    """Two dead ends, four loops, two missions of each colour."""
    found = load_shipped("small")
    floor, exits, _ = _figures(found)
    assert {cell for cell in floor if len(exits[cell]) == 1} == {"b5", "d5"}
    assert sum(map(len, exits.values())) // 2 - len(floor) + 1 == 4
    assert Counter(code[0] for code in found.missions) == dict.fromkeys(COLOURS, 2)


def test_every_shipped_map_file_is_written_by_hand_and_still_canonical():
    """The maps in the files are drawn in full, so that they can be copied as patterns."""
    for name in SHIPPED:
        written = tomllib.loads(read_shipped(name).decode())["map"].splitlines()
        assert tuple(written) == drawing_of(load_shipped(name)).map
