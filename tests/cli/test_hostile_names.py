"""Text that others wrote reaches no terminal raw: names of files, arguments, lines of scripts, names of players."""

import json
from pathlib import Path

import pytest
from stored_journal import add_game

from firmware_py.cli.main import main
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.words import is_printable

WILD = "wild\x1b[31m\u202e\u200b\nname"


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What a command printed; every line of it is harmless, and none is endless."""
    printed = capsys.readouterr()
    both = printed.out + printed.err
    assert "Traceback" not in both
    for line in both.split("\n"):
        assert is_printable(line), line
        assert len(line) < 5000
    return both


COMMANDS = {
    "replay": ("replay", "PATH"),
    "import": ("import", "PATH", "--data", "DATA"),
    "check": ("board", "check", "PATH"),
    "show": ("board", "show", "PATH"),
    "png": ("board", "show", "small", "--png", "PATH/folder/x.png"),
    "script": ("desk", "--headless", "--script", "PATH", "--data", "DATA"),
    "settings": ("games", "--config", "PATH", "--data", "DATA"),
    "data": ("games", "--data", "PATH"),
    "number": ("export", WILD, "--data", "DATA"),
    "too many": ("games", WILD, "--data", "DATA"),
    "no command": (WILD,),
    "no option": ("games", f"--{WILD}"),
    "no choice": ("desk", "--board", WILD),
    "no demonstration": ("demo", "--game", WILD),
    "no size": ("board", "new", WILD, WILD),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("content", [None, b"\x1b[31m \xff", f"press {WILD}\nexpect \x1b[2J".encode()])
def test_what_was_typed_is_quoted_harmlessly(command: str, content: bytes | None, tmp_path: Path, capsys) -> None:
    """Whether there is such a file or not, and whatever stands in it."""
    path = tmp_path / WILD
    if content is not None:
        path.write_bytes(content)
    given = [part.replace("PATH", str(path)).replace("DATA", str(tmp_path / "data")) for part in COMMANDS[command]]
    try:
        status = main(given)
    except SystemExit as ended:  # argparse ends the program
        status = int(str(ended.code))
    assert status in (0, 1, 2)
    assert bool(said(capsys)) == (status != 0) or command == "data"


def test_games_of_wild_names_are_listed_and_exported_harmlessly(tmp_path: Path, capsys) -> None:
    """The exported record is still the same: its JSON has escapes."""
    header = {"record": 1, "game": "maudite_momie", "players": [WILD, "Bo"]}
    act = {"by": WILD, "do": "explore", "pile": "left"}
    with SimulatedDevice(Config(), tmp_path) as box:
        lines = [json.dumps(line, ensure_ascii=False) for line in (header, act)]
        add_game(box.journal, lines[0], ("red", "blue"), (lines[1],), ("a digest",), "aside")
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert "wild" in said(capsys)
    assert main(["export", "1", "--data", str(tmp_path)]) == 0
    assert [json.loads(line) for line in said(capsys).splitlines()] == [header, act]


def test_a_record_of_wild_names_is_replayed_harmlessly(tmp_path: Path, capsys) -> None:
    """In words and as JSON; with refused lines, too."""
    header = {"record": 1, "game": "maudite_momie", "players": [WILD, "Bo"]}
    acts = [
        {"by": name, "do": act, "pile": "left"} for name, act in ((WILD, "explore"), (WILD, WILD), ("\x9b", "explore"))
    ]
    record = tmp_path / "record.jsonl"
    record.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in (header, *acts)), encoding="utf-8")
    for flags in ([], ["--json"]):
        assert main(["replay", *flags, "--keep-going", str(record)]) == 1
        assert said(capsys).count("\n") == 4
