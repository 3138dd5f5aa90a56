"""The published schema of records, judged by a validator that is not ours."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from judged_records import records_of
from random_play import random_record
from shown.record_schema import SCHEMA, written

from firmware_py.games.records import UnreadableLine, read_action, read_header
from firmware_py.games.registry import GAMES

SEEDS = range(1)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """Read the published schema."""
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(found)
    return found


def validator(schema: dict[str, Any], part: str) -> Draft202012Validator:
    """Return the validator of one part, such as `malediction.action`."""
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]})


def lines(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every line that our reader takes, of records by hand and at random, and which part it is."""
    by_hand = [path.read_bytes() for path in records_of(game)]
    for record in (*by_hand, *(random_record(game, random.Random(seed)) for seed in SEEDS)):
        header, *actions = record.splitlines()
        yield f"{game}.header", json.loads(header)
        for line in actions:
            if is_readable(f"{game}.action", line):
                yield f"{game}.action", json.loads(line)


def is_readable(part: str, line: bytes) -> bool:
    """Return whether our reader takes a line."""
    game, _, kind = part.partition(".")
    try:
        read_header(line) if kind == "header" else read_action(line, GAMES[game].action)
    except UnreadableLine:
        return False
    return True


def spoiled(line: dict[str, Any], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield a line with an unknown key, and with each of its keys missing or of another type."""
    yield {**line, "colour": "red"}
    for key, value in line.items():
        yield {other: line[other] for other in line if other != key}
        yield {**line, key: None}
        yield {**line, key: [1.5] if isinstance(value, str) else chance.choice(["north", 99.5])}


def test_the_published_schema_is_that_of_the_types() -> None:
    """`make papers` writes it again after a type has changed."""
    assert SCHEMA.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_is_read_is_valid(schema: dict[str, Any], game: str) -> None:
    """Whatever our reader takes, by hand and at random, the schema takes as well."""
    count = 0
    for part, line in lines(game):
        assert not list(validator(schema, part).iter_errors(line)), line
        count += 1
    assert count > 100


@pytest.mark.parametrize("game", GAMES)
def test_what_the_schema_refuses_is_unreadable(schema: dict[str, Any], game: str) -> None:
    """Whatever a validator refuses, our reader refuses, too: no valid record fails for its form alone."""
    chance, refused = random.Random(1), 0
    for part, line in lines(game):
        for wrong in spoiled(line, chance):
            is_valid = validator(schema, part).is_valid(wrong)
            if not is_valid:
                assert not is_readable(part, json.dumps(wrong).encode()), wrong
                refused += 1
    assert refused > 1000
