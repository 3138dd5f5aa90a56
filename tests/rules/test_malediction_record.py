"""Records of La malédiction de la momie: hand-written games, the state's keys, and what is unreadable or illegal."""

import json

import pytest
from judged_records import assert_as_reckoned, records_of, verdict
from malediction_table import CORRIDOR, HALL, drawing

from firmware_py.games.records import UnusableRecord
from firmware_py.games.restoring import replay

RECORDS = records_of("malediction")
KEYS = [
    "phase",
    "to_act",
    "winners",
    "pawn",
    "mummy",
    "hunters",
    "ankhs",
    "tokens",
    "target",
    "locked",
    "faces",
    "face",
    "steps",
    "missions",
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_hand_written_game_replays_as_reckoned_by_hand(path):
    """Exactly the marked lines are refused, with their clauses; the states are those of the expected file."""
    assert_as_reckoned(path)
    assert all(list(played.state) == KEYS for played in replay(path.read_bytes(), keep_going=True))


def test_there_are_records_of_the_tricky_games():
    """The folder was found, and each record has its expectation."""
    assert len(RECORDS) >= 4


# --- the header ------------------------------------------------------------------------------------------------------

HUNTERS = [{"player": "Ada", "pawn": "red"}, {"player": "Bo", "pawn": "blue"}]
BOARD = {"map": list(drawing(HALL).lines), "mummy_die": [1, 2]}


def header(players=("Mo", "Ada", "Bo"), mummy="Mo", hunters=HUNTERS, board=BOARD, **keys):
    setup = {"mummy": mummy, "hunters": hunters, "board": board}
    return json.dumps({"record": 1, "game": "malediction", "players": players, "setup": setup} | keys).encode()


def seats(*pairs):
    return [{"player": player, "pawn": pawn} for player, pawn in pairs]


ALONE = seats(("Ada", "red"), ("Ada", "blue"))


@pytest.mark.parametrize(
    "line",
    [
        header(),
        header(rules={}),
        header(board="practice"),
        header(board="small"),
        header(board=BOARD | {"map": "\n".join(BOARD["map"]) + "\n"}),
        header(board=BOARD | {"name": "x", "pawns": ["Ada", "blue", "red"], "objects": {}}),
        header(board=BOARD | {"mummy_die": [0, 0, 12]}),
        header(players=["Ada", "Mo"], hunters=ALONE),
        header(players=["Bo", "Ada", "Mo"]),
        header(
            players=["Mo", "Ada", "Bo", "Cy", "D"],
            hunters=seats(("D", "red"), ("Cy", "blue"), ("Bo", "purple"), ("Ada", "turquoise")),
        ),
    ],
)
def test_a_good_header_begins_a_game(line):
    """Boards by name or whole, in both forms of the map; two to five players."""
    (start,) = replay(line)
    assert start.refusal is None
    assert start.state["phase"] == "begin"


@pytest.mark.parametrize(
    "line",
    [
        header(board="pyramid"),
        header(board=""),
        header(board=BOARD | {"map": BOARD["map"][:-1]}),
        header(board=BOARD | {"mummy_die": []}),
        header(board=BOARD | {"mummy_die": [-1]}),
        header(mummy="Zoe"),
        header(mummy="Ada"),
        header(hunters=[]),
        header(hunters=HUNTERS[:1]),
        header(hunters=seats(("Ada", "red"), ("Bo", "red"))),
        header(hunters=seats(("Ada", "red"), ("Bo", "green"))),
        header(hunters=seats(("Ada", "red"), ("Zoe", "blue"))),
        header(hunters=seats(("Ada", "red"), ("Mo", "blue"))),
        header(hunters=ALONE),
        header(hunters=[*HUNTERS, {"player": "Ada", "pawn": "purple"}]),
        header(players=["Mo", "Ada", "Bo", "Cy"]),
        header(players=["Mo", "Ada"], hunters=ALONE[:1]),
        header(players=["Mo", "Ada"], hunters=[*ALONE, {"player": "Ada", "pawn": "purple"}]),
        header(players=["Mo"], hunters=[]),
        header(players=["Mo", "Ada", "Bo", "Bo"]),
        header(players=["Mo", "Ada", "Bo", ""]),
        header(players=list("MABCDE"), mummy="M", hunters=seats(*zip("ABCDE", "vwxyz", strict=True))),
    ],
)
def test_a_bad_header_makes_the_file_unusable(line):
    """Board, roles and names are checked before anything is played."""
    with pytest.raises(UnusableRecord):
        next(replay(line))


def test_the_problems_of_a_map_in_a_header_are_all_named():
    """With line and column, as `board check` does."""
    wrong = BOARD | {"map": ["+---+---+", "|ST  X9 |", "+   +   +", "|SA  R1 |", "+---+---+"]}
    with pytest.raises(
        UnusableRecord, match=r"map line 1, column 1: still missing: the dungeon\.; map line 2, column 6: .* not X9"
    ):
        next(replay(header(board=wrong)))


# --- lines -----------------------------------------------------------------------------------------------------------


def tried(*lines):
    """How the last line was refused after the header and the others: a clause, `unreadable`, or `accepted`."""
    *_, last = replay(b"\n".join([header(), *lines]) + b"\n", keep_going=True)
    return verdict(last)


@pytest.mark.parametrize(
    "line",
    [
        b'{"by": "Ada", "do": "roll"}',
        b'{"by": "Ada", "do": "roll", "faces": ["1", "1", "1", "1", "1"], "face": 1}',
        b'{"by": "Ada", "do": "roll", "face": 1.0}',
        b'{"by": "Ada", "do": "roll", "face": 1e0}',
        b'{"by": "Ada", "do": "move"}',
        b'{"by": "Ada", "do": "move", "to": "a2", "path": ["a2"]}',
    ],
)
def test_what_the_line_alone_shows_to_be_wrong_is_unreadable(line):
    """Also what a schema takes: both forms of `roll` or `move` at once, or neither, and a number with a point."""
    assert tried(line) == "unreadable"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        (b'{"by": "Zoe", "do": "pass"}', "P06"),
        (b'{"by": "", "do": "pass"}', "P06"),
        (b'{"by": "Mo", "do": "roll", "face": 1}', "P06"),
        (b'{"by": "Ada", "do": "roll", "face": 1}', "P16"),
        (b'{"by": "Ada", "do": "roll", "face": 99999999999999999999999}', "P16"),
        (b'{"by": "Ada", "do": "roll", "faces": []}', "P13"),
        (b'{"by": "Ada", "do": "roll", "faces": ["1", "1", "1", "1", "1", "1"]}', "P13"),
        (b'{"by": "Ada", "do": "choose", "face": "mummy"}', "P12"),
        (b'{"by": "Ada", "do": "move", "to": "a2"}', "P17"),
        (b'{"by": "Ada", "do": "move", "to": "nowhere"}', "P17"),
        (b'{"by": "Ada", "do": "move", "path": []}', "P06"),
        (b'{"by": "Ada", "do": "move", "path": ["nowhere"]}', "P06"),
        (b'{"by": "Ada", "do": "play_mission"}', "P41"),
        (b'{"by": "Ada", "do": "end_turn"}', "P41"),
        (b'{"by": "Ada", "do": "pass"}', "P26"),
        (b'{"by": "Ada", "do": "reset"}', "P08"),
    ],
)
def test_what_takes_the_state_to_refuse_is_illegal(line, clause):
    """Both forms of `roll` and `move` are known in every phase, and cells are any words."""
    assert tried(line) == clause


def test_of_a_key_given_twice_the_last_counts():
    """So a roll may be corrected within its line."""
    line = b'{"by": "Mo", "do": "pass", "by": "Ada", "do": "roll", "faces": ["1", "1", "1", "1", "mummy"]}'
    assert tried(line) == "accepted"


def test_a_state_says_where_everybody_is_before_the_first_action():
    """Every key, in the words of the format."""
    (start,) = replay(header(board={"map": list(drawing(CORRIDOR).lines), "mummy_die": [1]}))
    assert start.state == {
        "phase": "begin",
        "to_act": ["Ada"],
        "winners": [],
        "pawn": "red",
        "mummy": "g1",
        "hunters": {"red": "stairs", "blue": "stairs"},
        "ankhs": {"red": 3, "blue": 3},
        "tokens": 0,
        "target": 4,
        "locked": 0,
        "faces": [],
        "face": None,
        "steps": None,
        "missions": {"red": [], "blue": []},
    }


def test_a_map_with_many_digits_in_its_die_can_be_played():
    """A die face is any integer of 0 or more; the mummy still only goes where cells are."""
    board = BOARD | {"mummy_die": [10**30]}
    rolled = [
        b'{"by": "Ada", "do": "roll", "faces": ["mummy", "mummy", "mummy", "mummy", "mummy"]}',
        b'{"by": "Bo", "do": "reset"}',
        b'{"by": "Mo", "do": "move", "path": []}',
        b'{"by": "Bo", "do": "roll", "faces": ["mummy", "mummy", "mummy", "mummy", "mummy"]}',
        b'{"by": "Mo", "do": "roll", "face": 1000000000000000000000000000000}',
    ]
    *_, last = replay(b"\n".join([header(board=board), *rolled]))
    assert last.refusal is None
    assert last.state["steps"] == 10**30 + 5


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (header(hunters=HUNTERS[:1]), "there are 2 to 4 hunters, not 1"),
        (header(hunters=seats(("Ada", "red"), ("Bo", "red"))), "a pawn is given twice"),
        (header(hunters=seats(("Ada", "red"), ("Bo", "green"))), 'this map has no pawn "green"; it has: red'),
        (header(hunters=seats(("Ada", "red"), ("Zoe", "blue"))), '"Zoe" has a part but does not play'),
        (header(players=("Mo", "Ada", "Bo", "Cy")), '"Cy" is a player without a part'),
        (header(hunters=seats(("Mo", "red"), ("Ada", "blue"), ("Bo", "purple"))), '"Mo" plays the mummy and cannot be'),
        (header(hunters=seats(("Ada", "red"), ("Bo", "blue"), ("Bo", "purple"))), "only in the two-player game does"),
        (
            header(players=("Mo", "Ada"), hunters=seats(("Ada", "red"), ("Ada", "blue"), ("Ada", "purple"))),
            "in the two-player game the hunter plays exactly two pawns",
        ),
    ],
)
def test_a_header_whose_parts_do_not_fit_says_who_is_wrong(line, why):
    """P01, P45: as many hunters as there may be, each pawn once, and everybody on one side."""
    with pytest.raises(UnusableRecord) as refused:
        list(replay(line))
    assert str(refused.value).startswith(f"line 1: {why}")
