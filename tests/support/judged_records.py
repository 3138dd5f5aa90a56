"""Records of whole games, written by hand beside what is to come of them, and what is said of a line."""

from __future__ import annotations

import json
from pathlib import Path

from places import RECORDS

from firmware_py.games.records import UnreadableLine
from firmware_py.games.registry import Refusal
from firmware_py.games.restoring import Played, replay

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'
EXPLORE = '{"by": "Ada", "do": "explore", "pile": "left"}'
"""The first lines of a record of Maudite Momie."""
DEEP = 100_000
"""More brackets, or digits, than anything that reads a line should follow."""


def records_of(game: str) -> list[Path]:
    """The hand-written records of a game."""
    return sorted((RECORDS / game).glob("*.jsonl"))


def verdict(played: Played) -> str:
    """What is said of a line: a clause, `unreadable`, or `accepted`."""
    match played.refusal:
        case UnreadableLine():
            return "unreadable"
        case Refusal(clause, _):
            return clause
    return "accepted"


def assert_as_reckoned(record: Path) -> None:
    """The marked lines and no others are refused, by their clauses; and telling states are as they must be."""
    expected = json.loads(record.with_suffix(".expected.json").read_text(encoding="utf-8"))
    answers = {str(played.line): played for played in replay(record.read_bytes(), keep_going=True)}
    assert len(answers) == len(record.read_bytes().splitlines())
    refused = {line: verdict(played) for line, played in answers.items() if played.refusal}
    assert refused == expected["refused"]
    for line, part in expected["states"].items():
        assert {key: answers[line].state[key] for key in part} == part, line
