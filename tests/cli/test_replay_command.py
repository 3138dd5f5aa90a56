"""The command `replay`: which files it takes, what it prints, and with which status it ends."""

import json
import os
import subprocess
import sys

import pytest
from judged_records import DEEP, EXPLORE, HEADER
from waiting import child

from firmware_py.cli.main import main
from firmware_py.games.restoring import replay


def header(**changes):
    fields = {**json.loads(HEADER), **changes}
    return json.dumps({key: value for key, value in fields.items() if value is not ...})


@pytest.fixture
def written(tmp_path):
    """A function that writes lines to a record and returns its path."""

    def write(*lines, newline="\n"):
        path = tmp_path / "record.jsonl"
        path.write_bytes(newline.join(lines).encode())
        return str(path)

    return write


BAD_HEADERS = {
    "empty file": "",
    "empty line": "\n" + EXPLORE,
    "no JSON": "record",
    "an action": EXPLORE,
    "a list": f"[{HEADER}]",
    "byte order mark": "\ufeff" + HEADER,
    "another version": header(record=2),
    "record with a point": HEADER.replace(": 1,", ": 1.0,"),
    "no game": header(game=...),
    "unknown game": header(game="chess"),
    "game null": header(game=None),
    "game as list": header(game=["maudite_momie"]),
    "one player": header(players=["Ada"]),
    "seven players": header(players=list("ABCDEFG")),
    "a name twice": header(players=["Ada", "Ada"]),
    "an empty name": header(players=["Ada", ""]),
    "half a surrogate pair": header(players=["Ada", "\ud83d"]),
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


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_refused_line_ends_the_replay_with_1(written, capsys):
    """The refused line is the last that is answered."""
    assert main(["replay", "--json", written(HEADER, EXPLORE, EXPLORE, "x", EXPLORE)]) == 1
    answers = lines_of(capsys)
    assert [said["ok"] for said in answers] == [True, True, False]
    assert answers[-1]["rule"] == "L01"


def test_with_keep_going_a_refused_line_is_skipped(written, capsys):
    """Later lines are played, and the exit status still shows the refusal."""
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
    with child(
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
