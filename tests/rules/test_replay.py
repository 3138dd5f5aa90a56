"""The contract of game records: what is unreadable, what is illegal, and what is answered."""

import json

import pytest
from judged_records import DEEP, EXPLORE, HEADER, assert_as_reckoned, records_of, verdict

from firmware_py.cli.main import main
from firmware_py.games.restoring import replay

RECORDS = records_of("maudite_momie")
each_record = pytest.mark.parametrize("record", RECORDS, ids=[record.stem for record in RECORDS])
KEYS = {"phase", "to_act", "scores", "winners", "cards", "piles", "discard"}


def answer(line, *before):
    """Replay a line (text, bytes or an object) after others: a clause, `unreadable`, or `accepted`."""
    line = line if isinstance(line, (str, bytes)) else json.dumps(line)
    line = line if isinstance(line, bytes) else line.encode()
    *_, last = replay(b"\n".join([HEADER.encode(), *(text.encode() for text in before), line]), keep_going=True)
    return verdict(last)


def cards(*faces):
    return [{"treasure": treasure, "count": count} for treasure, count in faces]


# --- hand-made games -------------------------------------------------------------------------------------------------


@each_record
def test_a_hand_made_game_replays_with_exactly_these_refusals_and_states(record):
    """Which lines are refused, by which clause, and what the state says after the telling ones."""
    assert_as_reckoned(record)


@each_record
def test_every_answer_has_exactly_the_keys_of_the_contract(record, capsys):
    """One object a line, whatever the phase; all keys are always there and no others."""
    main(["replay", "--json", "--keep-going", str(record)])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [said["line"] for said in answers] == list(range(1, len(record.read_bytes().splitlines()) + 1))
    assert answers[0].keys() == {"line", "ok", "state"}
    players = json.loads(record.read_text(encoding="utf-8").splitlines()[0])["players"]
    for said in answers[1:]:
        if said["ok"]:
            assert said.keys() == {"line", "ok", "events", "state"}
            assert all(isinstance(event["event"], str) for event in said["events"])
        elif said["error"] == "illegal":
            assert said.keys() == {"line", "ok", "error", "rule", "message", "state"}
        else:
            assert said["error"] == "unreadable"
            assert said.keys() == {"line", "ok", "error", "message", "state"}
    for state in (said["state"] for said in answers):
        assert state.keys() == KEYS
        assert state["piles"].keys() == {"left", "right"}
        assert list(state["scores"]) == list(state["cards"]) == players
        assert sum(state["cards"].values()) + sum(state["piles"].values()) + state["discard"] == 54


@each_record
def test_a_refused_line_leaves_the_state_as_it_was(record):
    """What is refused has not happened."""
    before = None
    for played in replay(record.read_bytes(), keep_going=True):
        if played.refusal:
            assert played.state == before
        before = played.state


# --- unreadable: judged from the line alone --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        " ",
        "\r",
        "null",
        "true",
        "12",
        '"explore"',
        "[]",
        f"[{EXPLORE}]",
        EXPLORE + EXPLORE,
        EXPLORE + " x",
        EXPLORE[:-1],
        "\ufeff" + EXPLORE,
        "{'by': 'Ada', 'do': 'secure'}",
        '{"by": "Ada", "do": "secure",}',
        '{"by": "Ada", "do": "secure" /* so */}',
        '{"by": "Ada", "do": "secure\n"}'.replace("\n", "\t"),
        b'{"by": "Ad\xff", "do": "secure"}',
        b"\xff\xfe",
        '{"by": "Ad\\ud800", "do": "secure"}',
    ],
    ids=repr,
)
def test_a_line_that_is_no_action_is_unreadable(line):
    """No JSON, no object, or half a character; wrong keys and types of objects are tried by the schema."""
    assert answer(line) == "unreadable"


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ('{"by": "Ada"}', 'the key "do" is missing'),
        (
            '{"by": "Ada", "do": "dance"}',
            "at \"do\": 'dance' is none of these: explore, secure, awaken, reveal, keep, report_empty, leave, seat",
        ),
        ('{"by": "Ada", "do": "explore", "pile": "up"}', "at \"pile\": 'up' is none of these: left, right"),
        (
            '{"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 4}]}',
            'at "cards[0].count": 4 is none of these: 1, 2, 3',
        ),
        (
            '{"by": "Ada", "do": "explore" "pile": "up"}',
            "the line is not valid JSON: a comma, a bracket or a quotation mark is missing or too many (at column 31)",
        ),
        ('{"by": 5, "do": "secure"}', 'at "by": text is expected, not an integer'),
        ('{"by": "Ada", "do": "secure", "speed": 1}', 'the key "speed" is not known'),
        ('{"by": "Ada", "do": "reveal", "cards": [7]}', 'at "cards[0]": an object is expected, not an integer'),
    ],
)
def test_an_unreadable_line_is_reported_with_its_place_in_plain_words(line, report):
    """Whoever wrote a line by hand learns which key is wrong and what belongs there."""
    *_, last = replay(f"{HEADER}\n{line}".encode(), keep_going=True)
    assert str(last.refusal) == report


@pytest.mark.parametrize("number", ["1.0", "1e0", "1E0", "10e-1", "-0.0", "NaN", "Infinity", "-Infinity", "01", "+1"])
def test_an_integer_has_neither_point_nor_exponent(number):
    """What equals an integer is not yet written as one."""
    assert (
        answer(f'{{"by": "Ada", "do": "reveal", "cards": [{{"treasure": "vase", "count": {number}}}]}}') == "unreadable"
    )
    assert answer(f'{{"by": "Ada", "do": "secure", "note": {number}}}') == "unreadable"


def test_of_a_key_given_twice_the_last_counts():
    """An earlier value is as if it had not been written, whatever it was."""
    for earlier in ('"Cy"', "null", "1.5", "[[]]", '"\\ud800"'):
        assert answer(f'{{"by": {earlier}, "by": "Ada", "do": "explore", "pile": "left"}}') == "accepted"
    assert answer('{"by": "Ada", "by": "Cy", "do": "explore", "pile": "left"}') == "L01"
    assert answer('{"by": "Ada", "do": "explore", "pile": "left", "pile": "middle"}') == "unreadable"
    assert answer('{"by": "Ada", "do": "secure", "do": "explore", "pile": "left"}') == "accepted"


@pytest.mark.parametrize(
    "line",
    [
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        '{"by": ' * DEEP,
        '{"by": "Ada", "do": "reveal", "cards": ' + "[" * DEEP + "]" * DEEP + "}",
        '{"by": "Ada", "do": "reveal", "cards": ' + "[" * 500 + "]" * 500 + "}",
        '{"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": ' + "9" * DEEP + "}]}",
        '{"by": "Ada", "do": "' + "x" * 1_000_000 + '"}',
        '"' * 1_000_000,
    ],
    ids=["open", "closed", "objects", "cards", "shallow cards", "digits", "word", "quotes"],
)
def test_no_line_is_too_deep_or_too_long_to_be_called_unreadable(line):
    """However nested or long a line is, it is answered."""
    assert answer(line) == "unreadable"


def test_unreadable_is_tested_before_illegal_and_also_after_the_end():
    """A line that is no action is never judged by the rules."""
    over = (RECORDS[0].parent / "two_players_end_at_once.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert answer({"by": "Bo", "do": "explore", "pile": "left"}, *over) == "L24"
    assert answer({"by": "Bo", "do": "explore", "pile": "middle"}, *over) == "unreadable"
    assert answer({"by": "Nobody", "do": "explore", "pile": "middle"}) == "unreadable"


# --- readable --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        EXPLORE,
        "  " + EXPLORE + " \t",
        EXPLORE + "\r",
        '{"pile":"left","do":"explore","by":"Ada","back":"yellow"}',
        '{"by": "\\u0041da", "do": "explore", "pile": "left"}',
    ],
)
def test_order_of_keys_blanks_and_escapes_do_not_matter(line):
    """A line is a JSON object, however it is written; so a file with the line ends of Windows is a record, too."""
    assert answer(line) == "accepted"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ({"by": "Cy", "do": "secure"}, "L01"),
        ({"by": "", "do": "secure"}, "L01"),
        ({"by": "ada", "do": "explore", "pile": "left"}, "L01"),
        ({"by": "Bo", "do": "explore", "pile": "left"}, "L01"),
        ({"by": "Ada", "do": "awaken", "target": "Cy"}, "L04"),
        ({"by": "Ada", "do": "reveal", "cards": []}, "L01"),
        ({"by": "Ada", "do": "keep", "kept": []}, "L01"),
        ({"by": "Ada", "do": "keep", "kept": ["left", "left"]}, "L01"),
    ],
)
def test_what_needs_the_header_or_the_state_is_illegal(line, clause):
    """A name that is no player's, and whatever is out of turn or phase."""
    assert answer(line) == clause


def test_a_pile_twice_in_kept_or_a_wrong_number_of_cards_is_illegal():
    """Both need the state to be judged."""
    before = [EXPLORE, json.dumps({"by": "Bo", "do": "awaken", "target": "Ada"})]
    two = {"by": "Ada", "do": "reveal", "cards": cards(("vase", 1), ("vase", 1))}
    none = {"by": "Ada", "do": "reveal", "cards": []}
    assert answer(two, *before) == answer(none, *before) == "L12"
    wolf = {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 1, "centre": "werewolf"}]}
    twice = {"by": "Bo", "do": "keep", "kept": ["right", "right"], "backs": {"right": "red"}}
    assert answer(twice, *before, json.dumps(wolf)) == "L17"
