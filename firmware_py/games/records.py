"""Game records: a whole game as a text file, one JSON object a line, the header first; and what is a player's name.

A line is *unreadable* if the line alone shows that it is wrong (`UnreadableLine`), and *illegal* if the state is needed
to refuse it (`registry.IllegalAction`).

Why the standard library parses the JSON before msgspec converts it: a record has its own corner cases. Of a key given
twice the last counts, an integer has no point or exponent, `true` is no number, and `null` is never "absent".

Why records may contain more names than the keyboard allows: their format asks only for names that differ and are not
empty. `replay` plays such games, and stored ones go on; nobody is offered such a name again.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import msgspec

from firmware_py.games.registry import GAMES, GameBox
from firmware_py.syntax_errors import why_no_json
from firmware_py.words import WordedError, Words, is_printable, plain, words

TYPE_WORDS = {
    "str": words("text"),
    "int": words("an integer"),
    "bool": words("true or false"),
    "array": words("a list"),
    "object": words("an object"),
    "list": words("a list"),
    "dict": words("an object"),
    "NoneType": plain("null"),
}
"""The types of JSON, by the names that msgspec gives them, and those that it sometimes gives instead."""


def _wrong_value(report: str, path: str, line: Any, kind: Any) -> Words:
    """The report of msgspec in our own words; `path` leads to the value on a `line` that should be a `kind`."""
    if found := re.fullmatch(r"Object missing required field `(.+?)`", report):
        return words('the key "{key}" is missing', key=found[1])
    if found := re.fullmatch(r"Object contains unknown field `(.+?)`", report):
        return words('the key "{key}" is not known', key=found[1])
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", report, re.DOTALL):
        return words("{value} is none of these: {values}", value=found[1], values=_choices(path, line, kind))
    if found := re.fullmatch(r"Expected `(.+?)`, got `(.+?)`", report):
        return words("{wanted} is expected, not {found}", wanted=_types(found[1]), found=_types(found[2]))
    if found := re.fullmatch(r"Expected `(.+?)` ([<>]=?) (.+)", report):
        return words("{wanted} {limit} is expected", wanted=_types(found[1]), limit=f"{found[2]} {found[3]}")
    if re.match(r"Expected `.+?` matching regex ", report):
        return words("text such as {examples} is expected", examples=_choices(path, line, kind))
    return words("this value cannot be used here")


def _types(names: str) -> Words:
    """Words for types of JSON; `names` is the list that msgspec reports."""
    first, *others = (TYPE_WORDS.get(name, plain(name)) for name in names.split(" | "))
    for other in others:
        first = words("{one} or {other}", one=first, other=other)
    return first


def _choices(path: str, line: Any, kind: Any) -> tuple[str, ...]:
    """The values that may stand at a place, or examples of them."""
    from msgspec import inspect  # here, because it loads slowly, and few records are wrong

    here: Any = inspect.type_info(kind)
    for key, number in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        here = here.item_type if number else _field_type(key, line, here)
        line = line[int(number) if number else key]
    if isinstance(here, inspect.Metadata):
        return tuple((here.extra_json_schema or {})["examples"])
    return tuple(str(value) for choice in getattr(here, "types", (here,)) for value in getattr(choice, "values", ()))


def _field_type(key: str, line: Any, kind: Any) -> Any:
    """The type of a field of `line`, which is of one of several structs; their names are values of the tag."""
    from msgspec import inspect

    structs = [one for one in getattr(kind, "types", (kind,)) if isinstance(one, inspect.StructType)]
    if key == structs[0].tag_field:
        return inspect.LiteralType(tuple(struct.tag for struct in structs))
    struct = next(struct for struct in structs if struct.tag is None or struct.tag == line[struct.tag_field])
    return next(field.type for field in struct.fields if field.encode_name == key)


MOST_ACTIONS = 10_000
"""The most actions of a game: ten times as many as the longest random games have. Without a limit a file could take all
the memory, or more time than the watchdog allows."""


class UnreadableLine(WordedError, ValueError):  # noqa: N818 - the word of the record format
    """Raised for a line that does not belong into a record; `why` says what is wrong."""


class RefusedRecord(WordedError):  # noqa: N818 - the word of the record format
    """Raised for a record that cannot be taken: the line, and why."""

    def __init__(self, line: int, why: Words) -> None:
        super().__init__(why)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {super().__str__()}"


class UnusableRecord(RefusedRecord):
    """Raised for a record that cannot be played at all: its header is unusable, or it has too many lines."""


def parse_object(line: bytes) -> dict[str, Any]:
    """The JSON object on one line of a record.

    :raises UnreadableLine: when the line is no UTF-8, no JSON, or no object.
    """
    if not line.strip():
        raise UnreadableLine(words("the line is empty"))
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_float=_NoInteger, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, default=_refuse).encode("utf-8")  # half a surrogate pair has no UTF-8
    except UnicodeError:
        raise UnreadableLine(words("the line is not valid UTF-8 text")) from None
    except (RecursionError, ValueError) as error:
        why = error.why if isinstance(error, UnreadableLine) else why_no_json(error)
        raise UnreadableLine(words("the line is not valid JSON: {why}", why=why)) from None
    if not isinstance(value, dict):
        raise UnreadableLine(words("the line is not a JSON object"))
    return value


def read_action(line: bytes, action_type: Any) -> Any:
    """The action on one line of a record; `action_type` is the union of a game's actions.

    :raises UnreadableLine: when the line is not one of that game's actions.
    """
    return _convert(parse_object(line), action_type)


def read_header(line: bytes) -> Any:
    """The header on line 1 of a record, of the type that its game has registered.

    :raises UnreadableLine: when the line is no header of a known game.
    """
    fields = parse_object(line)
    game = fields.get("game")
    if not isinstance(game, str) or game not in GAMES:
        known = tuple(GAMES)
        raise UnreadableLine(words('the key "game" must name one of these games: {games}', games=known))
    return _convert(fields, GAMES[game].header)


def write_line(header_or_action: msgspec.Struct) -> str:
    """The record line of a header or an action, without the line end; default values are left out."""
    fields = msgspec.to_builtins(header_or_action)
    return json.dumps(_without_defaults(header_or_action) if "record" in fields else fields, ensure_ascii=False)


def _without_defaults(value: Any) -> Any:
    """A value of a header as it is written; `msgspec` itself leaves out only the very objects that are defaults."""
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    said = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
    return {field.encode_name: _without_defaults(part) for field, part in said if part != _default_of(field)}


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if callable(field.default_factory) else field.default


def read_lines(text: bytes) -> tuple[Any, list[bytes]]:
    """The header of a record file and its further lines; a final newline ends the last line and begins no other.

    :raises UnusableRecord: when the header cannot be used, or there are too many lines.
    """
    if not text:
        raise UnusableRecord(1, words("the file is empty"))
    text = text.removesuffix(b"\n")
    if text.count(b"\n") > MOST_ACTIONS:
        raise UnusableRecord(MOST_ACTIONS + 2, words("a game has {most} actions at most", most=MOST_ACTIONS))
    first, *lines = text.split(b"\n")
    try:
        return read_header(first), lines
    except UnreadableLine as error:
        raise UnusableRecord(1, error.why) from None


def check_players(players: tuple[str, ...], box: GameBox) -> None:
    """Check the names of a header.

    :raises UnreadableLine: when a name is empty or given twice, or the number of players does not fit the game.
    """
    if not box.fewest <= len(players) <= box.most:
        count = len(players)
        why = words(
            "this game takes {fewest} to {most} players, not {count}", fewest=box.fewest, most=box.most, count=count
        )
        raise UnreadableLine(why)
    if "" in players:
        raise UnreadableLine(words("a player's name is empty"))
    if len(set(players)) != len(players):
        raise UnreadableLine(words("a player's name is given twice"))


def _convert(fields: dict[str, Any], kind: Any) -> Any:
    """The value of this type that an object stands for.

    :raises UnreadableLine: when it stands for none, with the place in the line if it is known.
    """
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        report, _, path = str(error).partition(" - at `")
        path = path.rstrip("`").removeprefix("$")
        ours = error.__cause__
        why = ours.why if isinstance(ours, UnreadableLine) else _wrong_value(report, path, fields, kind)
        place = path.removeprefix(".")
        raise UnreadableLine(words('at "{place}": {why}', place=place, why=why) if place else why) from None


class _NoInteger(msgspec.Struct, frozen=True):
    """A number with a point or an exponent, refused unless a later value of the same key replaces it."""

    literal: str


def _refuse(number: _NoInteger) -> NoReturn:
    raise UnreadableLine(words("{value} is not an integer", value=number.literal))


def _no_number(literal: str) -> NoReturn:
    raise UnreadableLine(words("{value} is not a number", value=literal))


LONGEST_NAME = 40
"""In characters; the keyboard ends at twelve."""

UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters, signs and marks without a picture (Unicode, Default_Ignorable_Code_Point and the blank braille cell)."""


def tidy_name(name: str) -> str:
    """A name in one spelling: letters with their accents (NFC), one plain space between words, none around."""
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in name)
    return unicodedata.normalize("NFC", re.sub(" +", " ", spaced).strip(" "))


def why_no_name(name: str, others: Iterable[str] = ()) -> Words | None:
    """Why a tidied name cannot be taken beside `others`, or None if it can."""
    if not is_printable(name) or UNSEEN.search(name):
        return words("a player's name holds characters that cannot be seen, or line breaks: leave them out")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        return words("a player's name is blank: write at least one letter or digit")
    if len(name) > LONGEST_NAME:
        return words("a player's name is longer than {most} characters", most=LONGEST_NAME)
    if is_alike(name, others):
        return words("the name {name} is too much like another: nobody could tell them apart", name=name)
    return None


def why_no_table(names: Sequence[str]) -> Words | None:
    """Why people with these tidied names cannot sit at one table, or None if they can."""
    found = (why_no_name(name, names[:seat]) for seat, name in enumerate(names))
    return next((why for why in found if why), None)


def is_alike(name: str, others: Iterable[str]) -> bool:
    """Whether a name differs from one of the others only in spaces, capitals or the form of its letters."""
    return fold_name(name) in map(fold_name, others)


def fold_name(name: str) -> str:
    """The part of a name by which people tell it from others: no spaces, no capitals, one form of each letter."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", name).casefold())
