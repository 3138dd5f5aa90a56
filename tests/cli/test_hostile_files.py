"""Files that are far too large, nested, or wrong in every line: a short message at once, and never a traceback."""

from pathlib import Path

import pytest
from hostile_maps import HOSTILE, in_json, in_record

from firmware_py.cli.main import main
from firmware_py.config.schema import ConfigError, load_config
from firmware_py.words import LONGEST_LIST, MOST_REPORTED

WORDY = LONGEST_LIST + 1000
"""The most characters of a line: the list of problems, and the sentence around it."""

PLAYED = {"a long name", "a face of many digits"}
"""What rules and records may contain; only a file of the owner may not."""


def assert_short_and_harmless(said: str, lines: int) -> None:
    """The text has so many lines at most; none is long, and none steers the terminal."""
    assert said.endswith("\n")
    assert said.count("\n") <= lines
    assert all(len(line) <= WORDY and line.isprintable() for line in said[:-1].split("\n"))


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_map_is_refused_with_its_first_problems(kind: str, tmp_path: Path, capsys) -> None:
    """Twenty at most, as a file of its own; `board show` says the same."""
    path = tmp_path / "map.json"
    path.write_bytes(in_json(HOSTILE[kind]))
    assert main(["board", "check", str(path)]) == 1
    said = capsys.readouterr()
    assert_short_and_harmless(said.out, MOST_REPORTED + 1)
    assert "Traceback" not in said.err
    assert main(["board", "show", str(path)]) == 1
    assert capsys.readouterr().err == said.out


@pytest.mark.parametrize("kind", sorted(HOSTILE.keys() - PLAYED))
def test_a_record_on_a_hostile_map_ends_with_2(kind: str, tmp_path: Path, capsys) -> None:
    """One line says why, whether it is replayed or imported; a map of many bad rows once ended in a traceback."""
    path = tmp_path / "record.jsonl"
    path.write_bytes(in_record(HOSTILE[kind]))
    for command in (["replay", str(path)], ["import", str(path), "--data", str(tmp_path)]):
        assert main(command) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert_short_and_harmless(said.err, 1)


SETTINGS = {
    "many keys": "".join(f"key_{number} = 1\n" for number in range(5000)),
    "a long key": "k" * 90_000 + " = 1\n",
    "steering keys": '"\\u001b[2J" = 1\n"\\u202e" = 2\n',
    "a steering value": 'language = "\\u001b[2J"\n',
    "a number of many digits": "[board]\nrows = 0x" + "F" * 20_000,
    "nested": "a = " + "[" * 50_000,
    "dotted": ".".join("k" * 40_000) + " = 1",
    "too long": "#" * 300_000,
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_hostile_settings_are_reported_in_twenty_lines(kind: str, tmp_path: Path, capsys) -> None:
    """Whatever is wrong with them, the terminal shows a page of it at most, and no command goes on without them."""
    path = tmp_path / "config.toml"
    path.write_text(SETTINGS[kind], encoding="utf-8")
    with pytest.raises(ConfigError):
        load_config(path)
    assert main(["games", "--config", str(path), "--data", str(tmp_path)]) == 2
    assert_short_and_harmless(capsys.readouterr().err, MOST_REPORTED + 1)
