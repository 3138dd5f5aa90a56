"""The contract of game records and of `replay`: what is unreadable, what is illegal, and what is answered."""

import json
import os
import subprocess
import sys

import pytest
from judged_records import assert_as_reckoned, records_of, verdict

from firmware_py.__main__ import main
from firmware_py.replay import replay

RECORDS = records_of("maudite_momie")
each_record = pytest.mark.parametrize("record", RECORDS, ids=[record.stem for record in RECORDS])
KEYS = {"phase", "to_act", "scores", "winners", "cards", "piles", "discard"}
HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'
EXPLORE = '{"by": "Ada", "do": "explore", "pile": "left"}'
DEEP = 100_000


def header(**changes):
    fields = {**json.loads(HEADER), **changes}
    return json.dumps({key: value for key, value in fields.items() if value is not ...})


def answer(line, *before):
    """Replay a line (text, bytes or an object) after others: a clause, `unreadable`, or `accepted`."""
    line = line if isinstance(line, (str, bytes)) else json.dumps(line)
    line = line if isinstance(line, bytes) else line.encode()
    *_, last = replay(b"\n".join([HEADER.encode(), *(text.encode() for text in before), line]), keep_going=True)
    return verdict(last)


def cards(*faces):
    return [{"treasure": treasure, "count": count} for treasure, count in faces]


@pytest.fixture
def written(tmp_path):
    """Return a function that writes lines to a record and returns its path."""

    def write(*lines, newline="\n"):
        path = tmp_path / "record.jsonl"
        path.write_bytes(newline.join(lines).encode())
        return str(path)

    return write


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
        '{"by": "Ada", "do": "secure", "\\udc00": 1}',
        {},
        {"do": "secure"},
        {"by": "Ada"},
        {"by": "Ada", "do": "pass"},
        {"by": "Ada", "do": "Secure"},
        {"by": "Ada", "do": "secure "},
        {"by": "Ada", "do": None},
        {"by": "Ada", "do": ["secure"]},
        {"by": None, "do": "secure"},
        {"by": 1, "do": "secure"},
        {"by": ["Ada"], "do": "secure"},
        {"by": "Ada", "do": "secure", "note": "x"},
        {"by": "Ada", "do": "secure", "cards": []},
        {"by": "Ada", "do": "explore"},
        {"by": "Ada", "do": "explore", "pile": "middle"},
        {"by": "Ada", "do": "explore", "pile": None},
        {"by": "Ada", "do": "explore", "pile": ["left"]},
        {"by": "Ada", "do": "explore", "pile": "left", "back": None},
        {"by": "Ada", "do": "explore", "pile": "left", "back": "blue"},
        {"by": "Ada", "do": "explore", "pile": "left", "target": "Bo"},
        {"by": "Ada", "do": "awaken"},
        {"by": "Ada", "do": "awaken", "target": None},
        {"by": "Ada", "do": "awaken", "target": 2},
        {"by": "Ada", "do": "reveal"},
        {"by": "Ada", "do": "reveal", "cards": None},
        {"by": "Ada", "do": "reveal", "cards": {}},
        {"by": "Ada", "do": "reveal", "cards": ["vase"]},
        {"by": "Ada", "do": "reveal", "cards": [{}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase"}]},
        {"by": "Ada", "do": "reveal", "cards": [{"count": 1}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vases", "count": 1}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 0}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 4}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": -1}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": "1"}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": True}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": None}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 10**30}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 1, "centre": None}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 1, "centre": "ghost"}]},
        {"by": "Ada", "do": "reveal", "cards": [{"treasure": "vase", "count": 1, "back": "red"}]},
        {"by": "Ada", "do": "keep"},
        {"by": "Ada", "do": "keep", "kept": None},
        {"by": "Ada", "do": "keep", "kept": "left"},
        {"by": "Ada", "do": "keep", "kept": ["middle"]},
        {"by": "Ada", "do": "keep", "kept": [], "backs": None},
        {"by": "Ada", "do": "keep", "kept": [], "backs": []},
        {"by": "Ada", "do": "keep", "kept": [], "backs": {"middle": "red"}},
        {"by": "Ada", "do": "keep", "kept": [], "backs": {"left": "blue"}},
        {"by": "Ada", "do": "keep", "kept": [], "backs": {"left": None}},
    ],
    ids=repr,
)
def test_a_line_that_is_no_action_is_unreadable(line):
    """No JSON object, an unknown or missing key, a wrong type, a word or number outside the lists."""
    assert answer(line) == "unreadable"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"by": "Ada"}', 'the key "do" is missing'),
        ('{"by": "Ada", "do": "dance"}', "at \"do\": 'dance' is not one of the values there are"),
        ('{"by": 5, "do": "secure"}', 'at "by": text is expected, not an integer'),
        ('{"by": "Ada", "do": "secure", "speed": 1}', 'the key "speed" is not known'),
        ('{"by": "Ada", "do": "reveal", "cards": [7]}', 'at "cards[0]": an object is expected, not an integer'),
    ],
)
def test_an_unreadable_line_is_told_by_its_place_in_plain_words(line, told):
    """Whoever wrote a line by hand learns which key is wrong and what belongs there."""
    *_, last = replay(f"{HEADER}\n{line}".encode(), keep_going=True)
    assert str(last.refusal) == told


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


# --- the header ------------------------------------------------------------------------------------------------------

BAD_HEADERS = {
    "empty file": "",
    "empty line": "\n" + EXPLORE,
    "no JSON": "record",
    "an action": EXPLORE,
    "a list": f"[{HEADER}]",
    "byte order mark": "\ufeff" + HEADER,
    "no record": header(record=...),
    "another version": header(record=2),
    "record as text": header(record="1"),
    "record true": header(record=True),
    "record with a point": HEADER.replace(": 1,", ": 1.0,"),
    "no game": header(game=...),
    "unknown game": header(game="chess"),
    "game null": header(game=None),
    "game as list": header(game=["maudite_momie"]),
    "no players": header(players=...),
    "players null": header(players=None),
    "players as text": header(players="AB"),
    "one player": header(players=["Ada"]),
    "seven players": header(players=list("ABCDEFG")),
    "a name twice": header(players=["Ada", "Ada"]),
    "an empty name": header(players=["Ada", ""]),
    "a number for a name": header(players=["Ada", 2]),
    "half a surrogate pair": header(players=["Ada", "\ud83d"]),
    "rules null": header(rules=None),
    "rules as list": header(rules=[]),
    "unknown rule": header(rules={"speed": 1}),
    "rule of another game": header(rules={"glide_with_treasure": True}),
    "unknown value": header(rules={"final_reveal": "none"}),
    "value null": header(rules={"final_reveal": None}),
    "one for true": header(rules={"self_awaken": 1}),
    "setup null": header(setup=None),
    "unknown setup": header(setup={"mummy": "Ada"}),
    "unknown key": header(date="2026-01-01"),
    "nested": "[" * DEEP,
}


@pytest.mark.parametrize("text", BAD_HEADERS.values(), ids=BAD_HEADERS)
def test_a_header_that_cannot_be_used_ends_with_2_and_prints_nothing(text, written, capsys):
    """The message goes to standard error; with or without --json, with or without --keep-going."""
    for flags in ([], ["--json"], ["--json", "--keep-going"]):
        assert main(["replay", *flags, written(text)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert "Traceback" not in said.err


@pytest.mark.parametrize("path", [".", "/nonexistent/record.jsonl"])
def test_a_file_that_cannot_be_read_ends_with_2(path, capsys):
    """A folder or a missing file."""
    assert main(["replay", path]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "cannot be read" in said.err


def test_rules_and_setup_may_be_absent_or_empty():
    """Every key of them has a default."""
    for changes in ({"rules": {}}, {"setup": {}}, {"rules": {"self_awaken": True}, "setup": {}}):
        assert len(list(replay(header(**changes).encode()))) == 1


# --- the command -----------------------------------------------------------------------------------------------------


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_refused_line_ends_the_replay_with_1(written, capsys):
    """The refused line is the last that is answered."""
    assert main(["replay", "--json", written(HEADER, EXPLORE, EXPLORE, "x", EXPLORE)]) == 1
    answers = lines_of(capsys)
    assert [said["ok"] for said in answers] == [True, True, False]
    assert answers[-1]["rule"] == "L01"


def test_with_keep_going_a_refused_line_is_skipped(written, capsys):
    """Later lines are played, and the exit status still tells of the refusal."""
    second = EXPLORE.replace("Ada", "Bo")
    assert main(["replay", "--json", "--keep-going", written(HEADER, EXPLORE, EXPLORE, "", second)]) == 1
    answers = lines_of(capsys)
    assert [said["ok"] for said in answers] == [True, True, False, False, True]
    assert [said["error"] for said in answers if not said["ok"]] == ["illegal", "unreadable"]
    assert answers[-1]["state"]["cards"] == {"Ada": 1, "Bo": 1}


def test_a_final_newline_is_no_line_but_two_of_them_are_an_empty_one(written, capsys):
    """Lines are counted as in the file."""
    assert main(["replay", "--json", written(HEADER, EXPLORE, "")]) == 0
    assert len(lines_of(capsys)) == 2
    assert main(["replay", "--json", written(HEADER, EXPLORE, "", "")]) == 1
    assert [said["line"] for said in lines_of(capsys)] == [1, 2, 3]


def test_line_ends_of_windows_are_no_fault(written, capsys):
    """A carriage return is a blank in JSON."""
    assert main(["replay", "--json", written(HEADER, EXPLORE, "", newline="\r\n")]) == 0
    assert len(lines_of(capsys)) == 2


def test_only_a_line_feed_ends_a_line(written, capsys):
    """Other separators of Unicode may stand within a name."""
    name = "A\u2028d\u0085a"
    head = json.dumps({"record": 1, "game": "maudite_momie", "players": [name, "Bo"]}, ensure_ascii=False)
    act = json.dumps({"by": name, "do": "explore", "pile": "left"}, ensure_ascii=False)
    assert main(["replay", "--json", written(head, act)]) == 0
    assert len(lines_of(capsys)) == 2


def test_the_account_says_every_line_in_words(written, capsys):
    """One line an action, refusals with their clause."""
    assert main(["replay", "--keep-going", written(HEADER, EXPLORE, EXPLORE, "{")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert "Ada" in lines[1]
    assert "L01" in lines[2]


def run(*arguments, text=b"", **environment):
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "firmware_py", *arguments],
        input=text,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


NAMES = '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "東", "🦊"]}\n{"by": "東", "do": "secure"}\n'


@pytest.mark.parametrize("flags", [[], ["--json"]], ids=["account", "json"])
def test_a_terminal_that_knows_only_ascii_still_gets_an_answer(flags):
    """Whatever the locale; the JSON is pure ASCII and loses nothing."""
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run("replay", *flags, "-", text=NAMES.encode(), **ascii_only)
    assert done.returncode == 1
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert b"L01" in done.stdout
    if flags:
        assert list(json.loads(done.stdout.splitlines()[0])["state"]["scores"]) == ["Zoé", "東", "🦊"]


def test_a_minus_sign_reads_standard_input():
    """`replay -` is a filter, and bytes that are no UTF-8 are an unreadable line there, too."""
    done = run("replay", "--json", "-", text=HEADER.encode() + b"\n\xff\n")
    assert done.returncode == 1
    assert json.loads(done.stdout.splitlines()[1])["error"] == "unreadable"
    assert run("replay", "-").returncode == 2


def test_a_reader_that_goes_away_is_no_traceback(tmp_path):
    """`replay | head -1` ends quietly."""
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join([HEADER, *[EXPLORE] * 3000]))
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_py", "replay", "--json", "--keep-going", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 1


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_closed_standard_output_is_no_traceback(flags, tmp_path):
    """Nobody listens, and nothing goes wrong."""
    path = tmp_path / "record.jsonl"
    path.write_text(HEADER)
    closed = subprocess.run(
        f'exec "{sys.executable}" -m firmware_py replay {" ".join(flags)} "{path}" >&-',
        shell=True,
        capture_output=True,
        check=False,
    )
    assert closed.stderr == b""
    assert closed.returncode == 0
