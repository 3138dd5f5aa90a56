"""Game records: a whole game as a text file, one JSON object a line, the header first.

A line is *unreadable* when it can be judged from the line alone (`UnreadableLine`), and *illegal* when it takes the
state to refuse it (`rules.IllegalAction`). JSON is parsed by the standard library and then converted strictly, because
a record's corner cases are its own: of a key given twice the last counts, an integer has no point or exponent,
`true` is no number and `null` is never "absent".
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, NoReturn

import msgspec

UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Kinds of characters without a shape: controls, half a surrogate pair, line and paragraph ends."""


class UnreadableLine(ValueError):  # noqa: N818 - the word of the record format
    """A line that is no line of a record; the message says what is wrong with it."""


def parse_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object on one line of a record.

    :raises UnreadableLine: when the line is no UTF-8, no JSON, or no object.
    """
    if not line.strip():
        raise UnreadableLine("the line is empty")
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_float=_NoInteger, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, default=_refuse).encode("utf-8")  # half a surrogate pair has no UTF-8
    except UnicodeError:
        raise UnreadableLine("the line is not valid UTF-8 text") from None
    except RecursionError:
        raise UnreadableLine("the line is nested too deeply") from None
    except ValueError as error:
        raise UnreadableLine(f"the line is not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise UnreadableLine("the line is not a JSON object")
    return value


def read_action(line: bytes, action_type: Any) -> Any:
    """Return the action on one line of a record; `action_type` is the union of a game's actions.

    :raises UnreadableLine: when the line is not one of that game's actions.
    """
    try:
        return msgspec.convert(parse_object(line), action_type)
    except msgspec.ValidationError as error:
        raise UnreadableLine(_in_plain_words(str(error))) from None


def read_header(line: bytes, header_types: dict[str, Any]) -> Any:
    """Return the header on line 1 of a record; `header_types` is each game's type of header by the game's id.

    :raises UnreadableLine: when the line is no header of a known game.
    """
    fields = parse_object(line)
    game = fields.get("game")
    if not isinstance(game, str) or game not in header_types:
        known = ", ".join(header_types)
        raise UnreadableLine(f'the key "game" must name one of these games: {known}')
    try:
        return msgspec.convert(fields, header_types[game])
    except msgspec.ValidationError as error:
        raise UnreadableLine(_in_plain_words(str(error))) from None


def write_line(header_or_action: msgspec.Struct) -> str:
    """Return the record line of a header or an action, without the line end; keys at their default are left out."""
    return json.dumps(msgspec.to_builtins(header_or_action), ensure_ascii=False)


def split_lines(text: bytes) -> list[bytes]:
    """Return the lines of a record file; a final newline ends the last line and begins no other."""
    lines = text.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def check_players(players: tuple[str, ...], fewest: int, most: int) -> None:
    """Check the names of a header.

    :raises ValueError: when a name is empty or given twice, or the number of players does not fit the game.
    """
    if not fewest <= len(players) <= most:
        raise ValueError(f"this game takes {fewest} to {most} players, not {len(players)}")
    if "" in players:
        raise ValueError("a player's name is empty")
    if len(set(players)) != len(players):
        raise ValueError("a player's name is given twice")


def has_unseen(text: str) -> bool:
    """Return whether some characters of a text can be shown by no screen."""
    return any(unicodedata.category(letter) in UNSEEN for letter in text)


_PLAIN_WORDS = (
    (r"Object missing required field `(.+?)`", r'the key "\1" is missing'),
    (r"Object contains unknown field `(.+?)`", r'the key "\1" is not known'),
    (r"Invalid (?:enum )?value (.+)", r"\1 is not one of the values there are"),
    (r"Expected `(.+?)`, got `(.+?)`", r"\1 is expected, not \2"),
    (r"\bstr\b", "text"),
    (r"\bint\b", "an integer"),
    (r"\bbool\b", "true or false"),
    (r"\barray\b", "a list"),
    (r"\bobject\b", "an object"),
    (r"\bNoneType\b", "null"),
)
"""What msgspec says of a line, and what the reader of a record is told instead."""


def _in_plain_words(why: str) -> str:
    """Return why a line is unreadable, beginning with the place in the line if that is known."""
    why, _, path = why.partition(" - at `")
    place = path.rstrip("`").removeprefix("$").removeprefix(".")
    for pattern, plain in _PLAIN_WORDS:
        why = re.sub(pattern, plain, why)
    return f'at "{place}": {why}' if place else why


@dataclass(frozen=True)
class _NoInteger:
    """A number with a point or an exponent; it is refused only if no later value of the same key replaces it."""

    literal: str


def _refuse(number: _NoInteger) -> NoReturn:
    raise ValueError(f"{number.literal} is not an integer")


def _no_number(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not a number")
